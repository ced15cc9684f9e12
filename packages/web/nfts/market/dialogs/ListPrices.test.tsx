// @vitest-environment happy-dom

import { lamports } from '@twinmint/sdk/core/money'
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { ListPrices, useListPrices } from './ListPrices.tsx'

afterEach(() => vi.unstubAllGlobals())

it('what was typed for one of several is its price still when the others are left out', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  let prices = {} as ReturnType<typeof useListPrices>
  function Prices({ chosen }: { readonly chosen: readonly number[] }) {
    const held = useListPrices(chosen)
    useEffect(() => {
      prices = held
    })
    return <ListPrices prices={held} coinsLamports={lamports(30_000_000n)} isDisabled={false} />
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  const show = (chosen: readonly number[]) => act(async () => root.render(<Prices chosen={chosen} />))
  const fieldOf = (edition: number) =>
    place.querySelector<HTMLInputElement>(`input[aria-label="Price of #${edition}"]`)?.value
  await show([1, 2])
  await act(async () => prices.all.setText('1'))
  await act(async () => prices.setWay('each'))
  await act(async () => prices.setText(2, '5'))
  expect([fieldOf(1), fieldOf(2)]).toEqual(['1', '5'])
  await show([2])
  expect(prices.nfts).toEqual([{ edition: 2, priceLamports: 5_000_000_000n }])
  expect([fieldOf(1), fieldOf(2)]).toEqual([undefined, '5'])
  await act(async () => root.unmount())
})
