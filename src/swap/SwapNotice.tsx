// What became of the latest swap where it did not simply succeed, until it is dismissed: figures that changed, one that
// stopped half way, one that failed. Each says whether anything moved, and offers the one thing to try.
import { NFT_BASE_UNITS } from '../core/curve.ts'
import { errorRecord } from '../core/errors.ts'
import { Coins, Sol } from '../ui/amounts.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { SwapStatus } from './queries.ts'
import { isRetryable, type SwapFailure, type SwapOutcome } from './run.ts'
import { type AskedSwap, countText, numbersText, restOf, type WantedSwap } from './shown.ts'

interface SwapNoticeProps {
  readonly status: SwapStatus | undefined
  readonly symbol: string
  /** As it was shown. */
  readonly onStart: (asked: AskedSwap) => void
  /** At the costs of this moment. */
  readonly onAgain: (wanted: WantedSwap) => void
  readonly onDismiss: () => void
}

export function SwapNotice({ status, symbol, onStart, onAgain, onDismiss }: SwapNoticeProps) {
  if (status === undefined || status.phase === 'running') return null
  const { asked } = status
  if (status.phase === 'moved')
    return (
      <Notice actionLabel={MOVED_ACTION[asked.kind]} onAction={() => onStart(asked)} onDismiss={onDismiss}>
        <Moved asked={asked} />
      </Notice>
    )
  if (status.phase === 'partly') {
    const rest = restOf(asked, status.outcome.notSwapped)
    return (
      <Notice
        {...(rest === undefined
          ? {}
          : {
              actionLabel: rest.count === 1 ? 'Try the other one' : `Try the other ${rest.count}`,
              onAction: () => onAgain(rest),
            })}
        onDismiss={onDismiss}
      >
        <Partly asked={asked} outcome={status.outcome} symbol={symbol} />
      </Notice>
    )
  }
  const { failure } = status
  const { kind, chosen, mintNew, quote } = asked
  return (
    <Notice
      {...(isRetryable(failure.code)
        ? { actionLabel: 'Try again', onAction: () => onAgain({ kind, chosen, mintNew, count: quote.count }) }
        : {})}
      onDismiss={onDismiss}
    >
      <Failed failure={failure} />
    </Notice>
  )
}

const MOVED_ACTION = {
  capture: 'Capture at this cost',
  release: 'Release at this cost',
  buy: 'Buy at the new price',
  sell: 'Sell at the new price',
} as const

function Moved({ asked: { kind, quote } }: { readonly asked: AskedSwap }) {
  const total = <Sol lamports={quote.lamports.toString()} />
  const bound = <Sol lamports={quote.lamportsBound.toString()} />
  const rents = quote.rentLamports - quote.rentBackLamports + quote.networkFeeLamports
  return (
    <p>
      {kind === 'buy' || kind === 'sell' ? 'The price' : 'What it costs'} moved while you were deciding, and
      nothing was signed.{' '}
      {kind === 'buy' && (
        <>
          You would now pay about {total}, at most {bound}, and{' '}
        </>
      )}
      {kind === 'sell' && (
        <>
          You would now receive about {total}, at least {bound}, and pay{' '}
        </>
      )}
      {(kind === 'capture' || kind === 'release') && 'It would now take '}
      <Sol lamports={(rents > 0n ? rents : 0n).toString()} /> for rent and network.
    </p>
  )
}

const DID = { capture: 'Captured', release: 'Released', buy: 'Captured', sell: 'Released' } as const
const DID_NOT = {
  capture: 'Not captured',
  release: 'Not released',
  buy: 'Not captured',
  sell: 'Not sold',
} as const

function Partly({
  asked: { kind, chosen },
  outcome,
  symbol,
}: {
  readonly asked: AskedSwap
  readonly outcome: SwapOutcome & { readonly kind: 'partly' }
  readonly symbol: string
}) {
  const { swapped, notSwapped, uncertain, refusal, feeCharged } = outcome
  const numbers = (nfts: readonly { readonly index: number }[]) => numbersText(nfts.map(({ index }) => index))
  const coins = (count: number) => (
    <Coins baseUnits={(NFT_BASE_UNITS * BigInt(count)).toString()} symbol={symbol} />
  )
  // Numbers that were only offered are nobody's loss; chosen ones have names.
  const missing =
    chosen === undefined && kind !== 'release' ? countText(notSwapped.length) : numbers(notSwapped)
  return (
    <>
      <p>
        <span className="font-semibold">{DID[kind]}:</span> {numbers(swapped)}.{' '}
        {notSwapped.length > 0 && (
          <>
            <span className="font-semibold">{DID_NOT[kind]}:</span> {missing}.
          </>
        )}
      </p>
      {uncertain.length > 0 && (
        <p>
          <span className="font-semibold">Not known yet:</span> {numbers(uncertain)}. It may still go through;
          look at your NFTs before you try again.
        </p>
      )}
      <p className="text-muted">
        {uncertain.length === 0 && `${refusal.message} `}
        {kind === 'capture' && notSwapped.length > 0 && refusal.code !== 'insufficientBaseUnits' && (
          <>The {coins(notSwapped.length)} for the others are still in your wallet.</>
        )}
        {kind === 'release' && notSwapped.length > 0 && 'The others are still in your wallet.'}
        {kind === 'buy' && (
          <>
            You paid for all of them: {coins(notSwapped.length + uncertain.length)} for the others are in your
            wallet, and swap for NFTs or sell as they are.
          </>
        )}
        {kind === 'sell' && (
          <>
            The {coins(swapped.length)} of those released are in your wallet and were not sold. The other NFTs
            are still yours.
          </>
        )}
        {feeCharged && ' One network fee was charged for the attempt.'}
      </p>
    </>
  )
}

const MOVED = {
  nothing: 'Nothing was swapped, and nothing was charged.',
  fee: 'Nothing was swapped. Only the network fee was charged.',
  unknown: 'Look at your balance and your NFTs before you try again.',
}

function Failed({ failure: { stage, message, code, moved } }: { readonly failure: SwapFailure }) {
  // The server's own messages end with what to do.
  const remedy = stage === 'send' && code !== undefined && moved !== 'unknown' ? errorRecord[code].remedy : ''
  return (
    <>
      <p>{[message, remedy].filter((text) => text !== '').join(' ')}</p>
      {!message.includes('No money moved') && <p className="text-muted">{MOVED[moved]}</p>}
    </>
  )
}
