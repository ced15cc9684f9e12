/* oxlint-disable vitest/valid-expect, vitest/no-standalone-expect, vitest/expect-expect -- several tests share what they expect */
// What a launch leaves behind, what it costs in bytes and compute, and that strangers can't stand in its way.

import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { FORM_GUARD, FORM_OPENING_LAMPORTS } from '@twinmint/sdk/core/curve'
import { computeBudgetInstructions } from '@twinmint/sdk/program/compute-budget'
import { encodeTransaction, type Instruction, TRANSACTION_BYTES_MAX } from '@twinmint/sdk/program/message'
import { UPGRADEABLE_LOADER_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, test } from 'vitest'
import { assertionOf, transferOf } from '../../tests/wallet-additions.ts'
import { Chain, type Coin, SOL, SUPPLY, TERMS, wallet } from './harness.ts'
import { decodeMetadata, decodeMint, GROUP, GROUP_POINTER, METADATA, METADATA_POINTER } from './mints.ts'

const [creator, user, payer] = [wallet(1), wallet(2), wallet(9)]
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111' as Address
const ROCKET = '🚀' // four bytes of UTF-8
const WORST = {
  name: ROCKET.repeat(50),
  symbol: ROCKET.repeat(10),
  collectionName: ROCKET.repeat(50),
  uri: 'u'.repeat(90),
}

async function open(options: { allFeatures?: boolean } = {}): Promise<Chain> {
  const chain = await Chain.open(options)
  for (const one of [creator, user, payer]) chain.fund(one.address, 100n * SOL)
  return chain
}

const NONE = new Uint8Array(32)

function checkLaunched(chain: Chain, coin: Coin): void {
  const { mint, market, vault, escrow, collection } = coin.addresses
  const { name, symbol, collectionName, uri } = coin.texts
  expect(mint.endsWith('jpg')).toBe(true)

  const coinMint = decodeMint(chain.data(mint))
  const authorities = { hasMintAuthority: false, hasFreezeAuthority: false }
  expect(coinMint).toMatchObject({ ...authorities, supply: SUPPLY, decimals: 6 })
  const ofCoin = coinMint.extensions
  expect([...ofCoin.keys()]).toEqual([METADATA_POINTER, METADATA])
  expect(ofCoin.get(METADATA_POINTER)).toEqual(Uint8Array.of(...NONE, ...addressBytes(mint)))
  expect(decodeMetadata(ofCoin.get(METADATA)!)).toEqual({
    authority: NONE,
    mint,
    texts: [name, symbol, `${uri}/coin`],
    rest: 0,
  })

  const twin = decodeMint(chain.data(collection))
  expect(twin).toMatchObject({ ...authorities, supply: 0n, decimals: 0 })
  const ofTwin = twin.extensions
  expect([...ofTwin.keys()].sort((a, b) => a - b)).toEqual([METADATA_POINTER, METADATA, GROUP_POINTER, GROUP])
  expect(ofTwin.get(METADATA_POINTER)).toEqual(Uint8Array.of(...NONE, ...addressBytes(collection)))
  expect(ofTwin.get(GROUP_POINTER)).toEqual(Uint8Array.of(...NONE, ...addressBytes(collection)))
  expect(decodeMetadata(ofTwin.get(METADATA)!)).toEqual({
    authority: NONE,
    mint: collection,
    texts: [collectionName, symbol, `${uri}/collection`],
    rest: 0,
  })
  const group = ofTwin.get(GROUP)!
  const groupView = new DataView(group.buffer, group.byteOffset)
  expect(group.slice(0, 64)).toEqual(Uint8Array.of(...addressBytes(escrow), ...addressBytes(collection)))
  expect([groupView.getBigUint64(64, true), groupView.getBigUint64(72, true)]).toEqual([0n, 1_000n])

  expect(chain.baseUnitsOf(vault)).toBe(SUPPLY)
  expect(chain.market(coin)).toEqual({
    mint,
    creator: coin.creator.address,
    collection,
    vault,
    curve: {
      reserveLamports: SOL,
      reserveBaseUnits: SUPPLY,
      realLamports: 0n,
      graduationMarketCapLamports: TERMS.graduationMarketCapLamports,
      sellFeeBps: 100n,
      creatorShareBps: 5_000n,
      graduated: false,
      openingReserveLamports: SOL,
      guard: { guardBps: 0, guardSeconds: 0, createdAtSeconds: chain.now() },
    },
    terms: TERMS,
    openingReserveLamports: SOL,
    lockedLamports: 0n,
    treasuryFeesOwedLamports: 0n,
    guardBps: 0,
    guardSeconds: 0,
    feeSharesBump: 0,
    creatorFeesOwedLamports: 0n,
    nftsMinted: 0,
    nftsInCirculation: 0,
    boostedUntilSeconds: 0n,
    createdAtSeconds: chain.now(),
    sequence: 1n,
  })
  // Every account holds exactly what it needs, or what strangers sent it.
  for (const address of [mint, market, vault, collection])
    expect(chain.lamportsOf(address)).toBeGreaterThanOrEqual(chain.rent(chain.data(address).length))
}

/** What the form preselects. */
const GUARDED = { openingReserveLamports: FORM_OPENING_LAMPORTS, ...FORM_GUARD }

test('a name of nothing but what shows nothing is refused, whichever Unicode says so', async () => {
  const chain = await Chain.open()
  chain.fund(creator.address, 100n * SOL)
  const isIgnorable = (point: number) => /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(point))
  // Of the 4,096 of plane 14, which stand together, those at the ends of a hundred and more parts.
  const points = Array.from({ length: 0x11_00_00 }, (_, point) => point)
    .filter(isIgnorable)
    .filter((point) => point < 0xe_00_00 || point % 32 === 0 || !isIgnorable(point + 1))
  expect(points.length).toBeGreaterThan(190)
  const taken: string[] = []
  const { texts, ...coin } = await chain.coin(creator, { name: '\ufe0e' }, 1)
  for (const point of points) {
    const launch = chain.launch({ ...coin, texts: { ...texts, name: String.fromCodePoint(point) } })
    const { failure } = chain.send([launch], creator)
    if (failure !== 'invalidText') taken.push(`${point.toString(16)}: ${failure}`)
  }
  expect(taken).toEqual([])
})

test('makes a coin that nobody can mint, freeze or rename, and its twin collection', async () => {
  const chain = await open()
  const coin = await chain.coin(creator, {}, 1)
  const before = chain.lamportsOf(creator.address)
  const sent = chain.must(chain.launch(coin), payer, creator)
  checkLaunched(chain, coin)
  const { mint, market, vault, collection } = coin.addresses
  const rents = [mint, market, vault, collection].map((one) => chain.lamportsOf(one))
  expect(before - chain.lamportsOf(creator.address)).toBe(rents.reduce((a, b) => a + b, 0n))
  for (const one of [mint, market, vault, collection])
    expect(chain.lamportsOf(one)).toBe(chain.rent(chain.data(one).length))
  const { seed: _, ...texts } = coin.texts
  expect(sent.events).toEqual([
    {
      kind: 'launch',
      sequence: 1n,
      mint,
      who: creator.address,
      reserveLamports: SOL,
      reserveBaseUnits: SUPPLY,
      realLamports: 0n,
      unixSeconds: chain.now(),
      terms: TERMS,
      choices: coin.choices,
      texts,
    },
  ])
})

test('launches where strangers sent lamports first, however many', async () => {
  const chain = await open()
  for (const [index, gift] of [1n, 890_880n, 5_000_000n, 3n * SOL].entries()) {
    const coin = await chain.coin(creator, {}, 2 + index)
    const { mint, market, vault, escrow, escrowVault, collection } = coin.addresses
    for (const address of [mint, market, vault, escrow, escrowVault, collection]) chain.fund(address, gift)
    chain.must(chain.launch(coin), payer, creator)
    checkLaunched(chain, coin)
    const account = await chain.createCoinAccount(user, coin)
    chain.must([account, await chain.buy(user, coin, SOL)], user)
    chain.must(await chain.sell(user, coin, 10n ** 12n), user)
  }
})

test('the longest launch with dev buy and boost fits one transaction, its calls and the default compute limits', async () => {
  const figures: Record<string, unknown> = {}
  for (const [name, texts, gift] of [
    ['typical', { uri: 'u'.repeat(67) }, 0n],
    ['worst', WORST, 0n],
    ['worst, with lamports sent everywhere before', WORST, 1n],
  ] as const) {
    const chain = await open()
    const coin = await chain.coin(creator, { ...texts, ...GUARDED }, 2)
    const account = await chain.coinAccount(creator, coin)
    if (gift > 0n) for (const one of [account, ...Object.values(coin.addresses)]) chain.fund(one, gift)
    const budget = (...data: number[]): Instruction => ({
      programAddress: COMPUTE_BUDGET,
      accounts: [],
      data: Uint8Array.from(data),
    })
    const sent = chain.must(
      [
        // As wallets put before it: a limit of 1,400,000 units and a price.
        budget(2, 0xc0, 0x5c, 0x15, 0),
        budget(3, 1, 0, 0, 0, 0, 0, 0, 0),
        chain.launch(coin),
        await chain.createCoinAccount(creator, coin),
        await chain.buy(creator, coin, SOL, 1n),
        chain.boost(creator, coin),
      ],
      creator,
    )
    // The creator's first buy is spared, of 3.2 % of the supply.
    expect(sent.events).toMatchObject([
      { kind: 'launch', choices: GUARDED },
      { kind: 'buy', lamportsIn: SOL, surchargeLamports: 0n },
      { kind: 'boost' },
    ])
    const { bytes, computeUnits, ownComputeUnits, trace } = sent
    figures[name] = { bytes, computeUnits, ownComputeUnits, trace }
    expect(bytes).toBeLessThanOrEqual(1_232)
    expect(computeUnits).toBeLessThan(200_000)
    expect(trace).toBe(gift > 0n ? 44 : 37)
  }
  if (process.env['TWINMINT_TALLY']) console.log(JSON.stringify(figures, undefined, 1))
})

test('the longest launch, under the longest address of a server, leaves room for what wallets add', async () => {
  const chain = await open()
  /** The address of the metadata is the server's, of at most 53 characters, and 65 more. */
  const bytesWith = async (serverCharacters: number, added: readonly Instruction[]) => {
    const coin = await chain.coin(
      creator,
      { ...WORST, ...GUARDED, uri: 'u'.repeat(serverCharacters + 65) },
      2,
    )
    const instructions = [
      chain.launch(coin),
      await chain.createCoinAccount(creator, coin),
      await chain.buy(creator, coin, SOL, 1n),
      chain.boost(creator, coin),
      ...added,
    ]
    return encodeTransaction({ feePayer: creator.address, recentBlockhash: user.address, instructions })
      .length
  }
  const price = computeBudgetInstructions({ unitLimit: 1_400_000n, unitPriceMicroLamports: 1n })
  const assertion = assertionOf(creator.address)
  // Nobody competes for a coin that is not there yet: we put no price in.
  const transfer = transferOf(creator.address, payer.address, SOL)
  expect(await bytesWith(53, [transfer])).toBe(TRANSACTION_BYTES_MAX)
  expect(await bytesWith(50, price)).toBe(TRANSACTION_BYTES_MAX)
  expect(await bytesWith(38, [assertion, assertion])).toBe(TRANSACTION_BYTES_MAX)
})

test('a buy takes under 10,000 compute units and, with the account it may have to make, under 480 bytes', async () => {
  const chain = await open()
  const coin = await chain.launched(creator, {}, 1)
  const both = [await chain.createCoinAccount(user, coin), await chain.buy(user, coin, SOL)]
  const [first, next] = [chain.must(both, user), chain.must(both, user)]
  const sold = chain.must(await chain.sell(user, coin, 10n ** 12n), user)
  const boosted = chain.must(chain.boost(user, coin), user)
  expect(first.bytes).toBeLessThanOrEqual(480)
  expect(next.ownComputeUnits[0]).toBeLessThan(10_000)
  if (process.env['TWINMINT_TALLY'])
    console.log(
      JSON.stringify({ first, next, sold, boosted }, (key, value: unknown) =>
        ['logs', 'events'].includes(key) ? undefined : value,
      ),
    )
})

test('the first trades and swaps run with every feature of the cluster switched on', async () => {
  const chain = await open({ allFeatures: true })
  const coin = await chain.launched(creator, {}, 1)
  checkLaunched(chain, coin)
  chain.must([await chain.createCoinAccount(user, coin), await chain.buy(user, coin, 60n * SOL)], user)
  expect(chain.market(coin).curve.graduated).toBe(true)
  chain.must(await chain.sell(user, coin, 10n ** 12n), user)
  chain.must(await chain.buyExactOut(user, coin, 10n ** 12n, 10n * SOL), user)
  chain.must([await chain.capture(user, coin, 1), await chain.capture(user, coin, 2)], user)
  chain.must([await chain.release(user, coin, 1), await chain.capture(user, coin, 1, 'escrow')], user)
  chain.must(chain.boost(user, coin), user)
  chain.must(chain.claimCreatorFees(creator, coin), payer, creator)
})

test('the first to write the Config can’t be somebody with a program of their own', async () => {
  const chain = await Chain.open({ config: false, signatures: true })
  const thief = wallet(3)
  chain.fund(thief.address, 10n * SOL)
  const instruction = await chain.initializeConfig(thief)
  expect(chain.send([instruction], thief).failure).toBe('notUpgradeAuthority')
  const unsigned = (await chain.initializeConfig(chain.authority)).accounts.map((meta) => ({
    ...meta,
    signer: false,
  }))
  expect(chain.send([{ ...instruction, accounts: unsigned }], thief).failure).toBe('missingSignature')
  // The thief's own program, with the thief as its authority, in the place of ours.
  const [own, real] = [wallet(66).address, instruction.accounts[2]!.address]
  const programData = chain.data(real).slice()
  programData.set(addressBytes(thief.address), 13)
  chain.setAccount(own, UPGRADEABLE_LOADER_PROGRAM, programData)
  const accounts = instruction.accounts.map((meta, i) => (i === 2 ? { ...meta, address: own } : meta))
  expect(chain.send([{ ...instruction, accounts }], thief).failure).toBe('wrongAddress')
  // A program whose authority was given up has nobody who could.
  const final = chain.data(real).slice()
  final.fill(0, 12, 13)
  chain.setAccount(real, UPGRADEABLE_LOADER_PROGRAM, final)
  expect(chain.send([await chain.initializeConfig(chain.authority)], chain.authority).failure).toBe(
    'notUpgradeAuthority',
  )
  expect(chain.svm.getAccount(chain.config).exists).toBe(false)
})

test('the Config is written once, by the upgrade authority, also where lamports came first', async () => {
  const chain = await Chain.open({ config: false })
  chain.fund(chain.config, 1_000_000n)
  chain.fund(payer.address, SOL)
  chain.must(await chain.initializeConfig(chain.authority), chain.authority)
  expect(chain.configuration()).toEqual({
    ...TERMS,
    admin: chain.authority.address,
    treasury: chain.treasury,
    pendingAdmin: undefined,
    pauseKey: chain.authority.address,
    pausedUntilSeconds: 0n,
    sequence: expect.any(BigInt),
  })
  expect(chain.lamportsOf(chain.config)).toBe(chain.rent(240))
  // Terms change for later launches alone.
  chain.fund(creator.address, 10n * SOL)
  const old = await chain.launched(creator, {}, 1)
  chain.must(chain.updateConfig(chain.authority, { sellFeeBps: 7, pauseKey: user.address }), chain.authority)
  expect(chain.configuration()).toMatchObject({ sellFeeBps: 7, pauseKey: user.address })
  expect(chain.market(old).terms.sellFeeBps).toBe(100)
})
