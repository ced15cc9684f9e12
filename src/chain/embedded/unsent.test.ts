import { expect, test } from 'vitest'
import { openUnsentBudget } from './unsent.ts'

test('holds what fits, and gives each part back once', () => {
  const unsent = openUnsentBudget(100)
  const first = unsent.hold(60)
  expect(first).toBeDefined()
  expect(unsent.hold(41)).toBeUndefined()
  first?.()
  first?.()
  expect(unsent.hold(100)).toBeDefined()
  expect(unsent.hold(1)).toBeUndefined()
})
