// A row that nobody writes is waited for as long as the caller waits.
import { expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import type { LoggedEvent } from '../event-rows.ts'
import { openAwaitedRows } from './awaited-rows.ts'

const event = {
  event: { mint: 'So11111111111111111111111111111111111111112', sequence: 1n },
  signature: 'a signature',
} as unknown as LoggedEvent

test('once its caller has given up, nothing is asked for any more; one that had given up before asks for nothing', async () => {
  let asked = 0
  const rows = openAwaitedRows({
    query: async () => {
      asked++
      return []
    },
  } as unknown as Database)
  const late = new AbortController()
  const waiting = rows.wait([event], late.signal)
  await expect.poll(() => asked).toBeGreaterThan(1)
  late.abort(new Error('too late'))
  await expect(waiting).rejects.toThrow('too late')
  await expect(rows.wait([event], late.signal)).rejects.toThrow('too late')
  const before = asked
  await new Promise((resolve) => setTimeout(resolve, 200))
  // A look that was under way ends.
  expect(asked).toBeLessThanOrEqual(before + 1)
})
