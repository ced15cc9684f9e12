import { expect, it } from 'vitest'
import { isBeyond, newerOf } from './newer.ts'

const [older, newer] = [{ sequence: 1 }, { sequence: 2 }]

it('takes the higher sequence, whichever arrived first', () => {
  expect(newerOf(older, newer)).toBe(newer)
  expect(newerOf(newer, older)).toBe(newer)
})
it('takes what arrived where nothing is known, or where both are of one event', () => {
  expect(newerOf(undefined, older)).toBe(older)
  const again = { sequence: 1 }
  expect(newerOf(older, again)).toBe(again)
})
it('knows an event that is held already', () => {
  expect(isBeyond(newer, older)).toBe(true)
  expect(isBeyond(older, older)).toBe(false)
})
