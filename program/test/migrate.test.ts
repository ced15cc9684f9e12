/* oxlint-disable vitest/valid-expect -- a loop has to say which case it was */
// Accounts of version 1 made version 2: every byte of them, what it costs, and that nobody's lamports but the payer's move.
// The accounts are written here as version 1 left them; upgrade.test.ts does it with the program of version 1 itself.

import { addressBytes } from '@twinmint/sdk/core/address'
import { CONFIG_1_BYTES, CONFIG_BYTES, MARKET_1_BYTES, MARKET_BYTES } from '@twinmint/sdk/program/accounts'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { Rent } from 'litesvm'
import { expect, test } from 'vitest'
import {
  Chain,
  type Coin,
  makeConfigVersion1,
  makeVersion1,
  NFT_PRICE,
  SOL,
  wallet,
  withConfig,
} from './harness.ts'

const [creator, user, payer, poor] = [wallet(1), wallet(2), wallet(9), wallet(4)]

async function open(allFeatures = false): Promise<{ chain: Chain; coin: Coin }> {
  const chain = await Chain.open({ signatures: true, allFeatures })
  for (const one of [creator, user, payer]) chain.fund(one.address, 100n * SOL)
  const coin = await chain.launched(creator, {}, 1)
  chain.must([await chain.createCoinAccount(user, coin), await chain.buy(user, coin, 10n * SOL)], user)
  chain.must([await chain.capture(user, coin, 1), await chain.sell(user, coin, 10n ** 13n)], user)
  // What version 1 had sent to the Config at once.
  chain.must(chain.collect(coin), payer)
  return { chain, coin }
}

test.each([
  ['as the network is', false],
  ['with all of its features on', true],
])('a Market keeps every byte and gains what it is said to, and trades on, %s', async (_, allFeatures) => {
  const { chain, coin } = await open(allFeatures)
  const { market } = coin.addresses
  const before = chain.market(coin)
  makeVersion1(chain, coin)
  expect(chain.market(coin)).toEqual({ ...before, version: 1 })
  const [old, held, had] = [
    chain.data(market).slice(),
    chain.lamportsOf(market),
    chain.lamportsOf(user.address),
  ]
  expect(old).toHaveLength(MARKET_1_BYTES)
  const sent = chain.must(chain.migrate(user, market), payer, user)
  expect(sent.events).toEqual([])
  const data = chain.data(market)
  expect(data).toHaveLength(MARKET_BYTES)
  expect(data.slice(0, MARKET_1_BYTES)).toEqual(Uint8Array.of(2, 2, ...old.slice(2)))
  const added = new DataView(new ArrayBuffer(MARKET_BYTES - MARKET_1_BYTES))
  added.setBigUint64(0, SOL, true)
  added.setUint16(28, 500, true)
  added.setUint16(30, 100, true)
  expect(data.slice(MARKET_1_BYTES)).toEqual(new Uint8Array(added.buffer))
  expect(chain.market(coin)).toEqual(before)
  const growth = chain.rent(MARKET_BYTES) - chain.rent(MARKET_1_BYTES)
  expect(chain.lamportsOf(market)).toBe(held + growth)
  expect(chain.lamportsOf(user.address)).toBe(had - growth)

  // Again it is nothing: no byte and no lamport moves.
  const [once, left] = [chain.snapshot([market]), chain.lamportsOf(user.address)]
  expect(chain.must(chain.migrate(user, market), payer, user).events).toEqual([])
  expect([chain.snapshot([market]), chain.lamportsOf(user.address)]).toEqual([once, left])
  const sell = await chain.sell(user, coin, NFT_PRICE)
  const all = [
    await chain.buy(user, coin, SOL),
    sell,
    withConfig(sell, chain.config),
    await chain.release(user, coin, 1),
    await chain.capture(user, coin, 1, 'escrow'),
    chain.boost(user, coin),
    chain.collect(coin),
  ]
  expect(chain.must(all, payer, user).events.map(({ sequence }) => sequence)).toEqual(
    all.map((__, i) => before.sequence + 1n + BigInt(i)),
  )
})

test('a migration goes before what needs it, in one transaction, whoever pays', async () => {
  const { chain, coin } = await open()
  makeVersion1(chain, coin)
  makeConfigVersion1(chain)
  const instructions = [
    chain.migrate(payer, chain.config),
    chain.migrate(payer, coin.addresses.market),
    await chain.buy(user, coin, SOL),
  ]
  expect(chain.must(instructions, payer, user).events).toMatchObject([{ kind: 'buy' }])
})

test('a stranger who migrates first breaks nothing that was prepared', async () => {
  const { chain, coin } = await open()
  makeVersion1(chain, coin)
  const prepared = [chain.migrate(user, coin.addresses.market), await chain.sell(user, coin, 1_000_000n)]
  chain.must(chain.migrate(creator, coin.addresses.market), creator)
  const had = chain.lamportsOf(user.address)
  expect(chain.must(prepared, payer, user).events).toMatchObject([
    { kind: 'sell', lamportsOut: chain.lamportsOf(user.address) - had },
  ])
})

test('what strangers sent stays theirs to have sent: the payer pays the growth all the same', async () => {
  const { chain, coin } = await open()
  const { market } = coin.addresses
  makeVersion1(chain, coin)
  makeConfigVersion1(chain)
  const sizes = [
    [market, MARKET_1_BYTES, MARKET_BYTES],
    [chain.config, CONFIG_1_BYTES, CONFIG_BYTES],
  ] as const
  for (const [address, before, after] of sizes) {
    chain.fund(address, 10n * SOL)
    const growth = chain.rent(after) - chain.rent(before)
    const held = chain.lamportsOf(address)
    chain.setAccount(poor.address, SYSTEM_PROGRAM, new Uint8Array(), growth - 1n)
    expect(chain.send([chain.migrate(poor, address)], payer, poor).failure).toBe('insufficientLamports')
    chain.setAccount(poor.address, SYSTEM_PROGRAM, new Uint8Array(), growth)
    chain.must(chain.migrate(poor, address), payer, poor)
    expect(chain.lamportsOf(poor.address)).toBe(0n)
    expect(chain.lamportsOf(address)).toBe(held + growth)
  }
})

test('where the rent has risen the payer pays what is missing of it, beyond what the books promise', async () => {
  const { chain, coin } = await open()
  const { market } = coin.addresses
  makeVersion1(chain, coin)
  makeConfigVersion1(chain)
  const { curve, creatorFeesOwedLamports } = chain.market(coin)
  const fees = chain.lamportsOf(chain.config) - chain.rent(CONFIG_1_BYTES)
  expect(fees).toBeGreaterThan(0n)
  chain.svm.setRent(new Rent(6_960n, 4, 50))
  const had = chain.lamportsOf(payer.address)
  const held = chain.lamportsOf(market) + chain.lamportsOf(chain.config)
  chain.must([chain.migrate(payer, market), chain.migrate(payer, chain.config)], payer)
  const promised = curve.realLamports + creatorFeesOwedLamports
  expect(chain.lamportsOf(market)).toBe(chain.rent(MARKET_BYTES) + promised)
  // The Config's fees are the treasury's, but above its rent alone.
  const growth = chain.rent(CONFIG_BYTES) - chain.rent(CONFIG_1_BYTES)
  expect(chain.lamportsOf(chain.config)).toBeGreaterThanOrEqual(chain.rent(CONFIG_BYTES))
  expect(chain.lamportsOf(chain.config) - fees - chain.rent(CONFIG_1_BYTES)).toBeLessThanOrEqual(growth)
  const now = chain.lamportsOf(market) + chain.lamportsOf(chain.config)
  expect(had - chain.lamportsOf(payer.address) - 5_000n).toBe(now - held)
})

test.each([false, true])(
  'a Config keeps who decides and the terms; a pause (%s) ends after 72 hours',
  async (paused) => {
    for (const allFeatures of [false, true]) {
      const { chain, coin } = await open(allFeatures)
      const before = chain.configuration()
      makeConfigVersion1(chain, paused)
      const [old, held] = [chain.data(chain.config).slice(), chain.lamportsOf(chain.config)]
      expect(chain.configuration()).toMatchObject({
        version: 1,
        admin: before.admin,
        treasury: before.treasury,
      })
      chain.must(chain.migrate(user, chain.config), payer, user)
      const data = chain.data(chain.config)
      expect(data).toHaveLength(CONFIG_BYTES)
      expect(data.slice(0, 92)).toEqual(Uint8Array.of(1, 2, 0, ...old.slice(3, 92)))
      const pausedUntilSeconds = paused ? chain.now() + 72n * 3_600n : 0n
      const added = new Uint8Array(CONFIG_BYTES - 92)
      const view = new DataView(added.buffer)
      view.setUint16(0, 500, true)
      view.setUint16(2, 100, true)
      added.set(addressBytes(before.admin), 36)
      view.setBigInt64(68, pausedUntilSeconds, true)
      view.setBigUint64(76, 1n, true)
      expect(data.slice(92)).toEqual(added)
      expect(chain.configuration()).toEqual({
        ...before,
        version: 2,
        pendingAdmin: undefined,
        pauseKey: before.admin,
        pausedUntilSeconds,
        sequence: 1n,
      })
      const growth = chain.rent(CONFIG_BYTES) - chain.rent(CONFIG_1_BYTES)
      expect(chain.lamportsOf(chain.config)).toBe(held + growth)
      const [once, left] = [chain.snapshot([chain.config]), chain.lamportsOf(user.address)]
      expect(chain.must(chain.migrate(user, chain.config), payer, user).configEvents).toEqual([])
      expect([chain.snapshot([chain.config]), chain.lamportsOf(user.address)]).toEqual([once, left])
      const buy = await chain.buy(user, coin, SOL)
      expect(chain.send([buy], payer, user).failure).toBe(paused ? 'paused' : undefined)
      // The treasury still gets what was gathered, to the lamport.
      chain.fund(chain.treasury, SOL)
      const had = chain.lamportsOf(chain.treasury)
      chain.must(chain.claimTreasuryFees(), payer)
      expect(chain.lamportsOf(chain.treasury) - had).toBe(held - chain.rent(CONFIG_1_BYTES))
    }
  },
)

test('a migration writes nothing that must not be written', async () => {
  const { chain, coin } = await open()
  const { market } = coin.addresses
  makeVersion1(chain, coin)
  const migrate = chain.migrate(user, market)
  const accounts = migrate.accounts.map((meta) => ({ ...meta, writable: meta.signer }))
  const before = chain.snapshot([market, user.address])
  expect(chain.send([{ ...migrate, accounts }], payer, user).failure).toBeDefined()
  expect(chain.snapshot([market, user.address])).toEqual(before)
})
