// Where everything of a coin lives. Derived as docs/program.md says; the program's own address is always a parameter.
import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '../core/address.ts'
import { Writer } from './bytes.ts'
import { derivedAddress } from './derived.ts'
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_2022_PROGRAM, UPGRADEABLE_LOADER_PROGRAM } from './programs.ts'

/** What `sell`, `buy` and `boost` name of a coin. */
export interface MarketAddresses {
  readonly config: Address
  readonly mint: Address
  readonly market: Address
  /** The curve's coins. */
  readonly vault: Address
  readonly escrow: Address
  /** The coins that are locked for NFTs. */
  readonly escrowVault: Address
  readonly collection: Address
}

// A derivation takes some 0.05 ms of hashing and arithmetic, and a page asks for the same few all the time.
const CACHE_MAX = 20_000
const cache = new Map<string, Promise<unknown>>()

function cached<T>(key: string, derive: () => Promise<T>): Promise<T> {
  const known = cache.get(key)
  if (known) return known as Promise<T>
  if (cache.size >= CACHE_MAX) cache.clear()
  const derived = derive()
  cache.set(key, derived)
  return derived
}

const derive = async (programAddress: Address, seeds: readonly (string | Uint8Array)[]): Promise<Address> =>
  derivedAddress(programAddress, seeds)

export function deriveConfigAddress(programAddress: Address): Promise<Address> {
  return cached(`config ${programAddress}`, () => derive(programAddress, ['config']))
}

/** All addresses of the coin at `mintAddress`. */
export function deriveMarketAddresses(
  programAddress: Address,
  mintAddress: Address,
): Promise<MarketAddresses> {
  return cached(`market ${programAddress} ${mintAddress}`, async () => {
    const mint = addressBytes(mintAddress)
    const [config, market, escrow, collection] = await Promise.all([
      deriveConfigAddress(programAddress),
      derive(programAddress, ['market', mint]),
      derive(programAddress, ['escrow', mint]),
      derive(programAddress, ['collection', mint]),
    ])
    const [vault, escrowVault] = await Promise.all([
      deriveAssociatedAddress(market, mintAddress),
      deriveAssociatedAddress(escrow, mintAddress),
    ])
    return { config, mint: mintAddress, market, vault, escrow, escrowVault, collection }
  })
}

/** Where the receivers of a coin's creator fees stand, once they were named. */
export function deriveFeeSharesAddress(programAddress: Address, mintAddress: Address): Promise<Address> {
  return cached(`fee shares ${programAddress} ${mintAddress}`, () =>
    derive(programAddress, ['fee_shares', addressBytes(mintAddress)]),
  )
}

/** The account in which a wallet holds a Token-2022 coin. */
export function deriveAssociatedAddress(walletAddress: Address, mintAddress: Address): Promise<Address> {
  return cached(`associated ${walletAddress} ${mintAddress}`, () =>
    derive(ASSOCIATED_TOKEN_PROGRAM, [
      addressBytes(walletAddress),
      addressBytes(TOKEN_2022_PROGRAM),
      addressBytes(mintAddress),
    ]),
  )
}

/** What `capture` and `release` name of an NFT. */
export interface NftAddresses {
  /** 1 to 1,000: the edition number. */
  readonly edition: number
  readonly mint: Address
  /** Where the wallet holds it. */
  readonly userNft: Address
  /** Where the escrow holds it once it was given back: an address for which only the program signs, so that nothing
   *  comes there but by a release. */
  readonly escrowNft: Address
}

const littleEndian16 = (edition: number) => Uint8Array.of(edition & 255, edition >> 8)

/** The mint of a coin's NFT. */
export function deriveNftMintAddress(
  programAddress: Address,
  mintAddress: Address,
  edition: number,
): Promise<Address> {
  return cached(`nft ${programAddress} ${mintAddress} ${edition}`, () =>
    derive(programAddress, ['nft', addressBytes(mintAddress), littleEndian16(edition)]),
  )
}

/** Where the escrow holds an NFT that was given back. */
export function deriveEscrowNftAddress(
  programAddress: Address,
  mintAddress: Address,
  edition: number,
): Promise<Address> {
  return cached(`escrow nft ${programAddress} ${mintAddress} ${edition}`, () =>
    derive(programAddress, ['escrow_nft', addressBytes(mintAddress), littleEndian16(edition)]),
  )
}

/** All addresses of an NFT in a wallet's hands. */
export async function deriveNftAddresses(
  programAddress: Address,
  input: {
    readonly mintAddress: Address
    readonly walletAddress: Address
    readonly edition: number
  },
): Promise<NftAddresses> {
  const { edition, mintAddress, walletAddress } = input
  const mint = await deriveNftMintAddress(programAddress, mintAddress, edition)
  const [userNft, escrowNft] = await Promise.all([
    deriveAssociatedAddress(walletAddress, mint),
    deriveEscrowNftAddress(programAddress, mintAddress, edition),
  ])
  return { edition, mint, userNft, escrowNft }
}

/** Where an NFT that is for sale is told of, and where it lies meanwhile: the program signs for both alone. */
export async function deriveListingAddresses(
  programAddress: Address,
  nftMintAddress: Address,
): Promise<{ readonly listing: Address; readonly listedNft: Address }> {
  const [listing, listedNft] = await Promise.all(
    ['listing', 'listed_nft'].map((seed) =>
      cached(`${seed} ${programAddress} ${nftMintAddress}`, () =>
        derive(programAddress, [seed, addressBytes(nftMintAddress)]),
      ),
    ),
  )
  return { listing: listing as Address, listedNft: listedNft as Address }
}

/** Where an offer stands; `nonce` is the bidder's own choice. */
export function deriveOfferAddress(
  programAddress: Address,
  bidderAddress: Address,
  nonce: bigint,
): Promise<Address> {
  return cached(`offer ${programAddress} ${bidderAddress} ${nonce}`, () =>
    derive(programAddress, ['offer', addressBytes(bidderAddress), new Writer().u64(nonce).finish()]),
  )
}

/** Where the upgradeable loader keeps a program's code and its upgrade authority. */
export function deriveProgramDataAddress(programAddress: Address): Promise<Address> {
  return cached(`program data ${programAddress}`, () =>
    derive(UPGRADEABLE_LOADER_PROGRAM, [addressBytes(programAddress)]),
  )
}

/**
 * What a creator's mint addresses are made from. Only the program signs for it, so nobody, the creator included, can have
 * anything at a mint's address before the launch.
 */
export function deriveMintBaseAddress(programAddress: Address, creatorAddress: Address): Promise<Address> {
  return cached(`mint base ${programAddress} ${creatorAddress}`, () =>
    derive(programAddress, ['mint_base', addressBytes(creatorAddress)]),
  )
}

/** The mint address of a launch: sha256(mint base, seed, Token-2022), as the system program's createWithSeed has it. */
export async function deriveMintAddress(mintBaseAddress: Address, seed: string): Promise<Address> {
  const parts = [
    addressBytes(mintBaseAddress),
    new TextEncoder().encode(seed),
    addressBytes(TOKEN_2022_PROGRAM),
  ]
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return addressOf(new Uint8Array(await crypto.subtle.digest('SHA-256', all)))
}
