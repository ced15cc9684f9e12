// How long a listing or an offer is to hold: a number of days from now on, or as long as it does already. Pure.
const DAYS = ['1', '7', '30', '180'] as const
export type HoldsFor = (typeof DAYS)[number] | 'kept'
const DAY_SECONDS = 86_400n

/** What can be chosen. What is listed keeps its end unless that has passed; four fit beside each other on a phone. */
export const holdsForChoices = (keptSeconds: bigint | undefined, nowSeconds: bigint): readonly HoldsFor[] =>
  keptSeconds !== undefined && keptSeconds > nowSeconds ? ['kept', '7', '30', '180'] : DAYS

/** What holds: the first is to keep it as it is, otherwise 30 days. A choice that can't be made any more is none. */
export function holdsForOf(chosen: HoldsFor | undefined, choices: readonly HoldsFor[]): HoldsFor {
  if (chosen !== undefined && choices.includes(chosen)) return chosen
  return choices.includes('kept') ? 'kept' : '30'
}

/** The end in seconds, by the clock of `nowSeconds`. */
export const endsAtSeconds = (
  holdsFor: HoldsFor,
  keptSeconds: bigint | undefined,
  nowSeconds: bigint,
): bigint => {
  if (holdsFor !== 'kept') return nowSeconds + BigInt(holdsFor) * DAY_SECONDS
  return keptSeconds ?? nowSeconds
}
