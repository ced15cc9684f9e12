import { expect, test } from 'vitest'
import { errorRecord, SAYS_NOTHING_MOVED } from './errors.ts'

test('those that say that nothing moved are those whose sentences do', () => {
  const saying = Object.entries(errorRecord).filter(([, { sentence }]) => sentence.includes('No money moved'))
  expect(new Set(saying.map(([code]) => code))).toEqual(SAYS_NOTHING_MOVED)
})
