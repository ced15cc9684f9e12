// NFTs move without the program too, from wallet to wallet, and no event tells of that. So what is shown of owners is
// compared with the chain, and only an NFT that has moved is looked for.
import type { Address } from '@solana/kit'
import { Refusal } from '@twinmint/sdk/core/errors'
import { decodeListing } from '@twinmint/sdk/program/accounts'
import { deriveListingAddresses } from '@twinmint/sdk/program/addresses'
import { type CoinAccount, holdingIn } from '@twinmint/sdk/program/token-2022'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../database/database.ts'
import { isoSeconds } from './event-rows.ts'
import type { NftRow } from './nft-records.ts'
import { findNft, listCirculating, listOwned, listOwnedOf, updateListing, updateOwner } from './nft-store.ts'

/** How long an answer of a cluster's node is good; the chain in this process is asked every time. */
const CHECKED_MS = 10_000
const COLLECTION_CHECKED_MS = 30_000
const REMEMBERED_MAX = 100_000
const CHUNK = 100
/** NFTs that are looked for at once: each costs the node two calls. */
const SEARCHES_MAX = 4

/** A wallet in a collection. */
interface Holder {
  readonly walletAddress: Address
  readonly collectionId: string
}

export interface Owners {
  /** The rows with the owners that the chain has. */
  current(rows: readonly NftRow[]): Promise<NftRow[]>
  /** Compares a whole collection, at most every half minute, in the background. */
  refresh(collectionId: string): void
  /** NFTs of all collections that a wallet holds, the last swapped first: those that the index knew, and it still has. */
  held(walletAddress: Address, limit: number): Promise<NftRow[]>
  /** A collection's NFTs that a wallet holds, by number. */
  heldBy(holder: Holder): Promise<NftRow[]>
  /**
   * The same, as far as the index has noticed who got what; the whole collection is compared in the background. For what is
   * asked often, and can wait for an NFT that was sent a moment ago.
   */
  heldSoFar(holder: Holder): Promise<NftRow[]>
  /** An NFT was sent to this account a moment ago: its new owner is stored, if the chain says so. */
  sent(nft: {
    readonly collectionId: string
    readonly tokenId: number
    readonly tokenAccount: Address
  }): Promise<void>
}

export function openOwners(db: Database, chain: Chain, onFailure: (error: unknown) => void): Owners {
  const checkedMs = chain.watchIsComplete ? 0 : CHECKED_MS
  const checkedAtMs = new Map<string, number>()
  const searches = new Map<string, Promise<NftRow>>()
  const idOf = ({ collectionId, tokenId, sequence }: NftRow) => `${collectionId}:${tokenId}:${sequence ?? 0}`
  const remember = (key: string) => {
    if (checkedAtMs.size >= REMEMBERED_MAX) checkedAtMs.clear()
    checkedAtMs.set(key, Date.now())
  }
  const isFresh = (key: string, ms: number) => Date.now() - (checkedAtMs.get(key) ?? 0) < ms

  async function current(rows: readonly NftRow[]): Promise<NftRow[]> {
    const doubtful = rows.filter(
      (row) => !row.isSwapped && row.tokenAccount !== null && !isFresh(idOf(row), checkedMs),
    )
    if (doubtful.length === 0) return [...rows]
    const { accounts, listings } = await loadPlaces(chain, doubtful)
    const changed = new Map<string, NftRow>()
    const moved: NftRow[] = []
    for (const [at, row] of doubtful.entries()) {
      const account = accounts[at]
      const holding = holdingIn(account)
      if (holding?.baseUnits !== 1n || holding.mint !== row.mintAddress) moved.push(row)
      else {
        remember(idOf(row))
        const found = relisted(chain, row, listings.get(row.listingAddress ?? ''))
        const ownerAddress = await ownerIn(chain, found ?? row, holding)
        if (found) await updateListing(db, found)
        if (ownerAddress !== row.ownerAddress)
          await updateOwner(db, { ...row, ownerAddress }, row.tokenAccount)
        if (found || ownerAddress !== row.ownerAddress)
          changed.set(idOf(row), { ...(found ?? row), ownerAddress })
      }
    }
    while (moved.length > 0)
      for (const row of await Promise.all(moved.splice(0, SEARCHES_MAX).map(search)))
        changed.set(idOf(row), row)
    return rows.map((row) => changed.get(idOf(row)) ?? row)
  }

  /** Looks for an NFT once, however many ask at the same moment, and keeps what was found. */
  function search(row: NftRow): Promise<NftRow> {
    const key = idOf(row)
    const underWay = searches.get(key)
    if (underWay) return underWay
    const searching = findOwner(chain, row)
      .then(async (found) => {
        await updateOwner(db, found, row.tokenAccount)
        remember(key)
        return found
      })
      .finally(() => searches.delete(key))
    searches.set(key, searching)
    return searching
  }

  async function compared(collectionId: string): Promise<NftRow[]> {
    const rows = await listCirculating(db, collectionId)
    const all: NftRow[] = []
    for (let from = 0; from < rows.length; from += CHUNK) {
      all.push(...(await current(rows.slice(from, from + CHUNK))))
      // Other requests get their turn between.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return all
  }

  const refresh = (collectionId: string) => {
    if (isFresh(collectionId, COLLECTION_CHECKED_MS)) return
    remember(collectionId)
    compared(collectionId).catch(onFailure)
  }

  return {
    current,
    refresh,
    async heldSoFar({ walletAddress, collectionId }) {
      refresh(collectionId)
      const rows = await current(await listOwnedOf(db, { collectionId, ownerAddress: walletAddress }))
      return rows.filter(({ ownerAddress }) => ownerAddress === walletAddress)
    },
    async held(walletAddress, limit) {
      const rows = await listOwned(db, walletAddress, limit)
      const all: NftRow[] = []
      for (let from = 0; from < rows.length; from += CHUNK)
        all.push(...(await current(rows.slice(from, from + CHUNK))))
      return all.filter(({ ownerAddress }) => ownerAddress === walletAddress)
    },
    async sent(nft) {
      const row = await storeSent(db, chain, nft)
      if (row) checkedAtMs.delete(idOf(row))
    },
    // Not by the wallet's token accounts: strangers can give it any number of those.
    heldBy: async ({ walletAddress, collectionId }) =>
      (await compared(collectionId)).filter(({ ownerAddress }) => ownerAddress === walletAddress),
  }
}

/** Of an NFT that lies elsewhere than the listing says that is known. */
const NOT_LISTED = {
  listingAddress: null,
  listingSeller: null,
  listingPrice: null,
  listingExpiresAt: null,
  listedAt: null,
}

/** Where an NFT is that is no longer where it was; without owner and account when its holder has burned it. */
async function findOwner(chain: Chain, row: NftRow): Promise<NftRow> {
  const largest = await chain.rpc
    .getTokenLargestAccounts(row.mintAddress as Address, { commitment: 'confirmed' })
    .send()
    .catch((cause: unknown) => {
      throw new Refusal('chainUnavailable', undefined, { cause })
    })
  const address = largest.value.find(({ amount }) => amount === '1')?.address
  // Nobody can make another one, so an NFT that no account holds is gone.
  if (address === undefined) return { ...row, ...NOT_LISTED, ownerAddress: null, tokenAccount: null }
  const [account] = await chain.loadAccounts([address])
  const holding = holdingIn(account)
  // Otherwise it moves at this moment: the next look finds it.
  if (holding?.baseUnits !== 1n) return row
  const ownerAddress = await ownerIn(chain, row, holding)
  return address === row.tokenAccount
    ? { ...row, ownerAddress }
    : { ...row, ...NOT_LISTED, ownerAddress, tokenAccount: address }
}

/** The accounts in which NFTs lie, in the rows' order, and by address those of the listings that are known. */
async function loadPlaces(chain: Chain, rows: readonly NftRow[]) {
  const listed = rows.flatMap(({ listingAddress }) => listingAddress ?? [])
  const addresses = [...rows.map(({ tokenAccount }) => tokenAccount), ...listed]
  const loaded = await chain.loadAccounts(addresses.map((each) => each as Address))
  return {
    accounts: loaded.slice(0, rows.length),
    listings: new Map(listed.map((address, at) => [address, loaded[rows.length + at]])),
  }
}

/**
 * A row with the terms that its listing’s account has; undefined where it has them. After events that the node forgot it may tell
 * of a listing that was there before.
 */
function relisted(
  chain: Chain,
  row: NftRow,
  account: Awaited<ReturnType<Chain['loadAccounts']>>[number],
): NftRow | undefined {
  if (row.listingAddress === null || account?.owner !== chain.programAddress) return undefined
  const { seller, priceLamports, expiresAtSeconds } = decodeListing(account.data)
  const [price, expiresAt] = [priceLamports.toString(), isoSeconds(expiresAtSeconds)]
  const isSame =
    row.listingSeller === seller &&
    row.listingPrice === price &&
    Date.parse(row.listingExpiresAt ?? '') === Date.parse(expiresAt)
  return isSame
    ? undefined
    : { ...row, listingSeller: seller, listingPrice: price, listingExpiresAt: expiresAt }
}

/** Whose an NFT is that an account holds: what lies with the program for sale is its seller's. */
async function ownerIn(chain: Chain, row: NftRow, { owner, mint }: CoinAccount): Promise<string> {
  if (owner === row.ownerAddress) return owner
  const isKnown = row.listingAddress === owner && row.listingSeller !== null
  if (isKnown) return row.listingSeller
  const { listing } = await deriveListingAddresses(chain.programAddress, mint)
  if (listing !== owner) return owner
  const [account] = await chain.loadAccounts([listing])
  // Sold or taken back at this moment: the next look finds it.
  return account?.owner === chain.programAddress
    ? decodeListing(account.data).seller
    : (row.ownerAddress ?? owner)
}

/** Stores whose an NFT is now, unless a node does not have it yet or it has gone on since: the next look finds it then. */
async function storeSent(
  db: Database,
  chain: Chain,
  { collectionId, tokenId, tokenAccount }: Parameters<Owners['sent']>[0],
): Promise<NftRow | undefined> {
  const [row, [account]] = await Promise.all([
    findNft(db, collectionId, tokenId),
    chain.loadAccounts([tokenAccount]),
  ])
  const holding = holdingIn(account)
  if (row && holding?.baseUnits === 1n && holding.mint === row.mintAddress)
    await updateOwner(db, { ...row, ownerAddress: holding.owner, tokenAccount }, row.tokenAccount)
  return row
}
