// The journeys: whole stories in a real browser, against the built server with its own chain and database.
import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/browser.ts'
import { isSoak } from './tests/soak.ts'

const browser = await findBrowser()
const inherited = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
)

/** `npm test` counts by it. */
const isReported = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] !== undefined

const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  globalSetup: './tests/journeys/prepared.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // On two cores: a journey waits for a quarter of its time.
  workers: 3,
  // For a loaded machine; quiet, a journey takes seconds.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  // In CI a journey has a second try, traced; `npm test` counts apart what needed it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // The first adds to what the others report.
  reporter: [['./tests/journeys/stands-at.ts'], ['list'], ...(isReported ? ([['json']] as const) : [])],
  use: {
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // Every frame is drawn by the processor here. The journeys that motion matters to ask for it: the home page's ring, the
    // landing, and a trade in the phone's sheet.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: browser.executablePath,
      chromiumSandbox: browser.sandbox,
      env: { ...inherited, ...browser.env },
    },
  },
  // Each capability has its main stories in `npm test`; those tagged @soak are told in the soak alone, which tells the others
  // too, since it looks at contrast; what the phone tells as the desk does, but for its sheet (@phone-soak), is told there
  // on the phone.
  projects: isSoak
    ? [
        { name: 'desktop', grepInvert: /@phone-alone/, use: DESK },
        { name: 'phone', grep: /@phone-soak/, use: PHONE },
      ]
    : [
        { name: 'desktop', grepInvert: /@phone-alone|@soak/, use: DESK },
        // What touch, a sheet or a narrow page's other elements change; else a width is a matter of fits.ts.
        { name: 'phone', grep: /@phone(?!-soak)/, grepInvert: /@soak/, use: PHONE },
      ],
})
