// The second cursor: what is shown is confirmed, and a confirmed transaction may still be taken back. Once a slot is final, its events
// are compared with the chain, and their coins with their accounts; a coin that differs is repaired.
import type { Address } from '@solana/kit'
import { decodeConfig, decodeMarket } from '@twinmint/sdk/program/accounts'
import { deriveConfigAddress } from '@twinmint/sdk/program/addresses'
import type { Chain } from '../../chain/chain.ts'
import type { Database } from '../../database/database.ts'
import { dropConfigEvents, findLastConfigEvent } from '../keys/config-events.ts'
import {
  findFinalizedSlot,
  listCoinsAfter,
  loadStanding,
  noteFinalizedSlot,
  type StandingCoin,
} from '../store.ts'
import type { HistoryLog } from './chain-history.ts'
import { listBySlot } from './coin-events.ts'
import type { Repairer } from './repairer.ts'

const LOOK_MS = 5_000
const EVENTS_MAX = 5_000
/** Coins of which nothing was heard are compared with their accounts in turn: so many a look that one call of a node answers them and the Config. */
const COINS_IN_TURN = 99
/** A node that is late by less than this many slots is no sign of a ledger that went back. */
const LATE_SLOTS = 150
/** Compared again after a lost connection: behind an address there may be another node by now, or an older ledger. */
const RECHECKED_SLOTS = 1_000

export interface FinalizedCursor {
  /** Up to which slot the index was compared with the finalized chain; undefined before the first time. */
  readonly slot: number | undefined
  /** Compares now, as every five seconds; joins a comparison that is under way. Fails never: what fails is logged, and comes again. */
  look(): Promise<void>
  /** What was compared after this slot is compared again; without a slot, what is of the last minutes. */
  recheck(slot?: number): void
  close(): Promise<void>
}

export function followFinalized({
  database,
  fenced,
  chain,
  repairer,
  log,
}: {
  readonly database: Database
  /** Writes rows while this process is the index's writer. */
  readonly fenced: Pick<Database, 'transaction'>
  readonly chain: Chain
  readonly repairer: Pick<Repairer, 'reread'>
  readonly log: HistoryLog
}): FinalizedCursor {
  const { programAddress } = chain
  let slot: number | undefined
  let recheckAfter: number | undefined
  let comparedUpTo: string | undefined
  const accounts = openAccounts({ database, fenced }, chain)
  /** Events that the node did not know at the last look: what it does not know at the next one, either, it is not only late with. */
  let unsure: Awaited<ReturnType<typeof listBySlot>> = []

  const recheck = (from = (slot ?? Number.POSITIVE_INFINITY) - RECHECKED_SLOTS): void =>
    void (recheckAfter = Math.min(from, recheckAfter ?? from))

  async function compare(again = Number.POSITIVE_INFINITY): Promise<void> {
    const stored = await findFinalizedSlot(database, programAddress)
    if (stored === undefined) return
    const final = Number(await chain.rpc.getSlot({ commitment: 'finalized' }).send())
    // What was read before the first look was read of a chain that had it.
    const isBack = final < stored - LATE_SLOTS
    const after = Math.min(stored === 0 || isBack ? final : stored, again)
    const next = await listBySlot(database, { after, upTo: final, limit: EVENTS_MAX })
    const last = next.at(-1)
    // Of a slot that the limit cut in two the rest comes with the next look.
    const upTo = last === undefined || next.length < EVENTS_MAX ? Math.max(final, after) : last.slot - 1
    const events = [...unsure, ...next]
    const forgotten = new Set(await chain.listForgotten([...new Set(events.map((each) => each.signature))]))
    const others = await listCoinsAfter(database, comparedUpTo, COINS_IN_TURN)
    comparedUpTo = others.length < COINS_IN_TURN ? undefined : others.at(-1)
    const coins = await loadStanding(database, [
      ...new Set([...events.map(({ collectionId }) => collectionId), ...accounts.aheadIds(), ...others]),
    ])
    const mints = new Map(coins.map(({ collectionId, mintAddress }) => [collectionId, mintAddress]))
    const unknown = events.filter(({ signature }) => forgotten.has(signature))
    const wasUnsure = new Set(unsure.map(({ signature }) => signature))
    unsure = unknown.filter(({ signature }) => !wasUnsure.has(signature))
    const taken = unknown.flatMap(({ collectionId, sequence, signature }) => {
      const mint = wasUnsure.has(signature) ? mints.get(collectionId) : undefined
      return mint === undefined ? [] : [{ mint, sequence }]
    })
    for (const doubt of [...taken, ...(await accounts.compare(coins))])
      void repairer.reread({ ...doubt, mint: doubt.mint as Address })
    if (isBack) log.warn({ final, stored }, 'the finalized chain went back')
    await fenced.transaction((tx) => noteFinalizedSlot(tx, programAddress, upTo))
    slot = upTo
  }

  let looking: Promise<void> | undefined
  function look(): Promise<void> {
    if (looking) return looking
    const again = recheckAfter
    recheckAfter = undefined
    looking = compare(again)
      .catch((error: unknown) => {
        if (again !== undefined) recheck(again)
        log.warn({ err: error }, 'comparing with the finalized chain failed')
      })
      .finally(() => void (looking = undefined))
    return looking
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    get slot() {
      return slot
    },
    look,
    recheck,
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Compares coins, and what the holders of the program's keys did, with their accounts. */
function openAccounts(
  { database, fenced }: Pick<Parameters<typeof followFinalized>[0], 'database' | 'fenced'>,
  chain: Chain,
) {
  /** Coins whose account was ahead of their rows, and how far: still behind it at the next look, they lack something. */
  let ahead = new Map<string, number>()
  return {
    aheadIds: () => [...ahead.keys()],
    /** Those whose rows are not what their accounts say, each with the first event that may be wrong. */
    async compare(
      coins: readonly StandingCoin[],
    ): Promise<{ readonly mint: string; readonly sequence: number }[]> {
      const { programAddress } = chain
      const last = await findLastConfigEvent(database, programAddress)
      const [config, ...accounts] = await chain.loadAccounts([
        await deriveConfigAddress(programAddress),
        ...coins.map(({ marketAddress }) => marketAddress as Address),
      ])
      if (config) {
        const after = Number(decodeConfig(config.data).sequence)
        if (after < last)
          await fenced.transaction((tx) => dropConfigEvents(tx, { programAddress, after, upTo: last }))
      }
      const wasAhead = ahead
      ahead = new Map()
      return coins.flatMap((coin, at) => {
        const account = accounts[at]
        const doubt = { mint: coin.mintAddress, sequence: 1 }
        if (account === undefined) return [doubt]
        const { sequence, curve } = decodeMarket(account.data)
        if (Number(sequence) > coin.sequence) {
          ahead.set(coin.collectionId, Number(sequence))
          return coin.sequence < (wasAhead.get(coin.collectionId) ?? 0)
            ? [{ ...doubt, sequence: coin.sequence }]
            : []
        }
        const isSame =
          curve.reserveLamports.toString() === coin.reserveLamports &&
          curve.reserveBaseUnits.toString() === coin.reserveBaseUnits
        return Number(sequence) < coin.sequence || isSame ? [] : [doubt]
      })
    },
  }
}
