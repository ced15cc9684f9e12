import { describe, expect, it } from 'vitest'
import { choiceOf, isFullIn, readChartChoice, withChoice, withFull } from './choices.ts'

const plain = {
  interval: undefined,
  axis: 'price',
  currency: 'SOL',
  scale: 'linear',
  indicators: ['volume'],
  mine: true,
  creators: true,
  events: true,
} as const
const params = (text: string) => new URLSearchParams(text)

describe('what is remembered of charts', () => {
  it.each([
    null,
    '',
    'x',
    '[]',
    'null',
    '{"interval":"2m","axis":7,"currency":"EUR","mine":"no","scale":"x","indicators":"all"}',
  ])('is nothing for %s', (text) => {
    expect(readChartChoice(text)).toEqual(plain)
  })
  it('is what was chosen, of what there is', () => {
    const chosen = { ...plain, interval: '4h', axis: 'nft', currency: 'USD', scale: 'log', mine: false }
    expect(
      readChartChoice(JSON.stringify({ ...chosen, indicators: ['vwap', 'x', 'volume', 'vwap'] })),
    ).toEqual({
      ...chosen,
      indicators: ['volume', 'vwap'],
    })
  })
})

describe('what an address says', () => {
  it('goes before what is remembered', () => {
    const remembered = readChartChoice('{"interval":"1h","scale":"log","indicators":["ema9"],"mine":false}')
    expect(
      choiceOf(params('interval=1s&currency=USD&scale=linear&indicators=vwap,volume'), remembered),
    ).toEqual({
      ...plain,
      interval: '1s',
      currency: 'USD',
      indicators: ['volume', 'vwap'],
      mine: false,
    })
    expect(choiceOf(params('tab=holders'), remembered)).toEqual(remembered)
    expect(choiceOf(params('interval=2s&axis=&scale=__proto__'), remembered)).toEqual(remembered)
    expect(choiceOf(params('indicators=none'), remembered).indicators).toEqual([])
  })
  it('is nothing of what is as it comes, and keeps what is not the chart’s', () => {
    const before = params('tab=holders&interval=1h&scale=log')
    expect(withChoice(before, { ...plain, interval: '1m' }, { interval: '1m' }).toString()).toBe(
      'tab=holders',
    )
    const chosen = { ...plain, interval: '5s', axis: 'marketCap', scale: 'log', indicators: [] } as const
    const after = withChoice(params('chart=full'), chosen, { interval: '1m' })
    expect(after.toString()).toBe('chart=full&interval=5s&axis=marketCap&scale=log&indicators=none')
    expect(choiceOf(after, plain)).toEqual(chosen)
  })
  it('is also whether the chart is full', () => {
    expect(isFullIn(withFull(params('scale=log'), true))).toBe(true)
    expect(withFull(params('scale=log&chart=full'), false).toString()).toBe('scale=log')
  })
})
