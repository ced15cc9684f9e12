// Runs the buys that were asked for with one click, through the same decision, flow and notices as the trade card. Where
// something is to be answered (a high price impact, a price that moved, a trade that nobody knows of) it asks in a dialog.
// Loaded with the first amount that is set; mounted beside the page, so that a buy goes on when its row is gone.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import { curveStateOf } from '../core/curve.ts'
import { errorRecord } from '../core/errors.ts'
import { useCollection } from '../index/queries.ts'
import type { SiteConfig } from '../site/contract.ts'
import { Sol } from '../ui/amounts.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Line, Lines } from '../ui/Lines.tsx'
import { showToast } from '../ui/toast.ts'
import { useHoldings, useWalletBalance } from '../wallet/balance.ts'
import { isRetryable } from '../wallet/flow-texts.ts'
import { GraduationNote, PriceImpact } from '../wallet/PriceImpact.tsx'
import { type AskedBuy, endQuickBuy, useAskedBuys } from '../wallet/quick/quick-buy.ts'
import { rememberedSlippageText } from '../wallet/slippage-memory.ts'
import { useWallet } from '../wallet/wallet.ts'
import { useLive } from '../wire/live.ts'
import { newerOf } from '../wire/records/newer.ts'
import { topicOfCoin } from '../wire/records/topics.ts'
import ImpactQuestion from './ImpactQuestion.tsx'
import { TRADE_FAILED, type TradeStatus, useTrade } from './queries.ts'
import { Received } from './Received.tsx'
import { decideTrade, impactLevel, type ShownTrade, type TradeDecision, type TradeQuote } from './rules.ts'
import TradeNotice from './TradeNotice.tsx'

type Site = SiteConfig | undefined

export default function QuickBuyHost({ site }: { readonly site: Site }) {
  const asked = useAskedBuys()
  return asked.map((buy) => <OneBuy key={buy.collection.id} buy={buy} site={site} />)
}

function OneBuy({
  buy: { collection: clicked, amountText },
  site,
}: {
  readonly buy: AskedBuy
  readonly site: Site
}) {
  const { id, name, symbol } = clicked
  useLive(topicOfCoin(id))
  const { data: read } = useCollection(id)
  const { address } = useWallet()
  const { isError } = useWalletBalance(address, id)
  const holdings = useHoldings(id)
  const collection = read === undefined ? clicked : newerOf(read, clicked)
  const trade = useTrade(collection, site, { failed: () => undefined })
  const now = { curve: curveStateOf(collection), holdings, paused: site?.paused === true }
  const [stage, setStage] = useState<'deciding' | 'asking' | 'trading'>('deciding')
  /** Decided once, and not again when the figures move. */
  const begun = useRef(false)

  const end = () => {
    trade.dismiss()
    endQuickBuy(id)
  }
  const fail = (description: string) => {
    showToast({
      title: `${symbol} was not bought`,
      description,
      tone: 'destructive',
      action: { label: 'Open the coin', href: `/trade/${id}` },
    })
    end()
  }
  const start = (shown: ShownTrade) => {
    setStage('trading')
    trade.start(shown, () => endQuickBuy(id))
  }
  const decision = decideTrade({
    side: 'BUY',
    amountText,
    slippagePercentText: rememberedSlippageText(),
    ...now,
  })

  const begin = useEffectEvent(() => {
    if (begun.current) return
    begun.current = true
    // A card of this coin has one under way, and tells of it.
    if (trade.isRunning) endQuickBuy(id)
    else if (decision.kind === 'refused') fail(refusalText(decision))
    // A card warns beside its button; here the warning is a question.
    else if (impactLevel(decision.quote.priceImpactBps) === 'small') start(decision.quote)
    else setStage('asking')
  })
  const isKnown = holdings !== undefined && site !== undefined
  useEffect(() => {
    if (isKnown) queueMicrotask(begin)
  }, [isKnown])

  const giveUp = useEffectEvent((why: string) => {
    if (!begun.current) fail(why)
  })
  useEffect(() => {
    if (address === undefined) giveUp('The wallet was disconnected. No money moved.')
    else if (isError) giveUp('The wallet’s balance could not be read. No money moved. Try again.')
  }, [address, isError])

  // What needs no answer is said once, and is over.
  const told = useEffectEvent(() => {
    const { status } = trade
    if (begun.current && status?.phase === 'failed' && !needsAnswer(status))
      fail(`${sentenceOf(status.failure.message || TRADE_FAILED)} ${MOVED[status.failure.moved]}`)
  })
  useEffect(() => {
    if (trade.status?.phase === 'failed') told()
  }, [trade.status])

  const quote = decision.kind === 'quote' ? decision.quote : undefined
  if (stage === 'asking' && quote !== undefined)
    return (
      <BuyDialog id={id} name={name} onClose={end}>
        <QuoteOf quote={quote} symbol={symbol} />
        <ImpactQuestion quote={quote} symbol={symbol} onYes={() => start(quote)} onNo={end} />
      </BuyDialog>
    )
  if (stage === 'trading' && trade.status !== undefined && needsAnswer(trade.status))
    return (
      <BuyDialog id={id} name={name} onClose={end}>
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

/** Something may be tried, or asked again; what the person said no to may not. */
const needsAnswer = (status: TradeStatus): boolean =>
  status.phase === 'moved' ||
  (status.phase === 'failed' && (status.failure.moved === 'unknown' || isRetryable(status.failure)))

const MOVED = {
  nothing: 'No money moved.',
  fee: 'Only the network fee was charged.',
  unknown: 'It may still go through.',
}
const sentenceOf = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function refusalText({ code, detail }: TradeDecision & { readonly kind: 'refused' }): string {
  const { sentence, remedy } = errorRecord[code]
  return detail ?? `${sentence} ${remedy}`
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
