// Pinning in both databases, against a service that speaks the API.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startPinningService, type TestPinningService } from '../../../../tests/pinning-service.ts'
import { postgres } from '../../../../tests/services.ts'
import { openEmptyEmbedded, openEmptyServed } from '../../../../tests/test-database.ts'
import type { Database } from '../../database/database.ts'
import { findPin } from './pin-store.ts'
import { startPinning } from './pinning.ts'
import { openPinningService, originsOf } from './pinning-service.ts'

const TOKEN = 'a-token-of-a-service'
const ORIGIN = '/dns/twin.example/tcp/443/https'
describe.each(['embedded', 'server'] as const)('%s database', (kind) => {
  if (kind === 'server' && postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let db: Database
  let remote: TestPinningService

  beforeAll(async () => {
    db = await (kind === 'server' ? openEmptyServed() : openEmptyEmbedded())
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.script('delete from pins; delete from launches; delete from collections')
    remote = await startPinningService(TOKEN)
    return () => remote.close()
  })

  async function launch(name: string, cid: string, isLaunched = true): Promise<void> {
    await db.query(
      `insert into launches (mint_address, id, creator_address, name, symbol, collection_name, description, image_hash,
       metadata_uri, dev_buy_lamports, boost, folder_cid)
     values ($1, gen_random_uuid(), 'c', $1, 'SYM', 'n', '', 'h', 'u', 0, false, $2)`,
      [name, cid],
    )
    if (isLaunched) await addCollection(name)
  }
  /** A coin of the index, with whatever else its row has to hold. */
  async function addCollection(mint: string): Promise<void> {
    const columns = await db.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
     where table_name = 'collections' and is_nullable = 'NO' and column_default is null and table_schema = current_schema()`,
    )
    const value = ({ name, type }: { name: string; type: string }) =>
      name === 'mint_address'
        ? `'${mint}'`
        : type === 'uuid'
          ? 'gen_random_uuid()'
          : /time/.test(type)
            ? 'now()'
            : /text/.test(type)
              ? `'${mint}${name}'`
              : type === 'boolean'
                ? 'false'
                : '1'
    await db.query(
      `insert into collections (${columns.map(({ name }) => name).join(', ')}) values (${columns.map(value).join(', ')})`,
    )
  }

  const open = (token = TOKEN) => {
    const service = openPinningService({ endpoint: remote.endpoint, token }, () => [ORIGIN])
    return startPinning(db, {
      service,
      token,
      lookMs: 20,
      onFailure: (error) => {
        throw error
      },
    })
  }
  const service = () => new URL(remote.endpoint).host
  const pin = (cid: string) => findPin(db, { cid, service: service() })
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, 20_000)
  const dueNow = () => db.query('update pins set due_at = now()')

  test('every launched folder is pinned, once where coins share it, and what was never launched is not', async () => {
    await launch('one', 'bafy1')
    await launch('two', 'bafy2')
    await launch('twin', 'bafy2')
    await launch('draft', 'bafy3', false)
    const pinning = open()
    await until(async () =>
      expect([(await pin('bafy1'))?.state, (await pin('bafy2'))?.state]).toEqual(['pinned', 'pinned']),
    )
    await pinning.close()
    expect([...remote.pins.values()].sort()).toEqual(['bafy1', 'bafy2'])
    expect(await pin('bafy3')).toBeUndefined()
    const [first] = remote.requests
    expect(remote.requests.find(({ body }) => (body as { cid: string }).cid === 'bafy1')).toEqual({
      method: 'POST',
      path: '/v1/pins',
      authorization: `Bearer ${TOKEN}`,
      body: { cid: 'bafy1', name: 'one (SYM)', origins: [ORIGIN], meta: { app: 'twinmint', mint: 'one' } },
    })
    expect(first?.method).toBe('POST')
  })

  test('a hidden coin’s folder is not given away, until it is shown again', async () => {
    await launch('one', 'bafy1')
    await launch('bad', 'bafy2')
    await db.query(`update collections set is_hidden = true where mint_address = 'bad'`)
    const first = open()
    await until(async () => expect((await pin('bafy1'))?.state).toBe('pinned'))
    await first.close()
    expect(await pin('bafy2')).toBeUndefined()
    await db.query('update collections set is_hidden = false')
    const second = open()
    await until(async () => expect((await pin('bafy2'))?.state).toBe('pinned'))
    await second.close()
  })

  test('a pin is looked at until it is there, and goes on after a restart', async () => {
    remote.state = 'queued'
    await launch('one', 'bafy1')
    const first = open()
    await until(async () =>
      expect(await db.query('select request_id as id from pins')).toEqual([{ id: 'request-1' }]),
    )
    await first.close()
    expect(await pin('bafy1')).toMatchObject({ state: 'queued', service: service() })
    const since = (await pin('bafy1'))?.since
    remote.state = 'pinning'
    const second = open()
    await dueNow()
    await until(async () => expect((await pin('bafy1'))?.state).toBe('pinning'))
    expect((await pin('bafy1'))?.since).not.toBe(since)
    remote.state = 'pinned'
    await dueNow()
    await until(async () => expect((await pin('bafy1'))?.state).toBe('pinned'))
    await second.close()
    expect(remote.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
  })

  test('one that failed, or that the service forgot, is asked for again', async () => {
    remote.state = 'failed'
    await launch('one', 'bafy1')
    const pinning = open()
    await until(async () =>
      expect(await pin('bafy1')).toMatchObject({ state: 'failed', message: expect.any(String) as string }),
    )
    remote.state = 'pinned'
    await dueNow()
    await until(async () => expect((await pin('bafy1'))?.state).toBe('pinned'))
    remote.pins.clear()
    await dueNow()
    await until(async () => expect((await pin('bafy1'))?.state).toBe('queued'))
    await dueNow()
    await until(async () => expect((await pin('bafy1'))?.state).toBe('pinned'))
    await pinning.close()
    expect(remote.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'POST'])
  })

  test('several servers ask once between them', async () => {
    for (let at = 0; at < 30; at++) await launch(`coin${at}`, `bafy${at}`)
    const servers = [open(), open(), open()]
    await until(async () => {
      const [row] = await db.query<{ n: number }>(
        `select count(*)::int as n from pins where state = 'pinned'`,
      )
      expect(row?.n).toBe(30)
    })
    for (const each of servers) await each.close()
    expect(remote.requests).toHaveLength(30)
  })

  test('a wrong token is said, and stands nowhere', async () => {
    await launch('one', 'bafy1')
    const pinning = open('another-token')
    await until(async () =>
      expect(await pin('bafy1')).toMatchObject({
        state: 'failed',
        message: 'The pinning service refuses the token.',
      }),
    )
    await pinning.close()
  })

  test('the token goes nowhere else: redirects are not followed', async () => {
    const other = await startPinningService(TOKEN)
    remote.answer = () => ({ status: 307, headers: { location: `${other.endpoint}pins` } })
    await launch('one', 'bafy1')
    const pinning = open()
    await until(async () => expect((await pin('bafy1'))?.state).toBe('failed'))
    await pinning.close()
    expect(other.requests).toEqual([])
    await other.close()
  })

  test('answers without end, or none, hold nothing up', async () => {
    remote.answer = ({ body }) =>
      (body as { cid: string }).cid === 'bafy1'
        ? { status: 200, body: { requestid: 'x'.repeat(200_000) } }
        : 'hang'
    await launch('one', 'bafy1')
    await launch('two', 'bafy2')
    const pinning = open()
    await until(() => expect(remote.requests).toHaveLength(2))
    await pinning.close()
    expect((await pin('bafy2'))?.state).toBe('queued')
  })
})

test('a service hears where the folder can be had, if anybody but this machine can reach it', () => {
  expect(originsOf('https://twin.example')).toEqual([ORIGIN])
  expect(originsOf('https://twin.example:8443/')).toEqual(['/dns/twin.example/tcp/8443/https'])
  for (const url of ['http://twin.example', 'https://127.0.0.1', 'https://[::1]:8443'])
    expect(originsOf(url)).toEqual([])
})
