// One list of several sources: order, cursors, the graduation in its place, and what is told live.
import { expect, test } from 'vitest'
import { activityOfGraduation, activityOfPayment } from '../../../server/index/activity.ts'
import {
  ALL_ACTIVITY,
  activityFiltersOf,
  activityQuery,
  belongs,
  withActivityFilters,
} from '../../../web/coin/history/activity-filters.ts'
import type { Activity } from '../records/trade.ts'
import { addActivity, joinActivity } from './rules.ts'

const facts = {
  collectionId: 'c',
  walletAddress: 'w',
  txSignature: 's',
  createdAt: '2026-01-01T00:00:00.000Z',
}
const boost = (sequence: number) =>
  activityOfPayment({ ...facts, sequence, kind: 'BOOST', lamports: '1000000000' })
const claim = (sequence: number) => activityOfPayment({ ...facts, sequence, kind: 'CLAIM', lamports: '5' })
const graduation = activityOfGraduation({ ...facts, sequence: 6 })
const shown = ({ activity }: { readonly activity: readonly Activity[] }) =>
  activity.map(({ kind, sequence }) => `${kind[0]}${sequence}`)
const page = { limit: 3, before: undefined, horizon: null, graduation: undefined }

test('sources are merged newest first, and the cursor is the last one’s sequence', () => {
  const joined = joinActivity(
    [
      [boost(9), boost(6), boost(2)],
      [claim(8), claim(5)],
    ],
    page,
  )
  expect(shown(joined)).toEqual(['B9', 'C8', 'B6'])
  expect(joined.nextCursor).toBe(6)
  expect(joinActivity([[boost(2)], [claim(1)]], page).nextCursor).toBeNull()
})

test('what a source has not looked at yet is left to the next page, whatever the others know', () => {
  const joined = joinActivity([[boost(9)], [claim(4)]], { ...page, horizon: 7 })
  expect(shown(joined)).toEqual(['B9'])
  expect(joined.nextCursor).toBe(7)
  expect(joinActivity([[], []], { ...page, horizon: 7 })).toEqual({ activity: [], nextCursor: 7 })
})

test('the graduation stands above its buy, on exactly one page', () => {
  const rows = [boost(9), boost(7), boost(6), boost(5), boost(4)]
  const pages: string[][] = []
  for (let before: number | undefined; ; ) {
    const left = rows.filter(({ sequence }) => sequence < (before ?? 99)).slice(0, 2)
    const joined = joinActivity([left], { limit: 2, before, horizon: null, graduation })
    pages.push(shown(joined))
    if (joined.nextCursor === null) break
    before = joined.nextCursor
  }
  expect(pages).toEqual([['B9', 'B7'], ['G6', 'B6', 'B5'], ['B4']])
  expect(shown(joinActivity([], { ...page, graduation }))).toEqual(['G6'])
})

test('news goes to its place, once', () => {
  const list = [boost(9), boost(6)]
  expect(addActivity(list, boost(9))).toBe(list)
  expect(addActivity(list, claim(10)).map(({ sequence }) => sequence)).toEqual([10, 9, 6])
  expect(addActivity(list, graduation).map(({ kind }) => kind)).toEqual(['BOOST', 'GRADUATION', 'BOOST'])
  expect(addActivity([graduation], boost(6)).map(({ kind }) => kind)).toEqual(['GRADUATION', 'BOOST'])
})

test('the address keeps the filters, and news is held to them', () => {
  const wallet = 'So11111111111111111111111111111111111111112'
  const filters = { kind: 'boosts', minSol: '0.5', walletAddress: wallet, isFollowing: false } as const
  const params = withActivityFilters(new URLSearchParams('tab=activity&kind=swaps'), filters)
  expect(params.toString()).toBe(`tab=activity&kind=boosts&min=0.5&wallet=${wallet}`)
  expect(activityFiltersOf(params)).toEqual(filters)
  expect(activityQuery(filters)).toBe(`kind=BOOST&minSol=0.5&wallet=${wallet}`)
  const any = ALL_ACTIVITY
  expect(activityFiltersOf(new URLSearchParams('kind=x&min=-1&wallet=me'))).toEqual(any)
  const nobody = new Set<string>()
  expect(belongs(claim(1), any, nobody)).toBe(true)
  expect(belongs(claim(1), { ...any, minSol: '0.1' }, nobody)).toBe(false)
  expect(belongs(boost(1), { ...any, minSol: '1' }, nobody)).toBe(true)
  // What is asked for an NFT is no amount until somebody pays it.
  for (const [kind, isShown] of [
    ['LIST', false],
    ['SALE', true],
  ] as const)
    expect(belongs({ ...boost(1), kind }, { ...any, minSol: '1' }, nobody)).toBe(isShown)
  expect(belongs(boost(1), { ...any, kind: 'sells' }, nobody)).toBe(false)
  expect(belongs(boost(1), { ...any, walletAddress: wallet }, nobody)).toBe(false)

  const following = { ...any, isFollowing: true }
  const followingParams = withActivityFilters(params, following)
  expect(followingParams.toString()).toBe('tab=activity&wallet=following')
  expect(activityFiltersOf(followingParams)).toEqual(following)
  expect(activityQuery(following)).toBe('following=true')
  expect(belongs(boost(1), following, nobody)).toBe(false)
  expect(belongs(boost(1), following, new Set(['w']))).toBe(true)
  expect(belongs({ ...graduation, walletAddress: null }, following, new Set(['w']))).toBe(false)
})
