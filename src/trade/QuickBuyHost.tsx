// Runs the buys that were asked for with one click, by the same decision, flow and notices as the trade card. Where something
// is to be answered (a high price impact, a price that moved, a trade that nobody knows of) it asks in a dialog. Loaded when
// quick buy is on; mounted beside the page, so that a buy goes on when its row is gone.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Sol } from '../ui/amounts.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Line, Lines } from '../ui/Lines.tsx'
import { GraduationNote, PriceImpact } from '../wallet/PriceImpact.tsx'
import { type AskedBuy, endQuickBuy, useAskedBuys } from '../wallet/quick/quick-buy.ts'
import ImpactQuestion from './ImpactQuestion.tsx'
import { Received } from './Received.tsx'
import type { TradeQuote } from './rules.ts'
import TradeNotice from './TradeNotice.tsx'
import { needsAnswer, type Site, useQuickBuyRun } from './use-quick-buy.ts'

export default function QuickBuyHost({ site }: { readonly site: Site }) {
  const asked = useAskedBuys()
  return asked.map((buy) => <OneBuy key={buy.collection.id} buy={buy} site={site} />)
}

function OneBuy({ buy, site }: { readonly buy: AskedBuy; readonly site: Site }) {
  const { id, name, symbol } = buy.collection
  const { stage, quote, trade, now, start, end, leave } = useQuickBuyRun(buy, site)
  if (stage === 'asking' && quote !== undefined)
    return (
      <BuyDialog id={id} name={name} onClose={end}>
        <QuoteOf quote={quote} symbol={symbol} />
        <ImpactQuestion quote={quote} symbol={symbol} onYes={() => start(quote)} onNo={end} />
      </BuyDialog>
    )
  if (stage === 'trading' && trade.status !== undefined && needsAnswer(trade.status))
    return (
      <BuyDialog id={id} name={name} onClose={leave}>
        <TradeNotice
          status={trade.status}
          now={now}
          symbol={symbol}
          transactionUrl={site?.explorerTransactionUrl ?? null}
          onStart={start}
          onCheck={(shown) => trade.checkAgain(shown, () => endQuickBuy(id))}
          onDismiss={end}
        />
      </BuyDialog>
    )
  return null
}

function BuyDialog({
  id,
  name,
  onClose,
  children,
}: {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog open onClose={onClose} title={`Quick buy of ${name}`}>
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
        {quote.side === 'BUY' && (
          <Line term="You pay">
            <Sol lamports={quote.inLamports.toString()} />
          </Line>
        )}
        <Line term="You receive about" strong>
          <Received of={quote} at="about" symbol={symbol} />
        </Line>
        <Line term={`At least, at ${Number(quote.slippageBps) / 100}% slippage`}>
          <Received of={quote} at="least" symbol={symbol} />
        </Line>
        <Line term="Price impact">
          <PriceImpact bps={quote.priceImpactBps} />
        </Line>
      </Lines>
      {quote.graduates && <GraduationNote />}
    </>
  )
}
