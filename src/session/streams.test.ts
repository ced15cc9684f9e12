// Streams end with the session that opened them: at once where it ends here, within seconds where another server ended it or
// its time is over. Real PostgreSQL (embedded).
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openEmptyDatabase } from '../../tests/test-database.ts'
import { createKeypair } from '../chain/keypair.ts'
import type { Database } from '../database/database.ts'
import { openCalls } from '../wire/calls.ts'
import { installErrorHandling } from '../wire/http.ts'
import { sessionRoutes } from './routes.ts'
import { openSessions } from './sessions.ts'
import { watchStreams } from './streams.ts'

let db: Database
beforeAll(async () => {
  db = await openEmptyDatabase()
})
afterAll(() => db.close())
afterEach(() => vi.useRealTimers())

const wallet = createKeypair().address
/** A session's token and id. */
async function begin(ended: string[] = []) {
  const sessions = openSessions(db, new Set(), (ids) => ended.push(...ids))
  const token = await sessions.create({ walletAddress: wallet, device: 'd', adminUntil: null })
  return { sessions, token, id: (await sessions.find(token))?.id ?? '' }
}

test('a session that ends here has its streams ended by the call that ends it', async () => {
  const { token, id } = await begin()
  const ended: string[] = []
  // Nobody looks for what another server ended: no stream is open.
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

test('a wallet’s oldest session makes way for one more, and its streams end', async () => {
  const ended: string[] = []
  const first = await begin(ended)
  await db.query(`update sessions set last_seen_at = now() - interval '1 day' where id = $1`, [first.id])
  for (let more = 0; more < 100 && ended.length === 0; more++) await begin(ended)
  expect(ended).toEqual([first.id])
})

test('the streams of sessions that ended elsewhere, or whose time is over, end when it is looked', async () => {
  const [gone, over, open] = [await begin(), await begin(), await begin()]
  const ids = new Set([gone.id, over.id, open.id])
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const ended = new Promise<ReadonlySet<string>>((resolve, reject) => {
    const { close } = watchStreams(
      db,
      { sessionIds: () => ids, endSessions: (found) => (resolve(found), close()) },
      reject,
    )
  })
  await db.query('delete from sessions where id = $1', [gone.id])
  await db.query('update sessions set expires_at = now() where id = $1', [over.id])
  vi.advanceTimersByTime(5_000)
  expect(await ended).toEqual(new Set([gone.id, over.id]))
})
