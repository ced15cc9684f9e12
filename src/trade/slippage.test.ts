import { expect, it } from 'vitest'
import { remainingSlippageBps } from './slippage.ts'

it('leaves the slippage at which the promise still holds', () => {
  // 5 % below 1,000 was promised; the price moved by 2 %: 950 is 3.06 % below 980.
  expect(remainingSlippageBps({ amountOut: 980n, amountOutMin: 950n })).toBe(306n)
  expect((980n * (10_000n - 306n)) / 10_000n).toBeGreaterThanOrEqual(949n)
})
it('leaves none where the price moved beyond it, or to its very edge', () => {
  expect(remainingSlippageBps({ amountOut: 949n, amountOutMin: 950n })).toBeUndefined()
  expect(remainingSlippageBps({ amountOut: 950n, amountOutMin: 950n })).toBeUndefined()
  expect(remainingSlippageBps({ amountOut: 0n, amountOutMin: 0n })).toBeUndefined()
})
