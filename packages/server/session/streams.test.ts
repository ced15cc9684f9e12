// Streams end with their session: immediately if this server ends it, within seconds if another server ends it or it expires.
// Real PostgreSQL (embedded).
import cookie from '@fastify/cookie'
import { createKeypair } from '@twinmint/localnet/keypair'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { openCalls } from '../http/calls.ts'
import { installErrorHandling } from '../http/http.ts'
import { sessionRoutes } from './routes.ts'
import { openSessions } from './sessions.ts'
import { watchStreams } from './streams.ts'

let db: Database
beforeAll(async () => {
  db = await openEmptyDatabase()
})
afterAll(() => db.close())
const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
  vi.useRealTimers()
})

const wallet = createKeypair().address
/** A session's token and id. */
async function begin(ended: string[] = []) {
  const sessions = openSessions(db, new Set(), (ids) => ended.push(...ids))
  const token = await sessions.create({ walletAddress: wallet, device: 'd', adminUntil: null })
  return { sessions, token, id: (await sessions.find(token))?.id ?? '' }
}

test('signing out ends the streams of the session', async () => {
  const { token, id } = await begin()
  const ended: string[] = []
  // No open streams are reported, so the periodic check ends none.
  const live = {
    sessionIds: () => new Set<string>(),
    endSessions: (ids: ReadonlySet<string>) => ended.push(...ids),
  }
  const app = Fastify()
  installErrorHandling(app)
  await app.register(cookie)
  const options = {
    db,
    adminWallets: new Set<string>(),
    publicUrl: undefined,
    chainId: async () => 'localnet',
    live,
  }
  sessionRoutes(openCalls(app), options)
  try {
    const headers = { cookie: `twinmint=${token}`, origin: 'http://localhost', host: 'localhost' }
    const { statusCode } = await app.inject({ method: 'DELETE', url: '/api/session', headers })
    expect([statusCode, ended]).toEqual([204, [id]])
  } finally {
    await app.close()
  }
})

test('the oldest session above the limit ends, and its streams end', async () => {
  const ended: string[] = []
  const first = await begin(ended)
  await db.query(`update sessions set last_seen_at = now() - interval '1 day' where id = $1`, [first.id])
  for (let more = 0; more < 100 && ended.length === 0; more++) await begin(ended)
  expect(ended).toEqual([first.id])
})

test('the periodic check ends the streams of deleted and expired sessions', async () => {
  const [gone, over, open] = [await begin(), await begin(), await begin()]
  const ids = new Set([gone.id, over.id, open.id])
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const ended = new Promise<ReadonlySet<string>>((resolve, reject) => {
    const watch = watchStreams(db, { sessionIds: () => ids, endSessions: resolve }, reject)
    opened.push(() => watch.close())
  })
  await db.query('delete from sessions where id = $1', [gone.id])
  await db.query('update sessions set expires_at = now() where id = $1', [over.id])
  vi.advanceTimersByTime(5_000)
  expect(await ended).toEqual(new Set([gone.id, over.id]))
})
