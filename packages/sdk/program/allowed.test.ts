// The list, as the server judges what is submitted and as the page judges what a wallet returned: of everything here both say
// the same.

import type { Address } from '@solana/kit'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { addressOf } from '../core/address.ts'
import { baseUnits, lamports } from '../core/money.ts'
import { deriveAssociatedAddress, deriveMarketAddresses, type MarketAddresses } from './addresses.ts'
import { programInstructionsOf } from './allowed.ts'
import { Writer } from './bytes.ts'
import { computeBudgetInstructions } from './compute-budget.ts'
import { buildInstruction } from './instructions.ts'
import { decodeTransaction, encodeTransaction, type Instruction } from './message.ts'
import { COMPUTE_BUDGET_PROGRAM, LIGHTHOUSE_PROGRAM, MEMO_PROGRAMS, SYSTEM_PROGRAM } from './programs.ts'
import { readSignable, TransactionMismatch } from './signable.ts'
import { createCoinAccountInstruction } from './token-2022.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const OTHER = addressNumber(4)
const MINT = addressNumber(5)

let addresses: MarketAddresses
let buy: Instruction
let coinAccount: Instruction
beforeAll(async () => {
  addresses = await deriveMarketAddresses(PROGRAM, MINT)
  buy = buildInstruction(
    PROGRAM,
    'buy',
    { ...addresses, user: WALLET, userCoins: await deriveAssociatedAddress(WALLET, MINT) },
    { lamportsIn: lamports(5n), baseUnitsOutMin: baseUnits(1n) },
  )
  coinAccount = await createCoinAccountInstruction({ payer: WALLET, wallet: WALLET, mint: MINT })
})

type Account = Instruction['accounts'][number]
const readonly = (address: Address): Account => ({ address, signer: false, writable: false })
const writable = (address: Address): Account => ({ address, signer: false, writable: true })
const call = (
  programAddress: Address,
  data: Uint8Array | readonly number[],
  ...accounts: Account[]
): Instruction => ({
  programAddress,
  accounts,
  data: Uint8Array.from(data),
})
const memo = (text: string, ...accounts: Account[]) =>
  call(MEMO_PROGRAMS[0] as Address, new TextEncoder().encode(text), ...accounts)
const assertion = (tag: number, ...accounts: Account[]) => call(LIGHTHOUSE_PROGRAM, [tag, 0, 1], ...accounts)
const transfer = (amount: bigint, from = WALLET, tag = 2) =>
  call(
    SYSTEM_PROGRAM,
    new Writer().u32(tag).u64(amount).finish(),
    { address: from, signer: true, writable: true },
    writable(OTHER),
  )
const price = (units: bigint, microLamports: bigint) =>
  computeBudgetInstructions({ unitLimit: units, unitPriceMicroLamports: microLamports })

const migrate = (account: Address, payer: Address = WALLET) =>
  buildInstruction(PROGRAM, 'migrate', { payer, account })

const wireOf = (instructions: readonly Instruction[], feePayer = WALLET) =>
  encodeTransaction({ feePayer, recentBlockhash: addressNumber(7), instructions })
const pageReads = (wire: Uint8Array) => readSignable(wire, { walletAddress: WALLET, programAddress: PROGRAM })
const serverReads = (wire: Uint8Array) =>
  programInstructionsOf(decodeTransaction(wire), PROGRAM, ['buy', 'sell'])
/** Why the page refuses it, or what it reads. */
const reasonOf = (wire: Uint8Array) => {
  try {
    return pageReads(wire)
  } catch (error) {
    return error instanceof TransactionMismatch ? error.reason : error
  }
}

describe('page and server let stand beside a trade', () => {
  test.each<[string, () => Instruction[], { fee?: bigint; sent?: bigint; added?: number }]>([
    ['nothing', () => [buy], {}],
    ['the coin account of whoever pays', () => [coinAccount, buy], {}],
    [
      'the migration of the market and the configuration that it names, in front of it',
      () => [
        ...price(30_000n, 100_000n),
        migrate(addresses.config),
        migrate(addresses.market),
        coinAccount,
        buy,
      ],
      { fee: 3_000n },
    ],
    ['a limit and a price', () => [...price(30_000n, 100_000n), buy], { fee: 3_000n }],
    ['a price alone', () => [...price(0n, 1_000_000n).slice(1), buy], { fee: 400_000n }],
    [
      'a price far above what is usual, of which the caller judges',
      () => [...price(1_400_000n, 1_000_000_000n), buy],
      { fee: 1_400_000_000n },
    ],
    [
      'a bound of loaded data',
      () => [call(COMPUTE_BUDGET_PROGRAM, new Writer().u8(4).u32(65_536).finish()), buy],
      {},
    ],
    [
      'assertions of Lighthouse, which can only make it fail',
      () => [buy, assertion(2, readonly(WALLET)), assertion(6, readonly(OTHER))],
      { added: 2 },
    ],
    ['a Memo', () => [memo('hello'), buy], { added: 1 }],
    [
      'a Memo that the payer signs, of the older program',
      () => [
        buy,
        call(MEMO_PROGRAMS[1] as Address, [104, 105], { address: WALLET, signer: true, writable: false }),
      ],
      { added: 1 },
    ],
    [
      'fees of the wallet’s own, as transfers',
      () => [buy, transfer(40_000_000n), transfer(7n)],
      { sent: 40_000_007n, added: 2 },
    ],
    [
      'all of it at once',
      () => [
        ...price(60_000n, 1_000_000n),
        memo('x'),
        coinAccount,
        buy,
        transfer(9n),
        assertion(5, readonly(addresses.market)),
      ],
      { fee: 60_000n, sent: 9n, added: 3 },
    ],
  ])('%s', (_, instructions, { fee = 0n, sent = 0n, added = 0 }) => {
    const wire = wireOf(instructions())
    expect(serverReads(wire).map(({ name }) => name)).toEqual(['buy'])
    const read = pageReads(wire)
    expect(read.own).toEqual(serverReads(wire))
    expect(read).toMatchObject({ priorityFeeLamports: fee, sentLamports: sent, walletInstructions: added })
  })
})

describe('page and server refuse', () => {
  test.each<[string, RegExp, () => Instruction[]]>([
    ['a program that nobody knows', /it calls/, () => [buy, call(OTHER, [1])]],
    ['our own instruction under another program', /it calls/, () => [buy, { ...buy, programAddress: OTHER }]],
    ['an instruction of ours that was cut', /not whole/, () => [{ ...buy, data: buy.data.slice(0, -1) }]],
    ['one with bytes too many', /not whole/, () => [{ ...buy, data: Uint8Array.of(...buy.data, 0) }]],
    [
      'a coin account of somebody else, or one paid by somebody else',
      /somebody else/,
      () => [
        {
          ...coinAccount,
          accounts: coinAccount.accounts.map((each, at) => (at === 2 ? readonly(OTHER) : each)),
        },
        buy,
      ],
    ],
    ['a migration that comes after it', /after it has asked/, () => [buy, migrate(addresses.market)]],
    [
      'the migration of an account that it does not name',
      /does not need/,
      () => [migrate(addresses.vault), buy],
    ],
    [
      'a migration that stands twice',
      /does not need/,
      () => [migrate(addresses.market), migrate(addresses.market), buy],
    ],
    ['a migration for nothing', /does not need/, () => [migrate(addresses.market)]],
    [
      'a migration that somebody else pays',
      /others must sign/,
      () => [migrate(addresses.market, OTHER), buy],
    ],
    ['two coin accounts', /more than one/, () => [coinAccount, coinAccount, buy]],
    ['one made otherwise', /otherwise/, () => [{ ...coinAccount, data: Uint8Array.of(0) }, buy]],
    ['an account of Lighthouse that is written', /writes to an account/, () => [buy, assertion(0)]],
    ['an account of Lighthouse that is closed', /writes to an account/, () => [buy, assertion(1)]],
    ['Lighthouse called with nothing', /writes to an account/, () => [buy, call(LIGHTHOUSE_PROGRAM, [])]],
    ['a transfer of somebody else’s SOL', /others must sign/, () => [buy, transfer(1n, OTHER)]],
    [
      'a Memo that somebody else signs',
      /others must sign/,
      () => [buy, memo('x', { address: OTHER, signer: true, writable: false })],
    ],
    ['an account that is given away', /system program otherwise/, () => [buy, transfer(1n, WALLET, 1)]],
    [
      'a nonce in place of a blockhash',
      /system program otherwise/,
      () => [call(SYSTEM_PROGRAM, [4, 0, 0, 0], writable(OTHER), readonly(MINT), readonly(WALLET)), buy],
    ],
    [
      'a transfer with bytes too many',
      /system program otherwise/,
      () => {
        const sent = transfer(1n)
        return [buy, { ...sent, data: Uint8Array.of(...sent.data, 0) }]
      },
    ],
    ['a transfer of no bytes', /system program otherwise/, () => [buy, call(SYSTEM_PROGRAM, [])]],
    ['a limit that stands twice', /compute budget/, () => [...price(1n, 1n), ...price(1n, 1n), buy]],
    [
      'a compute budget that is none',
      /compute budget/,
      () => [call(COMPUTE_BUDGET_PROGRAM, [9, 0, 0, 0, 0]), buy],
    ],
    ['a price that was cut', /compute budget/, () => [call(COMPUTE_BUDGET_PROGRAM, [3, 1]), buy]],
    [
      'a writable account that an assertion brings',
      /writable that nothing writes/,
      () => [buy, assertion(3, writable(OTHER))],
    ],
    [
      'a writable account that a Memo brings',
      /writable that nothing writes/,
      () => [buy, memo('x', writable(OTHER))],
    ],
  ])('%s', (_, reason, instructions) => {
    const wire = wireOf(instructions())
    expect(reasonOf(wire)).toMatch(reason)
    expect(() => serverReads(wire)).toThrow(expect.objectContaining({ code: 'wrongTransaction' }))
  })

  it('whoever else pays: the page, whatever stands in it; the server, what is not the payer’s', () => {
    const alone = wireOf([buildInstruction(PROGRAM, 'boost', { ...addresses, payer: OTHER })], OTHER)
    expect(reasonOf(alone)).toBe('another wallet pays')
    const both = wireOf([buy], OTHER)
    expect(reasonOf(both)).toBe('another wallet pays')
    expect(() => serverReads(both)).toThrow(expect.objectContaining({ code: 'wrongTransaction' }))
  })
})

test.each<[string, () => Instruction[]]>([
  ['no instruction of the program', () => price(1n, 1n)],
  [
    'another instruction of the program',
    () => [buy, buildInstruction(PROGRAM, 'boost', { ...addresses, payer: WALLET })],
  ],
])('the server refuses %s', (_, instructions) => {
  expect(() => serverReads(wireOf(instructions()))).toThrow(
    expect.objectContaining({ code: 'wrongTransaction' }),
  )
})
