// The chart's calls, the card, the heads and the frame, over HTTP against the built server.

import { STORED_TIMEFRAMES, TIMEFRAME_SECONDS, TIMEFRAMES } from '@twinmint/sdk/api/coin/contract'
import type { ChartData, Marks } from '@twinmint/sdk/api/history/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { type SignInFields, signInText } from '@twinmint/sdk/core/sign-in'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient } from './client.ts'
import { addOldCandles } from './old-candles.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const PUBLIC_URL = 'https://coins.example'
const HOSTILE = '"><img src=x onerror=alert(1)> & 日本'
const OLD = 130
let server: ServerProcess
let creator: Client
let trader: Client
let coin: Collection
let hostile: Collection

beforeAll(async () => {
  const picture = await plainPicture('#ff9d4d')
  const first = await startServerProcess({ env: { PUBLIC_URL } })
  creator = createClient(first.origin)
  await creator.airdrop(5)
  coin = await creator.launch({ name: 'Charted Frog', symbol: 'CHART', devBuyAmount: '0.1' }, picture)
  hostile = await creator.launch({ name: HOSTILE, symbol: '<B>&"', collectionName: HOSTILE }, picture)
  await first.stop()
  await addOldCandles(first.folder, coin.id, OLD)
  server = await startServerProcess({ folder: first.folder, env: { PUBLIC_URL } })
  creator = createClient(server.origin, creator.keypair)
  trader = createClient(server.origin)
  await trader.airdrop(5)
})
afterAll(() => server.remove())

describe('chart data', () => {
  const stored = TIMEFRAMES.filter((timeframe) => STORED_TIMEFRAMES.includes(TIMEFRAME_SECONDS[timeframe]))
  test.each(stored)('of %s goes back by its cursor to the first candle, each once', async (timeframe) => {
    const times: number[] = []
    let before: number | null | undefined
    for (let page = 0; page < 20 && before !== null; page++) {
      const cursor = before === undefined ? '' : `&before=${before}`
      const data = await trader.get<ChartData>(
        `/api/chart-data/${coin.id}?timeframe=${timeframe}&limit=40${cursor}`,
      )
      expect(data.timeframe).toBe(timeframe)
      expect(data.chartData.length).toBeLessThanOrEqual(40)
      const here = data.chartData.map(({ time }) => time)
      expect(here).toEqual([...here].sort((a, b) => a - b))
      times.unshift(...here)
      before = data.nextBefore
    }
    expect(new Set(times).size).toBe(times.length)
    // The dev buy's own candle beside the old ones.
    expect([OLD, OLD + 1]).toContain(times.length)
    for (const time of times) expect(time % TIMEFRAME_SECONDS[timeframe]).toBe(0)
  })

  test.each(['1s', '5s', '15s'] as const)(
    'of %s is worked out of the trades, and adds up to the minutes',
    async (timeframe) => {
      const seconds = TIMEFRAME_SECONDS[timeframe]
      await creator.trade('BUY', hostile.id, '0.3')
      await creator.trade('SELL', hostile.id, '1000000')
      const read = (query: string) => trader.get<ChartData>(`/api/chart-data/${hostile.id}?${query}`)
      const minutes = await read('timeframe=1m&limit=1000')
      const candles: ChartData['chartData'] = []
      for (let before: number | null | undefined; before !== null; ) {
        const page = await read(
          `timeframe=${timeframe}&limit=1${before === undefined ? '' : `&before=${before}`}`,
        )
        expect(page.sequence).toBe(minutes.sequence)
        candles.unshift(...page.chartData)
        before = page.nextBefore
      }
      const whole = await read(`timeframe=${timeframe}&limit=1000`)
      expect(whole.chartData).toEqual(candles)
      expect(whole.nextBefore).toBeNull()
      for (const { time } of candles) expect(time % seconds).toBe(0)
      const sum = (of: ChartData['chartData'], what: 'trades' | 'volume') =>
        of.reduce((total, candle) => total + candle[what], 0)
      expect(sum(candles, 'trades')).toBe(sum(minutes.chartData, 'trades'))
      expect(sum(candles, 'volume')).toBeCloseTo(sum(minutes.chartData, 'volume'), 9)
      expect(candles[0]?.open).toBe(minutes.chartData[0]?.open)
      expect(candles.at(-1)?.close).toBe(minutes.chartData.at(-1)?.close)
      expect(Math.max(...candles.map(({ high }) => high))).toBe(
        Math.max(...minutes.chartData.map(({ high }) => high)),
      )
      expect((await read(`timeframe=${timeframe}&before=1`)).chartData).toEqual([])
    },
  )

  test('is 24 hourly candles where nothing is said, and refuses what is not a timeframe, a limit or a cursor', async () => {
    const data = await trader.get<ChartData>(`/api/chart-data/${coin.id}`)
    expect(data).toMatchObject({ timeframe: '1h', symbol: 'CHART', name: 'Charted Frog' })
    expect(data.chartData).toHaveLength(24)
    // In milliseconds.
    const late = ['timeframe=1s&before=9300000000000', 'timeframe=1h&before=9300000000000']
    for (const query of ['timeframe=2m', 'limit=0', 'limit=1001', 'before=-1', 'before=x', ...late])
      await expect(trader.get(`/api/chart-data/${coin.id}?${query}`)).rejects.toMatchObject({
        status: 400,
        code: 'badRequest',
      })
    await expect(trader.get('/api/chart-data/x')).rejects.toMatchObject({ status: 404 })
  })
})

test('marks are the newest trades of the creator and of the wallet that is named', async () => {
  await trader.trade('BUY', coin.id, '0.2')
  await trader.trade('SELL', coin.id, '1000')
  const path = `/api/collections/${coin.id}/marks`
  const alone = await trader.get<Marks>(path)
  expect(alone.creator.map(({ type, lamports }) => [type, lamports])).toEqual([['BUY', '100000000']])
  expect(alone.wallet).toEqual([])
  expect(alone.boosts).toEqual([])
  const { wallet, creator: creators, sequence } = await trader.get<Marks>(`${path}?wallet=${trader.address}`)
  expect(wallet.map(({ type }) => type)).toEqual(['SELL', 'BUY'])
  expect(creators).toEqual(alone.creator)
  expect(sequence).toBeGreaterThan(alone.sequence - 1)
  const own = await trader.get<Marks>(`${path}?wallet=${creator.address}`)
  expect(own.wallet).toEqual(own.creator)
  await expect(trader.get(`${path}?wallet=x`)).rejects.toMatchObject({ code: 'invalidAddress' })
})

describe('the card', () => {
  const cardOf = async (id: string, init?: RequestInit) => {
    const response = await fetch(`${server.origin}/api/collections/${id}/card.jpg`, init)
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  test('is a picture of 1200 by 630 that changes with the price and is not sent twice', async () => {
    // Figures of the day follow a trade within seconds, and are drawn too.
    const card = { etag: '' }
    await expect
      .poll(
        async () => {
          const { etag } = card
          card.etag = (await cardOf(coin.id)).response.headers.get('etag') ?? ''
          return card.etag === etag
        },
        { interval: 2_500, timeout: 30_000 },
      )
      .toBe(true)
    const before = await cardOf(coin.id)
    expect(before.response.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(before.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const corner = await sharp(before.bytes)
      .extract({ left: 250, top: 250, width: 1, height: 1 })
      .raw()
      .toBuffer()
    // The coin's picture.
    expect([...corner].map((value) => Math.round(value / 16))).toEqual([16, 10, 5])
    const etag = before.response.headers.get('etag') ?? ''
    const same = await cardOf(coin.id, { headers: { 'if-none-match': etag } })
    expect(same.response.status).toBe(304)
    expect(same.bytes).toHaveLength(0)

    await trader.trade('BUY', coin.id, '1')
    const after = await cardOf(coin.id, { headers: { 'if-none-match': etag } })
    expect(after.response.status).toBe(200)
    expect(after.response.headers.get('etag')).not.toBe(etag)
    const [a, b] = await Promise.all(
      [before.bytes, after.bytes].map((bytes) => sharp(bytes).raw().toBuffer()),
    )
    expect(a?.equals(b ?? Buffer.alloc(0))).toBe(false)
  })
  test('stands every name', async () => {
    const { response, bytes } = await cardOf(hostile.id)
    expect(response.status).toBe(200)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
    // Something light is written where the name is.
    const { channels } = await sharp(bytes).extract({ left: 500, top: 70, width: 400, height: 60 }).stats()
    expect(channels[0]?.max).toBeGreaterThan(200)
  })
  test('of no coin is none', async () => {
    const { response, bytes } = await cardOf('00000000-0000-8000-8000-000000000000')
    expect(response.status).toBe(404)
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'collectionNotFound' })
  })
})

describe('pages', () => {
  const page = async (path: string) => {
    const response = await fetch(`${server.origin}${path}`)
    const html = await response.text()
    const content = (key: string) =>
      new RegExp(`(?:name|property)="${key}" content="([^"]*)"`).exec(html)?.[1]
    return {
      status: response.status,
      policy: response.headers.get('content-security-policy') ?? '',
      html,
      title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
      content,
    }
  }

  test('of coins say what they are, with addresses of the public site', async () => {
    const { status, title, content, html } = await page(`/trade/${coin.mintAddress}`)
    expect(status).toBe(200)
    expect(title).toBe('Charted Frog (CHART) · Twinmint')
    expect(content('og:url')).toBe(`${PUBLIC_URL}/trade/${coin.id}`)
    expect(content('og:image')).toMatch(
      new RegExp(`^${PUBLIC_URL}/api/collections/${coin.id}/card\\.jpg\\?v=\\d+$`),
    )
    expect(content('twitter:card')).toBe('summary_large_image')
    expect(content('og:description')).toContain('420 SOL')
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html.match(/name="description"/g)).toHaveLength(1)
    expect((await page(`/nft/${coin.id}/7`)).content('og:url')).toBe(`${PUBLIC_URL}/nft/${coin.id}/7`)
  })
  test('hold hostile names as text', async () => {
    for (const path of [`/trade/${hostile.id}`, `/nft/${hostile.id}/1`, `/embed/${hostile.id}`]) {
      const { status, html } = await page(path)
      expect(status).toBe(200)
      expect(html).not.toContain('<img src=x')
      expect(html).not.toContain('<B>')
      expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &amp; 日本')
    }
  })
  test('that are not there have status 404, no address and are not to be found', async () => {
    for (const path of ['/nothing', '/trade/00000000-0000-8000-8000-000000000000', '/nft/x/1', '/embed/x']) {
      const { status, title, content, html } = await page(path)
      expect(status).toBe(404)
      expect(title).toBe('404 Page Not Found · Twinmint')
      expect(content('robots')).toBe('noindex')
      expect(html).not.toContain('canonical')
    }
  })
  test('each have their own title and description', async () => {
    const paths = ['/', '/launch', '/hybrid-launch', '/trade', '/analytics', '/gallery']
    const pages = await Promise.all(paths.map(page))
    expect(new Set(pages.map(({ title }) => title)).size).toBe(paths.length)
    expect(new Set(pages.map(({ content }) => content('description'))).size).toBe(paths.length)
  })
  test('may not be framed, but for the embeddable chart, whose policy is else the same', async () => {
    const embed = await page(`/embed/${coin.id}`)
    expect(embed.policy).toContain('frame-ancestors *')
    const strict = embed.policy.replace('frame-ancestors *', "frame-ancestors 'none'")
    for (const path of ['/', `/trade/${coin.id}`, '/launch', '/nothing', '/index.html', '/embed.html']) {
      // A drawn page has one script that stands in it.
      const policy = (await page(path)).policy.replace(/ 'sha256-[^']+'/, '')
      expect({ path, policy }).toEqual({ path, policy: strict })
    }
    // Nothing of the wallet, the header or the footer is named.
    expect(embed.html).toContain('/assets/embed-')
    expect(embed.html).not.toContain('/assets/index-')
  })
})

test('under a PUBLIC_URL of https browsers are told to come by https alone', async () => {
  for (const path of ['/', '/api/stats']) {
    const { headers } = await fetch(`${server.origin}${path}`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
})

test('under a PUBLIC_URL nobody signs in by another name that the server answers to', async () => {
  const call = (path: string, body: object, origin?: string) =>
    fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
      body: JSON.stringify(body),
    })
  const { address: walletAddress } = trader
  expect((await call('/api/session/nonce', { walletAddress }, server.origin)).status).toBe(403)
  const asked = await call('/api/session/nonce', { walletAddress }, PUBLIC_URL)
  const fields = (await asked.json()) as SignInFields
  expect(fields).toMatchObject({ domain: new URL(PUBLIC_URL).host, uri: PUBLIC_URL })
  const signIn = (signed: SignInFields, origin?: string) => {
    const message = Buffer.from(signInText(signed))
    return call(
      '/api/session',
      {
        walletAddress,
        message: message.toString('base64'),
        signature: Buffer.from(trader.signMessage(message)).toString('base64'),
      },
      origin,
    )
  }
  const ofMachine = { ...fields, domain: new URL(server.origin).host, uri: server.origin }
  expect((await signIn(ofMachine)).status).toBe(401)
  expect((await signIn(fields, server.origin)).status).toBe(403)
  const signedIn = await signIn(fields, PUBLIC_URL)
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const signOut = (origin: string) =>
    fetch(`${server.origin}/api/session`, { method: 'DELETE', headers: { cookie, origin } })
  expect((await signOut(server.origin)).status).toBe(403)
  expect((await signOut(PUBLIC_URL)).status).toBe(204)
})
