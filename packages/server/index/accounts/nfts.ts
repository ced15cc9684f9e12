// A coin's NFTs, listings and offers as their accounts say them now. Reads the chain alone and knows no database.
import { setImmediate as turn } from 'node:timers/promises'
import type { Address, Base58EncodedBytes } from '@solana/kit'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { Refusal } from '@twinmint/sdk/core/errors'
import { MINT_WINDOW } from '@twinmint/sdk/core/nft-mint'
import { EDITIONS } from '@twinmint/sdk/core/rarity'
import {
  deriveEscrowNftAddress,
  deriveListingAddresses,
  deriveNftMintAddress,
} from '@twinmint/sdk/program/addresses'
import { decodeListing, decodeOffer, type Listing } from '@twinmint/sdk/program/nft-market'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { holdingIn } from '@twinmint/sdk/program/token-2022'
import type { Chain, ChainAccount } from '../../chain/chain.ts'
import { isoSeconds } from '../event-rows.ts'
import { digitsOf, rarityOfAll } from '../nft-market/batch.ts'
import type { NftListingRow, NftOfferRow } from '../nft-market/rows.ts'
import type { NftChange } from '../rows.ts'

type Reads = Pick<Chain, 'rpc' | 'programAddress' | 'loadAccounts'>

interface Coin {
  readonly collectionId: string
  readonly mintAddress: Address
  readonly escrowAddress: Address
  /** The rows carry it. */
  readonly sequence: number
}

const LISTING_TAG = encodeBase58(Uint8Array.of(4)) as Base58EncodedBytes
const OFFER_TAG = encodeBase58(Uint8Array.of(5)) as Base58EncodedBytes
/** Both kinds name the coin here. */
const MINT_OFFSET = 8n
/** Numbers whose addresses are derived in one turn of the event loop: some 15 ms. */
const CHUNK = 100
/** Enough of an account to know that it exists. */
const HEAD_BYTES = 1
/** NFTs that are looked for at once. */
const SEARCHES_MAX = 4

/** A number and what follows from it. */
interface Numbered {
  readonly tokenId: number
  readonly mintAddress: Address
  readonly escrowNft: Address
}

/** The NFTs that are minted, by number, and those of them that are for sale. */
export async function readNfts(
  chain: Reads,
  coin: Coin,
  nftsMinted: number,
): Promise<{ readonly nfts: readonly NftChange[]; readonly listings: readonly NftListingRow[] }> {
  if (nftsMinted === 0) return { nfts: [], listings: [] }
  const [minted, listed] = await Promise.all([
    listMinted(chain, coin, nftsMinted),
    listAccounts(chain, LISTING_TAG, coin.mintAddress),
  ])
  const listings = await Promise.all(
    listed.map(async ({ address, data }) => listingRowOf(chain, coin, address, decodeListing(data))),
  )
  const listingOf = new Map(listings.map((listing) => [listing.tokenId, listing]))
  const escrowed = await chain.loadAccounts(minted.map(({ escrowNft }) => escrowNft))
  const nfts: NftChange[] = []
  const sought: Numbered[] = []
  for (const [at, nft] of minted.entries()) {
    const listing = listingOf.get(nft.tokenId)
    if (holdingIn(escrowed[at])?.baseUnits === 1n)
      nfts.push(changeOf(coin, nft, { owner: coin.escrowAddress, account: nft.escrowNft, isSwapped: true }))
    else if (listing)
      nfts.push(changeOf(coin, nft, { owner: listing.sellerAddress, account: listing.tokenAccount }))
    else sought.push(nft)
  }
  const found = await findHolders(chain, sought)
  for (const [at, nft] of sought.entries()) nfts.push(changeOf(coin, nft, found[at]))
  return { nfts: nfts.sort((a, b) => a.tokenId - b.tokenId), listings }
}

/** A mint that Token-2022 has is there for good. Numbers are given out in a window above the count of those minted. */
async function listMinted(chain: Reads, coin: Coin, nftsMinted: number): Promise<Numbered[]> {
  const last = Math.min(EDITIONS, nftsMinted + MINT_WINDOW)
  const minted: Numbered[] = []
  for (let first = 1; first <= last; first += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, last - first + 1) }, (_, at) => first + at)
    const { programAddress } = chain
    const numbered = await Promise.all(
      numbers.map(async (tokenId) => {
        const of = [programAddress, coin.mintAddress, tokenId] as const
        const [mintAddress, escrowNft] = await Promise.all([
          deriveNftMintAddress(...of),
          deriveEscrowNftAddress(...of),
        ])
        return { tokenId, mintAddress, escrowNft }
      }),
    )
    const accounts = await chain.loadAccounts(
      numbered.map(({ mintAddress }) => mintAddress),
      { bytesMax: HEAD_BYTES },
    )
    // Anybody can send lamports to the address of a mint that is not there yet.
    minted.push(...numbered.filter((_, at) => accounts[at]?.owner === TOKEN_2022_PROGRAM))
    await turn()
  }
  return minted
}

interface Place {
  readonly owner: string | null
  readonly account: string
  readonly isSwapped?: boolean
}

/** `place` is undefined where no account holds the NFT: its holder has burned it. */
function changeOf(
  { collectionId, sequence }: Coin,
  { tokenId, mintAddress }: Numbered,
  place: Place | undefined,
): NftChange {
  return {
    collectionId,
    tokenId,
    sequence,
    mintAddress,
    ownerAddress: place?.owner ?? null,
    tokenAccount: place?.account ?? null,
    isSwapped: place?.isSwapped ?? false,
    mintSignature: null,
    swappedAt: null,
    lastSaleLamports: null,
    marketFeesLamports: '0',
  }
}

/** The accounts in which NFTs lie, and whose those are, in the order of `nfts`; undefined for one that is burned. */
async function findHolders(chain: Reads, nfts: readonly Numbered[]): Promise<(Place | undefined)[]> {
  const addresses: (Address | undefined)[] = []
  for (let at = 0; at < nfts.length; at += SEARCHES_MAX)
    addresses.push(
      ...(await Promise.all(
        nfts.slice(at, at + SEARCHES_MAX).map(({ mintAddress }) => findHolding(chain, mintAddress)),
      )),
    )
  const held = addresses.flatMap((address) => address ?? [])
  const accounts = await chain.loadAccounts(held)
  const holdings = new Map(held.map((address, at) => [address, holdingIn(accounts[at])]))
  return addresses.map((address) => {
    if (address === undefined) return undefined
    const holding = holdings.get(address)
    // One that has moved meanwhile has no owner yet: owners are compared with the chain before they are shown.
    return { owner: holding?.baseUnits === 1n ? holding.owner : null, account: address }
  })
}

async function findHolding({ rpc }: Reads, mintAddress: Address): Promise<Address | undefined> {
  const { value } = await asked(rpc.getTokenLargestAccounts(mintAddress, { commitment: 'confirmed' }).send())
  return value.find(({ amount }) => amount === '1')?.address
}

async function listingRowOf(
  { programAddress }: Reads,
  { collectionId, sequence }: Coin,
  address: Address,
  { edition, nftMint, seller, priceLamports, expiresAtSeconds, createdAtSeconds }: Listing,
): Promise<NftListingRow> {
  const { listedNft } = await deriveListingAddresses(programAddress, nftMint)
  return {
    collectionId,
    tokenId: edition,
    address,
    sellerAddress: seller,
    tokenAccount: listedNft,
    priceLamports: priceLamports.toString(),
    expiresAt: isoSeconds(expiresAtSeconds),
    sequence,
    createdAt: isoSeconds(createdAtSeconds),
  }
}

/** All offers for a coin's NFTs. Each locks its bidder's SOL, so there are not many that nobody means. */
export async function readOffers(
  chain: Reads,
  { collectionId, sequence, mintAddress }: Coin,
): Promise<NftOfferRow[]> {
  const found = await listAccounts(chain, OFFER_TAG, mintAddress)
  return found.map(({ address, data }) => {
    const { bidder, nonce, priceLamports, expiresAtSeconds, createdAtSeconds, editions } = decodeOffer(data)
    return {
      address,
      collectionId,
      sequence,
      bidderAddress: bidder,
      nonce: nonce.toString(),
      priceLamports: priceLamports.toString(),
      editions: digitsOf(editions),
      editionCount: editions.length,
      rarity: rarityOfAll(editions),
      expiresAt: isoSeconds(expiresAtSeconds),
      // The node may have forgotten it.
      txSignature: '',
      createdAt: isoSeconds(createdAtSeconds),
    }
  })
}

async function listAccounts(
  { rpc, programAddress }: Reads,
  tag: Base58EncodedBytes,
  mintAddress: Address,
): Promise<(Pick<ChainAccount, 'data'> & { readonly address: Address })[]> {
  const mint = mintAddress as string as Base58EncodedBytes
  const found = await asked(
    rpc
      .getProgramAccounts(programAddress, {
        commitment: 'confirmed',
        encoding: 'base64',
        filters: [
          { memcmp: { offset: 0n, bytes: tag, encoding: 'base58' } },
          { memcmp: { offset: MINT_OFFSET, bytes: mint, encoding: 'base58' } },
        ],
      })
      .send(),
  )
  return found.map(({ pubkey, account }) => ({
    address: pubkey,
    data: Buffer.from(account.data[0], 'base64'),
  }))
}

/** A failure of the node, wrapped once. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((cause: unknown) => {
    throw new Refusal('chainUnavailable', undefined, { cause })
  })
}
