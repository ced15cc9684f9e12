// Work that one server of all does, whichever: pushes, pins, sweeps, and names that a new rule refuses.

import type { Chain } from '../../chain/chain.ts'
import { startPinning } from '../../content/ipfs/pinning.ts'
import { openPinningService, originsOf } from '../../content/ipfs/pinning-service.ts'
import type { Database } from '../../database/database.ts'
import { keepLease, type Work } from '../../database/lease.ts'
import { SERVER_NAME } from '../../index/service/index-service.ts'
import { type SweepDeps, startSweep } from '../../launch/sweep.ts'
import { startDelivery } from '../../people/alerts/deliver.ts'
import type { PushSender } from '../../people/alerts/send-push.ts'
import type { Config } from '../config.ts'
import { renewNames } from '../names.ts'

interface JobsDeps extends Pick<SweepDeps, 'pictures' | 'store'> {
  readonly config: Config
  readonly db: Database
  /** For the lease alone. */
  readonly leases: Database
  readonly chain: Chain
  readonly pushSender: PushSender
  readonly publicUrl: () => string
  readonly log: Record<'error' | 'warn', (fields: object, sentence: string) => void>
}

export interface Jobs {
  /** There are pushes to send. What another server wakes for is found some seconds later. */
  wakePushes(): void
  wakePins(): void
  /** Does what no other server does. */
  begin(): void
  close(): Promise<void>
}

export function openJobs(deps: JobsDeps): Jobs {
  const { db, chain, config, log } = deps
  let delivery: ReturnType<typeof startDelivery> | undefined
  let pinning: ReturnType<typeof startPinning> | undefined
  let lease: ReturnType<typeof keepLease> | undefined

  async function work(): Promise<Work> {
    delivery = startDelivery(db, deps.pushSender, (error) =>
      log.warn({ err: error }, 'a notification could not be pushed'),
    )
    pinning = keepPinned(deps)
    const sweeping = startSweep(deps, (error) =>
      log.warn({ err: error }, 'what nobody launched could not be swept'),
    )
    const stopChecking = checkNames(deps)
    const closes = [delivery, pinning, sweeping]
    return {
      async close() {
        delivery = undefined
        pinning = undefined
        await Promise.all([stopChecking(), ...closes.map((each) => each?.close())])
      },
    }
  }
  return {
    wakePushes: () => delivery?.wake(),
    wakePins: () => pinning?.wake(),
    begin() {
      if (!config.roles.has('jobs')) return
      lease = keepLease(deps.leases, {
        name: 'jobs',
        holder: SERVER_NAME,
        isAlone: chain.watchIsComplete,
        begin: work,
        onFailure: (error) => log.warn({ err: error }, 'pushes, pins and sweeps could not begin'),
      })
    },
    close: async () => lease?.close(),
  }
}

/** Checks names against the present rule in the background. Returns a function that stops it. */
function checkNames({ db, log }: Pick<JobsDeps, 'db' | 'log'>): () => Promise<void> {
  const stopping = new AbortController()
  const checking = renewNames(db, stopping.signal).catch((error: unknown) =>
    log.error({ err: error }, 'names could not be checked against the current rule'),
  )
  return async () => {
    stopping.abort()
    await checking
  }
}

/** Has launches' folders kept by the pinning service that was set up; undefined without one. */
const keepPinned = ({ config: { pinning }, db, publicUrl, log }: JobsDeps) =>
  pinning &&
  startPinning(db, {
    service: openPinningService(pinning, () => originsOf(publicUrl())),
    token: pinning.token,
    onFailure: (error) => log.warn({ err: error }, 'the pinning service could not be asked'),
  })
