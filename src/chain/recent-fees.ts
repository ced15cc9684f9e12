// What transactions paid lately to write a coin's accounts, as the node tells it. A page asks for it every few seconds, for each
// coin that somebody looks at, so it is remembered, and a node is asked a few times a second at the most, whatever is looked at.
import type { Address, Rpc, SolanaRpcApi } from '@solana/kit'

interface RecentFeesTimes {
  /** So long an answer is good. */
  readonly freshMs: number
  /** So long an old one is better than none. */
  readonly staleMs: number
  /** Between two calls, of whatever coin. */
  readonly apartMs: number
  /** After a call that failed. */
  readonly restMs: number
  readonly answerMs: number
}
const TIMES: RecentFeesTimes = {
  freshMs: 8_000,
  staleMs: 120_000,
  apartMs: 250,
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
  let notBeforeMs = 0

  const ask = async (key: string, accounts: readonly Address[]): Promise<readonly bigint[]> => {
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
    const instead = last && nowMs - last.atMs < times.staleMs ? last.fees : []
    const running = asked.get(key)
    if (running) return running
    if (nowMs < notBeforeMs) return instead
    notBeforeMs = nowMs + times.apartMs
    const asking = ask(key, accounts)
      .catch(() => {
        notBeforeMs = performance.now() + times.restMs
        return instead
      })
      .finally(() => asked.delete(key))
    asked.set(key, asking)
    return asking
  }
}
