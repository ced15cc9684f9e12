// What is read of a creator's transactions, on both databases: a node that lists any number of them, forgets some, and has
// only heard of others.
import type { Address, RpcTransport } from '@solana/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postgres, withSchema } from '../../tests/services.ts'
import { openEmptyDatabase } from '../../tests/test-database.ts'
import { openChain } from '../chain/chain.ts'
import { createKeypair } from '../chain/keypair.ts'
import { encodeTransaction } from '../chain/program/message.ts'
import { SYSTEM_PROGRAM } from '../chain/program/programs.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { INDEX_TABLES, migrate } from '../database/migrations.ts'
import { openFunding } from './funding.ts'
import { findXrayCoin, listFunded, listNotLookedAt, loadSums, writeWarnings } from './store.ts'

const [creator, friend, market, escrow, mint] = Array.from({ length: 5 }, () => createKeypair().address)
const id = '00000000-0000-8000-8000-000000000001'
const LAUNCH_SLOT = 1_000

interface Sent {
  readonly signature: string
  readonly slot: number
  readonly to: Address | undefined
  /** By the node; `heard` are listed, and can't be shown yet. */
  readonly state: 'known' | 'failed' | 'heard'
}

const sent = (slot: number, to = friend, state: Sent['state'] = 'known'): Sent => ({
  signature: `s${slot}`,
  slot,
  to,
  state,
})

/** A node that has these transactions of the creator, the oldest first; a tenth of a SOL goes to somebody in each. */
function nodeOf(transactions: () => readonly Sent[]) {
  let calls = 0
  const list = ({ before, until, limit = 1_000 }: { before?: string; until?: string; limit?: number }) => {
    const newest = transactions().toReversed()
    const from = before === undefined ? 0 : newest.findIndex(({ signature }) => signature === before) + 1
    const end = newest.findIndex(({ signature }) => signature === until)
    return newest
      .slice(from, end < 0 ? undefined : end)
      .slice(0, limit)
      .map(({ signature, slot, state }) => ({
        signature,
        slot,
        err: state === 'failed' ? 'AccountNotFound' : null,
        blockTime: Math.floor(Date.now() / 1_000),
      }))
  }
  const show = (signature: string) => {
    const found = transactions().find((each) => each.signature === signature)
    if (!found || found.state === 'heard') return null
    const data = Buffer.alloc(12)
    data.writeUInt32LE(2, 0)
    data.writeBigUInt64LE(100_000_000n, 4)
    const wire = encodeTransaction({
      feePayer: creator as Address,
      recentBlockhash: SYSTEM_PROGRAM,
      instructions: [
        {
          programAddress: SYSTEM_PROGRAM,
          accounts: [creator, found.to].map((address, at) => ({
            address: address as Address,
            signer: at === 0,
            writable: true,
          })),
          data: new Uint8Array(data),
        },
      ],
    })
    return {
      slot: found.slot,
      blockTime: 1_800_000_000,
      transaction: [Buffer.from(wire).toString('base64'), 'base64'],
      meta: { err: null, innerInstructions: [], preTokenBalances: [], postTokenBalances: [] },
    }
  }
  const transport: RpcTransport = async <T>({ payload }: { payload: unknown }) => {
    calls++
    const { id, method, params } = payload as { id: string; method: string; params: [string, object] }
    return {
      jsonrpc: '2.0',
      id,
      result: method === 'getTransaction' ? show(params[0]) : list(params[1]),
    } as T
  }
  return {
    chain: openChain(
      { transport, news: { listen: () => () => {}, deafSince: undefined } },
      market as Address,
    ),
    get calls() {
      return calls
    },
  }
}

const fill = (db: Database) =>
  db.script(`truncate ${INDEX_TABLES.join(', ')};
insert into collections (id, mint_address, name, symbol, collection_name, creator_address, market_address, vault_address,
  escrow_address, collection_address, metadata_uri, total_supply, initial_price, graduation_market_cap_lamports,
  boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps, launch_signature, launch_slot, created_at)
values ('${id}', '${mint}', 'n', 's', 'c', '${creator}', '${market}', 'v', '${escrow}', 'c', 'u', 1000000000000000,
  0.000000001, 420000000000, 1, 1, 100, 5000, 's${LAUNCH_SLOT}', ${LAUNCH_SLOT}, '2026-01-01');
insert into bonding_curves (collection_id, sequence, reserve_lamports, reserve_base_units, real_lamports,
  market_cap_lamports, price, created_at, updated_at)
values ('${id}', 2, 2000000000, 500000000000000, 1000000000, 4000000000, 0.000000004, '2026-01-01', '2026-01-01');
insert into market_figures (collection_id) values ('${id}');
insert into trades (collection_id, sequence, type, trader_address, lamports, base_units, fee_lamports,
  creator_fee_lamports, reserve_lamports, reserve_base_units, price, tx_signature, slot, created_at)
values ('${id}', 2, 'BUY', '${friend}', 1000000000, 500000000000000, 0, 0, 1, 1, 1, 'b', ${LAUNCH_SLOT + 5}, '2026-01-01');
insert into positions (collection_id, wallet_address, base_units, last_trade_at, sequence, in_base_units, in_lamports,
  out_base_units, out_lamports, nft_base_units, bought_lamports, sold_lamports, realised_lamports, unpriced_lamports,
  trade_count)
values ('${id}', '${friend}', 500000000000000, '2026-01-01', 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)`)

function holds(open: () => Database) {
  let all: Sent[] = []
  beforeEach(async () => {
    await fill(open())
    all = [sent(LAUNCH_SLOT, market)]
  })
  /** Reads as another server would that has just started. */
  async function read() {
    const node = nodeOf(() => all)
    const found: string[] = []
    const funding = openFunding(open(), node.chain, {
      onFound: (each) => found.push(each),
      onFailure: (error) => {
        throw error
      },
    })
    await funding.read(id)
    await funding.close()
    const coin = await findXrayCoin(open(), id)
    return {
      found: found.length > 0,
      calls: node.calls,
      before: coin?.transactionsBefore,
      after: coin?.transactionsAfter,
      isWhole: coin?.isWhole,
    }
  }

  test('a hundred before the launch and four hundred after it are read, once', async () => {
    const slots = (count: number, first: number) => Array.from({ length: count }, (_, at) => first + at)
    all = [
      ...slots(150, 500).map((slot) => sent(slot)),
      ...all,
      ...slots(450, LAUNCH_SLOT + 1).map((slot) => sent(slot)),
    ]
    expect(await read()).toMatchObject({ found: true, before: 100, after: 400, isWhole: false })
    const [{ first, last } = { first: 0, last: 0 }] = await open().query<{ first: number; last: number }>(
      'select min(slot) as first, max(slot) as last from creator_transfers',
    )
    expect([first, last]).toEqual([550, LAUNCH_SLOT + 400])
    expect(await read()).toMatchObject({ found: false, calls: 0, after: 400 })
  })

  test('what is new is read, and nothing twice', async () => {
    all = [sent(900), ...all]
    expect(await read()).toEqual({ found: true, calls: 4, before: 1, after: 0, isWhole: true })
    expect(await read()).toMatchObject({ found: false, calls: 1, after: 0 })
    all = [...all, sent(LAUNCH_SLOT + 1, market), sent(LAUNCH_SLOT + 2, friend, 'failed')]
    // A trade, which is no gift, and one that failed.
    expect(await read()).toMatchObject({ found: false, calls: 2, after: 1 })
    all = [...all, sent(LAUNCH_SLOT + 3)]
    expect(await read()).toMatchObject({ found: true, after: 2 })
  })

  test('one that the node has only heard of is waited for, and those after it are', async () => {
    all = [...all, sent(LAUNCH_SLOT + 1), sent(LAUNCH_SLOT + 2, friend, 'heard'), sent(LAUNCH_SLOT + 3)]
    expect(await read()).toMatchObject({ after: 1, isWhole: true })
    all = all.map((each) => ({ ...each, state: 'known' }))
    expect(await read()).toMatchObject({ found: true, after: 3, isWhole: true })
  })

  test('a wallet is funded by what it got until it bought, and only then', async () => {
    all = [...all, sent(LAUNCH_SLOT + 6)]
    await read()
    expect(await listFunded(open(), id, 10)).toEqual([])
    expect((await loadSums(open(), [id]))[0]?.creator).toBe(0n)
    await fill(open())
    all = [sent(999), sent(LAUNCH_SLOT, market), sent(LAUNCH_SLOT + 5), sent(LAUNCH_SLOT + 6)]
    await read()
    expect(await listFunded(open(), id, 10)).toEqual([
      {
        walletAddress: friend,
        lamports: '200000000',
        baseUnits: '0',
        txSignature: 's999',
        transferCount: 2,
      },
    ])
    expect((await loadSums(open(), [id]))[0]?.creator).toBe(500_000_000_000_000n)
  })

  test('a wallet that swapped back NFTs of others and sold their coins holds nothing, not less', async () => {
    all = [sent(999), ...all]
    await read()
    await open().script(
      `update positions set base_units = 0, nft_base_units = -1000000000000;
insert into positions (collection_id, wallet_address, base_units, last_trade_at, sequence, in_base_units, in_lamports,
  out_base_units, out_lamports, nft_base_units, bought_lamports, sold_lamports, realised_lamports, unpriced_lamports,
  trade_count)
values ('${id}', '${creator}', 5000000000000, '2026-01-01', 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)`,
    )
    expect((await loadSums(open(), [id]))[0]?.creator).toBe(5_000_000_000_000n)
  })

  test('warnings are told once, and stand in the lists’ form', async () => {
    expect(await listNotLookedAt(open(), 10)).toEqual([id])
    const found = [{ collectionId: id, warnings: ['creator', 'holders'] as const }]
    expect(await writeWarnings(open(), found)).toEqual([id])
    expect(await writeWarnings(open(), found)).toEqual([])
    expect(await listNotLookedAt(open(), 10)).toEqual([])
    expect(
      await open().query(
        `select warnings from market_figures where warnings && array['holders'] and warnings <> '{}'`,
      ),
    ).toEqual([{ warnings: ['creator', 'holders'] }])
  })
}

describe('on the embedded database', () => {
  let db: Database
  beforeAll(async () => {
    db = await openEmptyDatabase()
  })
  afterAll(() => db.close())
  holds(() => db)
})

describe('on PostgreSQL', () => {
  if (postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let db: Database
  let close = () => {}
  let closed: Promise<void>
  beforeAll(
    () =>
      new Promise<void>((opened, failed) => {
        closed = withSchema('twinmint_xray', async (url) => {
          db = await openDatabase({ url, folder: '' })
          await migrate(db)
          const wanted = new Promise<void>((end) => {
            close = end
          })
          opened()
          await wanted
          await db.close()
        }).catch(failed)
      }),
  )
  afterAll(() => {
    close()
    return closed
  })
  holds(() => db)
})
