// What a swap takes and brings, line by line, before it is signed.
import type { ReactNode } from 'react'
import { Coins, Sol } from '../ui/amounts.tsx'
import { GraduationNote, Line, Lines, Nothing, PriceImpact, PriceImpactWarning } from '../ui/Lines.tsx'
import type { SwapKind } from './rules.ts'
import { type AskedSwap, countText, numbersText } from './shown.ts'

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
    <div className="flex flex-col gap-3" aria-live="polite">
      <Lines>
        {kind === 'capture' && <Both pay={coins} receive={nfts} />}
        {kind === 'release' && <Both pay={nfts} receive={coins} />}
        {kind === 'buy' && (
          <>
            <Line term="You pay (estimate)" strong>
              {sol(quote?.lamports)}
            </Line>
            <Line term={`At most, at ${slippageText}% slippage`}>{sol(quote?.lamportsBound)}</Line>
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
            <Line term={`At least, at ${slippageText}% slippage`}>{sol(quote?.lamportsBound)}</Line>
            <Line term="Fee, taken from the above">{sol(quote?.feeLamports)}</Line>
          </>
        )}
        {(kind === 'buy' || kind === 'sell') && (
          <Line term="Price impact">
            <PriceImpact bps={quote?.priceImpactBps} />
          </Line>
        )}
        <Line term="Account rent">{sol(quote?.rentLamports)}</Line>
        {quote !== undefined && quote.rentBackLamports > 0n && (
          <Line term="Rent that comes back with it">
            <span className="text-up">
              <span aria-hidden="true">+</span>
              {sol(quote.rentBackLamports)}
            </span>
          </Line>
        )}
        <Line term={count > 1 ? `Network fee, ${count} transactions` : 'Network fee'}>
          {sol(quote?.networkFeeLamports)}
        </Line>
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
  if (chosen !== undefined) return <span className="figures">{numbersText(chosen, 5)}</span>
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
