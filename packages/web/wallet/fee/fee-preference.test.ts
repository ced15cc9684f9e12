// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { chosenPriority, rememberedPriorityText, setPriorityText } from './fee-preference.ts'

it('remembers a level or an amount up to the most, and nothing else', () => {
  localStorage.clear()
  expect(rememberedPriorityText()).toBe('normal')
  setPriorityText('turbo')
  expect(rememberedPriorityText()).toBe('turbo')
  setPriorityText('0.002')
  setPriorityText('0.06')
  setPriorityText('x')
  expect(rememberedPriorityText()).toBe('0.002')
  localStorage.setItem('twinmint.priority', '1')
  expect(rememberedPriorityText()).toBe('normal')
})

it('what is no choice is the usual one', () => {
  expect(chosenPriority('0.06')).toBe('normal')
  expect(chosenPriority('0')).toEqual({ lamports: 0n })
})
