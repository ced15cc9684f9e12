// What every journey starts from: a server of its worker's own, a test that fails on whatever the browser complains about,
// and a photograph.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { type Client, createClient } from '../client.ts'
import { drawPicture, takePhoto } from '../pictures.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { isSoak } from '../soak.ts'
import { type LongNames, preparedMarket, type States, type Three } from './prepared.ts'
import { installWallet, type TestWallet } from './test-wallet.ts'

interface Complaints {
  /** Complaints of this kind are what the journey is about. */
  allow(pattern: RegExp): void
  /** Listens to one more context. */
  watch(context: BrowserContext): Promise<void>
}

/** Playwright's own trace reads a picture that the page drew from a blob, and is kept from it by the page's policy. */
const PLAYWRIGHTS_OWN = /Connecting to 'blob:|policy violated: connect-src blob/

interface JourneyFixtures {
  /** Starts a server beside the worker's; it is removed after the pages are gone, so that none of them misses it. */
  readonly startServer: typeof startServerProcess
  /** A second one, which knows the worker's only as a JSON-RPC address. */
  readonly startFarServer: () => Promise<ServerProcess>
  readonly complaints: Complaints
  /** A wallet extension in the page, with 10 SOL. */
  readonly phantom: TestWallet
  /** Somebody else, who trades over HTTP, with 10 SOL. */
  readonly somebody: Client
}

interface WorkerFixtures {
  readonly server: ServerProcess
  /** About 2 MB of JPEG with gradients and grain, which compresses as photographs do. */
  readonly photo: Buffer
  /** A small picture, for scenes that are set over HTTP. */
  readonly picture: Buffer
  /** Markets that are shared by all workers, and only looked at. */
  readonly states: States
  readonly three: Three
  readonly longNames: LongNames
}

/** Whoever asks first waits until the market is there. */
const PREPARED = { scope: 'worker', timeout: 180_000 } as const

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await startServerProcess({ database: 'embedded' })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  photo: [async ({}, use) => use(await takePhoto()), { scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- as above
  picture: [async ({}, use) => use(await drawPicture('#21d38b')), { scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- as above
  states: [async ({}, use) => use(await preparedMarket('states')), PREPARED],
  // oxlint-disable-next-line no-empty-pattern -- as above
  three: [async ({}, use) => use(await preparedMarket('three')), PREPARED],
  // oxlint-disable-next-line no-empty-pattern -- as above
  longNames: [async ({}, use) => use(await preparedMarket('longNames')), PREPARED],
  baseURL: async ({ server }, use) => use(server.origin),
  // oxlint-disable-next-line no-empty-pattern -- as above
  startServer: async ({}, use) => {
    const started: ServerProcess[] = []
    await use(async (options) => {
      const server = await startServerProcess({ database: 'embedded', ...options })
      started.unshift(server)
      return server
    })
    // The latest first: one that was started again has the folder of the one before.
    for (const server of started) await server.remove()
  },
  startFarServer: async ({ server, startServer }, use) => {
    await use(async () => {
      const { programAddress } = await createClient(server.origin).get<SiteConfig>('/api/config')
      return startServer({
        env: {
          SOLANA_RPC_URL: `${server.origin}/rpc`,
          SOLANA_WS_URL: `${server.origin.replace(/^http/, 'ws')}/rpc`,
          PROGRAM_ADDRESS: programAddress,
        },
      })
    })
  },
  complaints: [
    // Named for its place in the order: what is started in a journey outlives the pages and their complaints.
    async ({ context, startServer: _startServer }, use) => {
      const heard: string[] = []
      const allowed = [PLAYWRIGHTS_OWN]
      const watch = async (each: BrowserContext) => {
        each.on('weberror', (error) => heard.push(`uncaught: ${error.error().message}`))
        each.on('console', (message) => {
          if (message.type() === 'error') heard.push(`console: ${message.text()} (${message.location().url})`)
        })
        await each.addInitScript(() => {
          addEventListener('securitypolicyviolation', (event) =>
            console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`),
          )
          document.addEventListener('takenover', () =>
            document.documentElement.toggleAttribute('data-taken-over'),
          )
        })
      }
      await watch(context)
      await use({ allow: (pattern) => void allowed.push(pattern), watch })
      expect(heard.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
  phantom: async ({ context, server }, use) => {
    const wallet = await installWallet(context, server.origin)
    await wallet.airdrop(10)
    await use(wallet)
  },
  somebody: async ({ server }, use) => {
    const client = createClient(server.origin)
    await client.airdrop(10)
    await use(client)
  },
})

export { expect }

/** Half as long as what `import` gives, for every page that it is put into. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG A and AA; what passes it need not describe. */
const AXE: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  iframes: false,
  // Style sheets and media, for rules that are not asked for.
  preload: false,
  selectors: false,
  // Two thirds of its time. Each colour of text on each ground is compared in packages/web/ui/theme.test.ts; what is half transparent, or
  // stands where nobody meant it to, the soak finds.
  rules: { 'color-contrast': { enabled: isSoak } },
}

/**
 * WCAG A and AA (in `npm test` without contrast), without a single violation, of a page or a part of one. It takes a third of
 * a second of processor time, so each screen is looked at once: screens.journey.ts has them as they are opened, the other
 * journeys what they make of them.
 */
export async function expectAccessible(what: Page | Locator): Promise<void> {
  const [page, part] = 'page' in what ? [what.page(), what] : [what, what.locator('html')]
  // Colours in the middle of an animation are not what is read. Brought to its end, not waited for: one that the browser does
  // not draw goes nowhere, and a journey stood still until its time was up.
  await page.evaluate(() => {
    // A skeleton's never ends.
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE_SOURCE)
  const found = await part.evaluate(async (element, options) => {
    const { axe: here } = globalThis as unknown as { readonly axe: typeof axe }
    const { violations } = await here.run(element, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, AXE)
  expect(found).toEqual([])
}
