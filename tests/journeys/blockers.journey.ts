// Content blockers go by the names in addresses: none of ours is stopped, and a part that is stopped all the same takes nothing
// else of the page with it.
import type { Page } from '@playwright/test'
import { swap } from '../client.ts'
import { answer, chunkOf } from './answers.ts'
import { expect, test } from './fixtures.ts'
import { photograph } from './screens.ts'

/** What the generic rules of common lists look for. Documents are left alone by them. */
const LISTED =
  /analytic|track(?:er|ing)|pixel|telemetr|[/._-](?:ads?|adverts?|banners?|stats?|metrics|beacon|share|social|cookies?|popups?|push-?(?:notifications?|sw))(?:[/._?-]|$)|(?:Share|Banner|Social|Cookie|Push|Popup)[A-Z-]/

async function block(
  page: Page,
  pattern: RegExp,
): Promise<{ readonly blocked: string[]; readonly allow: () => void }> {
  const blocked: string[] = []
  const allow = await answer(page, pattern, (route) => {
    if (route.request().isNavigationRequest()) return route.fallback()
    blocked.push(route.request().url())
    return route.abort('blockedbyclient')
  })
  return { blocked, allow }
}

test('no page asks for anything whose name a content blocker stops', async ({
  complaints,
  page,
  picture,
  somebody,
}) => {
  // Nobody has a profile.
  complaints.allow(/api\/user\/profile\?walletAddress/)
  const coin = await somebody.launch({ name: 'Plain Frog', symbol: 'PLAIN', devBuyAmount: '0.5' }, picture)
  await swap(somebody, 'capture', coin.id, { count: 1 })
  const { blocked } = await block(page, LISTED)
  const paths = [
    '/',
    '/launch',
    '/trade',
    `/trade/${coin.id}`,
    `/trade/${coin.id}?tab=nfts`,
    '/analytics',
    '/gallery',
    `/nft/${coin.id}/1`,
    '/docs',
    '/cookies',
    '/status',
    `/profile/${somebody.address}`,
    '/portfolio',
  ]
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByText('did not load')).toHaveCount(0)
    await expect(page.getByText('could not be loaded')).toHaveCount(0)
  }
  expect(blocked).toEqual([])
})

test('a part that a blocker stops says so in its place, and comes when it is allowed', async ({
  complaints,
  page,
}) => {
  complaints.allow(/ERR_BLOCKED_BY_CLIENT|Failed to load resource|dynamically imported module/)
  const { blocked, allow } = await block(page, chunkOf('web/markets/AnalyticsPage.tsx'))
  await page.goto('/analytics')
  const hint = page.getByRole('alert').filter({ hasText: 'A content blocker may have stopped it' })
  await expect(hint).toBeVisible()
  expect(blocked.length).toBeGreaterThan(0)
  await photograph(page, 'blocked')
  // The rest of the page works.
  await expect(page.getByText('This page stopped working')).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { name: 'Terms', exact: false }).first()).toBeVisible()
  await page.goBack()
  await expect(hint).toBeVisible()
  allow()
  await hint.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test('a part that a deployment took away leads to the newest version', async ({ complaints, page }) => {
  complaints.allow(/404|Failed to load resource|dynamically imported module/)
  await page.goto('/terms')
  const gone = (route: { fulfill(answer: { status: number }): unknown }) => route.fulfill({ status: 404 })
  await answer(page, /\/assets\/(?:index|start)-/, gone)
  await answer(page, chunkOf('web/markets/AnalyticsPage.tsx'), gone)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('alert')).toContainText('Reload to get the newest version of the page.')
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
})
