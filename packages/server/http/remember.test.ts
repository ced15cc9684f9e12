import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberEach, rememberFor } from './remember.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('gives the same answer for its time, and then a new one', async () => {
  let count = 0
  const next = rememberFor(1_000, async () => ++count)
  expect([await next(), await next()]).toEqual([1, 1])
  vi.advanceTimersByTime(999)
  expect(await next()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await next()).toBe(2)
})

it('asks anew once it is told that what it knows is old', async () => {
  let count = 0
  const next = rememberFor(1_000, async () => ++count)
  expect(await next()).toBe(1)
  next.forget()
  expect([await next(), await next()]).toEqual([2, 2])
})

it('shares what is under way, and forgets a failure', async () => {
  let count = 0
  const next = rememberFor(1_000, async () => {
    count++
    if (count === 1) throw new Error('not yet')
    return count
  })
  const [first, second] = [next(), next()]
  await expect(first).rejects.toThrow('not yet')
  await expect(second).rejects.toThrow('not yet')
  expect(await next()).toBe(2)
})

it('remembers each of a few, the latest asked for first', async () => {
  const asked: string[] = []
  const load = async (of: { readonly key: string }) => {
    asked.push(of.key)
    if (of.key === 'bad') throw new Error('not yet')
    return asked.length
  }
  const each = rememberEach({ ms: 1_000, max: 2 }, ({ key }) => key, load)
  expect([await each({ key: 'a' }), await each({ key: 'b' }), await each({ key: 'a' })]).toEqual([1, 2, 1])
  for (let tries = 0; tries < 2; tries++) await expect(each({ key: 'bad' })).rejects.toThrow('not yet')
  expect(asked).toEqual(['a', 'b', 'bad', 'bad'])
  // The oldest went for it.
  expect(await each({ key: 'b' })).toBe(2)
  vi.advanceTimersByTime(1_000)
  expect(await each({ key: 'b' })).toBe(5)
})
