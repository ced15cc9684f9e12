// A market's graduation, step by step: what one buy changes, what it burns, and that trading goes on.

import { quoteBuy } from '@twinmint/sdk/core/curve'
import { lamports } from '@twinmint/sdk/core/money'
import type { Instruction } from '@twinmint/sdk/program/message'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, test } from 'vitest'
import { Chain, type Coin, SOL, SUPPLY, wallet } from './harness.ts'
import { transferTokens } from './tokens.ts'

const [creator, user, payer] = [wallet(1), wallet(2), wallet(9)]

async function open(): Promise<{ chain: Chain; coin: Coin }> {
  const chain = await Chain.open()
  for (const one of [creator, user, payer]) chain.fund(one.address, 1_000n * SOL)
  const coin = await chain.launched(creator, {}, 1)
  chain.must(await chain.createCoinAccount(user, coin), user)
  return { chain, coin }
}

function supplyOf(chain: Chain, coin: Coin): bigint {
  const mint = chain.data(coin.addresses.mint)
  return new DataView(mint.buffer, mint.byteOffset).getBigUint64(36, true)
}

test('graduates at 420 SOL of market cap, not a lamport before, and burns what the new reserve does not need', async () => {
  const { chain, coin } = await open()
  // The least lamports that graduate, by halving.
  let [low, high] = [SOL, 100n * SOL]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    const quote = quoteBuy(chain.market(coin).curve, lamports(middle), { nowSeconds: chain.now() })
    if (quote.kind === 'quote' && quote.graduates) high = middle
    else low = middle
  }
  const kept = Object.values(coin.addresses).map((address) => chain.svm.getAccount(address))
  const bought = await chain.coinAccount(user, coin)
  const empty = chain.svm.getAccount(bought)

  expect(chain.must(await chain.buy(user, coin, low), payer, user).events).toMatchObject([
    { graduated: false },
  ])
  expect(chain.market(coin).curve.graduated).toBe(false)
  for (const one of [...kept, empty]) if (one.exists) chain.svm.setAccount(one)

  const { events } = chain.must(await chain.buy(user, coin, high), payer, user)
  const { curve } = chain.market(coin)
  expect(curve).toMatchObject({ graduated: true, reserveLamports: high, realLamports: high })
  const vault = chain.baseUnitsOf(coin.addresses.vault)
  const burned = SUPPLY - supplyOf(chain, coin)
  expect(events).toMatchObject([{ graduated: true, burnedBaseUnits: burned }])
  expect(vault).toBe(curve.reserveBaseUnits)
  expect(vault + chain.baseUnitsOf(bought)).toBe(SUPPLY - burned)
  expect(burned).toBeGreaterThan(0n)
})

test('a market cap that is exactly the threshold graduates', async () => {
  const { chain } = await open()
  chain.must(
    chain.updateConfig(chain.authority, { graduationMarketCapLamports: lamports(4n * SOL) }),
    chain.authority,
  )
  // 2 SOL · supply / half the supply.
  for (const [index, paid, graduated] of [
    [2, SOL - 1n, false],
    [3, SOL, true],
  ] as const) {
    const coin = await chain.launched(creator, {}, index)
    chain.must([await chain.createCoinAccount(user, coin), await chain.buy(user, coin, paid)], user)
    expect(chain.market(coin).curve.graduated).toBe(graduated)
  }
})

test('burns coins that people sent to the vault, and trades on', async () => {
  const { chain, coin } = await open()
  chain.must(await chain.buy(user, coin, SOL), payer, user)
  const given = 10n ** 14n
  const from = await chain.coinAccount(user, coin)
  const { mint, vault } = coin.addresses
  chain.must(transferTokens({ from, to: vault, mint, authority: user.address, amount: given }), payer, user)
  const before = chain.market(coin).curve
  const quote = quoteBuy(before, lamports(30n * SOL), { nowSeconds: chain.now() })
  if (quote.kind === 'refused') throw new Error(quote.code)
  const [event] = chain.must(await chain.buy(user, coin, 30n * SOL), payer, user).events
  expect(chain.market(coin).curve).toEqual(quote.after)
  expect(chain.baseUnitsOf(coin.addresses.vault)).toBe(quote.after.reserveBaseUnits)
  const needed = before.reserveBaseUnits - quote.baseUnitsOut - quote.after.reserveBaseUnits
  expect(event).toMatchObject({ graduated: true, burnedBaseUnits: needed + given })

  // The same instructions go on, and no buy graduates twice.
  const next = chain.must(await chain.buy(user, coin, 50n * SOL), payer, user)
  expect(next.events).toMatchObject([{ graduated: false, burnedBaseUnits: 0n }])
  const held = chain.baseUnitsOf(from)
  chain.must(await chain.sell(user, coin, held), payer, user)
  const { reserveLamports, realLamports } = chain.market(coin).curve
  expect(reserveLamports).toBe(realLamports)
  expect(realLamports).toBeGreaterThan(0n)
  chain.must(await chain.buy(user, coin, SOL), payer, user)
})

test('a coin account of the user’s that is not the associated one will do as well', async () => {
  const { chain, coin } = await open()
  const other = wallet(44).address
  chain.setAccount(other, TOKEN_2022_PROGRAM, chain.data(await chain.coinAccount(user, coin)))
  const at = await chain.coinAccount(user, coin)
  const there = (instruction: Instruction): Instruction => ({
    ...instruction,
    accounts: instruction.accounts.map((meta) => (meta.address === at ? { ...meta, address: other } : meta)),
  })
  const { events } = chain.must(there(await chain.buy(user, coin, SOL)), payer, user)
  expect(events).toMatchObject([{ baseUnitsOut: chain.baseUnitsOf(other) }])
  chain.must(there(await chain.sell(user, coin, SOL)), payer, user)
  expect(chain.baseUnitsOf(other)).toBe(SUPPLY / 2n - SOL)
})
