// The waitlist and the landing, as visitors and attackers meet them: the built server, over HTTP.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { LandingStatus } from '@twinmint/sdk/internal/api/platform/landing-contract'
import type { Availability, Joined } from '@twinmint/sdk/internal/api/waitlist/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Client, createClient } from './client.ts'
import { plainPicture } from './pictures.ts'
import { pressAdminLink, type ServerProcess, startServerProcess } from './server-process.ts'
import { postgres, withSchema } from './services.ts'
import { isSoak } from './soak.ts'

const running: ServerProcess[] = []
const start = async (options: Parameters<typeof startServerProcess>[0]): Promise<ServerProcess> => {
  const server = await startServerProcess(options)
  running.push(server)
  return server
}
afterAll(() => Promise.all(running.map((server) => server.remove())))

const failure = (status: number, code: string) => expect.objectContaining({ status, code })

/** Posts from an address of its own, by a proxy that the server trusts. */
async function joinFrom(origin: string, ip: string, username: string): Promise<Response> {
  return fetch(`${origin}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ username }),
  })
}

describe('joining', () => {
  let visitor: Client
  const check = (name: string) => visitor.get<Availability>(`/api/waitlist/check/${encodeURIComponent(name)}`)
  const join = (username: unknown) => visitor.post<Joined>('/api/waitlist', { username })

  beforeAll(async () => {
    const server = await start({})
    visitor = createClient(server.origin)
  })

  test('takes a name once, whatever its case, and answers the same each time', async () => {
    expect(await check('Frog_Lord')).toEqual({ available: true })
    expect(await join('  @Frog_Lord ')).toEqual({ success: true, username: 'Frog_Lord' })
    expect(await join('Frog_Lord')).toEqual({ success: true, username: 'Frog_Lord' })
    expect(await join('FROG_LORD')).toEqual({ success: true, username: 'FROG_LORD' })
    for (const name of ['frog_lord', 'FROG_LORD', '@Frog_Lord'])
      expect(await check(name)).toEqual({ available: false })
    expect(await check('frog_lor')).toEqual({ available: true })
  })

  test('takes what X allows, up to 100 characters', async () => {
    for (const name of ['a', '_', '0', 'x'.repeat(100), '@@double'])
      expect((await join(name)).username).toBe(name.replaceAll('@', ''))
    for (const name of [
      '',
      ' ',
      '@',
      'x'.repeat(101),
      'two words',
      'dash-ed',
      'dot.ted',
      'émile',
      'а',
      '=1+1',
      '<b>',
      "a'b",
      'a\u0000b',
      'a\nb',
      '%',
      '🐸',
    ])
      await expect(join(name), JSON.stringify(name)).rejects.toEqual(failure(400, 'invalidXUsername'))
    for (const body of [undefined, 7, null, ['a'], {}, 'x'.repeat(201)])
      await expect(join(body)).rejects.toEqual(failure(400, 'badRequest'))
    await expect(check('no spaces')).rejects.toEqual(failure(400, 'invalidXUsername'))
    await expect(visitor.get('/api/waitlist/check/%00')).rejects.toEqual(failure(400, 'invalidXUsername'))
    // "_" stands for itself, not for any letter.
    await join('under_score')
    expect(await check('underXscore')).toEqual({ available: true })
  })

  test('is one entry for many who take the same name at the same moment', async () => {
    const spellings = ['racer', 'RACER', 'Racer', 'rAcEr']
    const all = await Promise.all(Array.from({ length: 24 }, (_, i) => join(spellings[i % 4])))
    expect(all.every(({ success }) => success)).toBe(true)
    expect(await check('racer')).toEqual({ available: false })
  })
})

describe('limits', () => {
  let origin: string
  beforeAll(async () => {
    ;({ origin } = await start({ env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } }))
  })
  const checkFrom = (ip: string, name: string, path = 'api') =>
    fetch(`${origin}/${path}/waitlist/check/${name}`, { headers: { 'x-forwarded-for': ip } })
  const statuses = async (count: number, ask: (i: number) => Promise<Response>) => {
    const seen: number[] = []
    for (let i = 0; i < count; i++) seen.push((await ask(i)).status)
    return seen
  }
  const firstRefused = (seen: readonly number[]) => seen.indexOf(429)

  test('going through names stops after a minute’s worth of typing, however the address is written', async () => {
    const seen = await statuses(70, (i) => checkFrom('203.0.113.1', `name${i}`, i % 2 ? '%61pi' : 'api'))
    expect(firstRefused(seen)).toBe(60)
    expect(seen.slice(60).every((status) => status === 429)).toBe(true)
    // Others, and joining, have limits of their own.
    expect((await checkFrom('203.0.113.2', 'name1')).status).toBe(200)
    expect((await joinFrom(origin, '203.0.113.1', 'patient')).status).toBe(200)
  })

  test('flooding stops after twenty names, also from many addresses of one IPv6 customer', async () => {
    expect(firstRefused(await statuses(25, (i) => joinFrom(origin, '203.0.113.9', `flood${i}`)))).toBe(20)
    expect(
      firstRefused(await statuses(25, (i) => joinFrom(origin, `2001:db8:1:2:${i}::${i + 1}`, `sixth${i}`))),
    ).toBe(20)
    expect((await joinFrom(origin, '2001:db8:1:3::1', 'neighbour')).status).toBe(200)
    const refused = await joinFrom(origin, '203.0.113.9', 'flooded')
    expect(await refused.json()).toMatchObject({ code: 'rateLimited' })
  })

  test('a made-up address before the trusted proxy’s changes nothing, nor does what is no address', async () => {
    const seen = await statuses(25, (i) => joinFrom(origin, `198.51.100.${i}, 203.0.113.77`, `spoof${i}`))
    expect(firstRefused(seen)).toBe(20)
    expect(firstRefused(await statuses(25, (i) => joinFrom(origin, `unknown-${i}`, `raw${i}`)))).toBe(20)
    const undecodable = await fetch(`${origin}/api/collections/%ff`)
    expect([undecodable.status, undecodable.headers.get('x-ratelimit-limit')]).toEqual([404, '1200'])
  })
})

if (isSoak)
  describe('IP addresses', () => {
    if (postgres.missing !== undefined) {
      test.skip(`skipped: ${postgres.missing}`)
      return
    }
    test('are not stored unless the configuration says so; are the visitor’s by the proxies that are trusted, and are forgotten after 30 days', () =>
      withSchema('twinmint_waitlist_test', async (url, client) => {
        const stored = async () => {
          const { rows } = await client.query<{ username: string; ip_address: string | null }>(
            'select username, ip_address from waitlist order by username',
          )
          return Object.fromEntries(rows.map(({ username, ip_address }) => [username, ip_address]))
        }
        const env = { DATABASE_URL: url, TRUST_PROXY: '1' }
        const silent = await start({ env })
        await joinFrom(silent.origin, '203.0.113.5', 'private')
        await silent.stop()
        expect(await stored()).toEqual({ private: null })

        const server = await start({ env: { ...env, WAITLIST_STORE_IP: 'on' } })
        await joinFrom(server.origin, '203.0.113.5', 'four')
        await joinFrom(server.origin, '10.0.0.1, ::ffff:203.0.113.6', 'mapped')
        await joinFrom(server.origin, '2001:db8::7', 'six')
        await joinFrom(server.origin, '203.0.113.99', 'four')
        expect(await stored()).toEqual({
          private: null,
          four: '203.0.113.5',
          mapped: '203.0.113.6',
          six: '2001:db8::7',
        })
        for (const [name, days] of [
          ['four', 31],
          ['six', 29],
        ] as const)
          await client.query(
            'update waitlist set submitted_at = now() - make_interval(days => $1) where username = $2',
            [days, name],
          )
        await server.stop()
        const again = await start({ env })
        await expect.poll(stored).toMatchObject({ four: null, mapped: '203.0.113.6', six: '2001:db8::7' })
        await again.stop()
      }))
  })

describe('the landing', () => {
  let server: ServerProcess
  let coin: Collection
  let visitor: Client
  beforeAll(async () => {
    const before = await startServerProcess()
    const creator = createClient(before.origin)
    await creator.fund()
    const picture = await plainPicture()
    coin = await creator.launch({ name: 'Early Frog', symbol: 'EARLY', description: 'Too early.' }, picture)
    await before.stop()
    server = await start({
      folder: before.folder,
      env: {
        LANDING_ENABLED: 'on',
        ADMIN_LINK: 'on',
        X_ACCOUNT: '@twinmint',
        DECK_URL: 'https://example.org/deck?a=1&b="2"',
      },
    })
    visitor = createClient(server.origin)
  })
  const page = async (path: string) => {
    const response = await fetch(`${server.origin}${path}`, { redirect: 'manual' })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const told = (text: string) =>
    JSON.parse(
      (/data-landing="([^"]*)"/.exec(text)?.[1] ?? 'null').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ) as LandingStatus | null

  test('is what every path shows, and says so itself', async () => {
    const status = await visitor.get<LandingStatus>('/api/landing/status')
    expect(status).toEqual({
      landingEnabled: true,
      mayEnter: false,
      followUrl: 'https://x.com/twinmint',
      deckUrl: 'https://example.org/deck?a=1&b="2"',
    })
    for (const path of [
      '/',
      '/index.html',
      '/launch',
      `/trade/${coin.id}`,
      '/gallery',
      '/no/such/page',
      '/?x',
      '/%2561dmin',
    ]) {
      const { status: code, text, headers } = await page(path)
      expect(code, path).toBe(200)
      expect(told(text), path).toEqual(status)
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'")
      expect(text + (headers.get('link') ?? ''), path).not.toMatch(
        /Early Frog|HomePage|CoinPage|api\/collections/,
      )
    }
  })

  test('leaves to strangers no call, no rpc, no stream, however the address is written', async () => {
    const refused = { code: 'notOpen', error: 'Not open yet' }
    for (const path of [
      '/api/collections',
      `/api/collections/${coin.id}`,
      '/%61pi/collections',
      '/api/%63ollections/trending',
      '/api/search?q=frog',
      '/api/stats',
      '/api/live',
      '/api/live?topics=market&x=/api/waitlist',
      '/api/nfts/featured',
      '/rpc',
    ]) {
      const { status, text } = await page(path)
      expect([status, JSON.parse(text)], path).toEqual([503, expect.objectContaining(refused)])
    }
    await expect(
      visitor.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] }),
    ).rejects.toEqual(failure(503, 'notOpen'))
    await expect(visitor.post('/api/demo/fund', { walletAddress: visitor.address })).rejects.toEqual(
      failure(503, 'notOpen'),
    )
    await expect(
      visitor.post('/api/trades/create-transaction', {
        collectionId: coin.id,
        traderAddress: visitor.address,
        type: 'BUY',
        amount: '0.1',
      }),
    ).rejects.toEqual(failure(503, 'notOpen'))
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/rpc`)
    const answer = await new Promise<string>((resolve) => {
      socket.on('open', () => resolve('open')).on('error', ({ message }) => resolve(message))
    })
    expect(answer).toContain('503')
  })

  test('leaves what signing in, the waitlist, machines and the chain’s metadata need', async () => {
    for (const path of [
      '/api/config',
      '/api/session',
      '/api/health',
      '/api/waitlist/check/somebody',
      '/favicon.svg',
      new URL(coin.metadataUri).pathname,
      coin.imageUrl ?? '',
    ])
      expect((await page(path)).status, path).toBe(200)
    // The landing's own files, as files.
    const { text } = await page('/')
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? ''
    expect((await page(script)).headers.get('content-type')).toContain('javascript')
    expect(await visitor.post('/api/waitlist', { username: 'somebody' })).toMatchObject({ success: true })
    expect((await visitor.signIn()).walletAddress).toBe(visitor.address)
    const before = server.output()
    await expect(visitor.get('/api/stats')).rejects.toEqual(failure(503, 'notOpen'))
    await expect(visitor.post('/api/trades/execute', {})).rejects.toEqual(failure(503, 'notOpen'))
    // Strangers fill no log.
    expect(server.output()).toBe(before)
  })

  test('keeps the admin’s way in, where a stranger sees that there is nothing', async () => {
    const { status, headers } = await page('/admin/waitlist')
    expect([status, headers.get('link')]).toEqual([404, null])
    const link = await pressAdminLink(server.adminLink())
    expect(link.status).toBe(303)
    const cookie = link.headers.get('set-cookie')?.split(';')[0] ?? ''
    const asAdmin = (path: string) => fetch(`${server.origin}${path}`, { headers: { cookie } })
    expect(told(await (await asAdmin('/')).text())).toBeNull()
    expect((await asAdmin('/api/collections')).status).toBe(200)
    expect(await (await asAdmin('/api/landing/status')).json()).toMatchObject({
      landingEnabled: true,
      mayEnter: true,
    })
    const rpc = await fetch(`${server.origin}/rpc`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[]}',
    })
    expect(rpc.status).toBe(200)
  })
})
