// Swapping coins for NFTs and back, and NFTs for SOL: prepare transactions, and take them back signed, or take note of
// those that somebody sent to the network; of what is never told of the indexer sees the chain.
import type { Address } from '@solana/kit'
import {
  type Captured,
  decideCapture,
  decideNftBuy,
  decideNftSell,
  decideRelease,
  NFT_TRADE_COUNT_MAX,
  SWAP_COUNT_MAX,
  type SwapCollection,
  type SwapDecision,
  type SwapHoldings,
  type SwapQuote,
} from '@twinmint/sdk/actions/swap/rules'
import { type PlannedSwap, type SwapPlan, swapSteps } from '@twinmint/sdk/actions/swap/transaction'
import {
  buyNftsRequestSchema,
  captureRequestSchema,
  confirmedSwapSchema,
  confirmRequestSchema,
  type PreparedSwap,
  preparedSwapSchema,
  releaseRequestSchema,
  type SwapCost,
  sellNftsRequestSchema,
} from '@twinmint/sdk/api/swap/contract'
import { type BuyMoment, NFT_BASE_UNITS } from '@twinmint/sdk/core/curve'
import { Refusal } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { decodeConfig, decodeMarket, isPausedAt, type Market } from '@twinmint/sdk/program/accounts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  deriveNftMintAddress,
  type MarketAddresses,
} from '@twinmint/sdk/program/addresses'
import { CLOCK_ADDRESS, clockSeconds } from '@twinmint/sdk/program/clock'
import { holdingIn } from '@twinmint/sdk/program/token-2022'
import type { Chain } from '../../chain/chain.ts'
import { findSent } from '../../chain/find-sent.ts'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { parseAddress } from '../../http/http.ts'
import { migrationCost } from '../../signing/migrations.ts'
import { prepareTransaction } from '../../signing/prepare.ts'
import {
  PREPARE_REFUSES,
  SEND_REFUSES,
  SIGNING_LIMIT,
  type SigningDeps,
  takeSigned,
  wentThrough,
} from '../../signing/submit.ts'
import { type ChooseDeps, chooseFromEscrow, chooseHeld, chooseNext } from './choose.ts'
import { Reservations } from './reservations.ts'

export interface SwapDeps extends SigningDeps {
  readonly db: Database
}

export function swapRoutes(app: App, deps: SwapDeps): void {
  const choosing = { ...deps, reservations: new Reservations() }
  captureRoutes(app, choosing)
  releaseRoutes(app, choosing)
  confirmRoutes(app, deps)
}

type Choosing = SwapDeps & ChooseDeps

function captureRoutes(app: App, choosing: Choosing): void {
  const { chain, reservations } = choosing
  /** Keeps the numbers that were offered for this wallet, once it is known that it can pay for them. */
  const reserve = ({ collectionId, user }: Now, swaps: readonly PlannedSwap[]) =>
    reservations.reserve(
      collectionId,
      swaps.map(({ nft }) => nft.edition),
      user,
      Date.now(),
    )

  app.post(
    '/api/hybrid/capture',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Swapping'],
        summary: 'Prepare coins into NFTs',
        body: captureRequestSchema,
        response: { 200: preparedSwapSchema },
        refuses: [...PREPARE_REFUSES, 'insufficientBaseUnits', 'tooManyNfts', 'nftNotInEscrow'],
      },
    },
    async ({ body: request }) => {
      const now = await loadNow(choosing, request)
      const { count = 1, mintNew, nftMints } = request
      checkCount(nftMints?.length ?? count, SWAP_COUNT_MAX)
      checkCoins(now, nftMints?.length ?? count)
      const swaps = nftMints
        ? await chooseFromEscrow(choosing, now, nftMints)
        : await chooseNext(choosing, now, { count, mintNew })
      const { holdings, collection, priorityFeeLamports } = now
      const quote = quoteOf(
        decideCapture({ nfts: capturedOf(swaps), collection, holdings, priorityFeeLamports }),
      )
      reserve(now, swaps)
      return prepareSwap(chain, now, { swaps, trade: undefined, makesCoinAccount: false }, quote)
    },
  )

  app.post(
    '/api/hybrid/buy',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Swapping'],
        summary: 'Prepare NFTs for SOL: their coins bought and swapped at once',
        body: buyNftsRequestSchema,
        response: { 200: preparedSwapSchema },
        refuses: [...PREPARE_REFUSES, 'paused', 'insufficientLamports', 'tooManyNfts'],
      },
    },
    async ({ body: request }) => {
      const now = await loadNow(choosing, request)
      if (now.paused) throw new Refusal('paused')
      const { count = 1, mintNew, nftMints } = request
      checkCount(nftMints?.length ?? count, NFT_TRADE_COUNT_MAX)
      const swaps = nftMints
        ? await chooseFromEscrow(choosing, now, nftMints)
        : await chooseNext(choosing, now, { count, mintNew })
      const { holdings, collection, priorityFeeLamports } = now
      const quote = quoteOf(
        decideNftBuy({
          nfts: capturedOf(swaps),
          slippagePercentText: String(request.slippage),
          curve: now.market.curve,
          moment: now.moment,
          collection,
          holdings,
          priorityFeeLamports,
        }),
      )
      reserve(now, swaps)
      const trade = {
        kind: 'buy',
        baseUnitsOut: quote.baseUnits,
        lamportsInMax: quote.lamportsBound,
      } as const
      return prepareSwap(chain, now, { swaps, trade, makesCoinAccount: !holdings.hasCoinAccount }, quote)
    },
  )
}

function releaseRoutes(app: App, choosing: Choosing): void {
  const { chain } = choosing
  app.post(
    '/api/hybrid/release',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Swapping'],
        summary: 'Prepare NFTs back into coins',
        body: releaseRequestSchema,
        response: { 200: preparedSwapSchema },
        refuses: [...PREPARE_REFUSES, 'nftNotHeld', 'tooManyNfts'],
      },
    },
    async ({ body: request }) => {
      const now = await loadNow(choosing, request)
      const nftMints = chosenOf(request)
      checkCount(nftMints.length, SWAP_COUNT_MAX)
      const swaps = await chooseHeld(choosing, now, nftMints)
      const { holdings, priorityFeeLamports } = now
      const quote = quoteOf(decideRelease({ count: swaps.length, holdings, priorityFeeLamports }))
      return prepareSwap(
        chain,
        now,
        { swaps, trade: undefined, makesCoinAccount: !holdings.hasCoinAccount },
        quote,
      )
    },
  )

  app.post(
    '/api/hybrid/sell',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Swapping'],
        summary: 'Prepare SOL for NFTs: given back and their coins sold at once',
        body: sellNftsRequestSchema,
        response: { 200: preparedSwapSchema },
        refuses: [...PREPARE_REFUSES, 'nftNotHeld', 'tooManyNfts'],
      },
    },
    async ({ body: request }) => {
      const now = await loadNow(choosing, request)
      const nftMints = chosenOf(request)
      checkCount(nftMints.length, NFT_TRADE_COUNT_MAX)
      const swaps = await chooseHeld(choosing, now, nftMints)
      const { holdings, priorityFeeLamports } = now
      const quote = quoteOf(
        decideNftSell({
          count: swaps.length,
          slippagePercentText: String(request.slippage),
          curve: now.market.curve,
          holdings,
          priorityFeeLamports,
        }),
      )
      const trade = {
        kind: 'sell',
        baseUnitsIn: quote.baseUnits,
        lamportsOutMin: quote.lamportsBound,
      } as const
      return prepareSwap(chain, now, { swaps, trade, makesCoinAccount: !holdings.hasCoinAccount }, quote)
    },
  )
}

function confirmRoutes(app: App, deps: SwapDeps): void {
  const { chain, collections, index } = deps
  for (const [kind, type, trade] of [
    ['capture', 'SWAP_TO_NFT', 'buyExactOut'],
    ['release', 'SWAP_TO_TOKEN', 'sell'],
  ] as const)
    app.post(
      `/api/hybrid/${kind}/confirm`,
      {
        ...SIGNING_LIMIT,
        schema: {
          tags: ['Swapping'],
          summary: `Send a signed ${kind}, or name one that was sent; answers what it has swapped, once it is in the index`,
          body: confirmRequestSchema,
          response: { 200: confirmedSwapSchema },
          refuses: ['transactionUnknown', ...SEND_REFUSES],
        },
      },
      async ({ body: request, writer }) => {
        const userWallet = parseAddress(request.userWallet)
        const { id, mintAddress } = await collections.mintOf(request.collectionId)
        const asked = { names: [kind, trade], needed: kind, mintAddress, userAddress: userWallet, writer }
        const { transaction, trades } =
          request.signedTransaction === undefined
            ? await takeSent(request.signature ?? '')
            : await takeSigned(deps, request.signedTransaction, asked)
        const swapped = trades.filter(
          (each) => each.collectionId === id && each.traderAddress === userWallet && each.type === type,
        )
        if (swapped.length === 0)
          throw new Refusal('wrongTransaction', 'It swaps nothing of this wallet here.')
        const nfts = swapped.map(async ({ nftTokenId, nftMinted }) => ({
          tokenId: nftTokenId ?? 0,
          mintAddress: await deriveNftMintAddress(chain.programAddress, mintAddress, nftTokenId ?? 0),
          source: type === 'SWAP_TO_TOKEN' ? null : nftMinted ? ('mint' as const) : ('escrow' as const),
        }))
        return {
          success: true as const,
          signature: transaction.signature,
          nfts: await Promise.all(nfts),
          surchargeLamports: trades
            .reduce((sum, each) => sum + BigInt(each.collectionId === id ? each.surchargeLamports : 0), 0n)
            .toString(),
          collection: await wentThrough(transaction.signature, collections.load(id)),
        }
      },
    )

  /** The wallet has sent it itself. */
  async function takeSent(signature: string) {
    const transaction = await findSent(chain, signature)
    return { transaction, trades: await wentThrough(signature, index.take(transaction)) }
  }
}

/** What a swap is decided by: market, configuration, and what the wallet has, at one moment. */
interface Now {
  readonly collectionId: string
  readonly addresses: MarketAddresses
  readonly user: Address
  readonly market: Market
  readonly moment: BuyMoment
  readonly nftsMinted: number
  readonly paused: boolean
  readonly collection: SwapCollection
  readonly holdings: SwapHoldings
  /** What each transaction pays to be first. */
  readonly priorityFeeLamports: bigint
}

async function loadNow(
  { chain, collections }: SwapDeps,
  request: {
    readonly collectionId: string
    readonly userWallet: string
    readonly priorityFeeLamports: string
  },
): Promise<Now> {
  const user = parseAddress(request.userWallet)
  const { id, mintAddress, collectionName, symbol, metadataUri } = await collections.mintOf(
    request.collectionId,
  )
  const addresses = await deriveMarketAddresses(chain.programAddress, mintAddress)
  const [market, config, wallet, coins, escrowVault, clock] = await chain.loadAccounts([
    addresses.market,
    addresses.config,
    user,
    await deriveAssociatedAddress(user, mintAddress),
    addresses.escrowVault,
    CLOCK_ADDRESS,
  ])
  if (!market || !config) throw new Refusal('collectionNotFound')
  const nowSeconds = clockSeconds(clock?.data)
  if (nowSeconds === undefined)
    throw new Refusal('chainUnavailable', 'The node does not say what time it is.')
  const decoded = decodeMarket(market.data)
  const held = holdingIn(coins)
  return {
    collectionId: id,
    addresses,
    user,
    market: decoded,
    moment: { nowSeconds, isExempt: decoded.sequence === 1n && decoded.creator === user },
    nftsMinted: decoded.nftsMinted,
    paused: isPausedAt(decodeConfig(config.data), nowSeconds),
    collection: { collectionName, symbol, metadataUri, hasEscrowVault: holdingIn(escrowVault) !== undefined },
    holdings: {
      lamports: lamports(wallet?.lamports ?? 0n),
      baseUnits: held?.baseUnits ?? baseUnits(0),
      hasCoinAccount: held !== undefined,
      migrationLamports: migrationCost([market.data, config.data]),
    },
    priorityFeeLamports: BigInt(request.priorityFeeLamports),
  }
}

function checkCount(count: number, countMax: number): void {
  if (count > countMax) throw new Refusal('tooManyNfts', `At most ${countMax} NFTs at once.`)
}

/** Said before NFTs are looked for: who has no coins gets no numbers either. */
function checkCoins({ holdings }: Now, count: number): void {
  if (holdings.baseUnits < NFT_BASE_UNITS * BigInt(count)) throw new Refusal('insufficientBaseUnits')
}

const chosenOf = (request: {
  readonly nftMint?: string | undefined
  readonly nftMints?: string[] | undefined
}) => [...new Set(request.nftMints ?? [request.nftMint ?? ''])]

const capturedOf = (swaps: readonly PlannedSwap[]): Captured[] =>
  swaps.flatMap(({ nft, source }) => (source === null ? [] : [{ edition: nft.edition, source }]))

function quoteOf(decision: SwapDecision): SwapQuote {
  if (decision.kind === 'refused') throw new Refusal(decision.code, decision.detail)
  return decision.quote
}

async function prepareSwap(
  chain: Chain,
  { addresses, user, collection, priorityFeeLamports }: Now,
  plan: Pick<SwapPlan, 'swaps' | 'trade' | 'makesCoinAccount'>,
  quote: SwapQuote,
): Promise<PreparedSwap> {
  const steps = await swapSteps({
    ...plan,
    programAddress: chain.programAddress,
    user,
    addresses,
    makesEscrowVault: !collection.hasEscrowVault && plan.swaps.some(({ source }) => source !== null),
  })
  const prepared = await Promise.all(
    steps.map(({ instructions }, at) =>
      prepareTransaction(chain, user, instructions, { priorityFeeLamports, isLater: at > 0 }),
    ),
  )
  const [first] = prepared
  if (!first) throw new Refusal('badRequest', 'Please select at least one NFT.')
  return {
    success: true,
    transaction: first.transaction,
    transactions: prepared.map(({ transaction }) => transaction),
    blockhash: first.blockhash,
    message:
      prepared.length === 1
        ? 'Swap prepared. Sign it in your wallet.'
        : `Swap prepared in ${prepared.length} transactions. Sign them in your wallet, and send them in this order.`,
    steps: steps.map(({ swaps }) => ({
      nfts: swaps.map(({ nft, source }) => ({ tokenId: nft.edition, mintAddress: nft.nftMint, source })),
    })),
    cost: costOnWire(quote, prepared.length),
  }
}

function costOnWire(quote: SwapQuote, transactionCount: number): SwapCost {
  // Rare: strangers' lamports on new addresses make transactions longer than the rules count on.
  const perTransaction = quote.networkFeeLamports / BigInt(quote.transactionCount)
  return {
    baseUnits: quote.baseUnits.toString(),
    lamports: quote.lamports.toString(),
    lamportsBound: quote.lamportsBound.toString(),
    feeLamports: quote.feeLamports.toString(),
    surchargeLamports: quote.surchargeLamports.toString(),
    priceImpactBps: Number(quote.priceImpactBps),
    rentLamports: quote.rentLamports.toString(),
    rentBackLamports: quote.rentBackLamports.toString(),
    networkFeeLamports: (perTransaction * BigInt(transactionCount)).toString(),
  }
}
