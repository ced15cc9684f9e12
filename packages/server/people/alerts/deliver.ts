// Sends the pushes that wait, a few at a time, and tries again those that did not get through. They wait in the database: a
// server that ends leaves them to the next, and several share them.

import { afterPush, notificationText } from '@twinmint/sdk/api/alerts/rules'
import type { Database } from '../../database/database.ts'
import { delayJob, endJob, type PushJob, removeSubscription, takeJobs } from './push-store.ts'
import { notificationOf } from './records.ts'
import type { PushSender } from './send-push.ts'

/** Pushes under way at a time. */
const CONCURRENCY = 8
/** Another server may have written what is to be sent. */
const LOOK_MS = 3_000

export interface Delivery {
  /** There may be something to send. */
  wake(): void
  close(): Promise<void>
}

export function startDelivery(
  db: Database,
  sender: PushSender,
  onFailure: (error: unknown) => void,
): Delivery {
  const underWay = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let isAskedAgain = false
  let isClosed = false

  async function deliver(job: PushJob): Promise<void> {
    const { notification: row, attempts, subscriptionId } = job
    const notification = notificationOf(row)
    const { status, retryAfterSeconds } = await sender.send({
      ...job,
      message: { id: notification.id, ...notificationText(notification) },
      topic: notification.id.replaceAll('-', ''),
    })
    const next = afterPush(status, attempts, retryAfterSeconds)
    if (next.kind === 'again') await delayJob(db, job, next.inSeconds)
    else if (next.kind === 'gone') await removeSubscription(db, subscriptionId)
    else await endJob(db, job)
  }
  async function look(): Promise<void> {
    do {
      isAskedAgain = false
      const jobs = isClosed ? [] : await takeJobs(db, CONCURRENCY - underWay.size)
      for (const job of jobs) {
        const done = deliver(job)
          .catch(onFailure)
          .finally(() => {
            underWay.delete(done)
            wake()
          })
        underWay.add(done)
      }
    } while (isAskedAgain && underWay.size < CONCURRENCY)
  }
  const wake = () => {
    if (isClosed) return
    isAskedAgain = true
    if (underWay.size >= CONCURRENCY) return
    looking ??= look()
      .catch(onFailure)
      .finally(() => {
        looking = undefined
        if (isAskedAgain) wake()
      })
  }
  const timer = setInterval(wake, LOOK_MS)
  timer.unref()
  wake()

  return {
    wake,
    async close() {
      isClosed = true
      clearInterval(timer)
      await looking
      // What is under way is tried again after the next start.
      sender.close()
      await Promise.all(underWay)
    },
  }
}
