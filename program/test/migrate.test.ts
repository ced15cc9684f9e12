// Accounts of the version before made those of the next one (next-version.ts): every byte of them, the cost, and that only the
// payer's lamports move. The accounts are written here as this version leaves them; upgrade.test.ts uses the released program
// itself. At the end: this version's own `migrate` has nothing to do.

import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { Rent } from 'litesvm'
import { expect, test } from 'vitest'
import { Chain, type Coin, makeConfigBefore, makeMarketBefore, NFT_PRICE, SOL, wallet } from './harness.ts'
import { NEXT_KINDS } from './next-version.ts'

const [creator, user, payer, poor] = [wallet(1), wallet(2), wallet(9), wallet(4)]
const { config: CONFIG, market: MARKET } = NEXT_KINDS
const [CONFIG_BYTES_BEFORE, MARKET_BYTES_BEFORE] = [240, 328]

async function open(options: { allFeatures?: boolean; isNext?: boolean } = {}) {
  const chain = await Chain.open({ signatures: true, isNext: true, ...options })
  for (const one of [creator, user, payer]) chain.fund(one.address, 100n * SOL)
  const coin = await chain.launched(creator, { guardBps: 5_000, guardSeconds: 600 }, 1)
  chain.must([await chain.createCoinAccount(user, coin), await chain.buy(user, coin, 10n * SOL)], user)
  chain.must([await chain.capture(user, coin, 1), await chain.sell(user, coin, 10n ** 13n)], user)
  return { chain, coin }
}
const growthOf = (chain: Chain, before: number, { bytes }: { readonly bytes: number }) =>
  chain.rent(bytes) - chain.rent(before)

test.each([
  ['as the network is', false],
  ['with all of its features on', true],
])('a Market keeps every byte, gains the added ones, and trades on, %s', async (_, allFeatures) => {
  const { chain, coin } = await open({ allFeatures })
  const { market } = coin.addresses
  const before = chain.market(coin)
  makeMarketBefore(chain, coin)
  expect(chain.market(coin)).toEqual(before)
  const old = chain.data(market).slice()
  const [held, had] = [chain.lamportsOf(market), chain.lamportsOf(user.address)]
  expect(old).toHaveLength(MARKET_BYTES_BEFORE)
  const refused = chain.send([await chain.buy(user, coin, SOL)], payer, user)
  expect(refused.failure).toBe('needsMigration')
  expect(chain.must(chain.migrate(user, market), payer, user).events).toEqual([])
  const added = Uint8Array.from({ length: MARKET.bytes - old.length }, (_each, at) => (at === 0 ? 3 : 0))
  expect(chain.data(market)).toEqual(Uint8Array.of(2, 3, ...old.slice(2), ...added))
  expect(chain.market(coin)).toEqual(before)
  const growth = growthOf(chain, MARKET_BYTES_BEFORE, MARKET)
  expect(chain.lamportsOf(market)).toBe(held + growth)
  expect(chain.lamportsOf(user.address)).toBe(had - growth)

  const again = migrateAgain(chain, coin)
  expect(again.after).toEqual(again.before)
  const all = [
    await chain.buy(user, coin, SOL),
    await chain.sell(user, coin, NFT_PRICE),
    await chain.release(user, coin, 1),
    await chain.capture(user, coin, 1, 'escrow'),
    chain.boost(user, coin),
    chain.collect(coin),
  ]
  expect(chain.must(all, payer, user).events.map(({ sequence }) => sequence)).toEqual(
    all.map((__, i) => before.sequence + 1n + BigInt(i)),
  )
})

/** The accounts and what the payer has, before and after migrations of accounts that are of the chain's own version. */
function migrateAgain(chain: Chain, coin: Coin) {
  const accounts = [chain.config, coin.addresses.market]
  const state = () => [...chain.snapshot(accounts), chain.lamportsOf(user.address)]
  const before = state()
  const migrations = accounts.map((account) => chain.migrate(user, account))
  const { events, configEvents } = chain.must(migrations, payer, user)
  return { before, after: [...state(), ...events, ...configEvents] }
}

test('a migration goes before what needs it, in one transaction, whoever pays', async () => {
  const { chain, coin } = await open()
  makeMarketBefore(chain, coin)
  makeConfigBefore(chain)
  const instructions = [
    chain.migrate(payer, chain.config),
    chain.migrate(payer, coin.addresses.market),
    await chain.buy(user, coin, SOL),
  ]
  expect(chain.must(instructions, payer, user).events).toMatchObject([{ kind: 'buy' }])
})

test('a stranger who migrates first breaks nothing that was prepared', async () => {
  const { chain, coin } = await open()
  makeMarketBefore(chain, coin)
  const prepared = [chain.migrate(user, coin.addresses.market), await chain.sell(user, coin, 1_000_000n)]
  chain.must(chain.migrate(creator, coin.addresses.market), creator)
  const had = chain.lamportsOf(user.address)
  expect(chain.must(prepared, payer, user).events).toMatchObject([
    { kind: 'sell', lamportsOut: chain.lamportsOf(user.address) - had },
  ])
})

test('what strangers sent stays theirs to have sent: the payer pays the growth all the same', async () => {
  const { chain, coin } = await open()
  makeMarketBefore(chain, coin)
  makeConfigBefore(chain)
  for (const [address, before, kind] of [
    [coin.addresses.market, MARKET_BYTES_BEFORE, MARKET],
    [chain.config, CONFIG_BYTES_BEFORE, CONFIG],
  ] as const) {
    chain.fund(address, 10n * SOL)
    const growth = growthOf(chain, before, kind)
    const held = chain.lamportsOf(address)
    chain.setAccount(poor.address, SYSTEM_PROGRAM, new Uint8Array(), growth - 1n)
    expect(chain.send([chain.migrate(poor, address)], payer, poor).failure).toBe('insufficientLamports')
    chain.setAccount(poor.address, SYSTEM_PROGRAM, new Uint8Array(), growth)
    chain.must(chain.migrate(poor, address), payer, poor)
    expect(chain.lamportsOf(poor.address)).toBe(0n)
    expect(chain.lamportsOf(address)).toBe(held + growth)
  }
})

test('where the rent has risen the payer pays what is missing of it, beyond what the books promise or have locked', async () => {
  const { chain, coin } = await open()
  const { market } = coin.addresses
  makeMarketBefore(chain, coin)
  makeConfigBefore(chain)
  const { curve, creatorFeesOwedLamports, treasuryFeesOwedLamports, lockedLamports } = chain.market(coin)
  const booked: bigint[] = [
    curve.realLamports,
    creatorFeesOwedLamports,
    treasuryFeesOwedLamports,
    lockedLamports,
  ]
  expect(booked.every((each) => each > 0n)).toBe(true)
  chain.svm.setRent(new Rent(6_960n, 4, 50))
  const had = chain.lamportsOf(payer.address)
  const held = chain.lamportsOf(market) + chain.lamportsOf(chain.config)
  chain.must([chain.migrate(payer, market), chain.migrate(payer, chain.config)], payer)
  expect(chain.lamportsOf(market)).toBe(chain.rent(MARKET.bytes) + booked.reduce((sum, each) => sum + each))
  expect(chain.lamportsOf(chain.config)).toBe(chain.rent(CONFIG.bytes))
  const now = chain.lamportsOf(market) + chain.lamportsOf(chain.config)
  expect(had - chain.lamportsOf(payer.address) - 5_000n).toBe(now - held)
})

test.each([false, true])('a Config keeps every byte but its count of events (paused: %s)', async (paused) => {
  for (const allFeatures of [false, true]) {
    const { chain, coin } = await open({ allFeatures })
    chain.must(chain.collect(coin), payer)
    chain.setPausedUntil(paused ? chain.now() + 3_600n : 0n)
    const before = chain.configuration()
    makeConfigBefore(chain)
    const [old, held] = [chain.data(chain.config).slice(), chain.lamportsOf(chain.config)]
    expect(old).toHaveLength(CONFIG_BYTES_BEFORE)
    const { configEvents } = chain.must(chain.migrate(user, chain.config), payer, user)
    const sequence = before.sequence + 1n
    expect(configEvents).toMatchObject([{ kind: 'migrate', sequence, who: user.address, lamports: 0n }])
    const expected = Uint8Array.of(1, 3, ...old.slice(2), 3, 0, 0, 0, 0, 0, 0, 0)
    new DataView(expected.buffer).setBigUint64(168, sequence, true)
    expect(chain.data(chain.config)).toEqual(expected)
    expect(chain.configuration()).toEqual({ ...before, sequence })
    expect(chain.lamportsOf(chain.config)).toBe(held + growthOf(chain, CONFIG_BYTES_BEFORE, CONFIG))
    const again = migrateAgain(chain, coin)
    expect(again.after).toEqual(again.before)
    const buy = await chain.buy(user, coin, SOL)
    expect(chain.send([buy], payer, user).failure).toBe(paused ? 'paused' : undefined)
    // The treasury still gets what was gathered, to the lamport.
    chain.fund(chain.treasury, SOL)
    const had = chain.lamportsOf(chain.treasury)
    chain.must(chain.claimTreasuryFees(), payer)
    expect(chain.lamportsOf(chain.treasury) - had).toBe(held - chain.rent(CONFIG_BYTES_BEFORE))
  }
})

test('a migration writes nothing that must not be written', async () => {
  const { chain, coin } = await open()
  const { market } = coin.addresses
  makeMarketBefore(chain, coin)
  const migrate = chain.migrate(user, market)
  const accounts = migrate.accounts.map((meta) => ({ ...meta, writable: meta.signer }))
  const before = chain.snapshot([market, user.address])
  expect(chain.send([{ ...migrate, accounts }], payer, user).failure).toBeDefined()
  expect(chain.snapshot([market, user.address])).toEqual(before)
})

test('only what is of the version before is migrated', async () => {
  const { chain, coin } = await open()
  for (const [address, bytes] of [
    [coin.addresses.market, MARKET_BYTES_BEFORE],
    [chain.config, CONFIG_BYTES_BEFORE],
  ] as const)
    for (const version of [0, 1, 4]) {
      const data = chain.data(address).slice(0, bytes)
      chain.setAccount(address, chain.program, data.fill(version, 1, 2), SOL)
      expect(chain.send([chain.migrate(user, address)], payer, user).failure).toBe('wrongAccountKind')
    }
})

test('in this version a migration changes nothing, and nobody pays', async () => {
  const { chain, coin } = await open({ isNext: false })
  const { before, after } = migrateAgain(chain, coin)
  expect(after).toEqual(before)
})
