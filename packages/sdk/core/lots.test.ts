// First in, first out, on random histories: nothing is lost or made, order decides, and splitting changes nothing.
import { expect, test } from 'vitest'
import { Random, withSeed } from '../../../program/test/random.ts'
import {
  type Lot,
  type LotAt,
  movePosition,
  type NftLot,
  NO_POSITION,
  type PositionMove,
  type PositionState,
} from './lots.ts'

/** A wallet with all that it has, as the index keeps it. */
function wallet() {
  const lots: Lot[] = []
  const nfts: NftLot[] = []
  const lotAt: LotAt = (point) => {
    const found = lots.find(({ untilBaseUnits }) => untilBaseUnits >= point)
    if (!found) throw new Error(`no lot at ${point}`)
    return found
  }
  let state: PositionState = NO_POSITION
  return {
    lots,
    nfts,
    get state() {
      return state
    },
    move(move: PositionMove) {
      const moved = movePosition(state, move, lotAt)
      state = moved.after
      if (moved.lot) lots.push(moved.lot)
      if (move.type === 'SWAP_TO_NFT' || move.type === 'NFT_BOUGHT')
        nfts.push({
          knownBaseUnits: moved.knownBaseUnits,
          lamports: moved.costLamports,
          premiumLamports: moved.premiumLamports,
        })
      return moved
    },
  }
}

const costLeft = ({ inLamports, outLamports }: PositionState) => inLamports - outLamports

test('the first coins that came are the first that go', () => {
  const one = wallet()
  one.move({ type: 'BUY', baseUnits: 100n, lamports: 1_000n })
  one.move({ type: 'BUY', baseUnits: 100n, lamports: 3_000n })
  expect(one.move({ type: 'SELL', baseUnits: 150n, lamports: 6_000n }).costLamports).toBe(2_500n)
  expect(one.state.realisedLamports).toBe(3_500n)
  expect(costLeft(one.state)).toBe(1_500n)
  // The same two buys the other way round cost the sale something else.
  const other = wallet()
  other.move({ type: 'BUY', baseUnits: 100n, lamports: 3_000n })
  other.move({ type: 'BUY', baseUnits: 100n, lamports: 1_000n })
  expect(other.move({ type: 'SELL', baseUnits: 150n, lamports: 6_000n }).costLamports).toBe(3_500n)
})

test('coins that were sent to the wallet have no cost, and what they sell for is no result', () => {
  const one = wallet()
  one.move({ type: 'BUY', baseUnits: 100n, lamports: 1_000n })
  const { knownBaseUnits, costLamports } = one.move({ type: 'SELL', baseUnits: 400n, lamports: 8_000n })
  expect([knownBaseUnits, costLamports]).toEqual([100n, 1_000n])
  expect(one.state).toMatchObject({
    realisedLamports: 1_000n,
    unpricedLamports: 6_000n,
    soldLamports: 8_000n,
  })
  // Bought later, they are new coins: what was sold before is over.
  one.move({ type: 'BUY', baseUnits: 50n, lamports: 500n })
  expect(one.move({ type: 'SELL', baseUnits: 50n, lamports: 700n }).costLamports).toBe(500n)
  expect(one.state.realisedLamports).toBe(1_200n)
})

test('an NFT takes the cost of its coins with it and brings it back', () => {
  const one = wallet()
  one.move({ type: 'BUY', baseUnits: 700n, lamports: 70n })
  one.move({ type: 'BUY', baseUnits: 700n, lamports: 700n })
  const { costLamports } = one.move({ type: 'SWAP_TO_NFT', baseUnits: 1_000n })
  expect(costLamports).toBe(370n)
  expect(one.state).toMatchObject({ baseUnits: 400n, nftBaseUnits: 1_000n, realisedLamports: 0n })
  one.move({ type: 'SWAP_TO_TOKEN', baseUnits: 1_000n, nftLot: one.nfts[0] })
  expect(one.state).toMatchObject({ baseUnits: 1_400n, nftBaseUnits: 0n })
  expect(costLeft(one.state)).toBe(770n)
  // They are at the end of the row now: the 400 that stayed go first.
  expect(one.move({ type: 'SELL', baseUnits: 400n, lamports: 1n }).costLamports).toBe(400n)
  expect(one.move({ type: 'SELL', baseUnits: 1_000n, lamports: 1n }).costLamports).toBe(370n)
})

test('an NFT is bought and sold as its coins; what is paid beyond those is a result of its own', () => {
  const one = wallet()
  one.move({ type: 'BUY', baseUnits: 1_000n, lamports: 70n })
  one.move({ type: 'NFT_BOUGHT', baseUnits: 1_000n, coinsLamports: 80n, lamports: 500n })
  expect(one.state).toMatchObject({ baseUnits: 1_000n, nftBaseUnits: 1_000n, boughtLamports: 150n })
  expect(one.nfts).toEqual([{ knownBaseUnits: 1_000n, lamports: 80n, premiumLamports: 420n }])
  // The coins that were bought before stay at the beginning of the row.
  expect(one.move({ type: 'SELL', baseUnits: 400n, lamports: 30n }).costLamports).toBe(28n)
  one.move({
    type: 'NFT_SOLD',
    baseUnits: 1_000n,
    coinsLamports: 90n,
    lamports: 900n,
    nftLot: one.nfts.pop(),
  })
  expect(one.state).toMatchObject({
    nftBaseUnits: 0n,
    soldLamports: 120n,
    realisedLamports: 2n + 10n,
    nftRealisedLamports: 810n - 420n,
  })
  // Released instead, its coins bring their cost with them, and what was paid beyond it is lost.
  one.move({ type: 'NFT_BOUGHT', baseUnits: 1_000n, coinsLamports: 90n, lamports: 300n })
  one.move({ type: 'SWAP_TO_TOKEN', baseUnits: 1_000n, nftLot: one.nfts.pop() })
  expect(costLeft(one.state)).toBe(42n + 90n)
  expect(one.state.nftRealisedLamports).toBe(390n - 210n)
})

test('a price that two wallets of one owner agree on is in no coin’s result', () => {
  for (const lamports of [1n, 90n, 1_000_000n]) {
    const [one, other] = [wallet(), wallet()]
    one.move({ type: 'BUY', baseUnits: 1_000n, lamports: 70n })
    one.move({ type: 'SWAP_TO_NFT', baseUnits: 1_000n })
    one.move({ type: 'NFT_SOLD', baseUnits: 1_000n, coinsLamports: 90n, lamports, nftLot: one.nfts.pop() })
    other.move({ type: 'NFT_BOUGHT', baseUnits: 1_000n, coinsLamports: 90n, lamports })
    expect(one.state).toMatchObject({ realisedLamports: 20n, nftRealisedLamports: lamports - 90n })
    expect(other.state.boughtLamports).toBe(90n)
    expect(other.nfts).toMatchObject([{ lamports: 90n, premiumLamports: lamports - 90n }])
  }
})

test('whoever buys from himself has paid the fees, and nothing else changed', () => {
  const one = wallet()
  one.move({ type: 'BUY', baseUnits: 1_000n, lamports: 70n })
  one.move({ type: 'SWAP_TO_NFT', baseUnits: 1_000n })
  const before = one.state
  one.move({ type: 'NFT_KEPT', baseUnits: 1_000n, lamports: 6n })
  expect(one.state).toEqual({ ...before, nftRealisedLamports: -6n, tradeCount: 3 })
})

test('an NFT that was sent to the wallet sells without a cost', () => {
  const one = wallet()
  const sale = { type: 'NFT_SOLD', baseUnits: 1_000n, coinsLamports: 6n, lamports: 9n } as const
  one.move({ ...sale, nftLot: undefined })
  expect(one.state).toMatchObject({ realisedLamports: 0n, unpricedLamports: 9n, nftRealisedLamports: 0n })
  expect(one.state.nftBaseUnits).toBe(-1_000n)
  // Of one that was captured with coins that came so, only what is known counts.
  one.move({ ...sale, nftLot: { knownBaseUnits: 500n, lamports: 1n, premiumLamports: 0n } })
  expect(one.state).toMatchObject({ realisedLamports: 2n, unpricedLamports: 12n, nftRealisedLamports: 3n })
})

test('an NFT that was sent to the wallet brings coins without a cost', () => {
  const one = wallet()
  one.move({ type: 'SWAP_TO_TOKEN', baseUnits: 1_000n, nftLot: undefined })
  expect(one.move({ type: 'SELL', baseUnits: 1_000n, lamports: 5n }).knownBaseUnits).toBe(0n)
  expect(one.state).toMatchObject({ realisedLamports: 0n, unpricedLamports: 5n, baseUnits: 0n })
})

const NFT = 1_000_000n
const below = (random: Random, limit: bigint) => random.between(0n, limit - 1n)

/** A random history of buys, sells and swaps; with `honest` never more than the wallet has. */
function play(random: Random, steps: number, honest: boolean) {
  const one = wallet()
  let bought = 0n
  let sold = 0n
  let nftPaid = 0n
  let nftGot = 0n
  for (let step = 0; step < steps; step++) {
    const held = one.state.baseUnits
    const roll = below(random, 12n)
    if (roll >= 11n) {
      const lamports = below(random, 1_000_000_000n) + 1n
      const coinsLamports = below(random, 1_000_000_000n)
      one.move({ type: 'NFT_BOUGHT', baseUnits: NFT, coinsLamports, lamports })
      bought += coinsLamports
      nftPaid += lamports - coinsLamports
    } else if (roll === 10n && one.nfts.length > 0) {
      const lamports = below(random, 1_000_000_000n)
      const [nftLot] = one.nfts.splice(Number(below(random, BigInt(one.nfts.length))), 1)
      const coinsLamports = below(random, 1_000_000_000n)
      one.move({ type: 'NFT_SOLD', baseUnits: NFT, coinsLamports, lamports, nftLot })
      sold += coinsLamports
      nftGot += lamports - coinsLamports
    } else if (roll < 4n || held <= 0n) {
      const lamports = below(random, 1_000_000_000n) + 1n
      one.move({ type: 'BUY', baseUnits: below(random, 5n * NFT) + 1n, lamports })
      bought += lamports
    } else if (roll < 7n) {
      const lamports = below(random, 1_000_000_000n)
      const most = honest ? held : held * 2n
      one.move({ type: 'SELL', baseUnits: below(random, most) + 1n, lamports })
      sold += lamports
    } else if (roll < 9n && held >= NFT) one.move({ type: 'SWAP_TO_NFT', baseUnits: NFT })
    else if (one.nfts.length > 0) {
      const [nftLot] = one.nfts.splice(Number(below(random, BigInt(one.nfts.length))), 1)
      one.move({ type: 'SWAP_TO_TOKEN', baseUnits: NFT, nftLot })
    }
  }
  return { one, bought, sold, nftResult: nftGot - nftPaid }
}

test('nothing is lost and nothing is made: result and cost left are what came out and went in', async () => {
  await withSeed((seed) => {
    const random = new Random(seed)
    for (let history = 0; history < 60; history++) {
      const { one, bought, sold, nftResult } = play(random, 200, true)
      const { state, nfts } = one
      const inNfts = nfts.reduce((sum, { lamports }) => sum + lamports, 0n)
      expect(state.realisedLamports - costLeft(state) - inNfts).toBe(sold - bought)
      expect(state.inBaseUnits - state.outBaseUnits).toBe(state.baseUnits)
      expect(state.nftBaseUnits).toBe(BigInt(nfts.length) * NFT)
      expect([state.boughtLamports, state.soldLamports, state.unpricedLamports]).toEqual([bought, sold, 0n])
      // Everything sold for nothing: what was not realised before is lost to the lamport.
      for (const nftLot of nfts) one.move({ type: 'SWAP_TO_TOKEN', baseUnits: NFT, nftLot })
      if (one.state.baseUnits > 0n) one.move({ type: 'SELL', baseUnits: one.state.baseUnits, lamports: 0n })
      expect(one.state.realisedLamports).toBe(sold - bought)
      expect(one.state.nftRealisedLamports).toBe(nftResult)
      expect(costLeft(one.state)).toBe(0n)
    }
  })
})

test('with coins that came from elsewhere the proceeds still add up, and no cost is counted twice', async () => {
  await withSeed((seed) => {
    const random = new Random(seed)
    for (let history = 0; history < 60; history++) {
      const { one, bought, sold } = play(random, 200, false)
      const { state, nfts } = one
      const inNfts = nfts.reduce((sum, { lamports }) => sum + lamports, 0n)
      expect(state.realisedLamports + state.unpricedLamports - costLeft(state) - inNfts).toBe(sold - bought)
      expect(costLeft(state)).toBeGreaterThanOrEqual(0n)
      expect(state.outBaseUnits).toBeLessThanOrEqual(state.inBaseUnits)
    }
  })
})

test('a sale in parts costs what it costs at once', async () => {
  await withSeed((seed) => {
    const random = new Random(seed)
    for (let history = 0; history < 200; history++) {
      const [whole, parts] = [wallet(), wallet()]
      for (let lot = 0; lot < 6; lot++) {
        const buy = {
          type: 'BUY',
          baseUnits: below(random, 1_000n) + 1n,
          lamports: below(random, 1_000_000n),
        } as const
        whole.move(buy)
        parts.move(buy)
      }
      const all = below(random, whole.state.baseUnits) + 1n
      whole.move({ type: 'SELL', baseUnits: all, lamports: 0n })
      for (let left = all; left > 0n; ) {
        const part = below(random, left) + 1n
        parts.move({ type: 'SELL', baseUnits: part, lamports: 0n })
        left -= part
      }
      expect(parts.state.outLamports).toBe(whole.state.outLamports)
      expect(parts.state.realisedLamports).toBe(whole.state.realisedLamports)
    }
  })
})
