import { expect, test } from 'vitest'
import { openByteCache } from './byte-cache.ts'

test('keeps so many bytes, and lets go first what was not used for longest', () => {
  const cache = openByteCache(10)
  cache.set('a', new Uint8Array(4))
  cache.set('b', new Uint8Array(4))
  expect(cache.get('a')).toHaveLength(4)
  cache.set('c', new Uint8Array(4))
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')).toHaveLength(4)
  // The same again counts once.
  cache.set('c', new Uint8Array(6))
  expect([cache.get('a')?.length, cache.get('c')?.length]).toEqual([4, 6])
  cache.set('huge', new Uint8Array(11))
  expect(cache.get('huge')).toBeUndefined()
  expect(cache.get('a')).toHaveLength(4)
  cache.delete('a')
  cache.set('d', new Uint8Array(4))
  expect([cache.get('a')?.length, cache.get('c')?.length, cache.get('d')?.length]).toEqual([undefined, 6, 4])
})

test('lets go what is known for longer than is said, however often it is used', () => {
  let nowMs = 0
  const cache = openByteCache(10, { msMax: 100, nowMs: () => nowMs })
  cache.set('a', new Uint8Array(6))
  nowMs = 99
  expect(cache.get('a')).toHaveLength(6)
  nowMs = 100
  expect(cache.get('a')).toBeUndefined()
  // Its bytes are free again.
  cache.set('b', new Uint8Array(5))
  cache.set('c', new Uint8Array(5))
  expect([cache.get('b')?.length, cache.get('c')?.length]).toEqual([5, 5])
})
