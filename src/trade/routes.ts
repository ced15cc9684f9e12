// Buying and selling: prepare a transaction, and take it back signed.
import type { Address } from '@solana/kit'
import type { z } from 'zod'
import { decodeConfig, decodeMarket } from '../chain/program/accounts.ts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  type MarketAddresses,
} from '../chain/program/addresses.ts'
import { holdingIn } from '../chain/program/token-2022.ts'
import { Refusal } from '../core/errors.ts'
import { baseUnits, lamports } from '../core/money.ts'
import {
  PREPARE_REFUSES,
  prepareWith,
  SEND_REFUSES,
  SIGNING_LIMIT,
  type SigningDeps,
  takeSigned,
} from '../wallet/submit.ts'
import type { App } from '../wire/calls.ts'
import { parseAddress } from '../wire/http.ts'
import {
  executedTradeSchema,
  executeTradeSchema,
  type PreparedTrade,
  preparedTradeSchema,
  tradeRequestSchema,
  tradeTestSchema,
} from './contract.ts'
import { decideTrade, type TradeQuote } from './rules.ts'
import { tradeInstructions } from './transaction.ts'

export function tradeRoutes(app: App, deps: SigningDeps): void {
  const { chain, collections } = deps

  app.post(
    '/api/trades/test',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'What a trade would do; nothing is prepared and nothing changes',
        body: tradeRequestSchema,
        response: { 200: tradeTestSchema },
        refuses: PREPARE_REFUSES,
      },
    },
    async ({ body }) => ({ success: true as const, quote: quoteOnWire((await decide(deps, body)).quote) }),
  )

  app.post(
    '/api/trades/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Prepare a buy or a sell',
        body: tradeRequestSchema,
        response: { 200: preparedTradeSchema },
        refuses: [
          ...PREPARE_REFUSES,
          'paused',
          'insufficientLamports',
          'insufficientBaseUnits',
          'invalidSlippage',
        ],
      },
    },
    async ({ body }) => {
      const { trader, quote, addresses, hasCoinAccount } = await decide(deps, body)
      const instructions = await tradeInstructions({
        programAddress: chain.programAddress,
        trader,
        addresses,
        quote,
        hasCoinAccount,
      })
      const verb = quote.side === 'BUY' ? 'Buy' : 'Sell'
      return {
        ...(await prepareWith(chain, trader, instructions, {
          message: `${verb} prepared. Sign it in your wallet.`,
          priorityFeeLamports: quote.priorityFeeLamports,
        })),
        quote: quoteOnWire(quote),
      }
    },
  )

  app.post(
    '/api/trades/execute',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Send a signed trade; answers when it is in the index',
        body: executeTradeSchema,
        response: { 200: executedTradeSchema },
        refuses: SEND_REFUSES,
      },
    },
    async ({ body: { signedTransaction } }) => {
      const { transaction, trades } = await takeSigned(deps, signedTransaction, { names: ['buy', 'sell'] })
      const trade = trades[0]
      if (!trade)
        throw new Refusal('indexBehind', 'The trade went through, and the index will show it in a moment.')
      return {
        success: true as const,
        signature: transaction.signature,
        trade,
        collection: await collections.load(trade.collectionId),
      }
    },
  )
}

/** The trade types that are made elsewhere. */
const SWAPS = {
  SWAP_TO_NFT: 'Coins are swapped for an NFT at POST /api/hybrid/capture. This call takes BUY or SELL.',
  SWAP_TO_TOKEN: 'An NFT is swapped for coins at POST /api/hybrid/release. This call takes BUY or SELL.',
}

/** The decision on a trade, at the reserves, balances and pause flag that the chain has at this moment. */
async function decide(
  { chain, collections }: SigningDeps,
  request: z.output<typeof tradeRequestSchema>,
): Promise<{ trader: Address; quote: TradeQuote; addresses: MarketAddresses; hasCoinAccount: boolean }> {
  if (request.type !== 'BUY' && request.type !== 'SELL') throw new Refusal('badRequest', SWAPS[request.type])
  const trader = parseAddress(request.traderAddress)
  const { mintAddress } = await collections.mintOf(request.collectionId)
  const addresses = await deriveMarketAddresses(chain.programAddress, mintAddress)
  const coinAccountAddress = await deriveAssociatedAddress(trader, mintAddress)
  const [market, config, wallet, coins] = await chain.loadAccounts([
    addresses.market,
    addresses.config,
    trader,
    coinAccountAddress,
  ])
  if (!market || !config) throw new Refusal('collectionNotFound')
  const held = holdingIn(coins)
  const hasCoinAccount = held !== undefined
  const decision = decideTrade({
    side: request.type,
    amountText: request.amount,
    slippagePercentText: String(request.slippage),
    curve: decodeMarket(market.data).curve,
    holdings: {
      lamports: lamports(wallet?.lamports ?? 0n),
      baseUnits: held?.baseUnits ?? baseUnits(0),
      hasCoinAccount,
    },
    paused: decodeConfig(config.data).paused,
    priorityFeeLamports: BigInt(request.priorityFeeLamports),
  })
  if (decision.kind === 'refused') throw new Refusal(decision.code, decision.detail)
  return { trader, quote: decision.quote, addresses, hasCoinAccount }
}

function quoteOnWire(quote: TradeQuote): PreparedTrade['quote'] {
  const isBuy = quote.side === 'BUY'
  return {
    type: quote.side,
    amountIn: String(isBuy ? quote.inLamports : quote.inBaseUnits),
    amountOut: String(isBuy ? quote.outBaseUnits : quote.outLamports),
    amountOutMin: String(isBuy ? quote.outBaseUnitsMin : quote.outLamportsMin),
    feeLamports: quote.feeLamports.toString(),
    priceImpactBps: Number(quote.priceImpactBps),
    slippageBps: Number(quote.slippageBps),
    graduates: quote.graduates,
    rentLamports: quote.rentLamports.toString(),
    networkFeeLamports: quote.networkFeeLamports.toString(),
  }
}
