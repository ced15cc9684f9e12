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
import { addRead, listKept, listKnown, type ReadCoin } from './coin-events.ts'

/** Transactions that are read together. */
const PART_MAX = 100
const PAGE = 2_000

export function openCoinReader({
  database,
  programAddress,
  log,
  isStopped,
}: {
  readonly database: Database
  readonly programAddress: Address
  readonly log: HistoryLog
  /** Nothing more is to be read. */
  readonly isStopped: () => boolean
}) {
  const eventsOf = eventsReader(programAddress)
  return {
    /** Reads the transactions after `until` that name the coin's Market `account`. False where the node does not have one that it lists, or it is stopped. */
    async read(
      history: History,
      of: {
        readonly readingId: string
        readonly mint: Address
        readonly account: Address
        readonly until: string | undefined
      },
    ): Promise<boolean> {
      for await (const page of pagesAfter(history, { account: of.account, until: of.until }))
        for (let at = 0; at < page.length; at += PART_MAX) {
          if (isStopped()) return false
          const wanted = page.slice(at, at + PART_MAX).filter(({ failed }) => !failed)
          const found = await Promise.all(
            wanted.map(({ signature }) => findReadable(history, log, signature)),
          )
          if (found.includes(undefined)) return false
          const events = found.flatMap((transaction) => (transaction ? eventsOf(transaction).events : []))
          await addRead(
            database,
            of.readingId,
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
        : findNewestKnown(history, of.account, (listed) =>
            listKept(database, of.collectionId, { listed, before: of.before }),
          ),

    /** All that was read of a coin, and of its log what was not. */
    async listKnown(of: ReadCoin): Promise<LoggedEvent[]> {
      const all: LoggedEvent[] = []
      for (let after = 0; ; ) {
        const page = await listKnown(database, of, { after, limit: PAGE })
        const last = page.at(-1)
        if (last === undefined) return all
        all.push(...page)
        after = Number(last.event.sequence)
      }
    },
  }
}
