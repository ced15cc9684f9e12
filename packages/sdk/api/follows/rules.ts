// How many wallets a wallet may follow. Pure, and without the schemas, which no page loads.

/** A feed reads the trades of each of them. */
export const FOLLOWED_MAX = 200
