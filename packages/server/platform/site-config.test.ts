import { expect, test } from 'vitest'
import { externalChartOn } from './site-config.ts'

const setting = { url: 'https://charts.example/{mint}', mints: {} }

test.each([
  ['mainnet-beta', setting],
  ['devnet', setting],
  ['testnet', null],
  ['custom', null],
  ['embedded', null],
] as const)('on %s the chart elsewhere is %o', (network, expected) => {
  expect(externalChartOn(network, setting)).toEqual(expected)
  expect(externalChartOn(network, null)).toBeNull()
})
