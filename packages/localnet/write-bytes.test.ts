// The bytes counted against a daily limit are never below the growth of the disk, for every kind of transaction.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import { lamports } from '@twinmint/sdk/core/money'
import { openDayBudget, type Writer } from '@twinmint/sdk/internal/core/day-budget'
import { createLoaderAccount } from '@twinmint/sdk/internal/program/loader'
import type { Instruction } from '@twinmint/sdk/program/message'
import { MEMO_PROGRAM } from '@twinmint/sdk/program/programs'
import { open as openLmdb } from 'lmdb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../program/test/tokens.ts'
import { type EmbeddedChain, openEmbeddedChain } from './chain.ts'
import { STORE_FILE } from './store.ts'
import { makeWallet, signedTransaction, transferSol, type Wallet } from './test-wallet.ts'
import { ACCOUNT_BYTES_MAX } from './vm.ts'

const SOL = 1_000_000_000n
const AT_ONCE = 50
const ROUNDS = 3

let folder: string
let chain: EmbeddedChain
let payer: Wallet
let counted = 0
const writer: Writer = {
  requireRoom: () => {},
  charge: (bytes) => {
    counted += bytes
  },
  takeAirdrop: () => {},
  isAirdropOnce: false,
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'writes-'))
  chain = await openEmbeddedChain({ folder })
  payer = makeWallet()
  await Promise.all(many(30, () => chain.airdrop(payer.address, lamports(10n * SOL))))
})
afterAll(async () => {
  await chain.close()
  rmSync(folder, { recursive: true })
})

const somewhere = (): Address => addressOf(randomBytes(32))
const memo = (text: string): Instruction => ({
  programAddress: MEMO_PROGRAM,
  accounts: [],
  data: Buffer.from(text),
})
let made = 0n
/** The amount makes each transaction unique. */
const own = (): Instruction => transferSol(payer.address, payer.address, ++made)
const naming = (addresses: readonly Address[]): Instruction => ({
  ...own(),
  accounts: [...own().accounts, ...addresses.map((address) => ({ address, signer: false, writable: false }))],
})
const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

const kinds: Record<string, () => readonly Instruction[]> = {
  'a transfer': () => [own()],
  'a failure': () => [own(), transferSol(payer.address, somewhere(), 1n << 60n)],
  'addresses that nobody has': () => [naming(many(28, somewhere))],
  'new accounts': () => many(18, () => transferSol(payer.address, somewhere(), 890_880n)),
  'long logs': () => [own(), memo('x'.repeat(900))],
  'many calls': () => [own(), ...many(55, () => memo('x'))],
}

interface Pages {
  readonly treeBranchPageCount: number
  readonly treeLeafPageCount: number
  readonly overflowPages: number
}

/** Bytes of the pages in use. Free pages are reused by the next commit and do not accumulate. */
function usedBytes(): number {
  const root = openLmdb({
    path: dirname(join(folder, STORE_FILE)),
    noSubdir: false,
    maxDbs: 8,
    readOnly: true,
  })
  const pages = TABLES.map((name) => root.openDB({ name }).getStats() as Pages)
  return pages.reduce(
    (sum, { treeBranchPageCount, treeLeafPageCount, overflowPages }) =>
      sum + 4096 * (treeBranchPageCount + treeLeafPageCount + overflowPages),
    0,
  )
}
const TABLES = ['accounts', 'transactions', 'signatures', 'mentions', 'blocks', 'airdrops', 'meta']

async function send(kind: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      many(AT_ONCE, () =>
        chain.sendTransaction(
          signedTransaction([payer], chain.latestBlockhash().blockhash, kinds[kind]?.() ?? []),
          { writer },
        ),
      ),
    )
}

test.each(Object.keys(kinds))('%s', async (kind) => {
  const [bytesBefore, countedBefore] = [usedBytes(), counted]
  await send(kind)
  const grown = usedBytes() - bytesBefore
  expect(counted - countedBefore).toBeGreaterThan(grown)
})

/** Makes an account, of which the transaction says that it is its caller's turn. */
function make(
  account: Wallet,
  bytes: number,
  instructionOf: typeof createAccount | typeof createLoaderAccount,
) {
  const lamports = chain.rentExemptLamports(bytes)
  const input = { payer: payer.address, account: account.address, lamports, bytes, size: bytes }
  const { blockhash } = chain.latestBlockhash()
  const wire = signedTransaction([payer, account], blockhash, [instructionOf(input)])
  return chain.sendTransaction(wire, { writer, isTurn: true })
}

test.each([
  ['an account', createAccount, 16],
  ['code, which is compiled', createLoaderAccount, 80],
] as const)('what stays in memory counts more: %s', async (_, instructionOf, weight) => {
  const countOf = async (bytes: number) => {
    const before = counted
    await make(makeWallet(), bytes, instructionOf)
    return counted - before
  }
  const least = await countOf(10_000)
  expect((await countOf(110_000)) - least).toBeGreaterThanOrEqual(weight * 100_000)
})

test('transactions wait for the disk by a bound in bytes, and are taken again when it has them', async () => {
  const large = () => make(makeWallet(), ACCOUNT_BYTES_MAX, createLoaderAccount)
  const sent = [large(), large()]
  await expect(large()).rejects.toMatchObject({ code: 'busy' })
  await Promise.all(sent)
  await expect(large()).resolves.toMatchObject({ err: null })
})

test('of transactions that come together only one goes beyond the day’s limit', async () => {
  const day = openDayBudget({
    bytesMax: 1e9,
    bytesByKeyMax: 1,
    airdropsMax: 0,
    airdropsByKeyMax: 0,
    isAirdropOnce: true,
  })
  const { blockhash } = chain.latestBlockhash()
  const sent = await Promise.allSettled(
    many(AT_ONCE, () =>
      chain.sendTransaction(signedTransaction([payer], blockhash, [own()]), {
        writer: day.writerOf('somebody'),
      }),
    ),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'limited' } })
})
