// A trade from the card to the chain: prepare, compare with what the card said, sign, submit, update the cache.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { base64OfBytes, bytesOfBase64 } from '../chain/program/signable.ts'
import type { Collection, Trade } from '../collection/contract.ts'
import { type BaseUnits, coinText, type Lamports, solText } from '../core/money.ts'
import { useWallet } from '../wallet/wallet.ts'
import { ApiRequestError, apiPost } from '../wire/api.ts'
import type { PreparedTrade, TradeQuoteWire } from './contract.ts'
import type { TradeQuote } from './rules.ts'
import { remainingSlippageBps } from './slippage.ts'
import { type ExpectedTrade, verifyTrade } from './verify.ts'

/** What the card showed when the button was pressed. */
export type ShownQuote = Pick<TradeQuote, 'side' | 'amountIn' | 'amountOut' | 'amountOutMin' | 'slippageBps'>

export interface ExecutedTrade {
  readonly success: boolean
  readonly signature: string
  readonly trade: Trade
  readonly collection: Collection
}

/** The server's quote promises less than the card did. Nothing was signed; the new figures are to be asked about. */
export class QuoteMoved extends Error {
  override readonly name = 'QuoteMoved'
  readonly quote: ShownQuote
  constructor(quote: ShownQuote) {
    super('The price moved. Nothing was signed.')
    this.quote = quote
  }
}

export function useTrade(collection: Collection, programAddress: string | undefined) {
  const client = useQueryClient()
  const { address, signTransaction } = useWallet()
  return useMutation({
    mutationFn: async (shown: ShownQuote): Promise<ExecutedTrade> => {
      if (address === undefined) throw new Error('Please connect your Phantom wallet to trade')
      if (programAddress === undefined) throw new Error('The server has not said which network it is on yet.')
      const tradeData = tradeRequest(collection.id, address, shown)
      const prepared = await prepareAsShown(tradeData, shown)
      const expected: ExpectedTrade = {
        programAddress,
        walletAddress: address,
        mintAddress: collection.mintAddress,
        marketAddress: collection.marketAddress,
        vaultAddress: collection.vaultAddress,
        side: shown.side,
        amountIn: shown.amountIn,
        amountOutMin: shown.amountOutMin,
      }
      const wire = bytesOfBase64(prepared.transaction)
      verifyTrade(wire, expected)
      const signed = await signTransaction(wire)
      // Wallets may put a priority fee in; whatever they return is held to the same.
      verifyTrade(signed, expected)
      return apiPost<ExecutedTrade>('/api/trades/execute', {
        signedTransaction: base64OfBytes(signed),
        tradeData,
      })
    },
    onSuccess: ({ collection: after }) => {
      for (const key of [after.id, after.mintAddress])
        client.setQueryData<Collection>(['api', 'collections', key], (before) =>
          before === undefined || before.sequence > after.sequence ? before : after,
        )
      if (address === undefined) return
      void client.invalidateQueries({
        predicate: ({ queryKey: [, kind, key] }) =>
          kind === 'wallet' && typeof key === 'string' && key.startsWith(address),
      })
    },
    onError: (error) => {
      // The card worked with figures that were no longer true.
      if (error instanceof QuoteMoved || isRetryable(error))
        void client.invalidateQueries({ queryKey: ['api', 'collections', collection.id] })
    },
  })
}

/**
 * Prepares the trade so that it promises what the card did. Where the price moved within the slippage, the least that
 * the server counts from the new price is lower: it is asked again with the slippage that is left.
 */
async function prepareAsShown(
  tradeData: ReturnType<typeof tradeRequest>,
  shown: ShownQuote,
): Promise<PreparedTrade> {
  const prepare = (slippage: number) =>
    apiPost<PreparedTrade>('/api/trades/create-transaction', { ...tradeData, slippage })
  const first = await prepare(tradeData.slippage)
  const offered = quoteOf(first.quote, shown)
  if (offered.amountOutMin >= shown.amountOutMin) return first
  const left = remainingSlippageBps({ amountOut: offered.amountOut, amountOutMin: shown.amountOutMin })
  if (left === undefined) throw new QuoteMoved(offered)
  const second = await prepare(Number(left) / 100)
  if (BigInt(second.quote.amountOutMin) < shown.amountOutMin) throw new QuoteMoved(offered)
  return second
}

/** The same trade may go through when it is tried again. */
export function isRetryable(error: Error): boolean {
  return (
    error instanceof ApiRequestError &&
    (error.code === 'slippageExceeded' || error.code === 'transactionExpired')
  )
}

function tradeRequest(collectionId: string, traderAddress: string, shown: ShownQuote) {
  const buys = shown.side === 'BUY'
  return {
    collectionId,
    traderAddress,
    type: shown.side,
    amount: buys ? solText(shown.amountIn as Lamports) : coinText(shown.amountIn as BaseUnits),
    // What the card expected to come out.
    ...(buys
      ? { tokenAmount: coinText(shown.amountOut as BaseUnits) }
      : { solAmount: solText(shown.amountOut as Lamports) }),
    slippage: Number(shown.slippageBps) / 100,
  }
}

function quoteOf(wire: TradeQuoteWire, shown: ShownQuote): ShownQuote {
  return {
    side: shown.side,
    amountIn: shown.amountIn,
    amountOut: BigInt(wire.amountOut),
    amountOutMin: BigInt(wire.amountOutMin),
    slippageBps: shown.slippageBps,
  }
}
