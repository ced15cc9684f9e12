// Buying, selling and boosting: prepare a transaction, and take it back signed.
import type { Address } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import {
  type Chain,
  type ConfirmedTransaction,
  decodeSigned,
  type SignedTransaction,
} from '../chain/chain.ts'
import { findSent } from '../chain/find-sent.ts'
import { prepareTransaction } from '../chain/prepare.ts'
import { decodeConfig, decodeMarket, type Market } from '../chain/program/accounts.ts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  type MarketAddresses,
} from '../chain/program/addresses.ts'
import { programInstructionsOf } from '../chain/program/allowed.ts'
import { decodeEvents } from '../chain/program/events.ts'
import { boostInstruction, claimCreatorFeesInstruction } from '../chain/program/instructions.ts'
import type { Instruction } from '../chain/program/message.ts'
import { holdingIn } from '../chain/program/token-2022.ts'
import type { Collection, Trade } from '../collection/contract.ts'
import { Refusal } from '../core/errors.ts'
import { baseUnits, lamports } from '../core/money.ts'
import { parse, parseAddress, transactionBytes } from '../wire/http.ts'
import {
  boostPrepareSchema,
  boostSchema,
  executeTradeSchema,
  type PreparedTrade,
  type PreparedTransaction,
  tradeRequestSchema,
} from './contract.ts'
import { decideTrade, type TradeQuote } from './rules.ts'
import { tradeInstructions } from './transaction.ts'

export interface TradeDeps {
  readonly chain: Chain
  readonly collections: {
    mintOf(idOrMint: string): Promise<{ readonly id: string; readonly mintAddress: Address }>
    load(id: string): Promise<Collection>
  }
  readonly index: {
    /** Resolves when the index holds the transaction, with the trades in it. */
    take(transaction: ConfirmedTransaction): Promise<Trade[]>
  }
}

const PER_MINUTE = { config: { rateLimit: { max: 240, timeWindow: '1 minute' } } }

export function tradeRoutes(app: FastifyInstance, deps: TradeDeps): void {
  const { chain, collections, index } = deps

  app.post('/api/trades/create-transaction', PER_MINUTE, async ({ body }): Promise<PreparedTrade> => {
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
      ...(await prepare(chain, trader, instructions, `${verb} prepared. Sign it in your wallet.`)),
      quote: quoteOnWire(quote),
    }
  })

  // What would happen; nothing is prepared and nothing changes.
  app.post('/api/trades/test', PER_MINUTE, async ({ body }) => ({
    success: true,
    quote: quoteOnWire((await decide(deps, body)).quote),
  }))

  app.post('/api/trades/execute', PER_MINUTE, async ({ body }) => {
    const signed = decodeSigned(transactionBytes(parse(executeTradeSchema, body).signedTransaction))
    programInstructionsOf(signed, chain.programAddress, ['buy', 'sell'])
    const transaction = await chain.submit(signed)
    const trades = await index.take(transaction)
    const trade = trades[0]
    if (!trade)
      throw new Refusal('indexBehind', 'The trade went through, and the index will show it in a moment.')
    return {
      success: true,
      signature: transaction.signature,
      trade,
      collection: await collections.load(trade.collectionId),
    }
  })

  /** Refuses wrongTransaction unless it does this, and nothing else, with this very coin. */
  async function requireOf(
    signed: SignedTransaction,
    mintAddress: Address,
    name: 'boost' | 'claimCreatorFees',
  ): Promise<void> {
    const { market } = await deriveMarketAddresses(chain.programAddress, mintAddress)
    const asked = programInstructionsOf(signed, chain.programAddress, [name])
    if (asked.some((each) => each.name !== name || each.addresses.market !== market))
      throw new Refusal('wrongTransaction')
  }

  app.post<{ Params: { id: string } }>(
    '/api/collections/:id/boost/create-transaction',
    PER_MINUTE,
    async ({ params, body }): Promise<PreparedTransaction> => {
      const payer = parseAddress(parse(boostPrepareSchema, body).walletAddress)
      const { mintAddress } = await collections.mintOf(params.id)
      const addresses = await deriveMarketAddresses(chain.programAddress, mintAddress)
      const instruction = boostInstruction(chain.programAddress, { payer, addresses })
      return prepare(chain, payer, [instruction], 'Boost prepared. Sign it in your wallet.')
    },
  )

  app.post<{ Params: { id: string } }>('/api/collections/:id/boost', PER_MINUTE, async ({ params, body }) => {
    const request = parse(boostSchema, body)
    const { id, mintAddress } = await collections.mintOf(params.id)
    let transaction: ConfirmedTransaction
    if ('signedTransaction' in request) {
      const signed = decodeSigned(transactionBytes(request.signedTransaction))
      await requireOf(signed, mintAddress, 'boost')
      transaction = await chain.submit(signed)
    } else {
      // The wallet has sent it itself: only the chain says whether it did.
      transaction = await findSent(chain, request.txSignature)
      const events = decodeEvents(transaction.inner, chain.programAddress)
      if (!events.some(({ kind, mint }) => kind === 'boost' && mint === mintAddress))
        throw new Refusal('wrongTransaction')
    }
    await index.take(transaction)
    return { success: true, signature: transaction.signature, collection: await collections.load(id) }
  })

  app.post<{ Params: { id: string } }>(
    '/api/collections/:id/claim/create-transaction',
    PER_MINUTE,
    async ({ params, body }): Promise<PreparedTransaction> => {
      const creator = parseAddress(parse(boostPrepareSchema, body).walletAddress)
      const { mintAddress } = await collections.mintOf(params.id)
      const addresses = await deriveMarketAddresses(chain.programAddress, mintAddress)
      const market = await loadMarket(chain, addresses)
      if (market.creator !== creator) throw new Refusal('notCreator')
      if (market.creatorFeesOwedLamports === 0n) throw new Refusal('nothingToClaim')
      const instruction = claimCreatorFeesInstruction(chain.programAddress, { creator, addresses })
      return prepare(chain, creator, [instruction], 'Claim prepared. Sign it in your wallet.')
    },
  )

  app.post<{ Params: { id: string } }>('/api/collections/:id/claim', PER_MINUTE, async ({ params, body }) => {
    const signed = decodeSigned(transactionBytes(parse(executeTradeSchema, body).signedTransaction))
    const { id, mintAddress } = await collections.mintOf(params.id)
    await requireOf(signed, mintAddress, 'claimCreatorFees')
    const transaction = await chain.submit(signed)
    await index.take(transaction)
    return { success: true, signature: transaction.signature, collection: await collections.load(id) }
  })
}

/** The trade types that are made elsewhere. */
const SWAPS = {
  SWAP_TO_NFT: 'Coins are swapped for an NFT at POST /api/hybrid/capture. This call takes BUY or SELL.',
  SWAP_TO_TOKEN: 'An NFT is swapped for coins at POST /api/hybrid/release. This call takes BUY or SELL.',
}

/** The decision on a trade, at the reserves, balances and pause flag that the chain has at this moment. */
async function decide(
  { chain, collections }: TradeDeps,
  body: unknown,
): Promise<{ trader: Address; quote: TradeQuote; addresses: MarketAddresses; hasCoinAccount: boolean }> {
  const request = parse(tradeRequestSchema, body)
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
  })
  if (decision.kind === 'refused') throw new Refusal(decision.code, decision.detail)
  return { trader, quote: decision.quote, addresses, hasCoinAccount }
}

async function loadMarket(chain: Chain, addresses: MarketAddresses): Promise<Market> {
  const [account] = await chain.loadAccounts([addresses.market])
  if (!account) throw new Refusal('collectionNotFound')
  return decodeMarket(account.data)
}

async function prepare(
  chain: Chain,
  feePayer: Address,
  instructions: readonly Instruction[],
  message: string,
): Promise<PreparedTransaction> {
  return { ...(await prepareTransaction(chain, feePayer, instructions)), message }
}

function quoteOnWire(quote: TradeQuote): PreparedTrade['quote'] {
  return {
    type: quote.side,
    amountIn: quote.amountIn.toString(),
    amountOut: quote.amountOut.toString(),
    amountOutMin: quote.amountOutMin.toString(),
    feeLamports: quote.feeLamports.toString(),
    priceImpactBps: Number(quote.priceImpactBps),
    slippageBps: Number(quote.slippageBps),
    graduates: quote.graduates,
    rentLamports: quote.rentLamports.toString(),
    networkFeeLamports: quote.networkFeeLamports.toString(),
  }
}
