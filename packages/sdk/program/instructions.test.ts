import type { Address } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  RELEASED_ADDRESSES,
  RELEASED_PROGRAM,
  releasedInstruction,
} from '../../../tests/released-instructions.ts'
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
  buildInstruction,
  type DataOf,
  decodeInstruction,
  INSTRUCTION_NAMES,
  INSTRUCTIONS,
  type InstructionName,
} from './instructions.ts'
import type { Instruction } from './message.ts'
import { type Terms, termsHash } from './terms.ts'
import { createCoinAccountInstruction, decodeCoinAccount } from './token-2022.ts'

const key = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte))
const [program, user, creator] = [key(1), key(2), key(3)]
const read = ({ data, accounts }: Instruction) =>
  decodeInstruction(
    data,
    accounts.map(({ address }) => address),
  )
const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
const terms: Terms = {
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
      const buy = { ...addresses, user, userCoins, lamportsIn: lamports(a), baseUnitsOutMin: baseUnits(b) }
      expect(read(buildInstruction(program, 'buy', buy, buy))).toMatchObject({
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
      const sell = { ...addresses, user, userCoins, baseUnitsIn: baseUnits(a), lamportsOutMin: lamports(b) }
      expect(read(buildInstruction(program, 'sell', sell, sell))).toMatchObject({
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
          buildInstruction(
            program,
            'launch',
            { ...addresses, creator, mintBase: key(10) },
            { texts, choices, termsHash: termsHash(terms) },
          ),
        ),
      ).toMatchObject({
        name: 'launch',
        texts,
        choices,
        termsHash: termsHash(terms),
      })
    }),
  )
  const { config, market } = addresses
  expect(read(buildInstruction(program, 'boost', { ...addresses, payer: user }))).toMatchObject({
    addresses: { payer: user, market },
  })
  expect(read(buildInstruction(program, 'claimCreatorFees', { ...addresses, creator })).addresses).toEqual({
    creator,
    market,
    program,
  })
  expect(read(buildInstruction(program, 'claimTreasuryFees', { config, treasury: user })).addresses).toEqual({
    config,
    treasury: user,
    program,
  })
  expect(read(buildInstruction(program, 'migrate', { payer: user, account: market }))).toMatchObject({
    name: 'migrate',
    addresses: { payer: user, account: market },
  })
  expect(read(buildInstruction(program, 'collect', addresses))).toMatchObject({
    name: 'collect',
    addresses: { market, config },
  })
  const initialize = { upgradeAuthority: user, config, programData: key(9), treasury: key(6) }
  const values = { admin: key(11), pauseKey: key(5), terms }
  expect(read(buildInstruction(program, 'initializeConfig', initialize, values))).toMatchObject({
    name: 'initializeConfig',
    addresses: { treasury: key(6) },
    ...values,
  })
  // The zero address means nobody.
  const update = { admin: user, config, treasury: key(6), nextTreasury: key(7) }
  for (const pauseKey of [key(5), undefined])
    expect(read(buildInstruction(program, 'updateConfig', update, { pauseKey, terms }))).toEqual({
      name: 'updateConfig',
      addresses: { ...update, program },
      pauseKey,
      terms,
    })
  for (const pendingAdmin of [key(7), undefined])
    expect(read(buildInstruction(program, 'offerAdmin', { admin: user, config }, { pendingAdmin }))).toEqual({
      name: 'offerAdmin',
      addresses: { admin: user, config, program },
      pendingAdmin,
    })
  expect(read(buildInstruction(program, 'acceptAdmin', { pendingAdmin: user, config }))).toEqual({
    name: 'acceptAdmin',
    addresses: { pendingAdmin: user, config, program },
  })
  expect(read(buildInstruction(program, 'pause', { pauseKey: user, config }))).toEqual({
    name: 'pause',
    addresses: { pauseKey: user, config, program },
  })
  expect(read(buildInstruction(program, 'unpause', { who: user, config }))).toEqual({
    name: 'unpause',
    addresses: { who: user, config, program },
  })
})

describe('the table says what the released program takes', () => {
  const trade = { lamportsIn: lamports(19n), baseUnitsOutMin: baseUnits(20n) }
  const small: Terms = {
    graduationMarketCapLamports: lamports(7n),
    boostPriceLamports: lamports(8n),
    boostSeconds: 9,
    sellFeeBps: 10,
    creatorShareBps: 11,
    royaltyBps: 12,
    marketFeeBps: 13,
  }
  const price = { priceLamports: lamports(17n), expiresAtSeconds: 18n }
  const shares = { shares: [6_000, 4_000] }
  const at = RELEASED_ADDRESSES
  const [admin, pauseKey] = [at['admin']!, at['pauseKey']!]
  const data: { readonly [Name in InstructionName]: DataOf<Name> } = {
    initializeConfig: { admin, pauseKey, terms: small },
    updateConfig: { pauseKey, terms: small },
    launch: {
      texts: { seed: 'abc', name: 'Nyan 🐈', symbol: 'NYAN', collectionName: 'Nyans', uri: 'ipfs://x' },
      choices: { openingReserveLamports: lamports(14n), guardBps: 15, guardSeconds: 16 },
      termsHash: termsHash(small),
    },
    buy: trade,
    sell: { baseUnitsIn: baseUnits(21n), lamportsOutMin: lamports(22n) },
    capture: { edition: 777, source: 'escrow' },
    release: { edition: 777 },
    boost: {},
    claimCreatorFees: {},
    claimTreasuryFees: {},
    buyExactOut: { baseUnitsOut: baseUnits(23n), lamportsInMax: lamports(24n) },
    migrate: {},
    collect: {},
    offerAdmin: { pendingAdmin: at['pendingAdmin'] },
    acceptAdmin: {},
    pause: {},
    unpause: {},
    setFeeShares: shares,
    drawFeeShare: {},
    offerFeeShares: { pendingAuthority: at['pendingAuthority'] },
    acceptFeeShares: shares,
    list: { edition: 777, ...price },
    updateListing: price,
    cancelListing: {},
    buyListing: { lamportsMax: lamports(25n) },
    offer: { nonce: 26n, ...price, editions: [1, 10, 1_000] },
    cancelOffer: {},
    acceptOffer: { edition: 777, lamportsMin: lamports(27n) },
  }

  test.each(INSTRUCTION_NAMES)('%s', (name) => {
    const released = releasedInstruction(name, RELEASED_PROGRAM, at)
    const receivers = released.accounts.slice(INSTRUCTIONS[name].entries.length).map(({ address }) => address)
    const build: (...input: readonly unknown[]) => Instruction = buildInstruction as never
    expect(build(RELEASED_PROGRAM, name, at, data[name], receivers)).toEqual(released)
    const decoded = read(released)
    expect(decoded).toMatchObject({ name, ...data[name] })
    for (const [role, address] of Object.entries(decoded.addresses)) expect(address, role).toBe(at[role])
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
  const shared = { ...addresses, user, userCoins }
  const { market, mint, escrow, escrowVault } = addresses
  const named = {
    user,
    userCoins,
    market,
    mint,
    escrow,
    escrowVault,
    nftMint: nft.nftMint,
    userNft: nft.userNft,
  }
  expect(
    read(
      buildInstruction(
        program,
        'capture',
        { ...shared, ...nft, origin: shared.collection },
        { edition: nft.edition, source: 'mint' },
      ),
    ),
  ).toMatchObject({
    name: 'capture',
    edition: 1_000,
    source: 'mint',
    addresses: { ...named, origin: addresses.collection },
  })
  expect(
    read(
      buildInstruction(
        program,
        'capture',
        { ...shared, ...nft, origin: nft.escrowNft },
        { edition: nft.edition, source: 'escrow' },
      ),
    ),
  ).toMatchObject({
    source: 'escrow',
    addresses: { ...named, origin: nft.escrowNft },
  })
  expect(
    read(buildInstruction(program, 'release', { ...shared, ...nft }, { edition: nft.edition })),
  ).toMatchObject({
    name: 'release',
    edition: 1_000,
    addresses: { ...named, escrowNft: nft.escrowNft },
  })
  const exact = { ...shared, baseUnitsOut: baseUnits(5), lamportsInMax: lamports(6) }
  expect(read(buildInstruction(program, 'buyExactOut', exact, exact))).toMatchObject({
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
  const trade = { ...addresses, user, userCoins: key(9) }
  const texts = { seed: 'a', name: 'b', symbol: 'c', collectionName: 'd', uri: 'e' }
  expect(
    marks(
      buildInstruction(
        program,
        'launch',
        { ...addresses, creator, mintBase: key(10) },
        { texts, choices, termsHash: termsHash(terms) },
      ),
    ),
  ).toBe('sw w - w w - w - - - - -')
  expect(
    marks(
      buildInstruction(program, 'buy', trade, { lamportsIn: lamports(1), baseUnitsOutMin: baseUnits(0) }),
    ),
  ).toBe('sw w - w w w - - -')
  expect(
    marks(
      buildInstruction(program, 'sell', trade, { baseUnitsIn: baseUnits(1), lamportsOutMin: lamports(0) }),
    ),
  ).toBe('sw w - w w - -')
  expect(marks(buildInstruction(program, 'boost', { ...addresses, payer: user }))).toBe('sw w - -')
  expect(marks(buildInstruction(program, 'migrate', { payer: user, account: key(9) }))).toBe('sw w - -')
  expect(marks(buildInstruction(program, 'collect', addresses))).toBe('w w -')
  expect(marks(buildInstruction(program, 'claimCreatorFees', { ...addresses, creator }))).toBe('sw w -')
  const nft = await deriveNftAddresses(program, {
    mintAddress: addresses.mint,
    walletAddress: user,
    edition: 7,
  })
  for (const source of ['mint', 'escrow'] as const)
    expect(
      marks(
        buildInstruction(
          program,
          'capture',
          { ...trade, ...nft, origin: source === 'mint' ? trade.collection : nft.escrowNft },
          { edition: nft.edition, source },
        ),
      ),
    ).toBe('sw w - w - w w w w - - - -')
  expect(marks(buildInstruction(program, 'release', { ...trade, ...nft }, { edition: nft.edition }))).toBe(
    'sw w - w - w w w w - - - -',
  )
  expect(marks(buildInstruction(program, 'claimTreasuryFees', { config: key(4), treasury: key(5) }))).toBe(
    'w w -',
  )
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
