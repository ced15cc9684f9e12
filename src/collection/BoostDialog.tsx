// What a boost is, what it costs, until when it runs, and the button that pays it on the chain.
import { useId, useState } from 'react'
import { errorRecord } from '../core/errors.ts'
import { lamports } from '../core/money.ts'
import { NETWORK_FEE, spendingRefusal } from '../core/rent.ts'
import { useSiteConfig } from '../discover/queries.ts'
import { usePlayMoney, useWalletBalance } from '../profile/queries.ts'
import { Sol, useClockText } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatExactTime, formatMoney, hoursLeft } from '../ui/format.ts'
import { Line, Lines } from '../ui/Lines.tsx'
import { PlayMoneyButton } from '../ui/PlayMoneyButton.tsx'
import { showToast } from '../ui/toast.tsx'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { errorMessage } from '../wire/api.ts'
import { type BoostStep, mayHavePaid, useBoost } from './boost-query.ts'
import type { Collection } from './contract.ts'
import { boostedUntilAfter, dollarsOf, hoursText } from './figures.ts'

const NOW: Record<BoostStep, string> = {
  preparing: 'Preparing the transaction',
  signing: 'Confirm it in your wallet',
  sending: 'Sent: waiting for the network to confirm it',
}

export default function BoostDialog({
  collection,
  boosted,
  onClose,
}: {
  readonly collection: Collection
  readonly boosted: boolean
  readonly onClose: () => void
}) {
  const id = useId()
  const [step, setStep] = useState<BoostStep>('preparing')
  const { status, address } = useWallet()
  const { data: config } = useSiteConfig()
  const { data: wallet } = useWalletBalance(status === 'connected' ? address : undefined)
  const playMoney = usePlayMoney()
  const boost = useBoost(collection, config?.programAddress)
  const time = hoursText(collection.boostSeconds)
  const untilAfter = useClockText((nowMs) => formatExactTime(boostedUntilAfter(collection, nowMs)))
  const price = BigInt(collection.boostPriceLamports)
  const code = wallet && spendingRefusal(lamports(BigInt(wallet.lamports)), price + NETWORK_FEE)
  const refusal = code === undefined ? undefined : errorRecord[code].sentence

  const pay = () => {
    boost.mutate(setStep, {
      onSuccess: ({ collection: after, signature }) => {
        onClose()
        const hours = hoursLeft(after.boostedUntil, Date.now())
        showToast({
          title: 'Collection Boosted!',
          description: `Your collection will appear in the banner for ${hours} hours.`,
          tone: 'success',
          ...(typeof config?.explorerTransactionUrl === 'string'
            ? {
                action: {
                  label: 'View transaction',
                  href: config.explorerTransactionUrl.replace('{signature}', signature),
                },
              }
            : {}),
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
      open
      onClose={onClose}
      dismissable={!boost.isPending}
      title={`Boost ${collection.name}`}
      description={`It appears in the banner at the top of the home page for ${time}, for everybody.`}
    >
      <div className="rounded-input border border-line bg-ink p-4">
        <Lines>
          <Line term="Price" strong>
            <Sol lamports={collection.boostPriceLamports} />
            {config !== undefined && (
              <span className="figures ml-2 font-normal text-muted">
                ≈ {formatMoney(dollarsOf(collection.boostPriceLamports, config.solUsd))}
              </span>
            )}
          </Line>
          <Line term="Network fee">
            <Sol lamports={NETWORK_FEE.toString()} />
          </Line>
          <Line term="Time">
            {time}
            {boosted && ' more'}
          </Line>
          {boosted && collection.boostedUntil !== null && (
            <Line term="Boosted until">{formatExactTime(collection.boostedUntil)}</Line>
          )}
          <Line term={boosted ? 'And then until' : 'Boosted until'}>{untilAfter}</Line>
          {wallet !== undefined && (
            <Line term="Your balance">
              <Sol lamports={wallet.lamports} />
            </Line>
          )}
        </Lines>
      </div>
      <p className="mt-3 text-13 text-muted">
        {boosted
          ? 'The coin is boosted already: the time is added to what is left, as often as anybody pays for it.'
          : 'Anyone may boost a coin. The program takes the payment on the chain in one transaction; it is not given back.'}
      </p>
      {status !== 'connected' ? (
        <WalletButton size="lg" className="mt-5 w-full" />
      ) : (
        <>
          <Button
            size="lg"
            className="mt-5 w-full"
            pending={boost.isPending}
            disabled={refusal !== undefined}
            aria-describedby={refusal === undefined ? undefined : `${id}-why`}
            onClick={pay}
          >
            {boost.isPending ? 'Processing...' : boosted ? `Boost for ${time} more` : 'Boost now'}
          </Button>
          {boost.isPending && (
            <p role="status" className="mt-2 text-12 text-muted">
              {NOW[step]}
            </p>
          )}
          {refusal !== undefined && (
            <div className="mt-2 flex flex-col gap-2">
              <p id={`${id}-why`} className="text-12 font-medium text-down">
                {refusal}
              </p>
              <PlayMoneyButton offer={playMoney} />
            </div>
          )}
          {boost.isError && !boost.isPending && (
            <p role="alert" className="mt-2 text-12 font-medium text-down">
              {errorMessage(boost.error, 'Failed to boost collection')}{' '}
              {mayHavePaid(boost.error, step)
                ? 'It may still go through: look at your balance before you try again.'
                : 'Nothing was paid.'}
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}
