// How far the chain's clock is from the server's: what tells pages the chain's time with every answer. A cluster's clock is
// voted by its validators and runs a second or two behind; the embedded chain's is the server's own, slot by slot.

import { SLOT_MS } from '@twinmint/localnet/slots'
import { CLOCK_ADDRESS, clockSeconds } from '@twinmint/sdk/program/clock'
import type { Chain } from './chain.ts'

const READ_EVERY_MS = 30_000
/** A reading counts so long. */
const KEPT_MS = 5 * 60_000

/**
 * Unix milliseconds of the chain, a little late rather than early: its clock counts whole seconds, and of the readings of
 * the last minutes the latest behind ours counts. Read again in the background as it is asked for; while the chain does not
 * answer, the last offset stays. Undefined before the first reading.
 */
export function openChainClock(
  chain: Pick<Chain, 'loadAccounts' | 'watchIsComplete'>,
  now: () => number = Date.now,
): () => number | undefined {
  // The clock moves with the slots, a cluster's as ours, so a second begins up to one of them late. How late a cluster's is nobody
  // here knows: what may be that is taken for a clock that is behind.
  const fitsMs = chain.watchIsComplete ? 1_000 + SLOT_MS : 1_000
  let offsets: readonly { readonly ms: number; readonly atMs: number }[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  const read = async () => {
    const [account] = await chain.loadAccounts([CLOCK_ADDRESS])
    const seconds = clockSeconds(account?.data)
    if (seconds === undefined) return
    // It is that second or what of it has passed: the server's own clock where that fits, a slot late, else the second's
    // beginning.
    const atMs = now()
    const least = Number(seconds) * 1_000 - atMs
    const ms = least <= 0 && least > -fitsMs ? -SLOT_MS : least
    offsets = [...offsets.filter((each) => atMs - each.atMs < KEPT_MS), { ms, atMs }]
  }
  return () => {
    const nowMs = now()
    if (nowMs - readAtMs >= READ_EVERY_MS) {
      readAtMs = nowMs
      read().catch(() => undefined)
    }
    return offsets.length === 0 ? undefined : nowMs + Math.min(...offsets.map(({ ms }) => ms))
  }
}
