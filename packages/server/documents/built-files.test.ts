import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { emptyFolder } from '../../../tests/fresh-folder.ts'
import { serveBuiltFiles } from './built-files.ts'

const folder = emptyFolder()
mkdirSync(join(folder, 'assets'))
mkdirSync(join(folder, '.vite'))
const SCRIPT = 'console.log("a script")'
writeFileSync(join(folder, 'assets', 'a-1.js'), SCRIPT)
writeFileSync(join(folder, 'assets', 'a-1.js.gz'), gzipSync(SCRIPT))
writeFileSync(join(folder, 'assets', 'a-1.js.br'), 'packed smaller')
writeFileSync(join(folder, 'assets', 'b-2.css'), 'b {}')
writeFileSync(join(folder, 'sw.js'), 'worker')
writeFileSync(join(folder, 'index.html'), 'a document')
writeFileSync(join(folder, '.vite', 'manifest.json'), '{}')
writeFileSync(join(folder, '..', 'secret.js'), 'secret')

const app = Fastify()
serveBuiltFiles(app, folder, "default-src 'none'")
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
  rmSync(join(folder, '..', 'secret.js'))
})

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })

test('a file comes packed as the browser takes it, the smallest first, and kept by its name', async () => {
  const url = '/assets/a-1.js'
  const plain = await ask(url)
  expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT])
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'",
    vary: 'accept-encoding',
  })
  const gzip = await ask(url, { 'accept-encoding': 'gzip, deflate' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0,deflate', undefined],
    ['xgzip', undefined],
  ] as const)
    expect((await ask(url, { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding)
  const nothingPacked = await ask('/assets/b-2.css', { 'accept-encoding': 'gzip' })
  expect([nothingPacked.headers['content-encoding'], nothingPacked.body]).toEqual([undefined, 'b {}'])
})

test('one whose name stays is asked for again, and not sent twice; HEAD sends none', async () => {
  const first = await ask('/sw.js')
  expect([first.body, first.headers['cache-control']]).toEqual(['worker', 'no-cache'])
  const again = await ask('/sw.js', { 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const head = await ask('/sw.js', {}, 'HEAD')
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '6'])
})

test('documents, what is hidden, what is packed and what lies elsewhere are no files', async () => {
  for (const url of [
    '/index.html',
    '/.vite/manifest.json',
    '/assets/a-1.js.gz',
    '/assets/none.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fsecret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
  ])
    expect([url, (await ask(url)).statusCode]).toEqual([url, 404])
})
