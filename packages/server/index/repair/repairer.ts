// Heals a coin whose rows are not what the chain says, for what a node forgot, was late with or took back: reads the coin's own
// transactions, which all name its Market account, and exchanges its rows.
import type { Address } from '@solana/kit'
import { decodeMarket } from '@twinmint/sdk/program/accounts'
import pLimit from 'p-limit'
import { listMarkets } from '../accounts/coin.ts'
import { listMarketAddresses } from '../store.ts'
import type { Doubt } from './coin-events.ts'
import { completeAll, openRepair, type RepairOptions, repairCoin } from './repair-coin.ts'

/** Coins that are read at once: each asks the node for much. */
const AT_ONCE = 8
/** What is missing may still come from a node that is late; then the coin goes on without. */
const HOLE_PATIENCE_MS = 10_000
/** Between two tries of one coin: doubled each time. */
const REST_MS = 500
const REST_MS_MAX = 60_000

export interface RepairCounts {
  /** Coins that differ from the chain and are not yet read again. */
  readonly mismatches: number
  /** Coins of which the chain took events back, since the start. */
  readonly rollbacks: number
  /** Times that a coin went on although events were missing, since no node had them. */
  readonly gaps: number
}

export interface Repairer {
  /** Fills what is missing before a coin's events. Resolves as `reread`. */
  fill(mint: Address): Promise<boolean>
  /**
   * Makes the coin's rows from an event on what the chain says. Resolves with false where it is not to be had at this moment, or
   * was tried a moment ago. Several calls for one coin are one.
   */
  reread(doubt: Doubt): Promise<boolean>
  /** Begins with their accounts the coins of which no transaction is known. */
  findUnknown(): Promise<void>
  /** Reads from the archives the histories that begin later than their launch. */
  complete(): Promise<void>
  readonly counts: RepairCounts
  /** Resolves when no repair is under way. */
  close(): Promise<void>
}

/** Tries of a coin that failed; the next one comes by itself. */
interface Tries {
  readonly count: number
  readonly notBeforeMs: number
  readonly sinceMs: number
  readonly timer?: NodeJS.Timeout
}

export function openRepairer(options: RepairOptions): Repairer {
  const { database, chain, log } = options
  const on = openRepair(options)
  const tries = new Map<string, Tries>()
  const underWay = new Map<string, Promise<boolean>>()
  /** Each call that doubts makes another object, also of the same event: what is read was asked for before or after it. */
  const doubts = new Map<string, Doubt>()
  const inTurn = pLimit(AT_ONCE)
  let completing: Promise<void> | undefined

  function noteDoubt({ mint, sequence }: Doubt): void {
    doubts.set(mint, { mint, sequence: Math.min(sequence, doubts.get(mint)?.sequence ?? sequence) })
  }
  function noteFailure(mint: Address, { count, sinceMs }: Tries): void {
    const restMs = Math.min(REST_MS_MAX, REST_MS * 2 ** count)
    const failed = { count: count + 1, sinceMs, notBeforeMs: performance.now() + restMs }
    const timer = setTimeout(() => {
      // A timer may be a fraction of a millisecond early.
      tries.set(mint, { ...failed, notBeforeMs: 0 })
      void repair(mint)
    }, restMs).unref()
    tries.set(mint, { ...failed, timer })
  }
  async function tryNow(mint: Address): Promise<boolean> {
    const nowMs = performance.now()
    const last = tries.get(mint) ?? { count: 0, notBeforeMs: 0, sinceMs: nowMs }
    if (on.isStopped() || nowMs < last.notBeforeMs) return false
    clearTimeout(last.timer)
    const doubt = doubts.get(mint)
    const isPatient = nowMs - last.sinceMs < HOLE_PATIENCE_MS
    const isHealed = await repairCoin(on, mint, { doubted: doubt?.sequence, isPatient }).catch(
      (error: unknown) => {
        log.warn({ mint, err: error }, 'a coin could not be read again; trying later')
        return false
      },
    )
    if (!isHealed) noteFailure(mint, last)
    else {
      tries.delete(mint)
      // An event that came meanwhile may be none of what was read.
      if (doubts.get(mint) !== doubt) return tryNow(mint)
      doubts.delete(mint)
    }
    return isHealed
  }
  function repair(mint: Address): Promise<boolean> {
    const begun = underWay.get(mint)
    if (begun) return begun
    const result = inTurn(() => tryNow(mint)).finally(() => underWay.delete(mint))
    underWay.set(mint, result)
    return result
  }

  return {
    fill: repair,
    reread(doubt) {
      noteDoubt(doubt)
      return repair(doubt.mint)
    },
    async findUnknown() {
      const unknown = new Set(await listMarkets(chain))
      for (const market of await listMarketAddresses(database)) unknown.delete(market)
      const accounts = await chain.loadAccounts([...unknown])
      await Promise.all(
        accounts.flatMap((account) => (account ? [repair(decodeMarket(account.data).mint)] : [])),
      )
    },
    complete: () =>
      (completing ??= completeAll(on).finally(() => {
        completing = undefined
      })),
    async close() {
      on.stop()
      for (const { timer } of tries.values()) clearTimeout(timer)
      await Promise.all([...underWay.values(), completing?.catch(() => {})])
    },
    get counts() {
      return { ...on.counts, mismatches: doubts.size }
    },
  }
}
