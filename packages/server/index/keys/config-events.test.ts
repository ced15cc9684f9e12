// What the keys did, as rows: whatever the order, whatever comes twice, and however many claims strangers send.
import type { Address } from '@solana/kit'
import type { KeyEvents } from '@twinmint/sdk/api/records/keys'
import { lamports } from '@twinmint/sdk/core/money'
import type { ConfigEvent, ConfigEventKind } from '@twinmint/sdk/program/config-events'
import { STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import type { Database } from '../../database/database.ts'
import { openCalls } from '../../http/calls.ts'
import { applyEvents } from '../apply.ts'
import { CLAIMS_KEPT, type LoggedConfigEvent, listConfigEvents } from './config-events.ts'
import { keyRoutes } from './routes.ts'

const PROGRAM = 'FC9EeoDT1iawZWCUVbjZnoMjLEePK94pBvUJeVgjtjpg' as Address
const [ADMIN, OTHER] = [PROGRAM, 'So11111111111111111111111111111111111111112' as Address]

/** What the page asks for (web/explorer/keys-queries.ts). */
const PANEL = '/api/keys/events?limit=30'

let database: Database
beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.script('truncate config_events'))

function logged(
  sequence: number,
  kind: ConfigEventKind,
  after: Partial<ConfigEvent['after']> = {},
): LoggedConfigEvent {
  return {
    signature: `signature ${sequence}`,
    event: {
      kind,
      sequence: BigInt(sequence),
      who: ADMIN,
      lamports: lamports(7),
      unixSeconds: 1_800_000_000n + BigInt(sequence),
      after: {
        admin: ADMIN,
        pendingAdmin: undefined,
        treasury: OTHER,
        pauseKey: undefined,
        pausedUntilSeconds: 0n,
        terms: STANDARD_TERMS,
        ...after,
      },
    },
  }
}
const apply = (configEvents: readonly LoggedConfigEvent[]) =>
  applyEvents(database, PROGRAM, [], { configEvents })
const list = (limit = 1_000) =>
  listConfigEvents(database, { programAddress: PROGRAM, before: undefined, limit, withClaims: true })

test('of two events of one sequence, in one batch or in two, the later one counts: a fork took the other back', async () => {
  const fork = { ...logged(1, 'initializeConfig'), signature: 'of the fork' }
  await apply([fork, logged(1, 'initializeConfig', { treasury: ADMIN })])
  expect(await list()).toMatchObject([{ txSignature: 'signature 1', treasury: ADMIN }])
  await apply([fork])
  expect(await list()).toMatchObject([{ txSignature: 'of the fork', treasury: OTHER }])
})

test('the rows are the same in whatever order events come, and however often', async () => {
  const events = [
    logged(1, 'initializeConfig'),
    logged(2, 'offerAdmin', { pendingAdmin: OTHER }),
    logged(3, 'acceptAdmin', { admin: OTHER }),
    logged(4, 'pause', { pausedUntilSeconds: 1_800_259_200n, pauseKey: ADMIN }),
  ]
  await apply(events)
  const rows = await list()
  expect(
    rows.map(({ sequence, kind, admin, pendingAdmin }) => [sequence, kind, admin, pendingAdmin]),
  ).toEqual([
    [4, 'pause', ADMIN, null],
    [3, 'acceptAdmin', OTHER, null],
    [2, 'offerAdmin', ADMIN, OTHER],
    [1, 'initializeConfig', ADMIN, null],
  ])
  expect(rows[0]).toMatchObject({
    pausedUntil: new Date(1_800_259_200_000).toISOString(),
    pauseKey: ADMIN,
    lamports: '7',
    sellFeeBps: 100,
    royaltyBps: 500,
    txSignature: 'signature 4',
    createdAt: new Date(1_800_000_004_000).toISOString(),
  })
  await database.script('truncate config_events')
  for (const event of [...events].reverse()) await apply([event])
  await apply(events)
  expect(await list()).toEqual(rows)
})

test('of claims, which anybody may send, the latest are kept, of what the holders did all', async () => {
  const claims = CLAIMS_KEPT + 30
  const events = [
    logged(1, 'initializeConfig'),
    ...Array.from({ length: claims }, (_, i) => logged(2 + i, 'claimTreasuryFees')),
    logged(2 + claims, 'updateConfig'),
  ]
  await apply(events)
  const whole = await list()
  expect(whole).toHaveLength(CLAIMS_KEPT + 2)
  expect(whole.at(-1)?.sequence).toBe(1)
  expect(whole.at(-2)?.sequence).toBe(2 + 30)
  // Read again from the beginning, piece by piece, as a rebuild does.
  await database.script('truncate config_events')
  for (let at = 0; at < events.length; at += 50) await apply(events.slice(at, at + 50))
  expect(await list()).toEqual(whole)
})

test('lists below a sequence, of one program', async () => {
  await apply([1, 2, 3].map((sequence) => logged(sequence, 'updateConfig')))
  const page = await listConfigEvents(database, {
    programAddress: PROGRAM,
    before: 3,
    limit: 1,
    withClaims: true,
  })
  expect(page.map(({ sequence }) => sequence)).toEqual([2])
  expect(
    await listConfigEvents(database, {
      programAddress: OTHER,
      before: undefined,
      limit: 9,
      withClaims: true,
    }),
  ).toEqual([])
})

test('what the holders did stays in sight, however many claims strangers send, unless these are asked for', async () => {
  await apply([
    logged(1, 'updateConfig'),
    ...Array.from({ length: 31 }, (_, i) => logged(2 + i, 'claimTreasuryFees')),
  ])
  const app = Fastify()
  keyRoutes(openCalls(app), { db: database, chain: { programAddress: PROGRAM } })
  const kinds = async (path: string) =>
    (await app.inject(path)).json<KeyEvents>().events.map(({ kind }) => kind)
  expect(await kinds(PANEL)).toEqual(['updateConfig'])
  expect(await kinds(`${PANEL}&claims=true`)).toEqual(Array.from({ length: 30 }, () => 'claimTreasuryFees'))
  await app.close()
})
