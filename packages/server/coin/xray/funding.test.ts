// What is read of a creator's transactions, on both databases: a node that lists any number of them, forgets some, and has
// only heard of others.
import type { Address, RpcTransport } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { postgres } from '../../../../tests/services.ts'
import { openEmptyEmbedded, openEmptyServed } from '../../../../tests/test-database.ts'
import { openChain } from '../../chain/chain.ts'
import type { Database } from '../../database/database.ts'
import { INDEX_TABLES } from '../../database/migrations.ts'
import { openFunding } from './funding.ts'
import { findXrayCoin, listFunded, listNotLookedAt, loadSums, writeWarnings } from './store.ts'

const [creator, friend, market, escrow, mint] = Array.from({ length: 5 }, () => createKeypair().address)
const id = '00000000-0000-8000-8000-000000000001'
const LAUNCH_SLOT = 1_000

interface Sent {
  readonly signature: string
  readonly slot: number
  readonly to: Address | undefined
  /** By the node; `heard` are listed, and can't be shown yet; for `refused` it fails. */
  readonly state: 'known' | 'failed' | 'heard' | 'refused'
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
    if (found?.state === 'refused') throw new Error('429')
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
    let failures = 0
    const funding = openFunding(open(), node.chain, {
      onFound: (each) => found.push(each),
      onFailure: () => {
        failures++
      },
    })
    const isRead = await funding.read(id)
    await funding.close()
    const coin = await findXrayCoin(open(), id)
    return {
      found: found.length > 0,
      failures,
      isRead,
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
    expect(await read()).toEqual({
      found: true,
      failures: 0,
      isRead: true,
      calls: 4,
      before: 1,
      after: 0,
      isWhole: true,
    })
    expect(await read()).toMatchObject({ found: false, calls: 2, after: 0 })
    all = [...all, sent(LAUNCH_SLOT + 1, market), sent(LAUNCH_SLOT + 2, friend, 'failed')]
    // A trade, which is no gift, and one that failed.
    expect(await read()).toMatchObject({ found: false, calls: 3, after: 1 })
    all = [...all, sent(LAUNCH_SLOT + 3)]
    expect(await read()).toMatchObject({ found: true, after: 2 })
  })

  test('one that the node has only heard of is waited for, and those after it are', async () => {
    all = [...all, sent(LAUNCH_SLOT + 1), sent(LAUNCH_SLOT + 2, friend, 'heard'), sent(LAUNCH_SLOT + 3)]
    expect(await read()).toMatchObject({ after: 1, isWhole: true })
    all = all.map((each) => ({ ...each, state: 'known' }))
    expect(await read()).toMatchObject({ found: true, after: 3, isWhole: true })
  })

  test('what was read before a failure is kept, but nothing before the launch is left out', async () => {
    const known = [...all, ...[1, 2, 3, 4].map((more) => sent(LAUNCH_SLOT + more))]
    all = [...known, sent(LAUNCH_SLOT + 5, friend, 'refused')]
    // Four are asked for at once.
    expect(await read()).toMatchObject({ found: true, failures: 1, isRead: false, after: 3, isWhole: true })
    all = all.map((each) => ({ ...each, state: 'known' }))
    expect(await read()).toMatchObject({ failures: 0, isRead: true, after: 5 })
    await fill(open())
    all = [sent(995), sent(996), sent(997), sent(998), sent(999, friend, 'refused'), ...known]
    expect(await read()).toMatchObject({
      found: false,
      failures: 1,
      isRead: false,
      before: 0,
      isWhole: false,
    })
    all = all.map((each) => ({ ...each, state: 'known' }))
    expect(await read()).toMatchObject({ found: true, isRead: true, before: 5, after: 4, isWhole: true })
  })

  test('of a node that does not know the launch yet nothing is read', async () => {
    await open().query('update collections set created_at = now()')
    const now = [sent(998), sent(999), ...all]
    all = [sent(998)]
    expect(await read()).toMatchObject({ found: false, isRead: false, calls: 1, before: 0, isWhole: false })
    all = now
    expect(await read()).toMatchObject({ found: true, isRead: true, before: 2, after: 0, isWhole: true })
    // Nor of one that does not know yet what another has shown.
    all = [...now, sent(LAUNCH_SLOT + 1)]
    expect(await read()).toMatchObject({ after: 1 })
    all = now
    expect(await read()).toMatchObject({ isRead: false, calls: 1, after: 1 })
  })

  test('of a coin whose launch the node has forgotten nothing is asked', async () => {
    await open().query("update collections set launch_signature = ''")
    expect(await read()).toMatchObject({ found: false, isRead: true, calls: 0, isWhole: false })
  })

  test('a trade just after a reading is looked at later', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    try {
      const node = nodeOf(() => all)
      const funding = openFunding(open(), node.chain, { onFound: () => {}, onFailure: () => {} })
      await funding.read(id)
      all = [...all, sent(LAUNCH_SLOT + 1)]
      funding.touch([id])
      vi.advanceTimersByTime(65_000)
      await expect.poll(async () => (await findXrayCoin(open(), id))?.transactionsAfter).toBe(1)
      await funding.close()
    } finally {
      vi.useRealTimers()
    }
  })

  test('two coins are read at once, fifty wait, and the others are told that they were not', async () => {
    const ids = Array.from(
      { length: 60 },
      (_, at) => `00000000-0000-8000-8000-${String(at + 1).padStart(12, '0')}`,
    )
    const funding = openFunding(open(), nodeOf(() => all).chain, { onFound: () => {}, onFailure: () => {} })
    const read = await Promise.all(ids.map((each) => funding.read(each)))
    await funding.close()
    expect(read.map(String)).toEqual(ids.map((_, at) => String(at < 52)))
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

  test('of more recipients than two thousand those with most count, and what the others got stays the creator’s', async () => {
    all = [sent(999), ...all]
    await read()
    await open().script(
      `insert into creator_transfers (collection_id, signature, place, to_address, mint_address, units, slot, created_at)
select '${id}', 'dust', at, 'sol' || at, null, 900000000, 1, '2026-01-01' from generate_series(1, 3000) at;
insert into creator_transfers (collection_id, signature, place, to_address, mint_address, units, slot, created_at)
select '${id}', 'coins', at, 'coins' || at, '${mint}', at, 1, '2026-01-01' from generate_series(1, 2100) at;
insert into positions (collection_id, wallet_address, base_units, last_trade_at, sequence, in_base_units, in_lamports,
  out_base_units, out_lamports, nft_base_units, bought_lamports, sold_lamports, realised_lamports, unpriced_lamports,
  trade_count)
values ('${id}', '${creator}', 5000000000000, '2026-01-01', 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)`,
    )
    const funded = await listFunded(open(), id, 5_000)
    expect(funded).toHaveLength(2_000)
    expect(funded[0]?.walletAddress).toBe(friend)
    expect(funded.at(-1)?.baseUnits).toBe('102')
    expect((await loadSums(open(), [id]))[0]?.creator).toBe(505_000_000_000_000n)
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

describe.each(['embedded', 'server'] as const)('on the %s database', (kind) => {
  if (kind === 'server' && postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let db: Database
  beforeAll(async () => {
    db = await (kind === 'server' ? openEmptyServed() : openEmptyEmbedded())
  })
  afterAll(() => db.close())
  holds(() => db)
})
