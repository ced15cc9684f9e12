// Clients that we did not write, over real HTTP and WebSocket: what they accept is what wallets and integrators will see.

import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AccountRole,
  type Address,
  address,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcFromTransport,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  type Rpc,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  type SolanaRpcApi,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedTransport } from '../server/chain/local-chain.ts'
import { type EmbeddedChain, openEmbeddedChain } from './chain.ts'
import { chainRoutes } from './routes.ts'
import { TOKEN_2022_PROGRAM } from './rpc/tokens.ts'

let folder: string
let chain: EmbeddedChain
let app: FastifyInstance
let http: string
let ws: string
let connection: Connection

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chain-'))
  chain = await openEmbeddedChain({ folder })
  app = fastify()
  await app.register(chainRoutes(chain))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  http = `http://127.0.0.1:${port}/rpc`
  ws = `ws://127.0.0.1:${port}/rpc`
  connection = new Connection(http, { commitment: 'confirmed', wsEndpoint: ws })
})

afterAll(async () => {
  await app.close()
  await chain.close()
  rmSync(folder, { recursive: true })
})

async function funded(sol = 2): Promise<Keypair> {
  const keys = Keypair.generate()
  await connection.confirmTransaction(
    await connection.requestAirdrop(keys.publicKey, sol * LAMPORTS_PER_SOL),
    'confirmed',
  )
  return keys
}

const TOKEN_2022 = new PublicKey(TOKEN_2022_PROGRAM)
const ASSOCIATED_TOKEN = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

function associated(owner: PublicKey, mint: PublicKey): PublicKey {
  const seeds = [owner.toBuffer(), TOKEN_2022.toBuffer(), mint.toBuffer()]
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN)[0]
}

function tokenInstruction(data: number[] | Buffer, keys: [PublicKey, 's' | 'w' | 'sw' | ''][]) {
  return new TransactionInstruction({
    programId: TOKEN_2022,
    data: Buffer.from(data),
    keys: keys.map(([pubkey, role]) => ({
      pubkey,
      isSigner: role.includes('s'),
      isWritable: role.includes('w'),
    })),
  })
}

function createAssociated(payer: PublicKey, owner: PublicKey, mint: PublicKey): TransactionInstruction {
  const key = (pubkey: PublicKey, isSigner: boolean, isWritable: boolean) => ({
    pubkey,
    isSigner,
    isWritable,
  })
  return new TransactionInstruction({
    programId: ASSOCIATED_TOKEN,
    data: Buffer.from([1]),
    keys: [
      key(payer, true, true),
      key(associated(owner, mint), false, true),
      key(owner, false, false),
      key(mint, false, false),
      key(SystemProgram.programId, false, false),
      key(TOKEN_2022, false, false),
    ],
  })
}

function u64(value: bigint): number[] {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return [...bytes]
}

/** A Token-2022 mint of 6 decimals whose payer holds 1,000 of it. */
async function mintOf(payer: Keypair): Promise<PublicKey> {
  const mint = Keypair.generate()
  const rent = await connection.getMinimumBalanceForRentExemption(82)
  const made = new Transaction().add(
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: rent,
      space: 82,
      programId: TOKEN_2022,
    }),
    tokenInstruction([20, 6, ...payer.publicKey.toBytes(), 0], [[mint.publicKey, 'w']]),
    createAssociated(payer.publicKey, payer.publicKey, mint.publicKey),
    tokenInstruction(
      [7, ...u64(1_000_000_000n)],
      [
        [mint.publicKey, 'w'],
        [associated(payer.publicKey, mint.publicKey), 'w'],
        [payer.publicKey, 's'],
      ],
    ),
  )
  await sendAndConfirmTransaction(connection, made, [payer, mint])
  return mint.publicKey
}

describe('@solana/web3.js 1.x', () => {
  test('airdrop, transfer with confirmation over WebSocket, getTransaction, getSignaturesForAddress', async () => {
    const from = await funded()
    const to = Keypair.generate().publicKey
    expect(await connection.getBalance(from.publicKey)).toBe(2 * LAMPORTS_PER_SOL)
    const transfer = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: 5_000_000 }),
    )
    const signature = await sendAndConfirmTransaction(connection, transfer, [from])
    expect(await connection.getBalance(to)).toBe(5_000_000)
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(found?.meta?.err).toBeNull()
    expect(found?.meta?.fee).toBe(5_000)
    expect(found?.meta?.postBalances[1]).toBe(5_000_000)
    expect(found?.transaction.signatures).toEqual([signature])
    expect(Math.abs((found?.blockTime ?? 0) - Date.now() / 1000)).toBeLessThan(3)
    const listed = await connection.getSignaturesForAddress(from.publicKey)
    expect(listed.map((entry) => entry.signature)[0]).toBe(signature)
    expect(listed).toHaveLength(2)
    expect(listed[1]?.memo).toMatch(/^\[\d+\] airdrop /)
    const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(parsed?.transaction.message.accountKeys[0]?.pubkey.equals(from.publicKey)).toBe(true)
  })

  test('a Token-2022 mint, a transfer, and the token calls', async () => {
    const alice = await funded()
    const bob = Keypair.generate().publicKey
    const mint = await mintOf(alice)
    const transfer = new Transaction().add(
      createAssociated(alice.publicKey, bob, mint),
      tokenInstruction(
        [12, ...u64(250_000_000n), 6],
        [
          [associated(alice.publicKey, mint), 'w'],
          [mint, ''],
          [associated(bob, mint), 'w'],
          [alice.publicKey, 's'],
        ],
      ),
    )
    const signature = await sendAndConfirmTransaction(connection, transfer, [alice])
    const held = await connection.getParsedTokenAccountsByOwner(bob, { programId: TOKEN_2022 })
    expect(held.value).toHaveLength(1)
    expect(held.value[0]?.pubkey.equals(associated(bob, mint))).toBe(true)
    expect(held.value[0]?.account.data.parsed.info).toMatchObject({
      mint: mint.toBase58(),
      owner: bob.toBase58(),
      state: 'initialized',
      tokenAmount: { amount: '250000000', decimals: 6, uiAmount: 250, uiAmountString: '250' },
      extensions: [{ extension: 'immutableOwner' }],
    })
    const byMint = await connection.getTokenAccountsByOwner(alice.publicKey, { mint })
    expect(byMint.value[0]?.account.data.readBigUInt64LE(64)).toBe(750_000_000n)
    const supply = await connection.getTokenSupply(mint)
    expect(supply.value.amount).toBe('1000000000')
    const largest = await connection.getTokenLargestAccounts(mint)
    expect(largest.value.map(({ amount }) => amount)).toEqual(['750000000', '250000000'])
    expect((await connection.getTokenAccountBalance(associated(bob, mint))).value.uiAmount).toBe(250)
    const owned = await connection.getProgramAccounts(TOKEN_2022, {
      filters: [{ memcmp: { offset: 32, bytes: bob.toBase58() } }],
    })
    expect(owned.map(({ pubkey }) => pubkey.toBase58())).toEqual([associated(bob, mint).toBase58()])
    const holders = await connection.getProgramAccounts(TOKEN_2022, {
      filters: [{ memcmp: { offset: 0, bytes: mint.toBase58() } }, { dataSize: 170 }],
      dataSlice: { offset: 64, length: 8 },
    })
    expect(holders.map(({ account }) => account.data.readBigUInt64LE(0)).sort()).toEqual([
      250_000_000n,
      750_000_000n,
    ])
    const parsedMint = await connection.getParsedAccountInfo(mint)
    expect(parsedMint.value?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: 6 } } })
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    const after = found?.meta?.postTokenBalances?.find(({ owner }) => owner === bob.toBase58())
    expect(after?.uiTokenAmount.amount).toBe('250000000')
    expect(found?.meta?.innerInstructions?.length).toBe(1)
  })

  test('simulateTransaction gives logs; a preflight failure carries them', async () => {
    const from = await funded()
    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: from.publicKey,
      recentBlockhash: blockhash,
      instructions: [
        SystemProgram.transfer({
          fromPubkey: from.publicKey,
          toPubkey: from.publicKey,
          lamports: 900 * LAMPORTS_PER_SOL,
        }),
      ],
    }).compileToV0Message()
    const transaction = new VersionedTransaction(message)
    transaction.sign([from])
    const simulated = await connection.simulateTransaction(transaction)
    expect(simulated.value.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(simulated.value.logs).toContain('Program 11111111111111111111111111111111 invoke [1]')
    const error = await connection.sendTransaction(transaction).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SendTransactionError)
    expect((error as SendTransactionError).message).toContain(
      'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
    )
    expect((error as SendTransactionError).logs?.join()).toContain('insufficient lamports')
    // Nothing was recorded: the preflight came first.
    expect(await connection.getSignaturesForAddress(from.publicKey)).toHaveLength(1)
    // Without preflight it is recorded, and pays its fee.
    const signature = await connection.sendTransaction(transaction, { skipPreflight: true })
    expect((await connection.getSignatureStatus(signature)).value?.err).toEqual(simulated.value.err)
    expect(await connection.getBalance(from.publicKey)).toBe(2 * LAMPORTS_PER_SOL - 5_000)
    expect((await connection.getFeeForMessage(message)).value).toBe(5_000)
  })

  test('account, logs, slot, program and signature subscriptions', async () => {
    const from = await funded()
    const to = Keypair.generate().publicKey
    const heard: string[] = []
    const ids = [
      connection.onAccountChange(to, ({ lamports }) => heard.push(`account ${lamports}`)),
      connection.onProgramAccountChange(SystemProgram.programId, ({ accountId }) =>
        heard.push(accountId.equals(to) ? 'program' : 'other'),
      ),
    ]
    const logs = connection.onLogs(to, ({ err }) => heard.push(`logs ${JSON.stringify(err)}`))
    const slots = connection.onSlotChange(({ slot, parent }) => heard.push(`slot ${slot - parent}`))
    await expect.poll(() => heard.includes('slot 1')).toBe(true)
    const transfer = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: 2_000_000 }),
    )
    await sendAndConfirmTransaction(connection, transfer, [from])
    for (const event of ['account 2000000', 'logs null', 'program'])
      await expect.poll(() => heard).toContain(event)
    for (const id of ids) await connection.removeAccountChangeListener(id)
    await connection.removeOnLogsListener(logs)
    await connection.removeSlotChangeListener(slots)
  })
})

function transferSol(from: KeyPairSigner, to: Address, amount: bigint): Instruction {
  return {
    programAddress: address('11111111111111111111111111111111'),
    accounts: [
      { address: from.address, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data: Uint8Array.from([2, 0, 0, 0, ...u64(amount)]),
  }
}

async function kitTransfer(rpc: Rpc<SolanaRpcApi>, from: KeyPairSigner, to: Address, amount: bigint) {
  const { value: blockhash } = await rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayerSigner(from, made),
    (made) => setTransactionMessageLifetimeUsingBlockhash(blockhash, made),
    (made) => appendTransactionMessageInstructions([transferSol(from, to, amount)], made),
  )
  const signed = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithBlockhashLifetime(signed)
  return signed
}

describe('@solana/kit', () => {
  test('airdrop, transfer and confirmation over HTTP and WebSocket', async () => {
    const rpc = createSolanaRpc(http)
    const rpcSubscriptions = createSolanaRpcSubscriptions(ws)
    const [from, to] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
    await airdropFactory({ rpc, rpcSubscriptions })({
      commitment: 'confirmed',
      lamports: lamports(3_000_000_000n),
      recipientAddress: from.address,
    })
    const signed = await kitTransfer(rpc, from, to.address, 1_234_567n)
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(signed, { commitment: 'confirmed' })
    expect((await rpc.getBalance(to.address).send()).value).toBe(1_234_567n)
    const signature = getSignatureFromTransaction(signed)
    const found = await rpc
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    expect(found?.meta?.fee).toBe(5_000n)
    expect(found?.transaction.message.accountKeys.slice(0, 2)).toEqual([from.address, to.address])
    const [newest] = await rpc.getSignaturesForAddress(to.address, { limit: 1 }).send()
    expect(newest?.signature).toBe(signature)
    // The faucet's balance is beyond 2^53 lamports and must arrive exactly.
    expect((await rpc.getBalance(chain.faucetAddress).send()).value).toBe(
      chain.getBalance(chain.faucetAddress),
    )
    expect(chain.getBalance(chain.faucetAddress)).toBeGreaterThan(2n ** 53n)
  })

  test('the same in process, without JSON text, and the same answers', async () => {
    const rpc = createSolanaRpcFromTransport(embeddedTransport(chain))
    const overHttp = createSolanaRpc(http)
    const [from, to] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
    await chain.airdrop(from.address, lamports(3_000_000_000n) as never)
    const signed = await kitTransfer(rpc, from, to.address, 7_654_321n)
    const signature = await rpc
      .sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
      .send()
    const ask = (from: Rpc<SolanaRpcApi>) =>
      Promise.all([
        from.getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send(),
        from
          .getSignatureStatuses([signature])
          .send()
          .then(({ value }) => value),
        from
          .getAccountInfo(to.address, { encoding: 'base64' })
          .send()
          .then(({ value }) => value),
        from.getMinimumBalanceForRentExemption(165n).send(),
        from.getEpochSchedule().send(),
        from
          .getBalance(chain.faucetAddress)
          .send()
          .then(({ value }) => value),
      ])
    expect(await ask(rpc)).toEqual(await ask(overHttp))
  })

  test('a preflight failure arrives as the error that kit knows, with logs', async () => {
    const rpc = createSolanaRpc(http)
    const from = await generateKeyPairSigner()
    await chain.airdrop(from.address, lamports(1_000_000_000n) as never)
    const signed = await kitTransfer(rpc, from, from.address, 5_000_000_000n)
    const error = await rpc
      .sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
      .send()
      .catch((caught: unknown) => caught)
    expect(
      isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
    ).toBe(true)
    const { context } = error as { context: { logs: string[]; unitsConsumed: bigint } }
    expect(context.logs.join()).toContain('insufficient lamports')
    expect(context.unitsConsumed).toBe(150n)
  })
})
