// The chain's JSON-RPC at /rpc: HTTP POST and WebSocket. Wallets call it from any page, so this path, and nothing else, is
// open to every origin.
import type { Server } from 'node:http'
import websocket from '@fastify/websocket'
import { type Budget, openBudget } from '@twinmint/sdk/internal/core/budget'
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { EmbeddedChain } from './chain.ts'
import { openCallLimit } from './rpc/call-limit.ts'
import { answerText, REQUEST_BYTES_MAX, type RpcCaller } from './rpc/rpc.ts'
import { openLane } from './slow-calls.ts'
import { openSubscriptionHub } from './subscriptions/hub.ts'

/** A WebSocket reader that lets this much pile up is dropped. */
const UNSENT_BYTES_MAX = 1024 * 1024
/** The most that one call's answer has: 2 MiB of accounts in base64, and what stands around them. */
const LARGE_ANSWER_BYTES = 3 * 1024 * 1024
/** Of answers that may be large, in a minute: the system takes in what nobody reads, and its memory is everybody's. */
const LARGE_BYTES_MAX = 32 * 1024 * 1024
const LARGE_BYTES_IN_ALL_MAX = 192 * 1024 * 1024
/** Bytes of unanswered messages. Parsed messages take several times as much memory. */
const ASKED_BYTES_MAX = 64 * 1024 * 1024
const ASKED_BYTES_BY_ADDRESS_MAX = 8 * 1024 * 1024
/** Milliseconds of the main thread in a minute. */
const WORK_MS_MAX = 10_000
/** Longer notifications and answers are not for those who have something unread already. */
const COUNTED_BYTES_MIN = 16 * 1024
/** More than ten addresses can take. */
const CONNECTIONS_MAX = 2_000
const CONNECTIONS_BY_ADDRESS_MAX = 100
/** A WebSocket that has not answered a ping by the next one is gone. */
const PING_MS = 30_000
/** Requests of one connection that may be under way together. */
const UNANSWERED_MAX = 200
/** A minute, by address: each of a batch and each message of a socket counts. */
const CALLS_MAX = 1_200
/** Frames of WebSockets in a minute, by address, pings and pongs too. Who sends more calls nobody: its socket is ended. */
const FRAMES_MAX = 6_000
const PATH = '/rpc'

/**
 * A fastify plugin: `await app.register(chainRoutes(chain))`. `keyOf` returns the key that a request counts
 * under; without it nothing is limited by address. What WebSockets have not read yet is taken from `unsent`; answers over HTTP are
 * the application's to count.
 */
export function chainRoutes(
  chain: EmbeddedChain,
  {
    keyOf,
    unsent = openBudget({ max: Infinity, byKeyMax: Infinity }),
    webSockets,
  }: {
    readonly keyOf?: ((request: FastifyRequest) => string) | undefined
    readonly unsent?: Budget
    /** Emits `upgrade` for each WebSocket; default: the application's server. */
    readonly webSockets?: Server
  } = {},
): (app: FastifyInstance) => Promise<void> {
  const callerOf = openCallers({ keyOf, unsent })
  return async (app) => {
    await app.register(websocket, {
      options: {
        maxPayload: REQUEST_BYTES_MAX,
        server: webSockets ?? app.server,
        // Else all frames of a read, some 9,000, are handled in one turn.
        allowSynchronousEvents: false,
      },
      // Any client can send invalid frames, so they are logged at debug.
      errorHandler: (error, socket, request) => {
        request.log.debug({ err: error }, 'a WebSocket ended')
        socket.terminate()
      },
    })
    // Whatever the content type says, the body is text that is read as JSON here.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: REQUEST_BYTES_MAX },
      (_request, body, done) => done(null, body),
    )
    app.options(PATH, async (_request, reply) => open(reply).code(204).send())
    app.post(PATH, async (request, reply) => {
      const text = typeof request.body === 'string' ? request.body : ''
      const answered = await answerText(chain, text, { ...callerOf(request), writer: request.writer })
      open(reply).header('cache-control', 'no-store')
      if (answered === undefined) return reply.code(204).send()
      return reply.type('application/json').send(answered)
    })
    const takeSocket = openSockets(app, { chain, unsent, isLimitedByKey: keyOf !== undefined })
    app.route({
      method: 'GET',
      url: PATH,
      handler: async (_request, reply) =>
        open(reply).code(405).header('allow', 'POST').send({ error: 'Use POST, or open a WebSocket.' }),
      wsHandler: (socket, request) => takeSocket(socket, callerOf(request), request.writer),
    })
  }
}

const open = (reply: FastifyReply): FastifyReply =>
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'POST, OPTIONS')
    .header('access-control-allow-headers', 'content-type, solana-client')
    .header('access-control-max-age', '86400')

type Caller = RpcCaller & { readonly key: string; readonly mayFrame?: (frames: 0 | 1) => boolean }

/** Makes the caller of a request: its key and its remaining limits. */
function openCallers({
  keyOf,
  unsent,
}: {
  readonly keyOf: ((request: FastifyRequest) => string) | undefined
  readonly unsent: Budget
}): (request: FastifyRequest) => Caller {
  const lane = openLane()
  if (keyOf === undefined) return () => ({ lane, key: '' })
  const asked = openBudget({ max: ASKED_BYTES_MAX, byKeyMax: ASKED_BYTES_BY_ADDRESS_MAX })
  const calls = openCallLimit({ max: CALLS_MAX })
  const largeBytes = openCallLimit({ max: LARGE_BYTES_MAX, totalMax: LARGE_BYTES_IN_ALL_MAX })
  const workMs = openCallLimit({ max: WORK_MS_MAX })
  const frames = openCallLimit({ max: FRAMES_MAX })
  return (request) => {
    const key = keyOf(request)
    return {
      lane,
      key,
      mayAskMuch: () => unsent.hasRoom(key, LARGE_ANSWER_BYTES) && largeBytes(key, 0),
      mayWork: () => workMs(key, 0),
      onWork: (ms) => void workMs(key, ms),
      onLarge: (bytes) => void largeBytes(key, bytes),
      mayCall: () => calls(key),
      mayFrame: (count) => frames(key, count),
      hold: (bytes) => asked.hold(key, bytes),
    }
  }
}

/** True while the address is within its frame limit. Otherwise terminates the socket: a close handshake would first read all pending frames. */
function takesFrame(socket: WebSocket, caller: Caller): boolean {
  if (socket.readyState !== socket.OPEN) return false
  if (caller.mayFrame?.(1) !== false) return true
  socket.terminate()
  return false
}

/** Takes the application's WebSockets: counts them, looks whether they are there, and answers what they send. */
function openSockets(
  app: FastifyInstance,
  {
    chain,
    unsent,
    isLimitedByKey,
  }: {
    readonly chain: EmbeddedChain
    readonly unsent: Budget
    readonly isLimitedByKey: boolean
  },
): (socket: WebSocket, caller: Caller, writer: Writer | undefined) => void {
  const hub = openSubscriptionHub(chain, { isLimitedByKey })
  const connections = openBudget({
    max: CONNECTIONS_MAX,
    byKeyMax: isLimitedByKey ? CONNECTIONS_BY_ADDRESS_MAX : CONNECTIONS_MAX,
  })
  const silent = new WeakSet<WebSocket>()
  const pings = setInterval(() => {
    for (const socket of app.websocketServer.clients) {
      if (silent.has(socket)) socket.terminate()
      silent.add(socket)
      socket.ping()
    }
  }, PING_MS)
  app.addHook('onClose', async () => {
    clearInterval(pings)
    hub.close()
  })

  return (socket, caller, writer) => {
    const leave = caller.mayFrame?.(0) === false ? undefined : connections.hold(caller.key)
    if (leave === undefined) {
      socket.close(1013, 'Too many connections')
      return
    }
    let unanswered = 0
    const send = (text: string): void => {
      if (socket.readyState !== socket.OPEN) return
      const release =
        socket.bufferedAmount > UNSENT_BYTES_MAX ? undefined : unsent.hold(caller.key, text.length)
      if (release) socket.send(text, release)
      // Whoever has read all before is told, whatever others leave lying.
      else if (socket.bufferedAmount === 0 && text.length < COUNTED_BYTES_MIN) socket.send(text)
      else socket.terminate()
    }
    const connection = hub.connect(
      (text) => {
        if (text.length >= COUNTED_BYTES_MIN) caller.onLarge?.(text.length)
        send(text)
      },
      caller.key,
      {
        hasRoom: (bytes) => {
          if (socket.readyState !== socket.OPEN) return false
          const characters = (bytes * 4) / 3
          const isLarge = characters >= COUNTED_BYTES_MIN
          const mayHear =
            caller.mayWork?.() !== false &&
            (!isLarge || (caller.mayAskMuch?.() !== false && unsent.hasRoom(caller.key, characters)))
          // Closed like a reader that stopped reading, so that it knows that it missed notifications.
          if (!mayHear) socket.terminate()
          return mayHear
        },
        onWork: (ms) => caller.onWork?.(ms),
        end: () => socket.terminate(),
      },
    )
    const asCaller = { ...caller, writer, extra: connection.methods }
    const isFrameTaken = () => takesFrame(socket, caller)
    socket.on('ping', isFrameTaken)
    socket.on('pong', () => {
      if (isFrameTaken()) silent.delete(socket)
    })
    socket.on('message', (data, isBinary) => {
      if (!isFrameTaken()) return
      if (isBinary || unanswered >= UNANSWERED_MAX) {
        socket.close(1008, isBinary ? 'Text only' : 'Too many requests at once')
        return
      }
      unanswered++
      // ws gives a Buffer unless told otherwise.
      const text = Buffer.isBuffer(data) ? data.toString('utf8') : ''
      void (async () => {
        const answered = await answerText(chain, text, asCaller)
        unanswered--
        if (answered !== undefined) send(answered)
      })()
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      leave()
      connection.close()
    })
  }
}
