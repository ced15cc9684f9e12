// Counts what requests write against the day of their address: what they say goes to the database. What transactions and
// pictures write is counted where it is known (chain/embedded/write-bytes.ts, storage/pictures.ts).
import { statfsSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type DayBudget, openDayBudget, type Today } from '../core/day-budget.ts'
import type { Config } from './config.ts'
import { isOwn } from './limits.ts'

/** Of rows and their indexes, beside what they hold of the request's body. */
const CALL_BYTES = 512
/** In a row, and in an index of its words. */
const BODY_WEIGHT = 2
/** The most of a body but for pictures, which is also what a body counts as that does not say how long it is. */
const BODY_BYTES_MAX = 64 * 1024
/** So long the disk's free room is taken for what it was. */
const LOOKED_MS = 1_000

/** Where addresses are not limited, what all have together still is; and a wallet may ask the faucet again. */
export function openWrites(config: Config, today: Today | undefined): DayBudget {
  const { rateLimit, writeBytes, airdrops } = config
  return openDayBudget(
    {
      bytesMax: writeBytes.max,
      bytesByKeyMax: rateLimit ? writeBytes.byAddressMax : Number.POSITIVE_INFINITY,
      airdropsMax: airdrops.max,
      airdropsByKeyMax: rateLimit ? airdrops.byAddressMax : Number.POSITIVE_INFINITY,
      isAirdropOnce: rateLimit,
    },
    { ...(today === undefined ? {} : { today }), hasRoom: openDiskWatch(config) },
  )
}

function openDiskWatch({ dataFolder, diskFreeBytesMin }: Config): () => boolean {
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let hasRoom = true
  return () => {
    const nowMs = performance.now()
    if (nowMs - lookedAtMs >= LOOKED_MS) {
      lookedAtMs = nowMs
      const { bavail, bsize } = statfsSync(dataFolder)
      hasRoom = bavail * bsize >= diskFreeBytesMin
    }
    return hasRoom
  }
}

/** To be called before anything that looks up who asks. */
export function countWrites(
  app: FastifyInstance,
  day: DayBudget,
  keyOf: (request: FastifyRequest) => string,
): void {
  app.decorateRequest('writer')
  app.addHook('onRequest', (request, _reply, done) => {
    request.writer = isOwn(request) ? day.own : day.writerOf(keyOf(request))
    // What somebody takes back may go at any time.
    if (writes(request) && request.method !== 'DELETE') request.writer.requireRoom()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (writes(request) && reply.statusCode < 300) {
      const said = Number(request.headers['content-length'] ?? BODY_BYTES_MAX)
      request.writer?.charge(CALL_BYTES + BODY_WEIGHT * Math.min(said, BODY_BYTES_MAX))
    }
    done()
  })
}

const writes = ({ method, routeOptions: { url = '' } }: FastifyRequest): boolean =>
  url.startsWith('/api/') && !['GET', 'HEAD', 'OPTIONS'].includes(method)
