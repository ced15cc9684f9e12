import { expect, test } from 'vitest'
import { gather } from './batched-reads.ts'

/** A database that is free when it is let go, and lookups that answer when they are let go, both in order. */
function openLookups() {
  const holds: (() => void)[] = []
  const loads: {
    readonly keys: readonly string[]
    readonly answer: () => void
    readonly fail: () => void
  }[] = []
  const find = gather(
    { free: () => new Promise((resolve) => holds.push(resolve)) },
    (keys) =>
      new Promise<Map<string, string>>((resolve, reject) =>
        loads.push({
          keys,
          answer: () => resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`]))),
          fail: () => reject(new Error('no')),
        }),
      ),
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    find,
    keys: () => loads.map(({ keys }) => keys),
    letGo: async () => {
      await turn()
      holds.shift()?.()
      await turn()
    },
    end: async (how: 'answer' | 'fail') => {
      loads.at(-1)?.[how]()
      await turn()
    },
  }
}

test('all that is asked for until the database is free is one lookup, each key once', async () => {
  const { find, keys, letGo, end } = openLookups()
  const early = [find('a'), find('none')]
  await Promise.resolve()
  const late = [find('a'), find('b')]
  expect(keys()).toEqual([])
  await letGo()
  expect(keys()).toEqual([['a', 'none', 'b']])
  await end('answer')
  expect(await Promise.all([...early, ...late])).toEqual(['a!', undefined, 'a!', 'b!'])
})

test('who asks while it looks is answered by the next, which sees what was written since', async () => {
  const { find, keys, letGo, end } = openLookups()
  const first = find('a')
  await letGo()
  const second = [find('a'), find('b')]
  await letGo()
  expect(keys()).toEqual([['a']])
  await end('answer')
  expect(await first).toBe('a!')
  await letGo()
  expect(keys()).toEqual([['a'], ['a', 'b']])
  await end('answer')
  expect(await Promise.all(second)).toEqual(['a!', 'b!'])
})

test('a lookup that fails fails those who asked for it, and none after', async () => {
  const { find, keys, letGo, end } = openLookups()
  const failing = Promise.allSettled([find('a'), find('b')])
  await letGo()
  const next = find('c')
  await end('fail')
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await letGo()
  expect(keys()).toEqual([['a', 'b'], ['c']])
  await end('answer')
  expect(await next).toBe('c!')
})
