// The schema, as steps that run once each at start, in order. A step that has been released is never changed.
// Money is numeric(20,0): a u64 does not fit PostgreSQL's bigint. Keys come from the chain, so a rebuilt index has the
// same rows; nothing here counts up by itself. `launches` is not of the chain and survives a reindex.
import type { Database } from './database.ts'

const MIGRATIONS: readonly { readonly id: string; readonly script: string }[] = [
  {
    id: '0001_launch_and_trade',
    script: `
-- In public, whatever schema comes first: an extension belongs to the whole database.
create extension if not exists pg_trgm schema public;

-- What a launch was prepared with and the chain does not carry: the description and the picture.
create table launches (
  mint_address text primary key,
  id uuid not null unique,
  creator_address text not null,
  name text not null,
  symbol text not null,
  collection_name text not null,
  description text not null,
  image_hash text not null,
  metadata_uri text not null,
  dev_buy_lamports numeric(20,0) not null,
  boost boolean not null,
  created_at timestamptz not null default now()
);
create index launches_created_at on launches (created_at);

create table collections (
  id uuid primary key,
  mint_address text not null unique,
  name text not null,
  symbol text not null,
  collection_name text not null,
  creator_address text not null,
  market_address text not null,
  vault_address text not null,
  escrow_address text not null,
  collection_address text not null,
  metadata_uri text not null,
  total_supply numeric(20,0) not null,
  max_nft_supply integer not null default 1000,
  initial_price numeric(30,18) not null,
  graduation_market_cap_lamports numeric(20,0) not null,
  boost_price_lamports numeric(20,0) not null,
  boost_seconds integer not null,
  sell_fee_bps integer not null,
  creator_share_bps integer not null,
  is_verified boolean not null default false,
  verification_collection_address text,
  launch_signature text not null,
  metadata jsonb not null default '{"projectType":"hybrid"}',
  created_at timestamptz not null,
  search text generated always as (lower(name || ' ' || symbol)) stored
);
create index collections_created_at on collections (created_at, id);
create index collections_creator on collections (creator_address, created_at);
create index collections_search on collections using gin (search gin_trgm_ops);

-- What changes with every trade, apart from the wide rows and their text index.
create table bonding_curves (
  collection_id uuid primary key,
  sequence bigint not null,
  reserve_lamports numeric(20,0) not null,
  reserve_base_units numeric(20,0) not null,
  real_lamports numeric(20,0) not null,
  creator_fees_owed_lamports numeric(20,0) not null default 0,
  burned_base_units numeric(20,0) not null default 0,
  market_cap_lamports numeric(20,0) not null,
  price numeric(30,18) not null,
  minted_nft_count integer not null default 0,
  circulating_nft_count integer not null default 0,
  is_graduated boolean not null default false,
  graduated_at timestamptz,
  boosted_at timestamptz,
  boosted_until timestamptz,
  trade_count bigint not null default 0,
  last_trade_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
create index bonding_curves_market_cap on bonding_curves (market_cap_lamports, collection_id);
create index bonding_curves_last_trade on bonding_curves ((coalesce(last_trade_at, created_at)), collection_id);
create index bonding_curves_boosted on bonding_curves (boosted_until) where boosted_until is not null;

create table trades (
  collection_id uuid not null,
  sequence bigint not null,
  type text not null,
  trader_address text not null,
  lamports numeric(20,0) not null,
  base_units numeric(20,0) not null,
  fee_lamports numeric(20,0) not null,
  creator_fee_lamports numeric(20,0) not null,
  reserve_lamports numeric(20,0) not null,
  reserve_base_units numeric(20,0) not null,
  price numeric(30,18) not null,
  tx_signature text not null,
  created_at timestamptz not null,
  primary key (collection_id, sequence)
);
create index trades_trader on trades (trader_address, created_at);
create index trades_created_at on trades (created_at);

create table boosts (
  collection_id uuid not null,
  sequence bigint not null,
  payer_address text not null,
  lamports numeric(20,0) not null,
  boosted_until timestamptz not null,
  tx_signature text not null,
  created_at timestamptz not null,
  primary key (collection_id, sequence)
);

create table fee_claims (
  collection_id uuid not null,
  sequence bigint not null,
  creator_address text not null,
  lamports numeric(20,0) not null,
  tx_signature text not null,
  created_at timestamptz not null,
  primary key (collection_id, sequence)
);

create table chart_data (
  collection_id uuid not null,
  timeframe integer not null,
  bucket bigint not null,
  open numeric(30,18) not null,
  high numeric(30,18) not null,
  low numeric(30,18) not null,
  close numeric(30,18) not null,
  volume_lamports numeric(20,0) not null,
  trade_count integer not null,
  primary key (collection_id, timeframe, bucket)
) with (fillfactor = 80);
create index chart_data_recent on chart_data (bucket, collection_id) where timeframe = 3600;

create table nfts (
  collection_id uuid not null,
  token_id integer not null,
  name text not null,
  owner_address text,
  mint_address text,
  token_account text,
  rarity text,
  traits jsonb not null,
  is_minted boolean not null default false,
  is_swapped boolean not null default false,
  mint_signature text,
  created_at timestamptz not null,
  primary key (collection_id, token_id)
);

-- How far the index has read the chain.
create table indexer_cursor (
  program_address text primary key,
  signature text not null,
  slot bigint not null,
  updated_at timestamptz not null default now()
);
`,
  },
  {
    id: '0002_swaps',
    script: `
-- A swap is a trade without SOL, of one NFT.
alter table trades add column nft_token_id integer;
alter table trades add column nft_minted boolean not null default false;
create index trades_nft on trades (collection_id, nft_token_id, sequence) where nft_token_id is not null;
create index trades_swaps on trades (collection_id, created_at) where nft_token_id is not null;

-- Of the last event about it, and when that was.
alter table nfts add column sequence bigint;
alter table nfts add column swapped_at timestamptz;
alter table nfts add column rarity_rank integer;
create index nfts_recent on nfts (swapped_at, collection_id, token_id) where is_minted;
create index nfts_rarity on nfts (rarity, swapped_at, collection_id, token_id) where is_minted;
create index nfts_mint on nfts (mint_address) where mint_address is not null;

-- None was minted before this step: the server writes the records again at its start, with their rarity.
delete from nfts;

-- The specification's views of a twin: the rate is the program's, metadata exists for all NFTs, and none is made before
-- somebody captures it. The creator's fee is the share of the sell fee, in basis points.
create view hybrid_projects as
select id as collection_id, mint_address as token_mint, collection_address as collection_mint, escrow_address,
  metadata_uri, 1000000 as conversion_rate, max_nft_supply as total_metadata, 0 as preminted_nfts,
  sell_fee_bps * creator_share_bps / 10000 as creator_fee, true as is_active, created_at
from collections;
create view hybrid_swaps as
select t.collection_id as project_id, t.trader_address as user_wallet, t.type, n.mint_address as nft_mint,
  t.base_units as token_amount, t.nft_token_id as metadata_index, t.tx_signature, t.created_at
from trades t join nfts n on n.collection_id = t.collection_id and n.token_id = t.nft_token_id;
`,
  },
  {
    id: '0003_discovery',
    script: `
-- What a wallet has left of what it bought, sold and swapped (below zero where it sold what was sent to it).
create table positions (
  collection_id uuid not null,
  wallet_address text not null,
  base_units numeric(21,0) not null,
  last_trade_at timestamptz not null,
  primary key (collection_id, wallet_address)
) with (fillfactor = 80);
create index positions_recent on positions (collection_id, last_trade_at);
create index positions_wallet on positions (wallet_address, collection_id);
insert into positions (collection_id, wallet_address, base_units, last_trade_at)
select collection_id, trader_address,
  sum(case when type in ('BUY', 'SWAP_TO_TOKEN') then base_units else -base_units end), max(created_at)
from trades group by collection_id, trader_address;

-- Figures that move with time alone, for lists and their orders. The server brings them up to date, seconds after a trade.
create table market_figures (
  collection_id uuid primary key,
  volume_24h_lamports numeric(20,0) not null default 0,
  change_1h_bps bigint not null default 0,
  change_24h_bps bigint not null default 0,
  traders_24h integer not null default 0,
  holder_count integer not null default 0,
  progress_bps integer not null default 0,
  trending double precision not null default 0,
  sparkline jsonb not null default '[]',
  is_active boolean not null default true,
  refreshed_at timestamptz not null default 'epoch'
);
create index market_figures_volume on market_figures (volume_24h_lamports, collection_id);
create index market_figures_change_1h on market_figures (change_1h_bps, collection_id);
create index market_figures_change_24h on market_figures (change_24h_bps, collection_id);
create index market_figures_traders on market_figures (traders_24h, collection_id);
create index market_figures_holders on market_figures (holder_count, collection_id);
create index market_figures_progress on market_figures (progress_bps, collection_id);
create index market_figures_trending on market_figures (trending, collection_id);
create index market_figures_due on market_figures (refreshed_at) where is_active;
create index bonding_curves_nfts on bonding_curves (circulating_nft_count, collection_id);
create index bonding_curves_graduated on bonding_curves (graduated_at, collection_id) where is_graduated;
insert into market_figures (collection_id) select id from collections;

create index collections_mint_prefix on collections (mint_address text_pattern_ops);
create index collections_creator_prefix on collections (creator_address text_pattern_ops);
create index collections_name_prefix on collections (lower(name) text_pattern_ops);
create index collections_symbol_prefix on collections (lower(symbol) text_pattern_ops);

-- The platform by the hour, and who traded in which.
create table platform_hours (
  bucket bigint primary key,
  launches integer not null,
  graduations integer not null,
  trades integer not null,
  swaps integer not null,
  volume_lamports numeric(20,0) not null,
  fee_lamports numeric(20,0) not null
);
create table trader_hours (
  bucket bigint not null,
  wallet_address text not null,
  primary key (bucket, wallet_address)
);
insert into trader_hours select distinct extract(epoch from date_trunc('hour', created_at))::bigint, trader_address from trades;
insert into platform_hours
select bucket, sum(launches), sum(graduations), sum(trades), sum(swaps), sum(volume), sum(fees) from (
  select extract(epoch from date_trunc('hour', created_at))::bigint as bucket, 1 as launches, 0 as graduations, 0 as trades,
    0 as swaps, 0 as volume, 0 as fees from collections
  union all
  select extract(epoch from date_trunc('hour', graduated_at))::bigint, 0, 1, 0, 0, 0, 0 from bonding_curves where is_graduated
  union all
  select extract(epoch from date_trunc('hour', created_at))::bigint, 0, 0,
    case when nft_token_id is null then 1 else 0 end, case when nft_token_id is null then 0 else 1 end,
    lamports + case when type = 'SELL' then fee_lamports else 0 end, fee_lamports from trades
  union all
  select extract(epoch from date_trunc('hour', created_at))::bigint, 0, 0, 0, 0, 0, lamports from boosts
) as happened group by bucket;
`,
  },
]

/** The tables that `npm run reindex` empties and fills again from the chain. */
export const INDEX_TABLES = [
  'collections',
  'bonding_curves',
  'trades',
  'boosts',
  'fee_claims',
  'chart_data',
  'nfts',
  'positions',
  'market_figures',
  'platform_hours',
  'trader_hours',
  'indexer_cursor',
] as const

/** Brings the schema up to date. Two processes that start together take turns. Returns the steps that ran. */
export async function migrate(database: Database): Promise<string[]> {
  const applied: string[] = []
  for (const { id, script } of MIGRATIONS) {
    const ran = await database.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(7483647)')
      await tx.query(
        'create table if not exists schema_migrations (id text primary key, applied_at timestamptz not null default now())',
      )
      const done = await tx.query('select 1 from schema_migrations where id = $1', [id])
      if (done.length > 0) return false
      for (const statement of script.split(/;\s*$/m)) if (statement.trim() !== '') await tx.query(statement)
      await tx.query('insert into schema_migrations (id) values ($1)', [id])
      return true
    })
    if (ran) applied.push(id)
  }
  return applied
}
