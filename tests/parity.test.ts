// sdk/core/curve.ts against the program: at random states, which are written into the market account directly, both must
// say the same to the unit, refusals included.
/* oxlint-disable vitest/valid-expect, vitest/no-conditional-expect -- a loop has to say at which state it failed */

import { type CurveState, type Guard, quoteBuy, quoteSell } from '@twinmint/sdk/core/curve'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, test } from 'vitest'
import { Chain, type Coin, SOL, SUPPLY, wallet } from '../program/test/harness.ts'
import { Random, withSeed } from '../program/test/random.ts'
import { size } from './soak.ts'

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
    ? graduated
      ? real + 1n
      : real + SOL
    : random.pick([random.amount(U64_MAX - 1n) + 1n, U64_MAX, 1n])
  const reserve = reachable
    ? (SOL * SUPPLY + reserveLamports - 1n) / reserveLamports + BigInt(random.below(3))
    : random.pick([random.amount(BIG) + 1n, 1n])
  const bounded = reachable && reserve > SUPPLY ? SUPPLY : reserve
  return {
    reserveLamports: lamports(reserveLamports > U64_MAX ? U64_MAX : reserveLamports),
    reserveBaseUnits: baseUnits(bounded),
    realLamports: lamports(real),
    graduationMarketCapLamports: lamports(random.pick([2n * SOL, 420n * SOL, 1_000_000n * SOL])),
    sellFeeBps: random.pick([0n, 1n, 100n, 500n]),
    creatorShareBps: random.pick([0n, 1n, 5_000n, 10_000n]),
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
  view.setUint16(6, Number(state.sellFeeBps), true)
  view.setBigUint64(104, state.reserveLamports, true)
  view.setBigUint64(112, state.reserveBaseUnits, true)
  view.setBigUint64(120, state.realLamports, true)
  view.setBigUint64(128, 0n, true)
  view.setBigUint64(224, state.openingReserveLamports, true)
  view.setBigUint64(232, 0n, true)
  view.setBigUint64(240, 0n, true)
  view.setUint16(248, state.guard.guardBps, true)
  view.setUint16(250, state.guard.guardSeconds, true)
  view.setBigInt64(176, state.guard.createdAtSeconds, true)
  view.setBigUint64(136, state.graduationMarketCapLamports, true)
  view.setUint16(156, Number(state.creatorShareBps), true)
  chain.setAccount(market, chain.program, data, chain.rent(328) + state.realLamports)
  writeCoins(chain, vault, state.reserveBaseUnits)
}

function writeCoins(chain: Chain, account: Coin['addresses']['vault'], amount: bigint): void {
  const data = chain.data(account).slice()
  new DataView(data.buffer).setBigUint64(64, amount, true)
  chain.setAccount(account, TOKEN_2022_PROGRAM, data)
}

test(`${ROUNDS} random trades at random states: the quote is what the program does`, async () => {
  await withSeed(async (seed) => {
    const random = new Random(seed)
    const chain = await Chain.open()
    for (const one of [creator, payer]) chain.fund(one.address, 100n * SOL)
    chain.fund(user.address, 100n * SOL)
    const coin = await chain.launched(creator, {}, 1)
    const account = await chain.coinAccount(user, coin)
    chain.must(await chain.createCoinAccount(user, coin), user)
    const mint = chain.data(coin.addresses.mint).slice()
    new DataView(mint.buffer).setBigUint64(36, U64_MAX, true)
    const seen: Record<string, number> = {}

    for (let round = 0; round < ROUNDS; round++) {
      const state = randomState(random)
      writeState(chain, coin, state)
      // So that a graduation can burn however much the vault holds, after all that was burned in the rounds before.
      chain.setAccount(coin.addresses.mint, TOKEN_2022_PROGRAM, mint.slice())
      const buys = random.below(2) === 0
      const given = random.amount(random.pick([100n * SOL, BIG, SUPPLY]))
      writeCoins(chain, account, buys ? 0n : given)
      chain.setAccount(
        user.address,
        '11111111111111111111111111111111' as typeof user.address,
        new Uint8Array(),
        given + SOL,
      )
      const where = `round ${round}: ${buys ? 'buy' : 'sell'} ${given} at ${JSON.stringify(state, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`
      const quote = buys
        ? quoteBuy(state, lamports(given), { nowSeconds: chain.now() })
        : quoteSell(state, baseUnits(given))
      const instruction = buys ? await chain.buy(user, coin, given) : await chain.sell(user, coin, given)
      const sent = chain.send([instruction], payer, user)
      const result =
        quote.kind === 'refused'
          ? quote.code
          : 'graduates' in quote && quote.graduates
            ? 'graduation'
            : quote.kind
      seen[result] = (seen[result] ?? 0) + 1
      if (quote.kind === 'refused') {
        expect(sent.failure, where).toBe(quote.code)
        continue
      }
      expect(sent.failure, `${where}\n${sent.logs.join('\n')}`).toBeUndefined()
      const { sellFeeBps, creatorShareBps, ...after } = chain.market(coin).curve
      expect({ ...after, sellFeeBps, creatorShareBps }, where).toEqual(quote.after)
      if ('baseUnitsOut' in quote) {
        expect(chain.baseUnitsOf(account), where).toBe(quote.baseUnitsOut)
        expect(chain.lamportsOf(user.address), where).toBe(SOL)
        expect(chain.market(coin).lockedLamports, where).toBe(quote.surchargeLamports)
        expect(sent.events, where).toMatchObject([
          { lamportsIn: given, surchargeLamports: quote.surchargeLamports },
        ])
        if (quote.surchargeLamports > 0n) seen['surcharge'] = (seen['surcharge'] ?? 0) + 1
      } else {
        expect(chain.lamportsOf(user.address), where).toBe(given + SOL + quote.lamportsOut)
        expect(chain.market(coin).creatorFeesOwedLamports, where).toBe(quote.creatorFeeLamports)
        expect(chain.market(coin).treasuryFeesOwedLamports, where).toBe(
          quote.feeLamports - quote.creatorFeeLamports,
        )
      }
    }
    for (const result of [
      'quote',
      'graduation',
      'amountZero',
      'amountTooSmall',
      'overflow',
      'invariantBroken',
      'surcharge',
    ])
      expect(seen[result], `no ${result} among the rounds`).toBeGreaterThan(0)
    if (process.env['TWINMINT_TALLY']) console.log(seen)
  })
})
