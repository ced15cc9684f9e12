import { expect, it } from 'vitest'
import { remainingSlippageBps } from './slippage.ts'

it('leaves the slippage at which the promise still holds', () => {
  // 5 % below 1,000 was promised; the price moved by 2 %: 950 is 3.06 % below 980.
  expect(remainingSlippageBps({ out: 980n, outMin: 950n })).toBe(306n)
  expect((980n * (10_000n - 306n)) / 10_000n).toBeGreaterThanOrEqual(949n)
})
it('leaves none where the price moved beyond it, or to its very edge', () => {
  expect(remainingSlippageBps({ out: 949n, outMin: 950n })).toBeUndefined()
  expect(remainingSlippageBps({ out: 950n, outMin: 950n })).toBeUndefined()
  expect(remainingSlippageBps({ out: 0n, outMin: 0n })).toBeUndefined()
})
