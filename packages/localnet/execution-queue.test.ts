import { expect, test } from 'vitest'
import { openTurns } from './execution-queue.ts'

test('who asks gets a turn in that order, and everything else is heard after a few of them', async () => {
  const turns = openTurns()
  const heard: (number | 'else')[] = []
  let isOver = false
  const elsewhere = () => {
    heard.push('else')
    if (!isOver) setImmediate(elsewhere)
  }
  setImmediate(elsewhere)
  await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      await turns.take()
      heard.push(at)
    }),
  )
  isOver = true
  expect(turns.waiting).toBe(0)
  expect(heard.filter((each) => each !== 'else')).toEqual(Array.from({ length: 20 }, (_, at) => at))
  const runs = heard.join(' ').split('else')
  expect(Math.max(...runs.map((run) => run.trim().split(' ').length))).toBeLessThanOrEqual(4)
})
