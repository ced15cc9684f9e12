// Sends coins or an NFT to another wallet: how much, to whom, and what it costs, before anything is signed. Loaded when it
// is opened.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { errorMessage } from '../../data/api.ts'
import { isNotFound, useCollection } from '../../shared/coin-queries.ts'
import { useSiteConfig } from '../../shared/queries.ts'
import { RetryButton } from '../../shared/RetryButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import type { AskedSend } from '../../wallet/send/requests.ts'
import { WalletButton } from '../../wallet/WalletButton.tsx'
import { useWallet } from '../../wallet/wallet.ts'
import { useSend } from './queries.ts'
import { SendForm } from './SendForm.tsx'

export interface SendDialogProps {
  readonly asked: AskedSend
  readonly onClose: () => void
}

export default function SendDialog(props: SendDialogProps) {
  const { asked, onClose } = props
  const query = useCollection(asked.collectionId)
  const { data, error, isPending } = query
  if (data !== undefined) return <LoadedDialog {...props} collection={data} />
  return (
    <Dialog open onClose={onClose} title="Send">
      {isPending ? (
        <SkeletonGroup label="Loading what is sent" className="flex flex-col gap-4">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-12 w-full rounded-full" />
        </SkeletonGroup>
      ) : (
        <div className="flex flex-col items-start gap-3 text-14">
          <p role="alert">
            {isNotFound(error) ? 'There is no such coin.' : errorMessage(error, 'The server did not answer.')}
          </p>
          <RetryButton query={query} />
        </div>
      )}
    </Dialog>
  )
}

function LoadedDialog({ asked, onClose, collection }: SendDialogProps & { readonly collection: Collection }) {
  const { edition } = asked
  const { status, address } = useWallet()
  const { data: site } = useSiteConfig()
  const send = useSend(collection, edition, { walletAddress: address, site })
  const { name, symbol, collectionName } = collection
  const close = () => {
    // One of which nobody knows is told of until somebody does; all else was read.
    const isUnknown = send.status?.phase === 'failed' && send.status.failure.moved === 'unknown'
    if (!isUnknown) send.dismiss()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      dismissable={!send.isRunning}
      title={edition === undefined ? `Send ${symbol}` : `Send ${collectionName} #${edition}`}
      description={
        edition === undefined
          ? `Coins of ${name}, to another wallet. Nobody can bring back what was sent.`
          : 'This NFT, to another wallet. Nobody can bring back what was sent.'
      }
    >
      {status === 'connected' && address !== undefined ? (
        <SendForm
          key={address}
          collection={collection}
          edition={edition}
          walletAddress={address}
          site={site}
          send={send}
          onDone={onClose}
        />
      ) : (
        <WalletButton size="lg" className="w-full" />
      )}
    </Dialog>
  )
}
