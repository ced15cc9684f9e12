// What an audit found in the index's way to the chain: each was open once.

import {
  type Address,
  type Rpc,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
  SolanaError,
  type SolanaRpcApi,
} from '@solana/kit'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKeypair } from '../packages/localnet/keypair.ts'
import {
  type Chain,
  ForgottenTransaction,
  openChain,
  readTransaction,
  UnreadableTransaction,
} from '../packages/server/chain/chain.ts'
import type { ConfirmedTransaction } from '../packages/server/chain/submit.ts'
import type { Database } from '../packages/server/database/database.ts'
import { INDEX_TABLES } from '../packages/server/database/migrations.ts'
import { startIndexer } from '../packages/server/index/indexer.ts'
import { type Sent, SOL, Chain as Vm, wallet } from '../program/test/harness.ts'
import { openEmptyDatabase } from './test-database.ts'

describe('a transaction full of other programs’ calls', () => {
  // A program may call another with 10 KB, sixty times in a transaction of 5,000 lamports. Six are enough to see it here.
  const CALLS = 6
  const foreignProgram = createKeypair().address
  const wire = encodeTransaction({
    feePayer: createKeypair().address,
    recentBlockhash: createKeypair().address,
    instructions: [{ programAddress: foreignProgram, accounts: [], data: Uint8Array.of(1) }],
  })
  const call = { programIdIndex: 1, accounts: [], data: encodeBase58(new Uint8Array(10_000).fill(255)) }
  const meta = {
    err: null,
    innerInstructions: [{ index: 0, instructions: Array.from({ length: CALLS }, () => call) }],
    logMessages: [],
  }
  const found = {
    meta,
    slot: 1n,
    blockTime: 1n,
    transaction: [Buffer.from(wire).toString('base64'), 'base64'],
  }
  const transport = async <T>() => ({ result: found }) as T
  const news = { listen: () => () => {}, deafSince: undefined }

  test('does not stop the server while it is read', async () => {
    const chain = openChain({ transport, news }, createKeypair().address)
    const beganMs = performance.now()
    await chain.findTransaction('any')
    expect(performance.now() - beganMs).toBeLessThan(200)
  })
})

test('a transaction of a later version is told from a node that does not answer', async () => {
  const rpc = (send: () => Promise<unknown>) =>
    ({ getTransaction: () => ({ send }) }) as unknown as Rpc<SolanaRpcApi>
  const read = (send: () => Promise<unknown>) => readTransaction(rpc(send), createKeypair().address, 'any')
  const refuse = async () => {
    throw new SolanaError(SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION, {
      __serverMessage: 'Transaction version (1) is not supported by the requesting client.',
    })
  }
  await expect(read(refuse)).rejects.toBeInstanceOf(UnreadableTransaction)
  const ofVersion1 = Buffer.concat([Buffer.from([0x81]), Buffer.alloc(200)]).toString('base64')
  const meta = { err: null, innerInstructions: [], logMessages: [] }
  const answer = async () => ({ meta, slot: 1n, blockTime: 1n, transaction: [ofVersion1, 'base64'] })
  await expect(read(answer)).rejects.toBeInstanceOf(UnreadableTransaction)
  const fail = async () => {
    throw new Error('busy')
  }
  await expect(read(fail)).rejects.toMatchObject({ code: 'chainUnavailable' })
})

describe('an event that comes before those it follows, while the chain is swept', () => {
  let database: Database
  let ledger: ConfirmedTransaction[]
  let programAddress: Address

  beforeAll(async () => {
    database = await openEmptyDatabase()
    const vm = await Vm.open()
    programAddress = vm.program
    const [creator, user] = [wallet(1), wallet(2)]
    for (const one of [creator, user]) vm.fund(one.address, 100n * SOL)
    const coin = await vm.coin(creator, {}, 1)
    const sent: Sent[] = [vm.must(vm.launch(coin), creator)]
    vm.must(await vm.createCoinAccount(user, coin), user)
    for (let buy = 0; buy < 5; buy++) sent.push(vm.must(await vm.buy(user, coin, SOL), user))
    ledger = sent.map(({ inner, logs }, i) => confirmed(`coin ${i}`, inner, logs))
  })
  afterAll(() => database.close())
  beforeEach(() => database.script(`truncate ${INDEX_TABLES.join(', ')}`))

  const confirmed = (
    signature: string,
    inner: ConfirmedTransaction['inner'] = [],
    logs: readonly string[] = [],
  ): ConfirmedTransaction => ({ signature, slot: 1n, blockTimeSeconds: 0, inner, logs, failure: null })

  /** A cluster whose transactions are those of `listed`; `onFetch` is told which one is asked for. */
  function cluster(
    listed: () => readonly ConfirmedTransaction[],
    onFetch: (signature: string) => Promise<void>,
    forgotten: ReadonlySet<string> = new Set(),
    saysForgotten = true,
  ) {
    let tell: (transaction: ConfirmedTransaction) => void = () => {}
    let hearAgain = () => {}
    const isForgotten = (signature: string) =>
      forgotten.has(signature) && listed().every((transaction) => transaction.signature !== signature)
    const chain: Pick<
      Chain,
      | 'programAddress'
      | 'watchIsComplete'
      | 'watch'
      | 'findTransaction'
      | 'loadProgramSignatures'
      | 'listForgotten'
      | 'rpc'
    > = {
      rpc: { getSlot: () => ({ send: async () => 20n }) } as unknown as Rpc<SolanaRpcApi>,
      listForgotten: async (signatures) => (saysForgotten ? signatures.filter(isForgotten) : []),
      programAddress,
      watchIsComplete: false,
      watch: (listener, onGap = () => {}) => {
        tell = listener
        hearAgain = onGap
        return () => {}
      },
      async findTransaction(signature) {
        await onFetch(signature)
        return listed().find((transaction) => transaction.signature === signature)
      },
      async loadProgramSignatures({ until }) {
        const newest = listed().toReversed()
        if (until !== undefined && isForgotten(until)) throw new ForgottenTransaction()
        const end = newest.findIndex(({ signature }) => signature === until)
        return newest
          .slice(0, end < 0 ? undefined : end)
          .map(({ signature, slot }) => ({ signature, slot, failed: false }))
      },
    }
    const indexer = startIndexer({
      database,
      chain: chain as Chain,
      log: { error: () => {}, warn: () => {} },
      onApplied: () => {},
    })
    return {
      indexer,
      tell: (transaction: ConfirmedTransaction) => tell(transaction),
      hearAgain: () => hearAgain(),
    }
  }

  async function indexedSequences(): Promise<number[]> {
    const rows = await database.query<{ sequence: number }>('select sequence from trades order by sequence')
    return rows.map(({ sequence }) => sequence)
  }

  test('waits for them, also where a sweep ends that has not seen them', async () => {
    let visible = 3
    const { indexer, tell } = cluster(
      () => ledger.slice(0, visible),
      async (signature) => {
        if (signature !== 'coin 2' || visible === 6) return
        // The sweep has listed three. Meanwhile three trades more are confirmed, and the last is told of first.
        visible = 6
        tell(ledger[5] as ConfirmedTransaction)
        await new Promise((resolve) => setTimeout(resolve, 200))
      },
    )
    await indexer.catchUp()
    tell(ledger[3] as ConfirmedTransaction)
    tell(ledger[4] as ConfirmedTransaction)
    await indexer.catchUp()
    await indexer.close()
    expect(await indexedSequences()).toEqual([2, 3, 4, 5, 6])
  })

  test('is in the index though a transaction of a later version stands before it, which is counted', async () => {
    const missed = [...ledger.slice(0, 2), confirmed('later'), ...ledger.slice(2)]
    const { indexer } = cluster(
      () => missed,
      async (signature) => {
        if (signature === 'later') throw new UnreadableTransaction()
      },
    )
    await indexer.catchUp()
    expect(indexer.setAside).toBe(1)
    expect(await indexedSequences()).toEqual([2, 3, 4, 5, 6])
    // The cursor is beyond it.
    expect(await indexer.catchUp()).toBe(0)
    await indexer.close()
  })

  test('waits for them, also where they come in a later part of a long sweep', async () => {
    // The server was away for a launch, 150 transactions of no interest, and four trades; a fifth comes at its start.
    const others = Array.from({ length: 150 }, (_, i) => confirmed(`other ${i}`))
    const missed = [...ledger.slice(0, 1), ...others, ...ledger.slice(1)]
    let isTold = false
    const { indexer, tell } = cluster(
      () => missed,
      async () => {
        if (isTold) return
        isTold = true
        tell(ledger[5] as ConfirmedTransaction)
        await new Promise((resolve) => setTimeout(resolve, 200))
      },
    )
    await indexer.catchUp()
    await indexer.catchUp()
    await indexer.close()
    expect(await indexedSequences()).toEqual([2, 3, 4, 5, 6])
  })
  test.each([
    ['forgets how far it was read', 0, true],
    ['takes back how far it was read', 2, true],
    ['lists nothing from there, and still has its status', 0, false],
  ])(
    'is no reason to leave out what was missed before it where a node %s',
    async (_what, firstForgotten, isSaid) => {
      const at = ledger.map((transaction, i) => ({ ...transaction, slot: BigInt(10 + i) }))
      const read = at.slice(0, 3)
      const missed = { ...confirmed('missed'), slot: 12n }
      const told = at[3] as ConfirmedTransaction
      let listed = read
      const fetched: string[] = []
      const { indexer, tell } = cluster(
        () => listed,
        async (signature) => void fetched.push(signature),
        new Set(read.slice(firstForgotten).map(({ signature }) => signature)),
        isSaid,
      )
      await indexer.catchUp()
      listed = [...read.slice(0, firstForgotten), missed, told]
      tell(told)
      await expect.poll(indexedSequences).toEqual([2, 3, 4])
      expect(await indexer.catchUp()).toBe(2)
      expect(fetched).toContain('missed')
      expect(await indexer.catchUp()).toBe(0)
      await indexer.close()
    },
  )

  test('is there at once when the node is heard again, with all that was not told meanwhile', async () => {
    const { indexer, hearAgain } = cluster(
      () => ledger,
      async () => {},
    )
    hearAgain()
    await expect.poll(indexedSequences).toEqual([2, 3, 4, 5, 6])
    await indexer.close()
  })
})
