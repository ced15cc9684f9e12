// The instructions of what is decided on the NFT market, transaction by transaction. Pure.
import type { Address } from '@solana/kit'
import type { Lamports } from '../../core/money.ts'
import { deriveAssociatedAddress, type MarketAddresses, type NftAddresses } from '../../program/addresses.ts'
import { releaseInstruction } from '../../program/instructions.ts'
import type { Instruction } from '../../program/message.ts'
import {
  acceptOfferInstruction,
  buyListingInstruction,
  cancelListingInstruction,
  cancelOfferInstruction,
  listInstruction,
  offerInstruction,
  updateListingInstruction,
} from '../../program/nft-market.ts'
import { createCoinAccountInstruction } from '../../program/token-2022.ts'
import { packTransactions } from '../signing/packing.ts'
import { PER_TRANSACTION, TRACE } from './rules.ts'

/** An NFT of the market; `userNft` is the wallet's account of it, the one that holds it where it does. */
export interface MarketNft extends NftAddresses {
  readonly listing: Address
  readonly listedNft: Address
  /** Instructions that the runtime counts for what is done to it: see `TRACE`. */
  readonly trace: number
}

export type MarketPlan =
  | {
      readonly kind: 'list' | 'update'
      readonly nfts: readonly (MarketNft & { readonly priceLamports: Lamports })[]
      readonly expiresAtSeconds: bigint
    }
  | {
      readonly kind: 'cancel'
      readonly nfts: readonly MarketNft[]
      readonly andRelease: boolean
      /** Before the first of them is swapped into coins. */
      readonly makesCoinAccount: boolean
    }
  | {
      readonly kind: 'buy'
      readonly nft: MarketNft
      readonly seller: Address
      readonly lamportsMax: Lamports
    }
  | {
      readonly kind: 'offer'
      readonly offer: Address
      readonly nonce: bigint
      readonly priceLamports: Lamports
      readonly editions: readonly number[]
      readonly expiresAtSeconds: bigint
    }
  | { readonly kind: 'cancelOffer'; readonly offers: readonly Address[] }
  | {
      readonly kind: 'accept'
      readonly nft: MarketNft
      readonly offer: Address
      readonly bidder: Address
      readonly lamportsMin: Lamports
      /** It is for sale, and taken back first. */
      readonly isListed: boolean
    }

export interface MarketStep {
  /** Of offers none. */
  readonly nfts: readonly MarketNft[]
  readonly instructions: readonly Instruction[]
}

/** Whose, and of which coin. */
interface Parties {
  readonly programAddress: Address
  readonly user: Address
  readonly addresses: MarketAddresses
}

/** One step a transaction, in the order in which they are sent. */
export async function marketSteps(parties: Parties, plan: MarketPlan): Promise<MarketStep[]> {
  const { programAddress, user, addresses } = parties
  const { market, config } = addresses
  switch (plan.kind) {
    case 'list':
    case 'update':
      return packed(plan.nfts, PER_TRANSACTION[plan.kind]).map((nfts) => ({
        nfts,
        instructions: nfts.map((nft) => askInstruction(parties, plan, nft)),
      }))
    case 'cancel':
      return takeBackSteps(parties, plan)
    case 'buy': {
      const { nft, seller, lamportsMax } = plan
      const { listing, listedNft, mint: nftMint, userNft: buyerNft } = nft
      const named = { buyer: user, market, config, listing, listedNft, nftMint, buyerNft, seller }
      const instruction = buyListingInstruction(programAddress, { addresses: named, lamportsMax })
      return [{ nfts: [nft], instructions: [instruction] }]
    }
    case 'offer': {
      const named = { bidder: user, market, config, offer: plan.offer }
      return [{ nfts: [], instructions: [offerInstruction(programAddress, { ...plan, addresses: named })] }]
    }
    case 'cancelOffer': {
      const instructions = plan.offers.map((offer) =>
        cancelOfferInstruction(programAddress, { addresses: { bidder: user, market, offer } }),
      )
      return [{ nfts: [], instructions }]
    }
    case 'accept':
      return [await acceptStep(parties, plan)]
  }
}

const packed = <T extends { readonly trace: number }>(nfts: readonly T[], most: number, first = 0): T[][] =>
  packTransactions(nfts, { most, first, last: 0 })

function askInstruction(
  { programAddress, user: seller, addresses: { market, config } }: Parties,
  { kind, expiresAtSeconds }: Extract<MarketPlan, { readonly kind: 'list' | 'update' }>,
  nft: MarketNft & { readonly priceLamports: Lamports },
): Instruction {
  const { edition, priceLamports, listing, listedNft, mint: nftMint, userNft: sellerNft } = nft
  const asked = { priceLamports, expiresAtSeconds }
  if (kind === 'update')
    return updateListingInstruction(programAddress, { ...asked, addresses: { seller, market, listing } })
  const named = { seller, market, config, listing, listedNft, nftMint, sellerNft }
  return listInstruction(programAddress, { ...asked, addresses: named, edition })
}

const takeBackInstruction = (
  { programAddress, user: seller, addresses: { market } }: Parties,
  { listing, listedNft, mint: nftMint }: MarketNft,
  sellerNft: Address,
): Instruction =>
  cancelListingInstruction(programAddress, {
    addresses: { seller, market, listing, listedNft, nftMint, sellerNft },
  })

async function takeBackSteps(
  parties: Parties,
  { nfts, andRelease, makesCoinAccount }: Extract<MarketPlan, { readonly kind: 'cancel' }>,
): Promise<MarketStep[]> {
  const { programAddress, user, addresses } = parties
  const userCoins = await deriveAssociatedAddress(user, addresses.mint)
  const most = andRelease ? PER_TRANSACTION.cancelAndRelease : PER_TRANSACTION.cancel
  const steps = packed(nfts, most, makesCoinAccount ? TRACE.coinAccount : 0).map(
    async (group): Promise<MarketStep> => {
      const instructions = group.map(async (nft) => {
        const userNft = await deriveAssociatedAddress(user, nft.mint)
        const back = takeBackInstruction(parties, nft, userNft)
        const released = { user, userCoins, addresses, nft: { ...nft, userNft } }
        return andRelease ? [back, releaseInstruction(programAddress, released)] : [back]
      })
      return { nfts: group, instructions: (await Promise.all(instructions)).flat() }
    },
  )
  const [first, ...rest] = await Promise.all(steps)
  if (!first || !makesCoinAccount || !andRelease) return first ? [first, ...rest] : []
  const account = await createCoinAccountInstruction({ payer: user, wallet: user, mint: addresses.mint })
  return [{ ...first, instructions: [account, ...first.instructions] }, ...rest]
}

async function acceptStep(
  parties: Parties,
  plan: Extract<MarketPlan, { readonly kind: 'accept' }>,
): Promise<MarketStep> {
  const { programAddress, user: seller, addresses } = parties
  const { nft, offer, bidder, lamportsMin, isListed } = plan
  const { edition, mint: nftMint } = nft
  // What is taken back comes to the usual account.
  const sellerNft = isListed ? await deriveAssociatedAddress(seller, nftMint) : nft.userNft
  const bidderNft = await deriveAssociatedAddress(bidder, nftMint)
  const { market } = addresses
  const named = { seller, market, offer, bidder, nftMint, sellerNft, bidderNft }
  const accept = acceptOfferInstruction(programAddress, { addresses: named, edition, lamportsMin })
  const back = isListed ? [takeBackInstruction(parties, nft, sellerNft)] : []
  return { nfts: [nft], instructions: [...back, accept] }
}
