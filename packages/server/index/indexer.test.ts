// How far the index says that it has read its chain.
import type { Address } from '@solana/kit'
import { openSlots, SLOT_MS } from '@twinmint/localnet/slots'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../database/database.ts'
import { startIndexer } from './indexer.ts'

let database: Database
beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())

const open = (watchIsComplete: boolean, signatures: readonly string[] = []) =>
  startIndexer({
    database,
    chain: {
      programAddress: 'FC9EeoDT1iawZWCUVbjZnoMjLEePK94pBvUJeVgjtjpg' as Address,
      watchIsComplete,
      watch: () => () => undefined,
      loadProgramSignatures: async () =>
        signatures.map((signature) => ({ signature, slot: 1n, failed: false })),
      findTransaction: async () => undefined,
    } as unknown as Chain,
    log: { error: () => undefined, warn: () => undefined },
    onApplied: () => undefined,
  })

test.each([
  ['a watch that leaves nothing out reads on, a slot behind', true],
  ['another until its last sweep, less what a cluster may be late', false],
] as const)('nothing is read before the index was caught up; then %s', async (_name, isWhole) => {
  const indexer = open(isWhole)
  expect(indexer.readThroughMs).toBe(0)
  const [earliestMs] = [Date.now(), await indexer.catchUp()]
  const latestMs = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const readMs = indexer.readThroughMs
  await indexer.close()
  const [least, most] = isWhole
    ? [latestMs + 40 - SLOT_MS, Date.now() - SLOT_MS]
    : [earliestMs - 5_000, latestMs - 5_000]
  expect(readMs).toBeGreaterThanOrEqual(least)
  expect(readMs).toBeLessThanOrEqual(most)
})

test('whatever comes to the chain after that is not of a time before it', async () => {
  const indexer = open(true)
  await indexer.catchUp()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const genesisMs = Date.parse('2026-11-01T00:00:00.150Z')
  const slots = openSlots({ genesisMs, slotLast: 0, secret: new Uint8Array(32), now: Date.now })
  const seconds: [chain: number, read: number][] = []
  for (let ms = 0; ms < 2_000; ms += 10) {
    vi.setSystemTime(genesisMs + ms)
    seconds.push([slots.secondsOf(slots.current()), Math.floor(indexer.readThroughMs / 1_000)])
  }
  expect(seconds.filter(([chain, read]) => chain < read)).toEqual([])
  await indexer.close()
})

test('a transaction that the node lists and does not have yet is not read', async () => {
  const indexer = open(true, ['not there yet'])
  await indexer.catchUp()
  expect(indexer.readThroughMs).toBe(0)
  await indexer.close()
})
