// The journeys: whole stories in a real browser, against the built server with its own chain and database.
import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/browser.ts'

const browser = await findBrowser()
const inherited = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
)

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // For a loaded machine of two cores; quiet, a journey takes seconds.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  // In CI a journey has a second try, traced; `npm test` counts apart what needed it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['list']],
  use: {
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      chromiumSandbox: browser.sandbox,
      env: { ...inherited, ...browser.env },
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    // What a server's end, another node or a wallet's refusal does is the same at every width.
    {
      name: 'phone',
      testIgnore: [
        'restart.journey.ts',
        'other-network.journey.ts',
        'refusals.journey.ts',
        'trade-limits.journey.ts',
      ],
      grepInvert: /@any-width/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
