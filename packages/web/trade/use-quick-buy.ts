// One trade of one click: decided once by the rules of the trade card when the wallet's balance is known, then started, asked
// about, or refused with a sentence. A sell takes its share of what the chain says after the click.

import {
  decideTrade,
  exactAmount,
  type ShownTrade,
  shareOfBalance,
  surchargeBps,
  type TradeQuote,
  type TradeSide,
} from '@twinmint/sdk/actions/trade/rules'
import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { newerOf } from '@twinmint/sdk/api/records/newer'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import { curveStateOf } from '@twinmint/sdk/core/curve'
import { baseUnits, coinText } from '@twinmint/sdk/core/money'
import { SURCHARGE_ASK_BPS } from '@twinmint/sdk/core/surcharge'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '../data/live.ts'
import { useCollection } from '../shared/coin-queries.ts'
import { showToast } from '../ui/toasts/toast.ts'
import { type Holdings, useHoldings, useWalletBalance } from '../wallet/balance.ts'
import { usePriorityFee } from '../wallet/fee/use-priority-fee.ts'
import { isRetryable } from '../wallet/flow-texts.ts'
import { type AskedTrade, endQuickTrade, onCancelQuickTrade } from '../wallet/quick-trade/requests.ts'
import { rememberedSlippageText } from '../wallet/slippage-preference.ts'
import { useBuyMoment } from '../wallet/use-buy-moment.ts'
import { useWallet } from '../wallet/wallet.ts'
import { type TradeStatus, useTrade } from './queries.ts'
import { failureText, refusalText } from './words.ts'

export type Site = SiteConfig | undefined

/** Later than this a trade is not what was clicked. */
const DECIDED_WITHIN_MS = 10_000
/** The least is paid to be first where the server has not said in time what others pay. */
const PRICED_WITHIN_MS = 2_000
const TOO_LATE = 'The server did not answer in time. No money moved.'
const NOT_READ = 'The wallet’s balance could not be read. No money moved. Try again.'
const DISCONNECTED = 'The wallet was disconnected. No money moved.'
const OTHER_WALLET = 'Another wallet is connected now. No money moved.'

/** All of it is told here, or asked about in a dialog. */
const TOLD_HERE = { failed: () => undefined, moved: () => undefined, keeps: () => true }

export function useQuickTradeRun(asked: AskedTrade, site: Site) {
  const { collection: clicked, side, askedAtMs, walletAddress } = asked
  const { id, symbol } = clicked
  const { address } = useWallet()
  const balance = useWalletBalance(address, id)
  const { collection, now, isPricing } = useCoinNow(clicked, site, address)
  const trade = useTrade(collection, site, TOLD_HERE)
  const [stage, setStage] = useState<'deciding' | QuickQuestion | 'trading'>('deciding')
  /** Decided once, and not again when the figures move. */
  const begun = useRef(false)

  const end = () => {
    // What a card tells of the trade before is not this one's to dismiss.
    if (stage === 'trading') trade.dismiss()
    endQuickTrade(id)
  }
  /** One of which nobody knows goes on being told by the coin's card. */
  const leave = () => (isUnknown(trade.status) ? endQuickTrade(id) : end())
  const fail = (description: string, failed: TradeSide = side) => {
    showToast({
      title: `${symbol} was not ${failed === 'BUY' ? 'bought' : 'sold'}`,
      description,
      tone: 'destructive',
      action: { label: 'Open the coin', href: `/trade/${id}` },
    })
    end()
  }
  const lostWallet = lostWalletText(address, walletAddress)
  const start = (shown: ShownTrade) => {
    if (lostWallet !== undefined) return fail(lostWallet)
    setStage('trading')
    trade.start(shown, () => endQuickTrade(id))
  }
  const decision = decideTrade({
    side,
    amount: exactAmount(side, amountTextOf(asked, now.holdings)),
    slippagePercentText: rememberedSlippageText(),
    ...now,
  })

  const begin = useEffectEvent(() => {
    if (begun.current) return
    begun.current = true
    // A card of this coin has one under way, and tells of it.
    if (trade.isRunning) endQuickTrade(id)
    // The one before may still go through: that is answered first.
    else if (isUnknown(trade.status)) setStage('trading')
    // A timer of a page that slept may come after this.
    else if (Date.now() - askedAtMs >= DECIDED_WITHIN_MS) fail(TOO_LATE)
    else if (lostWallet !== undefined) fail(lostWallet)
    else if (decision.kind === 'refused') fail(refusalText(decision))
    // A card warns beside its button; here the warning is a question.
    else {
      const question = questionOf(decision.quote)
      if (question === undefined) start(decision.quote)
      else setStage(question)
    }
  })
  const isPriced = useHasPassed(askedAtMs + PRICED_WITHIN_MS) || !isPricing
  // What was known before the click may be of before the trade before.
  const isKnown = side === 'BUY' || balance.dataUpdatedAt > askedAtMs
  const readNow = useEffectEvent(() => void balance.refetch())
  useEffect(() => {
    if (side === 'SELL') readNow()
  }, [side])
  const { isError } = balance
  const isReady = now.holdings !== undefined && isKnown && site !== undefined && isPriced
  useEffect(() => {
    if (isReady) queueMicrotask(begin)
  }, [isReady])

  const isLate = useHasPassed(askedAtMs + DECIDED_WITHIN_MS)
  useWhy(lostWallet ?? (isError ? NOT_READ : isLate ? TOO_LATE : undefined), (why) => {
    if (begun.current) return
    begun.current = true
    fail(why)
  })

  // What was asked about can be done no more: others traded, or the wallet's SOL, or the wallet itself, went elsewhere.
  const refused = decision.kind === 'refused' ? refusalText(decision) : undefined
  useWhy(isAsking(stage) ? (lostWallet ?? refused) : undefined, (why) => fail(why))

  // What needs no answer is said once, and is over.
  const told = useEffectEvent(() => {
    const { status } = trade
    if (begun.current && status?.phase === 'failed' && !needsAnswer(status))
      fail(failureText(status.failure), status.shown.side)
  })
  useEffect(() => {
    if (trade.status?.phase === 'failed') told()
  }, [trade.status])

  useCancelling(id, trade.status, end)
  const quote = decision.kind === 'quote' ? decision.quote : undefined
  return { stage, quote, trade, now, start, end, leave }
}

/** For the button that was pressed. */
function useCancelling(id: string, status: TradeStatus | undefined, end: () => void): void {
  const cancel = useEffectEvent(() => {
    if (status?.phase === 'running') status.cancel?.()
    else end()
  })
  useEffect(() => onCancelQuickTrade(id, () => cancel()), [id])
}

type QuickQuestion = 'asking about the price' | 'asking about the surcharge'

/** What a click is asked before it spends; the surcharge first, which waiting lowers. */
function questionOf(quote: TradeQuote): QuickQuestion | undefined {
  if (surchargeBps(quote) > SURCHARGE_ASK_BPS) return 'asking about the surcharge'
  return quote.impactLevel === 'small' ? undefined : 'asking about the price'
}

export const isAsking = (stage: string): boolean => stage.startsWith('asking')

const lostWalletText = (address: string | undefined, askedBy: string): string | undefined =>
  address === askedBy ? undefined : address === undefined ? DISCONNECTED : OTHER_WALLET

const amountTextOf = (asked: AskedTrade, holdings: Holdings | undefined): string =>
  asked.side === 'BUY'
    ? asked.amountText
    : coinText(baseUnits(shareOfBalance('SELL', asked.percent, holdings)))

/** What a trade is decided by, and whether the fees that others pay are still on their way. */
function useCoinNow(clicked: ListedCoin, site: Site, address: string | undefined) {
  const { id } = clicked
  useLive(topicOfCoin(id))
  const { data: read } = useCollection(id)
  const holdings = useHoldings(id)
  const priority = usePriorityFee(site, id, 'trade')
  const collection = read === undefined ? clicked : newerOf(read, clicked)
  const { isGuarded: _isGuarded, ...moment } = useBuyMoment(collection, address)
  const now = {
    curve: curveStateOf(collection),
    holdings,
    moment,
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

/** Calls `giveUp` with why, as soon as there is a reason. */
function useWhy(why: string | undefined, giveUp: (why: string) => void): void {
  const act = useEffectEvent(giveUp)
  useEffect(() => {
    if (why !== undefined) act(why)
  }, [why])
}

function useHasPassed(atMs: number): boolean {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), atMs - Date.now())
    return () => clearTimeout(timer)
  }, [atMs])
  return hasPassed
}
