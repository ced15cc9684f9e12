import { expect, test } from 'vitest'
import { openUnsentBudget } from './unsent.ts'

test('holds what fits, and gives each part back once', () => {
  const unsent = openUnsentBudget({ bytesMax: 100, bytesByKeyMax: 100 })
  const first = unsent.hold('a', 60)
  expect(first).toBeDefined()
  expect(unsent.hold('a', 41)).toBeUndefined()
  first?.()
  first?.()
  expect(unsent.hold('a', 100)).toBeDefined()
  expect(unsent.hold('a', 1)).toBeUndefined()
})

test('leaves others their share', () => {
  const unsent = openUnsentBudget({ bytesMax: 100, bytesByKeyMax: 60 })
  const held = unsent.hold('greedy', 60)
  expect(unsent.hold('greedy', 1)).toBeUndefined()
  expect(unsent.hold('other', 40)).toBeDefined()
  expect(unsent.hold('third', 1)).toBeUndefined()
  held?.()
  expect(unsent.hold('greedy', 60)).toBeDefined()
})

test('has no room for who holds much already, and room for who holds nothing', () => {
  const unsent = openUnsentBudget({ bytesMax: 100, bytesByKeyMax: 60 })
  unsent.hold('greedy', 55)
  expect(unsent.hasRoom('greedy', 10)).toBe(false)
  const second = unsent.hold('second', 40)
  expect(unsent.hasRoom('second', 10)).toBe(false)
  expect(unsent.hasRoom('other', 10)).toBe(true)
  second?.()
  expect(unsent.hasRoom('second', 10)).toBe(true)
})
