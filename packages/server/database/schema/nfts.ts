// NFTs and their market. token_id is the NFT's edition.
import { EDITIONS, rarityOf } from '@twinmint/sdk/core/rarity'

const EDITION_ROWS = Array.from({ length: EDITIONS }, (_, at) => {
  const { rarity, rank, reason } = rarityOf(at + 1)
  return `(${at + 1}, '${rarity}', ${rank}, '${reason}')`
}).join(',\n')

export const NFTS = `
-- What follows from an edition, the same for every coin (packages/sdk/core/rarity.ts): for orders, filters and views.
create table editions (
  token_id integer primary key,
  rarity text not null,
  rarity_rank integer not null unique,
  reason text not null
);
insert into editions (token_id, rarity, rarity_rank, reason) values
${EDITION_ROWS};
analyze editions;

-- Minted NFTs.
create table nfts (
  collection_id uuid not null,
  token_id integer not null,
  sequence bigint not null,
  mint_address text not null,
  owner_address text,
  token_account text,
  is_swapped boolean not null default false,
  rarity text not null,
  rarity_rank integer not null,
  mint_signature text,
  swapped_at timestamptz,
  last_sale_lamports numeric(20,0),
  -- All that its sales paid to the platform, by which NFTs are featured.
  market_fees_lamports numeric(30,0) not null default 0,
  created_at timestamptz not null,
  primary key (collection_id, token_id)
);
create index nfts_mint on nfts (mint_address) where mint_address is not null;
create index nfts_of_owner on nfts (collection_id, owner_address) where not is_swapped;
create index nfts_owner on nfts (owner_address, swapped_at, collection_id, token_id) where not is_swapped;
create index nfts_featured on nfts (market_fees_lamports, coalesce(swapped_at, created_at), collection_id, token_id);
create index nfts_rarity on nfts (rarity, market_fees_lamports, coalesce(swapped_at, created_at), collection_id, token_id);
create index nfts_rank on nfts (rarity_rank, collection_id);

-- NFTs that the program holds for sale, in token_account. An expired one stays until its seller takes it back.
create table nft_listings (
  collection_id uuid not null,
  token_id integer not null,
  address text not null,
  seller_address text not null,
  token_account text not null,
  price_lamports numeric(20,0) not null,
  expires_at timestamptz not null,
  sequence bigint not null,
  created_at timestamptz not null,
  primary key (collection_id, token_id)
);
create index nft_listings_recent on nft_listings (created_at, collection_id, token_id);
create index nft_listings_seller on nft_listings (seller_address, created_at, collection_id, token_id);

-- SOL that is locked for any one of several editions: edition n is bit n - 1. An expired offer stays until its bidder takes it back.
create table nft_offers (
  address text primary key,
  collection_id uuid not null,
  sequence bigint not null,
  bidder_address text not null,
  nonce text not null,
  price_lamports numeric(20,0) not null,
  editions bit(1000) not null,
  edition_count integer not null,
  -- Set if the editions are exactly those of one rarity.
  rarity text,
  expires_at timestamptz not null,
  tx_signature text not null,
  created_at timestamptz not null
);
create index nft_offers_price on nft_offers (collection_id, price_lamports, sequence);
create index nft_offers_bidder on nft_offers (bidder_address, created_at, address);

-- wallet_address acted; in a sale it is the buyer.
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
create index nft_market_events_news on nft_market_events (created_at) where kind in ('OFFER', 'SALE');
`
