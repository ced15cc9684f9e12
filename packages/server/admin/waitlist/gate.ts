// Keeps visitors out while the landing is up: pages become the landing, calls are refused. Decides by the route that
// answers, not by the text of the address, which can be written in many ways.
import { Socket } from 'node:net'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { FastifyInstance } from 'fastify'
import type { LandingSwitch } from './landing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The landing is up and whoever asks is no admin: pages show the landing. */
    isShutOut?: boolean
  }
}

/**
 * Calls that answer while the landing is up: its own, the admin's (which look for themselves who asks), what signing in
 * needs, what machines watch, and what the chain's metadata refers to, which wallets show wherever they are.
 */
const OPEN_CALLS =
  /^\/(ipfs|api\/(landing|waitlist|admin|session|sessions|auth|config|health|ready|status|metrics|metadata|images))(\/|$)/
const CALL = /^\/(api|rpc)(\/|$)/
/** The document for `/`, the files of the pages, and the admin's link; what has no route becomes the document. */
const PAGES = ['/', '/*', '/admin/enter']

export function installGate(app: FastifyInstance, landing: LandingSwitch): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!landing.isOn || request.isAdmin) return
    // What this process asks itself has no socket: the demo market trades on behind the landing.
    if (!(request.raw.socket instanceof Socket)) return
    request.isShutOut = true
    const route = request.routeOptions.url
    if (route === undefined || PAGES.includes(route) || OPEN_CALLS.test(route)) return
    if (CALL.test(route)) throw new Refusal('notOpen')
    reply.callNotFound()
    return reply
  })
}
