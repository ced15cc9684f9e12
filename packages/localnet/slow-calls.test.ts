import { expect, test } from 'vitest'
import { RPC_LIMITED } from './rpc/params.ts'
import { openLane } from './slow-calls.ts'

/** Keeps the thread for so long. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('works in steps, and rests as long as it has worked', async () => {
  const lane = openLane()
  const done: string[] = []
  let others = 0
  const timer = setInterval(() => others++, 1)
  const began = performance.now()
  const run = (name: string) =>
    lane.run('somebody', { leftMs: 1_000 }, async (pause) => {
      for (let part = 0; part < 4; part++) {
        work(10)
        await pause()
      }
      done.push(name)
      return name
    })
  expect(await Promise.all([run('first'), run('second')])).toEqual(['first', 'second'])
  clearInterval(timer)
  expect(done.toSorted()).toEqual(['first', 'second'])
  expect(performance.now() - began).toBeGreaterThan(140)
  expect(others).toBeGreaterThan(4)
})

test('rests for what comes of a step afterwards', async () => {
  const lane = openLane()
  const began = performance.now()
  const [, secondAt] = await Promise.all([
    lane.run('somebody', { leftMs: 5 }, () => lane.owe(60)),
    lane.run('another', { leftMs: 5 }, () => performance.now()),
  ])
  expect(secondAt - began).toBeGreaterThan(55)
})

test('refuses what comes when a batch has had its share, and serves the next one', async () => {
  const lane = openLane()
  const budget = { leftMs: 5 }
  const calls = Array.from({ length: 3 }, () => lane.run('somebody', budget, () => work(10)))
  const ended = await Promise.allSettled(calls)
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(calls.at(-1)).rejects.toMatchObject({ code: RPC_LIMITED })
  expect(await lane.run('somebody', { leftMs: 25 }, () => 'served')).toBe('served')
})

test('refuses at once when too many wait; one that fails holds up nobody', async () => {
  const lane = openLane()
  const failing = lane.run('somebody', { leftMs: 100 }, () => {
    throw new Error('no such account')
  })
  const waiting = Array.from({ length: 200 }, () => lane.run('somebody', { leftMs: 100 }, () => 'served'))
  await expect(lane.run('somebody', { leftMs: 100 }, () => 'one too many')).rejects.toMatchObject({
    code: RPC_LIMITED,
  })
  await expect(failing).rejects.toThrow('no such account')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['served']))
})

test('a caller with much to do keeps nobody else waiting for more than a step', async () => {
  const lane = openLane()
  let served = 0
  const much = Array.from({ length: 50 }, () =>
    lane.run('greedy', { leftMs: 1_000 }, async (pause) => {
      for (let part = 0; part < 3; part++) {
        work(10)
        await pause()
      }
      served++
    }),
  )
  expect(await lane.run('other', { leftMs: 1_000 }, () => served)).toBeLessThanOrEqual(1)
  await Promise.all(much)
  expect(served).toBe(50)
})

test('a search that goes on beyond its budget ends in the middle', async () => {
  const lane = openLane()
  let parts = 0
  const search = lane.run('somebody', { leftMs: 20 }, async (pause) => {
    for (; parts < 100; parts++) {
      work(10)
      await pause()
    }
  })
  await expect(search).rejects.toMatchObject({ code: RPC_LIMITED })
  expect(parts).toBeLessThan(10)
})
