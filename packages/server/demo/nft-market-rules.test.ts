import { RARITIES } from '@twinmint/sdk/core/rarity'
import { expect, test } from 'vitest'
import {
  askedSol,
  bidSol,
  decideNftMarketAction,
  isWorth,
  LISTED_MAX,
  lamportsText,
  mayList,
  NFT_SOL_MAX,
  pickListing,
} from './nft-market-rules.ts'
import { chances } from './test-chances.ts'

test('a bot lists, buys, offers, accepts and takes back; of its own it has few open at once', () => {
  const chance = chances(5)
  const actions = (listed: number) =>
    Array.from({ length: 2_000 }, () => decideNftMarketAction({ coinsSol: 0.1, listed }, chance))
  // However many others have listed.
  for (const listed of [1, 1_000])
    for (const action of ['list', 'buy', 'offer', 'accept', 'takeBack'])
      expect(actions(listed).filter((each) => each === action).length, action).toBeGreaterThan(60)
  expect(actions(0)).not.toContain('buy')
  expect(mayList({ held: 40, listed: LISTED_MAX - 1 })).toBe(true)
  expect(mayList({ held: 40, listed: LISTED_MAX })).toBe(false)
  // Half of its NFTs are never for sale.
  expect(mayList({ held: 2, listed: 1 })).toBe(false)
  expect(mayList({ held: 3, listed: 1 })).toBe(true)
})

test('where coins bring next to nothing, or more than a bot pays, it leaves the market alone', () => {
  for (const coinsSol of [0, 0.001, NFT_SOL_MAX + 1])
    expect(decideNftMarketAction({ coinsSol, listed: 1 }, () => 0.1)).toBeUndefined()
})

test('what is asked and bid is above what the coins bring, and more for what is rarer', () => {
  const chance = chances(9)
  const average = (of: () => number) => Array.from({ length: 500 }, of).reduce((a, b) => a + b, 0) / 500
  for (const coinsSol of [0.0031, 0.0832, 0.42]) {
    let before = { asked: 0, bid: 0 }
    for (const rarity of RARITIES) {
      for (let i = 0; i < 500; i++) {
        expect(askedSol(rarity, coinsSol, chance)).toBeGreaterThan(coinsSol)
        expect(bidSol(rarity, coinsSol, chance)).toBeGreaterThan(coinsSol * 1.01)
      }
      const now = {
        asked: average(() => askedSol(rarity, coinsSol, chance)),
        bid: average(() => bidSol(rarity, coinsSol, chance)),
      }
      expect(now.bid).toBeLessThan(now.asked * 1.02)
      expect(now.asked).toBeGreaterThan(before.asked)
      expect(now.bid).toBeGreaterThan(before.bid)
      before = now
    }
  }
})

test('prices are such as people write, and never below what was meant', () => {
  for (const chance of [() => 0, () => 0.5, () => 0.999]) {
    const text = lamportsText(askedSol('rare', 0.083194675, chance))
    expect(text).toMatch(/^\d{2,3}0+$/)
    expect(Number(text)).toBeGreaterThan(83_194_675)
  }
})

test('a bot buys what it would ask itself, the cheap ones first, and nothing dear', () => {
  const chance = chances(2)
  const listings = [
    { name: 'fair', dueSol: 0.105, rarity: 'common' },
    { name: 'dear', dueSol: 50, rarity: 'common' },
    { name: 'rare at a common price', dueSol: 0.11, rarity: 'mythic' },
  ] as const
  const picked = Array.from({ length: 500 }, () => pickListing(listings, 0.1, chance)?.name)
  expect(picked).not.toContain('dear')
  expect(picked.filter((name) => name === 'rare at a common price').length).toBeGreaterThan(
    picked.filter((name) => name === 'fair').length,
  )
  expect(pickListing([], 0.1, chance)).toBeUndefined()
  expect(isWorth(NFT_SOL_MAX + 0.01, 'mythic', 4)).toBe(false)
})
