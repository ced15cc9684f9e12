import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { findPage, isValid, PAGES } from './pages.ts'

const MINT = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

describe('the table of pages', () => {
  it.each([
    ['/', 'web/pages/HomePage.tsx', {}],
    ['/launch/', 'web/launch/LaunchPage.tsx', {}],
    ['/hybrid-launch', 'web/launch/LaunchPage.tsx', { hybrid: 'hybrid' }],
    ['/trade', 'web/markets/MarketsPage.tsx', {}],
    [`/trade/${MINT}/`, 'web/pages/CoinPage.tsx', { id: MINT }],
    [`/nft/${MINT}/7`, 'web/pages/NftPage.tsx', { id: MINT, edition: '7' }],
    ['/docs/core/rarity', 'web/docs/DocsPage.tsx', {}],
    ['/privacy', 'web/docs/LegalPage.tsx', {}],
    [`/profile/${MINT}`, 'web/pages/ProfilePage.tsx', { address: MINT }],
    ['/portfolio', 'web/pages/PortfolioPage.tsx', {}],
    [`/result/${MINT}/${MINT}`, 'web/pages/ResultPage.tsx', { id: MINT, wallet: MINT }],
    ['/admin', 'web/pages/AdminDoor.tsx', {}],
    ['/admin/audit/', 'web/pages/AdminDoor.tsx', { tab: 'audit' }],
  ])('%s is drawn by %s', (path, module, told) => {
    const found = findPage(path)
    expect(found?.page.module).toBe(module)
    expect({ ...found?.told }).toEqual(told)
    expect(found && isValid(found)).toBe(true)
  })

  it.each(['/nope', '/docsx', '/adminx', '/trade/a/b', '/launch/x', '/nft/a', '/Trade', '//'])(
    'has no page at %s',
    (path) => expect(findPage(path)).toBeUndefined(),
  )

  it.each(['/nft/a/0', '/nft/a/1001', '/nft/a/x', '/tx/abc', '/profile/0', '/result/a/0'])(
    'knows that nothing is at %s, which its page says',
    (path) => {
      const found = findPage(path)
      expect(found && isValid(found)).toBe(false)
    },
  )

  it('has capitals where somebody types them, if asked', () => {
    expect(findPage('/Trade', 'i')?.page.module).toBe('web/markets/MarketsPage.tsx')
  })
})

test('the router imports each page of the table from the module that the table names', () => {
  const router = readFileSync('packages/web/pages/router.tsx', 'utf8')
  const imported = [...router.matchAll(/'([^']+)': page\(\s*\(\) => import\('([^']+)'\)/g)].map(
    ([, module = '', specifier = '']) => {
      expect(relative('packages', join('packages/web/pages', specifier))).toBe(module)
      return module
    },
  )
  expect(imported.sort()).toEqual([...new Set(PAGES.map(({ module }) => module))].sort())
})
