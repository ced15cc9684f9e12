// What the trade card holds, what follows from it, and what can be done with it; web/wallet/use-flow.ts follows the trade itself.

import {
  decideTrade,
  type ShownTrade,
  type TradeDecision,
  type TradeQuote,
  type TradeSide,
  typedAmount,
} from '@twinmint/sdk/actions/trade/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { curveStateOf } from '@twinmint/sdk/core/curve'
import { useEffect, useRef, useState } from 'react'
import { useSiteConfig } from '../shared/queries.ts'
import { showToast } from '../ui/toasts/toast.ts'
import { useHoldings } from '../wallet/balance.ts'
import { type WalletOption, withDemoWallet } from '../wallet/connecting/options.ts'
import { useSubmitOnceConnected } from '../wallet/connecting/submit-once-connected.ts'
import { usePriorityFee } from '../wallet/fee/use-priority-fee.ts'
import { rememberSlippage, useSlippageText } from '../wallet/slippage-preference.ts'
import { useBuyMoment } from '../wallet/use-buy-moment.ts'
import { useWallet } from '../wallet/wallet.ts'
import { useTrade } from './queries.ts'

export const loadNotice = () => import('./TradeNotice.tsx')
export const loadQuestion = () => import('./ImpactQuestion.tsx')

export interface TradePanelProps {
  readonly collection: Collection
  readonly side: TradeSide
  readonly onSide: (side: TradeSide) => void
}

export type TradeCard = ReturnType<typeof useTradeCard>

/** What the card holds, what follows from it, and what can be done with it. */
export function useTradeCard({ collection, side, onSide }: TradePanelProps) {
  // An amount and a question belong to the side that they were typed for.
  const [typed, setTyped] = useState({ side, amountText: '' })
  const [askedSide, setAskedSide] = useState<TradeSide>()
  const amountText = typed.side === side ? typed.amountText : ''
  const isAsking = askedSide === side
  const setAsking = (asks: boolean) => setAskedSide(asks ? side : undefined)
  const slippageText = useSlippageText()
  const { data: config } = useSiteConfig()
  const { status: walletStatus, address } = useWallet()
  const holdings = useHoldings(collection.id)
  const trade = useTrade(collection, config)
  const priority = usePriorityFee(config, collection.id, 'trade')
  const { isGuarded, ...moment } = useBuyMoment(collection, address)

  const now = {
    curve: curveStateOf(collection),
    holdings,
    moment,
    paused: config?.paused === true,
    priorityFeeLamports: priority.lamports,
  }
  const decision = decideTrade({
    side,
    amount: typedAmount(side, amountText, collection.symbol),
    slippagePercentText: slippageText,
    ...now,
  })
  const quote = decision.kind === 'quote' ? decision.quote : undefined
  const typedQuote = useTypedQuote(`${side} ${amountText} ${isGuarded}`, quote)
  const isEmpty = !hasAmount(amountText)
  const isConnected = walletStatus === 'connected'
  const shownSide = useRef(side)
  useEffect(() => {
    // The answer to a trade is not about the other side's next one.
    if (shownSide.current !== side) trade.dismiss()
    shownSide.current = side
  })
  // All of the card, before a trade begins: so that a server that goes away meanwhile is told of, and breaks nothing.
  useEffect(() => {
    if (isConnected) for (const load of [loadNotice, loadQuestion]) load().catch(() => undefined)
  }, [isConnected])

  const change = (next: { readonly side?: TradeSide; readonly amountText: string }) => {
    // An answer to the trade before is not about this one.
    trade.dismiss()
    setAsking(false)
    setTyped({ side: next.side ?? side, amountText: next.amountText })
    if (next.side !== undefined) onSide(next.side)
  }
  /** What was traded; what was typed for the other side meanwhile stays. */
  const clear = (traded: TradeSide) =>
    setTyped((before) => (before.side === traded ? { side: traded, amountText: '' } : before))
  const run = (shown: ShownTrade) => {
    rememberSlippage(slippageText)
    setAsking(false)
    trade.start(shown, () => clear(shown.side))
  }
  const submit = () => {
    if (trade.isRunning) return
    if (quote !== undefined) {
      if (quote.impactLevel === 'confirmed') setAsking(true)
      else run(quote)
    } else if (isEmpty || (decision.kind === 'refused' && decision.code === 'amountZero'))
      showToast({ title: 'Invalid Amount', description: 'Please enter a valid amount', tone: 'destructive' })
  }
  const { isWaiting, onSubmit } = useSubmitOnceConnected(`${side} ${amountText}`, submit, walletToast)
  return {
    side,
    amountText,
    isEmpty,
    slippageText,
    priority,
    config,
    holdings,
    isConnected,
    isWaiting,
    now,
    decision,
    quote,
    isGuarded,
    typedQuote,
    trade,
    isAsking,
    setAsking,
    change,
    clear,
    run,
    onSubmit,
  }
}

export const isPaused = (decision: TradeDecision): boolean =>
  decision.kind === 'refused' && decision.code === 'paused'

/** The quote as it was when the amount was typed, until another one is. */
function useTypedQuote(key: string, quote: TradeQuote | undefined): TradeQuote | undefined {
  const [typed, setTyped] = useState<{ readonly key: string; readonly quote: TradeQuote | undefined }>({
    key,
    quote,
  })
  if (typed.key === key && (typed.quote !== undefined || quote === undefined)) return typed.quote
  setTyped({ key, quote })
  return quote
}

function hasAmount(text: string): boolean {
  return /[1-9]/.test(text) || /[^\d.,_\s]/.test(text)
}

function walletToast(wallets: readonly WalletOption[]) {
  return wallets.some(({ state }) => state === 'detected')
    ? ({
        title: 'Wallet Required',
        description: withDemoWallet('Please connect your Phantom wallet to start trading', wallets),
        tone: 'destructive',
      } as const)
    : ({
        title: 'Phantom Wallet Required',
        description: 'Phantom wallet not found. Please install Phantom wallet.',
        tone: 'destructive',
      } as const)
}
