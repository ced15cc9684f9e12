// "Boost", or how long the boost still runs; and the dialog that says what it is, what it costs, and pays it.
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { useSiteConfig } from '../discover/queries.ts'
import { Sol, useClockText } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { hoursLeft } from '../ui/format.ts'
import { showToast } from '../ui/toast.tsx'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { errorMessage } from '../wire/api.ts'
import type { Collection } from './contract.ts'
import { hoursText } from './figures.ts'
import { useBoost } from './queries.ts'

export function BoostControl({ collection }: { readonly collection: Collection }) {
  const [open, setOpen] = useState(false)
  const left = useClockText((nowMs) => String(hoursLeft(collection.boostedUntil, nowMs)))
  const boosted = left !== '0'
  return (
    <>
      <Button
        variant="secondary"
        className={boosted ? 'border-gold/50! text-gold!' : undefined}
        onClick={() => setOpen(true)}
      >
        <Rocket size={16} aria-hidden="true" />
        {boosted ? `Boosted (${left} h left)` : 'Boost'}
      </Button>
      <BoostDialog collection={collection} open={open} boosted={boosted} onClose={() => setOpen(false)} />
    </>
  )
}

function BoostDialog({
  collection,
  open,
  boosted,
  onClose,
}: {
  readonly collection: Collection
  readonly open: boolean
  readonly boosted: boolean
  readonly onClose: () => void
}) {
  const { status } = useWallet()
  const { data: config } = useSiteConfig()
  const boost = useBoost(collection, config?.programAddress)
  const time = hoursText(collection.boostSeconds)

  const pay = () => {
    boost.mutate(undefined, {
      onSuccess: () => {
        onClose()
        showToast({
          title: 'Collection Boosted!',
          description: `Your collection will appear in the banner for ${time}.`,
          tone: 'success',
        })
      },
      onError: (error) =>
        showToast({
          title: 'Boost Failed',
          description: errorMessage(error, 'Failed to boost collection'),
          tone: 'destructive',
        }),
    })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissable={!boost.isPending}
      title={`Boost ${collection.name}`}
      description={`It appears in the banner at the top of the home page for ${time}, for everybody.`}
    >
      <dl className="flex flex-col gap-2 rounded-input border border-line bg-ink p-4 text-14">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Price</dt>
          <dd className="font-semibold">
            <Sol lamports={collection.boostPriceLamports} />
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Time</dt>
          <dd>
            {time}
            {boosted && ' more'}
          </dd>
        </div>
      </dl>
      <p className="mt-3 text-13 text-muted">
        {boosted
          ? 'The coin is boosted already: the time is added to what is left.'
          : 'Anyone may boost a coin. The payment is one transaction, plus the network fee, and is not given back.'}
      </p>
      {status === 'connected' ? (
        <Button size="lg" className="mt-5 w-full" pending={boost.isPending} onClick={pay}>
          {boost.isPending ? 'Processing...' : 'Boost now'}
        </Button>
      ) : (
        <WalletButton size="lg" className="mt-5 w-full" />
      )}
    </Dialog>
  )
}
