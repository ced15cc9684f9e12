// What a profile's figures come to, for reading only.

/** Dollars of an amount of lamports. */
export function usdOf(lamportsText: string, solUsd: number): number {
  return (Number(lamportsText) / 1e9) * solUsd
}

/** A share in percent of what it is all worth. */
export function shareOf(partLamports: bigint, totalLamports: string): number {
  const total = Number(totalLamports)
  return total === 0 ? 0 : (Number(partLamports) / total) * 100
}
