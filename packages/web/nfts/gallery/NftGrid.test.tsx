// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NftGrid } from './NftGrid.tsx'

let container: HTMLElement
let root: Root
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})
afterEach(() => {
  act(() => root.unmount())
  container.remove()
})

const client = new QueryClient()
const nft = (tokenId: number) =>
  ({
    id: `c1:${tokenId}`,
    collectionId: 'c1',
    tokenId,
    name: `Frogs #${tokenId}`,
    collectionName: 'Frogs',
    traits: [],
    rarity: 'common',
    rarityRank: tokenId,
    listing: null,
  }) as unknown as Nft

function show(listKey: string, ...numbers: readonly number[]): void {
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <NftGrid
          nfts={numbers.map(nft)}
          listKey={listKey}
          label="NFTs"
          walletAddress={undefined}
          hasMarketButtons={false}
        />
      </QueryClientProvider>,
    ),
  )
}
const shown = () => [...container.querySelectorAll('h3')].map(({ textContent }) => textContent)
/** React makes its own enter and leave out of these. */
const point = (type: 'pointerover' | 'pointerout') =>
  act(() => {
    const event = new PointerEvent(type, {
      bubbles: true,
      pointerType: 'mouse',
      relatedTarget: document.body,
    })
    container.querySelector('ul')?.dispatchEvent(event)
  })

it('no card moves away from under a pointer, until it leaves', () => {
  show('low', 1, 2)
  point('pointerover')
  show('low', 2, 1, 3)
  expect(shown()).toEqual(['Frogs #1', 'Frogs #2', 'Frogs #3'])
  point('pointerout')
  expect(shown()).toEqual(['Frogs #2', 'Frogs #1', 'Frogs #3'])
})

it('another list has its own order at once, wherever the pointer is, and holds that', () => {
  show('low', 1, 2)
  point('pointerover')
  show('high', 2, 1)
  expect(shown()).toEqual(['Frogs #2', 'Frogs #1'])
  show('high', 1, 2)
  expect(shown()).toEqual(['Frogs #2', 'Frogs #1'])
})
