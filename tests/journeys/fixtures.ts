// What every journey starts from: a server of its worker's own, a test that fails on whatever the browser complains about,
// and a photograph.
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type Client, createClient } from '../client.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
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
}

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  photo: [async ({}, use) => use(await takePhoto()), { scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- as above
  picture: [async ({}, use) => use(await drawPicture('#21d38b')), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server.origin),
  // oxlint-disable-next-line no-empty-pattern -- as above
  startServer: async ({}, use) => {
    const started: ServerProcess[] = []
    await use(async (options) => {
      const server = await startServerProcess(options)
      started.unshift(server)
      return server
    })
    // The latest first: one that was started again has the folder of the one before.
    for (const server of started) await server.remove()
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
        await each.addInitScript(() =>
          addEventListener('securitypolicyviolation', (event) =>
            console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`),
          ),
        )
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

async function takePhoto(): Promise<Buffer> {
  const size = { width: 1800, height: 1350 }
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1350"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#ff9d4d"/><stop offset="0.6" stop-color="#6a3fb5"/><stop offset="1" stop-color="#0d1b2a"/></linearGradient><radialGradient id="sun"><stop stop-color="#fff3c4"/><stop offset="1" stop-color="#ff7a00" stop-opacity="0"/></radialGradient></defs><rect width="1800" height="1350" fill="url(#sky)"/><circle cx="900" cy="600" r="420" fill="url(#sun)"/></svg>`
  const grain = await sharp({
    create: {
      ...size,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  const photo = await sharp(Buffer.from(light))
    .flatten()
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 97 })
    .toBuffer()
  expect(photo.length, 'bytes of the photograph').toBeGreaterThan(1_000_000)
  return photo
}

export function drawPicture(colour: string): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="${colour}"/><circle cx="240" cy="300" r="150" fill="#08070c"/><rect x="300" y="260" width="240" height="240" rx="28" fill="#f5f2fb" opacity="0.9"/></svg>`
  return sharp(Buffer.from(drawing)).jpeg().toBuffer()
}

/** WCAG A and AA, without a single violation; of a part of the page where `within` selects one. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Colours in the middle of an animation are not what is read.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // A skeleton that waits to be scrolled to never ends.
        .filter((each) => each.effect?.getTiming().iterations !== Infinity)
        .map((each) => each.finished.catch(() => undefined)),
    ).then(() => undefined),
  )
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] }) // what passes it need not describe
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found).toEqual([])
}

/** At the width that the page has now (a place kept free for a scroll bar counts as less), and on a phone at the smallest that is promised. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overhang()).toBeLessThanOrEqual(0)
  const size = page.viewportSize()
  if (size === null || size.width > 600) return
  await page.setViewportSize({ width: 360, height: size.height })
  await expect.poll(overhang).toBeLessThanOrEqual(0)
  await page.setViewportSize(size)
}
