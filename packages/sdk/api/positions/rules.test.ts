// The worked example of docs/positions.md, run as it is written there; and what transfers do to a position.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { NEXT_KINDS } from '../../../../program/test/next-version.ts'
import { verifyClaim } from '../../actions/fees/claim-verify.ts'
import { addressOf } from '../../core/address.ts'
import { type CurveState, launchState, quoteBuy, quoteSell } from '../../core/curve.ts'
import { type Lot, movePosition, type NftLot, NO_POSITION, type PositionState } from '../../core/lots.ts'
import { coinText, lamports, parseCoinText, parseSolText, solText } from '../../core/money.ts'
import { rentLamports } from '../../core/rent.ts'
import { migrationLamports } from '../../program/accounts.ts'
import { deriveMarketAddresses } from '../../program/addresses.ts'
import {
  boostInstruction,
  claimCreatorFeesInstruction,
  migrateInstruction,
} from '../../program/instructions.ts'
import { encodeTransaction, type Instruction } from '../../program/message.ts'
import type { CapturedNft } from './results.ts'
import { averageCost, beginOfHeld, costOfHeld, earnedLamports, resultAt } from './rules.ts'

const NFT = 1_000_000_000_000n

/** Trades as "what, coins, SOL", and what is left of them. */
function play(trades: readonly (readonly [type: string, coins: string, sol: string])[]) {
  const lots: Lot[] = []
  const captured: CapturedNft[] = []
  let state: PositionState = NO_POSITION
  for (const [type, coins, sol] of trades) {
    const [amount, paid] = [parseCoinText(coins.replaceAll(',', '')), parseSolText(sol === '' ? '0' : sol)]
    if (amount.kind === 'refused' || paid.kind === 'refused') throw new Error(`${coins} ${sol}`)
    const nft: NftLot | undefined = type === 'SWAP_TO_TOKEN' ? captured.pop() : undefined
    const moved = movePosition(
      state,
      { type: type as 'BUY', baseUnits: amount.units, lamports: paid.units, ...(nft && { nftLot: nft }) },
      (point) => lots.find(({ untilBaseUnits }) => untilBaseUnits >= point)!,
    )
    state = moved.after
    if (moved.lot) lots.push(moved.lot)
    if (type === 'SWAP_TO_NFT')
      captured.push({
        edition: captured.length + 1,
        knownBaseUnits: moved.knownBaseUnits,
        lamports: moved.costLamports,
        premiumLamports: moved.premiumLamports,
      })
  }
  return { state, lots, captured }
}

const lotAt = (lots: readonly Lot[], point: bigint) =>
  lots.find(({ untilBaseUnits }) => untilBaseUnits >= point)

test('the example in the docs comes out as it says', () => {
  const text = readFileSync('docs/positions.md', 'utf8')
  const rows = [...text.matchAll(/^\| (BUY|SELL|SWAP_TO_NFT|SWAP_TO_TOKEN) \| ([\d,]+) \| ([\d.]*) ?\|$/gm)]
  const { state, lots, captured } = play(
    rows.map(([, type = '', coins = '', sol = '']) => [type, coins, sol]),
  )
  const figures = Object.fromEntries(
    [...text.matchAll(/^\| (Realised|Coins|Cost|Average cost) \| ([\d.,]+)( SOL)? \|$/gm)].map(
      ([, name = '', value = '']) => [name, value.replaceAll(',', '')],
    ),
  )
  const held = { baseUnits: state.baseUnits, editions: new Set<number>() }
  const cost = costOfHeld(state, captured, held, lotAt(lots, beginOfHeld(state, held)))
  expect(rows).toHaveLength(6)
  expect({
    Realised: solText(state.realisedLamports as never),
    Coins: coinText(state.baseUnits as never),
    Cost: solText(cost.costLamports as never),
    'Average cost': averageCost(cost.costLamports, cost.knownBaseUnits),
  }).toEqual(figures)
  expect(state.realisedLamports - cost.costLamports).toBe(state.soldLamports - state.boughtLamports)
})

test('coins that were sent away leave from the beginning of the row, and their cost with them', () => {
  const { state, lots, captured } = play([
    ['BUY', '100', '1'],
    ['BUY', '100', '3'],
    ['SELL', '20', '0.2'],
  ])
  const held = { baseUnits: 130_000_000n, editions: new Set<number>() }
  expect(beginOfHeld(state, held)).toBe(70_000_000n)
  expect(costOfHeld(state, captured, held, lotAt(lots, 70_000_000n))).toMatchObject({
    knownBaseUnits: 130_000_000n,
    costLamports: 3_300_000_000n,
    transferredBaseUnits: -50_000_000n,
  })
  const none = { baseUnits: 0n, editions: new Set<number>() }
  expect(costOfHeld(state, captured, none, undefined)).toMatchObject({ knownBaseUnits: 0n, costLamports: 0n })
})

test('coins and NFTs that were sent to it are held without a cost, and a sent NFT takes its cost away', () => {
  const { state, captured } = play([
    ['BUY', '2000000', '2'],
    ['SWAP_TO_NFT', '1000000', ''],
  ])
  const held = { baseUnits: NFT + 5n, editions: new Set([1, 7]) }
  expect(costOfHeld(state, captured, held, undefined)).toEqual({
    knownBaseUnits: 2n * NFT,
    costLamports: 2_000_000_000n,
    nftCostLamports: 1_000_000_000n,
    nftPremiumLamports: 0n,
    transferredBaseUnits: 5n,
    nftsSentIn: 1,
    nftsSentOut: 0,
  })
  expect(costOfHeld(state, captured, { ...held, editions: new Set([7]) }, undefined)).toMatchObject({
    costLamports: 1_000_000_000n,
    nftCostLamports: 0n,
    nftsSentIn: 1,
    nftsSentOut: 1,
  })
})

describe('a holding is worth what selling all of it brings', () => {
  const opened = launchState({
    graduationMarketCapLamports: lamports(420_000_000_000n),
    sellFeeBps: 100n,
    creatorShareBps: 5_000n,
    openingReserveLamports: lamports(30_000_000_000n),
  })
  const texts = ({ reserveLamports, reserveBaseUnits, sellFeeBps }: CurveState) => ({
    reserveLamports: reserveLamports.toString(),
    reserveBaseUnits: reserveBaseUnits.toString(),
    sellFeeBps: Number(sellFeeBps),
  })
  const position = (baseUnits: bigint, nftCount: number, paid: bigint) => ({
    baseUnits: (baseUnits - NFT * BigInt(nftCount)).toString(),
    nftCount,
    knownBaseUnits: baseUnits.toString(),
    costLamports: paid.toString(),
    realisedLamports: '0',
    boughtLamports: paid.toString(),
  })

  it('to the lamport, never more than the pool holds, and less than was paid right after a buy', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1_000_000n, max: 80_000_000_000n }),
        fc.bigInt({ min: 1_000_000n, max: 80_000_000_000n }),
        (before, paid) => {
          const others = quoteBuy(opened, lamports(before), { nowSeconds: 0n })
          if (others.kind === 'refused') return
          const buy = quoteBuy(others.after, lamports(paid), { nowSeconds: 0n })
          if (buy.kind === 'refused') return
          const held = buy.baseUnitsOut
          const now = resultAt(position(held, held >= NFT ? 1 : 0, paid), texts(buy.after))
          const sell = quoteSell(buy.after, held)
          expect(now.worthLamports).toBe(sell.kind === 'quote' ? sell.lamportsOut : 0n)
          expect(now.worthLamports).toBeLessThanOrEqual(buy.after.realLamports)
          expect(now.worthLamports).toBeLessThanOrEqual(now.valueLamports)
          expect(now.resultLamports).toBeLessThan(0n)
        },
      ),
    )
  })
  it('parted where the cost of some coins is not known', () => {
    const market = { reserveLamports: '1000000', reserveBaseUnits: '1000', sellFeeBps: 100 }
    const half = { ...position(1_000n, 0, 100n), knownBaseUnits: '500' }
    expect(resultAt(half, market)).toMatchObject({ worthLamports: 495_000n, unrealisedLamports: 247_400n })
  })
})

test('only one claim of this coin’s fees by this wallet is signed', async () => {
  const [program, wallet, mint] = [9, 3, 5].map((fill) => addressOf(new Uint8Array(32).fill(fill)))
  if (!program || !wallet || !mint) throw new Error('three addresses')
  const addresses = await deriveMarketAddresses(program, mint)
  const other = await deriveMarketAddresses(program, wallet)
  const claim = claimCreatorFeesInstruction(program, { creator: wallet, addresses })
  const check = (instructions: readonly Instruction[], walletAddress: string = wallet, shown?: bigint) =>
    verifyClaim(encodeTransaction({ feePayer: wallet, recentBlockhash: mint, instructions }), {
      programAddress: program,
      walletAddress,
      marketAddress: addresses.market,
      migrationLamports: shown,
      kinds: NEXT_KINDS,
    })
  const mismatch = /does not match what you asked for/
  check([claim])
  expect(() => check([claim, claim])).toThrow(mismatch)
  expect(() => check([claimCreatorFeesInstruction(program, { creator: wallet, addresses: other })])).toThrow(
    mismatch,
  )
  expect(() => check([boostInstruction(program, { payer: wallet, addresses })])).toThrow(mismatch)
  expect(() => check([claim], mint)).toThrow(mismatch)
  // A migration of the market costs what it grows by, and that was shown or it is refused.
  const migrate = migrateInstruction(program, { payer: wallet, account: addresses.market })
  const cost = migrationLamports(NEXT_KINDS.market, rentLamports)
  for (const shown of [undefined, 0n, cost - 1n])
    expect(() => check([migrate, claim], wallet, shown)).toThrow(mismatch)
  check([migrate, claim], wallet, cost)
})

describe('what a creator has earned', () => {
  const known = { feesClaimedLamports: '500', feesEarnedLamports: '700' }
  it('grows with every sell, whoever sells', () => {
    expect(earnedLamports(known, { creatorFeesOwedLamports: '200' })).toBe(700n)
    expect(earnedLamports(known, { creatorFeesOwedLamports: '260' })).toBe(760n)
  })
  it('does not fall while a claim is half told', () => {
    expect(earnedLamports(known, { creatorFeesOwedLamports: '0' })).toBe(700n)
  })
})
