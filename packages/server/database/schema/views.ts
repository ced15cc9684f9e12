// The tables of the specification that follow from ours.

export const VIEWS = `
-- The rate is the program's, all NFTs have metadata, and none is minted before somebody captures it. The creator's fee is their
-- share of the sell fee, in basis points.
create view hybrid_projects as
select id as collection_id, mint_address as token_mint, collection_address as collection_mint, escrow_address,
  metadata_uri, 1000000 as conversion_rate, max_nft_supply as total_metadata, 0 as preminted_nfts,
  sell_fee_bps * creator_share_bps / 10000 as creator_fee, true as is_active, created_at
from collections;

create view hybrid_swaps as
select t.collection_id as project_id, t.trader_address as user_wallet, t.type, n.mint_address as nft_mint,
  t.base_units as token_amount, t.nft_token_id as metadata_index, t.tx_signature, t.created_at
from trades t join nfts n on n.collection_id = t.collection_id and n.token_id = t.nft_token_id;

-- Prices are in SOL.
create view marketplace_listings as
select n.mint_address, l.price_lamports * 0.000000001 as price, l.seller_address as seller, c.market_address as auction_house,
  'Token-2022' as token_standard, l.expires_at as expiry, l.created_at
from nft_listings l
join nfts n on n.collection_id = l.collection_id and n.token_id = l.token_id and n.token_account = l.token_account
join collections c on c.id = l.collection_id;

create view marketplace_nfts as
select n.collection_id, n.mint_address, c.collection_name || ' #' || n.token_id as name, c.symbol,
  coalesce(d.description, '') as description, '/api/images/' || d.image_hash || '-512.webp' as image_url,
  null::text as animation_url, jsonb_build_array(
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
`
