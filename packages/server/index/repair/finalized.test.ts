// The second cursor, with a node that fails.
import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { CONFIG_BYTES } from '@twinmint/sdk/program/sizes'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Random } from '../../../../program/test/random.ts'
import { asRead, goOn, launch, type Story } from '../../../../tests/coin-stories.ts'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Database } from '../../database/database.ts'
import { applyEvents } from '../apply.ts'
import type { Doubt } from './coin-events.ts'
import { followFinalized } from './finalized.ts'

const programAddress = 'FC9EeoDT1iawZWCUVbjZnoMjLEePK94pBvUJeVgjtjpg' as Address
const FINAL = 5_000
const ID = '00000000-0000-8000-8000-000000000001'
let database: Database
beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())

/** A follower whose looks come when they are asked for. */
function follow(chain: Partial<Chain>, reread: (doubt: Doubt) => void = () => {}) {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const finalized = followFinalized({
    database,
    fenced: database,
    repairer: {
      async reread(doubt) {
        reread(doubt)
        return true
      },
    },
    log: { error: () => undefined, warn: () => undefined },
    chain: {
      programAddress,
      rpc: { getSlot: () => ({ send: async () => BigInt(FINAL) }) },
      loadAccounts: async () => [],
      ...chain,
    } as unknown as Chain,
  })
  return { finalized, look: () => finalized.look() }
}

test('what is to be compared again is compared after the node has failed, too', async () => {
  await database.query(
    `insert into indexer_cursor (program_address, signature, slot, finalized_slot) values ($1, 's', $2, $2)`,
    [programAddress, FINAL],
  )
  await database.query(`insert into coin_events values ($1, 1, 'early', 4500, '')`, [ID])
  const asked: (readonly string[])[] = []
  let isFailing = true
  const { finalized, look } = follow({
    async listForgotten(signatures: readonly string[]) {
      asked.push(signatures)
      if (isFailing) throw new Error('the node is busy')
      return []
    },
  })
  finalized.recheck(4_000)
  await look()
  isFailing = false
  const before = asked.length
  await look()
  await finalized.close()
  expect(asked.slice(0, before + 1)).toEqual(Array.from({ length: before + 1 }, () => ['early']))
})

test('an event that the node does not know is doubted when it does not know it at the next look, either', async () => {
  const mint = createKeypair().address
  const cast = [createKeypair().address] as const
  const story: Story = { seconds: 1_800_000_000n, coins: [] }
  const random = new Random('finalized')
  const first = asRead(launch(story, random, cast, mint))
  const [coin] = story.coins
  const second = asRead(goOn(story, random, cast, coin!))
  await applyEvents(database, programAddress, [
    { ...first, signature: 's1', slot: 4_600n },
    { ...second, signature: 's2', slot: 4_601n },
  ])
  let isLate = true
  const doubted: number[] = []
  const { finalized, look } = follow(
    { listForgotten: async (signatures) => signatures.filter((each) => each === 's2' && isLate) },
    // The accounts, which are none here, doubt the first event.
    ({ sequence }) => sequence > 1 && doubted.push(sequence),
  )
  finalized.recheck(4_550)
  await look()
  isLate = false
  await look()
  isLate = true
  await look()
  expect(doubted).toEqual([])
  finalized.recheck(4_550)
  await look()
  await look()
  await finalized.close()
  expect(doubted).toEqual([2])
})

test('what the holders of the keys did in a fork is gone once the Config says less', async () => {
  const insert = (sequence: number) =>
    database.query(
      `insert into config_events (program_address, sequence, kind, who, lamports, admin, treasury,
         graduation_market_cap_lamports, boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps, royalty_bps,
         market_fee_bps, tx_signature, created_at)
       values ($1, $2, 'pause', 'who', 0, 'admin', 'treasury', 0, 0, 0, 0, 0, 0, 0, 's', now())`,
      [programAddress, sequence],
    )
  for (const sequence of [1, 2, 3, 4]) await insert(sequence)
  const data = new Uint8Array(CONFIG_BYTES)
  data.set([1, 2])
  // Of the last event; docs/program.md.
  new DataView(data.buffer).setBigUint64(168, 2n, true)
  const { finalized, look } = follow({
    listForgotten: async () => [],
    loadAccounts: async () => [{ lamports: 1n, owner: programAddress, data }],
  })
  await look()
  await finalized.close()
  expect(
    await database.query('select sequence from config_events where program_address = $1 order by 1', [
      programAddress,
    ]),
  ).toEqual([{ sequence: 1 }, { sequence: 2 }])
})
