// One buy of one click: decided once by the rules of the trade card when the wallet's balance is known, then started, asked
// about, or refused with a sentence.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { curveStateOf } from '../core/curve.ts'
import { useCollection } from '../index/queries.ts'
import type { SiteConfig } from '../site/contract.ts'
import { showToast } from '../ui/toast.ts'
import { useHoldings, useWalletBalance } from '../wallet/balance.ts'
import { usePriorityFee } from '../wallet/fee/use-priority-fee.ts'
import { isRetryable } from '../wallet/flow-texts.ts'
import { type AskedBuy, endQuickBuy } from '../wallet/quick/quick-buy.ts'
import { rememberedSlippageText } from '../wallet/slippage-memory.ts'
import { useWallet } from '../wallet/wallet.ts'
import { useLive } from '../wire/live.ts'
import type { Collection } from '../wire/records/coin.ts'
import { newerOf } from '../wire/records/newer.ts'
import { topicOfCoin } from '../wire/records/topics.ts'
import { type TradeStatus, useTrade } from './queries.ts'
import { decideTrade, impactLevel, type ShownTrade, type TradeSide } from './rules.ts'
import { failureText, refusalText } from './words.ts'

export type Site = SiteConfig | undefined

/** Later than this a buy is not what was clicked. */
const DECIDED_WITHIN_MS = 10_000
/** The least is paid to be first where the server has not said in time what others pay. */
const PRICED_WITHIN_MS = 2_000
const TOO_LATE = 'The server did not answer in time. No money moved.'

/** All of it is told here, or asked about in a dialog. */
const TOLD_HERE = { failed: () => undefined, moved: () => undefined, keeps: () => true }

export function useQuickBuyRun({ collection: clicked, amountText, askedAtMs }: AskedBuy, site: Site) {
  const { id, symbol } = clicked
  const { address } = useWallet()
  const { isError } = useWalletBalance(address, id)
  const { collection, now, isPricing } = useCoinNow(clicked, site)
  const trade = useTrade(collection, site, TOLD_HERE)
  const [stage, setStage] = useState<'deciding' | 'asking' | 'trading'>('deciding')
  /** Decided once, and not again when the figures move. */
  const begun = useRef(false)

  const end = () => {
    // What a card tells of the trade before is not this one's to dismiss.
    if (stage === 'trading') trade.dismiss()
    endQuickBuy(id)
  }
  /** One of which nobody knows goes on being told by the coin's card. */
  const leave = () => (isUnknown(trade.status) ? endQuickBuy(id) : end())
  const fail = (description: string, side: TradeSide = 'BUY') => {
    showToast({
      title: `${symbol} was not ${side === 'BUY' ? 'bought' : 'sold'}`,
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
    // The one before may still go through: that is answered first.
    else if (isUnknown(trade.status)) setStage('trading')
    // A timer of a page that slept may come after this.
    else if (Date.now() - askedAtMs >= DECIDED_WITHIN_MS) fail(TOO_LATE)
    else if (decision.kind === 'refused') fail(refusalText(decision))
    // A card warns beside its button; here the warning is a question.
    else if (impactLevel(decision.quote.priceImpactBps) === 'small') start(decision.quote)
    else setStage('asking')
  })
  const isPriced = useHasPassed(askedAtMs + PRICED_WITHIN_MS) || !isPricing
  const isReady = now.holdings !== undefined && site !== undefined && isPriced
  useEffect(() => {
    if (isReady) queueMicrotask(begin)
  }, [isReady])

  const isLate = useHasPassed(askedAtMs + DECIDED_WITHIN_MS)
  const giveUp = useEffectEvent((why: string) => {
    if (begun.current) return
    begun.current = true
    fail(why)
  })
  useEffect(() => {
    if (address === undefined) giveUp('The wallet was disconnected. No money moved.')
    else if (isError) giveUp('The wallet’s balance could not be read. No money moved. Try again.')
    else if (isLate) giveUp(TOO_LATE)
  }, [address, isError, isLate])

  // What was asked about can be done no more: others traded, or the wallet's SOL went elsewhere.
  const lost = stage === 'asking' && decision.kind === 'refused' ? refusalText(decision) : undefined
  const giveUpAsking = useEffectEvent((why: string) => fail(why))
  useEffect(() => {
    if (lost !== undefined) giveUpAsking(lost)
  }, [lost])

  // What needs no answer is said once, and is over.
  const told = useEffectEvent(() => {
    const { status } = trade
    if (begun.current && status?.phase === 'failed' && !needsAnswer(status))
      fail(failureText(status.failure), status.shown.side)
  })
  useEffect(() => {
    if (trade.status?.phase === 'failed') told()
  }, [trade.status])

  const quote = decision.kind === 'quote' ? decision.quote : undefined
  return { stage, quote, trade, now, start, end, leave }
}

/** What a buy is decided by, and whether the fees that others pay are still on their way. */
function useCoinNow(clicked: Collection, site: Site) {
  const { id } = clicked
  useLive(topicOfCoin(id))
  const { data: read } = useCollection(id)
  const holdings = useHoldings(id)
  const priority = usePriorityFee(site, id, 'trade')
  const collection = read === undefined ? clicked : newerOf(read, clicked)
  const now = {
    curve: curveStateOf(collection),
    holdings,
    paused: site?.paused === true,
    priorityFeeLamports: priority.lamports,
  }
  return { collection, now, isPricing: priority.isPending }
}

/** Something may be tried, or asked again; what the person said no to may not. */
export const needsAnswer = (status: TradeStatus): boolean =>
  status.phase === 'moved' || isUnknown(status) || (status.phase === 'failed' && isRetryable(status.failure))

const isUnknown = (status: TradeStatus | undefined): boolean =>
  status?.phase === 'failed' && status.failure.moved === 'unknown'

function useHasPassed(atMs: number): boolean {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), atMs - Date.now())
    return () => clearTimeout(timer)
  }, [atMs])
  return hasPassed
}
