// Trades as the page follows them, and what it says of them.

import type { ShownTrade } from '@twinmint/sdk/actions/trade/rules'
import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { surchargePaidText } from '@twinmint/sdk/core/surcharge'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { keyOf } from '../data/query-keys.ts'
import { formatCoins, formatSol } from '../ui/format.ts'
import { type FlowHandle, type FlowStatus, type FlowTexts, flowStores, useFlow } from '../wallet/use-flow.ts'
import type { ExecutedTrade } from './flow.ts'
import { TRADE_FAILED, TRADE_FAILED_TITLE } from './words.ts'

export type TradeStatus = FlowStatus<ShownTrade, void, ExecutedTrade>

const storeOf = flowStores<ShownTrade, void, ExecutedTrade>()

export function useTrade(
  collection: ListedCoin,
  site: SiteConfig | undefined,
  /** What is told otherwise than the card tells it. */
  otherwise: Partial<FlowTexts<ShownTrade, void, ExecutedTrade>> = {},
): FlowHandle<ShownTrade, void, ExecutedTrade> {
  return useFlow({
    site,
    store: storeOf(collection.id),
    load: async () => (await import('./flow.ts')).tradeFlow(collection),
    ...tradeTexts(collection),
    ...otherwise,
  })
}

const tradeTexts = ({ id, symbol }: ListedCoin): FlowTexts<ShownTrade, void, ExecutedTrade> => ({
  connect: 'Please connect your Phantom wallet to trade',
  done: ({ answers }, { side }) => {
    const [executed] = answers
    const sol = `${formatSol(executed?.trade.lamports ?? '0')} SOL`
    const coins = `${formatCoins(executed?.trade.baseUnits ?? '0')} ${symbol}`
    const locked = executed?.trade.surchargeLamports ?? '0'
    const surcharge = locked === '0' ? '' : ` ${surchargePaidText(formatSol(locked))}.`
    return {
      title: `${side} Successful!`,
      description:
        side === 'BUY' ? `You paid ${sol} for ${coins}.${surcharge}` : `You sold ${coins} for ${sol}.`,
      tone: 'success',
      ...(executed && { signature: executed.signature }),
    }
  },
  failed: ({ message }) => ({
    title: TRADE_FAILED_TITLE,
    description: message || TRADE_FAILED,
    tone: 'destructive',
  }),
  // A card whose own code has not come can't tell anything.
  keeps: (ended) => ended.phase !== 'failed' || ended.failure.code !== 'notLoaded',
  // The card worked with figures that were no longer true, or it may have gone through after all.
  stale: ({ phase }) => (phase === 'done' ? [] : [{ queryKey: keyOf('collections', id) }]),
})
