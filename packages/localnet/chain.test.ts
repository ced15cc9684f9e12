import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { lamports } from '@twinmint/sdk/core/money'
import type { Instruction } from '@twinmint/sdk/program/message'
import { MEMO_PROGRAM } from '@twinmint/sdk/program/programs'
import { open as openLmdb } from 'lmdb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, reads, token, writes } from '../../program/test/tokens.ts'
import { decodeSigned } from '../server/chain/chain.ts'
import { embeddedDoor } from '../server/chain/local-chain.ts'
import { type EmbeddedChain, openEmbeddedChain } from './chain.ts'
import type { ConfirmedTransaction } from './commit-queue.ts'
import { FolderInUseError } from './lock.ts'
import { ChainRefusal } from './refusal.ts'
import { TOKEN_2022_PROGRAM } from './rpc/tokens.ts'
import { BLOCKHASH_SLOTS, SLOT_MS } from './slots.ts'
import { openStore } from './store.ts'
import {
  deployAs,
  makeWallet,
  SYSTEM_PROGRAM,
  signedTransaction,
  transferSol,
  type Wallet,
} from './test-wallet.ts'

const SOL = 1_000_000_000n
let folder: string
let nowMs: number
let chain: EmbeddedChain

const open = (): Promise<EmbeddedChain> => openEmbeddedChain({ folder, now: () => nowMs })
const slotsPass = (slots: number): void => {
  nowMs += slots * SLOT_MS
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chain-'))
  nowMs = 1_800_000_000_000
  chain = await open()
})
afterEach(async () => {
  await chain.close()
  rmSync(folder, { recursive: true })
})

async function reopen(): Promise<void> {
  await chain.close()
  chain = await open()
}

async function funded(sol = 5n): Promise<Wallet> {
  const wallet = makeWallet()
  await chain.airdrop(wallet.address, lamports(sol * SOL))
  return wallet
}

function transfer(from: Wallet, to: Address, amount: bigint, blockhash = chain.latestBlockhash().blockhash) {
  return signedTransaction([from], blockhash, [transferSol(from.address, to, amount)])
}

async function refusalOf(sent: Promise<unknown>): Promise<ChainRefusal> {
  const error = await sent.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (error instanceof ChainRefusal) return error
  throw new Error(`not refused: ${String(error)}`)
}

describe('a transaction that would fail', () => {
  const failing = (wallet: Wallet): Uint8Array =>
    signedTransaction([wallet], chain.latestBlockhash().blockhash, [
      transferSol(wallet.address, makeWallet().address, SOL),
      transferSol(wallet.address, makeWallet().address, 1_000n * SOL),
    ])

  test('is recorded and pays its fee, as on a cluster', async () => {
    const wallet = await funded(5n)
    expect((await chain.sendTransaction(failing(wallet))).err).not.toBeNull()
    expect(chain.getBalance(wallet.address)).toBe(5n * SOL - 5_000n)
  })

  test('is refused and leaves nothing behind when that is asked for', async () => {
    const wallet = await funded(5n)
    const wire = failing(wallet)
    const refusal = await refusalOf(chain.sendTransaction(wire, { refuseFailing: true }))
    expect(refusal.err).toEqual({ InstructionError: [1, { Custom: 1 }] })
    expect(refusal.logs.join('\n')).toContain('insufficient lamports')
    // The very next transaction sees the whole balance, in the VM and on disk, also after a restart.
    await chain.sendTransaction(transfer(wallet, makeWallet().address, 5n * SOL - 5_000n))
    expect(chain.getBalance(wallet.address)).toBe(0n)
    expect(chain.signaturesFor(wallet.address)).toHaveLength(2)
    await reopen()
    expect(chain.getBalance(wallet.address)).toBe(0n)
  })
})

describe('what is recorded', () => {
  test('keeps logs whole that a cluster would cut off', async () => {
    const wallet = await funded()
    const memo: Instruction = {
      programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address,
      accounts: [],
      data: Buffer.from('chatty memo'),
    }
    const wire = signedTransaction(
      [wallet],
      chain.latestBlockhash().blockhash,
      Array.from({ length: 60 }, () => memo),
    )
    const { logs, err } = await chain.sendTransaction(wire)
    expect(err).toBeNull()
    expect(logs.join('').length).toBeGreaterThan(10_000)
    expect(logs).not.toContain('Log truncated')
  })

  test('a transfer answers with its slot, time, logs, units and fee, and survives a restart', async () => {
    const [from, to] = [await funded(), makeWallet().address]
    const sent = await chain.sendTransaction(transfer(from, to, SOL))
    expect(sent).toMatchObject({
      err: null,
      computeUnits: 150,
      feeLamports: 5_000n,
      blockTimeSeconds: 1_800_000_000,
    })
    expect(sent.logs).toHaveLength(2)
    await reopen()
    expect(chain.getBalance(to)).toBe(SOL)
    expect(chain.getBalance(from.address)).toBe(4n * SOL - 5_000n)
    expect(chain.getTransaction(sent.signature)).toMatchObject({
      sequence: 2,
      slot: sent.slot,
      feeLamports: 5_000n,
    })
    expect(chain.signaturesFor(to).map(({ signature }) => signature)).toEqual([sent.signature])
  })

  test('a transaction that fails in a program is recorded with its error, and pays', async () => {
    const from = await funded()
    const sent = await chain.sendTransaction(transfer(from, makeWallet().address, 50n * SOL))
    expect(sent.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(chain.getBalance(from.address)).toBe(5n * SOL - 5_000n)
    expect(chain.signaturesFor(from.address)[0]).toMatchObject({ signature: sent.signature, err: sent.err })
  })

  test('what a program returns is, also after a restart; of one that returns nothing nothing', async () => {
    const [payer, mint] = [await funded(), makeWallet()]
    const { signature } = await chain.sendTransaction(
      signedTransaction([payer, mint], chain.latestBlockhash().blockhash, [
        createAccount({
          payer: payer.address,
          account: mint.address,
          lamports: chain.rentExemptLamports(82),
          size: 82,
        }),
        // InitializeMint2, and GetAccountDataSize, which returns how many bytes an account of the mint takes.
        token([writes(mint.address)], [20, 6, ...addressBytes(payer.address), 0]),
        token([reads(mint.address)], [21]),
      ]),
    )
    const silent = await chain.sendTransaction(transfer(payer, makeWallet().address, SOL))
    for (const look of [async () => {}, reopen]) {
      await look()
      expect(chain.getTransaction(signature)?.returnData).toEqual({
        programAddress: TOKEN_2022_PROGRAM,
        data: Buffer.from([165, 0, 0, 0, 0, 0, 0, 0]),
      })
      expect(chain.getTransaction(silent.signature)?.returnData).toBeNull()
    }
  })

  test('an account that is emptied is gone, also after a restart', async () => {
    const from = await funded(1n)
    await chain.sendTransaction(transfer(from, chain.faucetAddress, SOL - 5_000n))
    expect(chain.getAccount(from.address)).toBeUndefined()
    await reopen()
    expect(chain.getAccount(from.address)).toBeUndefined()
    const refusal = await refusalOf(chain.sendTransaction(transfer(from, chain.faucetAddress, 1n)))
    expect(refusal.err).toBe('AccountNotFound')
  })

  test('signaturesFor pages by before, until and limit, newest first', async () => {
    const from = await funded()
    const sent: string[] = []
    for (let i = 1n; i <= 5n; i++)
      sent.unshift((await chain.sendTransaction(transfer(from, from.address, i))).signature)
    const page = (options: object): string[] =>
      chain.signaturesFor(from.address, options).map(({ signature }) => signature)
    expect(page({ limit: 2 })).toEqual(sent.slice(0, 2))
    expect(page({ before: sent[1], limit: 2 })).toEqual(sent.slice(2, 4))
    expect(page({ before: sent[0], until: sent[3] })).toEqual(sent.slice(1, 3))
    expect(page({ until: sent[0] })).toEqual([])
  })

  test('listeners hear every transaction in order, once, after it is on disk', async () => {
    const from = await funded()
    const heard: ConfirmedTransaction[] = []
    const stop = chain.onTransaction((transaction) => {
      expect(chain.getTransaction(transaction.signature)?.sequence).toBe(transaction.sequence)
      heard.push(transaction)
    })
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        chain.sendTransaction(transfer(from, from.address, BigInt(i + 1))),
      ),
    )
    expect(heard.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 40 }, (_, i) => i + 2))
    stop()
    await chain.sendTransaction(transfer(from, from.address, 1_000n))
    expect(heard).toHaveLength(40)
  })

  test('close writes what waits', async () => {
    const [from, to] = [await funded(), makeWallet().address]
    // More than have their turn at once.
    const sent = Array.from({ length: 10 }, (_, n) =>
      chain.sendTransaction(transfer(from, to, SOL / 10n + BigInt(n))),
    )
    const closed = chain.close()
    expect((await refusalOf(chain.sendTransaction(transfer(from, to, 9n)))).code).toBe('stopped')
    await Promise.all([closed, ...sent])
    chain = await open()
    expect(chain.getBalance(to)).toBe(SOL + 45n)
  })
})

describe('what is refused, and leaves nothing', () => {
  test('the same transaction twice: at once, later, and after a restart', async () => {
    const [from, to] = [await funded(), makeWallet().address]
    const wire = transfer(from, to, SOL)
    const first = chain.sendTransaction(wire)
    expect((await refusalOf(chain.sendTransaction(wire))).err).toBe('AlreadyProcessed')
    await first
    // LiteSVM itself would forget it after 32 others.
    for (let i = 0n; i < 40n; i++) await chain.sendTransaction(transfer(from, from.address, i))
    expect((await refusalOf(chain.sendTransaction(wire))).err).toBe('AlreadyProcessed')
    await reopen()
    expect((await refusalOf(chain.sendTransaction(wire))).err).toBe('AlreadyProcessed')
    expect(chain.getBalance(to)).toBe(SOL)
  })

  test('a blockhash older than 150 slots, and one that never was', async () => {
    const [from, to] = [await funded(), makeWallet().address]
    const { blockhash, slot, lastValidBlockHeight } = chain.latestBlockhash()
    expect(lastValidBlockHeight).toBe(slot + BLOCKHASH_SLOTS)
    slotsPass(BLOCKHASH_SLOTS)
    await chain.sendTransaction(transfer(from, to, SOL, blockhash))
    slotsPass(1)
    expect(chain.isBlockhashValid(blockhash)).toBe(false)
    expect((await refusalOf(chain.sendTransaction(transfer(from, to, 2n * SOL, blockhash)))).err).toBe(
      'BlockhashNotFound',
    )
    const future = chain.slots.blockhashOf(chain.slots.current() + 1)
    expect((await refusalOf(chain.sendTransaction(transfer(from, to, SOL, future)))).err).toBe(
      'BlockhashNotFound',
    )
    expect(chain.getBalance(to)).toBe(SOL)
  })

  test('but through the door one that is there already is answered as it was, however old', async () => {
    const [from, to] = [await funded(), makeWallet().address]
    const door = embeddedDoor(chain, SYSTEM_PROGRAM)
    const signed = decodeSigned(transfer(from, to, SOL))
    const { signature } = await door.submit(signed)
    slotsPass(BLOCKHASH_SLOTS + 1)
    expect((await door.submit(signed)).signature).toBe(signature)
    const late = decodeSigned(transfer(from, to, SOL, chain.slots.blockhashOf(0)))
    await expect(door.submit(late)).rejects.toMatchObject({ code: 'transactionExpired' })
    expect(chain.getBalance(to)).toBe(SOL)
  })

  test('a wrong signature, a payer without funds, bytes that are not whole, more than 1,232 bytes', async () => {
    const [from, to] = [await funded(), makeWallet().address]
    const before = chain.store.sequenceLast
    const wire = transfer(from, to, SOL)
    const forged = Uint8Array.from(wire)
    forged[10] = (forged[10] ?? 0) ^ 1
    expect((await refusalOf(chain.sendTransaction(forged))).err).toBe('SignatureFailure')
    expect((await refusalOf(chain.sendTransaction(transfer(makeWallet(), to, SOL)))).err).toBe(
      'AccountNotFound',
    )
    for (const broken of [new Uint8Array(0), wire.subarray(0, 100), Buffer.concat([wire, wire])])
      expect((await refusalOf(chain.sendTransaction(broken))).code).toBe('malformed')
    const large = { programAddress: chain.faucetAddress, accounts: [], data: new Uint8Array(1_232) }
    const [head] = [signedTransaction([from], chain.latestBlockhash().blockhash, [])]
    const padded = Buffer.concat([head, new Uint8Array(1_233 - head.length)])
    expect((await refusalOf(chain.sendTransaction(padded))).message).toContain('1233 bytes; 1232 is the most')
    expect(() => signedTransaction([from], chain.latestBlockhash().blockhash, [large])).toThrow('1232')
    expect(chain.store.sequenceLast).toBe(before)
    expect(chain.getBalance(from.address)).toBe(5n * SOL)
  })

  test('address lookup tables', async () => {
    const from = await funded()
    const wire = transfer(from, from.address, 1n)
    // One table with one writable entry, in place of the empty list at the end.
    const tables = Buffer.concat([
      wire.subarray(0, -1),
      Buffer.from([1]),
      new Uint8Array(32),
      Buffer.from([1, 0, 0]),
    ])
    expect((await refusalOf(chain.sendTransaction(tables))).code).toBe('lookupTables')
  })

  test('an airdrop above 10 SOL; two equal ones are two transactions', async () => {
    const { address } = makeWallet()
    await expect(chain.airdrop(address, lamports(10n * SOL + 1n))).rejects.toThrow('10 SOL')
    const [a, b] = await Promise.all([
      chain.airdrop(address, lamports(10n * SOL)),
      chain.airdrop(address, lamports(10n * SOL)),
    ])
    expect(a.signature).not.toBe(b.signature)
    expect(chain.getBalance(address)).toBe(20n * SOL)
  })
})

describe('the clock', () => {
  test('the clock sysvar is the time', async () => {
    slotsPass(2_500)
    const clock = chain.getAccount('SysvarC1ock11111111111111111111111111111111' as Address)
    const view = Buffer.from(clock?.data ?? [])
    expect(view.readBigInt64LE(32)).toBe(1_800_001_000n)
    expect(view.readBigUInt64LE(0)).toBe(BigInt(chain.slots.current()))
  })

  test('a clock that goes back, also over a restart, never takes a slot or a time back', async () => {
    const from = await funded()
    slotsPass(10_000)
    const before = await chain.sendTransaction(transfer(from, from.address, 1n))
    nowMs -= 3_600_000
    await reopen()
    const { blockhash } = chain.latestBlockhash()
    const after = await chain.sendTransaction(transfer(from, from.address, 2n))
    expect(after.slot).toBeGreaterThanOrEqual(before.slot)
    expect(after.blockTimeSeconds).toBeGreaterThanOrEqual(before.blockTimeSeconds)
    // Slots still pass, slower, so that blockhashes still expire.
    slotsPass(2 * BLOCKHASH_SLOTS + 2)
    expect(chain.isBlockhashValid(blockhash)).toBe(false)
    // Once the clock has caught up, slots are the clock's again.
    nowMs += 7_200_000
    expect(chain.slots.secondsOf(chain.slots.current())).toBe(Math.floor(nowMs / 1000))
  })

  test('blockhashes given before a restart are good after it, and no two chains share them', async () => {
    const from = await funded()
    const { blockhash } = chain.latestBlockhash()
    await reopen()
    slotsPass(20)
    await chain.sendTransaction(transfer(from, from.address, 1n, blockhash))
    const other = mkdtempSync(join(tmpdir(), 'chain-'))
    const second = await openEmbeddedChain({ folder: other, now: () => nowMs })
    expect(second.genesisHash).not.toBe(chain.genesisHash)
    expect(second.isBlockhashValid(blockhash)).toBe(false)
    await second.close()
    rmSync(other, { recursive: true })
  })
})

describe('the folder', () => {
  test('one chain at a time, with a sentence; a dead holder is recognised', async () => {
    await expect(open()).rejects.toThrow(FolderInUseError)
    await expect(open()).rejects.toThrow(`in use by process ${process.pid}`)
    await chain.close()
    const stale = [
      '999999999 1 other-boot', // no such process
      `${process.ppid} 1 other-boot`, // the number now belongs to another process
      `${process.pid} 1 other-boot`, // as in a container, where everybody is process 1
      '',
      'nonsense',
    ]
    for (const content of stale) {
      writeFileSync(join(folder, 'lock'), content)
      chain = await open()
      await chain.close()
    }
    chain = await open()
  })

  /** As a file that was damaged: not a transaction's doing. */
  const tamper = async (address: Address, more: bigint): Promise<void> => {
    await chain.close()
    const store = openStore(folder)
    const account = store.findAccount(address)
    if (!account) throw new Error('no such account')
    const accounts = new Map([[address, { ...account, lamports: account.lamports + more }]])
    await store.write({ transactions: [], accounts })
    await store.close()
  }

  test('whose accounts hold a lamport too many or too few does not open, and says so', async () => {
    const wallet = await funded(5n)
    await chain.sendTransaction(transfer(wallet, makeWallet().address, SOL))
    await reopen()
    for (const more of [1n, -2n]) {
      await tamper(wallet.address, more)
      await expect(open()).rejects.toThrow(/data\.mdb hold 499999999\.\d+ SOL together where they must hold /)
    }
    await tamper(wallet.address, 1n)
    await reopen()
  })

  test('whose accounts were altered by a bit does not open, also where no lamport is missing', async () => {
    const wallet = await funded(5n)
    await reopen()
    await chain.close()
    const store = openLmdb({ path: join(folder, 'lmdb') })
    const accounts = store.openDB<Buffer, Uint8Array>('accounts', {
      keyEncoding: 'binary',
      encoding: 'binary',
    })
    const key = addressBytes(wallet.address)
    const whole = Buffer.from(accounts.get(key) ?? [])
    const altered = Buffer.from(whole)
    altered[20] = (altered[20] ?? 0) ^ 1 // of its owner
    await accounts.put(key, altered)
    await expect(open()).rejects.toThrow('its accounts are not as they were written')
    await accounts.put(key, whole)
    await store.close()
    await reopen()
  })

  test('of a version that kept no count of lamports opens, and counts from then on', async () => {
    const wallet = await funded(5n)
    await chain.close()
    const store = openLmdb({ path: join(folder, 'lmdb') })
    const meta = store.openDB<unknown, string>('meta', { encoding: 'msgpack' })
    await meta.put('state', (meta.get('state') as unknown[]).slice(0, 2))
    await store.close()
    await reopen()
    await chain.sendTransaction(transfer(wallet, makeWallet().address, SOL))
    await tamper(wallet.address, 1n)
    await expect(open()).rejects.toThrow('must hold')
  })

  test('a store that fails stops the chain with a sentence, and nothing more is acknowledged', async () => {
    const from = await funded()
    await chain.close()
    let failing = false
    let told = ''
    chain = await openEmbeddedChain({
      folder,
      now: () => nowMs,
      onFailure: (sentence) => {
        told = sentence
      },
      openStore: (path) => {
        const store = openStore(path)
        const write = store.write.bind(store)
        store.write = (group) => (failing ? Promise.reject(new Error('no space left')) : write(group))
        return store
      },
    })
    const good = await chain.sendTransaction(transfer(from, from.address, 1n))
    failing = true
    const sent = [2n, 3n].map((n) => refusalOf(chain.sendTransaction(transfer(from, from.address, n))))
    expect((await Promise.all(sent)).map(({ code }) => code)).toEqual(['lost', 'lost'])
    expect(told).toContain('no space left')
    failing = false
    expect((await refusalOf(chain.sendTransaction(transfer(from, from.address, 4n)))).code).toBe('stopped')
    expect(chain.stopped).toBe(told)
    await chain.close()
    chain = await open()
    expect(chain.signaturesFor(from.address)[0]?.signature).toBe(good.signature)
  })
})

/** Deploys the product's own program at a new address. */
async function deploy(): Promise<{ payer: Wallet; program: Address; programData: Address }> {
  const payer = makeWallet()
  for (let i = 0; i < 3; i++) await chain.airdrop(payer.address, lamports(10n * SOL))
  const deployed = await deployAs(payer, chain, readFileSync('program/twinmint.so'))
  slotsPass(1)
  return { payer, ...deployed }
}

function sendFrom(signers: readonly [Wallet, ...Wallet[]], instructions: readonly Instruction[]) {
  return chain.sendTransaction(signedTransaction(signers, chain.latestBlockhash().blockhash, instructions))
}

describe('programs', () => {
  test('the one of memos, which acceptances of offers call, runs in every folder: it is of the VM, not of the store', async () => {
    const from = await funded()
    const memo = { programAddress: MEMO_PROGRAM, accounts: [], data: new TextEncoder().encode('Twinmint') }
    for (const _ of ['new', 'opened again']) {
      slotsPass(1)
      const { err, logs } = await sendFrom([from], [memo])
      expect(err).toBeNull()
      expect(logs).toContain('Program log: Twinmint')
      await chain.close()
      const store = openStore(folder)
      expect(store.findAccount(from.address)).toBeDefined()
      expect(store.findAccount(MEMO_PROGRAM)).toBeUndefined()
      await store.close()
      chain = await open()
    }
  })

  test('one deployed through the loader runs, and runs again after a restart', async () => {
    const { payer, program } = await deploy()
    const call = { programAddress: program, accounts: [], data: Uint8Array.from([3]) }
    // Without accounts it refuses: with its own code, after running.
    const before = await sendFrom([payer], [call])
    expect(before.logs.join()).toMatch(new RegExp(`Program ${program} consumed \\d+ of`))
    await reopen()
    slotsPass(1)
    const after = await sendFrom([payer], [call])
    expect(after.err).toEqual(before.err)
    expect(after.computeUnits).toBe(before.computeUnits)
    expect(chain.getAccount(program)?.executable).toBe(true)
  })

  test('one that was closed does not keep the chain from opening', async () => {
    const { payer, program, programData } = await deploy()
    const call = { programAddress: program, accounts: [], data: Uint8Array.from([3]) }
    const closed = await sendFrom(
      [payer],
      [
        {
          programAddress: 'BPFLoaderUpgradeab1e11111111111111111111111' as Address,
          data: Uint8Array.from([5, 0, 0, 0]),
          accounts: [
            { address: programData, signer: false, writable: true },
            { address: payer.address, signer: false, writable: true },
            { address: payer.address, signer: true, writable: false },
            { address: program, signer: false, writable: true },
          ],
        },
      ],
    )
    expect(closed).toMatchObject({ err: null })
    slotsPass(1)
    const before = await sendFrom([payer], [call])
    expect(before.logs).toContain('Program is not deployed')
    await reopen()
    slotsPass(1)
    const after = await sendFrom([payer], [call])
    expect(after.logs).toEqual(before.logs)
    expect(chain.getAccount(program)?.executable).toBe(true)
  })
})
