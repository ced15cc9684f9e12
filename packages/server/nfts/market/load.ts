// What a request to the NFT market is decided by, as the chain has it at this moment: the coin's market, the wallet, the NFTs
// with their listings, and offers. The index only tells which number a mint is.
import type { Address } from '@solana/kit'
import { type MarketHoldings, type MarketNow, TRACE } from '@twinmint/sdk/actions/nft-market/rules'
import type { MarketNft } from '@twinmint/sdk/actions/nft-market/transaction'
import { Refusal } from '@twinmint/sdk/core/errors'
import { lamports } from '@twinmint/sdk/core/money'
import { decodeConfig, decodeMarket, isPausedAt } from '@twinmint/sdk/program/accounts'
import {
  deriveAssociatedAddress,
  deriveListingAddresses,
  deriveMarketAddresses,
  deriveNftAddresses,
  type MarketAddresses,
} from '@twinmint/sdk/program/addresses'
import { CLOCK_ADDRESS, clockSeconds } from '@twinmint/sdk/program/clock'
import { decodeListing, decodeOffer, type Listing, type Offer } from '@twinmint/sdk/program/nft-market'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { closeAuthorityOf, holdingIn } from '@twinmint/sdk/program/token-2022'
import type { ChainAccount } from '../../chain/chain.ts'
import { findNftAccount } from '../../chain/holdings.ts'
import type { Database } from '../../database/database.ts'
import { parseAddress } from '../../http/http.ts'
import { findEditions } from '../../index/nft-store.ts'
import { migrationCost } from '../../signing/migrations.ts'
import type { SigningDeps } from '../../signing/submit.ts'

export interface MarketDeps extends SigningDeps {
  readonly db: Database
}

/** One coin's market and one wallet, at one moment. */
export interface LoadedNow extends MarketNow {
  readonly collectionId: string
  readonly addresses: MarketAddresses
  readonly user: Address
  readonly holdings: MarketHoldings
  readonly nowSeconds: bigint
  readonly paused: boolean
  readonly priorityFeeLamports: bigint
}

/** Refuses collectionNotFound, invalidAddress and chainUnavailable. */
export async function loadNow(
  { chain, collections }: MarketDeps,
  request: {
    readonly collectionId: string
    readonly userWallet: string
    readonly priorityFeeLamports: string
  },
): Promise<LoadedNow> {
  const user = parseAddress(request.userWallet)
  const { id, mintAddress } = await collections.mintOf(request.collectionId)
  const addresses = await deriveMarketAddresses(chain.programAddress, mintAddress)
  const [market, config, wallet, coins, clock] = await chain.loadAccounts([
    addresses.market,
    addresses.config,
    user,
    await deriveAssociatedAddress(user, mintAddress),
    CLOCK_ADDRESS,
  ])
  if (!market || !config) throw new Refusal('collectionNotFound')
  const nowSeconds = clockSeconds(clock?.data)
  if (nowSeconds === undefined)
    throw new Refusal('chainUnavailable', 'The node does not say what time it is.')
  const { curve, terms } = decodeMarket(market.data)
  return {
    collectionId: id,
    addresses,
    user,
    curve,
    terms: { royaltyBps: BigInt(terms.royaltyBps), marketFeeBps: BigInt(terms.marketFeeBps) },
    nowSeconds,
    paused: isPausedAt(decodeConfig(config.data), nowSeconds),
    holdings: {
      lamports: lamports(wallet?.lamports ?? 0n),
      hasCoinAccount: holdingIn(coins) !== undefined,
      migrationLamports: migrationCost([market.data, config.data]),
    },
    priorityFeeLamports: BigInt(request.priorityFeeLamports),
  }
}

/** What the chain has of an NFT. */
export interface NftState {
  readonly nft: MarketNft
  readonly listing: Listing | undefined
  /** Of the wallet's usual account for it; undefined where there is none. */
  readonly userAccount: ChainAccount | undefined
  /** Addresses at which an account would be made, and where strangers' lamports lie. */
  readonly dusted: { readonly listing: number; readonly userNft: number; readonly escrowNft: number }
}

const isToken = (account: ChainAccount | undefined): account is ChainAccount =>
  account?.owner === TOKEN_2022_PROGRAM
const dustOf = (account: ChainAccount | undefined, isMade: boolean): number =>
  account !== undefined && !isMade ? TRACE.dusted : 0

/** Each NFT once, in the order in which it was asked for; refuses nftNotFound. */
export async function loadNfts(
  { chain, db }: MarketDeps,
  { collectionId, addresses, user }: LoadedNow,
  nftMints: readonly string[],
): Promise<NftState[]> {
  const asked = [...new Set(nftMints)]
  const editions = await findEditions(db, asked)
  const nfts = await Promise.all(
    asked.map(async (mintAddress): Promise<MarketNft> => {
      const known = editions.get(mintAddress)
      if (known?.collectionId !== collectionId) throw new Refusal('nftNotFound')
      const of = { mintAddress: addresses.mint, walletAddress: user, edition: known.tokenId }
      const nft = await deriveNftAddresses(chain.programAddress, of)
      return { ...nft, ...(await deriveListingAddresses(chain.programAddress, nft.mint)), trace: 0 }
    }),
  )
  const accounts = await chain.loadAccounts(
    nfts.flatMap(({ listing, listedNft, userNft, escrowNft }) => [listing, listedNft, userNft, escrowNft]),
  )
  return nfts.map((nft, at) => {
    const [listing, listedNft, userNft, escrowNft] = accounts.slice(at * 4, at * 4 + 4)
    const isListed = listing?.owner === chain.programAddress
    return {
      nft,
      listing: isListed ? decodeListing(listing.data) : undefined,
      userAccount: isToken(userNft) ? userNft : undefined,
      dusted: {
        listing: dustOf(listing, isListed) + dustOf(listedNft, isToken(listedNft)),
        userNft: dustOf(userNft, isToken(userNft)),
        escrowNft: dustOf(escrowNft, isToken(escrowNft)),
      },
    }
  })
}

interface HeldNft {
  readonly nft: MarketNft
  /** What comes back when its account is closed. */
  readonly heldLamports: bigint
}

/** With the account of the wallet's that holds it, whichever that is; refuses nftNotHeld. */
export async function loadHeld(
  { chain }: Pick<MarketDeps, 'chain'>,
  { user }: Pick<LoadedNow, 'user'>,
  { nft, listing, userAccount, dusted }: NftState,
): Promise<HeldNft> {
  const usual =
    holdingIn(userAccount)?.baseUnits === 1n && userAccount
      ? { address: nft.userNft, lamports: userAccount.lamports, data: userAccount.data }
      : undefined
  const held = usual ?? (await findNftAccount(chain, user, nft.mint))
  if (held === undefined)
    throw new Refusal(
      'nftNotHeld',
      listing?.seller === user
        ? `#${nft.edition} is for sale already. Change its price instead.`
        : `The wallet does not hold #${nft.edition}.`,
    )
  const trace = TRACE.list + dusted.listing
  // One that another may close is left open, and keeps its rent.
  const closes = closeAuthorityOf(held.data) ?? user
  return {
    nft: { ...nft, userNft: held.address, trace },
    heldLamports: closes === user ? held.lamports : 0n,
  }
}

/** Each of them, up to the first that the wallet does not hold: where it keeps one elsewhere costs a call to the node. */
export async function loadAllHeld(
  deps: Pick<MarketDeps, 'chain'>,
  now: Pick<LoadedNow, 'user'>,
  states: readonly NftState[],
): Promise<HeldNft[]> {
  const held: HeldNft[] = []
  for (const state of states) held.push(await loadHeld(deps, now, state))
  return held
}

/** What the wallet has listed; refuses notListed and notSeller. */
export function ownListing({ user }: LoadedNow, { nft, listing }: NftState): Listing {
  if (listing === undefined) throw new Refusal('notListed', `#${nft.edition} is not for sale.`)
  if (listing.seller !== user) throw new Refusal('notSeller')
  return listing
}

/** An offer as it stands, of this coin, with what its account holds. Refuses offerClosed. */
export async function loadOffers(
  { chain }: Pick<MarketDeps, 'chain'>,
  { addresses }: LoadedNow,
  offerAddresses: readonly string[],
): Promise<(Offer & { readonly address: Address; readonly heldLamports: bigint })[]> {
  const asked = [...new Set(offerAddresses)].map(parseAddress)
  const accounts = await chain.loadAccounts(asked)
  return asked.map((address, at) => {
    const account = accounts[at]
    if (account?.owner !== chain.programAddress || account.data[0] !== OFFER_TAG)
      throw new Refusal('offerClosed')
    const offer = decodeOffer(account.data)
    if (offer.mint !== addresses.mint)
      throw new Refusal('offerClosed', 'The offer is for another coin’s NFTs.')
    return { ...offer, address, heldLamports: account.lamports }
  })
}

/** Of its account's first byte. */
const OFFER_TAG = 5
