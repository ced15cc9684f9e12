import { expect, test } from 'vitest'
import { openBudget } from './budget.ts'

test('holds what fits, and gives each part back once', () => {
  const budget = openBudget({ max: 100, byKeyMax: 100 })
  const first = budget.hold('a', 60)
  expect(first).toBeDefined()
  expect(budget.hold('a', 41)).toBeUndefined()
  first?.()
  first?.()
  expect(budget.hold('a', 100)).toBeDefined()
  expect(budget.hold('a', 1)).toBeUndefined()
})

test('leaves others their share', () => {
  const budget = openBudget({ max: 100, byKeyMax: 60 })
  const held = budget.hold('greedy', 60)
  expect(budget.hold('greedy', 1)).toBeUndefined()
  expect(budget.hold('other', 40)).toBeDefined()
  expect(budget.hold('third', 1)).toBeUndefined()
  held?.()
  expect(budget.hold('greedy', 60)).toBeDefined()
})

test('has room for who holds nothing, whatever others hold, out of a reserve', () => {
  const bytes = openBudget({ max: 100, byKeyMax: 60, reserve: 20 })
  bytes.hold('greedy', 55)
  expect(bytes.hasRoom('greedy', 10)).toBe(false)
  const second = bytes.hold('second', 40)
  expect(bytes.hasRoom('second', 10)).toBe(false)
  expect(bytes.hold('third', 10)).toBeDefined()
  expect(bytes.hold('third', 10)).toBeUndefined()
  expect(bytes.hold('fourth', 30)).toBeUndefined()
  second?.()
  expect(bytes.hold('second', 60)).toBeUndefined()
  expect(bytes.hold('second', 40)).toBeDefined()
})
