// Reads what a chain's nodes still have: transactions of the program or of one coin, oldest first, in pages.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { decodeConfigEvents } from '@twinmint/sdk/program/config-events'
import { readEvents } from '@twinmint/sdk/program/events'
import { type Chain, ForgottenTransaction, UnreadableTransaction } from '../../chain/chain.ts'
import type { ConfirmedTransaction } from '../../chain/submit.ts'
import type { LoggedEvent } from '../event-rows.ts'
import type { LoggedConfigEvent } from '../keys/config-events.ts'

export type HistoryLog = Record<'error' | 'warn', (fields: object, sentence: string) => void>
export type History = Pick<Chain, 'loadProgramSignatures' | 'findTransaction'>
export type Listed = Awaited<ReturnType<Chain['loadProgramSignatures']>>

/** Transactions that a sweep reads together from a node, and from the chain in this process. */
const PART_MAX = 100
const FORWARD_MAX = 4_000
/** What a node lists at once. */
const SIGNATURES_PER_PAGE = 1_000
/** A node that is behind the one that listed a transaction has it a moment later. */
const LOOKS_MAX = 5
const LOOK_AGAIN_MS = 400

/** What a transaction said of markets, and what of the Config. */
export interface Told {
  readonly events: readonly LoggedEvent[]
  readonly configEvents: readonly LoggedConfigEvent[]
}
export const together = (told: readonly Told[]) => ({
  logged: told.flatMap(({ events }) => events),
  configEvents: told.flatMap(({ configEvents }) => configEvents),
})
export type EventsOf = (transaction: ConfirmedTransaction) => Told

/** A part of what the chain lists. */
export interface Part {
  readonly listed: readonly { readonly signature: string; readonly slot: bigint }[]
  /** What those of them said that the index needs. */
  readonly told: readonly Told[]
  /** Whether the node knew all of those; else nothing of it is told. */
  readonly isWhole: boolean
  /** How many can't be read by anybody here. */
  readonly setAside: number
}

/** Where a reading begins. */
export interface Beginning {
  /** After this transaction; undefined for the beginning of what the node has. */
  readonly until: string | undefined
  /** Where the node does not have `until`. */
  readonly ifForgotten?: () => Promise<{ readonly until: string | undefined; readonly firstSlot: number }>
}

/** Signatures of the program's transactions, or of those that name an account, page by page, the oldest first. */
export async function* pagesAfter(
  history: History,
  { account, until: wanted, ifForgotten }: Beginning & { readonly account?: Address },
): AsyncGenerator<Listed> {
  let until = wanted
  let firstSlot = 0
  const list = (before?: string) => history.loadProgramSignatures({ account, until, before })
  // A node lists the newest first. What comes meanwhile moves the newest page, so it is kept; of the others, however many,
  // only where each begins.
  const newest = await list().catch(async (error: unknown) => {
    if (!(error instanceof ForgottenTransaction) || ifForgotten === undefined) throw error
    ;({ until, firstSlot } = await ifForgotten())
    return list().catch((again: unknown) => {
      if (!(again instanceof ForgottenTransaction)) throw again
      // A node that forgets may still have a transaction's status, and list nothing from it.
      until = undefined
      return list()
    })
  })
  const isBeyond = ({ slot }: Listed[number]) => slot >= firstSlot
  const begins: (string | undefined)[] = []
  for (let page = newest; page.length === SIGNATURES_PER_PAGE && page.every(isBeyond); ) {
    const before = page.at(-1)?.signature
    begins.push(before)
    page = await list(before)
  }
  for (const before of begins.reverse()) yield (await list(before)).filter(isBeyond).reverse()
  yield newest.filter(isBeyond).reverse()
}

/**
 * Signatures that name an account, newest first, until `isKnown` finds one among a page. Resolves to that one; undefined where there
 * is none.
 */
export async function findNewestKnown(
  history: History,
  account: Address,
  listKnown: (listed: Listed) => Promise<ReadonlySet<string>>,
): Promise<string | undefined> {
  for (let before: string | undefined; ; ) {
    const page = await history.loadProgramSignatures({ account, until: undefined, before })
    const known = await listKnown(page)
    const newest = page.find(({ signature }) => known.has(signature))
    if (newest !== undefined || page.length < SIGNATURES_PER_PAGE) return newest?.signature
    before = page.at(-1)?.signature
  }
}

/** Undefined while the node does not know it; null for one that nobody here can read. */
export async function findReadable(
  history: History,
  log: HistoryLog,
  signature: string,
): Promise<ConfirmedTransaction | undefined | null> {
  try {
    for (let look = 1; ; look++) {
      const found = await history.findTransaction(signature)
      if (found !== undefined || look === LOOKS_MAX) return found
      await sleep(LOOK_AGAIN_MS, undefined, { ref: false })
    }
  } catch (error) {
    if (!(error instanceof UnreadableTransaction)) throw error
    log.warn({ signature }, 'a transaction of a later version is set aside')
    return null
  }
}

/** What the chain has after a transaction, but for what is known, part by part. */
export async function* missedParts({
  chain,
  cursor,
  known = new Set(),
  eventsOf,
  log,
  ifForgotten,
}: {
  readonly chain: Chain
  readonly cursor: { readonly signature: string } | undefined
  readonly known?: ReadonlySet<string>
  readonly eventsOf: EventsOf
  readonly log: HistoryLog
  readonly ifForgotten?: NonNullable<Beginning['ifForgotten']>
}): AsyncGenerator<Part> {
  if (chain.listAfter) {
    for (let after = cursor?.signature; ; ) {
      const listed: Part['listed'][number][] = []
      const told: Told[] = []
      // Read one at a time: most of a transaction is garbage when its events are read, and a collection that finds it so need not copy it.
      for (const transaction of chain.listAfter(after, FORWARD_MAX)) {
        listed.push({ signature: transaction.signature, slot: transaction.slot })
        told.push(eventsOf(transaction))
      }
      if (listed.length > 0) yield { listed, told, isWhole: true, setAside: 0 }
      if (listed.length < FORWARD_MAX) return
      after = listed.at(-1)?.signature
    }
  }
  for await (const page of pagesAfter(chain, {
    until: cursor?.signature,
    ...(ifForgotten && { ifForgotten }),
  }))
    for (let at = 0; at < page.length; at += PART_MAX) {
      const listed = page.slice(at, at + PART_MAX)
      const wanted = listed.filter(({ failed, signature }) => !failed && !known.has(signature))
      const transactions = await Promise.all(
        wanted.map(({ signature }) => findReadable(chain, log, signature)),
      )
      const isWhole = !transactions.includes(undefined)
      yield {
        listed,
        told: isWhole
          ? transactions.flatMap((transaction) => (transaction ? [eventsOf(transaction)] : []))
          : [],
        isWhole,
        setAside: transactions.filter((transaction) => transaction === null).length,
      }
    }
}

/** What a part's transactions said, and how far the chain is read with them. */
export const ofPart = ({ listed, told }: Part) => ({ ...together(told), cursor: listed.at(-1) })

/** Reads what a transaction that succeeded said. */
export const eventsReader =
  (programAddress: Address): EventsOf =>
  ({ failure, inner, signature, slot }) =>
    failure === null
      ? {
          events: readEvents(inner, programAddress).map(({ event, record }) => ({
            event,
            signature,
            slot,
            record,
          })),
          configEvents: decodeConfigEvents(inner, programAddress).map((event) => ({ event, signature })),
        }
      : { events: [], configEvents: [] }
