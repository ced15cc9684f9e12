// What a boost is, what it costs, until when it runs, and the button that pays it on the chain.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { errorRecord } from '@twinmint/sdk/core/errors'
import { lamports } from '@twinmint/sdk/core/money'
import { NETWORK_FEE, spendingRefusal } from '@twinmint/sdk/core/rent'
import { useId } from 'react'
import { useSiteConfig } from '../shared/queries.ts'
import { Sol, useClockText } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatExactTime, formatMoney } from '../ui/format.ts'
import { Line, Lines } from '../ui/Lines.tsx'
import { usePlayMoney, useWalletBalance } from '../wallet/balance.ts'
import { PriorityFeeRow } from '../wallet/fee/PriorityFeeRow.tsx'
import { usePriorityFee } from '../wallet/fee/use-priority-fee.ts'
import { PlayMoneyButton } from '../wallet/PlayMoneyButton.tsx'
import { StepLine } from '../wallet/signing/StepLine.tsx'
import { useFlow } from '../wallet/use-flow.ts'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { BOOST_FAILED, BOOST_TEXTS, type BoostStatus, boostFlow } from './boost-flow.ts'
import { boostedUntilAfter, dollarsOf, hoursText } from './figures.ts'

interface BoostProps {
  readonly collection: Collection
  readonly boosted: boolean
  readonly onClose: () => void
}

export default function BoostDialog({ collection, boosted, onClose }: BoostProps) {
  const { status } = useWallet()
  const { data: site } = useSiteConfig()
  const boost = useFlow({ site, load: async () => boostFlow, ...BOOST_TEXTS })
  const fee = usePriorityFee(site, collection.id, 'boost')
  const networkFee = NETWORK_FEE + fee.lamports
  const time = hoursText(collection.boostSeconds)
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!boost.isRunning}
      title={`Boost ${collection.name}`}
      description={`It appears in the banner at the top of the home page for ${time}, for everybody.`}
    >
      <BoostLines collection={collection} boosted={boosted} networkFee={networkFee} />
      <p className="mt-3 text-13 text-muted">
        {boosted
          ? 'The coin is boosted already: the time is added to what is left, as often as anybody pays for it.'
          : 'Anyone may boost a coin. The program takes the payment on the chain in one transaction; it is not given back.'}
      </p>
      {status === 'connected' && fee.isOffered && (
        <div className="mt-3">
          <PriorityFeeRow fee={fee} />
        </div>
      )}
      {status === 'connected' ? (
        <BoostButton
          collection={collection}
          networkFee={networkFee}
          label={boosted ? `Boost for ${time} more` : 'Boost now'}
          status={boost.status}
          onBoost={() => boost.start({ ...collection, priorityFeeLamports: fee.lamports }, onClose)}
        />
      ) : (
        <WalletButton size="lg" className="mt-5 w-full" />
      )}
    </Dialog>
  )
}

/** What the connected wallet has, and what it pays where it is the first to use the coin after an upgrade of the program. */
function useHeld({ id }: Collection): {
  readonly lamports: string | undefined
  readonly migrationLamports: bigint
} {
  const { status, address } = useWallet()
  const { data } = useWalletBalance(status === 'connected' ? address : undefined, id)
  return { lamports: data?.lamports, migrationLamports: BigInt(data?.coin?.migrationLamports ?? '0') }
}

function BoostLines({
  collection,
  boosted,
  networkFee,
}: Omit<BoostProps, 'onClose'> & { readonly networkFee: bigint }) {
  const { data: config } = useSiteConfig()
  const { lamports: held, migrationLamports } = useHeld(collection)
  const untilAfter = useClockText((nowMs) => formatExactTime(boostedUntilAfter(collection, nowMs)))
  return (
    <div className="rounded-input border border-line bg-ink p-4">
      <Lines>
        <Line term="Price" strong>
          <Sol lamports={collection.boostPriceLamports} />
          {config !== undefined && (
            <span translate="no" className="figures ml-2 font-normal text-muted">
              ≈ {formatMoney(dollarsOf(collection.boostPriceLamports, config.solUsd))}
            </span>
          )}
        </Line>
        <Line term={networkFee > NETWORK_FEE ? 'Network and priority fee' : 'Network fee'}>
          <Sol lamports={networkFee.toString()} />
        </Line>
        {migrationLamports > 0n && (
          <Line term="Upgrade of the coin’s account">
            <Sol lamports={migrationLamports.toString()} />
          </Line>
        )}
        <Line term="Time">
          {hoursText(collection.boostSeconds)}
          {boosted && ' more'}
        </Line>
        {boosted && collection.boostedUntil !== null && (
          <Line term="Boosted until">{formatExactTime(collection.boostedUntil)}</Line>
        )}
        <Line term={boosted ? 'And then until' : 'Boosted until'}>{untilAfter}</Line>
        {held !== undefined && (
          <Line term="Your balance">
            <Sol lamports={held} />
          </Line>
        )}
      </Lines>
    </div>
  )
}

/** Pays; says what it waits for, why it can't, and what came of it. */
function BoostButton({
  collection,
  networkFee,
  label,
  status,
  onBoost,
}: {
  readonly collection: Collection
  readonly networkFee: bigint
  readonly label: string
  readonly status: BoostStatus
  readonly onBoost: () => void
}) {
  const id = useId()
  const { lamports: held, migrationLamports } = useHeld(collection)
  const playMoney = usePlayMoney()
  const price = BigInt(collection.boostPriceLamports)
  const code =
    held === undefined
      ? undefined
      : spendingRefusal(lamports(BigInt(held)), price + networkFee + migrationLamports)
  const running = status?.phase === 'running' ? status : undefined
  return (
    <>
      <Button
        size="lg"
        className="mt-5 w-full"
        pending={running !== undefined}
        disabled={code !== undefined}
        aria-describedby={code === undefined ? undefined : `${id}-why`}
        onClick={onBoost}
      >
        {running ? 'Processing...' : label}
      </Button>
      <StepLine status={status} />
      {code !== undefined && (
        <div className="mt-2 flex flex-col gap-2">
          <p id={`${id}-why`} className="text-12 font-medium text-down">
            {errorRecord[code].sentence}
          </p>
          <PlayMoneyButton offer={playMoney} />
        </div>
      )}
      {status?.phase === 'failed' && (
        <p role="alert" className="mt-2 text-12 font-medium text-down">
          {status.failure.message || BOOST_FAILED}{' '}
          {status.failure.moved === 'unknown'
            ? 'It may still go through: look at your balance before you try again.'
            : status.failure.moved === 'fee'
              ? 'Only the network fee was charged.'
              : 'Nothing was paid.'}
        </p>
      )}
    </>
  )
}
