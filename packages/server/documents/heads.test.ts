import type { Collection } from '@twinmint/sdk/api/records/coin'
import { PAGES, SITE_WORDS } from '@twinmint/sdk/internal/api/platform/pages'
import { describe, expect, it } from 'vitest'
import { HEAD_OF_NOTHING, headOfCoin, headOfPage, headTags } from './heads.ts'

const HOSTILE = '"><script>alert(1)</script>\u0000\n\'&amp;'
const coin = {
  id: '11111111-1111-8111-8111-111111111111',
  name: HOSTILE,
  symbol: '<B>',
  collectionName: `Twins ${HOSTILE}`,
  currentPrice: '0.000000007918',
  change24hPercent: 691.8,
  marketCap: '1187.68',
  bondingProgress: 1.88,
  graduationMarketCapLamports: '420000000000',
  isGraduated: false,
  sequence: 7,
} as Collection
const contentOf = (html: string, key: string) =>
  new RegExp(`(?:name|property)="${key}" content="([^"]*)"`).exec(html)?.[1]

describe('the head of a coin', () => {
  const html = headTags(headOfCoin(coin), 'https://twinmint.test')

  it('lets no name out of its tag', () => {
    expect(html).not.toMatch(/<script|<B>|alert\(1\)</)
    expect(html).not.toContain('\0')
    for (const line of html.split('\n'))
      expect(line.trim()).toMatch(
        /^(<title>[^<>"]*<\/title>|<link rel="canonical" href="[^"<>]*" \/>|<meta (name|property)="[a-z:_]+" content="[^"<>]*" \/>)$/,
      )
  })
  it('says price, market cap and progress, with absolute addresses', () => {
    expect(contentOf(html, 'description')).toBe(
      '0.0₈7918 SOL (+691.8% in 24 hours), market cap $1.2K. 1.9% of the way to 420 SOL.',
    )
    expect(contentOf(html, 'og:url')).toBe(`https://twinmint.test/trade/${coin.id}`)
    expect(contentOf(html, 'og:image')).toBe(`https://twinmint.test/api/collections/${coin.id}/card.jpg?v=7`)
    expect(contentOf(html, 'twitter:image')).toBe(contentOf(html, 'og:image'))
    expect(contentOf(html, 'twitter:card')).toBe('summary_large_image')
    expect(html).toContain(`<link rel="canonical" href="https://twinmint.test/trade/${coin.id}" />`)
  })
  it('is another for one of its NFTs', () => {
    const nft = headTags(headOfCoin(coin, { edition: '7' }), 'https://twinmint.test')
    expect(contentOf(nft, 'og:url')).toBe(`https://twinmint.test/nft/${coin.id}/7`)
    expect(contentOf(nft, 'og:title')).toContain('#7')
    expect(nft).not.toContain('<script')
  })
})

it('gives every page its own title and address, and a missing one none', () => {
  const titles = PAGES.flatMap(({ head }) => (head ? [headOfPage('/', head).title] : []))
  expect(new Set(titles).size).toBe(titles.length)
  expect(headOfPage('/gallery/')).toMatchObject({ path: '/gallery', title: SITE_WORDS[0] })
  const missing = headTags(HEAD_OF_NOTHING, 'https://twinmint.test')
  expect(missing).toContain('<meta name="robots" content="noindex" />')
  expect(missing).not.toMatch(/canonical|og:url/)
})
