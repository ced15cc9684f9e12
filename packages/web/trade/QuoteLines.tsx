// What a trade would do, line by line, before it is signed; it follows the curve, and says when it has moved.

import { outChangeBps, outText, type TradeQuote, type TradeSide } from '@twinmint/sdk/actions/trade/rules'
import { bpsPercentText } from '@twinmint/sdk/core/figures'
import type { BaseUnits, Lamports } from '@twinmint/sdk/core/money'
import { PRICE_IMPACT_CONFIRM_BPS, PRICE_IMPACT_WARNING_BPS } from '@twinmint/sdk/core/slippage'
import { Info, TrendingDown, TrendingUp } from 'lucide-react'
import { Digits, Flash, Sol } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatCoins, formatPercent, formatSol } from '../ui/format.ts'
import { Line, Lines, Nothing } from '../ui/Lines.tsx'
import { useDebounced } from '../ui/steady.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { GraduationNote, PriceImpact, PriceImpactWarning } from '../wallet/PriceImpact.tsx'
import { SlippageLine } from '../wallet/SlippageLine.tsx'
import { Received } from './Received.tsx'

export interface QuoteLinesProps {
  readonly quote: TradeQuote | undefined
  /** As it was when the amount was typed. */
  readonly typedQuote: TradeQuote | undefined
  /** The launch guard lets a buy bring more every second, which is no move of the price. */
  readonly isGuarded: boolean
  readonly side: TradeSide
  readonly symbol: string
  readonly slippageText: string
  readonly sellFeeBps: number
  /** The price impact is being asked about, which says more than a warning. */
  readonly isAsked: boolean
}

export function QuoteLines(props: QuoteLinesProps) {
  const { quote, typedQuote, isGuarded, side, symbol, slippageText, sellFeeBps, isAsked } = props
  const buys = side === 'BUY'
  const sol = (amount: bigint | undefined) =>
    amount === undefined ? <Nothing /> : <Sol lamports={amount.toString()} />
  return (
    <div className="flex flex-col gap-2.5">
      <Lines>
        <Line term="You receive about" strong>
          {quote !== undefined && !(buys && isGuarded) && <Moved from={typedQuote} to={quote} />}
          <Flash value={quote === undefined ? '0' : outText(quote)}>
            <Received of={quote} at="about" symbol={symbol} />
          </Flash>
        </Line>
        <SlippageLine term={`At least, at ${slippageText}% slippage`}>
          <Received of={quote} at="least" symbol={symbol} />
        </SlippageLine>
        <Line term={buys ? 'Fee (none on buys)' : `Fee of ${sellFeeBps / 100}%, taken from the above`}>
          {sol(quote?.feeLamports)}
        </Line>
        <Line
          term={
            <Explained
              term="Price impact"
              label="What price impact is"
              text={`How much worse the price of this trade is than the price before it, because the trade itself moves it; a surcharge of the launch guard is not in it. From ${bpsPercentText(PRICE_IMPACT_WARNING_BPS)} on the card warns; from ${bpsPercentText(PRICE_IMPACT_CONFIRM_BPS)} on it asks twice.`}
            />
          }
        >
          <PriceImpact bps={quote?.priceImpactBps} />
        </Line>
        {quote !== undefined && quote.rentLamports > (quote.migrationLamports ?? 0n) && (
          <Line
            term={
              <Explained
                term="Account rent"
                label="What account rent is"
                text={`Solana’s deposit for the account that keeps your ${symbol}: only the first buy pays it, and it comes back when the empty account is closed.`}
              />
            }
          >
            {sol(quote.rentLamports - (quote.migrationLamports ?? 0n))}
          </Line>
        )}
        {(quote?.migrationLamports ?? 0n) > 0n && (
          <Line
            term={
              <Explained
                term="Upgrade of the coin’s account"
                label="What the upgrade of the coin’s account is"
                text={`The program has a new version, and nobody has used ${symbol} since. Whoever does so first pays Solana’s deposit for what its account grows by, once for all.`}
              />
            }
          >
            {sol(quote?.migrationLamports)}
          </Line>
        )}
        <Line term={(quote?.priorityFeeLamports ?? 0n) > 0n ? 'Network and priority fee' : 'Network fee'}>
          {sol(quote?.networkFeeLamports)}
        </Line>
      </Lines>
      {!isAsked && <PriceImpactWarning bps={quote?.priceImpactBps} />}
      {quote?.graduates === true && <GraduationNote />}
      <Spoken quote={typedQuote} symbol={symbol} />
    </div>
  )
}

/** Smaller moves than a tenth of a percent are noise. */
const MOVED_BPS = 10n

/** A price that moved since the amount was typed is marked where the figure is read. */
function Moved({ from, to }: { readonly from: TradeQuote | undefined; readonly to: TradeQuote }) {
  const change = from === undefined ? 0n : outChangeBps(from, to)
  if (change > -MOVED_BPS && change < MOVED_BPS) return null
  const less = change < 0n
  const Icon = less ? TrendingDown : TrendingUp
  return (
    <span
      title="Since you typed the amount the price has moved"
      className={classNames(
        'mr-2 inline-flex items-center gap-1 text-12 font-normal',
        less ? 'text-down' : 'text-up',
      )}
    >
      <Icon size={12} aria-hidden="true" />
      <Digits>{formatPercent(Number(change) / 100, { signed: true })}</Digits>
      <span className="sr-only"> since you typed it</span>
    </span>
  )
}

function Explained({
  term,
  label,
  text,
}: {
  readonly term: string
  readonly label: string
  readonly text: string
}) {
  return (
    <span className="inline-flex items-center gap-1">
      {term}
      <Tooltip tap text={text}>
        <button
          type="button"
          aria-label={label}
          className="relative flex size-5 items-center justify-center rounded-full text-faint hover:text-text pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
        >
          <Info size={14} aria-hidden="true" />
        </button>
      </Tooltip>
    </span>
  )
}

const SPOKEN_AFTER_MS = 700

/** What the lines say to who can't see them, when the typing pauses: not with every trade of others. */
function Spoken({ quote, symbol }: { readonly quote: TradeQuote | undefined; readonly symbol: string }) {
  const text = useDebounced(quote === undefined ? '' : spokenQuote(quote, symbol), SPOKEN_AFTER_MS)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

function spokenQuote(quote: TradeQuote, symbol: string): string {
  const coins = (amount: BaseUnits) => `${formatCoins(amount.toString())} ${symbol}`
  const sol = (amount: Lamports) => `${formatSol(amount.toString())} SOL`
  const [about, least] =
    quote.side === 'BUY'
      ? [coins(quote.outBaseUnits), coins(quote.outBaseUnitsMin)]
      : [sol(quote.outLamports), sol(quote.outLamportsMin)]
  const locked =
    quote.surchargeLamports > 0n ? ` ${sol(quote.surchargeLamports)} are surcharge, locked for ever.` : ''
  return `You receive about ${about}, at least ${least}.${locked} Price impact ${formatPercent(Number(quote.priceImpactBps) / 100)}.`
}
