/* oxlint-disable vitest/valid-expect, vitest/no-conditional-expect -- a loop has to say which case it was */
// The launch guard: what it takes at each second, from whom, and that neither splitting a payment, nor its order, nor a
// second wallet pays less; that nobody ever gets what it locks; and that all else is as without one.

import {
  type CurveState,
  guardBpsAt,
  launchState,
  quoteBuy,
  quoteBuyExactOut,
} from '@twinmint/sdk/core/curve'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { MARKET_BYTES } from '@twinmint/sdk/program/sizes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Chain, type Coin, NFT_PRICE, SOL, SUPPLY, type Wallet, wallet } from './harness.ts'

const [creator, user, other, payer] = [wallet(1), wallet(2), wallet(3), wallet(9)]
const GUARD = { guardBps: 5_000, guardSeconds: 120 }
const FORM = { ...GUARD, openingReserveLamports: lamports(30n * SOL) }
const TWENTIETH = SUPPLY / 20n

async function open(
  choices: Partial<Coin['choices']> = FORM,
): Promise<{ chain: Chain; coin: Coin; start: bigint }> {
  const chain = await Chain.open()
  for (const one of [creator, user, other, payer]) chain.fund(one.address, 1_000n * SOL)
  const coin = await chain.launched(creator, choices, 1)
  for (const one of [creator, user, other]) chain.must(await chain.createCoinAccount(one, coin), payer, one)
  return { chain, coin, start: chain.now() }
}

const surchargeOf = ({ chain, coin }: { chain: Chain; coin: Coin }, instruction: Instruction, by: Wallet) => {
  const { locked, lamports: before } = {
    locked: chain.market(coin).lockedLamports,
    lamports: chain.lamportsOf(coin.addresses.market),
  }
  const real = chain.market(coin).curve.realLamports
  const [event] = chain.must(instruction, payer, by).events
  if (event?.kind !== 'buy') throw new Error('no buy')
  const after = chain.market(coin)
  expect(after.lockedLamports - locked).toBe(event.surchargeLamports)
  if (!event.graduated)
    expect(after.curve.realLamports - real).toBe(event.lamportsIn - event.surchargeLamports)
  expect(chain.lamportsOf(coin.addresses.market) - before).toBe(event.lamportsIn)
  return event.surchargeLamports
}

test('a buy pays half of itself in the first second, less each second, and nothing from the last on', async () => {
  const { chain, coin, start } = await open()
  // ceil(5,000 · (120 − e) / 120), of 10,000; a clock before the launch counts as the launch.
  for (const [passed, bps] of [
    [-1_000n, 5_000n],
    [-1n, 5_000n],
    [0n, 5_000n],
    [1n, 4_959n],
    [2n, 4_917n],
    [60n, 2_500n],
    [118n, 84n],
    [119n, 42n],
    [120n, 0n],
    [121n, 0n],
    [1_000_000n, 0n],
  ] as const) {
    chain.setTime(start + passed)
    expect(guardBpsAt({ ...GUARD, createdAtSeconds: start }, start + passed), `${passed}`).toBe(bps)
    for (const paid of [SOL, 9_999n, 10_001n]) {
      const kept = (paid * (10_000n - bps)) / 10_000n
      const taken = surchargeOf({ chain, coin }, await chain.buy(user, coin, paid), user)
      expect(taken, `${paid} after ${passed} s`).toBe(paid - kept)
    }
  }
  expect(chain.market(coin)).toMatchObject({ ...GUARD, openingReserveLamports: 30n * SOL })
})

test('what is too little for a base unit after the surcharge buys nothing', async () => {
  const { chain, coin } = await open({ openingReserveLamports: lamports(100n * SOL), ...GUARD })
  // Half of one lamport is none.
  expect(chain.send([await chain.buy(user, coin, 1n)], payer, user).failure).toBe('amountTooSmall')
  expect(chain.send([await chain.buy(user, coin, 2n)], payer, user).failure).toBeUndefined()
  expect(chain.market(coin).lockedLamports).toBe(1n)
})

test('the least for which an exact buy goes through has the surcharge in it', async () => {
  const { chain, coin, start } = await open()
  chain.setTime(start + 37n)
  const quote = quoteBuyExactOut(chain.market(coin).curve, baseUnits(NFT_PRICE), { nowSeconds: chain.now() })
  if (quote.kind === 'refused') throw new Error(quote.code)
  const tooLittle = await chain.buyExactOut(user, coin, NFT_PRICE, quote.lamportsIn - 1n)
  expect(chain.send([tooLittle], payer, user).failure).toBe('slippageExceeded')
  const had = chain.lamportsOf(user.address)
  const enough = await chain.buyExactOut(user, coin, NFT_PRICE, quote.lamportsIn)
  expect(surchargeOf({ chain, coin }, enough, user)).toBe(quote.surchargeLamports)
  expect(quote.surchargeLamports).toBeGreaterThan(quote.lamportsIn / 3n)
  expect(had - chain.lamportsOf(user.address)).toBe(quote.lamportsIn)
})

test('the creator’s first buy of 5 % at most is spared, as the market’s first event alone', async () => {
  const spare = async (act: (scene: { chain: Chain; coin: Coin }) => Promise<Instruction>, by = creator) => {
    const scene = await open()
    const had = scene.chain.lamportsOf(payer.address)
    return [surchargeOf(scene, await act(scene), by), had, scene] as const
  }
  const [none, , scene] = await spare(({ chain, coin }) =>
    chain.buyExactOut(creator, coin, TWENTIETH, 10n * SOL),
  )
  expect(none).toBe(0n)
  // The second is not.
  expect(surchargeOf(scene, await scene.chain.buy(creator, scene.coin, SOL), creator)).toBe(SOL / 2n)

  const [more] = await spare(({ chain, coin }) => chain.buyExactOut(creator, coin, TWENTIETH + 1n, 10n * SOL))
  expect(more).toBeGreaterThan(SOL)
  const [stranger] = await spare(({ chain, coin }) => chain.buy(user, coin, SOL), user)
  expect(stranger).toBe(SOL / 2n)

  // By what it would get without a surcharge, in lamports too: 30 SOL · 1/19 is the most.
  const most = (30n * SOL) / 19n
  const [just] = await spare(({ chain, coin }) => chain.buy(creator, coin, most))
  expect(just).toBe(0n)
  const [over] = await spare(({ chain, coin }) => chain.buy(creator, coin, most + 2n))
  expect(over).toBe((most + 3n) / 2n)

  // After anything else it is a buy like any other.
  for (const first of [
    async ({ chain, coin }: { chain: Chain; coin: Coin }) => chain.must(chain.boost(user, coin), payer, user),
    async ({ chain, coin }: { chain: Chain; coin: Coin }) =>
      chain.must(await chain.buy(user, coin, SOL), payer, user),
  ]) {
    const late = await open()
    await first(late)
    expect(surchargeOf(late, await late.chain.buy(creator, late.coin, SOL), creator)).toBe(SOL / 2n)
  }
})

test('with the launch, in one transaction, the creator’s buy is spared', async () => {
  const chain = await Chain.open()
  chain.fund(creator.address, 100n * SOL)
  const coin = await chain.coin(creator, FORM, 1)
  const account = await chain.createCoinAccount(creator, coin)
  const { events } = chain.must([chain.launch(coin), account, await chain.buy(creator, coin, SOL)], creator)
  expect(events).toMatchObject([
    { kind: 'launch', choices: FORM },
    { kind: 'buy', surchargeLamports: 0n },
  ])
})

test('a split payment, in any order and by two wallets, gets no more on the chain and locks no less', async () => {
  const parts = [1n, 3n, SOL / 3n, 999_999_999n, 7_777n, 2n * SOL, 1n, 19_999n]
  const whole = parts.reduce((a, b) => a + b, 0n)
  const once = await open()
  once.chain.setTime(once.start + 17n)
  const locked = surchargeOf(once, await once.chain.buy(user, once.coin, whole), user)
  const got = once.chain.baseUnitsOf(await once.chain.coinAccount(user, once.coin))
  for (const order of [parts, parts.toReversed(), parts.toSorted((a, b) => Number(b - a))]) {
    const split = await open()
    split.chain.setTime(split.start + 17n)
    for (const [i, part] of order.entries()) {
      const one = i % 2 === 0 ? user : other
      // A lamport alone gets nothing, and is not taken.
      split.chain.send([await split.chain.buy(one, split.coin, part)], payer, one)
    }
    const both = await Promise.all([user, other].map((one) => split.chain.coinAccount(one, split.coin)))
    const together = both.reduce((total, account) => total + split.chain.baseUnitsOf(account), 0n)
    expect(together).toBeLessThanOrEqual(got)
    expect(split.chain.market(split.coin).lockedLamports).toBeGreaterThanOrEqual(
      locked - BigInt(order.length),
    )
  }
})

const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 50n * SOL }),
  fc.constantFrom(0n, 1n, 2n, 3n, 9_999n, 10_000n, 10_001n),
)
const started: fc.Arbitrary<CurveState> = fc
  .record({
    opening: fc.constantFrom(1n, 10n, 30n, 100n),
    guardBps: fc.constantFrom(1, 42, 3_333, 4_999, 5_000),
    guardSeconds: fc.constantFrom(1, 7, 120, 600),
    before: amount,
  })
  .map(({ opening, before, ...guard }) => {
    const state = launchState({
      graduationMarketCapLamports: lamports(420n * SOL),
      sellFeeBps: 100n,
      creatorShareBps: 5_000n,
      openingReserveLamports: lamports(opening * SOL),
      guard: { ...guard, createdAtSeconds: 1_000n },
    })
    const quote = quoteBuy(state, lamports(before), { nowSeconds: 2_000n })
    return quote.kind === 'quote' ? quote.after : state
  })
const within = fc.bigInt({ min: 990n, max: 1_601n }).map((nowSeconds) => ({ nowSeconds }))

test('no split of a payment gets more, none of a purchase costs less, and exact buys are the least', () => {
  fc.assert(
    fc.property(started, within, fc.array(amount, { minLength: 1, maxLength: 8 }), (start, at, parts) => {
      const whole = lamports(parts.reduce((a, b) => a + b, 0n))
      const once = quoteBuy(start, whole, at)
      let [state, got, locked, taken] = [start, 0n, 0n, 0n]
      for (const part of parts) {
        const quote = quoteBuy(state, lamports(part), at)
        if (quote.kind === 'refused') continue
        state = quote.after
        got += quote.baseUnitsOut
        locked += quote.surchargeLamports
        taken += part
      }
      expect(once.kind === 'quote' || got === 0n).toBe(true)
      if (once.kind === 'refused') return
      expect(got).toBeLessThanOrEqual(once.baseUnitsOut)
      const bps = guardBpsAt(start.guard, at.nowSeconds)
      expect(locked).toBeGreaterThanOrEqual(taken - (taken * (10_000n - bps)) / 10_000n)
      expect(once.surchargeLamports).toBe(whole - (whole * (10_000n - bps)) / 10_000n)
    }),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(
      started,
      within,
      fc.array(fc.bigInt({ min: 1n, max: SUPPLY / 8n }), { minLength: 2, maxLength: 6 }),
      (start, at, parts) => {
        const whole = quoteBuyExactOut(start, baseUnits(parts.reduce((a, b) => a + b, 0n)), at)
        let [state, cost]: [CurveState, bigint] = [start, 0n]
        for (const part of parts) {
          const quote = quoteBuyExactOut(state, baseUnits(part), at)
          if (quote.kind === 'refused') return
          // One lamport less does not buy them.
          const less = quoteBuy(state, lamports(quote.lamportsIn - 1n), at)
          expect(less.kind === 'refused' || less.baseUnitsOut < part).toBe(true)
          const enough = quoteBuy(state, quote.lamportsIn, at)
          expect(enough.kind === 'quote' && enough.baseUnitsOut >= part).toBe(true)
          state = quote.after
          cost += quote.lamportsIn
        }
        if (whole.kind === 'quote') expect(cost).toBeGreaterThanOrEqual(whole.lamportsIn)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('what reaches the reserves is all that counts: graduation and its figures are those of a coin without a guard', async () => {
  const [guarded, plain] = [await open(), await open({ openingReserveLamports: FORM.openingReserveLamports })]
  for (const [at, paid] of [
    [0n, 50n * SOL],
    [30n, 20n * SOL + 1n],
    [60n, 70n * SOL],
    [61n, 40n * SOL],
    // It goes by time: the pool of a market that has graduated early asks for it too.
    [62n, 3n * SOL],
  ] as const) {
    for (const { chain, start } of [guarded, plain]) chain.setTime(start + at)
    const taken = surchargeOf(guarded, await guarded.chain.buy(user, guarded.coin, paid), user)
    expect(taken, `${at}`).toBeGreaterThan(0n)
    const { events } = plain.chain.must(await plain.chain.buy(user, plain.coin, paid - taken), payer, user)
    expect(events).toMatchObject([{ surchargeLamports: 0n }])
    const [{ guard: _, ...one }, { guard: __, ...same }] = [
      guarded.chain.market(guarded.coin).curve,
      plain.chain.market(plain.coin).curve,
    ]
    expect(one, `${at}`).toEqual(same)
    for (const each of [guarded, plain]) {
      const held = each.chain.baseUnitsOf(await each.chain.coinAccount(user, each.coin))
      each.chain.must(await each.chain.sell(user, each.coin, held / 10n), payer, user)
    }
  }
  expect(guarded.chain.market(guarded.coin).curve.graduated).toBe(true)
})

test('when all have sold and everybody has claimed, what was locked is still there, and what people sent too', async () => {
  const { chain, coin, start } = await open()
  const { market } = coin.addresses
  chain.fund(market, 12_345n)
  for (const [i, one] of [user, other, creator, user].entries()) {
    chain.setTime(start + BigInt(i * 20))
    chain.must(await chain.buy(one, coin, 5n * SOL), payer, one)
  }
  chain.must([await chain.capture(user, coin, 1), await chain.release(user, coin, 1)], payer, user)
  chain.must(chain.boost(user, coin), payer, user)
  for (const one of [user, other, creator])
    chain.must(await chain.sell(one, coin, chain.baseUnitsOf(await chain.coinAccount(one, coin))), payer, one)
  const { lockedLamports, creatorFeesOwedLamports, treasuryFeesOwedLamports } = chain.market(coin)
  // Half of each fee; an odd lamport of one is the treasury's.
  expect(treasuryFeesOwedLamports).toBeGreaterThanOrEqual(creatorFeesOwedLamports + SOL)
  expect(treasuryFeesOwedLamports).toBeLessThanOrEqual(creatorFeesOwedLamports + SOL + 3n)
  const config = chain.lamportsOf(chain.config)
  chain.must(chain.claimCreatorFees(creator, coin), payer, creator)
  const { events } = chain.must(chain.collect(coin), payer)
  expect(events).toMatchObject([
    { kind: 'collect', who: chain.config, lamportsOut: treasuryFeesOwedLamports },
  ])
  expect(chain.lamportsOf(chain.config) - config).toBe(treasuryFeesOwedLamports)
  const { curve, ...after } = chain.market(coin)
  expect(after).toMatchObject({ lockedLamports, creatorFeesOwedLamports: 0n, treasuryFeesOwedLamports: 0n })
  expect(lockedLamports).toBe(((5_000n + 4_167n + 3_334n + 2_500n) * 5n * SOL) / 10_000n)
  // Nothing is left of what was paid in but what rounding kept.
  expect(curve.realLamports).toBeLessThan(10n)
  expect(chain.lamportsOf(market)).toBe(
    chain.rent(MARKET_BYTES) + 12_345n + lockedLamports + curve.realLamports,
  )
})

test('who has nothing but coins may sell them, where another pays for the transaction', async () => {
  const { chain, coin } = await open()
  chain.must(await chain.buy(user, coin, SOL), payer, user)
  chain.setAccount(user.address, SYSTEM_PROGRAM, new Uint8Array(), 0n)
  const held = chain.baseUnitsOf(await chain.coinAccount(user, coin))
  // The network lets no wallet hold less than an empty account's rent.
  expect(chain.send([await chain.sell(user, coin, held / 1_000n)], payer, user).failure).toMatch(/rent/i)
  const [event] = chain.must(await chain.sell(user, coin, held), payer, user).events
  if (event?.kind !== 'sell') throw new Error('no sell')
  expect(chain.lamportsOf(user.address)).toBe(event.lamportsOut)
})
