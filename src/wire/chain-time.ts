// The page's one clock of the chain: fed by every answer (wire/api.ts), read by whatever counts seconds of a launch guard.
import { createChainTime } from '../core/chain-time.ts'

const time = createChainTime()

/** A clock that nobody sets; unlike the device's it never jumps. */
const steadyMs = () => performance.now()

export const noteChainTime = (headerText: string | null): void => time.note(headerText, steadyMs())

/** Whole unix seconds of the chain; the device's own only before the server has said anything. */
export function chainSeconds(): bigint {
  return BigInt(Math.floor((time.nowMs(steadyMs()) ?? Date.now()) / 1_000))
}
