// A lease in the database: one of several servers does the work, and another takes over within seconds after it stops.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'

/** A holder that renewed nothing for so long has lost the lease. The database's clock alone decides. */
const LEASE_MS = 3_000
const RENEW_MS = 1_000
/** Another server asks for the lease within this, where its holder has to give it up. */
const YIELD_MS = 3_000

export interface Work {
  /** Resolves when the work has caught up. Where it rejects, the work ends, and is begun again. */
  readonly caughtUp?: Promise<void>
  /** Asked at each renewal. A holder that can't do its work gives the lease to another server. */
  readonly isFailing?: () => boolean
  /** JSON for the lease's row, where other servers read it; called at each renewal. */
  readonly state?: () => object
  /** Resolves when nothing of the work runs any more. */
  close(): Promise<void>
}

export interface Lease {
  /** Resolves after the first try: the work has begun here, or another server does it. Rejects where the work could not begin. */
  readonly tried: Promise<void>
  /** Stops the work and tries to get the lease again. */
  restart(): void
  /** Stops the work and gives the lease to whoever asks next. */
  close(): Promise<void>
}

export interface LeaseOptions {
  readonly name: string
  /** No other server can do this work: a lease that one left behind when it was killed is not waited for. */
  readonly isAlone: boolean
  /** Names this server in the lease's row. */
  readonly holder: string
  /** Begins the work, on a new lease or after `restart`. */
  readonly begin: () => Promise<Work>
  readonly onFailure: (error: unknown) => void
}

/** Holds `name` whenever no other server does, and works meanwhile. The embedded database has one server, which needs no lease. */
export function keepLease(db: Database, { name, holder, isAlone, begin, onFailure }: LeaseOptions): Lease {
  if (db.kind === 'embedded') return workWithout(begin)
  const closing = new AbortController()
  /** Ends the work under way. */
  let ending = new AbortController()
  let tell: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined
  const tried = new Promise<void>((resolve, reject) => {
    tell = { resolve, reject }
  })
  tried.catch(() => {})

  let isYielding = false
  const rest = (signal: AbortSignal, ms = RENEW_MS) =>
    sleep(ms, undefined, { signal, ref: false }).catch(() => {})

  async function renewUntilLost(number: number, of: () => Work | undefined): Promise<void> {
    while (!ending.signal.aborted) {
      const work = of()
      // A database that does not answer says nothing: nobody else can have taken the lease there.
      const isHeld = await renew(db, { name, number, state: work?.state?.() ?? {} }).catch(() => true)
      isYielding = !isAlone && work?.isFailing?.() === true
      if (!isHeld || isYielding) ending.abort()
      await rest(ending.signal)
    }
  }
  async function workAs(number: number): Promise<void> {
    ending = new AbortController()
    const { signal } = ending
    let work: Work | undefined
    const renewing = renewUntilLost(number, () => work)
    try {
      if (closing.signal.aborted) return
      work = await begin()
      const over = AbortSignal.any([signal, closing.signal])
      const ended = new Promise<void>((resolve) => {
        if (over.aborted) resolve()
        else over.addEventListener('abort', () => resolve())
      })
      await Promise.race([work.caughtUp, ended])
      tell?.resolve()
      await ended
    } finally {
      try {
        await work?.close()
      } finally {
        ending.abort()
        await renewing
        await release(db, { name, number }).catch(() => {})
      }
    }
  }
  async function run(): Promise<void> {
    while (!closing.signal.aborted)
      try {
        isYielding = false
        const number = await acquire(db, { name, holder, isAlone })
        if (number === undefined) {
          tell?.resolve()
          await rest(closing.signal)
        } else await workAs(number)
        if (isYielding) await rest(closing.signal, YIELD_MS)
      } catch (error) {
        tell?.reject(error)
        onFailure(error)
        await rest(closing.signal)
      }
  }
  const running = run()
  return {
    tried,
    restart: () => ending.abort(),
    async close() {
      closing.abort()
      await running
    },
  }
}

function workWithout(begin: LeaseOptions['begin']): Lease {
  const working = begin()
  const tried = working.then((work) => work.caughtUp)
  tried.catch(() => {})
  return {
    tried,
    restart() {},
    // One that could not begin has nothing to stop.
    close: () =>
      working.then(
        (work) => work.close(),
        () => {},
      ),
  }
}

/** The lease's number, higher than any before it; undefined while another server holds it. */
async function acquire(
  db: Database,
  { name, holder, isAlone }: Pick<LeaseOptions, 'name' | 'holder' | 'isAlone'>,
): Promise<number | undefined> {
  const [row] = await db.query<{ number: number }>(
    `insert into leases as l (name, number, holder, expires_at)
     values ($1, 1, $2, clock_timestamp() + $3 * interval '1 millisecond')
     on conflict (name) do update set number = l.number + 1, holder = excluded.holder, state = '{}',
       expires_at = clock_timestamp() + $3 * interval '1 millisecond'
     where $4 or l.expires_at < clock_timestamp()
     returning number`,
    [name, holder, LEASE_MS, isAlone],
  )
  return row?.number
}

/** False where another server holds it by now, or the database is of before it was given. */
async function renew(
  db: Database,
  { name, number, state }: { readonly name: string; readonly number: number; readonly state: object },
): Promise<boolean> {
  const rows = await db.query(
    `update leases set expires_at = clock_timestamp() + $3 * interval '1 millisecond', state = $4::jsonb
     where name = $1 and number = $2 returning 1`,
    [name, number, LEASE_MS, JSON.stringify(state)],
  )
  return rows.length > 0
}

const release = (
  db: Database,
  { name, number }: { readonly name: string; readonly number: number },
): Promise<object[]> =>
  db.query('update leases set expires_at = clock_timestamp() where name = $1 and number = $2', [name, number])
