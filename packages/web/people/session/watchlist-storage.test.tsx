// @vitest-environment happy-dom

import { WATCHLIST_MAX } from '@twinmint/sdk/api/watchlist/rules'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shownToast } from '../../ui/toasts/toast.ts'
import { WatchStar } from './WatchStar.tsx'
import { setWatched, useWatched, watchedIds } from './watchlist-storage.ts'

const KEY = 'twinmint.watchlist'
const id = (number: number) => `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`
let box: HTMLElement
let unmount: () => Promise<void>

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  box = document.createElement('div')
  document.body.append(box)
  const root = createRoot(box)
  const List = () => <p>{useWatched().join(' ')}</p>
  await act(async () =>
    root.render(
      <>
        <List />
        <WatchStar id={id(1)} name="Frog" />
      </>,
    ),
  )
  unmount = () => act(async () => root.unmount())
})
afterEach(async () => {
  await unmount()
  box.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const shown = () => box.querySelector('p')?.textContent
const star = () => box.querySelector('button')
const fromAnotherTab = (newValue: string | null, key: string | null = KEY) =>
  act(async () => {
    dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  })

it('a star adds and takes away, keeps it, and says which it is', async () => {
  expect(star()?.getAttribute('aria-pressed')).toBe('false')
  expect(star()?.getAttribute('aria-label')).toBe('Watch Frog')
  await act(async () => star()?.click())
  expect(shown()).toBe(id(1))
  expect(star()?.getAttribute('aria-pressed')).toBe('true')
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual([id(1)])
  await act(async () => star()?.click())
  expect(shown()).toBe('')
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual([])
})

it('has the latest first, each once, and says that it is full instead of letting one go', async () => {
  await act(async () => {
    for (let number = 2; number <= WATCHLIST_MAX + 1; number++) setWatched(id(number), true)
    setWatched(id(50), true)
  })
  expect(watchedIds()).toHaveLength(WATCHLIST_MAX)
  expect(watchedIds().slice(0, 2)).toEqual([id(50), id(WATCHLIST_MAX + 1)])
  const before = watchedIds()
  await act(async () => star()?.click())
  expect(star()?.getAttribute('aria-pressed')).toBe('false')
  expect(watchedIds()).toEqual(before)
  expect(shownToast.get()?.description).toContain(`A watchlist holds ${WATCHLIST_MAX} coins.`)
})

it('follows another tab, also when that empties the storage or writes nonsense', async () => {
  await fromAnotherTab(JSON.stringify([id(7), 'nonsense', 7, id(7)]))
  expect(shown()).toBe(id(7))
  await fromAnotherTab('[', 'twinmint.slippage')
  expect(shown()).toBe(id(7))
  await fromAnotherTab('{"not": "a list"}')
  expect(shown()).toBe('')
  await fromAnotherTab(JSON.stringify([id(8)]))
  await fromAnotherTab(null, null)
  expect(shown()).toBe('')
})

it('works on a page whose storage is blocked', async () => {
  const blocked = vi.fn<() => never>(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked })
  await act(async () => star()?.click())
  expect(shown()).toBe(id(1))
  expect(blocked).toHaveBeenCalled()
})
