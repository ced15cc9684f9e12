// Coins: their terms, their curves, and the figures by which lists are ordered.

export const COINS = `
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
  royalty_bps integer not null default 500,
  market_fee_bps integer not null default 100,
  is_verified boolean not null default false,
  is_hidden boolean not null default false,
  verification_collection_address text,
  metadata jsonb not null default '{"projectType":"hybrid"}',
  launch_signature text not null,
  -- Null or 0 if unknown.
  launch_slot bigint,
  created_at timestamptz not null,
  search text generated always as (lower(name || ' ' || symbol || ' ' || collection_name)) stored
);
-- The planner estimates from this column's sample how many coins contain a word.
alter table collections alter column search set statistics 1000;
create index collections_creator on collections (creator_address, created_at);
create index collections_mint_prefix on collections (mint_address text_pattern_ops);
create index collections_creator_prefix on collections (creator_address text_pattern_ops);
create index collections_hidden on collections (created_at, id) where is_hidden;
create index collections_verified on collections (created_at, id) where is_verified;
-- By trigrams. Signs have none, so they are searched only at the beginning of the text.
create index collections_search on collections using gin (search gin_trgm_ops);
create index collections_search_prefix on collections (search text_pattern_ops);
create index collections_created_at on collections (created_at, id) include (search);

-- Admins' decisions about coins. By mint, so that they survive a rebuilt index.
create table collection_marks (
  mint_address text primary key,
  is_verified boolean not null default false,
  is_hidden boolean not null default false,
  updated_at timestamptz not null default now()
);

-- A coin's state after its last event. Every trade updates it, so it is apart from the wide rows of collections and their text
-- index.
create table bonding_curves (
  collection_id uuid primary key,
  sequence bigint not null,
  reserve_lamports numeric(20,0) not null,
  reserve_base_units numeric(20,0) not null,
  real_lamports numeric(20,0) not null,
  -- The launch's choices of curve and guard, and the sum of the guard's surcharges.
  opening_reserve_lamports numeric(20,0) not null default 1000000000,
  guard_bps integer not null default 0,
  guard_seconds integer not null default 0,
  locked_lamports numeric(20,0) not null default 0,
  creator_fees_owed_lamports numeric(20,0) not null default 0,
  creator_fees_claimed_lamports numeric(30,0) not null default 0,
  burned_base_units numeric(20,0) not null default 0,
  market_cap_lamports numeric(20,0) not null,
  price numeric(30,18) not null,
  minted_nft_count integer not null default 0,
  circulating_nft_count integer not null default 0,
  nft_sale_count bigint not null default 0,
  nft_sales_lamports numeric(30,0) not null default 0,
  is_graduated boolean not null default false,
  graduated_at timestamptz,
  graduated_sequence bigint,
  graduation_signature text,
  -- When lists begin to treat the coin as graduated: see packages/sdk/core/sustained.ts.
  graduation_stands_at timestamptz,
  boosted_at timestamptz,
  boosted_until timestamptz,
  trade_count bigint not null default 0,
  last_trade_at timestamptz,
  search text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
-- The index of each order includes the searched text, so that a page of matches needs no other read. It also includes the columns of
-- its expression; without them PostgreSQL would read the table.
create index bonding_curves_boosted on bonding_curves (boosted_until) where boosted_until is not null;
create index bonding_curves_market_cap on bonding_curves (market_cap_lamports, collection_id) include (search);
create index bonding_curves_last_trade on bonding_curves ((coalesce(last_trade_at, created_at)), collection_id)
  include (search, last_trade_at, created_at);
create index bonding_curves_nfts on bonding_curves (circulating_nft_count, collection_id) include (search);
create index bonding_curves_standing on bonding_curves (graduation_stands_at, collection_id) include (search)
  where graduation_stands_at is not null;

-- Figures that change with time alone. The server refreshes them seconds after a trade.
create table market_figures (
  collection_id uuid primary key,
  volume_24h_lamports numeric(20,0) not null default 0,
  change_1h_bps bigint not null default 0,
  -- Sustained figures, by which lists are ordered: see packages/sdk/core/sustained.ts.
  stood_change_1h_bps bigint not null default 0,
  stood_change_24h_bps bigint not null default 0,
  stood_market_cap_lamports numeric(20,0) not null default 0,
  traders_24h integer not null default 0,
  holder_count integer not null default 0,
  progress_bps integer not null default 0,
  -- The lowest supply seen on the chain, since no event tells of burns by holders; null while none was seen.
  supply_base_units numeric(20,0),
  trending double precision not null default 0,
  sparkline jsonb not null default '[]',
  -- The X-ray's warnings, words of packages/sdk/api/records/xray.ts; null until they are worked out.
  warnings text[],
  is_active boolean not null default true,
  search text not null default '',
  refreshed_at timestamptz not null default 'epoch'
);
create index market_figures_due on market_figures (refreshed_at) where is_active;
create index market_figures_volume on market_figures (volume_24h_lamports, collection_id) include (search);
create index market_figures_change_24h on market_figures (stood_change_24h_bps, collection_id) include (search);
create index market_figures_traders on market_figures (traders_24h, collection_id) include (search);
create index market_figures_holders on market_figures (holder_count, collection_id) include (search);
create index market_figures_progress on market_figures (progress_bps, collection_id) include (search);
create index market_figures_trending on market_figures (trending, collection_id) include (search);
create index market_figures_unusual on market_figures (collection_id) where warnings <> '{}';
create index market_figures_not_looked_at on market_figures (collection_id) where warnings is null;
create index market_figures_change_1h on market_figures (stood_change_1h_bps, collection_id) include (search);
create index market_figures_market_cap on market_figures (stood_market_cap_lamports, collection_id) include (search);
-- Coins that have not graduated: the graduated ones would all come first in the order by market cap.
create index market_figures_open_market_cap on market_figures (stood_market_cap_lamports, collection_id) where progress_bps < 10000;

-- Candles: timeframe in seconds, bucket in Unix seconds.
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
create index boosts_of_payer on boosts (collection_id, payer_address, sequence);

-- What the X-ray has read of a creator's transfers to other wallets: SOL, or the coin if mint_address is set.
create table creator_transfers (
  collection_id uuid not null,
  signature text not null,
  place integer not null,
  to_address text not null,
  mint_address text,
  units numeric(20,0) not null,
  slot bigint not null,
  created_at timestamptz not null,
  primary key (collection_id, signature, place)
);
create index creator_transfers_to on creator_transfers (collection_id, to_address);

-- How far the X-ray has read a creator's transactions.
create table creator_reads (
  collection_id uuid primary key,
  signature text not null,
  transactions_before integer not null,
  transactions_after integer not null,
  is_whole boolean not null,
  read_at timestamptz not null
);
`
