// Creator fees, and what the holders of the program's keys did.

export const FEES = `
create table fee_claims (
  collection_id uuid not null,
  sequence bigint not null,
  creator_address text not null,
  lamports numeric(20,0) not null,
  tx_signature text not null,
  created_at timestamptz not null,
  primary key (collection_id, sequence)
);
create index fee_claims_wallet on fee_claims (creator_address);

-- Who may change the receivers of a coin's creator fees. A coin without a row pays its creator alone.
create table fee_shares (
  collection_id uuid primary key,
  sequence bigint not null,
  authority_address text not null,
  pending_address text
);
create index fee_shares_authority on fee_shares (authority_address);
create index fee_shares_pending on fee_shares (pending_address) where pending_address is not null;

-- A coin with shares has one row for every place; wallet_address is null in an empty one.
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

-- What a change of the receivers paid to the receivers before it.
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

-- Actions of the program's keys, each with the whole Config after it. Anybody may send claims, so only the latest of those are
-- kept (packages/server/index/keys/config-events.ts).
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
`
