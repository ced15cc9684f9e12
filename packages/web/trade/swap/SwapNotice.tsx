// What became of the latest swap, until it is dismissed: what it swapped, figures that changed, one that stopped half way,
// one that failed. Each says whether anything moved, and offers the one thing to try.

import type { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import {
  type AskedSwap,
  countText,
  restOf,
  type SwapEnd,
  swapEnd,
  type WantedSwap,
} from '@twinmint/sdk/actions/swap/quote-changes'
import type { SwapKind } from '@twinmint/sdk/actions/swap/rules'
import type { SwapSteps } from '@twinmint/sdk/actions/swap/verify'
import type { ConfirmedSwap } from '@twinmint/sdk/api/swap/contract'
import { NFT_BASE_UNITS } from '@twinmint/sdk/core/curve'
import { SAYS_NOTHING_MOVED } from '@twinmint/sdk/core/errors'
import { numbersText } from '@twinmint/sdk/core/figures'
import { Coins, Sol } from '../../ui/amounts.tsx'
import { FlowNotice, type NoticeWords } from '../../wallet/FlowNotice.tsx'
import { isRetryable, saidOf } from '../../wallet/flow-texts.ts'
import { walletStore } from '../../wallet/wallet.ts'
import type { SwapStatus } from './queries.ts'
import { failureToast, submissionToast, successToast } from './swap-texts.ts'

interface SwapNoticeProps {
  readonly status: SwapStatus
  readonly transactionUrl: string | null
  readonly symbol: string
  /** As it was shown. */
  readonly onStart: (asked: AskedSwap) => void
  /** At the costs of this moment. */
  readonly onAgain: (wanted: WantedSwap) => void
  readonly onDismiss: () => void
}

export function SwapNotice(props: SwapNoticeProps) {
  return (
    <FlowNotice
      status={props.status}
      words={wordsOf(props)}
      transactionUrl={props.transactionUrl}
      onDismiss={props.onDismiss}
    />
  )
}

const wordsOf = ({
  symbol,
  onStart,
  onAgain,
  status,
}: SwapNoticeProps): NoticeWords<AskedSwap, SwapSteps, ConfirmedSwap> => ({
  receipt: (outcome) => {
    const { title, description, signature } = successToast(status.shown, outcome, symbol)
    return { title: `${title}.`, body: description, signature }
  },
  moved: (offered) => ({
    body: <Moved asked={offered} />,
    action: { label: MOVED_ACTION[offered.kind], act: () => onStart(offered) },
  }),
  partly: (outcome, stopped, asked) => {
    const end = swapEnd(outcome)
    const rest = restOf(asked, end.notSwapped)
    return {
      body: <Partly asked={asked} end={end} stopped={stopped} symbol={symbol} />,
      action: rest && {
        label: rest.count === 1 ? 'Try the other one' : `Try the other ${rest.count}`,
        act: () => onAgain(rest),
      },
    }
  },
  failed: (failure, { kind, chosen, mintNew, quote }) => ({
    body: <Failed kind={kind} failure={failure} />,
    action: isRetryable(failure)
      ? { label: 'Try again', act: () => onAgain({ kind, chosen, mintNew, count: quote.count }) }
      : undefined,
  }),
})

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
  end: { swapped, notSwapped, uncertain },
  stopped,
  symbol,
}: {
  readonly asked: AskedSwap
  readonly end: SwapEnd
  readonly stopped: SigningFailure
  readonly symbol: string
}) {
  const numbers = (nfts: readonly { readonly edition: number }[]) =>
    numbersText(nfts.map(({ edition }) => edition))
  const coins = (count: number) => (
    <Coins baseUnits={(NFT_BASE_UNITS * BigInt(count)).toString()} symbol={symbol} />
  )
  // Numbers that were only offered are nobody's loss; chosen ones have names.
  const missing =
    chosen === undefined && kind !== 'release' ? countText(notSwapped.length) : numbers(notSwapped)
  return (
    <>
      <p className="font-semibold">{submissionToast(stopped).title}</p>
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
        {uncertain.length === 0 && `${submissionToast(stopped).description} `}
        {kind === 'capture' && notSwapped.length > 0 && stopped.code !== 'insufficientBaseUnits' && (
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
        {stopped.moved === 'fee' && ' One network fee was charged for the attempt.'}
      </p>
    </>
  )
}

const MOVED = {
  nothing: 'Nothing was swapped, and nothing was charged.',
  fee: 'Nothing was swapped. Only the network fee was charged.',
  unknown: 'Look at your balance and your NFTs before you try again.',
}

function Failed({ kind, failure }: { readonly kind: SwapKind; readonly failure: SigningFailure }) {
  const { stage, code, moved } = failure
  const { title, description } = failureToast(kind, failure, walletStore.state.wallets)
  // Of what was prepared the server's own message ends with what to do.
  const remedy = stage === 'send' && moved !== 'unknown' ? saidOf(failure).remedy : ''
  return (
    <>
      <p className="font-semibold">{title}</p>
      <p>{`${description} ${remedy}`.trim()}</p>
      {!(code !== undefined && SAYS_NOTHING_MOVED.has(code)) && <p className="text-muted">{MOVED[moved]}</p>}
    </>
  )
}
