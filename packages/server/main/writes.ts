// Counts API writes against the daily limit of the client's address. Transactions and pictures are counted where their size is
// known (localnet/write-bytes.ts, server/content/storage/pictures.ts).
import { statfsSync } from 'node:fs'
import { type DayBudget, openDayBudget, type Today } from '@twinmint/sdk/internal/core/day-budget'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOwn } from '../http/limits.ts'
import type { Config } from './config.ts'

/** Rows and their indexes, without the request's body. */
const CALL_BYTES = 512
/** The body is stored in a row and in a text index. */
const BODY_WEIGHT = 2
/** Largest body without pictures; also the assumed size of a body without a content length. */
const BODY_BYTES_MAX = 64 * 1024
/** The free disk space is read at most this often. */
const LOOKED_MS = 1_000

/** With RATE_LIMIT=off only the totals are limited, and a wallet may receive several airdrops. */
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

/** Call it before the hooks that look up the session. */
export function countWrites(
  app: FastifyInstance,
  day: DayBudget,
  keyOf: (request: FastifyRequest) => string,
): void {
  app.decorateRequest('writer')
  app.addHook('onRequest', (request, _reply, done) => {
    request.writer = isOwn(request) ? day.own : day.writerOf(keyOf(request))
    if (needsRoom(request.method, request.routeOptions.url)) request.writer.requireRoom()
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

/** Whether a call is refused at a daily limit and on a full disk. Deleting is always allowed. */
export const needsRoom = (method: string, url = ''): boolean =>
  url.startsWith('/api/') && !['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method)

const writes = ({ method, routeOptions: { url = '' } }: FastifyRequest): boolean =>
  needsRoom(method, url) || (method === 'DELETE' && url.startsWith('/api/'))
