// What transactions paid lately to write a coin's accounts, as the node tells it. A page asks for it every few seconds, for each
// coin that somebody looks at, so it is remembered, and a node is asked a few times a second at the most, whatever is looked at:
// who comes in between waits for its turn, and where too many do, an old answer is better than none.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Rpc, SolanaRpcApi } from '@solana/kit'

interface RecentFeesTimes {
  /** So long an answer is good. */
  readonly freshMs: number
  /** Between two calls, of whatever coin. */
  readonly apartMs: number
  /** So long a call waits for its turn at the most. */
  readonly waitMs: number
  /** After a call that failed. */
  readonly restMs: number
  readonly answerMs: number
}
const TIMES: RecentFeesTimes = {
  freshMs: 8_000,
  apartMs: 250,
  waitMs: 2_000,
  restMs: 15_000,
  answerMs: 2_000,
}
/** As many slots as a node remembers. */
const SLOTS_MAX = 150
const COINS_MAX = 500

type FeesRpc = Pick<Rpc<SolanaRpcApi>, 'getRecentPrioritizationFees'>

/**
 * Millionths of a lamport a compute unit, one figure a slot, for writing all of `accounts`; empty where nothing is known. The
 * first of the accounts names the coin. Never rejects.
 */
export type RecentFees = (accounts: readonly Address[]) => Promise<readonly bigint[]>

export function openRecentFees(rpc: FeesRpc, times: RecentFeesTimes = TIMES): RecentFees {
  const known = new Map<string, { readonly fees: readonly bigint[]; readonly atMs: number }>()
  const asked = new Map<string, Promise<readonly bigint[]>>()
  /** When the next call may go out, behind all that wait. */
  let turnMs = 0
  let restsUntilMs = 0

  /** However old. */
  const feesOf = (key: string) => known.get(key)?.fees ?? []

  const ask = async (key: string, accounts: readonly Address[], atMs: number): Promise<readonly bigint[]> => {
    const waitMs = atMs - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    if (performance.now() < restsUntilMs) return feesOf(key)
    const answer = await rpc
      .getRecentPrioritizationFees(accounts)
      .send({ abortSignal: AbortSignal.timeout(times.answerMs) })
    const fees = answer.slice(-SLOTS_MAX).map(({ prioritizationFee }) => prioritizationFee)
    known.delete(key)
    known.set(key, { fees, atMs: performance.now() })
    const oldest = known.size > COINS_MAX ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    return fees
  }

  return async (accounts) => {
    const key = accounts[0] ?? ''
    const nowMs = performance.now()
    const last = known.get(key)
    if (last && nowMs - last.atMs < times.freshMs) return last.fees
    const running = asked.get(key)
    if (running) return running
    const atMs = Math.max(nowMs, turnMs)
    if (nowMs < restsUntilMs || atMs - nowMs > times.waitMs) return feesOf(key)
    turnMs = atMs + times.apartMs
    const asking = ask(key, accounts, atMs)
      .catch(() => {
        restsUntilMs = performance.now() + times.restMs
        return feesOf(key)
      })
      .finally(() => asked.delete(key))
    asked.set(key, asking)
    return asking
  }
}
