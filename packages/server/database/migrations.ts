// The steps that make the schema, which run once each, in order (migrate.ts): first the baseline, a whole schema. A released step
// never changes, and a new one must let the release before it run: docs/architecture.md, "The database's steps".
import { COINS } from './schema/coins.ts'
import { FEES } from './schema/fees.ts'
import { LAUNCHES } from './schema/launches.ts'
import { LOG } from './schema/log.ts'
import { NFTS } from './schema/nfts.ts'
import { PEOPLE } from './schema/people.ts'
import { SITE } from './schema/site.ts'
import { TRADES } from './schema/trades.ts'
import { VIEWS } from './schema/views.ts'

export type Migration = {
  /** Ids sort in the order of the steps. */
  readonly id: string
  /** The last step that a server must know to run on a database with this one; without it this one. */
  readonly oldest?: string
  /** The steps that a baseline stands for. It records them too: the release before it would run the ones that it misses. */
  readonly replaces?: readonly string[]
} & (
  | { readonly script: string }
  /** Indexes of large tables by name, each with what follows `on`: they are built while others write. */
  | { readonly indexes: Readonly<Record<string, string>> }
)

/** The last commit with the steps before the baseline: it brings older databases up to it. */
export const LAST_BEFORE_BASELINE = '41eebd7a'

/**
 * Lamports and base units are numeric(20,0), because a u64 exceeds PostgreSQL's bigint, and sums of them numeric(30,0). Prices are SOL
 * a coin. Keys come from the chain, so a rebuilt index has the same rows; no column counts up by itself. An index's place among its
 * table's matters: at equal cost the planner takes the first.
 */
const BASELINE: Migration = {
  id: '0037_servers',
  oldest: '0036_one_writer',
  replaces:
    '0001_launch_and_trade 0002_swaps 0003_discovery 0004_people 0005_community 0006_positions 0007_waitlist 0008_people_holdings 0009_waitlist_admin 0010_open_markets 0011_search 0012_pictures 0013_supply 0014_search_more 0015_xray 0017_follows 0018_send 0019_alerts 0020_pinned 0021_program_2 0022_config_events 0023_fee_shares 0024_nft_market 0025_nft_news 0026_content_addresses 0027_ipfs 0028_minted_nfts 0029_nft_results 0030_fewer_indexes 0031_pushes_of_sessions 0032_shown_names 0033_genesis 0034_coin_events 0035_readings 0036_one_writer'.split(
      ' ',
    ),
  // In public, whatever schema comes first: an extension belongs to the whole database.
  script: `create extension if not exists pg_trgm schema public;
${LAUNCHES}${LOG}${COINS}${TRADES}${FEES}${NFTS}${PEOPLE}${SITE}${VIEWS}`,
}

export const MIGRATIONS: readonly Migration[] = [BASELINE]

/** The tables of which a coin's rows follow from its events alone. */
export const REPLAYED_TABLES = [
  'trades',
  'boosts',
  'fee_claims',
  'fee_shares',
  'fee_receivers',
  'fee_payments',
  'chart_data',
  'nfts',
  'nft_listings',
  'nft_offers',
  'nft_market_events',
  'positions',
  'nft_lots',
] as const

/** The tables that `npm run reindex` empties and fills again from the chain. */
export const INDEX_TABLES = [
  'coin_events',
  'curve_bases',
  'collections',
  'bonding_curves',
  ...REPLAYED_TABLES,
  'market_figures',
  'creator_transfers',
  'creator_reads',
  'platform_hours',
  'trader_hours',
  'config_events',
  'indexer_cursor',
  'index_genesis',
] as const
