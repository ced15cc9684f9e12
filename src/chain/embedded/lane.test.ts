import { expect, test } from 'vitest'
import { openLane } from './lane.ts'
import { RPC_LIMITED } from './rpc-params.ts'

/** Keeps the thread for so long. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('runs one call after another, and rests as long as it has worked', async () => {
  const lane = openLane()
  const done: string[] = []
  let others = 0
  const timer = setInterval(() => others++, 1)
  const began = performance.now()
  const run = (name: string) =>
    lane.run({ leftMs: 1_000 }, async (pause) => {
      for (let part = 0; part < 4; part++) {
        work(10)
        await pause()
      }
      done.push(name)
      return name
    })
  expect(await Promise.all([run('first'), run('second')])).toEqual(['first', 'second'])
  clearInterval(timer)
  expect(done).toEqual(['first', 'second'])
  expect(performance.now() - began).toBeGreaterThan(140)
  expect(others).toBeGreaterThan(4)
})

test('refuses what comes when a batch has had its share, and serves the next one', async () => {
  const lane = openLane()
  const budget = { leftMs: 5 }
  const calls = Array.from({ length: 3 }, () => lane.run(budget, () => work(10)))
  const ended = await Promise.allSettled(calls)
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(calls.at(-1)).rejects.toMatchObject({ code: RPC_LIMITED })
  expect(await lane.run({ leftMs: 25 }, () => 'served')).toBe('served')
})

test('refuses at once when too many wait; one that fails holds up nobody', async () => {
  const lane = openLane()
  const failing = lane.run({ leftMs: 100 }, () => {
    throw new Error('no such account')
  })
  const waiting = Array.from({ length: 199 }, () => lane.run({ leftMs: 100 }, () => 'served'))
  await expect(lane.run({ leftMs: 100 }, () => 'one too many')).rejects.toMatchObject({ code: RPC_LIMITED })
  await expect(failing).rejects.toThrow('no such account')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['served']))
})
