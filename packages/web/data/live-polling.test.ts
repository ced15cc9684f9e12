// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../ui/store.ts'
import { ApiRequestError } from './api.ts'
import { connection } from './connection.ts'
import { pollWhileBehind } from './live-polling.ts'
import type { LiveStatus } from './live-stream.ts'

const busy = new ApiRequestError('Too many requests.', {
  status: 429,
  code: 'rateLimited',
  title: '',
  requestId: undefined,
})
let client: QueryClient
let status: ReturnType<typeof createStore<LiveStatus>>
let asked: string[]
let answer: () => Promise<unknown>

/** Puts a query on the screen; answers how to take it away. */
async function show(key: readonly string[], data: unknown = 'data'): Promise<() => void> {
  client.setQueryData(key, data)
  const observer = new QueryObserver(client, {
    queryKey: key,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => {
      asked.push(key.join('/'))
      return answer()
    },
  })
  const leave = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  return leave
}
/** How often a thing was asked for since. */
const count = () => asked.splice(0).length

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  answer = async () => 'newer'
  client = new QueryClient()
  status = createStore<LiveStatus>('live')
  pollWhileBehind(client, status)
})
afterEach(() => {
  status.set('idle')
  client.clear()
  connection.set('there')
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('reads what is on the screen at once and every five seconds, until the stream is back', async () => {
  await show(['api', 'shown'])
  client.setQueryData(['api', 'not-shown'], 'data')
  await show(['chain', 'not-of-the-server'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count()).toBe(0)
  status.set('behind')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual(['api/shown', 'api/shown', 'api/shown'])
  expect(client.getQueryData(['api', 'shown'])).toBe('newer')
  status.set('live')
  asked = []
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count()).toBe(0)
})

it('reads twelve a round, each in its turn, and no list of many pages', async () => {
  for (let at = 0; at < 18; at++) await show(['api', String(at)])
  await show(['api', 'long'], { pages: [1, 2, 3] })
  status.set('behind')
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(12)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveLength(24)
  expect(new Set(asked)).toHaveLength(18)
  expect(asked).not.toContain('api/long')
})

it('reads nothing in a tab that nobody sees, while the server is away, or that is being read', async () => {
  await show(['api', 'shown'])
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  status.set('behind')
  await vi.advanceTimersByTimeAsync(20_000)
  hidden.mockReturnValue(false)
  connection.set('away')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(count()).toBe(0)
  connection.set('there')
  answer = () => new Promise(() => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(count()).toBe(1)
})

it('reads less often while the server refuses it as too much', async () => {
  await show(['api', 'shown'])
  answer = () => Promise.reject(busy)
  status.set('behind')
  await vi.advanceTimersByTimeAsync(1)
  expect(count()).toBe(1)
  for (const waitMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    await vi.advanceTimersByTimeAsync(waitMs - 10)
    expect(count()).toBe(0)
    await vi.advanceTimersByTimeAsync(10)
    expect(count()).toBe(1)
  }
  answer = async () => 'newer'
  // The answer is known in the next round.
  await vi.advanceTimersByTimeAsync(120_000)
  expect(count()).toBe(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(count()).toBe(2)
})
