// What a document holds before any script runs: the page drawn, and what it was drawn of; nobody's own, and nothing that a name could
// break out of.
import { hash } from 'node:crypto'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { FIRST_DATA_ID, type FirstData } from '@twinmint/sdk/internal/api/records/first-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const HOSTILE = '</script><img src=x>'

let server: ServerProcess
let creator: Client
let coin: Collection
let hostile: Collection

beforeAll(async () => {
  server = await startServerProcess()
  creator = createClient(server.origin)
  await creator.airdrop(10)
  const image = await plainPicture('#21d38b')
  coin = await creator.launch({ name: 'Early Bird', symbol: 'EARLY', devBuyAmount: '0.5' }, image)
  hostile = await creator.launch(
    { name: HOSTILE, symbol: 'EVIL', description: `$& <!-- ${HOSTILE} ]]>` },
    image,
  )
})
afterAll(() => server.remove())

async function documentOf(path: string, cookie?: string) {
  const response = await fetch(server.origin + path, { headers: cookie === undefined ? {} : { cookie } })
  const html = await response.text()
  const json = new RegExp(`<script type="application/json" id="${FIRST_DATA_ID}">(.*?)</script>`).exec(
    html,
  )?.[1]
  return {
    response,
    html,
    root: /<div id="root">(.*)<\/div>/.exec(html)?.[1] ?? '',
    first: json === undefined ? undefined : (JSON.parse(json) as FirstData),
  }
}

/** A machine with other work may serve a document before its drawing is there. */
const drawn = (path: string, cookie?: string) =>
  expect
    .poll(async () => (await documentOf(path, cookie)).first, { timeout: 20_000 })
    .toBeDefined()
    .then(() => documentOf(path, cookie))

test('a coin’s page holds the coin’s facts, and the answers that they are from', async () => {
  const { root, first, html, response } = await drawn(`/trade/${coin.id}`)
  const now = await creator.get<Collection>(`/api/collections/${coin.id}`)
  for (const fact of ['Early Bird', 'EARLY', coin.mintAddress, coin.creatorAddress, 'Market cap', 'Holders'])
    expect(root).toContain(fact)
  expect(root).toContain(`src="${now.imageUrl}"`)
  expect(root).toContain(`title="${now.currentPrice} SOL"`)
  const answer = (key: string) => first?.answers.find((each) => each.key.join('/') === key)?.data
  expect(answer(`api/collections/${coin.id}`)).toMatchObject({ id: coin.id, marketCap: now.marketCap })
  expect(answer('api/config')).toEqual(await creator.get('/api/config'))
  expect(first?.answers).toHaveLength(2)
  // Its styles ask for it, and the live stream begins where it was read.
  expect(html).toMatch(/<html [^>]*data-coin-page/)
  expect(html).toMatch(/<html [^>]*data-live="[^"]+"/)
  // Nothing is asked for beforehand that is there, and no script comes before the picture.
  expect(response.headers.get('link')).not.toMatch(/as=fetch|modulepreload/)
})

test('a list holds of each coin what lists show: what only its own page says comes with that', async () => {
  for (const path of ['/', '/trade', '/gallery']) {
    const { first } = await drawn(path)
    const text = JSON.stringify(first)
    expect(text).toContain(coin.mintAddress)
    expect(text).not.toMatch(/"(description|launchSignature|graduationSignature)":/)
  }
  const own = JSON.stringify((await drawn(`/trade/${coin.id}`)).first)
  expect(own).toContain(coin.launchSignature)
})

test('every page that says so is drawn', async () => {
  const titles = {
    '/': 'Every launch mints twins.',
    '/trade': 'Early Bird',
    '/gallery': 'Early Bird',
    [`/nft/${coin.id}/7`]: '#7',
    [`/trade/${coin.mintAddress}`]: 'Early Bird',
    '/launch': 'Launch Your Collection',
    '/hybrid-launch': 'Hybrid Launch',
  }
  for (const [path, text] of Object.entries(titles)) {
    const { root, html, response } = await drawn(path)
    expect(root).toContain(text)
    // Beside the data there is the first script, and it is the only one in a document that may run.
    const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
    expect(scripts).toEqual([
      expect.objectContaining({ 1: expect.stringContaining(' id="start" ') }),
      expect.objectContaining({ 1: expect.stringContaining('"application/json"') }),
    ])
    // For the styles it would wait.
    expect(html.indexOf('<script id="start"')).toBeLessThan(html.indexOf('<link rel="stylesheet"'))
    expect(/script-src ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]).toBe(
      `'self' 'sha256-${hash('sha256', scripts[0]?.[2] ?? '', 'base64')}'`,
    )
    expect(html.match(/<title>/g)).toHaveLength(1)
  }
})

test('a page with a question in its address, of no coin, or of another kind draws itself', async () => {
  for (const path of [
    `/trade/${coin.id}?tab=holders`,
    '/docs',
    `/trade/${crypto.randomUUID()}`,
    '/analytics',
  ]) {
    const { html, first } = await documentOf(path)
    expect(first).toBeUndefined()
    expect(html).toContain('<div id="root"></div>')
  }
})

test('names and descriptions stay text, drawn and as data', async () => {
  const { root, first, html } = await drawn(`/trade/${hostile.id}`)
  expect(html).not.toContain(HOSTILE)
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('<!--  </script')
  expect(root).toContain('&lt;/script&gt;&lt;img src=x&gt;')
  expect(first?.answers.map(({ data }) => (data as Collection).name)).toContain(HOSTILE)
  expect(first?.answers.map(({ data }) => (data as Collection).description)).toContain(
    `$& <!-- ${HOSTILE} ]]>`,
  )
})

test('whoever is signed in gets what everybody gets', async () => {
  const visitor = createClient(server.origin)
  await visitor.signIn()
  await visitor.put('/api/user/profile', { username: 'earlyreader' }).catch(() => undefined)
  const path = `/trade/${coin.id}`
  await drawn(path)
  const [mine, anybodys] = [await drawn(path, visitor.cookie()), await drawn(path)]
  // They may be drawn a second apart.
  const [hers, theirs] = [mine, anybodys].map(({ root }) => root.replaceAll(/(<time[^>]*>)[^<]*/g, '$1'))
  expect(hers).toBe(theirs)
  for (const secret of [visitor.address, 'earlyreader', visitor.cookie() ?? 'no cookie'])
    expect(mine.html).not.toContain(secret)
  expect(mine.response.headers.get('set-cookie')).toBeNull()
})
