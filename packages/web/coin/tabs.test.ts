import { expect, it } from 'vitest'
import { linkedPlace, tabOf, withTab } from './tabs.ts'

const of = (text: string) => new URLSearchParams(text)

it('names a tab by itself, by the filters of its list, or by a link to the list', () => {
  expect(tabOf(of(''), '')).toBe('info')
  expect(tabOf(of('tab=proof'), '')).toBe('proof')
  expect(tabOf(of('tab=activity'), '')).toBe('info')
  expect(tabOf(of('tab=none'), '')).toBe('info')
  expect(tabOf(of('nfts=escrow'), '')).toBe('nfts')
  expect(tabOf(of(''), '#nfts')).toBe('nfts')
  expect(tabOf(of('nfts=escrow&tab=holders'), '#nfts')).toBe('holders')
})

it('leaves the filters of the NFTs behind with their tab, and keeps what is not its own', () => {
  expect(withTab(of('tab=nfts&nfts=escrow&rarity=epic&kind=sells'), 'info').toString()).toBe('kind=sells')
  expect(withTab(of('nfts=escrow'), 'nfts').toString()).toBe('nfts=escrow&tab=nfts')
  expect(withTab(of('tab=activity&kind=sells'), 'info').toString()).toBe('kind=sells')
})

it('leads to the trades and to the NFTs where a link names them', () => {
  expect(linkedPlace(of('tab=activity'), '')).toBe('trades')
  expect(linkedPlace(of('nfts=mine'), '#nfts')).toBe('details')
  expect(linkedPlace(of('tab=holders'), '')).toBeUndefined()
})
