import { expect, it } from 'vitest'
import { resultCardPath, xIntentUrl } from './share-links.ts'

it('opens a draft on X with text and link', () => {
  const url = new URL(xIntentUrl('A & B', 'https://twinmint.test/trade/1'))
  expect(url.origin).toBe('https://x.com')
  expect(url.searchParams.get('text')).toBe('A & B')
  expect(url.searchParams.get('url')).toBe('https://twinmint.test/trade/1')
})

it.each([
  [{ hidesAmounts: false }, ''],
  [{ hidesAmounts: true }, '?amounts=hidden'],
  [{ hidesAmounts: true, version: 7 }, '?amounts=hidden&v=7'],
])('names the picture of a result', (options, query) =>
  expect(resultCardPath({ collectionId: 'c', walletAddress: 'w' }, options)).toBe(
    `/api/collections/c/position/w/card.png${query}`,
  ),
)
