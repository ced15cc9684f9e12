// Until when it is paused, in words.
import { expect, test } from 'vitest'
import { formatExactTime } from '../ui/format.ts'
import { pauseEndText } from './PausedNote.tsx'

const UNTIL = '2026-11-26T17:00:00.000Z'
test.each([
  ['2026-11-23T17:00:00.000Z', '72 h'],
  ['2026-11-26T15:29:59.000Z', '2 h'],
  ['2026-11-26T15:30:00.000Z', '90 min'],
  ['2026-11-26T16:59:59.999Z', '1 min'],
])('at %s it ends in %s', (now, left) => {
  expect(pauseEndText(UNTIL, Date.parse(now))).toBe(
    `The pause ends in ${left} at the latest (${formatExactTime(UNTIL)}).`,
  )
})

test('says nothing of a pause that is over, or whose end nobody knows', () => {
  expect([pauseEndText(UNTIL, Date.parse(UNTIL)), pauseEndText(null, 0)]).toEqual(['', ''])
})
