// The amounts of quick buy: as they are typed, kept, and read back, whatever is kept. And that a click too many buys nothing.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { walletStore } from '../wallet.ts'
import { parseQuickAmounts, parseQuickBuy } from './amounts.ts'
import {
  askQuickTrade,
  endQuickTrade,
  isQuickTrading,
  quickBuyText,
  REST_MS,
  readQuickBuy,
} from './requests.ts'

describe('amounts as typed', () => {
  it('are kept exactly, without the empty ones', () => {
    expect(parseQuickAmounts(['0,5', ' ', '.25', '1.000000001', '2']).amounts).toEqual([
      '0.5',
      '0.25',
      '1.000000001',
      '2',
    ])
  })
  it.each([
    [['0'], [0]],
    [['0.1', 'much'], [1]],
    [['1,000'], [0]],
    [['0.0000000001', '0.1'], [0]],
    [['0.1', '0.10'], [1]],
    [
      ['-1', '1e3', '99999999999999'],
      [0, 1, 2],
    ],
    [['1', '2', '3', '4', '5'], [4]],
    [['', ''], [0]],
  ])('%j is wrong at %j', (typed, at) => {
    const { problems = [] } = parseQuickAmounts(typed)
    expect(problems.flatMap((problem, place) => (problem === undefined ? [] : [place]))).toEqual(at)
  })
})

describe('what a click spends', () => {
  it('is the amount that was chosen, exactly', () =>
    expect(parseQuickBuy(['0.1', '', '0,50'], 2)).toEqual({
      setting: { amounts: ['0.1', '0.5'], chosen: '0.5' },
    }))
  it('is never another one because that was emptied', () => {
    const { problems = [] } = parseQuickBuy(['5', ' ', '0.1'], 1)
    expect(problems.map((problem) => problem !== undefined)).toEqual([false, true, false])
  })
})

describe('what is kept', () => {
  it('is read back as it was', () => {
    const setting = { amounts: ['0.1', '0.25'], chosen: '0.25' }
    expect(readQuickBuy(quickBuyText(setting))).toEqual(setting)
  })
  it.each([
    null,
    '',
    '0',
    '2 0.1 0.2',
    '0 0',
    '0 0.1 0.1',
    'x 1',
    '-1 1',
    '0.5 1 2',
    '0 1 2 3 4 5',
    `0 ${'1'.repeat(300)}`,
  ])('says nothing with %s', (text) => expect(readQuickBuy(text)).toBeUndefined())
})

describe('a trade that ended', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(walletStore, 'state', 'get').mockReturnValue({
      ...walletStore.state,
      status: 'connected',
      address: 'me',
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const ask = (id: string) =>
    askQuickTrade({ collection: { id } as Collection, side: 'BUY', amountText: '1' })

  it('is followed by none of the same coin for a second', () => {
    ask('a')
    vi.advanceTimersByTime(65)
    endQuickTrade('a')
    ask('a')
    expect(isQuickTrading('a')).toBe(false)
    askQuickTrade({ collection: { id: 'a' } as Collection, side: 'SELL', percent: 100 })
    expect(isQuickTrading('a')).toBe(false)
    ask('b')
    expect(isQuickTrading('b')).toBe(true)
    vi.advanceTimersByTime(REST_MS)
    ask('a')
    expect(isQuickTrading('a')).toBe(true)
  })
})
