// What one address, and all of them together, may have open at a time and ask for in a minute; and that nobody keeps a place
// by sending or reading nothing. docs/operations.md has the figures.
import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type CallLimit, openCallLimit } from '@twinmint/localnet/rpc/call-limit'
import { Refusal } from '@twinmint/sdk/core/errors'
import { type Budget, openBudget } from '@twinmint/sdk/internal/core/budget'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bytesSaidBy, isFilePath } from './http.ts'
import { connectionKey, limitKey } from './ip-addresses.ts'
import type { TrustsProxy } from './trusted-proxies.ts'

/** Ten addresses that each take all that they get leave half of everything to others. */
const CONNECTIONS_MAX = 15_000
const CONNECTIONS_BY_ADDRESS_MAX = 500
/** Requests under way: sent slowly, waiting, being answered, or streams and sockets. */
const REQUESTS_MAX = 13_000
const REQUESTS_BY_ADDRESS_MAX = 400
/** Readers of the live stream: four tenths of a core while the market is busy (docs/performance.md). */
const STREAMS_MAX = 10_000
const STREAMS_BY_ADDRESS_MAX = 200
/** Pages and calls in a minute; calls alone have less. */
const REQUESTS_A_MINUTE_MAX = 1_800
/** Unanswered requests of one connection. Browsers send one at a time. */
const PIPELINED_MAX = 16
/** Connections of one address per minute that may exceed this before all its connections are closed. */
const ABUSES_A_MINUTE_MAX = 3
/** Of the bodies that an address sends in a minute: a dozen of the largest pictures. */
const BODY_BYTES_A_MINUTE_MAX = 128 * 1024 * 1024
/** The largest body that any route takes; a chunked body counts as this. */
const BODY_BYTES_MAX = 11 * 1024 * 1024
/** All answers together that were written and not taken yet. */
const UNSENT_BYTES_MAX = 64 * 1024 * 1024
const UNSENT_BYTES_BY_ADDRESS_MAX = 16 * 1024 * 1024
/** For who has nothing to read yet, whatever others leave lying. */
const UNSENT_BYTES_RESERVE = 32 * 1024 * 1024
/** Shorter answers are in the system's hands at once. */
const COUNTED_BYTES_MIN = 16 * 1024
/** Whoever takes nothing of an answer for so long is let go. */
const UNREAD_MS = 20_000

/** Fastify's and Node's own: a request has so long to arrive, its head less; a picture comes slowly from a phone. */
export const ARRIVAL_LIMITS = {
  requestTimeout: 120_000,
  http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
} as const

export interface LimitsOptions {
  /** Whether an address has less than all; without it only what all have together is limited. */
  readonly byAddress: boolean
  readonly trustsProxy: TrustsProxy
  readonly unsent: Budget
}

export interface Limits {
  /** Takes a place among the readers of the live stream until the response ends; refuses rateLimited. */
  enterStream(request: FastifyRequest, response: ServerResponse): void
  /** The key that a request counts under. */
  keyOf(request: FastifyRequest): string
}

/** For the bytes of answers that nobody has taken yet, whatever they answer. */
export const openUnsent = (byAddress: boolean): Budget =>
  openBudget({
    max: UNSENT_BYTES_MAX,
    byKeyMax: byAddress ? UNSENT_BYTES_BY_ADDRESS_MAX : UNSENT_BYTES_MAX,
    reserve: UNSENT_BYTES_RESERVE,
  })

/** What this process asks itself, as the demo market and the drawing of pages do: it has no socket. */
export const isOwn = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket)

/** To be called before anything that looks up who asks. What the process asks itself has none of these limits. */
export function installLimits(
  app: FastifyInstance,
  { byAddress, trustsProxy, unsent }: LimitsOptions,
): Limits {
  const keyOf = (request: FastifyRequest): string => (byAddress ? limitKey(request) : '')
  const places = (max: number, byKeyMax: number) => openBudget({ max, byKeyMax: byAddress ? byKeyMax : max })
  limitConnections(app.server, places(CONNECTIONS_MAX, CONNECTIONS_BY_ADDRESS_MAX), {
    trustsProxy,
    abuses: openCallLimit({ max: byAddress ? ABUSES_A_MINUTE_MAX : Infinity }),
    upgrades: openCallLimit({ max: byAddress ? REQUESTS_A_MINUTE_MAX : Infinity }),
  })

  const underWay = places(REQUESTS_MAX, REQUESTS_BY_ADDRESS_MAX)
  const perMinute = openCallLimit({ max: byAddress ? REQUESTS_A_MINUTE_MAX : Infinity })
  const bodyBytesPerMinute = openCallLimit({ max: byAddress ? BODY_BYTES_A_MINUTE_MAX : Infinity })
  let wasToldOfProxy = false
  app.addHook('onRequest', (request, reply, done) => {
    if (isOwn(request)) return done()
    const { remoteAddress = '' } = request.raw.socket
    if (
      !wasToldOfProxy &&
      request.headers['x-forwarded-for'] !== undefined &&
      !trustsProxy(remoteAddress, 0)
    ) {
      wasToldOfProxy = true
      app.log.warn(
        `${remoteAddress} says for whom it asks, and is not believed: if it is your proxy, name it in TRUST_PROXY, else all its visitors share one address’s limits.`,
      )
    }
    const key = keyOf(request)
    const leave = underWay.hold(key)
    if (leave !== undefined) untilClosed(request.raw, reply.raw, leave)
    const bodyBytes = bodyBytesOf(request)
    const isTaken =
      leave !== undefined &&
      (isFilePath(request.url) || perMinute(key)) &&
      (bodyBytes === 0 || bodyBytesPerMinute(key, bodyBytes))
    if (isTaken) return done()
    // The rest of its body is not read, which would be as much work as to take it.
    if (bodyBytes > 0) reply.header('connection', 'close')
    done(new Refusal('rateLimited'))
  })
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (isOwn(request)) return done(null, payload)
    reply.raw.setTimeout(UNREAD_MS)
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (bytes < COUNTED_BYTES_MIN) return done(null, payload)
    const release = unsent.hold(keyOf(request), bytes)
    if (release === undefined) return done(new Refusal('rateLimited'))
    untilClosed(request.raw, reply.raw, release)
    done(null, payload)
  })

  const streams = places(STREAMS_MAX, STREAMS_BY_ADDRESS_MAX)
  return {
    keyOf,
    enterStream(request, response) {
      const leave = streams.hold(keyOf(request))
      if (leave === undefined) throw new Refusal('rateLimited')
      untilClosed(request.raw, response, leave)
    },
  }
}

function bodyBytesOf(request: FastifyRequest): number {
  if (request.headers['transfer-encoding'] !== undefined) return BODY_BYTES_MAX
  return Math.min(bytesSaidBy(request) || 0, BODY_BYTES_MAX)
}

interface ConnectionLimits {
  readonly trustsProxy: TrustsProxy
  /** How often an address may pipeline more than is allowed. */
  readonly abuses: CallLimit
  /** How many requests for another protocol an address may send. */
  readonly upgrades: CallLimit
}

/** A proxy that is believed has everybody's connections. */
function limitConnections(
  server: Server,
  connections: Budget,
  { trustsProxy, abuses, upgrades }: ConnectionLimits,
): void {
  server.maxConnections = CONNECTIONS_MAX
  const known = new WeakSet<Socket>()
  const byKey = new Map<string, Set<Socket>>()
  const onEnd = ({ remoteAddress = '' }: Socket) => {
    const key = connectionKey(remoteAddress)
    if (trustsProxy(remoteAddress, 0)) return
    abuses(key)
    if (abuses(key, 0)) return
    for (const socket of byKey.get(key) ?? []) socket.destroy()
  }
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    if (trustsProxy(remoteAddress, 0)) return
    const key = connectionKey(remoteAddress)
    if (known.has(socket)) {
      // Again, with a request for another protocol (packages/server/http/upgrades.ts), which is not parsed a second time beyond the limit.
      if (!upgrades(key)) socket.destroy()
      return
    }
    known.add(socket)
    const leave = abuses(key, 0) ? connections.hold(key) : undefined
    if (leave === undefined) return void socket.destroy()
    const own = byKey.get(key) ?? new Set()
    byKey.set(key, own.add(socket))
    socket.once('close', () => {
      leave()
      own.delete(socket)
      if (own.size === 0) byKey.delete(key)
    })
  })
  endPipelines(server, onEnd)
}

/**
 * Ends a connection with too many unanswered requests, before anything else looks at the next one: one read may hold 1,400 small
 * requests, and routing them takes a tenth of a second.
 */
function endPipelines(server: Server, onEnd: (socket: Socket) => void): void {
  const unanswered = new WeakMap<Socket, number>()
  const emit: (event: string, ...args: readonly unknown[]) => boolean = server.emit.bind(server)
  server.emit = (event: string, ...args: readonly unknown[]): boolean => {
    const [request, response] = args
    if (event !== 'request' || !(request instanceof IncomingMessage) || !(response instanceof ServerResponse))
      return emit(event, ...args)
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > PIPELINED_MAX) {
      if (!socket.destroyed) {
        socket.destroy()
        onEnd(socket)
      }
      return true
    }
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    return emit(event, ...args)
  }
}

/** What each connection's requests hold: an answer that waits behind another one does not hear of the connection's end itself. */
const heldBy = new WeakMap<Socket, Set<() => void>>()

/** Calls `release` when the answer is out, or whoever asked is gone, which may have been before. */
export function untilClosed(
  { socket }: IncomingMessage,
  response: ServerResponse,
  release: () => void,
): void {
  if (socket.destroyed || response.destroyed) return release()
  let held = heldBy.get(socket)
  if (held === undefined) {
    const all = new Set<() => void>()
    socket.once('close', () => {
      for (const each of all) each()
    })
    heldBy.set(socket, all)
    held = all
  }
  const ofSocket = held.add(release)
  response.once('close', () => {
    release()
    ofSocket.delete(release)
  })
}

/** Calls `closes` in order and waits at most `ms` in total. */
export async function closeWithin(ms: number, closes: readonly (() => unknown)[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    for (const close of closes) await Promise.race([close(), late])
  } finally {
    clearTimeout(timer)
  }
}
