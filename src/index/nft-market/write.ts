// SQL that writes a batch of the NFTs' market, in one statement beside the batch of the trades: most batches have none.
import type { Queryable } from '../../database/database.ts'
import { deleteRows, insertRows, type Table, updateRows } from '../../database/table.ts'
import type { marketRows } from './batch.ts'
import { CHANGED_LISTINGS, NFT_LISTINGS, NFT_MARKET_EVENTS, NFT_OFFERS } from './rows.ts'

type MarketRows = ReturnType<typeof marketRows>

const write = (table: Table, field: keyof MarketRows) => insertRows(table, field)
const remove = (table: Table, field: keyof MarketRows) => deleteRows(table, field)
const CHANGED: keyof MarketRows = 'changedListings'

const WRITE_MARKET = `
with input as materialized (select $1::text::jsonb as j),
new_listings as (${write(NFT_LISTINGS, 'nftListings')}),
changed_listings as (${updateRows(CHANGED_LISTINGS, `(select j->'${CHANGED}' from input)`)}),
gone_listings as (${remove(NFT_LISTINGS, 'goneListings')}),
new_offers as (${write(NFT_OFFERS, 'nftOffers')}),
gone_offers as (${remove(NFT_OFFERS, 'goneOffers')})
${write(NFT_MARKET_EVENTS, 'nftMarketEvents')}`

/** Writes what a batch says; each listing and each offer is in it once. */
export async function writeMarket(tx: Queryable, rows: MarketRows): Promise<void> {
  await tx.query(WRITE_MARKET, [JSON.stringify(rows)])
}
