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
