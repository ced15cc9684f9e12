// A trade from the card to the chain. Loaded when a wallet is connected.

import { askedFee, type Flow } from '@twinmint/sdk/actions/signing/flow'
import { inText, locksMore, outText, type ShownTrade } from '@twinmint/sdk/actions/trade/rules'
import { verifyTrade } from '@twinmint/sdk/actions/trade/verify'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { PreparedTrade, TradeQuoteWire } from '@twinmint/sdk/api/trade/contract'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { apiPost } from '../data/api.ts'
import { remainingSlippageBps } from '../wallet/slippage.ts'

export interface ExecutedTrade {
  readonly signature: string
  readonly trade: Trade
  readonly collection: Collection
}

type TradedCollection = Pick<Collection, 'id' | 'mintAddress' | 'marketAddress' | 'vaultAddress'>

export function tradeFlow({
  id,
  mintAddress,
  marketAddress,
  vaultAddress,
}: TradedCollection): Flow<ShownTrade, PreparedTrade, void, ExecutedTrade> {
  return {
    prepare: (shown, { walletAddress }) =>
      apiPost('/api/trades/create-transaction', {
        collectionId: id,
        traderAddress: walletAddress,
        type: shown.side,
        amount: inText(shown),
        // What the card expected to come out.
        [shown.side === 'BUY' ? 'tokenAmount' : 'solAmount']: outText(shown),
        slippage: Number(shown.slippageBps) / 100,
        ...askedFee(shown),
      }),
    wiresOf: ({ transaction }) => [transaction],
    priorityFeeLamports: ({ priorityFeeLamports = 0n }) => priorityFeeLamports,
    verify: (wires, shown, _prepared, by) => {
      for (const wire of wires) verifyTrade(wire, { ...by, mintAddress, marketAddress, vaultAddress, shown })
    },
    worse: ({ quote }, shown) => {
      const offered = offeredTrade(quote, shown)
      const [before, now] = [outOf(shown), outOf(offered)]
      if (locksMore(offered, shown)) return { offered }
      if (now.least >= before.least) return undefined
      // The least that the server counts from a new price is lower; with the slippage that is left it is as before.
      const slippageBps = remainingSlippageBps({ out: now.about, outMin: before.least })
      return { offered, again: slippageBps === undefined ? undefined : { ...shown, slippageBps } }
    },
    submit: (signedTransaction) => apiPost('/api/trades/execute', { signedTransaction }),
  }
}

/** What the server offers, as the card would have shown it. */
function offeredTrade(quote: TradeQuoteWire, shown: ShownTrade): ShownTrade {
  const [out, least] = [BigInt(quote.amountOut), BigInt(quote.amountOutMin)]
  const surchargeLamports = lamports(BigInt(quote.surchargeLamports))
  return shown.side === 'BUY'
    ? { ...shown, outBaseUnits: baseUnits(out), outBaseUnitsMin: baseUnits(least), surchargeLamports }
    : { ...shown, outLamports: lamports(out), outLamportsMin: lamports(least) }
}

/** Of one side, whose unit is the same before and after. */
const outOf = (trade: ShownTrade): { readonly about: bigint; readonly least: bigint } =>
  trade.side === 'BUY'
    ? { about: trade.outBaseUnits, least: trade.outBaseUnitsMin }
    : { about: trade.outLamports, least: trade.outLamportsMin }
