// All SQL that reads NFTs, and what is learned of their owners from the chain.
import { EDITIONS, type Rarity, rarityOf } from '../core/rarity.ts'
import type { Queryable } from '../database/database.ts'
import { selectAs, updateRows } from '../database/table.ts'
import type { NftStats, NftsQuery } from './nft-contract.ts'
import type { NftRow } from './nft-rows.ts'
import { NFT_CHANGES, type NftChange, type NftKey } from './rows.ts'

const COLUMNS = selectAs({
  collectionId: 'n.collection_id',
  tokenId: 'n.token_id',
  name: 'n.name',
  collectionName: 'c.collection_name',
  symbol: 'c.symbol',
  coinMintAddress: 'c.mint_address',
  metadataUri: 'c.metadata_uri',
  imageHash: 'l.image_hash',
  ownerAddress: 'n.owner_address',
  mintAddress: 'n.mint_address',
  tokenAccount: 'n.token_account',
  traits: 'n.traits',
  isMinted: 'n.is_minted',
  isSwapped: 'n.is_swapped',
  mintSignature: 'n.mint_signature',
  swappedAt: 'n.swapped_at',
  createdAt: 'n.created_at',
  sequence: 'n.sequence',
} satisfies Record<keyof NftRow, string>)
const JOINS = `
  join collections c on c.id = n.collection_id
  left join launches l on l.mint_address = c.mint_address`

const STATES: Record<NftsQuery['state'], string> = {
  all: 'true',
  minted: 'n.is_minted',
  wallet: 'n.is_minted and not n.is_swapped',
  escrow: 'n.is_swapped',
  unminted: 'not n.is_minted',
}

/** Each order's key as one row value, and whether it descends. Those that were never swapped come last. */
const SORTS: Record<NftsQuery['sort'], { readonly key: string; readonly descends: boolean }> = {
  edition: { key: '(n.token_id)', descends: false },
  rarity: { key: '(n.rarity_rank)', descends: false },
  recent: { key: '(coalesce(n.sequence, 0), n.token_id)', descends: true },
}

export interface NftsPageQuery extends Pick<NftsQuery, 'state' | 'sort' | 'limit'> {
  readonly collectionId: string
  readonly rarity: Rarity | undefined
  readonly ownerAddress: string | undefined
  readonly edition: number | undefined
  /** The key of the last one seen. */
  readonly after: readonly number[] | undefined
}

/** The key of a row in an order, as `after` takes it. */
export function sortKeyOf(row: NftRow, sort: NftsQuery['sort'], rarityRank: number): number[] {
  if (sort === 'edition') return [row.tokenId]
  if (sort === 'rarity') return [rarityRank]
  return [row.sequence ?? 0, row.tokenId]
}

/** One page of a collection's NFTs. */
export async function listNfts(db: Queryable, query: NftsPageQuery): Promise<NftRow[]> {
  const { key, descends } = SORTS[query.sort]
  const values: (string | number)[] = [query.collectionId, query.limit]
  const bind = (value: string | number) => `$${values.push(value)}`
  const wanted = ['n.collection_id = $1', STATES[query.state]]
  if (query.rarity !== undefined) wanted.push(`n.rarity = ${bind(query.rarity)}`)
  if (query.ownerAddress !== undefined) wanted.push(`n.owner_address = ${bind(query.ownerAddress)}`)
  if (query.edition !== undefined) wanted.push(`n.token_id = ${bind(query.edition)}`)
  if (query.after !== undefined) {
    const after = query.after.map((part) => `${bind(part)}::bigint`).join(', ')
    wanted.push(`${key} ${descends ? '<' : '>'} (${after})`)
  }
  const order = descends ? key.slice(1, -1).replaceAll(', n.', ' desc, n.').concat(' desc') : key
  return db.query(
    `select ${COLUMNS} from nfts n ${JOINS} where ${wanted.join(' and ')} order by ${order} limit $2`,
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
    `select ${COLUMNS} from nfts n ${JOINS} where n.collection_id = $1 and n.token_id = $2`,
    [collectionId, tokenId],
  )
  return row
}

/** Minted NFTs of all collections, the latest swap first. `after` is time, collection and number of the last one seen. */
export async function listFeatured(
  db: Queryable,
  query: {
    readonly limit: number
    readonly rarity: Rarity | undefined
    readonly after: readonly [string, string, number] | undefined
  },
): Promise<NftRow[]> {
  const values: (string | number)[] = [query.limit]
  const bind = (value: string | number) => `$${values.push(value)}`
  const wanted = ['n.is_minted', 'not c.is_hidden']
  if (query.rarity !== undefined) wanted.push(`n.rarity = ${bind(query.rarity)}`)
  if (query.after !== undefined) {
    const [time, collectionId, tokenId] = query.after
    wanted.push(
      `(n.swapped_at, n.collection_id, n.token_id) < (${bind(time)}::timestamptz, ${bind(collectionId)}::uuid, ${bind(tokenId)}::int)`,
    )
  }
  return db.query(
    `select ${COLUMNS} from nfts n ${JOINS} where ${wanted.join(' and ')}
       order by n.swapped_at desc, n.collection_id desc, n.token_id desc limit $1`,
    values,
  )
}

/** NFTs of all collections that a wallet holds by what the index knows, the last swapped first. */
export async function listOwned(db: Queryable, ownerAddress: string, limit: number): Promise<NftRow[]> {
  return db.query(
    `select ${COLUMNS} from nfts n ${JOINS} where n.owner_address = $1 and n.is_minted and not n.is_swapped
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
    `select count(*) filter (where is_minted) as minted, count(*) filter (where is_swapped) as "inEscrow",
       count(distinct owner_address) filter (where is_minted and not is_swapped) as holders,
       (select count(*) from trades where collection_id = $1 and nft_token_id is not null
          and created_at > now() - interval '24 hours') as "swaps24h"
     from nfts where collection_id = $1`,
    [collectionId],
  )
  const counts = await db.query<{ rarity: Rarity; count: number }>(
    'select rarity, count(*) as count from nfts where collection_id = $1 and is_minted group by rarity',
    [collectionId],
  )
  const rarities = { common: 0, rare: 0, epic: 0, legendary: 0, mythic: 0 }
  for (const { rarity, count } of counts) rarities[rarity] = count
  return { ...(figures ?? { minted: 0, inEscrow: 0, holders: 0, swaps24h: 0 }), rarities }
}

/** NFTs that wallets hold by what the index knows, by number, to compare with the chain. */
export async function listCirculating(db: Queryable, collectionId: string): Promise<NftRow[]> {
  return db.query(
    `select ${COLUMNS} from nfts n ${JOINS} where n.collection_id = $1 and n.is_minted and not n.is_swapped order by n.token_id`,
    [collectionId],
  )
}

/** NFTs that one wallet holds by what the index knows, by number. */
export async function listOwnedOf(
  db: Queryable,
  { collectionId, ownerAddress }: { readonly collectionId: string; readonly ownerAddress: string },
): Promise<NftRow[]> {
  return db.query(
    `select ${COLUMNS} from nfts n ${JOINS} where n.collection_id = $1 and n.owner_address = $2 and n.is_minted
         and not n.is_swapped order by n.token_id`,
    [collectionId, ownerAddress],
  )
}

/** An owner that the chain told of; not where an event came meanwhile, which knows better. */
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
): Promise<void> {
  await db.query(
    `update nfts set owner_address = $4, token_account = $5
     where collection_id = $1 and token_id = $2 and sequence = $3`,
    [nft.collectionId, nft.tokenId, nft.sequence ?? 0, nft.ownerAddress, nft.tokenAccount],
  )
}

/** Stores the records `from` to `to` of a collection; those that exist stay. */
export async function addNfts(db: Queryable, collectionId: string, from: number, to: number): Promise<void> {
  const editions = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const rarities = editions.map(rarityOf)
  await db.query(
    `insert into nfts (collection_id, token_id, name, rarity, rarity_rank, traits, created_at)
     select c.id, e.n, c.collection_name || ' #' || e.n, e.rarity, e.rank, jsonb_build_array(
       jsonb_build_object('trait_type', 'Edition', 'value', e.n),
       jsonb_build_object('trait_type', 'Rarity', 'value', initcap(e.rarity)),
       jsonb_build_object('trait_type', 'Pattern', 'value', e.reason)), c.created_at
     from collections c, unnest($2::int[], $3::text[], $4::int[], $5::text[]) as e(n, rarity, rank, reason)
     where c.id = $1 on conflict do nothing`,
    [
      collectionId,
      editions,
      rarities.map(({ rarity }) => rarity),
      rarities.map(({ rank }) => rank),
      rarities.map(({ reason }) => reason),
    ],
  )
}

export async function countNfts(db: Queryable, collectionId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*) as count from nfts where collection_id = $1',
    [collectionId],
  )
  return row?.count ?? 0
}

/** Collections whose records are not all there: launches that a crash interrupted. Records are stored in order, so the last one tells. */
export async function listUnfinished(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from collections c where not exists (
       select 1 from nfts n where n.collection_id = c.id and n.token_id = c.max_nft_supply)`,
  )
  return rows.map(({ id }) => id)
}

const UPDATE_NFTS = `${updateRows(NFT_CHANGES, '$1::text::jsonb', ['is_minted = true'])}
  returning nfts.collection_id as "collectionId", nfts.token_id as "tokenId"`

/** Writes what events said of NFTs, one change for each. The records of a launch that are still on their way are stored first. */
export async function writeNfts(tx: Queryable, changes: readonly NftChange[]): Promise<void> {
  const update = async (some: readonly NftChange[]) => {
    const written = await tx.query<NftKey>(UPDATE_NFTS, [JSON.stringify(some)])
    const keys = new Set(written.map(({ collectionId, tokenId }) => `${collectionId} ${tokenId}`))
    return some.filter(({ collectionId, tokenId }) => !keys.has(`${collectionId} ${tokenId}`))
  }
  const missing = await update(changes)
  if (missing.length === 0) return
  for (const id of new Set(missing.map(({ collectionId }) => collectionId)))
    await addNfts(tx, id, 1, EDITIONS)
  await update(missing)
}

/** Edition numbers of a collection's NFTs by their mints; those that are not the collection's are left out. */
export async function findEditions(
  db: Queryable,
  collectionId: string,
  mintAddresses: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ mintAddress: string; tokenId: number }>(
    `select mint_address as "mintAddress", token_id as "tokenId" from nfts
     where collection_id = $1 and mint_address = any($2::text[])`,
    [collectionId, mintAddresses],
  )
  return new Map(rows.map(({ mintAddress, tokenId }) => [mintAddress, tokenId]))
}

/** The lowest numbers that are not minted, up to `indexMax`. */
export async function listUnminted(db: Queryable, collectionId: string, indexMax: number): Promise<number[]> {
  const rows = await db.query<{ tokenId: number }>(
    `select token_id as "tokenId" from nfts where collection_id = $1 and token_id <= $2 and not is_minted
     order by token_id`,
    [collectionId, indexMax],
  )
  return rows.map(({ tokenId }) => tokenId)
}

/** The lowest numbers that the escrow holds. */
export async function listInEscrow(db: Queryable, collectionId: string): Promise<number[]> {
  const rows = await db.query<{ tokenId: number }>(
    `select token_id as "tokenId" from nfts where collection_id = $1 and is_swapped order by token_id limit 200`,
    [collectionId],
  )
  return rows.map(({ tokenId }) => tokenId)
}
