import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStartingPage } from './starting.ts'

const host = '127.0.0.1'
const printed: string[] = []
beforeEach(() => {
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => vi.restoreAllMocks())

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

test('answers nothing until something is said, then how far the start is, and gives the port back', async () => {
  const port = await freePort()
  const at = `http://${host}:${port}`
  const page = openStartingPage({ host, port })
  await expect(fetch(at)).rejects.toThrow('fetch failed')
  page.say('3 of 90 coins.')
  page.say('4 of 90 coins.')
  expect(printed).toEqual(['3 of 90 coins.', '4 of 90 coins.'])

  const seen = await fetch(`${at}/trade/x`, { headers: { accept: 'text/html,*/*' } })
  expect([seen.status, seen.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await seen.text()).toContain('<p role="status">4 of 90 coins.</p>')
  const told = await fetch(`${at}/api/ready`)
  expect(told.status).toBe(503)
  expect(await told.json()).toMatchObject({
    code: 'chainUnavailable',
    message: 'Twinmint is starting. 4 of 90 coins.',
  })

  await page.close()
  await page.close()
  const next = createServer().listen(port, host)
  await once(next, 'listening')
  next.close()
})

test('a port that somebody has is left to the server, which says so', async () => {
  const port = await freePort()
  const other = createServer().listen(port, host)
  await once(other, 'listening')
  const page = openStartingPage({ host, port })
  page.say('1 of 2.')
  await new Promise((wake) => setTimeout(wake, 50))
  await page.close()
  expect(other.listening).toBe(true)
  other.close()
})
