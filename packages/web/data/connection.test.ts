// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiBytes, apiGet, apiPost } from './api.ts'
import { connection } from './connection.ts'

let isServerThere: boolean
let asked: string[]
let heard: string[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  isServerThere = true
  asked = []
  heard = []
  stop = connection.subscribe(() => heard.push(connection.get()))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push(`${init.method ?? 'GET'} ${path}`)
    if (!isServerThere) throw new TypeError('Failed to fetch')
    if (path === '/api/lost') throw new TypeError('Failed to fetch')
    if (path === '/api/gone') return new Response('Bad Gateway', { status: 502 })
    return Response.json({ path })
  })
})
afterEach(async () => {
  isServerThere = true
  await vi.advanceTimersByTimeAsync(10_000)
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('what is read while the server is away comes when it is back, and fails in nobody’s face', async () => {
  isServerThere = false
  const answers = Promise.all([apiGet('/api/a'), apiGet('/api/b')])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(heard).toEqual(['away'])
  isServerThere = true
  asked.length = 0
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await answers).toEqual([{ path: '/api/a' }, { path: '/api/b' }])
  expect(heard).toEqual(['away', 'there'])
  expect(asked).toEqual(['GET /api/health', 'GET /api/a', 'GET /api/b'])
})

it('whoever no longer wants what is read need not wait until the server is back', async () => {
  isServerThere = false
  const reading = new AbortController()
  const answer = apiGet('/api/a', { signal: reading.signal }).catch((error: unknown) => error)
  const late = apiBytes('/api/b', { signal: new AbortController().signal, withinMs: 15_000 }).catch(
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(10_000)
  reading.abort()
  expect(await answer).toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await late).toMatchObject({ code: 'network' })
  expect(connection.get()).toBe('away')
})

it('a browser without a network says that it is offline, and looks at once when it has one again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  isServerThere = false
  const answer = apiGet('/api/a')
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.get()).toBe('offline')
  isServerThere = true
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await answer).toEqual({ path: '/api/a' })
  expect(connection.get()).toBe('there')
})

it.each(['/api/lost', '/api/gone'])(
  'an answer of %s is not asked for again while the server is there',
  async (path) => {
    await expect(apiGet(path)).rejects.toThrow(/./)
    expect(asked).toEqual([`GET ${path}`, 'GET /api/health'])
    expect(heard).toEqual([])
  },
)

it('what changes something is never sent again by itself', async () => {
  isServerThere = false
  await expect(apiPost('/api/trades/execute')).rejects.toThrow('The server did not answer')
  isServerThere = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual(['POST /api/trades/execute'])
})

it('somebody who has left the page waits for no answer', async () => {
  isServerThere = false
  const leaving = new AbortController()
  const answer = apiGet('/api/a', { signal: leaving.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  leaving.abort()
  isServerThere = true
  asked.length = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await answer).toMatchObject({ name: 'AbortError' })
  expect(asked).toEqual(['GET /api/health'])
})
