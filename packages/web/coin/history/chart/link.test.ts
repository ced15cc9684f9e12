import { expect, test } from 'vitest'
import { externalChart, fullChartPath } from './link.ts'

const coin = { id: 'c1', mintAddress: 'MintOne' }
const external = { url: 'https://www.charts.example/solana/{mint}?embed=0', mints: { MintTwo: 'Other' } }

test('the external chart is by mint, and by another one for those that the configuration names', () => {
  expect(externalChart({ externalChart: external }, coin)).toEqual({
    url: 'https://www.charts.example/solana/MintOne?embed=0',
    host: 'charts.example',
  })
  expect(externalChart({ externalChart: external }, { mintAddress: 'MintTwo' })?.url).toContain(
    '/solana/Other?',
  )
})

test('there is none where the server names none, and while that is not known', () => {
  expect(externalChart({ externalChart: null }, coin)).toBeUndefined()
  expect(externalChart(undefined, coin)).toBeUndefined()
  expect(fullChartPath(coin)).toBe('/trade/c1?chart=full')
})
