// The schema, as steps that run once each, in order (migrate.ts). A step that has been released is never changed, and a new one must
// let the release before it run on: docs/architecture.md, "The database's steps".
// Money is numeric(20,0): a u64 does not fit PostgreSQL's bigint. Keys come from the chain, so a rebuilt index has the
// same rows; nothing here counts up by itself. `launches` is not of the chain and survives a reindex.
import { EDITIONS, rarityOf } from '@twinmint/sdk/core/rarity'

/** From when on the graduations count that were taken in before: what `graduationStandsAt` says of their trades. */
export const FILL_STANDING = `with points as (
  select t.collection_id, t.sequence, t.created_at,
    trunc(t.price * 1000000000000000000) * 2 >= c.graduation_market_cap_lamports as is_high
  from bonding_curves b join collections c on c.id = b.collection_id join trades t on t.collection_id = b.collection_id
  where b.is_graduated and t.nft_token_id is null and t.created_at >= b.graduated_at and t.sequence >= coalesce(b.graduated_sequence, 0)),
marked as (
  select *, count(*) filter (where not is_high) over (partition by collection_id order by sequence) as stretch from points),
stretches as (
  select collection_id, stretch, min(created_at) filter (where is_high) as begun,
    lead(min(created_at) filter (where not is_high)) over (partition by collection_id order by stretch) as ended
  from marked group by collection_id, stretch),
stood as (
  select distinct on (collection_id) collection_id, begun + interval '10 minutes' as stands_at from stretches
  where begun is not null and (ended is null or begun + interval '10 minutes' <= ended) order by collection_id, stretch)
update bonding_curves b set graduation_stands_at = s.stands_at from stood s where s.collection_id = b.collection_id`

const EDITION_ROWS = Array.from({ length: EDITIONS }, (_, at) => {
  const { rarity, rank, reason } = rarityOf(at + 1)
  return `(${at + 1}, '${rarity}', ${rank}, '${reason}')`
}).join(',\n')

export type Migration = {
  /** Ids sort in the order of the steps. */
  readonly id: string
  /** The last step that a server must know to run on a database with this one; without it this one. */
  readonly oldest?: string
} & (
  | { readonly script: string }
  /** Indexes of large tables by name, each with what follows `on`: they are built while others write. */
  | { readonly indexes: Readonly<Record<string, string>> }
)

export const MIGRATIONS: readonly Migration[] = [
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
  {
    id: '0004_people',
    script: `
-- Who is signed in where. Of tokens only the SHA-256 is here.
create table sessions (
  token_hash text primary key,
  id uuid not null unique,
  -- Null for a session that an admin link gave.
  wallet_address text,
  device text not null,
  admin_until timestamptz,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_wallet on sessions (wallet_address, last_seen_at);
create index sessions_expires on sessions (expires_at);

-- Given out and not used yet.
create table sign_in_nonces (
  nonce text primary key,
  expires_at timestamptz not null
);
create index sign_in_nonces_expires on sign_in_nonces (expires_at);
create table admin_links (
  token_hash text primary key,
  expires_at timestamptz not null
);

create table wallet_users (
  wallet_address text primary key,
  username text not null check (char_length(username) between 1 and 50),
  -- What the name looks like, whatever letters it is written in.
  username_skeleton text not null unique,
  bio text not null default '' check (char_length(bio) <= 500),
  image_hash text,
  joined_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The coins that a wallet watches, the first first.
create table watchlists (
  wallet_address text primary key,
  collection_ids jsonb not null,
  updated_at timestamptz not null default now()
);
`,
  },
  {
    id: '0005_community',
    script: `
-- What people write: comments (of a coin, or in answer to one of its comments) and the chat. Ids are made of the time and
-- chance, so that they sort by time. No key leads to collections: these outlive a rebuilt index.
create table messages (
  id uuid primary key,
  kind text not null check (kind in ('comment', 'chat')),
  collection_id uuid,
  parent_id uuid,
  author_address text not null,
  text text not null,
  state text not null default 'shown' check (state in ('shown', 'hidden', 'deleted')),
  reply_count integer not null default 0,
  report_count integer not null default 0,
  is_open boolean not null default false,
  last_reported_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  check ((kind = 'comment') = (collection_id is not null))
);
create index messages_of_coin on messages (collection_id, id)
  where kind = 'comment' and parent_id is null and (state = 'shown' or reply_count > 0);
create index messages_replies on messages (parent_id, id) where parent_id is not null and state = 'shown';
create index messages_chat on messages (id) where kind = 'chat' and state = 'shown';
create index messages_author on messages (author_address, id);
create index messages_reported on messages (is_open, last_reported_at, id) where report_count > 0;

-- How many comments and answers of a coin are shown.
create table comment_counts (
  collection_id uuid primary key,
  comment_count integer not null
);

create table message_reports (
  message_id uuid not null references messages (id),
  reporter_address text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (message_id, reporter_address)
);
create index message_reports_latest on message_reports (message_id, created_at);
create index message_reports_reporter on message_reports (reporter_address, created_at);
`,
  },
  {
    id: '0006_positions',
    script: `
-- What a trade moved of the trader's coins with a known cost, and that cost; and where in the row of all that came to it the
-- coins that came end. A sale finds the one lot in which it ends by that, however many there are (packages/sdk/core/lots.ts).
alter table trades add column known_base_units numeric(20,0) not null default 0;
alter table trades add column cost_lamports numeric(20,0) not null default 0;
alter table trades add column lot_until_base_units numeric(30,0);
alter table trades add column lot_until_lamports numeric(30,0);
create index trades_lots on trades (collection_id, trader_address, lot_until_base_units) where lot_until_base_units is not null;
-- One wallet's activity, the latest first.
create index trades_of_trader on trades (collection_id, trader_address, sequence);
-- By kind and size: 0.01, 0.1, 1, 10 and 100 SOL begin a class each.
alter table trades add column size_class smallint not null generated always as (
  case when lamports < 10000000 then 0 when lamports < 100000000 then 1 when lamports < 1000000000 then 2
    when lamports < 10000000000 then 3 when lamports < 100000000000 then 4 else 5 end) stored;
create index trades_by_size on trades (collection_id, type, size_class, sequence);
create index boosts_of_payer on boosts (collection_id, payer_address, sequence);
-- A wallet's trades in a coin, added up. The server fills it again from the trades at its next start.
delete from positions;
alter table positions add column sequence bigint not null;
alter table positions add column in_base_units numeric(30,0) not null;
alter table positions add column in_lamports numeric(30,0) not null;
alter table positions add column out_base_units numeric(30,0) not null;
alter table positions add column out_lamports numeric(30,0) not null;
alter table positions add column nft_base_units numeric(21,0) not null;
alter table positions add column bought_lamports numeric(30,0) not null;
alter table positions add column sold_lamports numeric(30,0) not null;
alter table positions add column realised_lamports numeric(31,0) not null;
alter table positions add column unpriced_lamports numeric(30,0) not null;
alter table positions add column trade_count bigint not null;
-- Since when it has had coins or NFTs without a break; null while it has none.
alter table positions add column held_since timestamptz;
create index positions_largest on positions (collection_id, (base_units + nft_base_units), wallet_address);
-- Of the NFTs that are out: who captured each, and the cost of the coins that went into it.
create table nft_lots (
  collection_id uuid not null,
  token_id integer not null,
  wallet_address text not null,
  known_base_units numeric(20,0) not null,
  lamports numeric(20,0) not null,
  primary key (collection_id, token_id)
);
create index nft_lots_of_wallet on nft_lots (collection_id, wallet_address);
create index nfts_of_owner on nfts (collection_id, owner_address) where is_minted and not is_swapped;
-- The graduation as an event of the coin, and what the creator has taken of its fees.
alter table bonding_curves add column graduated_sequence bigint;
alter table bonding_curves add column graduation_signature text;
alter table bonding_curves add column creator_fees_claimed_lamports numeric(30,0) not null default 0;
update bonding_curves b set creator_fees_claimed_lamports = f.claimed
from (select collection_id, sum(lamports) as claimed from fee_claims group by collection_id) f where f.collection_id = b.collection_id;
-- The buy that graduated is the one after which the reserve is not what it was before and what was paid in.
update bonding_curves b set graduated_sequence = t.sequence, graduation_signature = t.tx_signature
from trades t where b.is_graduated and t.collection_id = b.collection_id and t.created_at = b.graduated_at and t.type = 'BUY'
  and t.reserve_lamports <> t.lamports + coalesce((select p.reserve_lamports from trades p
    where p.collection_id = t.collection_id and p.sequence < t.sequence order by p.sequence desc limit 1), 1000000000);
`,
  },
  {
    id: '0007_waitlist',
    script: `
-- Who waits for the opening: one row a name of X, whatever its case.
create table waitlist (
  id uuid primary key default gen_random_uuid(),
  username text not null check (length(username) between 1 and 100),
  username_key text generated always as (lower(username)) stored unique,
  submitted_at timestamptz not null default now(),
  -- Only where the configuration says so, and for 30 days.
  ip_address text check (length(ip_address) <= 45)
);
create index waitlist_submitted on waitlist (submitted_at, id);
create index waitlist_ip_address on waitlist (submitted_at) where ip_address is not null;

-- What admins set for the whole site, over the configuration.
create table site_settings (
  key text primary key,
  value jsonb not null,
  updated_by text not null,
  updated_at timestamptz not null default now()
);

-- What admins did. Nothing here is ever changed.
create table admin_actions (
  id uuid primary key default gen_random_uuid(),
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index admin_actions_created_at on admin_actions (created_at, id);

-- What admins think of a coin; by its mint, so that it is there again when the index is rebuilt.
create table collection_marks (
  mint_address text primary key,
  is_verified boolean not null default false,
  is_hidden boolean not null default false,
  updated_at timestamptz not null default now()
);
alter table collections add column is_hidden boolean not null default false;
create index collections_hidden on collections (created_at, id) where is_hidden;
create index collections_verified on collections (created_at, id) where is_verified;
`,
  },
  {
    id: '0008_people_holdings',
    script: `
-- What a wallet has: the NFTs that it holds, the last swapped first, and its coins, the last traded first.
create index nfts_owner on nfts (owner_address, swapped_at, collection_id, token_id) where is_minted and not is_swapped;
create index positions_wallet_recent on positions (wallet_address, last_trade_at);
`,
  },
  {
    id: '0009_waitlist_admin',
    script: `
create index sessions_last_seen on sessions (last_seen_at, id);
`,
  },
  {
    id: '0010_open_markets',
    script: `
-- New coins and those about to graduate, by market cap: without the graduated ones, which all stand before them.
create index bonding_curves_open_market_cap on bonding_curves (market_cap_lamports, collection_id) where not is_graduated;
`,
  },
  {
    id: '0011_search',
    script: `
-- Every order's index has the texts that searches look for, so that a page of matches is found by reading it alone. An
-- expression's columns stand in its index as well: else PostgreSQL reads the table for them.
alter table bonding_curves add column search text not null default '';
alter table market_figures add column search text not null default '';
update bonding_curves b set search = c.search from collections c where c.id = b.collection_id;
update market_figures m set search = c.search from collections c where c.id = m.collection_id;
drop index collections_created_at;
create index collections_created_at on collections (created_at, id) include (search);
drop index bonding_curves_market_cap;
create index bonding_curves_market_cap on bonding_curves (market_cap_lamports, collection_id) include (search);
drop index bonding_curves_last_trade;
create index bonding_curves_last_trade on bonding_curves ((coalesce(last_trade_at, created_at)), collection_id)
  include (search, last_trade_at, created_at);
drop index bonding_curves_nfts;
create index bonding_curves_nfts on bonding_curves (circulating_nft_count, collection_id) include (search);
drop index market_figures_volume;
create index market_figures_volume on market_figures (volume_24h_lamports, collection_id) include (search);
drop index market_figures_change_1h;
create index market_figures_change_1h on market_figures (change_1h_bps, collection_id) include (search);
drop index market_figures_change_24h;
create index market_figures_change_24h on market_figures (change_24h_bps, collection_id) include (search);
drop index market_figures_traders;
create index market_figures_traders on market_figures (traders_24h, collection_id) include (search);
drop index market_figures_holders;
create index market_figures_holders on market_figures (holder_count, collection_id) include (search);
drop index market_figures_progress;
create index market_figures_progress on market_figures (progress_bps, collection_id) include (search);
drop index market_figures_trending;
create index market_figures_trending on market_figures (trending, collection_id) include (search);
drop index bonding_curves_graduated;
create index bonding_curves_graduated on bonding_curves (graduated_at, collection_id) include (search) where is_graduated;
-- How many coins a word has is estimated from this column's sample.
alter table collections alter column search set statistics 1000;
-- Few letters are looked for at the beginning of a word, by its trigrams; signs, which have none, at that of the name.
create index collections_search_prefix on collections (search text_pattern_ops);
drop index collections_name_prefix;
drop index collections_symbol_prefix;
`,
  },
  {
    id: '0012_pictures',
    script: `
-- Pictures that may be of nothing: just taken in, or no longer what a launch was prepared with or a profile shows. Looked at
-- after an hour (packages/server/launch/sweep.ts). A picture that never stood here is never deleted.
create table loose_pictures (
  image_hash text primary key,
  loose_since timestamptz not null default now()
);
create index loose_pictures_since on loose_pictures (loose_since);
create function loosen_picture() returns trigger language plpgsql as $$ begin
  insert into loose_pictures (image_hash) values (old.image_hash)
    on conflict (image_hash) do update set loose_since = now(); return null; end $$;
create trigger launches_loosen_picture after delete on launches for each row execute function loosen_picture();
`,
  },
  {
    id: '0013_supply',
    script: `
-- What holders burn no event tells of: the lowest supply that was seen on the chain, null until somebody burned.
alter table market_figures add column supply_base_units numeric(20, 0);
`,
  },
  {
    id: '0014_search_more',
    script: `
-- Searches find the names of collections too. The column's indexes go with it.
alter table collections drop column search;
alter table collections add column search text
  generated always as (lower(name || ' ' || symbol || ' ' || collection_name)) stored;
alter table collections alter column search set statistics 1000;
create index collections_search on collections using gin (search gin_trgm_ops);
create index collections_search_prefix on collections (search text_pattern_ops);
create index collections_created_at on collections (created_at, id) include (search);
update bonding_curves b set search = c.search from collections c where c.id = b.collection_id;
update market_figures m set search = c.search from collections c where c.id = m.collection_id;
-- And people by their names.
create index wallet_users_search on wallet_users using gin (lower(username) gin_trgm_ops);
create index wallet_users_search_prefix on wallet_users (lower(username) text_pattern_ops);
`,
  },
  {
    id: '0015_xray',
    script: `
-- In which slot: null until the server has asked the chain for rows of before this step, 0 where it has forgotten.
alter table collections add column launch_slot bigint;
alter table trades add column slot bigint;
create index trades_without_slot on trades (tx_signature) where slot is null;
-- What a coin's creator sent to other wallets, as far as it was read: SOL, or the coin where the mint is named.
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
-- How far the creator's transactions were read for it.
create table creator_reads (
  collection_id uuid primary key,
  signature text not null,
  transactions_before integer not null,
  transactions_after integer not null,
  is_whole boolean not null,
  read_at timestamptz not null
);
-- What a launch's X-ray finds unusual: words of packages/sdk/api/records/xray.ts; null until the server has looked.
alter table market_figures add column warnings text[];
create index market_figures_unusual on market_figures (collection_id) where warnings <> '{}';
create index market_figures_not_looked_at on market_figures (collection_id) where warnings is null;
`,
  },
  {
    id: '0018_send',
    script: `
-- Wallets that coins were sent to through this server; the chain tells no index of that.
create table coin_recipients (
  wallet_address text not null,
  collection_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (wallet_address, collection_id)
);
`,
  },
  {
    id: '0020_pinned',
    script: `
-- What a coin's creator has pinned above its comments: one of their own, which they may give another text there.
alter table messages add column pinned_at timestamptz;
alter table messages add column edited_at timestamptz;
create unique index messages_pinned on messages (collection_id) where pinned_at is not null;
`,
  },
  {
    id: '0017_follows',
    script: `
-- Which wallets a wallet follows, and whether it wants to hear of their trades.
create table follows (
  follower text not null,
  followed text not null,
  notify boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (follower, followed)
);
create index follows_to_notify on follows (followed, follower) where notify;
`,
  },
  {
    id: '0019_alerts',
    script: `
-- What wallets want to hear of a coin. An alert that fires becomes a notification of the same id, and is gone.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  wallet_address text not null,
  collection_id uuid not null,
  kind text not null,
  -- Of a price or a market cap: above or below, and what; attoSOL (1e-18) or cents of dollars.
  direction text,
  target_units numeric(20,0),
  -- Of the coin's last event when it was set: what came before does not fire it.
  since_sequence bigint not null,
  created_at timestamptz not null default now()
);
create index alerts_wallet on alerts (wallet_address, created_at);
create index alerts_target on alerts (collection_id, kind, direction, target_units);
-- Up to which event a coin's alerts were compared, for each coin that has any.
create table alert_marks (
  collection_id uuid primary key,
  sequence bigint not null
);
-- What fired, and what followed wallets traded.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  wallet_address text not null,
  kind text not null,
  collection_id uuid not null,
  direction text,
  target_units numeric(20,0),
  value_units numeric(40,0),
  followed_address text,
  -- Minutes since 1970: a followed wallet is told of once in each.
  minute bigint,
  trade_type text,
  lamports numeric(20,0),
  trade_count integer,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  unique (followed_address, minute, wallet_address)
);
create index notifications_wallet on notifications (wallet_address, created_at, id);
-- What signs pushes to browsers: one key for all servers, since browsers subscribe to it.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  private_key text not null,
  created_at timestamptz not null default now()
);
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  wallet_address text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_wallet on push_subscriptions (wallet_address, created_at);
-- Pushes that wait to be sent, or to be tried again.
create table push_jobs (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (subscription_id, notification_id)
);
create index push_jobs_due on push_jobs (due_at);
create index push_jobs_notification on push_jobs (notification_id);
`,
  },
  {
    id: '0021_program_2',
    script: `
-- What a launch chose of its curve and its guard, and what the guard has locked. Markets of version 1 began at 1 SOL.
alter table bonding_curves add column opening_reserve_lamports numeric(20,0) not null default 1000000000;
alter table bonding_curves add column guard_bps integer not null default 0;
alter table bonding_curves add column guard_seconds integer not null default 0;
alter table bonding_curves add column locked_lamports numeric(20,0) not null default 0;
-- From when on lists go by a graduation (packages/sdk/core/sustained.ts): ten minutes after the first moment of the first ten minutes in
-- which the market cap stayed at half of the threshold, or of the stretch that goes on.
alter table bonding_curves add column graduation_stands_at timestamptz;
${FILL_STANDING};
-- After the fill, which reads the trades: until here others may read and write them.
alter table trades add column surcharge_lamports numeric(20,0) not null default 0;
drop index bonding_curves_graduated;
create index bonding_curves_standing on bonding_curves (graduation_stands_at, collection_id) include (search)
  where graduation_stands_at is not null;
-- Graduations are counted by that.
alter table platform_hours drop column graduations;
-- Lists are ordered by what stood; what is shown is what is.
alter table market_figures add column stood_market_cap_lamports numeric(20,0) not null default 0;
alter table market_figures add column stood_change_1h_bps bigint not null default 0;
update market_figures m set stood_market_cap_lamports = b.market_cap_lamports, stood_change_1h_bps = m.change_1h_bps,
  progress_bps = case when b.graduation_stands_at <= now() then 10000 else least(m.progress_bps, 9999) end
from bonding_curves b where b.collection_id = m.collection_id;
alter table market_figures rename column change_24h_bps to stood_change_24h_bps;
drop index market_figures_change_1h;
create index market_figures_change_1h on market_figures (stood_change_1h_bps, collection_id) include (search);
create index market_figures_market_cap on market_figures (stood_market_cap_lamports, collection_id) include (search);
drop index bonding_curves_open_market_cap;
create index market_figures_open_market_cap on market_figures (stood_market_cap_lamports, collection_id) where progress_bps < 10000;
`,
  },
  {
    id: '0022_config_events',
    script: `
-- What the holders of the program's keys did, each with the whole Config after it. Anybody may send a claim, so of those
-- only the latest are kept (packages/server/index/keys/config-events.ts).
create table config_events (
  program_address text not null,
  sequence bigint not null,
  kind text not null,
  who text not null,
  lamports numeric(20,0) not null,
  admin text not null,
  pending_admin text,
  treasury text not null,
  pause_key text,
  paused_until timestamptz,
  graduation_market_cap_lamports numeric(20,0) not null,
  boost_price_lamports numeric(20,0) not null,
  boost_seconds integer not null,
  sell_fee_bps integer not null,
  creator_share_bps integer not null,
  royalty_bps integer not null,
  market_fee_bps integer not null,
  tx_signature text not null,
  created_at timestamptz not null,
  primary key (program_address, sequence)
);
create index config_events_claims on config_events (program_address, sequence) where kind = 'claimTreasuryFees';
`,
  },
  {
    id: '0023_fee_shares',
    script: `
-- Who receives a coin's creator fees where it is not the creator alone, and who may change that.
create table fee_shares (
  collection_id uuid primary key,
  sequence bigint not null,
  authority_address text not null,
  pending_address text
);
create index fee_shares_authority on fee_shares (authority_address);
create index fee_shares_pending on fee_shares (pending_address) where pending_address is not null;
create table fee_receivers (
  collection_id uuid not null,
  place integer not null,
  wallet_address text,
  bps integer not null,
  is_confirmed boolean not null,
  drawn_lamports numeric(20,0) not null,
  primary key (collection_id, place)
);
create index fee_receivers_wallet on fee_receivers (wallet_address) where wallet_address is not null;
-- What a change paid to those who received until then.
create table fee_payments (
  collection_id uuid not null,
  sequence bigint not null,
  wallet_address text not null,
  lamports numeric(20,0) not null,
  tx_signature text not null,
  created_at timestamptz not null,
  primary key (collection_id, sequence, wallet_address)
);
create index fee_payments_wallet on fee_payments (wallet_address);
create index fee_claims_wallet on fee_claims (creator_address);
`,
  },
  {
    id: '0024_nft_market',
    script: `
-- What decides who gets what of an NFT's sale. Until here every launch had the same.
alter table collections add column royalty_bps integer not null default 500;
alter table collections add column market_fee_bps integer not null default 100;

-- NFTs that lie with the program for sale; one that has expired until its seller takes it back.
create table nft_listings (
  collection_id uuid not null,
  token_id integer not null,
  address text not null,
  seller_address text not null,
  -- Where the NFT lies meanwhile.
  token_account text not null,
  price_lamports numeric(20,0) not null,
  expires_at timestamptz not null,
  sequence bigint not null,
  created_at timestamptz not null,
  primary key (collection_id, token_id)
);
create index nft_listings_recent on nft_listings (created_at, collection_id, token_id);
create index nft_listings_seller on nft_listings (seller_address, created_at, collection_id, token_id);

-- SOL that is locked for one of several numbers: number n is bit n - 1. One that has expired until its bidder takes it back.
create table nft_offers (
  address text primary key,
  collection_id uuid not null,
  sequence bigint not null,
  bidder_address text not null,
  nonce text not null,
  price_lamports numeric(20,0) not null,
  editions bit(1000) not null,
  edition_count integer not null,
  rarity text,
  expires_at timestamptz not null,
  tx_signature text not null,
  created_at timestamptz not null
);
create index nft_offers_price on nft_offers (collection_id, price_lamports, sequence);
create index nft_offers_bidder on nft_offers (bidder_address, created_at, address);

-- All that happened in the market, its sales among it: who did it, and of a sale who bought.
create table nft_market_events (
  collection_id uuid not null,
  sequence bigint not null,
  kind text not null,
  wallet_address text not null,
  seller_address text,
  token_id integer,
  lamports numeric(20,0) not null,
  fee_lamports numeric(20,0) not null,
  royalty_lamports numeric(20,0) not null,
  offer_address text,
  edition_count integer,
  rarity text,
  expires_at timestamptz,
  tx_signature text not null,
  created_at timestamptz not null,
  primary key (collection_id, sequence)
);
create index nft_market_events_kind on nft_market_events (collection_id, kind, sequence);
create index nft_market_events_of on nft_market_events (collection_id, wallet_address, sequence);
create index nft_market_events_wallet on nft_market_events (wallet_address, created_at, collection_id, sequence);
create index nft_market_events_sold on nft_market_events (collection_id, seller_address, sequence)
  where seller_address is not null;
create index nft_market_events_seller on nft_market_events (seller_address, created_at, collection_id, sequence)
  where seller_address is not null;
create index nft_sales on nft_market_events (collection_id, token_id, sequence) where kind in ('LIST', 'UNLIST', 'SALE');
create index nft_sales_of_coin on nft_market_events (collection_id, created_at) where kind = 'SALE';

alter table bonding_curves add column nft_sale_count bigint not null default 0;
alter table bonding_curves add column nft_sales_lamports numeric(30,0) not null default 0;
alter table platform_hours add column nft_sales integer not null default 0;
alter table platform_hours add column nft_sales_lamports numeric(30,0) not null default 0;

-- What the last buyer paid, and what all its sales paid to the platform: NFTs are featured by that.
alter table nfts add column last_sale_lamports numeric(20,0);
alter table nfts add column market_fees_lamports numeric(30,0) not null default 0;
drop index nfts_recent;
drop index nfts_rarity;
create index nfts_featured on nfts (market_fees_lamports, coalesce(swapped_at, created_at), collection_id, token_id) where is_minted;
create index nfts_rarity on nfts (rarity, market_fees_lamports, coalesce(swapped_at, created_at), collection_id, token_id)
  where is_minted;
create index nfts_rank on nfts (rarity_rank, collection_id) where is_minted;

-- The specification's two tables of the marketplace, prices in SOL: all of it follows from what is kept above.
create view marketplace_listings as
select n.mint_address, l.price_lamports * 0.000000001 as price, l.seller_address as seller, c.market_address as auction_house,
  'Token-2022' as token_standard, l.expires_at as expiry, l.created_at
from nft_listings l
join nfts n on n.collection_id = l.collection_id and n.token_id = l.token_id and n.token_account = l.token_account
join collections c on c.id = l.collection_id;
create view marketplace_nfts as
select n.collection_id, n.mint_address, n.name, c.symbol, coalesce(d.description, '') as description,
  '/api/images/' || d.image_hash || '-512.webp' as image_url, null::text as animation_url, n.traits as attributes,
  c.royalty_bps as seller_fee_basis_points, n.is_minted as primary_sale_happened, false as is_mutable,
  c.collection_address as collection, jsonb_build_array(jsonb_build_object('address', c.creator_address, 'share', 100)) as creators,
  l.price_lamports * 0.000000001 as price, 'SOL' as currency, n.owner_address as owner,
  case when l.token_id is not null or n.is_swapped then n.token_account end as escrow_pubkey,
  c.market_address as auction_house, (select program_address from indexer_cursor limit 1) as marketplace_program_id,
  n.last_sale_lamports * 0.000000001 as last_sale, n.rarity, l.token_id is not null and l.expires_at > now() as is_listed,
  'Token-2022' as token_standard, n.created_at, greatest(n.swapped_at, l.created_at) as updated_at
from nfts n
join collections c on c.id = n.collection_id
left join launches d on d.mint_address = c.mint_address
left join nft_listings l on l.collection_id = n.collection_id and l.token_id = n.token_id and l.token_account = n.token_account
where n.is_minted;
`,
  },
  {
    id: '0025_nft_news',
    script: `
-- Offers for a wallet's NFTs, its listings that were bought, its offers that were accepted. Of a sale or an offer: the number
-- (none where an offer is for several that the wallet has) and what the seller gets; what is paid is in lamports.
alter table notifications add column nft_token_id integer;
alter table notifications add column seller_lamports numeric(20,0);
-- Offers for one coin's NFTs are told once in some minutes: minute is the first of them.
create unique index notifications_offers on notifications (wallet_address, collection_id, minute) where kind = 'offer';
-- The first of the minutes in which a browser was last pushed an offer.
alter table push_subscriptions add column offers_minute bigint not null default 0;
-- Up to which event a coin's offers and sales were told.
create table nft_news_marks (
  collection_id uuid primary key,
  sequence bigint not null
);
create index nft_market_events_news on nft_market_events (created_at) where kind in ('OFFER', 'SALE');
`,
  },
  {
    id: '0026_content_addresses',
    script: `
-- What a launch's folder was made of, beside the texts; and its content address, none for those that were prepared before.
alter table launches add column links jsonb not null default '{}';
alter table launches add column folder_cid text;
create index launches_folder_cid on launches (folder_cid) where folder_cid is not null;
`,
  },
  {
    id: '0027_ipfs',
    script: `
-- Which folders somebody goes through block by block, of whatever server: their files are found by their own addresses.
create table asked_folders (
  folder_cid text primary key,
  asked_at timestamptz not null default now()
);
create index launches_image_hash on launches (image_hash);
-- What a pinning service (its host) was asked to keep, and how far it is. Looked at when it is due, by whichever server takes it.
create table pins (
  folder_cid text not null,
  service text not null,
  request_id text,
  state text not null default 'queued',
  message text,
  since timestamptz not null default now(),
  failures integer not null default 0,
  looks integer not null default 0,
  due_at timestamptz not null default now(),
  primary key (folder_cid, service)
);
create index pins_due on pins (service, due_at);
`,
  },
  {
    id: '0028_minted_nfts',
    script: `
-- What follows from an NFT's number, the same for every coin (packages/sdk/core/rarity.ts): for orders, filters and views.
create table editions (
  token_id integer primary key,
  rarity text not null,
  rarity_rank integer not null unique,
  reason text not null
);
insert into editions (token_id, rarity, rarity_rank, reason) values
${EDITION_ROWS};

-- A row for each NFT that was minted: there was one for each of a coin's 1,000. The few that stay are put aside: deleting
-- the others would take much longer, and give no room back.
create temporary table minted on commit drop as select * from nfts where is_minted;
truncate nfts;
drop view marketplace_nfts;
-- Indexes of what is minted go with the first.
alter table nfts drop column is_minted, drop column name, drop column traits,
  alter column sequence set not null, alter column mint_address set not null, alter column rarity set not null,
  alter column rarity_rank set not null;
insert into nfts (collection_id, token_id, sequence, mint_address, owner_address, token_account, is_swapped, mint_signature,
  swapped_at, last_sale_lamports, market_fees_lamports, rarity, rarity_rank, created_at)
select collection_id, token_id, sequence, mint_address, owner_address, token_account, is_swapped, mint_signature,
  swapped_at, last_sale_lamports, market_fees_lamports, rarity, rarity_rank, created_at from minted
order by collection_id, token_id;
create index nfts_of_owner on nfts (collection_id, owner_address) where not is_swapped;
create index nfts_owner on nfts (owner_address, swapped_at, collection_id, token_id) where not is_swapped;
create index nfts_featured on nfts (market_fees_lamports, coalesce(swapped_at, created_at), collection_id, token_id);
create index nfts_rarity on nfts (rarity, market_fees_lamports, coalesce(swapped_at, created_at), collection_id, token_id);
create index nfts_rank on nfts (rarity_rank, collection_id);
analyze editions;
analyze nfts;
create view marketplace_nfts as
select n.collection_id, n.mint_address, c.collection_name || ' #' || n.token_id as name, c.symbol, coalesce(d.description, '') as description,
  '/api/images/' || d.image_hash || '-512.webp' as image_url, null::text as animation_url, jsonb_build_array(
    jsonb_build_object('trait_type', 'Edition', 'value', n.token_id),
    jsonb_build_object('trait_type', 'Rarity', 'value', initcap(n.rarity)),
    jsonb_build_object('trait_type', 'Pattern', 'value', e.reason)) as attributes,
  c.royalty_bps as seller_fee_basis_points, true as primary_sale_happened, false as is_mutable,
  c.collection_address as collection, jsonb_build_array(jsonb_build_object('address', c.creator_address, 'share', 100)) as creators,
  l.price_lamports * 0.000000001 as price, 'SOL' as currency, n.owner_address as owner,
  case when l.token_id is not null or n.is_swapped then n.token_account end as escrow_pubkey,
  c.market_address as auction_house, (select program_address from indexer_cursor limit 1) as marketplace_program_id,
  n.last_sale_lamports * 0.000000001 as last_sale, n.rarity, l.token_id is not null and l.expires_at > now() as is_listed,
  'Token-2022' as token_standard, n.created_at, greatest(n.swapped_at, l.created_at) as updated_at
from nfts n
join editions e on e.token_id = n.token_id
join collections c on c.id = n.collection_id
left join launches d on d.mint_address = c.mint_address
left join nft_listings l on l.collection_id = n.collection_id and l.token_id = n.token_id and l.token_account = n.token_account;
`,
  },
  {
    id: '0029_nft_results',
    script: `
-- What NFTs were bought and sold for beyond their coins has a line of its own. Sales that were taken in before this count as they
-- did, in the coin's result, until npm run reindex.
alter table positions add column nft_realised_lamports numeric(30,0) not null default 0;
alter table nft_lots add column premium_lamports numeric(21,0) not null default 0;
-- Of an hour's fees those of its sales. What somebody bought from himself was not sold.
alter table platform_hours add column nft_fee_lamports numeric(30,0) not null default 0;
update platform_hours h set nft_fee_lamports = s.fees, nft_sales = h.nft_sales - s.own,
  nft_sales_lamports = h.nft_sales_lamports - s.own_lamports from (
  select floor(extract(epoch from created_at) / 3600)::bigint * 3600 as bucket, sum(fee_lamports) as fees,
    count(*) filter (where seller_address = wallet_address) as own,
    coalesce(sum(lamports) filter (where seller_address = wallet_address), 0) as own_lamports
  from nft_market_events where kind = 'SALE' group by 1) s where s.bucket = h.bucket;
`,
  },
  {
    id: '0030_fewer_indexes',
    script: `
-- What no statement is read by: trades of all coins by time, and positions by wallet and coin, for which there are the
-- primary key and positions_wallet_recent. Each was a sixth and a fifth of what a trade writes to indexes.
drop index trades_created_at;
drop index positions_wallet;
`,
  },
  {
    id: '0031_pushes_of_sessions',
    script: `
-- A browser is told as long as the session lasts that turned it on. Of before that was known: the wallet's last session on the
-- same kind of device.
alter table push_subscriptions add column session_id uuid references sessions (id) on delete cascade;
update push_subscriptions p set session_id = (
  select s.id from sessions s where s.wallet_address = p.wallet_address and s.device = p.device
  order by s.last_seen_at desc, s.id limit 1);
delete from push_subscriptions where session_id is null;
create index push_subscriptions_session on push_subscriptions (session_id);
`,
  },
  {
    id: '0032_shown_names',
    script: `
-- How a person is shown whose name is of before its like was refused; else null.
alter table wallet_users add column shown_name text;
`,
  },
  {
    id: '0033_genesis',
    script: `
-- Of the network that the index was made of.
create table index_genesis (
  program_address text primary key,
  genesis_hash text not null
);
`,
  },
  {
    id: '0034_coin_events',
    script: `
-- What the program said of each coin, byte by byte: all other rows of a coin follow from these. A node forgets, and may take back.
create table coin_events (
  collection_id uuid not null,
  sequence bigint not null,
  signature text not null,
  slot bigint not null,
  record bytea not null,
  primary key (collection_id, sequence)
);
create index coin_events_slot on coin_events using brin (slot);
-- What was just read of a coin again, until it is compared with what is kept.
create unlogged table coin_events_read (like coin_events including indexes);
-- Where a coin's history begins that no node has whole: the curve before its first event here, and what else its accounts said.
create table curve_bases (
  collection_id uuid primary key,
  since timestamptz not null,
  curve jsonb not null,
  accounts jsonb not null default '{}'
);
-- Up to which slot the events were compared with the finalized chain.
alter table indexer_cursor add column finalized_slot bigint not null default 0;
`,
  },
  {
    id: '0035_readings',
    script: `
-- Each reading has rows of its own: two servers, or a rebuild and a server, may read the same coin at once.
drop table coin_events_read;
create unlogged table coin_events_read (
  reading_id uuid not null,
  collection_id uuid not null,
  sequence bigint not null,
  signature text not null,
  slot bigint not null,
  record bytea not null,
  read_at timestamptz not null default now(),
  primary key (reading_id, collection_id, sequence)
);
`,
  },
  {
    id: '0036_one_writer',
    script: `
-- Which server does what only one may do. The number is another one each time that the lease is given.
create table leases (
  name text primary key,
  number bigint not null,
  holder text not null,
  expires_at timestamptz not null,
  state jsonb not null default '{}'
);
-- One row. The history has another name after each time that the database was found to be older than before, the epoch after each
-- change of the index's writer, which counts its transactions.
create table database_history (
  is_only boolean primary key default true check (is_only),
  history uuid not null default gen_random_uuid(),
  epoch uuid not null default gen_random_uuid(),
  sequence bigint not null default 0
) with (fillfactor = 10);
insert into database_history default values;
-- Coins that the index's writer is asked to read again, and what came of it.
create table reread_requests (
  mint_address text primary key,
  is_done boolean
);
`,
  },
  {
    id: '0037_servers',
    oldest: '0036_one_writer',
    script: `
-- The servers that run on this database, each with what it has to share with the others.
create table servers (
  id text primary key,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  roles text not null,
  version text not null,
  has_redis boolean not null,
  pictures text not null
) with (fillfactor = 50);
`,
  },
]

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
