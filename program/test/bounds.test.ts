/* oxlint-disable vitest/valid-expect -- a loop has to say which case it was */
// Where a limit of docs/program.md lies, to the byte, the lamport and the character, from both sides; rents at every rate
// and threshold that a cluster may have; and that the stored bumps are those of the addresses.
import { type Address, getProgramDerivedAddress } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { lamports } from '@twinmint/sdk/core/money'
import type { Instruction } from '@twinmint/sdk/program/message'
import {
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  UPGRADEABLE_LOADER_PROGRAM,
} from '@twinmint/sdk/program/programs'
import { Rent } from 'litesvm'
import { expect, test } from 'vitest'
import { Chain, NFT_PRICE, SOL, SUPPLY, type Wallet, wallet } from './harness.ts'
import { creator, openScene, payer, user } from './scene.ts'
import { createAssociated } from './tokens.ts'

const replaced = (instruction: Instruction, index: number, address: Address): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((meta, i) => (i === index ? { ...meta, address } : meta)),
})

/** Exactly so many lamports, and no data. */
const leave = (chain: Chain, one: Address, amount: bigint) =>
  chain.setAccount(one, SYSTEM_PROGRAM, new Uint8Array(), amount)

const bumpOf = async (chain: Chain, ...seeds: (string | Uint8Array)[]) =>
  (await getProgramDerivedAddress({ programAddress: chain.program, seeds }))[1]

test('no instruction takes a byte more or less, nor an account', async () => {
  const { chain, coin } = await openScene()
  const fresh = await chain.coin(creator, {}, 2)
  const all: readonly (readonly [Instruction, Wallet])[] = [
    [await chain.initializeConfig(chain.authority), chain.authority],
    [chain.updateConfig(chain.authority, {}), chain.authority],
    [chain.launch(fresh), creator],
    [await chain.buy(user, coin, SOL), user],
    [await chain.sell(user, coin, NFT_PRICE), user],
    [await chain.capture(user, coin, 2), user],
    [await chain.release(user, coin, 1), user],
    [chain.boost(user, coin), user],
    [chain.claimCreatorFees(creator, coin), creator],
    [chain.claimTreasuryFees(), user],
    [await chain.buyExactOut(user, coin, NFT_PRICE, SOL), user],
    [chain.migrate(user, coin.addresses.market), user],
    [chain.collect(coin), user],
  ]
  expect(all.map(([{ data }]) => data[0])).toEqual(all.map((_, tag) => tag))
  for (const [instruction, signer] of all) {
    const { accounts, data } = instruction
    const send = (change: Partial<Instruction>) => {
      const changed = { ...instruction, ...change }
      const signs = changed.accounts.some((meta) => meta.signer)
      return chain.send([changed], payer, ...(signs ? [signer] : [])).failure
    }
    const what = `tag ${data[0]}`
    expect(send({ data: Uint8Array.of(...data, 0) }), what).toBe('malformedInstruction')
    const shorter = data.slice(0, -1)
    expect(send({ data: shorter }), what).toBe('malformedInstruction')
    expect(send({ accounts: [...accounts, accounts[0]!] }), what).toBe('wrongAccountCount')
    expect(send({ accounts: accounts.slice(0, -1) }), what).toBe('wrongAccountCount')
  }
  expect(chain.send([{ ...all[3]![0], data: new Uint8Array() }], payer, user).failure).toBe(
    'malformedInstruction',
  )
})

test('every term may be at its limits', async () => {
  const { chain } = await openScene()
  const limits = [
    { sellFeeBps: 0, creatorShareBps: 0, boostPriceLamports: lamports(1n) },
    { sellFeeBps: 500, creatorShareBps: 10_000, boostPriceLamports: lamports(100n * SOL) },
    { boostSeconds: 60, graduationMarketCapLamports: lamports(4n * SOL) },
    { boostSeconds: 2_592_000, graduationMarketCapLamports: lamports(1_000_000n * SOL) },
  ]
  for (const terms of limits) {
    chain.must(chain.updateConfig(chain.authority, terms), chain.authority)
    expect(chain.configuration()).toMatchObject(terms)
  }
})

test('bumps are stored with what they are of, and stay', async () => {
  const { chain } = await openScene()
  const bump = await bumpOf(chain, 'config')
  expect(chain.data(chain.config).slice(0, 4)).toEqual(Uint8Array.of(1, 2, 0, bump))
  chain.setPausedUntil(chain.now() + 1n)
  expect(chain.data(chain.config).slice(0, 4)).toEqual(Uint8Array.of(1, 2, 0, bump))
})

test('a coin’s bumps are stored with it, each in its place', async () => {
  const { chain } = await openScene()
  // Of a coin whose three differ, so that none passes for another.
  for (let index = 2; ; index++) {
    const other = await chain.coin(creator, {}, index)
    const mint = addressBytes(other.addresses.mint)
    const bumps = await Promise.all(
      ['market', 'escrow', 'collection'].map((seed) => bumpOf(chain, seed, mint)),
    )
    if (new Set(bumps).size < bumps.length) continue
    chain.must(chain.launch(other), payer, creator)
    expect(chain.data(other.addresses.market).slice(0, 6)).toEqual(Uint8Array.of(2, 2, 0, ...bumps))
    return
  }
})

test('the last lamport may be spent on a boost, a buy and every rent, and one fewer is too few', async () => {
  const { chain, coin } = await openScene()
  const fresh = await chain.coin(creator, {}, 2)
  const launched = chain.must(chain.launch(await chain.coin(creator, {}, 3)), payer, creator)
  expect(launched.failure).toBeUndefined()
  const rents = async () => {
    const had = chain.lamportsOf(creator.address)
    chain.must(chain.launch(await chain.coin(creator, {}, 4)), payer, creator)
    return had - chain.lamportsOf(creator.address)
  }
  const launchRents = await rents()
  // What lies at the vault has been paid, and what lies at the mint comes to the creator; the rest comes too late.
  const gifts = {
    [fresh.addresses.vault]: 1_000_000n,
    [fresh.addresses.mint]: 900_000n,
    [fresh.addresses.market]: 890_880n,
  }
  for (const [address, gift] of Object.entries(gifts)) chain.fund(address as Address, gift)
  const had = chain.lamportsOf(user.address)
  chain.must(await chain.capture(user, coin, 11, 'mint'), payer, user)
  const mintRents = had - chain.lamportsOf(user.address)
  const mint = await chain.capture(user, coin, 12, 'mint')
  // What lies at the NFT's mint comes to the user.
  chain.fund((await chain.nft(user, coin, 12)).nftMint, 900_000n)
  const spending: readonly (readonly [Instruction, Wallet, bigint, bigint])[] = [
    [chain.boost(user, coin), user, SOL, 0n],
    [await chain.buy(user, coin, SOL), user, SOL, 0n],
    [await chain.capture(user, coin, 3, 'escrow'), user, chain.rent(170), chain.rent(165)],
    [await chain.release(user, coin, 3), user, chain.rent(165), chain.rent(170)],
    [mint, user, mintRents - 900_000n, 0n],
    [chain.launch(fresh), creator, launchRents - 1_900_000n, 890_880n],
  ]
  for (const [instruction, one, needed, left] of spending) {
    leave(chain, one.address, needed - 1n)
    const what = `tag ${instruction.data[0]}`
    expect(chain.send([instruction], payer, one).failure, what).toBe('insufficientLamports')
    leave(chain, one.address, needed)
    expect(chain.send([instruction], payer, one).failure, what).toBeUndefined()
    expect(chain.lamportsOf(one.address), what).toBe(left)
  }
})

test('rents are (128 + bytes) · rate · threshold, whatever the cluster’s threshold is', async () => {
  const { chain } = await openScene()
  const config = chain.svm.getAccount(chain.config)
  const claim = (rate: bigint, threshold: number, held: bigint) => {
    if (config.exists) chain.svm.setAccount(config)
    chain.fund(chain.config, held - chain.lamportsOf(chain.config))
    leave(chain, chain.treasury, 0n)
    chain.svm.setRent(new Rent(rate, threshold, 50))
    return chain.send([chain.claimTreasuryFees()], payer).failure
  }
  // Thresholds as fractions of powers of two, which doubles hold exactly; the last are the outermost that are read.
  for (const [rate, times, over] of [
    [3_480n, 2n, 1n],
    [6_960n, 1n, 1n],
    [5_080n, 3n, 2n],
    [6_961n, 1n, 2n],
    [6_960n, 13n, 8n],
    [1n, 7n, 1n],
    [1n, 1n << 51n, 1n],
    [1_000_001n, 1n, 1n << 11n],
  ] as const) {
    const rent = ((128n + 240n) * rate * times) / over
    const held = 3n * rent + SOL
    expect(claim(rate, Number(times) / Number(over), held), `${rate} ${times}/${over}`).toBeUndefined()
    expect(chain.lamportsOf(chain.config), `${rate} ${times}/${over}`).toBe(rent)
    expect(chain.lamportsOf(chain.treasury)).toBe(held - rent)
    expect(claim(rate, Number(times) / Number(over), rent)).toBe('nothingToClaim')
  }
  for (const threshold of [2 ** 52, 2 ** 60, 2 ** -12, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(claim(1n, threshold, SOL), `${threshold}`).toBe('invariantBroken')
})

test('an account that is there is not paid for again where the rent has risen since', async () => {
  const { chain, coin } = await openScene()
  const nft = await chain.nft(user, coin, 3)
  chain.must((await createAssociated(payer.address, user.address, nft.nftMint)).instruction, payer)
  chain.svm.setRent(new Rent(6_960n, 1.5, 50))
  leave(chain, user.address, 0n)
  chain.must(await chain.capture(user, coin, 3, 'escrow'), payer, user)
  expect(chain.baseUnitsOf(nft.userNft)).toBe(1n)
})

test('a seed has 1 to 32 characters', async () => {
  const { chain } = await openScene()
  const launch = chain.launch(await chain.coin(creator, { seed: 'abc' }, 2))
  const withSeed = (seed: string): Instruction => {
    const data = Uint8Array.of(2, seed.length, ...new TextEncoder().encode(seed), ...launch.data.slice(5))
    return { ...launch, data }
  }
  // A seed that will do comes to another address than the one that is named.
  for (const [seed, failure] of [
    ['a', 'wrongAddress'],
    ['z9'.repeat(16), 'wrongAddress'],
    [`${'z9'.repeat(16)}x`, 'invalidText'],
    ['abcD', 'invalidText'],
    ['', 'invalidText'],
  ] as const)
    expect(chain.send([withSeed(seed)], payer, creator).failure, seed).toBe(failure)
})

test('the Config is not launched by a wrong one, whoever signs', async () => {
  const { chain, coin } = await openScene()
  const launch = chain.launch(await chain.coin(creator, {}, 2))
  const unsigned = { ...launch, accounts: launch.accounts.map((meta) => ({ ...meta, signer: false })) }
  expect(chain.send([replaced(unsigned, 7, coin.addresses.market)], payer).failure).toBe('wrongAccountKind')
})

test('the Config is written first with terms in their limits, to the last lamport, where the loader says so', async () => {
  const chain = await Chain.open({ config: false })
  const authority = wallet(900_001)
  chain.fund(payer.address, SOL)
  const write = await chain.initializeConfig(authority)
  const programData = write.accounts[2]!.address
  const real = chain.svm.getAccount(programData)
  if (!real.exists) throw new Error('there is no program data')
  const send = (instruction: Instruction) => chain.send([instruction], payer, authority).failure
  for (const index of [1, 2, 3, 5])
    expect(send(replaced(write, index, payer.address)), `account ${index}`).toBe('wrongAddress')
  expect(send(await chain.initializeConfig(authority, { sellFeeBps: 501 }))).toBe('configOutOfRange')
  expect(send(await chain.initializeConfig(authority, { admin: SYSTEM_PROGRAM }))).toBe('configOutOfRange')
  expect(send(await chain.initializeConfig(authority, { treasury: chain.config }))).toBe('configOutOfRange')
  expect(send(replaced(write, 4, TOKEN_2022_PROGRAM))).toBe('configOutOfRange')
  const rewritten = (offset: number, byte: number, owner = UPGRADEABLE_LOADER_PROGRAM) => {
    const data = real.data.slice()
    data[offset] = byte
    chain.setAccount(programData, owner, data)
    return send(write)
  }
  expect(rewritten(0, 2)).toBe('notUpgradeAuthority')
  expect(rewritten(12, 0)).toBe('notUpgradeAuthority')
  expect(rewritten(44, real.data[44]! ^ 1)).toBe('notUpgradeAuthority')
  expect(rewritten(0, 3, SYSTEM_PROGRAM)).toBe('wrongAccountOwner')
  chain.svm.setAccount(real)
  chain.fund(chain.config, 890_880n)
  const needed = chain.rent(240) - 890_880n
  leave(chain, authority.address, needed - 1n)
  expect(send(write)).toBe('insufficientLamports')
  leave(chain, authority.address, needed)
  expect(send(write)).toBeUndefined()
  expect(chain.lamportsOf(authority.address)).toBe(0n)
})

test('texts may have all that is written, joiners of emoji and letters too, and what stands beside the unseen', async () => {
  const { chain } = await openScene()
  const beside = [
    0x20, 0x7e, 0xa0, 0xac, 0xae, 0x34e, 0x350, 0x61b, 0x61d, 0x115e, 0x1161, 0x17b3, 0x17b6, 0x180a, 0x1810,
    0x200a, 0x200c, 0x200d, 0x2010, 0x2027, 0x202f, 0x205f, 0x2070, 0x27ff, 0x2801, 0x3163, 0x3165, 0xd7fb,
    0xf900, 0xfe00, 0xfe0f, 0xfefe, 0xff00, 0xff9f, 0xffa1, 0xffef, 0xfffc, 0x1bc9f, 0x1bca4, 0x1d172,
    0x1d17b, 0xdffff, 0xe1000, 0xeffff,
  ]
  const texts = {
    name: String.fromCodePoint(...beside),
    symbol: '👨‍👩‍👧',
    collectionName: '❤️‍🔥 می‌خواهم क्‍ष Ñandú 日本',
  }
  const { events } = chain.must(chain.launch(await chain.coin(creator, texts, 2)), payer, creator)
  expect(events).toMatchObject([{ texts }])
})

test('an opening and a guard may be at their limits', async () => {
  const { chain } = await openScene()
  const limits = [
    { openingReserveLamports: lamports(100n * SOL), guardBps: 5_000, guardSeconds: 600 },
    { openingReserveLamports: lamports(SOL), guardBps: 1, guardSeconds: 1 },
    { openingReserveLamports: lamports(SOL + 1n), guardBps: 0, guardSeconds: 0 },
  ]
  // Four times the opening is the market cap of graduation, to the lamport.
  chain.must(
    chain.updateConfig(chain.authority, { graduationMarketCapLamports: lamports(400n * SOL) }),
    chain.authority,
  )
  for (const [index, choices] of limits.entries()) {
    const coin = await chain.coin(creator, choices, 2 + index)
    chain.must(chain.launch(coin), payer, creator)
    expect(chain.market(coin)).toMatchObject(choices)
    expect(chain.market(coin).curve).toMatchObject({
      reserveLamports: choices.openingReserveLamports,
      reserveBaseUnits: SUPPLY,
      realLamports: 0n,
    })
  }
})
