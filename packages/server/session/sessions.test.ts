import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { newToken, openSessions } from './sessions.ts'

/** Knows nobody, and counts how often it is asked. */
function emptyDatabase() {
  const asked: unknown[] = []
  const query: Database['query'] = async (_text, values) => {
    asked.push(values)
    return []
  }
  return { asked, db: { query } as Partial<Database> as Database }
}

test('a cookie that nobody gave is looked up once, however often it is sent', async () => {
  const { asked, db } = emptyDatabase()
  const sessions = openSessions(db, new Set())
  const tokens = Array.from({ length: 100 }, newToken)
  for (let round = 0; round < 5; round++)
    for (const token of tokens) expect(await sessions.find(token)).toBeUndefined()
  expect(asked).toHaveLength(100)
})
