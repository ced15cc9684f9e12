import type { Address } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf } from '../core/address.ts'
import { baseUnits, lamports } from '../core/money.ts'
import { decodeConfig, decodeMarket } from './accounts.ts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  deriveMintAddress,
  deriveNftAddresses,
} from './addresses.ts'
import { ProgramDataError } from './bytes.ts'
import {
  acceptAdminInstruction,
  claimTreasuryFeesInstruction,
  initializeConfigInstruction,
  offerAdminInstruction,
  pauseInstruction,
  unpauseInstruction,
  updateConfigInstruction,
} from './config-instructions.ts'
import {
  boostInstruction,
  buyExactOutInstruction,
  buyInstruction,
  type ConfigValues,
  captureInstruction,
  claimCreatorFeesInstruction,
  collectInstruction,
  decodeInstruction,
  launchInstruction,
  migrateInstruction,
  releaseInstruction,
  sellInstruction,
} from './instructions.ts'
import type { Instruction } from './message.ts'
import { termsHash } from './terms.ts'
import { createCoinAccountInstruction, decodeCoinAccount } from './token-2022.ts'

const key = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte))
const [program, user, creator] = [key(1), key(2), key(3)]
const read = ({ data, accounts }: Instruction) =>
  decodeInstruction(
    data,
    accounts.map(({ address }) => address),
  )
const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
const values: ConfigValues = {
  treasury: key(6),
  pauseKey: key(5),
  graduationMarketCapLamports: lamports(7),
  boostPriceLamports: lamports(8),
  boostSeconds: 4_294_967_295,
  sellFeeBps: 65_535,
  creatorShareBps: 10,
  royaltyBps: 11,
  marketFeeBps: 12,
}
const choices = { openingReserveLamports: lamports(30_000_000_000n), guardBps: 5_000, guardSeconds: 120 }

test('reads back what it builds', async () => {
  const mint = await deriveMintAddress(creator, 'abc')
  const addresses = await deriveMarketAddresses(program, mint)
  const userCoins = await deriveAssociatedAddress(user, mint)
  fc.assert(
    fc.property(u64, u64, (a, b) => {
      const buy = { user, userCoins, addresses, lamportsIn: lamports(a), baseUnitsOutMin: baseUnits(b) }
      expect(read(buyInstruction(program, buy))).toMatchObject({
        name: 'buy',
        lamportsIn: a,
        baseUnitsOutMin: b,
        addresses: {
          user,
          userCoins,
          market: addresses.market,
          vault: addresses.vault,
          mint,
          config: addresses.config,
        },
      })
      const sell = { user, userCoins, addresses, baseUnitsIn: baseUnits(a), lamportsOutMin: lamports(b) }
      expect(read(sellInstruction(program, sell))).toMatchObject({
        name: 'sell',
        baseUnitsIn: a,
        lamportsOutMin: b,
      })
    }),
  )
  const text = fc.string({ unit: 'grapheme', maxLength: 15 })
  fc.assert(
    fc.property(text, text, text, text, (name, symbol, collectionName, uri) => {
      const texts = { seed: 'abc', name, symbol, collectionName, uri }
      expect(
        read(
          launchInstruction(program, {
            creator,
            mintBase: key(10),
            addresses,
            texts,
            choices,
            terms: values,
          }),
        ),
      ).toMatchObject({
        name: 'launch',
        texts,
        choices,
        termsHash: termsHash(values),
      })
    }),
  )
  const { config, market } = addresses
  expect(read(boostInstruction(program, { payer: user, addresses }))).toMatchObject({
    addresses: { payer: user, market },
  })
  expect(read(claimCreatorFeesInstruction(program, { creator, addresses })).addresses).toEqual({
    creator,
    market,
    program,
  })
  expect(read(claimTreasuryFeesInstruction(program, { config, treasury: user })).addresses).toEqual({
    config,
    treasury: user,
    program,
  })
  expect(read(migrateInstruction(program, { payer: user, account: market }))).toMatchObject({
    name: 'migrate',
    addresses: { payer: user, account: market },
  })
  expect(read(collectInstruction(program, { addresses }))).toMatchObject({
    name: 'collect',
    addresses: { market, config },
  })
  const initialize = { upgradeAuthority: user, config, programData: key(9), admin: key(11), values }
  expect(read(initializeConfigInstruction(program, initialize))).toMatchObject({
    name: 'initializeConfig',
    admin: key(11),
    values,
  })
  const update = { admin: user, config, treasury: key(6), values }
  expect(read(updateConfigInstruction(program, update))).toMatchObject({
    name: 'updateConfig',
    values,
  })
  // Nobody holds the zero address: it stands for nobody.
  const nobody = { ...update, values: { ...values, pauseKey: undefined } }
  expect(read(updateConfigInstruction(program, nobody))).toMatchObject({ values: nobody.values })
  for (const pendingAdmin of [key(7), undefined])
    expect(read(offerAdminInstruction(program, { admin: user, config, pendingAdmin }))).toEqual({
      name: 'offerAdmin',
      addresses: { admin: user, config, program },
      pendingAdmin,
    })
  expect(read(acceptAdminInstruction(program, { pendingAdmin: user, config }))).toEqual({
    name: 'acceptAdmin',
    addresses: { pendingAdmin: user, config, program },
  })
  expect(read(pauseInstruction(program, { pauseKey: user, config }))).toEqual({
    name: 'pause',
    addresses: { pauseKey: user, config, program },
  })
  expect(read(unpauseInstruction(program, { who: user, config }))).toEqual({
    name: 'unpause',
    addresses: { who: user, config, program },
  })
})

test('reads swaps back, from where and whereto', async () => {
  const addresses = await deriveMarketAddresses(program, key(8))
  const userCoins = await deriveAssociatedAddress(user, addresses.mint)
  const nft = await deriveNftAddresses(program, {
    mintAddress: addresses.mint,
    walletAddress: user,
    edition: 1_000,
  })
  const shared = { user, userCoins, addresses }
  const { market, mint, escrow, escrowVault } = addresses
  const named = {
    user,
    userCoins,
    market,
    mint,
    escrow,
    escrowVault,
    nftMint: nft.mint,
    userNft: nft.userNft,
  }
  expect(read(captureInstruction(program, { ...shared, nft, source: 'mint' }))).toMatchObject({
    name: 'capture',
    edition: 1_000,
    source: 'mint',
    addresses: { ...named, origin: addresses.collection },
  })
  expect(read(captureInstruction(program, { ...shared, nft, source: 'escrow' }))).toMatchObject({
    source: 'escrow',
    addresses: { ...named, origin: nft.escrowNft },
  })
  expect(read(releaseInstruction(program, { ...shared, nft }))).toMatchObject({
    name: 'release',
    edition: 1_000,
    addresses: { ...named, escrowNft: nft.escrowNft },
  })
  const exact = { ...shared, baseUnitsOut: baseUnits(5), lamportsInMax: lamports(6) }
  expect(read(buyExactOutInstruction(program, exact))).toMatchObject({
    name: 'buyExactOut',
    baseUnitsOut: 5n,
    lamportsInMax: 6n,
  })
})

test('marks who signs and what is written as the documentation says', async () => {
  const addresses = await deriveMarketAddresses(program, key(8))
  const marks = (instruction: Instruction) =>
    instruction.accounts
      .map(({ signer, writable }) => `${signer ? 's' : ''}${writable ? 'w' : ''}` || '-')
      .join(' ')
  const trade = { user, userCoins: key(9), addresses }
  const texts = { seed: 'a', name: 'b', symbol: 'c', collectionName: 'd', uri: 'e' }
  expect(
    marks(
      launchInstruction(program, { creator, mintBase: key(10), addresses, texts, choices, terms: values }),
    ),
  ).toBe('sw w - w w - w - - - - -')
  expect(
    marks(buyInstruction(program, { ...trade, lamportsIn: lamports(1), baseUnitsOutMin: baseUnits(0) })),
  ).toBe('sw w - w w w - - -')
  expect(
    marks(sellInstruction(program, { ...trade, baseUnitsIn: baseUnits(1), lamportsOutMin: lamports(0) })),
  ).toBe('sw w - w w - -')
  expect(marks(boostInstruction(program, { payer: user, addresses }))).toBe('sw w - -')
  expect(marks(migrateInstruction(program, { payer: user, account: key(9) }))).toBe('sw w - -')
  expect(marks(collectInstruction(program, { addresses }))).toBe('w w -')
  expect(marks(claimCreatorFeesInstruction(program, { creator, addresses }))).toBe('sw w -')
  const nft = await deriveNftAddresses(program, {
    mintAddress: addresses.mint,
    walletAddress: user,
    edition: 7,
  })
  for (const source of ['mint', 'escrow'] as const)
    expect(marks(captureInstruction(program, { ...trade, nft, source }))).toBe('sw w - w - w w w w - - - -')
  expect(marks(releaseInstruction(program, { ...trade, nft }))).toBe('sw w - w - w w w w - - - -')
  expect(marks(claimTreasuryFeesInstruction(program, { config: key(4), treasury: key(5) }))).toBe('w w -')
  expect(marks(await createCoinAccountInstruction({ payer: user, wallet: user, mint: key(8) }))).toBe(
    'sw w - - - -',
  )
})

const broken: readonly [string, Uint8Array, number][] = [
  ['no data', new Uint8Array(), 9],
  ['an unknown tag', Uint8Array.of(200), 9],
  ['an event, which only the program sends', new Uint8Array(153).fill(255, 0, 1), 1],
  ['a buy that ends early', Uint8Array.of(3, 1, 2), 9],
  ['a buy with a byte too many', new Uint8Array(18).fill(3, 0, 1), 9],
  ['a buy with eight accounts', new Uint8Array(17).fill(3, 0, 1), 8],
  ['a capture from nowhere', Uint8Array.of(5, 1, 0, 2), 13],
  ['a text that is not UTF-8', Uint8Array.of(2, 1, 0xff, 0, 0, 0, 0), 12],
]
test.each(broken)('throws at %s', (_, data, count) => {
  expect(() =>
    decodeInstruction(
      data,
      Array.from({ length: count }, () => key(7)),
    ),
  ).toThrow(ProgramDataError)
})

test('takes no bytes for an account that they are not', () => {
  for (const size of [0, 1, 239, 240, 328, 329]) {
    expect(() => decodeConfig(new Uint8Array(size))).toThrow(ProgramDataError)
    expect(() => decodeMarket(new Uint8Array(size))).toThrow(ProgramDataError)
  }
  // The right size and kind, and a version that nobody here knows.
  for (const version of [1, 3]) {
    const [config, market] = [new Uint8Array(240).fill(1, 0, 1), new Uint8Array(328).fill(2, 0, 1)]
    expect(() => decodeConfig(config.fill(version, 1, 2))).toThrow(ProgramDataError)
    expect(() => decodeMarket(market.fill(version, 1, 2))).toThrow(ProgramDataError)
  }
  for (const size of [0, 82, 164, 165, 170])
    expect(() => decodeCoinAccount(new Uint8Array(size))).toThrow(ProgramDataError)
  const mint = new Uint8Array(234).fill(1, 165, 166).fill(1, 108, 109)
  expect(() => decodeCoinAccount(mint)).toThrow(ProgramDataError)
})
