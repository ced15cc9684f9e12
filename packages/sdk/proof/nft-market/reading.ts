// What a proof reads of a coin's listings and offers: all of them, listed by the node, and the account in which each listed
// NFT is to lie. Pure but for the call that it is given; decides nothing.
import type { Address } from '@solana/kit'
import { EDITIONS } from '../../core/rarity.ts'
import type { Market } from '../../program/accounts.ts'
import { decodeListing, type Listing } from '../../program/accounts.ts'
import { deriveListingAddresses, deriveNftMintAddress } from '../../program/addresses.ts'
import { OFFER_BYTES } from '../../program/sizes.ts'
import {
  type Ask,
  accountOf,
  accountsOf,
  COMMITMENT,
  field,
  list,
  type ReadAccount,
  UnreadableAnswer,
} from '../answers.ts'

export interface ReadListing {
  readonly address: string
  /** Undefined where its bytes are no listing. */
  readonly listing: Listing | undefined
  /** Where edition, NFT and addresses must be, computed anew. */
  readonly expected: {
    readonly nftMint: string
    readonly listing: string
    readonly listedNft: string
  }
  /** At `expected.listedNft`. */
  readonly listedNft: ReadAccount | undefined
}

export interface ReadOffer {
  readonly address: string
  /** What the account holds. */
  readonly lamports: bigint
  readonly priceLamports: bigint
  readonly nftRentLamports: bigint
}

export interface NftMarketReading {
  readonly listings: readonly ReadListing[]
  readonly offers: readonly ReadOffer[]
}

/** Tags of the two kinds of accounts, in base58. */
const LISTING_TAG = '5'
const OFFER_TAG = '6'
/** Both kinds name the coin here. */
const MINT_OFFSET = 8
/** Of an offer, from the price to the locked rent. */
const SLICE = { offset: 80, length: 160 }
const NFT_RENT_OFFSET = 232
/** In one call for accounts. */
const ACCOUNTS_MAX = 100
/** Of a token account: mint, owner, amount, and who else may do something with it. */
const TOKEN_ACCOUNT_BYTES = 165

/** Reads every listing and offer of a coin. A node lists so many as it cares to, and refuses where there are more. */
export async function readNftMarket(
  ask: Ask,
  programAddress: Address,
  mintAddress: Address,
): Promise<NftMarketReading> {
  const accountsWith = async (tag: string, more: object) =>
    list(
      await ask('getProgramAccounts', [
        programAddress,
        {
          encoding: 'base64',
          commitment: COMMITMENT,
          filters: [
            { memcmp: { offset: 0, bytes: tag } },
            { memcmp: { offset: MINT_OFFSET, bytes: mintAddress } },
          ],
          ...more,
        },
      ]),
    ).map((each) => {
      const address = field(each, 'pubkey')
      if (typeof address !== 'string') throw new UnreadableAnswer('an account has no address')
      return { address, account: accountOf(field(each, 'account')) }
    })
  const [listings, offers] = await Promise.all([
    accountsWith(LISTING_TAG, {}),
    accountsWith(OFFER_TAG, { dataSlice: SLICE }),
  ])
  // One NFT, one listing.
  if (listings.length > EDITIONS) throw new UnreadableAnswer('there are more listings than NFTs')
  return {
    listings: await readListed(ask, { programAddress, mintAddress }, listings),
    offers: offers.map(({ address, account }) => readOffer(address, account)),
  }
}

function readOffer(address: string, { lamports, data }: ReadAccount): ReadOffer {
  if (data.length !== SLICE.length || SLICE.offset + SLICE.length > OFFER_BYTES)
    throw new UnreadableAnswer('an offer is not whole')
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  return {
    address,
    lamports,
    priceLamports: view.getBigUint64(0, true),
    nftRentLamports: view.getBigUint64(NFT_RENT_OFFSET - SLICE.offset, true),
  }
}

async function readListed(
  ask: Ask,
  coin: { readonly programAddress: Address; readonly mintAddress: Address },
  found: readonly { readonly address: string; readonly account: ReadAccount }[],
): Promise<readonly ReadListing[]> {
  const listings = await Promise.all(
    found.map(async ({ address, account }) => {
      const listing = listingIn(account.data)
      const nftMint = await deriveNftMintAddress(coin.programAddress, coin.mintAddress, listing?.edition ?? 0)
      const expected = { nftMint, ...(await deriveListingAddresses(coin.programAddress, nftMint)) }
      return { address, listing, expected }
    }),
  )
  const accounts: (ReadAccount | undefined)[] = []
  for (let at = 0; at < listings.length; at += ACCOUNTS_MAX) {
    const asked = listings.slice(at, at + ACCOUNTS_MAX).map(({ expected }) => expected.listedNft)
    const dataSlice = { offset: 0, length: TOKEN_ACCOUNT_BYTES }
    const answer = await ask('getMultipleAccounts', [
      asked,
      { encoding: 'base64', commitment: COMMITMENT, dataSlice },
    ])
    accounts.push(...accountsOf(answer, asked.length))
  }
  return listings.map((each, at) => ({ ...each, listedNft: accounts[at] }))
}

function listingIn(data: Uint8Array): Listing | undefined {
  try {
    return decodeListing(data)
  } catch {
    // The proof says that it is none.
    return undefined
  }
}

/** Whether the calls were of one moment, as far as one sees: an NFT that is sold between them has its listing alone. */
export const isSettled = ({ listings }: NftMarketReading, market: Market | undefined): boolean =>
  listings.every(({ listedNft }) => listedNft !== undefined) &&
  (market === undefined || listings.length <= market.nftsInCirculation)
