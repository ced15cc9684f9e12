import { createKeypair } from '@twinmint/localnet/keypair'
import { describe, expect, it, test } from 'vitest'
import { addressOf } from '../../core/address.ts'
import { readCoins, typedCoins } from '../../core/input-amount.ts'
import { baseUnits, lamports } from '../../core/money.ts'
import { NETWORK_FEE, TOKEN_ACCOUNT_RENT } from '../../core/rent.ts'
import { deriveMarketAddresses } from '../../program/addresses.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, UPGRADEABLE_LOADER_PROGRAM } from '../../program/programs.ts'
import {
  accountRent,
  cleanAddress,
  decideSend,
  type Recipient,
  refusalOfAddress,
  type SenderHoldings,
  shareOfHeld,
  standingOf,
} from './rules.ts'

const [SENDER, OTHER] = [createKeypair().address, createKeypair().address]

const recipient = (more: Partial<Recipient> = {}): Recipient => ({
  address: OTHER,
  standing: 'wallet',
  createsAccount: false,
  rentLamports: lamports(0),
  needsMemo: false,
  ...more,
})
const HOLDS: SenderHoldings = { lamports: lamports(10_000_000n), units: 5_000_000n }
const decide = (
  wanted: string | { readonly edition: number },
  more: Partial<Recipient> = {},
  holdings: SenderHoldings | undefined = HOLDS,
  priorityFeeLamports = 0n,
) =>
  decideSend({
    senderAddress: SENDER,
    recipient: recipient(more),
    wanted: typeof wanted === 'string' ? { amount: readCoins(wanted) } : wanted,
    holdings,
    priorityFeeLamports,
  })
const codeOf = (...asked: Parameters<typeof decide>) => {
  const decision = decide(...asked)
  return decision.kind === 'refused' ? decision.code : decision.quote.units
}

describe('decides a send', () => {
  test.each<[string, Parameters<typeof decide>, string]>([
    ['to oneself, before all else', ['x', { address: SENDER, standing: 'notWallet' }], 'sendToSelf'],
    ['to what is no wallet, before its amount', ['x', { standing: 'notWallet' }], 'recipientNotWallet'],
    ['to an account that wants a memo', ['1', { needsMemo: true }], 'recipientNeedsMemo'],
    ['of nothing typed', [''], 'amountZero'],
    ['of zero', ['0.000000'], 'amountZero'],
    ['of less than nothing', ['-1'], 'amountZero'],
    ['of less than a base unit', ['0.0000001'], 'amountUnclear'],
    ['of what could be two amounts', ['1,000'], 'amountUnclear'],
    ['of more than there can be', ['99999999999999999999'], 'overflow'],
    ['of a base unit more than is held', ['5.000001'], 'insufficientBaseUnits'],
    ['of an NFT that is not held', [{ edition: 7 }, {}, { ...HOLDS, units: 0n }], 'nftNotHeld'],
    ['without SOL for the fee', ['1', {}, { ...HOLDS, lamports: lamports(4_999n) }], 'insufficientLamports'],
    [
      'without SOL for the receiver’s account',
      [
        '1',
        { createsAccount: true, rentLamports: TOKEN_ACCOUNT_RENT },
        { ...HOLDS, lamports: lamports(TOKEN_ACCOUNT_RENT + NETWORK_FEE - 1n) },
      ],
      'insufficientLamports',
    ],
    [
      'that leaves less SOL than an account may hold',
      ['1', {}, { ...HOLDS, lamports: lamports(NETWORK_FEE + 1n) }],
      'insufficientRent',
    ],
    ['whose priority fee is more than is there', ['1', {}, HOLDS, HOLDS.lamports], 'insufficientLamports'],
  ])('refuses one %s', (_name, asked, code) => {
    expect(codeOf(...asked)).toBe(code)
  })

  it('sends all that is held, to the last unit, and says what it costs', () => {
    const rentLamports = TOKEN_ACCOUNT_RENT
    expect(decide('5', { createsAccount: true, rentLamports, standing: 'unused' }, HOLDS, 7n)).toEqual({
      kind: 'quote',
      quote: {
        recipientAddress: OTHER,
        edition: undefined,
        units: 5_000_000n,
        createsAccount: true,
        rentLamports,
        priorityFeeLamports: 7n,
        networkFeeLamports: 5_007n,
      },
    })
    expect(codeOf('0.000001')).toBe(1n)
    expect(codeOf({ edition: 7 }, {}, { ...HOLDS, units: 1n })).toBe(1n)
    // With exactly as much SOL as it costs nothing is left, which the network allows.
    const exact = { ...HOLDS, lamports: lamports(TOKEN_ACCOUNT_RENT + NETWORK_FEE) }
    expect(codeOf('1', { createsAccount: true, rentLamports }, exact)).toBe(1_000_000n)
  })
})

it('a share is never more than is held, and typed it is the same amount', () => {
  expect(shareOfHeld(0n, 50)).toBe(0n)
  for (const held of [4n, 7n, 999_999n, 123_456_789_012_345n]) {
    expect(shareOfHeld(held, 100)).toBe(held)
    for (const percent of [25, 50, 100]) {
      const units = shareOfHeld(held, percent)
      expect(units * 100n <= held * BigInt(percent)).toBe(true)
      expect(codeOf(typedCoins(baseUnits(units)), {}, { ...HOLDS, units: held })).toBe(units)
    }
  }
})

it('SOL that lies where the account will be counts towards its rent', () => {
  expect(accountRent(0n)).toBe(TOKEN_ACCOUNT_RENT)
  expect(accountRent(1n)).toBe(TOKEN_ACCOUNT_RENT - 1n)
  expect(accountRent(TOKEN_ACCOUNT_RENT + 5n)).toBe(0n)
})

describe('the standing of an address', () => {
  const account = (owner: string, data = 0, lamportsThere = 1_000_000n) => ({
    lamports: lamportsThere,
    owner,
    data: new Uint8Array(data),
  })
  it('is a wallet’s where the system program has it and it holds SOL alone', () => {
    expect(standingOf(OTHER, account(SYSTEM_PROGRAM))).toBe('wallet')
    expect(standingOf(OTHER, undefined)).toBe('unused')
    // Every key is a point of the curve.
    for (let made = 0; made < 50; made++)
      expect(standingOf(createKeypair().address, undefined)).toBe('unused')
    expect(standingOf(OTHER, account(SYSTEM_PROGRAM, 0, 0n))).toBe('unused')
  })
  it('is no wallet’s where a program has it: a mint, a coin account, a program, a nonce', () => {
    for (const there of [
      account(TOKEN_2022_PROGRAM, 82),
      account(TOKEN_2022_PROGRAM, 170),
      account(UPGRADEABLE_LOADER_PROGRAM, 36),
      account(SYSTEM_PROGRAM, 80),
    ])
      expect(standingOf(OTHER, there)).toBe('notWallet')
  })
  it('is no wallet’s off the curve, also where nothing is there', async () => {
    const { market, escrow, vault } = await deriveMarketAddresses(
      addressOf(new Uint8Array(32).fill(9)),
      OTHER,
    )
    expect(refusalOfAddress(OTHER, SENDER)).toBeUndefined()
    expect(refusalOfAddress(SENDER, SENDER)).toBe('sendToSelf')
    for (const address of [market, escrow, vault]) {
      expect(refusalOfAddress(address, SENDER)).toBe('recipientNotWallet')
      expect(standingOf(address, undefined)).toBe('notWallet')
      expect(standingOf(address, account(SYSTEM_PROGRAM))).toBe('notWallet')
    }
  })
})

it('an address is what is left without the spaces that came with it', () => {
  expect(cleanAddress(` ${OTHER.slice(0, 9)}\n\t${OTHER.slice(9)}\u200b\u00a0\ufeff`)).toBe(OTHER)
})
