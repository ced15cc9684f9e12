// Which of the trending coins has the crown; docs/trending.md says it for people. Pure.

/** What a list shows of a market cap, and what has stood of it for ten minutes. */
interface ShownCap {
  readonly id: string
  readonly marketCapLamports: string
  readonly stoodMarketCapLamports: string
}

/**
 * The top performer of the trending coins: the one with the highest market cap shown, where that coin's has also stood highest;
 * the first of equals. Else there is none: no crown is bought with SOL of a moment, and none is beside a higher figure.
 */
export function topPerformerId(trending: readonly ShownCap[]): string | undefined {
  const highestBy = (of: (coin: ShownCap) => string) =>
    trending.reduce<ShownCap | undefined>(
      (best, each) => (best === undefined || BigInt(of(each)) > BigInt(of(best)) ? each : best),
      undefined,
    )
  const shown = highestBy(({ marketCapLamports }) => marketCapLamports)
  const stood = highestBy(({ stoodMarketCapLamports }) => stoodMarketCapLamports)
  if (shown === undefined || stood === undefined) return undefined
  return shown.stoodMarketCapLamports === stood.stoodMarketCapLamports ? shown.id : undefined
}
