// All SQL that reads NFTs, and what is learned of their owners from the chain.

import type { FeaturedKey, NftStats, NftsQuery } from '@twinmint/sdk/api/nfts/contract'
import { isAddress } from '@twinmint/sdk/core/address'
import type { Rarity } from '@twinmint/sdk/core/rarity'
import type { Queryable } from '../database/database.ts'
import { plannedOnce } from '../database/plan-once.ts'
import { batchOf, insertRows, selectAs } from '../database/table.ts'
import type { NftRow } from './nft-records.ts'
import { NFT_CHANGES, type NftChange } from './rows.ts'

/**
 * Of `nft_listings s` and `nfts n`; not where the chain told that the NFT lies elsewhere, and the event of that is missing. The
 * planner would take the third comparison for one that few rows pass.
 */
export const IS_LISTING = `s.collection_id = n.collection_id and s.token_id = n.token_id
  and case when s.token_account = n.token_account then true else false end`

/** What a row has; with `NFT_JOINS`, of `nfts n`. */
export const NFT_LIST = selectAs({
  collectionId: 'n.collection_id',
  tokenId: 'n.token_id',
  collectionName: 'c.collection_name',
  symbol: 'c.symbol',
  coinMintAddress: 'c.mint_address',
  metadataUri: 'c.metadata_uri',
  imageHash: 'l.image_hash',
  ownerAddress: 'n.owner_address',
  mintAddress: 'n.mint_address',
  tokenAccount: 'n.token_account',
  isSwapped: 'n.is_swapped',
  mintSignature: 'n.mint_signature',
  swappedAt: 'n.swapped_at',
  createdAt: 'c.created_at',
  sequence: 'n.sequence',
  lastSaleLamports: 'n.last_sale_lamports',
  marketFeesLamports: 'n.market_fees_lamports',
  listingAddress: 's.address',
  listingSeller: 's.seller_address',
  listingPrice: 's.price_lamports',
  listingExpiresAt: 's.expires_at',
  listedAt: 's.created_at',
} satisfies Record<keyof NftRow, string>)
export const NFT_JOINS = `
  join collections c on c.id = n.collection_id
  left join launches l on l.mint_address = c.mint_address
  left join nft_listings s on ${IS_LISTING}`

/** The minted ones have rows; the rest of all 1,000 of the collection `$1` follows from their numbers. As `nfts n`. */
const ALL_NFTS = `(
  select $1::uuid as collection_id, e.token_id, m.token_id as minted_id, e.rarity, e.rarity_rank, m.owner_address, m.mint_address, m.token_account,
    coalesce(m.is_swapped, false) as is_swapped, m.mint_signature, m.swapped_at, m.sequence, m.last_sale_lamports,
    coalesce(m.market_fees_lamports, 0) as market_fees_lamports
  from editions e left join nfts m on m.collection_id = $1 and m.token_id = e.token_id) n`
const MINTED_NFTS = 'nfts n'

/** Somebody can buy it. */
const FOR_SALE = 's.expires_at > now()'

/** Where those of a state are, and which. */
const STATES: Record<NftsQuery['state'], readonly [from: string, wanted: string]> = {
  all: [ALL_NFTS, 'true'],
  minted: [MINTED_NFTS, 'true'],
  wallet: [MINTED_NFTS, 'not n.is_swapped'],
  escrow: [MINTED_NFTS, 'n.is_swapped'],
  listed: [MINTED_NFTS, FOR_SALE],
  unminted: [ALL_NFTS, 'n.minted_id is null'],
}

/** More than any price. */
const DEAREST = '18446744073709551616'
const PRICE = `case when ${FOR_SALE} then s.price_lamports end`
const second = (time: string) => `coalesce(extract(epoch from ${time})::bigint, 0)`

interface Order {
  /** Whole numbers, none below zero. */
  readonly key: readonly string[]
  readonly descends: boolean
}

/** Those that were never swapped, or are not for sale, come last. */
const ORDERS: Record<NftsQuery['sort'], Order> = {
  edition: { key: ['n.token_id'], descends: false },
  rarity: { key: ['n.rarity_rank'], descends: false },
  // Of one second's swaps the one that came last is first.
  recent: { key: [second('n.swapped_at'), 'coalesce(n.sequence, 0)', 'n.token_id'], descends: true },
  priceLow: { key: [`coalesce(${PRICE}, ${DEAREST})`, 'n.token_id'], descends: false },
  priceHigh: { key: [`coalesce(${PRICE}, 0)`, 'n.token_id'], descends: true },
  listed: { key: [second(`case when ${FOR_SALE} then s.created_at end`), 'n.token_id'], descends: true },
}

/** How many numbers the key of an order has. */
export const keyLengthOf = (sort: NftsQuery['sort']): number => ORDERS[sort].key.length

export interface NftsPageQuery extends Pick<NftsQuery, 'state' | 'sort' | 'limit'> {
  readonly collectionId: string
  readonly rarity: Rarity | undefined
  readonly ownerAddress: string | undefined
  readonly edition: number | undefined
  /** The key of the last one seen. */
  readonly after: readonly string[] | undefined
}

/** One page of a collection's NFTs, each with its key in the order. */
export async function listNfts(
  db: Queryable,
  query: NftsPageQuery,
): Promise<(NftRow & { readonly sortKey: readonly string[] })[]> {
  const { key, descends } = ORDERS[query.sort]
  const [from, ofState] = STATES[query.state]
  const values: (string | number)[] = [query.collectionId, query.limit]
  const bind = (value: string | number) => `$${values.push(value)}`
  const wanted = ['n.collection_id = $1', ofState]
  if (query.rarity !== undefined) wanted.push(`n.rarity = ${bind(query.rarity)}`)
  if (query.ownerAddress !== undefined) wanted.push(`n.owner_address = ${bind(query.ownerAddress)}`)
  if (query.edition !== undefined) wanted.push(`n.token_id = ${bind(query.edition)}`)
  if (query.after !== undefined) {
    const after = query.after.map((part) => `${bind(part)}::numeric`).join(', ')
    wanted.push(`(${key.join(', ')}) ${descends ? '<' : '>'} (${after})`)
  }
  return db.query(
    `select ${NFT_LIST}, array[${key.map((part) => `(${part})::text`).join(', ')}] as "sortKey"
     from ${from} ${NFT_JOINS} where ${wanted.join(' and ')}
     order by ${key.map((part) => `${part}${descends ? ' desc' : ''}`).join(', ')} limit $2`,
    values,
  )
}

/** One NFT by its collection and number. */
export async function findNft(
  db: Queryable,
  collectionId: string,
  tokenId: number,
): Promise<NftRow | undefined> {
  const [row] = await db.query<NftRow>(
    `select ${NFT_LIST} from ${ALL_NFTS} ${NFT_JOINS} where n.token_id = $2`,
    [collectionId, tokenId],
  )
  return row
}

/** Where the node has forgotten an NFT's swaps, and told of a sale alone, it counts as swapped when its coin was launched. */
const SWAPPED = 'coalesce(n.swapped_at, n.created_at)'

/** The place in the order of `listFeatured`. */
export const featuredKeyOf = (row: NftRow): FeaturedKey => [
  row.marketFeesLamports,
  row.swappedAt ?? row.createdAt,
  row.collectionId,
  row.tokenId,
]

/**
 * Minted NFTs of all collections: what their sales paid to the treasury first, which who buys from himself pays too; then the
 * latest swap. `after` is fees, time, collection and number of the last one seen; `isUnlisted` leaves out what is for sale.
 */
export async function listFeatured(
  db: Queryable,
  query: {
    readonly limit: number
    readonly rarity: Rarity | undefined
    readonly collectionId?: string | undefined
    readonly isUnlisted?: boolean
    readonly after: FeaturedKey | undefined
  },
): Promise<NftRow[]> {
  const values: (string | number)[] = [query.limit]
  const bind = (value: string | number) => `$${values.push(value)}`
  const wanted = ['not c.is_hidden']
  if (query.rarity !== undefined) wanted.push(`n.rarity = ${bind(query.rarity)}`)
  if (query.collectionId !== undefined) wanted.push(`n.collection_id = ${bind(query.collectionId)}`)
  if (query.isUnlisted === true) wanted.push(`case when ${FOR_SALE} then false else true end`)
  if (query.after !== undefined) {
    const [fees, time, collectionId, tokenId] = query.after
    wanted.push(
      `(n.market_fees_lamports, ${SWAPPED}, n.collection_id, n.token_id) < (${bind(fees)}::numeric, ${bind(time)}::timestamptz, ${bind(collectionId)}::uuid, ${bind(tokenId)}::int)`,
    )
  }
  return db.query(
    `select ${NFT_LIST} from nfts n ${NFT_JOINS} where ${wanted.join(' and ')}
       order by n.market_fees_lamports desc, ${SWAPPED} desc, n.collection_id desc, n.token_id desc limit $1`,
    values,
  )
}

/** NFTs of all collections that a wallet holds by what the index knows, the last swapped first. */
export async function listOwned(db: Queryable, ownerAddress: string, limit: number): Promise<NftRow[]> {
  return db.query(
    `select ${NFT_LIST} from nfts n ${NFT_JOINS} where n.owner_address = $1 and not n.is_swapped
       order by n.swapped_at desc, n.collection_id desc, n.token_id desc limit $2`,
    [ownerAddress, limit],
  )
}

/** What of a collection's figures its NFTs and their swaps say. */
export async function loadNftFigures(
  db: Queryable,
  collectionId: string,
): Promise<Pick<NftStats, 'minted' | 'inEscrow' | 'holders' | 'swaps24h' | 'rarities'>> {
  const [figures] = await db.query<{ minted: number; inEscrow: number; holders: number; swaps24h: number }>(
    `select count(*) as minted, count(*) filter (where is_swapped) as "inEscrow",
       count(distinct owner_address) filter (where not is_swapped) as holders,
       (select count(*) from trades where collection_id = $1 and nft_token_id is not null
          and created_at > now() - interval '24 hours') as "swaps24h"
     from nfts where collection_id = $1`,
    [collectionId],
  )
  const counts = await db.query<{ rarity: Rarity; count: number }>(
    'select rarity, count(*) as count from nfts where collection_id = $1 group by rarity',
    [collectionId],
  )
  const rarities = { common: 0, rare: 0, epic: 0, legendary: 0, mythic: 0 }
  for (const { rarity, count } of counts) rarities[rarity] = count
  return { ...(figures ?? { minted: 0, inEscrow: 0, holders: 0, swaps24h: 0 }), rarities }
}

/** NFTs that wallets hold by what the index knows, by number, to compare with the chain. */
export async function listCirculating(db: Queryable, collectionId: string): Promise<NftRow[]> {
  return db.query(
    `select ${NFT_LIST} from nfts n ${NFT_JOINS} where n.collection_id = $1 and not n.is_swapped order by n.token_id`,
    [collectionId],
  )
}

/** NFTs that one wallet holds by what the index knows, by number. */
export async function listOwnedOf(
  db: Queryable,
  { collectionId, ownerAddress }: { readonly collectionId: string; readonly ownerAddress: string },
): Promise<NftRow[]> {
  return db.query(
    `select ${NFT_LIST} from nfts n ${NFT_JOINS} where n.collection_id = $1 and n.owner_address = $2
         and not n.is_swapped order by n.token_id`,
    [collectionId, ownerAddress],
  )
}

/** An owner that the chain told of; not where an event came meanwhile, which knows better, or the coin was read again. */
export async function updateOwner(
  db: Queryable,
  nft: {
    readonly collectionId: string
    readonly tokenId: number
    readonly sequence: number | null
    /** Null for an NFT that its holder burned. */
    readonly ownerAddress: string | null
    readonly tokenAccount: string | null
  },
  /** Where the row had it when the chain was asked. */
  tokenAccountBefore: string | null,
): Promise<void> {
  await db.query(
    `update nfts set owner_address = $4, token_account = $5
     where collection_id = $1 and token_id = $2 and sequence = $3 and token_account is not distinct from $6`,
    [
      nft.collectionId,
      nft.tokenId,
      nft.sequence ?? 0,
      nft.ownerAddress,
      nft.tokenAccount,
      tokenAccountBefore,
    ],
  )
}

/** A listing's terms that the chain told of; as `updateOwner`. */
export async function updateListing(db: Queryable, nft: NftRow): Promise<void> {
  await db.query(
    `update nft_listings s set seller_address = $4, price_lamports = $5, expires_at = $6 from nfts n
     where s.collection_id = $1 and s.token_id = $2 and n.collection_id = $1 and n.token_id = $2 and n.sequence = $3`,
    [
      nft.collectionId,
      nft.tokenId,
      nft.sequence ?? 0,
      nft.listingSeller,
      nft.listingPrice,
      nft.listingExpiresAt,
    ],
  )
}

const CHANGES_BATCH = batchOf({ nfts: NFT_CHANGES.columns })
const WRITE_NFTS = insertRows(NFT_CHANGES, CHANGES_BATCH.from.nfts, {
  columns: { rarity: 'e.rarity', rarity_rank: 'e.rarity_rank', created_at: 'c.created_at' },
  join: 'join editions e on e.token_id = r."tokenId" join collections c on c.id = r."collectionId"',
})

/** Writes what events said of NFTs, one change for each: with the first one its row. Their collections are there. */
export async function writeNfts(tx: Queryable, nfts: readonly NftChange[]): Promise<void> {
  await tx.query(WRITE_NFTS, CHANGES_BATCH.values({ nfts }))
}

/** Which NFT a mint is. */
export interface Edition {
  readonly collectionId: string
  readonly tokenId: number
}

/** Editions by their mints' addresses; what is none's is left out. */
export async function findEditions(
  db: Queryable,
  mintAddresses: readonly string[],
): Promise<Map<string, Edition>> {
  const rows = await db.query<Edition & { readonly mintAddress: string }>(
    `select mint_address as "mintAddress", collection_id as "collectionId", token_id as "tokenId" from nfts
     where mint_address = any($1::text[])`,
    [plannedOnce(mintAddresses.filter(isAddress))],
  )
  return new Map(rows.map(({ mintAddress, ...edition }) => [mintAddress, edition]))
}

/** The lowest numbers that are not minted, up to `indexMax`. */
export async function listUnminted(db: Queryable, collectionId: string, indexMax: number): Promise<number[]> {
  const rows = await db.query<{ tokenId: number }>(
    `select e.token_id as "tokenId" from editions e where e.token_id <= $2
       and not exists (select from nfts n where n.collection_id = $1 and n.token_id = e.token_id)
     order by e.token_id`,
    [collectionId, indexMax],
  )
  return rows.map(({ tokenId }) => tokenId)
}

/** The lowest numbers that a coin's escrow holds. */
export async function listInEscrow(db: Queryable, collectionId: string): Promise<number[]> {
  const rows = await db.query<{ tokenId: number }>(
    `select token_id as "tokenId" from nfts where collection_id = $1 and is_swapped order by token_id limit 200`,
    [collectionId],
  )
  return rows.map(({ tokenId }) => tokenId)
}
