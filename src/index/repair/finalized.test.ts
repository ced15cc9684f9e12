// The second cursor, with a node that fails.
import type { Address } from '@solana/kit'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Database } from '../../database/database.ts'
import { followFinalized } from './finalized.ts'

const programAddress = 'FC9EeoDT1iawZWCUVbjZnoMjLEePK94pBvUJeVgjtjpg' as Address
const FINAL = 5_000
const ID = '00000000-0000-8000-8000-000000000001'
let database: Database
beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())

test('what is to be compared again is compared after the node has failed, too', async () => {
  await database.query(
    `insert into indexer_cursor (program_address, signature, slot, finalized_slot) values ($1, 's', $2, $2)`,
    [programAddress, FINAL],
  )
  await database.query(`insert into coin_events values ($1, 1, 'early', 4500, '')`, [ID])
  const asked: (readonly string[])[] = []
  let isFailing = true
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const finalized = followFinalized({
    database,
    repairer: { reread: async () => true },
    log: { error: () => undefined, warn: () => undefined },
    chain: {
      programAddress,
      rpc: { getSlot: () => ({ send: async () => BigInt(FINAL) }) },
      loadAccounts: async () => [],
      async listForgotten(signatures: readonly string[]) {
        asked.push(signatures)
        if (isFailing) throw new Error('the node is busy')
        return []
      },
    } as unknown as Chain,
  })
  const looked = (times: number) =>
    expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(5_000)
        return asked.length
      })
      .toBeGreaterThanOrEqual(times)
  finalized.recheck(4_000)
  await looked(1)
  isFailing = false
  const before = asked.length
  await looked(before + 1)
  await finalized.close()
  expect(asked.slice(0, before + 1)).toEqual(Array.from({ length: before + 1 }, () => ['early']))
})
