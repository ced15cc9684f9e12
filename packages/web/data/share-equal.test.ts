import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareEqual } from './share-equal.ts'

/** As it would be read again. */
const anew = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('what did not change is what it was, wherever its row stands now', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, lamports: '1', links: { x: id } }))
  const before = { pages: [{ rows: [a, b, c], next: null }] }
  const read = (rows: unknown[]) =>
    shareEqual(before, anew({ pages: [{ rows, next: null }] })) as typeof before
  expect(read([a, b, c])).toBe(before)
  const added = read([{ id: 'new' }, a, b, c])
  expect(added.pages[0]?.rows.slice(1).every((row, at) => row === [a, b, c][at])).toBe(true)
  const moved = read([c, a])
  expect(moved.pages[0]?.rows[0]).toBe(c)
  expect(moved.pages[0]?.rows[1]).toBe(a)
  const changed = read([a, { ...b, lamports: '2' }, c]).pages[0]?.rows
  expect(changed?.[0]).toBe(a)
  expect(changed?.[1]).toEqual({ ...b, lamports: '2' })
  expect(changed?.[1]?.links).toBe(b?.links)
})

test('says of anything what was read, and of the same that it is the same', () => {
  const record = fc.record(
    { id: fc.constantFrom('a', 'b', 'c'), value: fc.jsonValue() },
    { requiredKeys: [] },
  )
  const value = fc.oneof(fc.jsonValue(), fc.array(record), fc.record({ rows: fc.array(record) })).map(anew)
  fc.assert(
    fc.property(value, value, (before, after) => {
      const kept = anew(before)
      expect(shareEqual(before, after)).toEqual(after)
      expect(shareEqual(before, anew(before))).toBe(before)
      expect(before).toEqual(kept)
    }),
  )
})

test('a name that is there without a value, lists in place of records, and what JSON can’t say are taken as they are', () => {
  expect(Object.keys(shareEqual({ a: 1 }, { a: 1, b: undefined }) as object)).toEqual(['a', 'b'])
  expect(shareEqual({ a: undefined }, { b: undefined })).toEqual({ b: undefined })
  expect(shareEqual([], {})).toEqual({})
  const date = new Date(0)
  expect(shareEqual(new Date(0), date)).toBe(date)
})
