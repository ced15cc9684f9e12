// What happens to NFTs in their market, as an activity's kind. Without the schemas, which no page loads.

/** A listing whose price or expiry was changed is a `LIST` again. */
export const NFT_MARKET_KINDS = ['LIST', 'UNLIST', 'SALE', 'OFFER', 'OFFER_WITHDRAWN'] as const
/** In which SOL was paid or locked: what is asked is no amount until somebody pays it. */
export const NFT_PAID_KINDS: readonly NftMarketKind[] = ['SALE', 'OFFER']
export type NftMarketKind = (typeof NFT_MARKET_KINDS)[number]
