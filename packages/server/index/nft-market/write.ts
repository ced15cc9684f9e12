// SQL that writes a batch of the NFTs' market, in one statement beside the batch of the trades: most batches have none.
import type { Queryable } from '../../database/database.ts'
import { batchOf, deleteRows, insertRows, key, type RowsOf, updateRows } from '../../database/table.ts'
import { NFT_KEYS } from '../rows.ts'
import { CHANGED_LISTINGS, NFT_LISTINGS, NFT_MARKET_EVENTS, NFT_OFFERS } from './rows.ts'

const BATCH = batchOf({
  nftListings: NFT_LISTINGS.columns,
  changedListings: CHANGED_LISTINGS.columns,
  goneListings: NFT_KEYS,
  nftOffers: NFT_OFFERS.columns,
  goneOffers: { address: key('text') },
  nftMarketEvents: NFT_MARKET_EVENTS.columns,
})
const { from } = BATCH

const WRITE_MARKET = `
with new_listings as (${insertRows(NFT_LISTINGS, from.nftListings)}),
changed_listings as (${updateRows(CHANGED_LISTINGS, from.changedListings)}),
gone_listings as (${deleteRows(NFT_LISTINGS, from.goneListings)}),
new_offers as (${insertRows(NFT_OFFERS, from.nftOffers)}),
gone_offers as (${deleteRows(NFT_OFFERS, from.goneOffers)})
${insertRows(NFT_MARKET_EVENTS, from.nftMarketEvents)}`

/** Writes what a batch says; each listing and each offer is in it once. */
export async function writeMarket(tx: Queryable, rows: RowsOf<typeof BATCH>): Promise<void> {
  await tx.query(WRITE_MARKET, BATCH.values(rows))
}
