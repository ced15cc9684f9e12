// What a swap takes and brings, line by line, before it is signed.

import { type AskedSwap, countText, netLamports } from '@twinmint/sdk/actions/swap/quote-changes'
import type { SwapKind, SwapQuote } from '@twinmint/sdk/actions/swap/rules'
import { numbersText } from '@twinmint/sdk/core/figures'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Coins, Digits, Sol } from '../../ui/amounts.tsx'
import { Line, Lines, Nothing } from '../../ui/Lines.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { GraduationNote, PriceImpact, PriceImpactWarning } from '../../wallet/PriceImpact.tsx'
import { SlippageLine } from '../../wallet/SlippageLine.tsx'

interface SwapLinesProps {
  readonly kind: SwapKind
  /** Undefined while nothing is chosen. */
  readonly asked: AskedSwap | undefined
  readonly symbol: string
  readonly slippageText: string
}

export function SwapLines({ kind, asked, symbol, slippageText }: SwapLinesProps) {
  const quote = asked?.quote
  const sol = (amount: bigint | undefined) =>
    amount === undefined ? <Nothing /> : <Sol lamports={amount.toString()} />
  const coins =
    quote === undefined ? <Nothing /> : <Coins baseUnits={quote.baseUnits.toString()} symbol={symbol} />
  const nfts = <Nfts asked={asked} />
  const count = quote?.transactionCount ?? 1
  return (
    <div className="flex flex-col gap-2.5" aria-live="polite">
      <Lines>
        {kind === 'capture' && <Both pay={coins} receive={nfts} />}
        {kind === 'release' && <Both pay={nfts} receive={coins} />}
        {kind === 'buy' && (
          <>
            <Line term="You pay (estimate)" strong>
              {sol(quote?.lamports)}
            </Line>
            <SlippageLine term={`At most, at ${slippageText}% slippage`}>
              {sol(quote?.lamportsBound)}
            </SlippageLine>
            <Line term="You receive">{nfts}</Line>
            <Line term="Fee (none on buys)">{sol(quote?.feeLamports)}</Line>
          </>
        )}
        {kind === 'sell' && (
          <>
            <Line term="You give">{nfts}</Line>
            <Line term="You receive (estimate)" strong>
              {sol(quote?.lamports)}
            </Line>
            <SlippageLine term={`At least, at ${slippageText}% slippage`}>
              {sol(quote?.lamportsBound)}
            </SlippageLine>
            <Line term="Fee, taken from the above">{sol(quote?.feeLamports)}</Line>
          </>
        )}
        {(kind === 'buy' || kind === 'sell') && (
          <Line term="Price impact">
            <PriceImpact bps={quote?.priceImpactBps} />
          </Line>
        )}
        <Line term={<RentTerm />}>{sol(quote?.rentLamports)}</Line>
        {quote !== undefined && quote.rentBackLamports > 0n && (
          <Line term="Rent that comes back with it">
            <span className="text-up">
              <span aria-hidden="true">+</span>
              {sol(quote.rentBackLamports)}
            </span>
          </Line>
        )}
        <Line term={networkFeeTerm(asked?.priorityFeeLamports ?? 0n, count)}>
          {sol(quote?.networkFeeLamports)}
        </Line>
        <Total kind={kind} quote={quote} />
      </Lines>
      {count > 1 && (
        <p className="text-12 text-muted">
          One approval in your wallet signs all {count} transactions; they are sent one after another.
        </p>
      )}
      <PriceImpactWarning bps={quote?.priceImpactBps} />
      {quote?.graduates === true && <GraduationNote />}
    </div>
  )
}

function networkFeeTerm(priorityFeeLamports: bigint, count: number): string {
  const term = priorityFeeLamports > 0n ? 'Network and priority fee' : 'Network fee'
  return count > 1 ? `${term}, ${count} transactions` : term
}

/** Rents are more than what many NFTs cost: what leaves the wallet, or comes into it, in one figure. */
function Total({ kind, quote }: { readonly kind: SwapKind; readonly quote: SwapQuote | undefined }) {
  const net = quote && netLamports(kind, quote)
  const receives = net === undefined ? kind === 'sell' : net < 0n
  const size = net === undefined ? undefined : receives ? -net : net
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 font-semibold">
      <dt>{receives ? 'You receive in all' : 'You pay in all'}</dt>
      <dd>{size === undefined ? <Nothing /> : <Sol lamports={size.toString()} />}</dd>
    </div>
  )
}

function RentTerm() {
  return (
    <span className="inline-flex items-center gap-1">
      Account rent
      <Tooltip
        tap
        text="Solana’s deposit for every account that is made. A new NFT lives in two and keeps it; one out of the escrow, or given back, only moves from one account to another, and the deposit with it. Whoever uses a coin first after an upgrade of the program also pays for what the coin’s account grows by."
      >
        <button
          type="button"
          aria-label="What account rent is"
          className="relative flex size-5 items-center justify-center rounded-full text-faint hover:text-text pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
        >
          <Info size={14} aria-hidden="true" />
        </button>
      </Tooltip>
    </span>
  )
}

function Both({ pay, receive }: { readonly pay: ReactNode; readonly receive: ReactNode }) {
  return (
    <>
      <Line term="You give">{pay}</Line>
      <Line term="You receive" strong>
        {receive}
      </Line>
    </>
  )
}

function Nfts({ asked }: { readonly asked: AskedSwap | undefined }) {
  if (asked === undefined) return <Nothing />
  const { chosen, quote, mintCount } = asked
  if (chosen !== undefined) return <Digits>{numbersText(chosen, 5)}</Digits>
  return (
    <>
      {countText(quote.count)}
      <span className="font-normal text-muted">
        {mintCount === quote.count
          ? ', newly minted'
          : mintCount === 0
            ? ' from the escrow'
            : `, ${mintCount} newly minted`}
      </span>
    </>
  )
}
