import { expect, it } from 'vitest'
import { endsAtSeconds, type HoldsFor, holdsForChoices, holdsForOf } from './expiry.ts'

const NOW = 1_000n
const endOf = (kept: bigint | undefined, chosen?: HoldsFor) =>
  endsAtSeconds(holdsForOf(chosen, holdsForChoices(kept, NOW)), kept, NOW)

it('keeps the end of what is listed unless another is chosen', () => {
  expect(holdsForChoices(NOW + 5n, NOW)[0]).toBe('kept')
  expect(endOf(NOW + 5n)).toBe(NOW + 5n)
  expect(endOf(NOW + 5n, '7')).toBe(NOW + 7n * 86_400n)
})

it('is 30 days of what is new, and of what has expired, also where that was to be kept', () => {
  expect(endOf(undefined)).toBe(NOW + 30n * 86_400n)
  expect(endOf(NOW)).toBe(NOW + 30n * 86_400n)
  expect(endOf(NOW, 'kept')).toBe(NOW + 30n * 86_400n)
  expect(holdsForChoices(NOW, NOW)).toEqual(['1', '7', '30', '180'])
})
