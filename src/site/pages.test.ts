import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { findPage, isValid, PAGES } from './pages.ts'

const MINT = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

describe('the table of pages', () => {
  it.each([
    ['/', 'web/HomePage.tsx', {}],
    ['/launch/', 'launch/LaunchPage.tsx', {}],
    ['/hybrid-launch', 'launch/LaunchPage.tsx', { hybrid: 'hybrid' }],
    ['/trade', 'markets/MarketsPage.tsx', {}],
    [`/trade/${MINT}/`, 'web/CoinPage.tsx', { id: MINT }],
    [`/nft/${MINT}/7`, 'web/NftPage.tsx', { id: MINT, edition: '7' }],
    ['/docs/core/rarity', 'docs/DocsPage.tsx', {}],
    ['/privacy', 'docs/LegalPage.tsx', {}],
    [`/profile/${MINT}`, 'web/ProfilePage.tsx', { address: MINT }],
    ['/portfolio', 'web/PortfolioPage.tsx', {}],
    [`/result/${MINT}/${MINT}`, 'web/ResultPage.tsx', { id: MINT, wallet: MINT }],
    ['/admin', 'web/AdminDoor.tsx', {}],
    ['/admin/audit/', 'web/AdminDoor.tsx', { tab: 'audit' }],
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
    expect(findPage('/Trade', 'i')?.page.module).toBe('markets/MarketsPage.tsx')
  })
})

test('the router imports each page of the table from the module that the table names', () => {
  const router = readFileSync('src/web/router.tsx', 'utf8')
  const imported = [...router.matchAll(/'([^']+)': page\(\s*\(\) => import\('([^']+)'\)/g)].map(
    ([, module = '', specifier = '']) => {
      expect(relative('src', join('src/web', specifier))).toBe(module)
      return module
    },
  )
  expect(imported.sort()).toEqual([...new Set(PAGES.map(({ module }) => module))].sort())
})
