import { TRANSACTIONS_BEFORE_MAX } from '@twinmint/sdk/api/xray/rules'
import { expect, test } from 'vitest'
import { gapsOf } from '../../../web/coin/xray/words.ts'
import { type XrayFacts, xrayOf } from './answer.ts'

const SUPPLY = 1_000_000_000_000_000n
const FACTS: XrayFacts = {
  coin: {
    id: 'id',
    mintAddress: 'mint',
    creatorAddress: 'creator',
    marketAddress: 'market',
    escrowAddress: 'escrow',
    launchSignature: 'launch',
    historySince: null,
    launchSlot: 1_000,
    launchedAt: '2026-01-01T00:00:00.000Z',
    reserveBaseUnits: '700000000000000',
    circulatingNftCount: 0,
    sequence: 2,
    readSignature: 'launch',
    readAt: '2026-01-01T00:00:00.000Z',
    transactionsBefore: 0,
    transactionsAfter: 0,
    isWhole: true,
  },
  sums: {
    launchSupply: SUPPLY,
    supply: SUPPLY,
    pool: 0n,
    nfts: 0n,
    creator: 0n,
    launchSlot: 0n,
    launchSlotOthers: 0n,
    opening: 0n,
    openingOthers: 0n,
    sameSlot: 0n,
    holders: 0n,
  },
  early: { buys: [], isCut: false },
  funded: [],
  holdings: { accounts: [], supplyBaseUnits: SUPPLY },
  indexed: [],
  ownCoins: new Map(),
  isRead: true,
}

test('what the creator has in other accounts than its usual one is its own', () => {
  const accounts = [
    { owner: 'market', baseUnits: (SUPPLY * 7n) / 10n },
    { owner: 'creator', baseUnits: SUPPLY / 5n },
    { owner: 'creator', baseUnits: SUPPLY / 10n },
  ]
  const found = xrayOf({
    ...FACTS,
    holdings: { accounts, supplyBaseUnits: SUPPLY },
    ownCoins: new Map([['creator', 5n]]),
  })
  expect(found.creator.wallets).toMatchObject([{ walletAddress: 'creator', percent: 30 }])
  expect(found.bar).toEqual({ creator: 30, largest: 0, others: 0, pool: 70 })
  expect(found.warnings).toContain('creator')
})

test('a usual account that is none of the largest counts too', () => {
  const found = xrayOf({ ...FACTS, ownCoins: new Map([['creator', SUPPLY / 100n]]) })
  expect(found.creator.wallets).toMatchObject([{ walletAddress: 'creator', percent: 1 }])
})

test('a coin is whole only where what is new was read too', () => {
  expect(xrayOf(FACTS).creator.isWhole).toBe(true)
  expect(xrayOf({ ...FACTS, isRead: false }).creator.isWhole).toBe(false)
})

test('what could not be read is said, and nothing where all was', () => {
  const buy = {
    walletAddress: 'a',
    baseUnits: '1',
    lamports: '5',
    surchargeLamports: '2',
    slot: 1_001,
    txSignature: 's',
    createdAt: '2026-01-01T00:00:01.000Z',
    isInOpening: true,
  }
  const gaps = (facts: Partial<XrayFacts>) => gapsOf(xrayOf({ ...FACTS, ...facts }))
  expect(gaps({ early: { buys: [buy], isCut: false } })).toEqual([])
  expect(gaps({ isRead: false })).toEqual([expect.stringContaining('since the launch')])
  expect(gaps({ coin: { ...FACTS.coin, transactionsBefore: TRANSACTIONS_BEFORE_MAX } })).toEqual([
    expect.stringContaining('before the launch'),
  ])
  expect(gaps({ coin: { ...FACTS.coin, launchSlot: 0 } })).toEqual([expect.stringContaining('slot')])
  const historySince = '2026-02-01T00:00:00.000Z'
  expect(gaps({ coin: { ...FACTS.coin, launchSlot: 0, historySince } })).toEqual([
    expect.stringContaining('Who bought before that is not known here.'),
  ])
  expect(gaps({ early: { buys: [buy], isCut: true } })).toEqual([expect.stringContaining('first 200 trades')])
})
