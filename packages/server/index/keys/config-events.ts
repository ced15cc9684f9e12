// What the holders of the program's keys did, as rows: an event of the Config each, with the whole Config after it. So rows
// follow from the events alone, in whatever order these come.
import type { ConfigEvent, ConfigEventKind } from '@twinmint/sdk/program/config-events'
import { wireTerms } from '@twinmint/sdk/program/terms'
import type { Queryable } from '../../database/database.ts'
import {
  batchOf,
  insertRows,
  key,
  orNull,
  type RowOf,
  replace,
  select,
  type Table,
} from '../../database/table.ts'

export interface LoggedConfigEvent {
  readonly event: ConfigEvent
  readonly signature: string
}

export const CONFIG_EVENTS = {
  name: 'config_events',
  again: 'merges',
  columns: {
    programAddress: key('text'),
    sequence: key('bigint'),
    kind: replace<'text', ConfigEventKind>('text'),
    who: replace('text'),
    lamports: replace('numeric'),
    admin: replace('text'),
    pendingAdmin: orNull(replace('text')),
    treasury: replace('text'),
    pauseKey: orNull(replace('text')),
    /** Null where it was never paused. */
    pausedUntil: orNull(replace('timestamptz')),
    graduationMarketCapLamports: replace('numeric'),
    boostPriceLamports: replace('numeric'),
    boostSeconds: replace('int'),
    sellFeeBps: replace('int'),
    creatorShareBps: replace('int'),
    royaltyBps: replace('int'),
    marketFeeBps: replace('int'),
    txSignature: replace('text'),
    createdAt: replace('timestamptz'),
  },
} satisfies Table
export type ConfigEventRow = RowOf<typeof CONFIG_EVENTS.columns>

/** Anybody may send a claim, which only pays the treasury: of those the latest are kept, of the holders' own acts all. */
export const CLAIMS_KEPT = 200

const isoTime = (unixSeconds: bigint): string => new Date(Number(unixSeconds) * 1_000).toISOString()

export function configEventRowOf(
  programAddress: string,
  { event, signature }: LoggedConfigEvent,
): ConfigEventRow {
  const { kind, sequence, who, lamports, unixSeconds, after } = event
  const { terms, pausedUntilSeconds } = after
  return {
    programAddress,
    sequence: Number(sequence),
    kind,
    who,
    lamports: lamports.toString(),
    admin: after.admin,
    pendingAdmin: after.pendingAdmin ?? null,
    treasury: after.treasury,
    pauseKey: after.pauseKey ?? null,
    pausedUntil: pausedUntilSeconds === 0n ? null : isoTime(pausedUntilSeconds),
    ...wireTerms(terms),
    txSignature: signature,
    createdAt: isoTime(unixSeconds),
  }
}

const BATCH = batchOf({ rows: CONFIG_EVENTS.columns })
const WRITE = insertRows(CONFIG_EVENTS, BATCH.from.rows)

/** Writes events; of a sequence that is there already, which a fork may have taken back, the new one counts. */
export async function writeConfigEvents(tx: Queryable, rows: readonly ConfigEventRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  // A statement merges no row twice.
  const bySequence = new Map(rows.map((row) => [`${row.programAddress} ${row.sequence}`, row]))
  await tx.query(WRITE, BATCH.values({ rows: [...bySequence.values()] }))
  await tx.query(
    `delete from config_events where program_address = $1 and kind = 'claimTreasuryFees' and sequence <= (
       select sequence from config_events where program_address = $1 and kind = 'claimTreasuryFees'
       order by sequence desc offset $2 limit 1)`,
    [first.programAddress, CLAIMS_KEPT],
  )
}

/** The last sequence; 0 where there is none. */
export async function findLastConfigEvent(db: Queryable, programAddress: string): Promise<number> {
  const [row] = await db.query<{ sequence: number }>(
    'select coalesce(max(sequence), 0) as sequence from config_events where program_address = $1',
    [programAddress],
  )
  return row?.sequence ?? 0
}

/** Deletes events after a sequence and up to another: the chain took them back. */
export const dropConfigEvents = (
  db: Queryable,
  of: { readonly programAddress: string; readonly after: number; readonly upTo: number },
): Promise<object[]> =>
  db.query('delete from config_events where program_address = $1 and sequence > $2 and sequence <= $3', [
    of.programAddress,
    of.after,
    of.upTo,
  ])

/** The latest below a sequence, newest first. */
export const listConfigEvents = (
  db: Queryable,
  range: {
    readonly programAddress: string
    readonly before: number | undefined
    readonly limit: number
    readonly withClaims: boolean
  },
): Promise<ConfigEventRow[]> =>
  db.query(
    `select ${select(CONFIG_EVENTS.columns)} from config_events where program_address = $1 and sequence < $2
       and ($4 or kind <> 'claimTreasuryFees') order by sequence desc limit $3`,
    [range.programAddress, range.before ?? Number.MAX_SAFE_INTEGER, range.limit, range.withClaims],
  )
