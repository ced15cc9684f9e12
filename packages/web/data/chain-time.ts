// The page's one clock of the chain: fed by every answer (web/data/api.ts), read by whatever shows an age, an end or a countdown (web/ui/hydration/hydration.ts).
import { createChainTime } from '@twinmint/sdk/core/chain-time'

const time = createChainTime()

/** A clock that nobody sets; unlike the device's it never jumps. */
const steadyMs = () => performance.now()

export const noteChainTime = (headerText: string | null): void => time.note(headerText, steadyMs())

/** Unix milliseconds of the chain; undefined before the server has said anything. */
export const chainNowMs = (): number | undefined => time.nowMs(steadyMs())

/** Whole unix seconds of the chain; the device's own only before the server has said anything. */
export function chainSeconds(): bigint {
  return BigInt(Math.floor((chainNowMs() ?? Date.now()) / 1_000))
}
