// Buying and selling: prepare a transaction, and take it back signed.
import type { Address } from '@solana/kit'
import { decideTrade, exactAmount, surchargeBps, type TradeQuote } from '@twinmint/sdk/actions/trade/rules'
import { tradeInstructions } from '@twinmint/sdk/actions/trade/transaction'
import {
  executedTradeSchema,
  executeTradeSchema,
  type PreparedTrade,
  preparedTradeSchema,
  tradeRequestSchema,
  tradeTestSchema,
} from '@twinmint/sdk/api/trade/contract'
import { Refusal } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { guardEndsAtSeconds } from '@twinmint/sdk/core/surcharge'
import { decodeConfig, decodeMarket, isPausedAt } from '@twinmint/sdk/program/accounts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  type MarketAddresses,
} from '@twinmint/sdk/program/addresses'
import { CLOCK_ADDRESS, clockSeconds } from '@twinmint/sdk/program/clock'
import { holdingIn } from '@twinmint/sdk/program/token-2022'
import type { z } from 'zod'
import type { App } from '../http/calls.ts'
import { parseAddress } from '../http/http.ts'
import { migrationCost } from '../signing/migrations.ts'
import {
  notYetShown,
  PREPARE_REFUSES,
  prepareWith,
  SEND_REFUSES,
  SIGNING_LIMIT,
  type SigningDeps,
  takeSigned,
  wentThrough,
} from '../signing/submit.ts'

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
    async ({ body }) => ({ success: true as const, quote: quoteOnWire(await decide(deps, body)) }),
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
      const decided = await decide(deps, body)
      const { trader, quote, addresses, hasCoinAccount } = decided
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
        quote: quoteOnWire(decided),
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
    async ({ body: { signedTransaction }, writer }) => {
      const { transaction, trades } = await takeSigned(deps, signedTransaction, {
        names: ['buy', 'sell'],
        writer,
      })
      const trade = trades[0]
      if (!trade) throw notYetShown(transaction.signature)
      return {
        success: true as const,
        signature: transaction.signature,
        trade,
        collection: await wentThrough(transaction.signature, collections.load(trade.collectionId)),
      }
    },
  )
}

/** The trade types that are made elsewhere. */
const SWAPS = {
  SWAP_TO_NFT: 'Coins are swapped for an NFT at POST /api/hybrid/capture. This call takes BUY or SELL.',
  SWAP_TO_TOKEN: 'An NFT is swapped for coins at POST /api/hybrid/release. This call takes BUY or SELL.',
}

interface Decided {
  readonly trader: Address
  readonly quote: TradeQuote
  /** ISO; null where buys pay no surcharge, or none any more. */
  readonly guardEndsAt: string | null
  readonly addresses: MarketAddresses
  readonly hasCoinAccount: boolean
}

/** The decision on a trade, at the reserves, balances, pause and clock that the chain has at this moment. */
async function decide(
  { chain, collections }: SigningDeps,
  request: z.output<typeof tradeRequestSchema>,
): Promise<Decided> {
  if (request.type !== 'BUY' && request.type !== 'SELL') throw new Refusal('badRequest', SWAPS[request.type])
  const trader = parseAddress(request.traderAddress)
  const { mintAddress } = await collections.mintOf(request.collectionId)
  const addresses = await deriveMarketAddresses(chain.programAddress, mintAddress)
  const coinAccountAddress = await deriveAssociatedAddress(trader, mintAddress)
  const [account, config, wallet, coins, clock] = await chain.loadAccounts([
    addresses.market,
    addresses.config,
    trader,
    coinAccountAddress,
    CLOCK_ADDRESS,
  ])
  if (!account || !config) throw new Refusal('collectionNotFound')
  const market = decodeMarket(account.data)
  const { creator, sequence, curve } = market
  const nowSeconds = clockSeconds(clock?.data)
  if (nowSeconds === undefined)
    throw new Refusal('chainUnavailable', 'The node does not say what time it is.')
  const held = holdingIn(coins)
  const hasCoinAccount = held !== undefined
  const decision = decideTrade({
    side: request.type,
    amount: exactAmount(request.type, request.amount),
    slippagePercentText: String(request.slippage),
    curve,
    moment: { nowSeconds, isExempt: sequence === 1n && creator === trader },
    holdings: {
      lamports: lamports(wallet?.lamports ?? 0n),
      baseUnits: held?.baseUnits ?? baseUnits(0),
      hasCoinAccount,
      migrationLamports: migrationCost([account.data, config.data]),
    },
    paused: isPausedAt(decodeConfig(config.data), nowSeconds),
    priorityFeeLamports: BigInt(request.priorityFeeLamports),
  })
  if (decision.kind === 'refused') throw new Refusal(decision.code, decision.detail)
  const endsAt = guardEndsAtSeconds(curve.guard)
  const guardEndsAt =
    endsAt === undefined || endsAt <= nowSeconds ? null : new Date(Number(endsAt) * 1_000).toISOString()
  return { trader, quote: decision.quote, guardEndsAt, addresses, hasCoinAccount }
}

function quoteOnWire({ quote, guardEndsAt }: Decided): PreparedTrade['quote'] {
  const isBuy = quote.side === 'BUY'
  return {
    type: quote.side,
    amountIn: String(isBuy ? quote.inLamports : quote.inBaseUnits),
    amountOut: String(isBuy ? quote.outBaseUnits : quote.outLamports),
    amountOutMin: String(isBuy ? quote.outBaseUnitsMin : quote.outLamportsMin),
    feeLamports: quote.feeLamports.toString(),
    surchargeLamports: quote.surchargeLamports.toString(),
    surchargeBps: Number(surchargeBps(quote)),
    guardEndsAt,
    priceImpactBps: Number(quote.priceImpactBps),
    slippageBps: Number(quote.slippageBps),
    graduates: quote.graduates,
    rentLamports: quote.rentLamports.toString(),
    networkFeeLamports: quote.networkFeeLamports.toString(),
  }
}
