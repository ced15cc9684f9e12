// One buy of one click: decided once by the rules of the trade card when the wallet's balance is known, then started, asked
// about, or refused with a sentence.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { curveStateOf } from '../core/curve.ts'
import { errorRecord } from '../core/errors.ts'
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
import { newerOf } from '../wire/records/newer.ts'
import { topicOfCoin } from '../wire/records/topics.ts'
import { TRADE_FAILED, type TradeStatus, useTrade } from './queries.ts'
import { decideTrade, impactLevel, type ShownTrade, type TradeDecision } from './rules.ts'

export type Site = SiteConfig | undefined

export function useQuickBuyRun({ collection: clicked, amountText }: AskedBuy, site: Site) {
  const { id, symbol } = clicked
  useLive(topicOfCoin(id))
  const { data: read } = useCollection(id)
  const { address } = useWallet()
  const { isError } = useWalletBalance(address, id)
  const holdings = useHoldings(id)
  const collection = read === undefined ? clicked : newerOf(read, clicked)
  const trade = useTrade(collection, site, { failed: () => undefined })
  const priority = usePriorityFee(site, id, 'trade')
  const now = {
    curve: curveStateOf(collection),
    holdings,
    paused: site?.paused === true,
    priorityFeeLamports: priority.lamports,
  }
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
      fail(`${sentenceOf(status.failure.message || TRADE_FAILED)} ${MOVED[status.failure.moved]}`)
  })
  useEffect(() => {
    if (trade.status?.phase === 'failed') told()
  }, [trade.status])

  const quote = decision.kind === 'quote' ? decision.quote : undefined
  return { stage, quote, trade, now, start, end }
}

/** Something may be tried, or asked again; what the person said no to may not. */
export const needsAnswer = (status: TradeStatus): boolean =>
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
