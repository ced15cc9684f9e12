// Which time it is on the chain, as a page knows it: by what answers of the server said, never by the device's own clock,
// which may be hours off. Pure; whoever asks says what its steady clock shows.

/** On every answer of the server: unix milliseconds of the chain, not later than when the answer was made. */
export const CHAIN_TIME_HEADER = 'x-chain-time'

/** What an answer said counts so long. */
const KEPT_MS = 5 * 60_000

/** Of the years 2001 to 2286: anything else is no time. */
const PLAUSIBLE = /^\d{13}$/

export interface ChainTime {
  /** `steadyMs` when the answer was there, of a clock that nobody sets; what is no time is passed over. */
  note(headerText: string | null, steadyMs: number): void
  /** Unix milliseconds of the chain, a little late rather than early; undefined before the first answer. */
  nowMs(steadyMs: number): number | undefined
}

/**
 * Each answer was made before it arrived, so the time that it says is the earliest that it can be; of several the latest
 * such time is the best: of the last minutes, since the chain's clock goes its own way. So a slow answer, or one out of a cache, does no harm; and a surcharge that falls with time is
 * shown too high rather than too low.
 */
export function createChainTime(): ChainTime {
  /** Each later and lower than the one before it: the first is the best, the others follow it. */
  let kept: { readonly baseMs: number; readonly steadyMs: number }[] = []
  return {
    note: (headerText, steadyMs) => {
      if (headerText === null || !PLAUSIBLE.test(headerText)) return
      const baseMs = Number(headerText) - steadyMs
      kept = kept.filter((each) => each.baseMs > baseMs && steadyMs - each.steadyMs < KEPT_MS)
      kept.push({ baseMs, steadyMs })
    },
    nowMs: (steadyMs) => (kept[0] === undefined ? undefined : kept[0].baseMs + steadyMs),
  }
}
