// Lamports in dollars at the site's rate. Pure.

/** Dollars of an amount of lamports, for reading only. */
export function usdOfLamports(lamportsText: string, solUsd: number): number {
  return (Number(lamportsText) / 1e9) * solUsd
}
