// Mistakes of those who run servers that nothing fails by at once: a misspelt setting, a clock that is off, servers that share a database
// and not the rest.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyFolder } from '../fresh-folder.ts'
import { complaintsAbout, promtoolMissing } from '../promtool.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { postgres } from '../services.ts'
import { type Fleet, openFleet, statusOf } from '../several-servers.ts'

const PATIENT = { timeout: 120_000, interval: 200 }
const SLOW_SECONDS = 7_200
/** For Node: a clock that is two hours slow. */
const SLOW_CLOCK = `--import=data:text/javascript,${encodeURIComponent(`
  const Right = Date
  globalThis.Date = class extends Right {
    constructor(...given) { given.length > 0 ? super(...given) : super(Date.now()) }
    static now() { return Right.now() - ${SLOW_SECONDS * 1_000} }
  }`)}`
/** Nobody listens there, which is another fault. */
const REDIS_URL = 'redis://127.0.0.1:1'

const folders: string[] = []
function newFolder(): string {
  const folder = emptyFolder()
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const checkOf = async (server: ServerProcess, name: string) =>
  (await statusOf(server)).checks.find((check) => check.name === name)

test('a line of .env that is nearly a setting ends the start, and is named with the setting', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, '.env'), 'DATBASE_URL=postgres://user@db/site\n')
  await expect(startServerProcess({ folder })).rejects.toThrow(
    'DATBASE_URL is no setting: rename it to DATABASE_URL, or remove it',
  )
})

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else {
  let fleet: Fleet
  let figures = ''
  beforeAll(async () => {
    fleet = await openFleet()
  })
  afterAll(() => fleet.close())

  test('a clock that is two hours slow is named at the start, in the status and in the metrics', async () => {
    const token = 'figures-of-this-test'
    const server = await fleet.start({ NODE_OPTIONS: SLOW_CLOCK, METRICS_TOKEN: token, REDIS_URL })
    await expect.poll(server.output, PATIENT).toMatch(/The clock is 7\d\d\d s behind the database’s/)
    expect(await checkOf(server, 'clock')).toMatchObject({ ok: false })
    expect(await statusOf(server)).toMatchObject({ ready: true, readyForTrading: true })
    const headers = { authorization: `Bearer ${token}` }
    const metrics = async () => (await fetch(`${server.origin}/api/metrics`, { headers })).text()
    for (const against of ['database', 'chain'])
      await expect
        .poll(metrics, PATIENT)
        .toMatch(new RegExp(`^twinmint_clock_offset_seconds\\{against="${against}"\\} -7[12]\\d\\d`, 'm'))
    figures = await metrics()
    await server.stop()
  })

  if (promtoolMissing !== undefined) test.skip(`skipped: ${promtoolMissing}`)
  else
    test('with a cluster, a PostgreSQL and a Redis Prometheus’ own check finds nothing wrong', () => {
      expect(figures).toContain('twinmint_bus_up')
      expect(complaintsAbout(figures)).toBe('')
    })

  test('servers without REDIS_URL or with pictures in separate folders say so; those that share all are well', async () => {
    const apart = [await fleet.start(), await fleet.start({ DATA_DIR: newFolder() })]
    for (const server of apart) {
      await expect
        .poll(server.output, PATIENT)
        .toContain('2 servers use this database. 2 of them without REDIS_URL: updates from other servers')
      expect(await checkOf(server, 'servers')).toMatchObject({
        ok: false,
        sentence: expect.stringContaining('Their pictures are in separate folders'),
      })
    }
    await Promise.all(apart.map((server) => server.stop()))

    const together = [await fleet.start({ REDIS_URL }), await fleet.start({ REDIS_URL })]
    for (const server of together) {
      await expect.poll(async () => (await statusOf(server)).servers, PATIENT).toBe(2)
      expect(await checkOf(server, 'servers')).toEqual({
        name: 'servers',
        ok: true,
        sentence: '2 servers share this database, Redis and the pictures.',
      })
      expect(server.output()).not.toContain('servers use this database')
    }
    // One that was killed is not counted for long; one that starts in its place does not count it at all.
    await Promise.all(together.map((server) => server.kill()))
    const alone = await fleet.start({ REDIS_URL })
    expect((await statusOf(alone)).servers).toBe(1)
  })
}
