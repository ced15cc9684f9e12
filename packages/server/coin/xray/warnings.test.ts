import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../database/database.ts'
import { startWarnings } from './warnings.ts'

const store = vi.hoisted(() => ({ failsOf: '' }))
// A database that fails for some coins alone is none that there is.
vi.mock('./store.ts', () => ({
  listNotLookedAt: async () => [],
  loadSums: async (_db: unknown, ids: readonly string[]) => {
    if (ids.includes(store.failsOf)) throw new Error('the disk is full')
    return ids.map((collectionId) => ({ collectionId }))
  },
  writeWarnings: async (_db: unknown, found: readonly { readonly collectionId: string }[]) =>
    found.map(({ collectionId }) => collectionId),
}))
vi.mock('@twinmint/sdk/api/xray/rules', () => ({ warningsOf: () => [] }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is written is told, though the coins after it fail; those come again', async () => {
  store.failsOf = 'g'
  const told: string[] = []
  const failures: unknown[] = []
  const warnings = startWarnings({} as Database, {
    onChanged: (ids) => void told.push(...ids),
    onFailure: (error) => void failures.push(error),
  })
  warnings.touch(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(failures).toHaveLength(1)
  store.failsOf = ''
  told.length = 0
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toEqual(expect.arrayContaining(['f', 'g']))
  await warnings.close()
})
