// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { rememberedSlippageText, rememberSlippage } from './slippage-preference.ts'

it('remembers a valid slippage and nothing else', () => {
  localStorage.clear()
  expect(rememberedSlippageText()).toBe('5')
  rememberSlippage('7.5')
  rememberSlippage('99')
  expect(rememberedSlippageText()).toBe('7.5')
  localStorage.setItem('twinmint.slippage', 'x')
  expect(rememberedSlippageText()).toBe('5')
})
