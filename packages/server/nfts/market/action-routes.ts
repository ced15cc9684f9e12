// Listing, buying, bidding for and selling NFTs: prepares the transactions, and takes them back signed, or takes note of those
// that somebody sent to the network.
import { randomBytes } from 'node:crypto'
import {
  decideAccept,
  decideBuyListing,
  decideCancelOffers,
  decideList,
  decideOffer,
  decideTakeBack,
  decideUpdate,
  type MarketDecision,
  type MarketQuote,
  OFFER_RENT,
  TRACE,
} from '@twinmint/sdk/actions/nft-market/rules'
import { type MarketPlan, marketSteps } from '@twinmint/sdk/actions/nft-market/transaction'
import {
  acceptRequestSchema,
  buyRequestSchema,
  cancelOfferRequestSchema,
  cancelRequestSchema,
  listRequestSchema,
  type MarketCost,
  offerRequestSchema,
  type PreparedMarket,
  preparedMarketSchema,
  updateRequestSchema,
} from '@twinmint/sdk/api/nft-market/action-contract'
import { type ErrorCode, Refusal } from '@twinmint/sdk/core/errors'
import { type Lamports, lamports } from '@twinmint/sdk/core/money'
import { deriveOfferAddress } from '@twinmint/sdk/program/addresses'
import type { App } from '../../http/calls.ts'
import { prepareTransaction } from '../../signing/prepare.ts'
import { PREPARE_REFUSES, SIGNING_LIMIT } from '../../signing/submit.ts'
import { BOUGHT_AND_LISTED_ANEW, executeRoute } from './execute-route.ts'
import {
  type LoadedNow,
  loadAllHeld,
  loadHeld,
  loadNfts,
  loadNow,
  loadOffers,
  type MarketDeps,
  ownListing,
} from './load.ts'

export function marketWriteRoutes(app: App, deps: MarketDeps): void {
  listingRoutes(app, deps)
  buyRoute(app, deps)
  offerRoutes(app, deps)
  acceptRoute(app, deps)
  executeRoute(app, deps)
}

const REFUSES = [...PREPARE_REFUSES, 'insufficientLamports', 'insufficientRent', 'overflow'] as const

const called = (summary: string, refuses: readonly ErrorCode[]) => ({
  tags: ['NFTs'] as const,
  summary,
  response: { 200: preparedMarketSchema },
  refuses: [...REFUSES, ...refuses],
})

function listingRoutes(app: App, deps: MarketDeps): void {
  app.post(
    '/api/marketplace/list/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        ...called('Prepare NFTs for sale', [
          'paused',
          'nftNotFound',
          'nftNotHeld',
          'amountZero',
          'expiryOutOfRange',
        ]),
        body: listRequestSchema,
      },
    },
    async ({ body }) => {
      const now = await loadNow(deps, body)
      requireOpen(now)
      const { prices, expiresAtSeconds } = asked(body)
      const states = await loadNfts(
        deps,
        now,
        body.nfts.map(({ nftMint }) => nftMint),
      )
      const held = await loadAllHeld(deps, now, states)
      const heldLamports = held.reduce((sum, each) => sum + each.heldLamports, 0n)
      const quote = quoteOf(decideList({ ...now, priceLamports: prices, expiresAtSeconds, heldLamports }))
      const nfts = held.map(({ nft }, at) => ({ ...nft, priceLamports: prices[at] ?? lamports(0) }))
      return prepare(deps, now, { kind: 'list', nfts, expiresAtSeconds }, quote)
    },
  )

  app.post(
    '/api/marketplace/update/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        ...called('Prepare another price or time for listed NFTs', [
          'nftNotFound',
          'notListed',
          'notSeller',
          'amountZero',
          'expiryOutOfRange',
        ]),
        body: updateRequestSchema,
      },
    },
    async ({ body }) => {
      const now = await loadNow(deps, body)
      const { prices, expiresAtSeconds } = asked(body)
      const states = await loadNfts(
        deps,
        now,
        body.nfts.map(({ nftMint }) => nftMint),
      )
      for (const state of states) ownListing(now, state)
      const quote = quoteOf(decideUpdate({ ...now, priceLamports: prices, expiresAtSeconds }))
      const nfts = states.map(({ nft }, at) => ({
        ...nft,
        trace: TRACE.update,
        priceLamports: prices[at] ?? lamports(0),
      }))
      return prepare(deps, now, { kind: 'update', nfts, expiresAtSeconds }, quote)
    },
  )

  app.post(
    '/api/marketplace/cancel/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        ...called('Prepare taking back listed NFTs, and swapping them into coins', [
          'nftNotFound',
          'notListed',
          'notSeller',
        ]),
        body: cancelRequestSchema,
      },
    },
    async ({ body }) => {
      const now = await loadNow(deps, body)
      const { andRelease } = body
      const states = await loadNfts(deps, now, body.nftMints)
      for (const state of states) ownListing(now, state)
      const accountsThere = states.filter(({ userAccount }) => userAccount !== undefined).length
      const quote = quoteOf(decideTakeBack({ ...now, count: states.length, andRelease, accountsThere }))
      const nfts = states.map(({ nft, userAccount, dusted }) => {
        const account = userAccount === undefined ? TRACE.nftAccount + dusted.userNft : 0
        const release = andRelease ? TRACE.release + dusted.escrowNft : 0
        return { ...nft, trace: TRACE.takeBack + account + release }
      })
      const makesCoinAccount = andRelease && !now.holdings.hasCoinAccount
      return prepare(deps, now, { kind: 'cancel', nfts, andRelease, makesCoinAccount }, quote)
    },
  )
}

function buyRoute(app: App, deps: MarketDeps): void {
  app.post(
    '/api/marketplace/buy/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        ...called('Prepare buying a listed NFT', [
          'paused',
          'nftNotFound',
          'notListed',
          'ownListing',
          'listingExpired',
          'priceTooHigh',
        ]),
        body: buyRequestSchema,
      },
    },
    async ({ body }) => {
      const now = await loadNow(deps, body)
      requireOpen(now)
      const [state] = await loadNfts(deps, now, [body.nftMint])
      if (state?.listing === undefined) throw new Refusal('notListed')
      const { nft, listing, userAccount } = state
      if (listing.seller === now.user) throw new Refusal('ownListing')
      if (body.sellerAddress !== undefined && listing.seller !== body.sellerAddress)
        throw new Refusal('notListed', BOUGHT_AND_LISTED_ANEW)
      const lamportsMax = lamportsOf(body.lamportsMax)
      const makesNftAccount = userAccount === undefined
      const { priceLamports, expiresAtSeconds, seller } = listing
      const quote = quoteOf(
        decideBuyListing({ ...now, priceLamports, expiresAtSeconds, lamportsMax, makesNftAccount }),
      )
      return prepare(deps, now, { kind: 'buy', nft, seller, lamportsMax }, quote)
    },
  )
}

function offerRoutes(app: App, deps: MarketDeps): void {
  const { chain } = deps
  app.post(
    '/api/marketplace/offer/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        ...called('Prepare an offer for one NFT of several', [
          'paused',
          'amountZero',
          'expiryOutOfRange',
          'offerExists',
        ]),
        body: offerRequestSchema,
      },
    },
    async ({ body }) => {
      const now = await loadNow(deps, body)
      requireOpen(now)
      const priceLamports = lamportsOf(body.priceLamports)
      const editions = [...new Set(body.editions)].sort((a, b) => a - b)
      const expiresAtSeconds = secondsOf(body.expiresAt)
      const quote = quoteOf(decideOffer({ ...now, priceLamports, editions, expiresAtSeconds }))
      const nonce = body.nonce === undefined ? randomBytes(8).readBigUInt64LE() : lamportsOf(body.nonce)
      const offer = await deriveOfferAddress(chain.programAddress, now.user, nonce)
      const [there] = await chain.loadAccounts([offer])
      if (there?.owner === chain.programAddress) throw new Refusal('offerExists')
      const plan = { kind: 'offer', offer, nonce, priceLamports, editions, expiresAtSeconds } as const
      return prepare(deps, now, plan, quote)
    },
  )

  app.post(
    '/api/marketplace/cancel-offer/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        ...called('Prepare withdrawing offers', ['offerClosed', 'notBidder']),
        body: cancelOfferRequestSchema,
      },
    },
    async ({ body }) => {
      const now = await loadNow(deps, body)
      const offers = await loadOffers(deps, now, body.offers)
      if (offers.some(({ bidder }) => bidder !== now.user)) throw new Refusal('notBidder')
      const unlockedLamports = offers.map(({ heldLamports }) => lamports(heldLamports - OFFER_RENT))
      const quote = quoteOf(decideCancelOffers({ ...now, unlockedLamports }))
      return prepare(deps, now, { kind: 'cancelOffer', offers: offers.map(({ address }) => address) }, quote)
    },
  )
}

function acceptRoute(app: App, deps: MarketDeps): void {
  app.post(
    '/api/marketplace/accept/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        ...called('Prepare selling an NFT to a bidder', [
          'nftNotFound',
          'nftNotHeld',
          'notListed',
          'offerClosed',
          'ownOffer',
          'offerExpired',
          'nftNotInOffer',
          'offerTooLow',
        ]),
        body: acceptRequestSchema,
      },
    },
    async ({ body }) => {
      const now = await loadNow(deps, body)
      const [offer] = await loadOffers(deps, now, [body.offer])
      const [state] = await loadNfts(deps, now, [body.nftMint])
      if (!offer || !state) throw new Refusal('offerClosed')
      const { bidder, priceLamports, expiresAtSeconds, editions } = offer
      if (bidder === now.user) throw new Refusal('ownOffer')
      const isListed = state.listing?.seller === now.user
      const { edition } = state.nft
      if (body.isListed === true && !isListed)
        throw new Refusal('notListed', `#${edition} is not for sale any more: it was sold or taken back.`)
      if (body.isListed === false && isListed)
        throw new Refusal(
          'nftNotHeld',
          `#${edition} is for sale by now. Open it again, to sell it from there.`,
        )
      const { nft, heldLamports } = isListed
        ? { nft: state.nft, heldLamports: undefined }
        : await loadHeld(deps, now, state)
      const lamportsMin = lamportsOf(body.lamportsMin)
      const coversNft = editions.includes(nft.edition)
      const terms = { priceLamports, coversNft, expiresAtSeconds, lamportsMin, isListed, heldLamports }
      const quote = quoteOf(decideAccept({ ...now, ...terms }))
      const plan = { kind: 'accept', nft, offer: offer.address, bidder, lamportsMin, isListed } as const
      return prepare(deps, now, plan, quote)
    },
  )
}

/** A pause stops listing, buying and bidding. */
function requireOpen({ paused }: LoadedNow): void {
  if (paused) throw new Refusal('paused')
}

const U64_MAX = (1n << 64n) - 1n

/** Refuses overflow above what 64 bits hold. */
function lamportsOf(text: string): Lamports {
  const amount = BigInt(text)
  if (amount > U64_MAX) throw new Refusal('overflow')
  return lamports(amount)
}

const secondsOf = (isoText: string): bigint => BigInt(Math.floor(Date.parse(isoText) / 1_000))

const asked = ({
  nfts,
  expiresAt,
}: {
  readonly nfts: readonly { readonly priceLamports: string }[]
  readonly expiresAt: string
}) => ({
  prices: nfts.map(({ priceLamports }) => lamportsOf(priceLamports)),
  expiresAtSeconds: secondsOf(expiresAt),
})

function quoteOf(decision: MarketDecision): MarketQuote {
  if (decision.kind === 'refused') throw new Refusal(decision.code, decision.detail)
  return decision.quote
}

const MESSAGES: Record<MarketPlan['kind'], string> = {
  list: 'Listing prepared.',
  update: 'New price prepared.',
  cancel: 'Taking back prepared.',
  buy: 'Purchase prepared.',
  offer: 'Offer prepared.',
  cancelOffer: 'Withdrawal prepared.',
  accept: 'Sale prepared.',
}

async function prepare(
  { chain }: MarketDeps,
  { addresses, user, priorityFeeLamports }: LoadedNow,
  plan: MarketPlan,
  quote: MarketQuote,
): Promise<PreparedMarket> {
  const parties = { programAddress: chain.programAddress, user, addresses }
  const steps = await marketSteps(parties, plan)
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
        ? `${MESSAGES[plan.kind]} Sign it in your wallet.`
        : `${MESSAGES[plan.kind]} Sign its ${prepared.length} transactions in your wallet, and send them in this order.`,
    steps: steps.map(({ nfts }) => ({
      nfts: nfts.map(({ edition, mint }) => ({ tokenId: edition, mintAddress: mint })),
    })),
    offerAddress: plan.kind === 'offer' ? plan.offer : null,
    cost: costOnWire(quote, prepared.length),
  }
}

function costOnWire(quote: MarketQuote, transactionCount: number): MarketCost {
  // Rare: strangers' lamports on new addresses make transactions longer than the rules count on.
  const perTransaction = quote.networkFeeLamports / BigInt(quote.transactionCount)
  const text = (name: Exclude<keyof MarketCost, 'networkFeeLamports'>) => quote[name].toString()
  return {
    dueLamports: text('dueLamports'),
    royaltyLamports: text('royaltyLamports'),
    platformFeeLamports: text('platformFeeLamports'),
    sellerLamports: text('sellerLamports'),
    lamportsBound: text('lamportsBound'),
    coinsLamports: text('coinsLamports'),
    releaseAndSellLamports: text('releaseAndSellLamports'),
    baseUnits: text('baseUnits'),
    lockedLamports: text('lockedLamports'),
    unlockedLamports: text('unlockedLamports'),
    rentLamports: text('rentLamports'),
    rentBackLamports: text('rentBackLamports'),
    networkFeeLamports: (perTransaction * BigInt(transactionCount)).toString(),
  }
}
