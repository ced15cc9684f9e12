// The chain's JSON-RPC at /rpc: HTTP POST and WebSocket. Wallets call it from any page, so this path, and nothing else, is
// open to every origin.
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { EmbeddedChain } from './chain.ts'
import { answerText, REQUEST_BYTES_MAX } from './rpc.ts'
import { openSubscriptionHub } from './subscriptions.ts'

/** A WebSocket reader that lets this much pile up is dropped. */
const UNSENT_BYTES_MAX = 1024 * 1024
const CONNECTIONS_MAX = 1_000
/** Requests of one connection that may be under way together. */
const UNANSWERED_MAX = 200
const PATH = '/rpc'

/** A fastify plugin: `await app.register(chainRoutes(chain))`. */
export function chainRoutes(chain: EmbeddedChain): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const hub = openSubscriptionHub(chain)
    app.addHook('onClose', async () => hub.close())
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
      const answered = await answerText(chain, text)
      open(reply).header('cache-control', 'no-store')
      if (answered === undefined) return reply.code(204).send()
      return reply.type('application/json').send(answered)
    })
    let connections = 0
    app.route({
      method: 'GET',
      url: PATH,
      handler: async (_request, reply) =>
        open(reply).code(405).header('allow', 'POST').send({ error: 'Use POST, or open a WebSocket.' }),
      wsHandler: (socket) => {
        if (connections >= CONNECTIONS_MAX) {
          socket.close(1013, 'Too many connections')
          return
        }
        connections++
        let unanswered = 0
        const send = (text: string): void => {
          if (socket.readyState !== socket.OPEN) return
          if (socket.bufferedAmount > UNSENT_BYTES_MAX) socket.terminate()
          else socket.send(text)
        }
        const connection = hub.connect(send)
        socket.on('message', (data, isBinary) => {
          if (isBinary || unanswered >= UNANSWERED_MAX) {
            socket.close(1008, isBinary ? 'Text only' : 'Too many requests at once')
            return
          }
          unanswered++
          // ws gives a Buffer unless told otherwise.
          const text = Buffer.isBuffer(data) ? data.toString('utf8') : ''
          void (async () => {
            const answered = await answerText(chain, text, connection.methods)
            unanswered--
            if (answered !== undefined) send(answered)
          })()
        })
        socket.on('error', () => socket.terminate())
        socket.on('close', () => {
          connections--
          connection.close()
        })
      },
    })
  }
}
