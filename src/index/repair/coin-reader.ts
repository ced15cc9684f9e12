// Reads one coin's transactions again, into the table beside its log.
import type { Address } from '@solana/kit'
import type { Database } from '../../database/database.ts'
import type { LoggedEvent } from '../event-rows.ts'
import {
  eventsReader,
  findNewestKnown,
  findReadable,
  type History,
  type HistoryLog,
  pagesAfter,
} from './chain-history.ts'
import { addRead, listKept, listNewRead } from './coin-events.ts'

/** Transactions that are read together. */
const PART_MAX = 100
const PAGE = 2_000

export function openCoinReader({
  database,
  programAddress,
  log,
}: {
  readonly database: Database
  readonly programAddress: Address
  readonly log: HistoryLog
}) {
  const eventsOf = eventsReader(programAddress)
  return {
    /** Reads the transactions after `until` that name the coin's Market `account`. False where the node does not have one that it lists. */
    async read(
      history: History,
      of: { readonly mint: Address; readonly account: Address; readonly until: string | undefined },
    ): Promise<boolean> {
      for await (const page of pagesAfter(history, { account: of.account, until: of.until }))
        for (let at = 0; at < page.length; at += PART_MAX) {
          const wanted = page.slice(at, at + PART_MAX).filter(({ failed }) => !failed)
          const found = await Promise.all(
            wanted.map(({ signature }) => findReadable(history, log, signature)),
          )
          if (found.includes(undefined)) return false
          const events = found.flatMap((transaction) => (transaction ? eventsOf(transaction).events : []))
          await addRead(
            database,
            events.filter(({ event }) => event.mint === of.mint),
          )
        }
      return true
    },

    /** The newest transaction that names the account and that the log has before a sequence; undefined where there is none. */
    findKept: (
      history: History,
      of: { readonly collectionId: string; readonly account: Address; readonly before: number },
    ): Promise<string | undefined> =>
      of.before <= 1
        ? Promise.resolve(undefined)
        : findNewestKnown(history, of.account, (signatures) =>
            listKept(database, of.collectionId, { signatures, before: of.before }),
          ),

    /** All that was read of a coin and its log does not have. */
    async listRead(collectionId: string): Promise<LoggedEvent[]> {
      const all: LoggedEvent[] = []
      for (let after = 0; ; ) {
        const page = await listNewRead(database, collectionId, { after, limit: PAGE })
        const last = page.at(-1)
        if (last === undefined) return all
        all.push(...page)
        after = Number(last.event.sequence)
      }
    },
  }
}
