// What the index makes of changes of a coin's receivers: who is told, who is said to have been paid, and what may be drawn.
import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import { STANDARD_CHOICES, STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import type { Database } from '../../database/database.ts'
import { INDEX_TABLES } from '../../database/migrations.ts'
import { applyEvents } from '../apply.ts'
import { collectionIdOf, type LoggedEvent } from '../event-rows.ts'
import { findFeeShares } from './store.ts'

const [program, mint, creator, ann, bob, carl] = Array.from({ length: 6 }, () => createKeypair().address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]
const id = collectionIdOf(mint)
let database: Database
beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.script(`truncate ${INDEX_TABLES.join(', ')}`))

function logged(sequence: number, who: Address, what: object): LoggedEvent {
  const fields = {
    sequence: BigInt(sequence),
    mint,
    who,
    reserveLamports: lamports(1_000_000_000n),
    reserveBaseUnits: baseUnits(1_000_000_000_000_000n),
    realLamports: lamports(0n),
    unixSeconds: 1_800_000_000n + BigInt(sequence),
  }
  return { event: { ...fields, ...what } as ProgramEvent, signature: `signature ${sequence}`, slot: 1n }
}
const launch = logged(1, creator, {
  kind: 'launch',
  terms: STANDARD_TERMS,
  choices: STANDARD_CHOICES,
  texts: { name: 'Coin', symbol: 'COIN', collectionName: 'Coins', uri: 'http://x/1' },
})
function change(
  sequence: number,
  who: Address,
  receivers: readonly (readonly [Address, number])[],
  paid: readonly number[],
  kind = 'setFeeShares',
) {
  const paidLamports = Array.from({ length: 4 }, (_, place) => lamports(paid[place] ?? 0))
  return logged(sequence, who, {
    kind,
    lamportsOut: lamports(paid.reduce((a, b) => a + b, 0)),
    paidLamports,
    feeShares: {
      authority: who,
      pendingAuthority: undefined,
      receivers: receivers.map(([address, bps]) => ({
        address,
        bps,
        isConfirmed: false,
        drawnLamports: lamports(0n),
      })),
    },
  })
}
const apply = (events: readonly LoggedEvent[], acceptsGaps = false) =>
  applyEvents(database, program, events, { acceptsGaps })
const payments = async () =>
  (
    await database.query<{ wallet: string; lamports: string }>(
      'select wallet_address as wallet, lamports::text from fee_payments order by sequence, wallet_address = $1 desc',
      [ann],
    )
  ).map(({ wallet, lamports: paid }) => [wallet, paid])

test('whoever is paid or named by somebody else’s change is told of it', async () => {
  await apply([launch])
  const first = await apply([
    change(
      2,
      creator,
      [
        [ann, 6_000],
        [bob, 4_000],
      ],
      [50],
    ),
  ])
  expect(new Set(first.wallets)).toEqual(new Set([creator, ann, bob]))
  const next = await apply([change(3, creator, [[carl, 10_000]], [6, 4])])
  expect(new Set(next.wallets)).toEqual(new Set([creator, ann, bob, carl]))
  expect(await payments()).toEqual([
    [creator, '50'],
    [ann, '6'],
    [bob, '4'],
  ])
})

test('where the receivers before are not known, nobody is said to have been paid', async () => {
  // The node has forgotten the first naming, or a change after it.
  await apply([launch])
  await apply([change(3, creator, [[ann, 10_000]], [7])], true)
  await apply([change(5, creator, [[bob, 10_000]], [8])], true)
  expect(await payments()).toEqual([])
  await apply([change(6, creator, [[carl, 10_000]], [9])])
  expect(await payments()).toEqual([[bob, '9']])
})

test('the right is never taken over first, and a first naming pays one', async () => {
  await apply([launch, change(2, ann, [[ann, 10_000]], [5], 'acceptFeeShares')])
  expect(await payments()).toEqual([])
  await database.script(`truncate ${INDEX_TABLES.join(', ')}`)
  await apply([launch, change(2, creator, [[ann, 10_000]], [5, 3])])
  expect(await payments()).toEqual([])
})

test('what may be drawn is nothing at the least, whatever the index has missed', async () => {
  await apply([launch, change(2, creator, [[ann, 10_000]], [5])])
  await database.query('update fee_receivers set drawn_lamports = 9, bps = 5000 where wallet_address = $1', [
    ann,
  ])
  expect((await findFeeShares(database, id))?.receivers).toMatchObject([{ dueLamports: '0' }])
})
