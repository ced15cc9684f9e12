import { expect, it, vi } from 'vitest'
import { createListeners, createStore } from './store.ts'

it('tells every listener of a change, and nobody of what stays or who has gone', () => {
  const store = createStore('a')
  const [stays, goes] = [vi.fn<() => void>(), vi.fn<() => void>()]
  store.subscribe(stays)
  const stop = store.subscribe(goes)
  store.set('b')
  stop()
  store.set('b')
  store.set('c')
  expect(store.get()).toBe('c')
  expect(stays).toHaveBeenCalledTimes(2)
  expect(goes).toHaveBeenCalledTimes(1)
})

it('does what it does for its listeners from the first of them to the last', () => {
  const said: string[] = []
  const { subscribe } = createListeners(() => {
    said.push('begins')
    return () => said.push('ends')
  })
  const stops = [subscribe(() => undefined), subscribe(() => undefined)]
  for (const stop of [...stops, ...stops]) stop()
  subscribe(() => undefined)
  expect(said).toEqual(['begins', 'ends', 'begins'])
})
