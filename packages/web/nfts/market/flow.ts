// Listing, buying, bidding and selling NFTs from the dialog to the chain: one transaction or several, which are signed
// together.
import type { Address } from '@solana/kit'
import { type AskedMarket, worseMarket } from '@twinmint/sdk/actions/nft-market/quote-changes'
import {
  type ExpectedAction,
  type ExpectedMarket,
  type ExpectedNft,
  type MarketSteps,
  verifyMarket,
} from '@twinmint/sdk/actions/nft-market/verify'
import { askedFee, type Flow, type Signer } from '@twinmint/sdk/actions/signing/flow'
import type { ExecutedMarket, PreparedMarket } from '@twinmint/sdk/api/nft-market/action-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import {
  deriveAssociatedAddress,
  deriveListingAddresses,
  deriveMarketAddresses,
  deriveNftMintAddress,
  deriveOfferAddress,
} from '@twinmint/sdk/program/addresses'
import { apiPost } from '../../data/api.ts'

/** The server waits a minute for the network. Between two transactions nobody is asked whether to go on. */
const PATIENCE = { againMs: 1_000, giveUpMs: 75_000 }

/** All else of the coin lies where its mint says. */
type MarketCollection = Pick<Collection, 'id' | 'mintAddress'>

interface Prepared {
  readonly market: PreparedMarket
  readonly expected: ExpectedMarket
}

export const marketFlow = (
  collection: MarketCollection,
  patience = PATIENCE,
): Flow<AskedMarket, Prepared, MarketSteps, ExecutedMarket> => ({
  prepare: async (asked, by) => {
    const { id: collectionId, mintAddress } = collection
    const { walletAddress, programAddress } = by
    const action = await expectedAction(asked, mintAddress, by)
    const { path, body } = requestOf(action)
    const market = await apiPost<PreparedMarket>(`/api/marketplace/${path}/create-transaction`, {
      collectionId,
      userWallet: walletAddress,
      ...askedFee(asked),
      ...body,
    })
    const userCoinsAddress = await deriveAssociatedAddress(walletAddress as Address, mintAddress as Address)
    // An offer names no mint: that it is for this coin's NFTs is seen by the market alone.
    const { market: marketAddress, escrow: escrowAddress } = await deriveMarketAddresses(
      programAddress as Address,
      mintAddress as Address,
    )
    const expected: ExpectedMarket = {
      programAddress,
      walletAddress,
      userCoinsAddress,
      mintAddress,
      marketAddress,
      escrowAddress,
      action,
    }
    return { market, expected }
  },
  wiresOf: ({ market }) => market.transactions,
  priorityFeeLamports: ({ priorityFeeLamports = 0n }) => priorityFeeLamports,
  verify: (wires, _asked, { expected }) => verifyMarket(wires, expected),
  worse: ({ market }, asked) => {
    const offered = worseMarket(asked, market.cost, market.transactions.length)
    return offered && { offered }
  },
  submit: (signedTransaction, _asked, _prepared, { walletAddress: userWallet }) =>
    apiPost('/api/marketplace/execute', { collectionId: collection.id, userWallet, signedTransaction }),
  patience,
})

/** What is to be in the transactions, with every address that the page can derive itself. */
async function expectedAction(
  { action, quote }: AskedMarket,
  mintAddress: string,
  by: Signer,
): Promise<ExpectedAction> {
  const programAddress = by.programAddress as Address
  const nftOf = async (edition: number): Promise<ExpectedNft> => {
    const mint = await deriveNftMintAddress(programAddress, mintAddress as Address, edition)
    const { listing } = await deriveListingAddresses(programAddress, mint)
    return { edition, mintAddress: mint, listingAddress: listing }
  }
  switch (action.kind) {
    case 'list':
    case 'update': {
      const { kind, expiresAtSeconds } = action
      const nfts = action.nfts.map(async ({ edition, priceLamports }) => ({
        ...(await nftOf(edition)),
        priceLamports,
      }))
      return { kind, nfts: await Promise.all(nfts), expiresAtSeconds }
    }
    case 'cancel': {
      const nfts = await Promise.all(action.editions.map(nftOf))
      return { kind: 'cancel', nfts, andRelease: action.andRelease }
    }
    case 'buy': {
      const { sellerAddress } = action.listing
      const nft = await nftOf(action.edition)
      return { kind: 'buy', nft, sellerAddress, lamportsMax: quote.lamportsBound }
    }
    case 'offer': {
      const bidder = by.walletAddress as Address
      return { ...action, offerAddress: await deriveOfferAddress(programAddress, bidder, action.nonce) }
    }
    case 'cancelOffer':
      return { kind: 'cancelOffer', offerAddresses: action.offers.map(({ address }) => address) }
    case 'accept': {
      const { address: offerAddress, bidderAddress } = action.offer
      const nft = await nftOf(action.edition)
      const { isListed } = action
      const lamportsMin = quote.lamportsBound
      return { kind: 'accept', nft, offerAddress, bidderAddress, lamportsMin, isListed }
    }
  }
}

const isoOf = (unixSeconds: bigint): string => new Date(Number(unixSeconds) * 1_000).toISOString()

/** The call that prepares it. */
function requestOf(action: ExpectedAction): { readonly path: string; readonly body: object } {
  switch (action.kind) {
    case 'list':
    case 'update': {
      const nfts = action.nfts.map(({ mintAddress, priceLamports }) => ({
        nftMint: mintAddress,
        priceLamports: priceLamports.toString(),
      }))
      return { path: action.kind, body: { nfts, expiresAt: isoOf(action.expiresAtSeconds) } }
    }
    case 'cancel': {
      const nftMints = action.nfts.map(({ mintAddress }) => mintAddress)
      return { path: 'cancel', body: { nftMints, andRelease: action.andRelease } }
    }
    case 'buy': {
      const { nft, sellerAddress, lamportsMax } = action
      const body = { nftMint: nft.mintAddress, sellerAddress, lamportsMax: lamportsMax.toString() }
      return { path: 'buy', body }
    }
    case 'offer': {
      const body = {
        priceLamports: action.priceLamports.toString(),
        editions: action.editions,
        expiresAt: isoOf(action.expiresAtSeconds),
        nonce: action.nonce.toString(),
      }
      return { path: 'offer', body }
    }
    case 'cancelOffer':
      return { path: 'cancel-offer', body: { offers: action.offerAddresses } }
    case 'accept': {
      const { nft, offerAddress: offer, lamportsMin, isListed } = action
      const body = { offer, nftMint: nft.mintAddress, lamportsMin: lamportsMin.toString(), isListed }
      return { path: 'accept', body }
    }
  }
}
