/* oxlint-disable vitest/valid-expect, vitest/no-conditional-expect -- a loop has to say at which state it failed */
// The exact buy against sdk/core/curve.ts at random states, which are written into the market directly: the same to the
// lamport, refusals included. And what it promises: never cheaper than a buy of the same lamports.

import { type CurveState, type Guard, quoteBuy, quoteBuyExactOut } from '@twinmint/sdk/core/curve'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, test } from 'vitest'
import { size } from '../../tests/soak.ts'
import { Chain, type Coin, NFT_PRICE, SOL, SUPPLY, wallet } from './harness.ts'
import { Random, withSeed } from './random.ts'

const ROUNDS = size(500, 20_000)
const BIG = 1n << 62n
/** Where the clock of the harness stands. */
const NOW = 1_800_000_000n
const U64_MAX = (1n << 64n) - 1n
const [creator, user, payer] = [wallet(1), wallet(2), wallet(9)]

/** Mostly what trading reaches, sometimes what only 64 bits bound. */
function randomState(random: Random): CurveState {
  const reachable = random.below(3) > 0
  const graduated = random.below(3) === 0
  const real = reachable ? random.amount(2_000n * SOL) : random.amount(BIG)
  const reserveLamports = reachable
    ? real + (graduated ? 1n : SOL)
    : random.pick([random.amount(U64_MAX - 1n) + 1n, U64_MAX, 1n])
  const reached = (SOL * SUPPLY + reserveLamports - 1n) / reserveLamports + BigInt(random.below(3))
  const reserve = reachable
    ? reached > SUPPLY
      ? SUPPLY
      : reached
    : random.pick([random.amount(BIG) + 1n, 1n, 2n])
  return {
    reserveLamports: lamports(reserveLamports > U64_MAX ? U64_MAX : reserveLamports),
    reserveBaseUnits: baseUnits(reserve),
    realLamports: lamports(real),
    graduationMarketCapLamports: lamports(random.pick([2n * SOL, 420n * SOL, 1_000_000n * SOL])),
    sellFeeBps: 100n,
    creatorShareBps: 5_000n,
    graduated,
    openingReserveLamports: lamports(SOL),
    guard: anyGuard(random),
  }
}

/** None, one that is over, and one at any of its seconds; the chain's clock stands. */
function anyGuard(random: Random): Guard {
  const guardSeconds = random.pick([0, 1, 7, 120, 600])
  const guardBps = guardSeconds === 0 ? 0 : random.pick([1, 3_333, 5_000])
  return { guardBps, guardSeconds, createdAtSeconds: NOW - BigInt(random.below(guardSeconds + 2) - 1) }
}

function writeState(chain: Chain, coin: Coin, state: CurveState): void {
  const { market, vault } = coin.addresses
  const data = chain.data(market).slice()
  const view = new DataView(data.buffer)
  view.setUint8(2, state.graduated ? 1 : 0)
  for (const offset of [128, 232, 240]) view.setBigUint64(offset, 0n, true)
  view.setBigUint64(224, state.openingReserveLamports, true)
  view.setUint16(248, state.guard.guardBps, true)
  view.setUint16(250, state.guard.guardSeconds, true)
  view.setBigInt64(176, state.guard.createdAtSeconds, true)
  view.setBigUint64(104, state.reserveLamports, true)
  view.setBigUint64(112, state.reserveBaseUnits, true)
  view.setBigUint64(120, state.realLamports, true)
  view.setBigUint64(136, state.graduationMarketCapLamports, true)
  chain.setAccount(market, chain.program, data, chain.rent(328) + state.realLamports)
  const held = chain.data(vault).slice()
  new DataView(held.buffer).setBigUint64(64, state.reserveBaseUnits, true)
  chain.setAccount(vault, TOKEN_2022_PROGRAM, held)
}

test(`${ROUNDS} random exact buys at random states: the quote is what the program does`, async () => {
  await withSeed(async (seed) => {
    const random = new Random(seed)
    const chain = await Chain.open()
    for (const one of [creator, user, payer]) chain.fund(one.address, 100n * SOL)
    const coin = await chain.launched(creator, {}, 1)
    const account = await chain.coinAccount(user, coin)
    chain.must(await chain.createCoinAccount(user, coin), user)
    const empty = chain.data(account)
    // So that a graduation can burn however much the vault holds.
    const mint = chain.data(coin.addresses.mint).slice()
    new DataView(mint.buffer).setBigUint64(36, U64_MAX, true)
    const seen: Record<string, number> = {}

    for (let round = 0; round < ROUNDS; round++) {
      const state = randomState(random)
      writeState(chain, coin, state)
      chain.setAccount(coin.addresses.mint, TOKEN_2022_PROGRAM, mint)
      chain.setAccount(account, TOKEN_2022_PROGRAM, empty)
      const purse = random.below(4) > 0 ? U64_MAX - state.realLamports - SOL : 100n * SOL
      chain.fund(user.address, purse - chain.lamportsOf(user.address))
      const out = random.pick([
        random.amount(state.reserveBaseUnits),
        random.amount(state.reserveBaseUnits),
        NFT_PRICE,
        1n,
      ])
      const quote = quoteBuyExactOut(state, baseUnits(out), { nowSeconds: chain.now() })
      const price = quote.kind === 'quote' ? quote.lamportsIn : 0n
      const most = random.pick([U64_MAX, U64_MAX, price, price > 0n ? price - 1n : 0n])
      const sent = chain.send([await chain.buyExactOut(user, coin, out, most)], payer, user)
      const what = `round ${round}: ${out} of ${JSON.stringify(state, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`
      const expected =
        quote.kind === 'refused' && quote.code !== 'invariantBroken'
          ? quote.code
          : quote.kind === 'quote' && price > most
            ? 'slippageExceeded'
            : quote.kind === 'quote' && price > purse
              ? 'insufficientLamports'
              : quote.kind === 'refused'
                ? quote.code
                : undefined
      const key = expected ?? (quote.kind === 'quote' && quote.graduates ? 'graduation' : 'buy')
      seen[key] = (seen[key] ?? 0) + 1
      const product = state.reserveLamports * state.reserveBaseUnits
      const priced =
        quote.kind === 'refused' && out > 0n && product / (state.reserveBaseUnits - out || 1n) < U64_MAX
      if (expected === 'invariantBroken' || (expected === 'overflow' && priced)) {
        // Books that no trading reaches: what refuses first differs, that it is refused does not.
        expect(sent.failure, what).toBeDefined()
        continue
      }
      // A rest that the network lets no wallet keep.
      const rest = purse - price
      if (expected === undefined && rest > 0n && rest < 890_880n) continue
      expect(sent.failure, what).toBe(expected)
      if (quote.kind === 'refused' || expected !== undefined) continue
      expect(chain.market(coin).curve, what).toEqual(quote.after)
      expect(chain.baseUnitsOf(account), what).toBe(out)
      expect(purse - chain.lamportsOf(user.address), what).toBe(price)
      expect(sent.events, what).toMatchObject([
        {
          kind: 'buy',
          lamportsIn: price,
          surchargeLamports: quote.surchargeLamports,
          baseUnitsOut: out,
          graduated: quote.graduates,
        },
      ])
      // The same lamports buy at least as much the other way, and one lamport less buys less.
      const other = quoteBuy(state, lamports(price), { nowSeconds: chain.now() })
      if (other.kind === 'quote') expect(other.baseUnitsOut, what).toBeGreaterThanOrEqual(out)
      const less = quoteBuy(state, lamports(price - 1n), { nowSeconds: chain.now() })
      if (less.kind === 'quote') expect(less.baseUnitsOut, what).toBeLessThan(out)
    }
    for (const key of ['buy', 'graduation', 'amountZero', 'reserveExceeded', 'overflow', 'slippageExceeded'])
      expect(seen[key], `no ${key}`).toBeGreaterThan(0)
    if (process.env['TWINMINT_TALLY']) console.log(seen)
  })
})
