// What of a market's height lists believe: what has stood for ten minutes. Whoever borrows SOL for one transaction, or for a
// few seconds, can lift a coin over its threshold and take the SOL out again; the chain then says "graduated" for ever, and
// lists must not. docs/sustained-figures.md says it for people. Pure.

/** So long something must have stood before lists go by it. */
export const STANDING_SECONDS = 600

/** What a graduation that stands has more than one that the chain alone knows; behind a word that says whose. */
export const SOL_HAS_STAYED = 'its SOL has stayed'

/** What a curve's row has of it. */
export interface Standing {
  readonly isGraduated: boolean
  /** Lamports, decimal text. */
  readonly marketCapLamports: string
  readonly graduationStandsAt: string | null
}

/**
 * When the graduation counts, if nothing changes: `standingSeconds` after the last moment at which the market cap came to half
 * of the threshold or more, the graduation being one. Null while it is below, or while there is no graduation. What has stood
 * stays, whatever comes later. Worked out from events alone, in sequence, so a rebuilt index says the same.
 */
export function graduationStandsAt(
  before: Standing | undefined,
  after: Omit<Standing, 'graduationStandsAt'>,
  {
    unixSeconds,
    thresholdLamports,
    standingSeconds,
  }: {
    /** Of the event. */
    readonly unixSeconds: bigint
    readonly thresholdLamports: bigint
    readonly standingSeconds: number
  },
): string | null {
  if (!after.isGraduated) return null
  const stands = before?.graduationStandsAt ?? null
  if (stands !== null && Date.parse(stands) <= Number(unixSeconds) * 1_000) return stands
  if (BigInt(after.marketCapLamports) * 2n < thresholdLamports) return null
  return stands ?? new Date((Number(unixSeconds) + standingSeconds) * 1_000).toISOString()
}
