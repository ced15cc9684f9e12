// The waitlist's calls, and whether the landing is up.
import { Refusal } from '@twinmint/sdk/core/errors'
import { type LandingStatus, landingStatusSchema } from '@twinmint/sdk/internal/api/platform/landing-contract'
import {
  availabilitySchema,
  joinedSchema,
  joinSchema,
  usernameParamsSchema,
} from '@twinmint/sdk/internal/api/waitlist/contract'
import { readUsername, statusFor } from '@twinmint/sdk/internal/api/waitlist/rules'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { clientAddress } from '../../http/ip-addresses.ts'
import type { LandingSwitch } from './landing.ts'
import { forgetOldIpAddresses, isJoined, join } from './store.ts'

export interface WaitlistDeps {
  readonly db: Database
  readonly landing: Pick<LandingSwitch, 'isOn'>
  readonly links: Pick<LandingStatus, 'followUrl' | 'deckUrl'>
  readonly storesIpAddresses: boolean
}

const FORGET_EVERY_MS = 3_600_000

/** Looking somebody up answers yes or no, so it is no way to go through a list of names; joining is done once. */
const CHECKS = { rateLimit: { max: 60, timeWindow: '1 minute' } }
const JOINS = { rateLimit: { max: 20, timeWindow: '10 minutes' } }

export function waitlistRoutes(app: App, { db, landing, links, storesIpAddresses }: WaitlistDeps): void {
  app.get(
    '/api/landing/status',
    {
      schema: {
        tags: ['Site'],
        summary: 'Whether the landing page stands before the site',
        response: { 200: landingStatusSchema },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      return statusFor({ isOn: landing.isOn, isAdmin: request.isAdmin }, links)
    },
  )

  app.get(
    '/api/waitlist/check/:username',
    {
      config: CHECKS,
      schema: {
        tags: ['Site'],
        summary: 'Whether a username of X has not joined the waitlist',
        params: usernameParamsSchema,
        response: { 200: availabilitySchema },
        refuses: ['invalidXUsername'],
      },
    },
    async ({ params }) => ({ available: !(await isJoined(db, parseUsername(params.username))) }),
  )

  app.post(
    '/api/waitlist',
    {
      config: JOINS,
      schema: {
        tags: ['Site'],
        summary: 'Joins the waitlist',
        description: 'Answers the same however often the same username joins, in whatever case.',
        body: joinSchema,
        response: { 200: joinedSchema },
        refuses: ['invalidXUsername'],
      },
    },
    async (request) => {
      const username = parseUsername(request.body.username)
      const ipAddress = storesIpAddresses ? (clientAddress(request)?.toString() ?? null) : null
      await join(db, { username, ipAddress })
      return { success: true as const, username }
    },
  )

  // Whatever the setting is now: addresses that were stored before are forgotten in time all the same.
  const forget = () =>
    forgetOldIpAddresses(db).catch((error: unknown) =>
      app.log.warn({ err: error }, 'old IP addresses could not be deleted'),
    )
  let forgetting: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    forgetting = forget()
  }, FORGET_EVERY_MS)
  timer.unref()
  app.addHook('onReady', forget)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await forgetting
  })
}

function parseUsername(text: string): string {
  const username = readUsername(text)
  if (username === undefined) throw new Refusal('invalidXUsername')
  return username
}
