// Ends a server without failing a request: it says first that it is not ready and still answers everything, then takes no more
// connections, ends the live streams, and waits for the answers under way.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises'
import { closeWithin, untilClosed } from '../../http/limits.ts'
import type { Config } from '../config.ts'
import { isStream } from '../metrics.ts'

/** A cluster has 60 s to confirm a transaction, and the index some more to hold it; the embedded chain takes milliseconds. */
const ANSWER_MS_MAX = { cluster: 75_000, embedded: 5_000 }
/** For the first request of a connection that was just accepted. */
const ARRIVAL_MS = 1_000
/** For accepting the connections that wait. */
const ACCEPT_MS_MAX = 1_000
/** A turn of the event loop that took longer may have left a connection waiting. */
const EMPTY_TURN_MS = 1

export interface Drain {
  readonly hasBegun: boolean
  /** `endStreams` is called once no connection is taken any more. */
  watch(server: Server, endStreams: () => void): void
  /** Resolves when nobody waits for an answer, or has waited for ANSWER_MS_MAX since the last connection was taken. */
  run(): Promise<void>
}

export function openDrain({ drainSeconds, cluster }: Pick<Config, 'drainSeconds' | 'cluster'>): Drain {
  const underWay = new Set<ServerResponse>()
  let watched: { readonly server: Server; readonly endStreams: () => void } | undefined
  let hasBegun = false
  let onAnswered = () => {}
  return {
    get hasBegun() {
      return hasBegun
    },
    watch(server, endStreams) {
      watched = { server, endStreams }
      server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        if (hasBegun) response.shouldKeepAlive = false
        if (isStream(request.url?.replace(/\?.*$/, '') ?? '')) return
        underWay.add(response)
        untilClosed(request, response, () => {
          underWay.delete(response)
          if (underWay.size === 0) onAnswered()
        })
      })
    },
    async run() {
      hasBegun = true
      if (!watched?.server.listening) return
      const { server, endStreams } = watched
      // The answer says `connection: close`, so a proxy sends no further request there at the moment of the end.
      for (const response of underWay) response.shouldKeepAlive = false
      await sleep(drainSeconds * 1_000)
      const { ended } = await stopListening(server)
      endStreams()
      if (drainSeconds > 0) await closeWithin(ARRIVAL_MS, [() => ended])
      const answered = new Promise<void>((resolve) => {
        onAnswered = resolve
        if (underWay.size === 0) resolve()
      })
      await closeWithin(ANSWER_MS_MAX[cluster ? 'cluster' : 'embedded'], [() => answered])
    },
  }
}

/**
 * Closes the listener while no connection waits to be accepted, since the system resets those: requests are held meanwhile, so that
 * the event loop, which accepts one connection a turn, turns fast. Resolves with the end of all connections.
 */
async function stopListening(server: Server): Promise<{ readonly ended: Promise<void> }> {
  const emit: (event: string, ...args: readonly unknown[]) => boolean = server.emit.bind(server)
  const held: (readonly unknown[])[] = []
  let hasAccepted = false
  server.emit = (event: string, ...args: readonly unknown[]): boolean => {
    hasAccepted ||= event === 'connection'
    if (event !== 'request') return emit(event, ...args)
    held.push(args)
    return true
  }
  const beganMs = performance.now()
  for (let turnMs = beganMs; turnMs - beganMs < ACCEPT_MS_MAX; ) {
    hasAccepted = false
    await nextLoop()
    const nowMs = performance.now()
    if (!hasAccepted && nowMs - turnMs < EMPTY_TURN_MS) break
    turnMs = nowMs
  }
  const ended = new Promise<void>((resolve) => void server.close(() => resolve()))
  server.emit = emit
  for (const args of held) emit('request', ...args)
  return { ended }
}
