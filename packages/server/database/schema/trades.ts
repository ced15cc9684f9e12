// Trades and swaps, the positions that they add up to, and the platform's hours.

export const TRADES = `
-- A swap is a trade of one NFT without SOL.
create table trades (
  collection_id uuid not null,
  sequence bigint not null,
  type text not null,
  trader_address text not null,
  lamports numeric(20,0) not null,
  surcharge_lamports numeric(20,0) not null default 0,
  base_units numeric(20,0) not null,
  fee_lamports numeric(20,0) not null,
  creator_fee_lamports numeric(20,0) not null,
  reserve_lamports numeric(20,0) not null,
  reserve_base_units numeric(20,0) not null,
  price numeric(30,18) not null,
  nft_token_id integer,
  nft_minted boolean not null default false,
  -- The coins with a known cost that the trade moved, and that cost.
  known_base_units numeric(20,0) not null default 0,
  cost_lamports numeric(20,0) not null default 0,
  -- Coins that came in form a row; a lot ends here in it. A sale finds the one lot in which it ends by this, however many lots
  -- there are (packages/sdk/core/lots.ts).
  lot_until_base_units numeric(30,0),
  lot_until_lamports numeric(30,0),
  -- Classes begin at 0.01, 0.1, 1, 10 and 100 SOL.
  size_class smallint not null generated always as (
    case when lamports < 10000000 then 0 when lamports < 100000000 then 1 when lamports < 1000000000 then 2
      when lamports < 10000000000 then 3 when lamports < 100000000000 then 4 else 5 end) stored,
  tx_signature text not null,
  -- Null or 0 if unknown.
  slot bigint,
  created_at timestamptz not null,
  primary key (collection_id, sequence)
);
create index trades_trader on trades (trader_address, created_at);
create index trades_nft on trades (collection_id, nft_token_id, sequence) where nft_token_id is not null;
create index trades_swaps on trades (collection_id, created_at) where nft_token_id is not null;
create index trades_lots on trades (collection_id, trader_address, lot_until_base_units) where lot_until_base_units is not null;
create index trades_of_trader on trades (collection_id, trader_address, sequence);
create index trades_by_size on trades (collection_id, type, size_class, sequence);
-- Unused since the baseline: a later step drops it.
create index trades_without_slot on trades (tx_signature) where slot is null;

-- The sum of a wallet's trades in a coin.
create table positions (
  collection_id uuid not null,
  wallet_address text not null,
  sequence bigint not null,
  -- Below zero if the wallet sold coins that were sent to it.
  base_units numeric(21,0) not null,
  nft_base_units numeric(21,0) not null,
  in_base_units numeric(30,0) not null,
  in_lamports numeric(30,0) not null,
  out_base_units numeric(30,0) not null,
  out_lamports numeric(30,0) not null,
  bought_lamports numeric(30,0) not null,
  sold_lamports numeric(30,0) not null,
  realised_lamports numeric(31,0) not null,
  unpriced_lamports numeric(30,0) not null,
  -- The result of NFTs bought and sold, beyond their coins.
  nft_realised_lamports numeric(30,0) not null default 0,
  trade_count bigint not null,
  -- The begin of the present holding, of coins or NFTs; null while the wallet holds none.
  held_since timestamptz,
  last_trade_at timestamptz not null,
  primary key (collection_id, wallet_address)
) with (fillfactor = 80);
create index positions_recent on positions (collection_id, last_trade_at);
create index positions_largest on positions (collection_id, (base_units + nft_base_units), wallet_address);
create index positions_wallet_recent on positions (wallet_address, last_trade_at);

-- The owner and the coins' cost of each NFT that is in a wallet; premium_lamports is what a buyer paid beyond them.
create table nft_lots (
  collection_id uuid not null,
  token_id integer not null,
  wallet_address text not null,
  known_base_units numeric(20,0) not null,
  lamports numeric(20,0) not null,
  premium_lamports numeric(21,0) not null default 0,
  primary key (collection_id, token_id)
);
create index nft_lots_of_wallet on nft_lots (collection_id, wallet_address);

-- Wallets that coins were sent to through this server: the program has no event for that.
create table coin_recipients (
  wallet_address text not null,
  collection_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (wallet_address, collection_id)
);

-- The platform by the hour; bucket is the hour's begin in Unix seconds.
create table platform_hours (
  bucket bigint primary key,
  launches integer not null,
  trades integer not null,
  swaps integer not null,
  volume_lamports numeric(20,0) not null,
  fee_lamports numeric(20,0) not null,
  -- Without sales to oneself.
  nft_sales integer not null default 0,
  nft_sales_lamports numeric(30,0) not null default 0,
  -- The part of fee_lamports that NFT sales paid.
  nft_fee_lamports numeric(30,0) not null default 0
);

create table trader_hours (
  bucket bigint not null,
  wallet_address text not null,
  primary key (bucket, wallet_address)
);
`
