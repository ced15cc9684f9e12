// Runs the trades that were asked for with one click, by the same decision, flow and notices as the trade card. Where something
// is to be answered (a high price impact, a surcharge, a price that moved, a trade that nobody knows of) it asks in a dialog. Loaded when
// quick buy is on, or with the first sell; mounted beside the page, so that a trade goes on when its row is gone.

import type { TradeQuote } from '@twinmint/sdk/actions/trade/rules'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Coins, Sol } from '../ui/amounts.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Line, Lines } from '../ui/Lines.tsx'
import { GraduationNote, PriceImpact } from '../wallet/PriceImpact.tsx'
import { type AskedTrade, endQuickTrade, useAskedTrades } from '../wallet/quick-trade/requests.ts'
import ImpactQuestion from './ImpactQuestion.tsx'
import { Received } from './Received.tsx'
import { SurchargeQuestion } from './SurchargeQuestion.tsx'
import TradeNotice from './TradeNotice.tsx'
import { isAsking, needsAnswer, type Site, useQuickTradeRun } from './use-quick-buy.ts'

export default function QuickBuyHost({ site }: { readonly site: Site }) {
  const asked = useAskedTrades()
  return asked.map((trade) => <OneTrade key={trade.collection.id} asked={trade} site={site} />)
}

function OneTrade({ asked, site }: { readonly asked: AskedTrade; readonly site: Site }) {
  const { id, name, symbol } = asked.collection
  const { stage, quote, trade, now, start, end, leave } = useQuickTradeRun(asked, site)
  const title = `Quick ${asked.side === 'BUY' ? 'buy' : 'sell'} of ${name}`
  const Ask = stage === 'asking about the surcharge' ? SurchargeQuestion : ImpactQuestion
  if (isAsking(stage) && quote !== undefined)
    return (
      <TradeDialog id={id} title={title} onClose={end}>
        <QuoteOf quote={quote} symbol={symbol} />
        <Ask quote={quote} symbol={symbol} onYes={() => start(quote)} onNo={end} />
      </TradeDialog>
    )
  if (stage === 'trading' && trade.status !== undefined && needsAnswer(trade.status))
    return (
      <TradeDialog id={id} title={title} onClose={leave}>
        <TradeNotice
          status={trade.status}
          now={now}
          symbol={symbol}
          transactionUrl={site?.explorerTransactionUrl ?? null}
          onStart={start}
          onCheck={(shown) => trade.checkAgain(shown, () => endQuickTrade(id))}
          onDismiss={end}
        />
      </TradeDialog>
    )
  return null
}

function TradeDialog({
  id,
  title,
  onClose,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="flex flex-col gap-3">
        {children}
        <Link href={`/trade/${id}`} onClick={onClose} className={buttonClass('ghost', 'sm', 'self-start')}>
          Open the coin
        </Link>
      </div>
    </Dialog>
  )
}

/** What the card would show. */
function QuoteOf({ quote, symbol }: { readonly quote: TradeQuote; readonly symbol: string }) {
  return (
    <>
      <Lines>
        {quote.side === 'BUY' ? (
          <Line term="You pay">
            <Sol lamports={quote.inLamports.toString()} />
          </Line>
        ) : (
          <Line term="You sell">
            <Coins baseUnits={quote.inBaseUnits.toString()} symbol={symbol} />
          </Line>
        )}
        <Line term="You receive about" strong>
          <Received of={quote} at="about" symbol={symbol} />
        </Line>
        <Line term={`At least, at ${Number(quote.slippageBps) / 100}% slippage`}>
          <Received of={quote} at="least" symbol={symbol} />
        </Line>
        {quote.surchargeLamports > 0n && (
          <Line term="Surcharge, locked for ever">
            <Sol lamports={quote.surchargeLamports.toString()} />
          </Line>
        )}
        <Line term="Price impact">
          <PriceImpact bps={quote.priceImpactBps} />
        </Line>
      </Lines>
      {quote.graduates && <GraduationNote />}
    </>
  )
}
