// Signing in and out, and the hook that tells every route who is asking.
import { networkInterfaces } from 'node:os'
import { Refusal } from '@twinmint/sdk/core/errors'
import {
  adminEnterSchema,
  type Session,
  sessionParamsSchema,
  sessionSchema,
  signedInSchema,
  signInFieldsSchema,
  signInRequestSchema,
} from '@twinmint/sdk/internal/api/session/contract'
import {
  decideSignIn,
  deviceOf,
  mayChange,
  SIGN_IN_MS,
  SIGN_IN_STATEMENT,
} from '@twinmint/sdk/internal/api/session/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignedBy } from '../chain/signature.ts'
import type { Database } from '../database/database.ts'
import { type App, nothingSchema } from '../http/calls.ts'
import { isFilePath, parseAddress } from '../http/http.ts'
import { ADMIN_LINK_POLICY, adminLinkPage } from './admin-link.ts'
import { adminSessionRoutes } from './admin-routes.ts'
import { recordAdminAction } from './audit.ts'
import { hashOf, newToken, openSessions, type Sessions, type SignedInSession } from './sessions.ts'
import {
  ADMIN_HOURS,
  addNonce,
  handPushesOn,
  isAdminLink,
  listSessions,
  SESSION_DAYS_MAX,
  takeAdminLink,
  takeNonce,
} from './store.ts'
import { type StreamsOfSessions, watchStreams } from './streams.ts'

export interface SessionDeps {
  readonly db: Database
  readonly adminWallets: ReadonlySet<string>
  /** The public address, where one is configured. */
  readonly publicUrl: string | undefined
  /** The chain's name in the signed text: mainnet, devnet, testnet or localnet. */
  readonly chainId: () => Promise<string>
  readonly live: StreamsOfSessions
}

declare module 'fastify' {
  interface FastifyRequest {
    session?: SignedInSession
  }
}

const limited = (max: number) => ({ config: { rateLimit: { max, timeWindow: '1 minute' } } })
const SECURE_COOKIE = '__Host-twinmint'
const PLAIN_COOKIE = 'twinmint'

/** Needs `@fastify/cookie`. */
export function sessionRoutes(app: App, deps: SessionDeps): void {
  const { db, publicUrl } = deps
  const sessions = openSessions(db, deps.adminWallets, (ids) => deps.live.endSessions(ids))
  const streams = watchStreams(db, deps.live, (err) =>
    app.log.warn({ err }, 'the sessions of open streams could not be read'),
  )
  app.addHook('onClose', () => streams.close())
  adminSessionRoutes(app, { ...deps, sessions })
  const isSecure = (request: FastifyRequest) =>
    publicUrl?.startsWith('https:') === true || request.protocol === 'https'
  const nameOf = (request: FastifyRequest) => (isSecure(request) ? SECURE_COOKIE : PLAIN_COOKIE)

  const tokenOf = (request: FastifyRequest): string | undefined => {
    const { cookie } = request.headers
    const token = cookie === undefined ? undefined : app.parseCookie(cookie)[nameOf(request)]
    return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
  }
  /** `Lax`, since a link from elsewhere should find its reader signed in; what changes anything asks for the origin. */
  const setCookie = (request: FastifyRequest, reply: FastifyReply, token: string, seconds: number) =>
    void reply.setCookie(nameOf(request), token, {
      path: '/',
      maxAge: seconds,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(request),
    })

  // Callbacks, so that a request without a cookie does not even wait for a promise.
  app.addHook('onRequest', (request, _reply, done) => {
    const token = tokenOf(request)
    const { origin, 'sec-fetch-site': fetchSite } = request.headers
    const { method, host } = request
    // The route that answers: the address itself can be written in many ways, as /%61pi/….
    const path = request.routeOptions.url ?? request.url
    const hasCookie = token !== undefined
    if (
      !mayChange({
        method,
        path,
        origin,
        fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
        hasCookie,
        host,
        publicUrl,
      })
    )
      return done(new Refusal('wrongOrigin'))
    if (token === undefined || isFilePath(request.url)) return done()
    sessions.find(token).then((session) => {
      if (session) {
        request.session = session
        if (session.walletAddress !== undefined) request.signedInWallet = session.walletAddress
        request.isAdmin = session.isAdmin
      }
      // oxlint-disable-next-line no-callback-in-promise -- the framework's way to go on
      done()
    }, done)
  })

  const opened = { ...deps, sessions, setCookie }
  signInRoutes(app, opened)
  ownSessionRoutes(app, opened)
  adminLinkRoutes(app, opened)
}

interface Opened extends SessionDeps {
  readonly sessions: Sessions
  readonly setCookie: (request: FastifyRequest, reply: FastifyReply, token: string, seconds: number) => void
}

async function answerOf(db: Database, session: SignedInSession | undefined): Promise<Session> {
  const walletAddress = session?.walletAddress
  const all = walletAddress === undefined ? [] : await listSessions(db, walletAddress)
  return {
    walletAddress: walletAddress ?? null,
    isAdmin: session?.isAdmin ?? false,
    sessions: all.map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      createdAt,
      lastSeenAt,
      isThis: id === session?.id,
    })),
  }
}

function signInRoutes(app: App, { db, publicUrl, chainId, sessions, setCookie }: Opened): void {
  app.post(
    '/api/session/nonce',
    {
      ...limited(30),
      schema: {
        tags: ['Wallets'],
        summary: 'Begin to sign in: the text that the wallet signs',
        body: signInRequestSchema,
        response: { 200: signInFieldsSchema },
        refuses: ['invalidAddress'],
      },
    },
    async (request) => {
      const address = parseAddress(request.body.walletAddress)
      const site = siteOf(request, publicUrl)
      if (site === undefined)
        throw new Refusal(
          'signInRefused',
          `The server does not know itself as ${request.host}: whoever runs it must set PUBLIC_URL.`,
        )
      const nonce = newToken().replaceAll(/[^a-zA-Z0-9]/g, '')
      await addNonce(db, nonce, SIGN_IN_MS / 60_000)
      const nowMs = Date.now()
      return {
        domain: new URL(site).host,
        address,
        statement: SIGN_IN_STATEMENT,
        uri: site,
        version: '1',
        chainId: await chainId(),
        nonce,
        issuedAt: new Date(nowMs).toISOString(),
        expirationTime: new Date(nowMs + SIGN_IN_MS).toISOString(),
      }
    },
  )

  app.post(
    '/api/session',
    {
      ...limited(20),
      schema: {
        tags: ['Wallets'],
        summary: 'Sign in with the signed text; sets the session’s cookie',
        body: signedInSchema,
        response: { 200: sessionSchema },
        refuses: ['invalidAddress', 'signInRefused', 'wrongOrigin'],
      },
    },
    async (request, reply) => {
      const signed = request.body
      const walletAddress = parseAddress(signed.walletAddress)
      const message = Buffer.from(signed.message, 'base64')
      const site = siteOf(request, publicUrl)
      const decision = decideSignIn(message.toString(), {
        walletAddress,
        domain: site && new URL(site).host,
        chainId: await chainId(),
        nowMs: Date.now(),
      })
      if (decision.kind === 'refused') throw new Refusal('signInRefused', decision.reason)
      if (!isSignedBy(walletAddress, { message, signature: Buffer.from(signed.signature, 'base64') }))
        throw new Refusal('signInRefused', 'The signature does not fit the text and the wallet.')
      // Last, so that only the wallet itself can use its nonce up.
      if (!(await takeNonce(db, decision.fields.nonce)))
        throw new Refusal('signInRefused', 'This signature was used before, or waited too long.')
      // What an admin link gave stays with the person who now says who they are.
      const adminUntil = request.session?.adminUntil ?? null
      const device = deviceOf(request.headers['user-agent'] ?? '')
      const token = await sessions.create({ walletAddress, device, adminUntil })
      const session = await sessions.find(token)
      if (session && request.session) {
        await handPushesOn(db, { from: request.session.id, to: session.id })
        await sessions.end(request.session.id)
      }
      setCookie(request, reply, token, SESSION_DAYS_MAX * 86_400)
      return answerOf(db, session)
    },
  )
}

function ownSessionRoutes(app: App, { db, sessions, setCookie }: Opened): void {
  app.get(
    '/api/session',
    { schema: { tags: ['Wallets'], summary: 'Who is signed in', response: { 200: sessionSchema } } },
    async ({ session }, reply) => {
      void reply.header('cache-control', 'no-store')
      return answerOf(db, session)
    },
  )

  app.delete(
    '/api/session',
    { schema: { tags: ['Wallets'], summary: 'Sign out', response: { 204: nothingSchema } } },
    async (request, reply) => {
      if (request.session) await sessions.end(request.session.id)
      setCookie(request, reply, '', 0)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/session/:id',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'End one session',
        params: sessionParamsSchema,
        response: { 204: nothingSchema },
        needs: 'session',
        refuses: ['notFound'],
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { session } = request
      if (!session) throw new Refusal('notSignedIn')
      if (id === session.id) setCookie(request, reply, '', 0)
      // An admin link's session knows of no other.
      if (session.walletAddress === undefined && id !== session.id) throw new Refusal('notFound')
      if (!(await sessions.end(id, session.walletAddress))) throw new Refusal('notFound')
      return reply.code(204).send()
    },
  )
}

/** Pages, so no calls: `/admin/enter` is the link that the server prints. */
function adminLinkRoutes(app: App, { db, sessions, setCookie }: Opened): void {
  const sendAdminLinkPage = (reply: FastifyReply, token: string | undefined) =>
    reply
      .code(token === undefined ? 404 : 200)
      .header('content-security-policy', ADMIN_LINK_POLICY)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(adminLinkPage(token))

  // What looks at links before people do (chats, scanners) sends GET and HEAD: only the button uses it up.
  app.get('/admin/enter', { schema: { querystring: adminEnterSchema } }, async ({ query }, reply) =>
    sendAdminLinkPage(reply, (await isAdminLink(db, hashOf(query.token))) ? query.token : undefined),
  )

  void app.register(async (scope: App) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post('/admin/enter', { schema: { body: adminEnterSchema } }, async (request, reply) => {
      if (!(await takeAdminLink(db, hashOf(request.body.token)))) return sendAdminLinkPage(reply, undefined)
      const seconds = ADMIN_HOURS * 3_600
      const adminUntil = new Date(Date.now() + seconds * 1_000).toISOString()
      const device = deviceOf(request.headers['user-agent'] ?? '')
      await recordAdminAction(db, { actor: 'admin link', action: 'admin.enter', subject: device })
      const { session } = request
      const raised =
        session?.walletAddress === undefined ? undefined : await sessions.raise(session.id, adminUntil)
      if (raised !== undefined) setCookie(request, reply, raised, SESSION_DAYS_MAX * 86_400)
      else
        setCookie(request, reply, await sessions.create({ walletAddress: null, device, adminUntil }), seconds)
      return reply.redirect('/admin/waitlist', 303)
    })
  })
}

/** Names of this machine: nobody else can show a page under them. */
function isOwnHost(hostname: string): boolean {
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return true
  return Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address, family }) => hostname === (family === 'IPv6' ? `[${address}]` : address)),
  )
}

/**
 * The origin that stands in a signed text. A site that only passes our text on to its visitors would send its own host: the
 * configured one is believed, else names of this machine, and no other that a request brings.
 */
function siteOf({ host, protocol }: FastifyRequest, publicUrl: string | undefined): string | undefined {
  if (publicUrl !== undefined) return new URL(publicUrl).origin
  return URL.canParse(`http://${host}`) && isOwnHost(new URL(`http://${host}`).hostname)
    ? `${protocol}://${host}`
    : undefined
}
