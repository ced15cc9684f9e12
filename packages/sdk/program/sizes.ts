// Bytes of the program's accounts. Apart from layouts.ts, so that a page that only computes rents does not load the tables.
export const CONFIG_BYTES = 240
export const MARKET_BYTES = 328
export const FEE_SHARES_BYTES = 312
export const LISTING_BYTES = 160
export const OFFER_BYTES = 256
