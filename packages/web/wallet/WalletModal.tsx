// The list of wallets: what is installed connects, what is not says where to get it.
import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Spinner } from '../ui/Logo.tsx'
import type { WalletOption } from './connecting/options.ts'
import { cancelConnecting, closeWalletModal, useWallet, walletStore } from './wallet.ts'

export default function WalletModal() {
  const { isModalOpen, wallets, status, connectingId, connect } = useWallet()
  const [failure, setFailure] = useState<string>()

  const choose = async (wallet: WalletOption) => {
    setFailure(undefined)
    try {
      await connect(wallet.id)
      // It may have been cancelled, or another one been chosen, meanwhile.
      if (walletStore.state.status === 'connected') closeWalletModal()
    } catch (error) {
      console.error('Wallet connection failed', error)
      setFailure(error instanceof Error ? error.message : 'The wallet did not connect.')
    }
  }

  return (
    <Dialog
      open={isModalOpen}
      onClose={() => {
        setFailure(undefined)
        closeWalletModal()
      }}
      title="Connect Wallet"
      description="The wallet signs every trade. Twinmint never holds your keys or your coins."
    >
      <ul className="flex flex-col gap-2">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <WalletRow
              wallet={wallet}
              connecting={status === 'connecting' && connectingId === wallet.id}
              onChoose={() => void choose(wallet)}
            />
          </li>
        ))}
      </ul>
      {status === 'connecting' && (
        <div className="mt-4 flex items-center justify-between gap-4">
          <p className="text-13 text-muted">Confirm it in your wallet, or choose another one.</p>
          <Button variant="secondary" size="sm" onClick={cancelConnecting}>
            Cancel
          </Button>
        </div>
      )}
      {failure !== undefined && (
        <p role="alert" className="mt-4 rounded-input border border-down/50 bg-down/10 px-3 py-2 text-13">
          {failure}
        </p>
      )}
    </Dialog>
  )
}

const ROW =
  'flex min-h-14 w-full items-center gap-3 rounded-input border border-line px-3 text-left transition-colors hover:border-violet hover:bg-raised disabled:hover:border-line disabled:hover:bg-transparent'

function WalletRow({
  wallet,
  connecting,
  onChoose,
}: {
  readonly wallet: WalletOption
  readonly connecting: boolean
  readonly onChoose: () => void
}) {
  const face = (
    <>
      <WalletIcon wallet={wallet} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-semibold">{wallet.name}</span>
        {wallet.isNamesake && (
          <span className="block text-12 text-muted">Another wallet of the same name</span>
        )}
        {wallet.isDemo && (
          <span className="block text-12 text-muted">Made in this browser, with SOL to play with</span>
        )}
      </span>
    </>
  )
  if (wallet.state === 'missing')
    return (
      <a href={wallet.installUrl} target="_blank" rel="noreferrer" className={ROW}>
        {face}
        <span className="inline-flex items-center gap-1 text-13 text-muted">
          Get it <ArrowUpRight size={14} aria-hidden="true" />
        </span>
      </a>
    )
  return (
    <button
      type="button"
      className={classNames(ROW, wallet.isDemo && 'border-violet/60')}
      disabled={connecting}
      onClick={onChoose}
    >
      {face}
      {connecting ? (
        <span className="inline-flex items-center gap-2 text-13 text-muted">
          <Spinner size={16} /> Connecting...
        </span>
      ) : (
        <span className="text-13 text-up">{wallet.isDemo ? 'Ready' : 'Detected'}</span>
      )}
    </button>
  )
}

function WalletIcon({ wallet }: { readonly wallet: WalletOption }) {
  if (wallet.icon !== undefined)
    return <img src={wallet.icon} alt="" width={32} height={32} className="size-8 rounded-input" />
  return (
    <span
      aria-hidden="true"
      className="flex size-8 items-center justify-center rounded-input bg-raised font-semibold text-muted"
    >
      {wallet.name.slice(0, 1)}
    </span>
  )
}
