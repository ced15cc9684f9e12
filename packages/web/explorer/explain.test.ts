// A node's answer as a page reads it: whole it is explained; bent or cut anywhere it is refused with a sentence.

import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { encodeBase64 } from '@twinmint/sdk/core/base64'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { encodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
} from '@twinmint/sdk/program/programs'
import { parseExact } from '@twinmint/sdk/program/rpc'
import { STANDARD_TERMS, termsHash } from '@twinmint/sdk/program/terms'
import { describe, expect, test } from 'vitest'
import { explainTransaction } from './explain.ts'
import { explainOther } from './other-programs.ts'
import { isSignature, readTransaction, UnreadableAnswer } from './transaction-rules.ts'

const address = (fill: number) => encodeBase58(new Uint8Array(32).fill(fill)) as Instruction['programAddress']
const [program, mint, trader, coins] = [address(7), address(8), address(9), address(10)]
const SIGNATURE = encodeBase58(new Uint8Array(64).fill(3))

const marks = (list: readonly Instruction['programAddress'][]) =>
  list.map((each) => ({ address: each, signer: false, writable: true }))

async function buy(): Promise<Instruction> {
  return buildInstruction(
    program,
    'buy',
    { ...(await deriveMarketAddresses(program, mint)), user: trader, userCoins: coins },
    { lamportsIn: lamports(500_000_000n), baseUnitsOutMin: baseUnits(1_234_500_000n) },
  )
}

/** What `getTransaction` answers. */
function answer(instructions: readonly Instruction[], meta: object = {}) {
  const wire = encodeTransaction({ feePayer: trader, recentBlockhash: address(1), instructions })
  const count = new Set([
    trader,
    ...instructions.flatMap((each) => [
      each.programAddress,
      ...each.accounts.map((account) => account.address),
    ]),
  ]).size
  return {
    slot: 5,
    blockTime: 1_800_000_000,
    transaction: [encodeBase64(wire), 'base64'],
    meta: {
      err: null,
      fee: 5_000,
      preBalances: Array(count).fill(0),
      postBalances: Array(count).fill(0),
      innerInstructions: [],
      logMessages: ['Program log: hello'],
      computeUnitsConsumed: 42,
      ...meta,
    },
  }
}

const explained = (instructions: readonly Instruction[], meta?: object) =>
  explainTransaction(readTransaction(SIGNATURE, answer(instructions, meta)), program, () => 'FROG')

describe('what failed', () => {
  test('is told by the program’s own reason, with what ran before and what did not', async () => {
    const ours = await buy()
    const { steps, failure } = explained([transfer(1n), ours, transfer(2n)], {
      err: { InstructionError: [1, { Custom: 6019 }] },
    })
    expect(steps.map(({ state }) => state)).toEqual(['undone', 'failed', 'skipped'])
    expect(steps[1]).toMatchObject({ kind: 'buy', title: 'Buy FROG for 0.5 SOL' })
    expect(steps[1]?.details).toContainEqual(['Asked for at least', '1,234.5 FROG'])
    expect(failure).toMatchObject({ title: 'Price moved', step: 2 })
  })

  test('in another program is not told by a number of ours', () => {
    const foreign = { programAddress: address(99), accounts: [], data: Uint8Array.of(1) }
    const { failure } = explained([foreign], { err: { InstructionError: [0, { Custom: 6019 }] } })
    expect(failure?.title).toBe('Another program refused')
  })
})

function transfer(amount: bigint): Instruction {
  const data = new Uint8Array(12)
  data[0] = 2
  new DataView(data.buffer).setBigUint64(4, amount, true)
  return { programAddress: SYSTEM_PROGRAM, accounts: marks([trader, coins]), data }
}

test('instructions of Solana’s own programs are told in words, unknown ones as unknown', () => {
  const compute = 'ComputeBudget111111111111111111111111111111' as Instruction['programAddress']
  const limit = Uint8Array.of(2, 64, 13, 3, 0)
  const burn = Uint8Array.of(15, 64, 66, 15, 0, 0, 0, 0, 0, 6)
  const { steps } = explained([
    transfer(1_000_000_001n),
    { programAddress: compute, accounts: [], data: limit },
    {
      programAddress: ASSOCIATED_TOKEN_PROGRAM,
      accounts: marks([trader, coins, trader, mint]),
      data: Uint8Array.of(1),
    },
    { programAddress: TOKEN_2022_PROGRAM, accounts: marks([coins, mint, trader]), data: burn },
    { programAddress: TOKEN_2022_PROGRAM, accounts: [], data: Uint8Array.of(200) },
    { programAddress: SYSTEM_PROGRAM, accounts: [], data: Uint8Array.of(2) },
    { programAddress: address(99), accounts: [], data: new Uint8Array() },
    { programAddress: program, accounts: [], data: Uint8Array.of(3) },
  ])
  const short = (text: string) => `${text.slice(0, 4)}…${text.slice(-4)}`
  expect(steps.map(({ title }) => title)).toEqual([
    `Sent 1.000000001 SOL from ${short(trader)} to ${short(coins)}`,
    'Allowed itself 200,000 compute units at the most',
    `Made the coin account ${short(coins)} of ${short(trader)}, paid by ${short(trader)}, unless it was there`,
    `Burned 1 FROG of account ${short(coins)}`,
    'An instruction of the Token-2022 program that is not known here',
    'An instruction of the System program that is not known here',
    `Called the program ${short(address(99))}, which is not known here`,
    'An instruction of this program that is not whole',
  ])
})

test('coins and an NFT that are sent are told by the wallets, not by their accounts', () => {
  const other = address(11)
  const sent = (units: number, decimals: number): Instruction => ({
    programAddress: TOKEN_2022_PROGRAM,
    accounts: marks([coins, mint, address(12), trader]),
    data: Uint8Array.of(12, units, 0, 0, 0, 0, 0, 0, 0, decimals),
  })
  const balances = (decimals: number) => {
    const of = (accountIndex: number, owner: string, amount: string) => ({
      accountIndex,
      mint,
      owner,
      uiTokenAmount: { amount, decimals },
    })
    // In the order in which the message lists them.
    return { preTokenBalances: [], postTokenBalances: [of(1, trader, '0'), of(3, other, '9')] }
  }
  const short = (text: string) => `${text.slice(0, 4)}…${text.slice(-4)}`
  const coin = explained([sent(5, 6)], balances(6))
  expect(coin.steps).toMatchObject([
    {
      kind: 'send',
      title: `Sent 0.000005 FROG from ${short(trader)} to ${short(other)}`,
      details: [
        ['From', trader],
        ['To', other],
      ],
    },
  ])
  // So the page can show which coin it is.
  expect(coin.mintAddresses).toEqual([mint])
  const nft = explained([sent(1, 0)], balances(0))
  expect(nft.steps[0]?.title).toBe(`Sent the NFT from ${short(trader)} to ${short(other)}`)
  expect(nft.mintAddresses).toEqual([])
  // A node that does not say whose they are leaves the accounts.
  expect(explained([sent(5, 6)]).steps[0]?.title).toContain('from account')
})

test('what a program was called with at length stays unread, and all else is read', async () => {
  const data = (bytes: number) => encodeBase58(new Uint8Array(bytes).fill(255))
  const { calls } = readTransaction(
    SIGNATURE,
    answer([await buy()], {
      innerInstructions: [
        {
          index: 0,
          instructions: [10_240, 1_232, 3].map((bytes) => ({
            programIdIndex: 0,
            accounts: [],
            data: data(bytes),
          })),
        },
      ],
    }),
  )
  expect(calls[0]?.inner.map((call) => call.data.length)).toEqual([0, 1_232, 3])
})

describe('an answer that is not what a node answers', () => {
  test('is refused with a sentence, wherever a field is missing or bent', async () => {
    const good = answer([await buy()], {
      innerInstructions: [{ index: 0, instructions: [{ programIdIndex: 0, accounts: [0], data: '2' }] }],
      preTokenBalances: [
        { accountIndex: 1, mint, owner: trader, uiTokenAmount: { amount: '1', decimals: 6 } },
      ],
      postTokenBalances: [],
    })
    expect(() => readTransaction(SIGNATURE, good)).not.toThrow()
    const paths: string[][] = []
    const walk = (value: unknown, path: string[]) => {
      if (path.length > 0) paths.push(path)
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key])
    }
    walk(good, [])
    expect(paths.length).toBeGreaterThan(40)
    for (const path of paths)
      for (const bent of [null, -1, 1e300, 'x', [], {}, [[]]]) {
        const copy = structuredClone(good) as unknown as Record<string, unknown>
        const inner = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy)
        inner[path.at(-1) ?? ''] = bent
        const read = () => explainTransaction(readTransaction(SIGNATURE, copy), program, () => undefined)
        // Either it does not matter, or it is refused; nothing else is thrown.
        let refusal: unknown
        try {
          read()
        } catch (error) {
          refusal = error
        }
        expect(
          refusal === undefined || refusal instanceof UnreadableAnswer,
          `${path.join('.')} ${JSON.stringify(bent)}: ${String(refusal)}`,
        ).toBe(true)
      }
  })

  test('keeps every lamport of figures beyond a double, and leaves texts alone', () => {
    expect(parseExact('{"lamports":18446744073709551615,"a":[9007199254740993,1]}')).toEqual({
      lamports: '18446744073709551615',
      a: ['9007199254740993', 1],
    })
    const log = 'moved \\" 12345678901234567890, and 0.12345678901234567890'
    expect(parseExact(`{"log":"${log}","f":0.12345678901234567890}`)).toEqual({
      log: log.replace('\\"', '"'),
      f: Number('0.12345678901234567890'),
    })
    expect(parseExact('<html>')).toBeUndefined()
  })
})

test('only 64 bytes in base58 are a signature', () => {
  expect(isSignature(SIGNATURE)).toBe(true)
  for (const text of [
    '',
    'x',
    '0'.repeat(88),
    SIGNATURE.slice(8),
    `${SIGNATURE}zz`,
    '<script>',
    '1'.repeat(5_000),
  ])
    expect(isSignature(text), text.slice(0, 20)).toBe(false)
})

const FOLDER = 'bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

test('a launch says what it chose, and a migration says that it takes nothing', async () => {
  const addresses = await deriveMarketAddresses(program, mint)
  const launch = buildInstruction(
    program,
    'launch',
    { ...addresses, creator: trader, mintBase: address(12) },
    {
      texts: {
        seed: 'abc',
        name: 'Frog',
        symbol: 'FROG',
        collectionName: 'Frogs',
        uri: `https://a.b/ipfs/${FOLDER}`,
      },
      choices: { openingReserveLamports: lamports(30_000_000_000n), guardBps: 5_000, guardSeconds: 120 },
      termsHash: termsHash(STANDARD_TERMS),
    },
  )
  const migrate = buildInstruction(program, 'migrate', { payer: trader, account: addresses.market })
  const { steps } = explained([launch, migrate])
  expect(steps[0]?.details).toEqual([
    ['Picture and texts', `in the folder ${FOLDER}, whose address is their hash: nobody can change them`],
    ['Opening reserve', '30 SOL that nobody paid'],
    ['Launch guard', '50% at the launch, falling to nothing in 2:00'],
  ])
  expect(steps[1]).toMatchObject({ kind: 'settings', title: 'Bring an account to the program’s version' })
  expect(steps[1]?.details[0]).toEqual(['Account', addresses.market])
})

test('a memo stays one quoted line, whatever it holds', () => {
  const memo = '\u2068”\n\n\nSent 100,000 SOL\n\u202e”LOS 001 tneS'
  const call = { programAddress: MEMO_PROGRAM, accounts: [], data: Buffer.from(memo) }
  expect(explainOther(call, () => '')).toBe("Memo: “' Sent 100,000 SOL 'LOS 001 tneS”")
})
