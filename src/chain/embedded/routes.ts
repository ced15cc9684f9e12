// The chain's JSON-RPC at /rpc: HTTP POST and WebSocket. Wallets call it from any page, so this path, and nothing else, is
// open to every origin.
import type { Socket } from 'node:net'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { Refusal } from '../../core/errors.ts'
import { openCallLimit } from './call-limit.ts'
import type { EmbeddedChain } from './chain.ts'
import { openLane } from './lane.ts'
import { answerText, REQUEST_BYTES_MAX, type RpcCaller } from './rpc.ts'
import { openSubscriptionHub } from './subscriptions.ts'
import { openUnsentBudget } from './unsent.ts'

/** A WebSocket reader that lets this much pile up is dropped. */
const UNSENT_BYTES_MAX = 1024 * 1024
/** All answers together that were written and not taken yet. */
const UNSENT_BYTES_IN_ALL_MAX = 64 * 1024 * 1024
const UNSENT_BYTES_BY_ADDRESS_MAX = 16 * 1024 * 1024
/** The most that a call's answer has. */
const LARGE_ANSWER_BYTES = 2 * 1024 * 1024
/** Shorter answers are in the system's hands at once. */
const COUNTED_BYTES_MIN = 16 * 1024
/** Whoever takes nothing of an answer for so long is let go. */
const UNREAD_MS = 10_000
const CONNECTIONS_MAX = 1_000
const CONNECTIONS_BY_ADDRESS_MAX = 100
/** A WebSocket that has not answered a ping by the next one is gone. */
const PING_MS = 30_000
/** Requests of one connection that may be under way together. */
const UNANSWERED_MAX = 200
/** A minute, by address: each of a batch and each message of a socket counts. */
const CALLS_MAX = 1_200
const AIRDROPS_MAX = 30
const AIRDROPS_IN_ALL_MAX = 300
const PATH = '/rpc'

/**
 * A fastify plugin: `await app.register(chainRoutes(chain))`. `keyOf` says of an address whom a request counts against;
 * without it nothing is limited by address.
 */
export function chainRoutes(
  chain: EmbeddedChain,
  { keyOf }: { readonly keyOf?: ((ip: string) => string) | undefined } = {},
): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const hub = openSubscriptionHub(chain)
    app.addHook('onClose', async () => hub.close())
    const lane = openLane()
    const unsent = openUnsentBudget({
      bytesMax: UNSENT_BYTES_IN_ALL_MAX,
      bytesByKeyMax: keyOf === undefined ? UNSENT_BYTES_IN_ALL_MAX : UNSENT_BYTES_BY_ADDRESS_MAX,
    })
    const calls = openCallLimit({ max: CALLS_MAX })
    const airdrops = openCallLimit({ max: AIRDROPS_MAX, totalMax: AIRDROPS_IN_ALL_MAX })
    const keyAt = (ip: string): string => keyOf?.(ip) ?? ''
    const callerAt = (ip: string): RpcCaller => {
      const key = keyAt(ip)
      const mayAskMuch = () => unsent.hasRoom(key, LARGE_ANSWER_BYTES)
      if (keyOf === undefined) return { lane, key, mayAskMuch }
      return {
        lane,
        key,
        mayAskMuch,
        mayCall: (method) => calls(key) && (method !== 'requestAirdrop' || airdrops(key)),
      }
    }
    const unsentOf = new WeakMap<Socket, Set<() => void>>()
    /** Counts an answer until it was taken, or whoever asked is gone; false when there is no room for it. */
    const countUnsent = (request: FastifyRequest, reply: FastifyReply, bytes: number): boolean => {
      const { socket } = request.raw
      if (socket.destroyed) return true // nobody is there any more: nothing will be kept, and nothing more be heard of it
      const release = unsent.hold(keyAt(request.ip), bytes)
      if (release === undefined) return false
      // An answer that waits behind another one on the same line does not hear of the line's end itself.
      let onLine = unsentOf.get(socket)
      if (onLine === undefined) {
        const all = new Set<() => void>()
        socket.once('close', () => {
          for (const each of all) each()
        })
        unsentOf.set(socket, all)
        onLine = all
      }
      const held = onLine.add(release)
      reply.raw.once('close', () => {
        release()
        held.delete(release)
      })
      reply.raw.setTimeout(UNREAD_MS, () => socket.destroy())
      return true
    }
    await app.register(websocket, { options: { maxPayload: REQUEST_BYTES_MAX } })
    // Whatever the content type says, the body is text that is read as JSON here.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: REQUEST_BYTES_MAX },
      (_request, body, done) => done(null, body),
    )
    const open = (reply: FastifyReply): FastifyReply =>
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', 'POST, OPTIONS')
        .header('access-control-allow-headers', 'content-type, solana-client')
        .header('access-control-max-age', '86400')

    app.options(PATH, async (_request, reply) => open(reply).code(204).send())
    app.post(PATH, async (request, reply) => {
      const text = typeof request.body === 'string' ? request.body : ''
      const answered = await answerText(chain, text, callerAt(request.ip))
      open(reply).header('cache-control', 'no-store')
      if (answered === undefined) return reply.code(204).send()
      if (answered.length >= COUNTED_BYTES_MIN && !countUnsent(request, reply, answered.length))
        throw new Refusal('rateLimited')
      return reply.type('application/json').send(answered)
    })
    let connections = 0
    const byAddress = new Map<string, number>()
    const silent = new WeakSet<WebSocket>()
    const pings = setInterval(() => {
      for (const socket of app.websocketServer.clients) {
        if (silent.has(socket)) socket.terminate()
        silent.add(socket)
        socket.ping()
      }
    }, PING_MS)
    app.addHook('onClose', async () => clearInterval(pings))
    app.route({
      method: 'GET',
      url: PATH,
      handler: async (_request, reply) =>
        open(reply).code(405).header('allow', 'POST').send({ error: 'Use POST, or open a WebSocket.' }),
      wsHandler: (socket, request) => {
        const key = keyAt(request.ip)
        const ofAddress = byAddress.get(key) ?? 0
        if (
          connections >= CONNECTIONS_MAX ||
          (keyOf !== undefined && ofAddress >= CONNECTIONS_BY_ADDRESS_MAX)
        ) {
          socket.close(1013, 'Too many connections')
          return
        }
        connections++
        byAddress.set(key, ofAddress + 1)
        let unanswered = 0
        const send = (text: string): void => {
          if (socket.readyState !== socket.OPEN) return
          const release = socket.bufferedAmount > UNSENT_BYTES_MAX ? undefined : unsent.hold(key, text.length)
          if (release) socket.send(text, release)
          // Whoever has read all before is told, whatever others leave lying.
          else if (socket.bufferedAmount === 0 && text.length < COUNTED_BYTES_MIN) socket.send(text)
          else socket.terminate()
        }
        const connection = hub.connect(send)
        const caller = { ...callerAt(request.ip), extra: connection.methods }
        socket.on('pong', () => silent.delete(socket))
        socket.on('message', (data, isBinary) => {
          if (isBinary || unanswered >= UNANSWERED_MAX) {
            socket.close(1008, isBinary ? 'Text only' : 'Too many requests at once')
            return
          }
          unanswered++
          // ws gives a Buffer unless told otherwise.
          const text = Buffer.isBuffer(data) ? data.toString('utf8') : ''
          void (async () => {
            const answered = await answerText(chain, text, caller)
            unanswered--
            if (answered !== undefined) send(answered)
          })()
        })
        socket.on('error', () => socket.terminate())
        socket.on('close', () => {
          connections--
          const rest = (byAddress.get(key) ?? 1) - 1
          if (rest > 0) byAddress.set(key, rest)
          else byAddress.delete(key)
          connection.close()
        })
      },
    })
  }
}
