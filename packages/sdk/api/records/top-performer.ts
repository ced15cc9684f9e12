// Chooses the trending coin with the crown, as docs/trending.md describes it. Pure.

/** The market cap that lists show, and the one that has held for ten minutes. */
interface ShownCap {
  readonly id: string
  readonly marketCapLamports: string
  readonly stoodMarketCapLamports: string
}

/**
 * The top performer: the trending coin with the highest market cap shown, if that cap has also held highest for ten minutes; the first
 * of equals. Otherwise undefined: a short buy cannot win the crown, and no coin shown has a higher figure than the crowned one.
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
