// The browser of the journeys, without a test around it.
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../tests/browser.ts'

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env, sandbox } = await findBrowser()
  return chromium.launch({
    executablePath,
    chromiumSandbox: sandbox,
    env: { ...(process.env as Record<string, string>), ...env },
  })
}
