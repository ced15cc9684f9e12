import type { Candle, Mark, Marks } from '@twinmint/sdk/api/history/contract'
import { MARKS_MAX } from '@twinmint/sdk/api/history/rules'
import type { Activity, Trade } from '@twinmint/sdk/api/records/trade'
import { describe, expect, it } from 'vitest'
import { chartMarks, markText, markWords, withBoost, withMark } from './chart-marks.ts'

const at = (seconds: number) => new Date(seconds * 1000).toISOString()
const mark = (type: Mark['type'], seconds: number, lamports = '1000000000'): Mark => ({
  type,
  lamports,
  createdAt: at(seconds),
})
const candles = [60, 120, 180].map(
  (time): Candle => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1, trades: 1 }),
)
const both = { mine: true, creators: true, events: true, isCreator: false }
const marks: Marks = {
  wallet: [mark('SELL', 185), mark('BUY', 130), mark('BUY', 121, '500000000'), mark('BUY', 10)],
  creator: [mark('BUY', 61)],
  boosts: [],
  sequence: 9,
}

describe('chartMarks', () => {
  it('gathers the trades of one side in one candle, oldest first, and leaves out what is before the first candle', () => {
    expect(chartMarks({ marks, graduatedAt: null, guardEndedAt: null }, both, candles, 60)).toEqual([
      { time: 60, who: 'creator', type: 'BUY', count: 1, sol: 1 },
      { time: 120, who: 'you', type: 'BUY', count: 2, sol: 1.5 },
      { time: 180, who: 'you', type: 'SELL', count: 1, sol: 1 },
    ])
  })
  it('shows whose marks are chosen', () => {
    expect(
      chartMarks({ marks, graduatedAt: null, guardEndedAt: null }, { ...both, mine: false }, candles, 60).map(
        ({ who }) => who,
      ),
    ).toEqual(['creator'])
    expect(
      chartMarks(
        { marks, graduatedAt: null, guardEndedAt: null },
        { ...both, creators: false },
        candles,
        60,
      ).map(({ who }) => who),
    ).toEqual(['you', 'you'])
    expect(
      chartMarks({ marks: undefined, graduatedAt: null, guardEndedAt: null }, both, candles, 60),
    ).toEqual([])
  })
  it('does not mark the creator’s own trades twice', () => {
    const own: Marks = { wallet: marks.creator, creator: marks.creator, boosts: [], sequence: 1 }
    expect(
      chartMarks(
        { marks: own, graduatedAt: null, guardEndedAt: null },
        { ...both, isCreator: true },
        candles,
        60,
      ).map(({ who }) => who),
    ).toEqual(['you'])
    expect(
      chartMarks(
        { marks: own, graduatedAt: null, guardEndedAt: null },
        { ...both, isCreator: true, mine: false },
        candles,
        60,
      ).map(({ who }) => who),
    ).toEqual(['creator'])
  })
})

it('says the side in letters and in words', () => {
  expect(markText({ who: 'you', type: 'BUY', count: 1 })).toBe('B')
  expect(markText({ who: 'creator', type: 'SELL', count: 3 })).toBe('C S 3')
  expect(markWords({ who: 'creator', type: 'SELL', count: 3 })).toBe('Creator sold 3 times')
  expect(markWords({ who: 'you', type: 'BUY', count: 1 })).toBe('You bought')
})

describe('withMark', () => {
  const who = { creatorAddress: 'creator', walletAddress: 'me' }
  const trade = (part: Partial<Trade>) =>
    ({ type: 'BUY', traderAddress: 'me', lamports: '1', createdAt: at(200), sequence: 10, ...part }) as Trade

  it('puts a live trade of either wallet in front, once', () => {
    const after = withMark(marks, trade({}), who)
    expect(after.wallet).toHaveLength(5)
    expect(after.wallet[0]).toEqual({ type: 'BUY', lamports: '1', createdAt: at(200) })
    expect(after.creator).toBe(marks.creator)
    expect(withMark(after, trade({}), who)).toBe(after)
    expect(withMark(marks, trade({ traderAddress: 'creator' }), who).creator).toHaveLength(2)
  })
  it('leaves out other people, swaps and what is known', () => {
    expect(withMark(marks, trade({ traderAddress: 'somebody' }), who)).toBe(marks)
    expect(withMark(marks, trade({ type: 'SWAP_TO_NFT' }), who)).toBe(marks)
    expect(withMark(marks, trade({ sequence: 9 }), who)).toBe(marks)
  })
  it('keeps no more than the newest', () => {
    const many: Marks = { ...marks, wallet: Array.from({ length: MARKS_MAX }, () => mark('BUY', 60)) }
    expect(withMark(many, trade({}), who).wallet).toHaveLength(MARKS_MAX)
  })
})

describe('boosts and the graduation', () => {
  const boost = (seconds: number) => ({ lamports: '1000000000', createdAt: at(seconds) })
  const known = {
    marks: { ...marks, wallet: [], creator: [], boosts: [boost(170), boost(121), boost(5)] },
    graduatedAt: at(400),
    guardEndedAt: at(130),
  }

  it('stand at their candle, or at the last one before a quiet time that is not drawn', () => {
    expect(chartMarks(known, both, candles, 60)).toEqual([
      { time: 120, who: 'coin', type: 'BOOST', count: 2, sol: 2 },
      { time: 120, who: 'coin', type: 'GUARD', count: 1, sol: 0 },
      { time: 180, who: 'coin', type: 'GRADUATION', count: 1, sol: 0 },
    ])
    expect(chartMarks(known, { ...both, events: false }, candles, 60)).toEqual([])
    expect(markWords({ who: 'coin', type: 'BOOST', count: 2 })).toBe('Boosted 2 times')
    expect(markText({ who: 'coin', type: 'BOOST', count: 1 })).toBe('Boost')
    expect(markText({ who: 'coin', type: 'GUARD', count: 1 })).toBe('Guard end')
    expect(markWords({ who: 'coin', type: 'GUARD', count: 1 })).toBe(
      'Launch guard ended: no surcharge from here on',
    )
    expect(markText({ who: 'coin', type: 'GRADUATION', count: 1 })).toBe('Graduated')
  })
  it('come live, once', () => {
    const live = { kind: 'BOOST', ...boost(200), sequence: 10 } as Activity
    const after = withBoost(known.marks, live)
    expect(after.boosts).toHaveLength(4)
    expect(withBoost(after, live)).toBe(after)
    expect(withBoost(known.marks, { ...live, kind: 'CLAIM' })).toBe(known.marks)
  })
})
