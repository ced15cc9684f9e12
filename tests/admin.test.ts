// What admins see and do, what strangers don't, and what is written down of it: the built server, over HTTP.

import type { PostedComment, ReportsPage } from '@twinmint/sdk/api/community/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type {
  AdminCollection,
  AdminCollectionsPage,
  AuditPage,
  LandingSwitchState,
  WaitlistPage,
} from '@twinmint/sdk/internal/api/admin/contract'
import type { AllSessionsPage, Session } from '@twinmint/sdk/internal/api/session/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { boost, type Client, createClient, nextSecond } from './client.ts'
import { rebuildIndex } from './index-rows.ts'
import { plainPicture } from './pictures.ts'
import { pressAdminLink, type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak } from './soak.ts'
import { openDatabaseOf } from './test-database.ts'

const keypair = createKeypair()
const env = { ADMIN_WALLETS: createClient('http://nowhere', keypair).address, ADMIN_LINK: 'on' }
let server: ServerProcess
let admin: Client
let creator: Client
let coin: Collection
let other: Collection

beforeAll(async () => {
  server = await startServerProcess({ env })
  admin = createClient(server.origin, keypair)
  await admin.signIn()
  creator = createClient(server.origin)
  await creator.airdrop(5)
  const picture = await plainPicture()
  coin = await creator.launch({ name: 'Doubtful Frog', symbol: 'DOUBT' }, picture)
  await nextSecond()
  other = await creator.launch({ name: 'Honest Frog', symbol: 'HONEST' }, picture)
})
afterAll(() => server.remove())

const failure = (status: number, code: string) => expect.objectContaining({ status, code })
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
const newestAction = async () => (await admin.get<AuditPage>('/api/admin/audit?limit=1')).actions[0]

describe('a stranger', () => {
  const calls = [
    ['GET', '/api/admin/waitlist'],
    ['GET', '/api/admin/waitlist/export'],
    ['GET', '/api/admin/waitlist/export?format=usernames'],
    ['GET', '/api/admin/landing'],
    ['PUT', '/api/admin/landing', '{"landingEnabled":true}'],
    ['GET', '/api/admin/collections'],
    ['PUT', '/api/admin/collections/00000000-0000-8000-8000-000000000000', '{"isHidden":true}'],
    ['POST', '/api/admin/collections/00000000-0000-8000-8000-000000000000/reread'],
    ['GET', '/api/admin/sessions'],
    ['DELETE', '/api/admin/sessions/00000000-0000-8000-8000-000000000000'],
    ['GET', '/api/admin/reports'],
    ['POST', '/api/admin/reports/00000000-0000-8000-8000-000000000000', '{"action":"hide"}'],
    ['GET', '/api/admin/audit'],
    ['PUT', '/api/admin/landing', 'this is no JSON'],
    ['GET', '/%61pi/admin/audit'],
  ] as const

  test('hears of every admin call that there is nothing, signed in or not, with whatever cookie', async () => {
    const somebody = createClient(server.origin)
    await somebody.signIn()
    const nothing = await (await fetch(`${server.origin}/api/no/such/call`)).json()
    const cookies = [
      undefined,
      somebody.cookie(),
      `twinmint=${'A'.repeat(43)}`,
      'twinmint=; isAdmin=true',
      'twinmint=admin',
    ]
    for (const cookie of cookies)
      for (const [method, path, body] of calls) {
        const response = await fetch(`${server.origin}${path}`, {
          method,
          headers: {
            ...(cookie === undefined ? {} : { cookie, origin: server.origin }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body }),
        })
        const told = (await response.json()) as object
        expect([response.status, { ...told, requestId: '' }], `${method} ${path} ${cookie}`).toEqual([
          404,
          { ...nothing, requestId: '' },
        ])
      }
    expect(await somebody.get('/api/landing/status')).toMatchObject({ landingEnabled: false })
  })

  test('sees the page of what does not exist, with nothing in it about admins', async () => {
    for (const path of ['/admin', '/admin/waitlist', '/admin/audit']) {
      const response = await fetch(`${server.origin}${path}`)
      expect(response.status, path).toBe(404)
      expect(`${response.headers.get('link')}${await response.text()}`, path).not.toMatch(/admin/i)
    }
    const asAdmin = await fetch(`${server.origin}/admin/waitlist`, {
      headers: { cookie: admin.cookie() ?? '' },
    })
    expect(asAdmin.status).toBe(200)
  })

  test('cannot use an admin’s browser from another site', async () => {
    const response = await fetch(`${server.origin}/%61pi/admin/landing`, {
      method: 'PUT',
      headers: {
        cookie: admin.cookie() ?? '',
        origin: 'https://evil.example',
        'content-type': 'application/json',
      },
      body: '{"landingEnabled":true}',
    })
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'wrongOrigin' }),
    ])
  })

  test('becomes an admin by the printed link, which works once and keeps the wallet’s session', async () => {
    const wallet = createClient(server.origin)
    await wallet.signIn()
    const before = wallet.cookie() ?? ''
    const sessionOf = async (of: string) =>
      (await (await fetch(`${server.origin}/api/session`, { headers: { cookie: of } })).json()) as Session
    const [own] = (await sessionOf(before)).sessions
    const first = await pressAdminLink(server.adminLink(), before)
    expect([first.status, first.headers.get('location')]).toEqual([303, '/admin/waitlist'])
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await sessionOf(cookie)).toMatchObject({
      walletAddress: wallet.address,
      isAdmin: true,
      sessions: [{ id: own?.id, isThis: true }],
    })
    // The former cookie has no admin rights.
    expect(await sessionOf(before)).toMatchObject({ walletAddress: null, isAdmin: false })
    const opened = await fetch(`${server.origin}/api/admin/waitlist`, { headers: { cookie } })
    expect(opened.status).toBe(200)
    expect((await pressAdminLink(server.adminLink())).status).toBe(404)
    expect(await newestAction()).toMatchObject({ actor: 'admin link', action: 'admin.enter' })
  })
})

describe('the waitlist', () => {
  const names = Array.from({ length: 130 }, (_, i) => `frog_${String(i).padStart(3, '0')}`)

  test('is read by pages, the latest first, none twice and none left out', async () => {
    const visitor = createClient(server.origin)
    for (const username of names) await visitor.post('/api/waitlist', { username })
    const seen: WaitlistPage['entries'][number][] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 10; pages++) {
      const page: WaitlistPage = await admin.get(
        `/api/admin/waitlist?limit=50${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      expect(page.total).toBe(130)
      seen.push(...page.entries)
      cursor = page.nextCursor
    }
    expect(seen.every(({ ipAddress }) => ipAddress === null)).toBe(true)
    // Those of the same millisecond stand in any order.
    expect(seen.map(({ username }) => username).sort()).toEqual(names)
    const moments = seen.map(({ submittedAt }) => submittedAt)
    expect(moments).toEqual(moments.toSorted().reverse())
    expect(new Set(moments).size).toBeGreaterThan(10)
    for (const bad of [
      'nonsense',
      encodeURIComponent(Buffer.from('["now(); drop","x"]').toString('base64url')),
    ])
      await expect(admin.get(`/api/admin/waitlist?cursor=${bad}`)).rejects.toEqual(failure(400, 'badRequest'))
  })

  test('is exported whole, safe from formulas, and the export is in the log', async () => {
    await server.stop()
    // No call lets such names in; whoever writes into the database by hand might.
    const database = await openDatabaseOf(server.folder)
    const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', 'a"b', 'a,b', 'a\nb', "'=1"]
    for (const name of hostile)
      await database.query(
        `insert into waitlist (username, ip_address, submitted_at) values ($1, '203.0.113.7', now() + interval '1 hour')`,
        [name],
      )
    await database.query(
      `insert into waitlist (username, ip_address, submitted_at) values ('old', '203.0.113.8', now() - interval '31 days')`,
    )
    await database.close()
    server = await startServerProcess({
      folder: server.folder,
      env: { ...env, PORT: new URL(server.origin).port },
    })

    const response = await fetch(`${server.origin}/api/admin/waitlist/export`, {
      headers: { cookie: admin.cookie() ?? '' },
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="waitlist-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const rows = readCsv(await response.text())
    expect(rows[0]).toEqual(['Username', 'Submitted At', 'IP Address'])
    expect(rows).toHaveLength(1 + names.length + hostile.length + 1)
    expect(rows.every((row) => row.length === 3)).toBe(true)
    const exported = new Map(rows.map(([name, time, ip]) => [name, { time, ip }]))
    for (const name of names) expect(exported.get(name)?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    for (const name of hostile) {
      const safe = /^[=+\-@\t\r]/.test(name) ? `'${name}` : name
      expect(exported.get(safe)?.ip, JSON.stringify(name)).toBe('203.0.113.7')
    }
    for (const [cell = ''] of rows) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
    expect(exported.get('old')?.ip).toBe('')
    expect(await newestAction()).toMatchObject({
      actor: admin.address,
      action: 'waitlist.export',
      subject: 'csv',
      after: { entries: 141 },
    })

    const copied = await fetch(`${server.origin}/api/admin/waitlist/export?format=usernames`, {
      headers: { cookie: admin.cookie() ?? '' },
    })
    const lines = (await copied.text()).trimEnd().split('\n')
    expect(lines).toEqual(expect.arrayContaining(names.map((name) => `@${name}`)))
  })
})

describe('the landing', () => {
  const set = (landingEnabled: boolean) =>
    admin.put<LandingSwitchState>('/api/admin/landing', { landingEnabled })

  test('goes up and comes down for everybody else at once, with what they had open', async () => {
    const visitor = createClient(server.origin)
    const live = await fetch(`${server.origin}/api/live?topics=market`)
    const reader = live.body?.getReader()
    await reader?.read()
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/rpc`)
    await new Promise((resolve) => socket.on('open', resolve))
    const socketEnded = new Promise((resolve) => socket.on('close', resolve))

    expect(await admin.get('/api/admin/landing')).toEqual({
      landingEnabled: false,
      updatedBy: null,
      updatedAt: null,
    })
    expect(await set(true)).toMatchObject({ landingEnabled: true, updatedBy: admin.address })
    await expect(visitor.get('/api/stats')).rejects.toEqual(failure(503, 'notOpen'))
    expect((await admin.get<Collection>(`/api/collections/${coin.id}`)).name).toBe('Doubtful Frog')
    await socketEnded
    let rest = await reader?.read()
    while (rest?.done === false) rest = await reader?.read()
    expect(rest?.done).toBe(true)
    expect(await newestAction()).toMatchObject({
      actor: admin.address,
      action: 'landing.set',
      before: { landingEnabled: false },
      after: { landingEnabled: true },
    })
    await expect(admin.put('/api/admin/landing', { landingEnabled: 'yes' })).rejects.toEqual(
      failure(400, 'badRequest'),
    )
    expect(await set(false)).toMatchObject({ landingEnabled: false })
    expect(await visitor.get('/api/stats')).toBeDefined()
  })
})

describe('a coin', () => {
  const mark = (marks: object, id = coin.id) =>
    admin.put<AdminCollection>(`/api/admin/collections/${id}`, marks)
  const find = async (query: string) =>
    ids((await admin.get<AdminCollectionsPage>(`/api/admin/collections?${query}`)).collections)
  const listed = async () => {
    const [home, trending, found, byAddress, boosted] = await Promise.all([
      creator.get<Collection[]>('/api/collections'),
      creator.get<Collection[]>('/api/collections/trending'),
      creator.get<Collection[]>('/api/search?q=doubtful'),
      creator.get<Collection[]>(`/api/search?q=${coin.mintAddress}`),
      creator.get<Collection[]>('/api/collections/boosted'),
    ])
    return [home, trending, found, byAddress, boosted].map((list) => ids(list).includes(coin.id))
  }

  test('is found by name, symbol, and the beginning of an address, and by its marks', async () => {
    for (const query of ['search=doubt', 'search=DO', `search=${coin.mintAddress.slice(0, 8)}`])
      expect(await find(query), query).toEqual([coin.id])
    expect(await find(`search=${creator.address}`)).toEqual([other.id, coin.id])
    expect(await find('')).toEqual([other.id, coin.id])
    expect(await find('search=%25')).toEqual([])
    expect(await find('marked=hidden')).toEqual([])
    const [first] = (await admin.get<AdminCollectionsPage>('/api/admin/collections?limit=1')).collections
    expect(first?.id).toBe(other.id)
  })

  test('that is hidden leaves lists and searches, and keeps its page and its trading', async () => {
    await boost(creator, coin.id)
    expect(await listed()).toEqual([true, true, true, true, true])
    expect(await mark({ isHidden: true })).toMatchObject({ isHidden: true, isVerified: false })
    expect(await listed()).toEqual([false, false, false, false, false])
    expect(await creator.get(`/api/collections/${coin.id}`)).toMatchObject({ isHidden: true })
    expect((await fetch(`${server.origin}/trade/${coin.id}`)).status).toBe(200)
    expect((await creator.trade('BUY', coin.id, '0.1')).trade.type).toBe('BUY')
    expect(await find('marked=hidden')).toEqual([coin.id])
    expect(await newestAction()).toMatchObject({
      actor: admin.address,
      action: 'collection.mark',
      subject: coin.mintAddress,
      before: { isHidden: false, isVerified: false },
      after: { isHidden: true, isVerified: false },
    })
    expect(await mark({ isHidden: false })).toMatchObject({ isHidden: false })
    expect(await listed()).toEqual([true, true, true, true, true])
  })

  test('is read again from the chain while it is traded on, and is as before', async () => {
    const before = await creator.get<Collection>(`/api/collections/${coin.id}`)
    const [read, { trade }] = await Promise.all([
      admin.post(`/api/admin/collections/${coin.id}/reread`, {}),
      creator.trade('BUY', coin.id, '0.01', 50),
    ])
    expect(read).toEqual({ mintAddress: coin.mintAddress })
    expect(trade.sequence).toBe(before.sequence + 1)
    expect(await creator.get(`/api/collections/${coin.id}`)).toMatchObject({
      sequence: before.sequence + 1,
      tradeCount: before.tradeCount + 1,
      currentPrice: trade.price,
    })
    expect(await newestAction()).toMatchObject({ action: 'collection.reread', subject: coin.mintAddress })
    const unknown = admin.post('/api/admin/collections/00000000-0000-8000-8000-000000000000/reread', {})
    await expect(unknown).rejects.toMatchObject({ status: 404, code: 'collectionNotFound' })
  })

  test('that is verified has its badge, and marks outlive a rebuilt index', async () => {
    expect(await mark({ isVerified: true }, other.id)).toMatchObject({ isVerified: true })
    await mark({ isHidden: true })
    await server.stop()
    if (isSoak) rebuildIndex(server.folder)
    // The configuration now wants the landing; what the admin set last goes before it.
    server = await startServerProcess({
      folder: server.folder,
      env: { ...env, LANDING_ENABLED: 'on', PORT: new URL(server.origin).port },
    })
    expect(await creator.get('/api/landing/status')).toMatchObject({ landingEnabled: false })
    expect(await creator.get(`/api/collections/${other.id}`)).toMatchObject({
      isVerified: true,
      isHidden: false,
    })
    expect(await creator.get(`/api/collections/${coin.id}`)).toMatchObject({
      isVerified: false,
      isHidden: true,
    })
    expect(ids(await creator.get<Collection[]>('/api/collections'))).toEqual([other.id])
    expect(await find('marked=verified')).toEqual([other.id])
  })

  test('is marked by what there is to mark only', async () => {
    for (const marks of [{}, { isHidden: 'yes' }, { isGraduated: true }])
      await expect(mark(marks)).rejects.toEqual(failure(400, 'badRequest'))
    await expect(mark({ isHidden: true }, '00000000-0000-8000-8000-000000000000')).rejects.toEqual(
      failure(404, 'collectionNotFound'),
    )
  })
})

describe('reports and sessions', () => {
  test('a reported comment is hidden, and the log says by whom', async () => {
    await creator.signIn()
    const { comment } = await creator.post<PostedComment>(`/api/collections/${other.id}/comments`, {
      message: 'Buy my frog',
    })
    const reader = createClient(server.origin)
    await reader.signIn()
    await reader.post('/api/reports', { kind: 'comment', id: comment.id, reason: 'spam' })
    const { reports } = await admin.get<ReportsPage>('/api/admin/reports')
    expect(reports[0]).toMatchObject({ id: comment.id, isOpen: true })
    await admin.post(`/api/admin/reports/${comment.id}`, { action: 'hide' })
    expect(await newestAction()).toMatchObject({
      actor: admin.address,
      action: 'report.hide',
      subject: comment.id,
      before: { state: 'shown', author: creator.address },
      after: { state: 'hidden' },
    })
  })

  test('anybody’s session can be ended, at once', async () => {
    const thief = createClient(server.origin)
    await thief.signIn()
    const { sessions } = await admin.get<AllSessionsPage>('/api/admin/sessions')
    const mine = sessions.find(({ isThis }) => isThis)
    expect(mine).toMatchObject({ walletAddress: admin.address, isAdmin: true })
    const theirs = sessions.find(({ walletAddress }) => walletAddress === thief.address)
    expect(theirs).toMatchObject({ isAdmin: false, isThis: false })
    expect(JSON.stringify(sessions)).not.toContain(thief.cookie()?.split('=')[1])
    await admin.delete(`/api/admin/sessions/${theirs?.id}`)
    expect((await thief.get<Session>('/api/session')).walletAddress).toBeNull()
    await expect(admin.delete(`/api/admin/sessions/${theirs?.id}`)).rejects.toEqual(failure(404, 'notFound'))
    expect(await newestAction()).toMatchObject({ action: 'session.end', subject: thief.address })
  })

  test('the log is read by pages and knows all that was done', async () => {
    const all: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 20; pages++) {
      const page: AuditPage = await admin.get(
        `/api/admin/audit?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      all.push(...page.actions.map(({ action }) => action))
      cursor = page.nextCursor
    }
    expect(all.reverse()).toEqual([
      'admin.enter',
      'waitlist.export',
      'waitlist.export',
      'landing.set',
      'landing.set',
      'collection.mark',
      'collection.mark',
      'collection.reread',
      'collection.mark',
      'collection.mark',
      'report.hide',
      'session.end',
    ])
  })
})

/** As a spreadsheet reads it (RFC 4180). */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === ',' || (character === '\r' && text[at + 1] === '\n')) {
      rows.at(-1)?.push(cell)
      cell = ''
      if (character === '\r') {
        at++
        rows.push([])
      }
    } else cell += character
  }
  return rows.slice(0, -1)
}
