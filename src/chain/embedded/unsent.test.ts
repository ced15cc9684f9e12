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
