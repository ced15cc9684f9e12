// The log of the program's events, and how far the index has read the chain. All other rows of the index follow from the log.

export const LOG = `
-- Each event of a coin as the program recorded it. Kept because nodes forget history and may take it back.
create table coin_events (
  collection_id uuid not null,
  sequence bigint not null,
  signature text not null,
  slot bigint not null,
  record bytea not null,
  primary key (collection_id, sequence)
);
create index coin_events_slot on coin_events using brin (slot);

-- Events just read again, until they are compared with the log. Each reading has its own rows, because two servers may read the
-- same coin at once.
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

-- Where a coin's history begins if no node has all of it: the curve before the first known event, and the rest of its accounts.
create table curve_bases (
  collection_id uuid primary key,
  since timestamptz not null,
  curve jsonb not null,
  accounts jsonb not null default '{}'
);

create table indexer_cursor (
  program_address text primary key,
  signature text not null,
  slot bigint not null,
  -- Up to this slot the log was compared with the finalized chain.
  finalized_slot bigint not null default 0,
  updated_at timestamptz not null default now()
);

-- The network that the index was made from.
create table index_genesis (
  program_address text primary key,
  genesis_hash text not null
);

-- Coins that the index's writer is asked to read again; is_done is null until it has tried.
create table reread_requests (
  mint_address text primary key,
  is_done boolean
);
`
