// Has every launched folder kept by a pinning service, and looks how far it is. The list lies in the database: a server that
// ends leaves it to the next, and of several each takes what nobody has.
import type { Database } from '../../database/database.ts'
import { decidePin, type PinJob } from './pin-rules.ts'
import { addPins, savePin, takePins } from './pin-store.ts'
import type { PinningService } from './pinning-service.ts'

/** Asked at a time. */
const CONCURRENCY = 4
const ADDED_AT_ONCE = 200
/** Longer than a call takes. */
const LEASE_SECONDS = 60
const LOOK_MS = 5_000

export interface Pinning {
  /** A coin was launched. */
  wake(): void
  close(): Promise<void>
}

export function startPinning(
  db: Database,
  {
    service,
    token,
    onFailure,
    lookMs = LOOK_MS,
  }: {
    readonly service: PinningService
    /** Taken out of what the service says. */
    readonly token: string
    readonly onFailure: (error: unknown) => void
    readonly lookMs?: number
  },
): Pinning {
  let looking: Promise<void> | undefined
  let isClosed = false
  let hasNews = true

  async function pin(job: PinJob): Promise<void> {
    const answer = job.requestId === null ? await service.pin(job) : await service.look(job.requestId)
    // What was under way is looked at again after the next start.
    if (!isClosed || answer.status !== undefined) await savePin(db, job, decidePin(job, answer, token))
  }
  async function look(): Promise<void> {
    if (hasNews) {
      hasNews = false
      while (!isClosed && (await addPins(db, service.host, ADDED_AT_ONCE)) === ADDED_AT_ONCE);
    }
    for (;;) {
      const jobs = isClosed
        ? []
        : await takePins(db, { service: service.host, limit: CONCURRENCY, leaseSeconds: LEASE_SECONDS })
      if (jobs.length === 0) return
      await Promise.all(jobs.map(pin))
    }
  }
  const begin = () => {
    if (isClosed) return
    looking ??= look()
      .catch(onFailure)
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(begin, lookMs)
  // What another server took in, or a restore brought back.
  const newsTimer = setInterval(() => {
    hasNews = true
  }, 60_000)
  begin()

  return {
    wake() {
      hasNews = true
      begin()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      clearInterval(newsTimer)
      service.close()
      await looking
    },
  }
}
