// The most that strangers can write in a day, computed from the settings.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { GROWN_WEIGHT } from '@twinmint/localnet/write-bytes'
import { openDayBudget, type Writer } from '@twinmint/sdk/internal/core/day-budget'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installErrorHandling } from '../http/http.ts'
import { readConfig } from './config.ts'
import { countWrites, openWrites } from './writes.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** Bytes of one large transaction. The last one of a day may exceed the limit. */
const LUMP = 100 * KIB
/** Far more than the limits allow, so that the loops end even without limits. */
const ADDRESSES = 1_000
const AIRDROPS = 100_000

/** Writes until it is refused. Each written byte counts at least once (write-bytes.test.ts). */
function writeAll(writer: Writer, most = 64 * KIB * MIB): number {
  for (let written = 0; ; written += LUMP) {
    if (written >= most) return written
    try {
      writer.requireRoom()
    } catch {
      return written
    }
    writer.charge(LUMP)
  }
}
function airdropsOf(writer: Writer): number {
  for (let given = 0; ; given++) {
    if (given >= AIRDROPS) return given
    try {
      writer.takeAirdrop()
    } catch {
      return given
    }
  }
}
const whole = (bytes: number, unit: number): number => Math.floor(bytes / unit)

/** The most that strangers can use with these settings, in MiB. */
function worstDay(env: Record<string, string>) {
  // The free space of this machine does not matter here.
  const config = readConfig({ DATA_DIR: '.', DISK_FREE_MB: '0', ...env })
  const one = writeAll(openWrites(config, undefined).writerOf('one'))
  const all = openWrites(config, undefined)
  let inAll = 0
  for (let address = 0, last = 1; last > 0 && address < ADDRESSES; address++)
    inAll += last = writeAll(all.writerOf(`${address}`), config.writeBytes.byAddressMax)
  const airdropsInAll = openWrites(config, undefined)
  let airdrops = 0
  for (let address = 0, last = 1; last > 0 && address < ADDRESSES; address++)
    airdrops += last = airdropsOf(airdropsInAll.writerOf(`${address}`))
  return {
    address: { disk: whole(one, MIB), memory: whole(one / GROWN_WEIGHT, MIB) },
    inAll: { disk: whole(inAll, MIB), memory: whole(inAll / GROWN_WEIGHT, MIB) },
    airdrops: [airdropsOf(openWrites(config, undefined).writerOf('one')), airdrops],
  }
}

test('strangers can use no more in a day than the settings allow', () => {
  expect(worstDay({})).toEqual({
    address: { disk: 256, memory: 16 },
    inAll: { disk: 5_120, memory: 320 },
    airdrops: [200, 10_000],
  })
  expect(
    worstDay({
      WRITE_MB_BY_ADDRESS: '16',
      WRITE_MB_IN_ALL: '100',
      AIRDROPS_BY_ADDRESS: '3',
      AIRDROPS_IN_ALL: '7',
    }),
  ).toEqual({
    address: { disk: 16, memory: 1 },
    inAll: { disk: 100, memory: 6 },
    airdrops: [3, 7],
  })
  expect(readFileSync('.env.example', 'utf8')).toMatch(/^WRITE_MB_BY_ADDRESS=256\nWRITE_MB_IN_ALL=5120\n/m)
})

test('without limits per address all writers share one budget', () => {
  const config = readConfig({ DATA_DIR: '.', DISK_FREE_MB: '0', RATE_LIMIT: 'off', WRITE_MB_IN_ALL: '10' })
  const day = openWrites(config, undefined)
  expect(whole(writeAll(day.writerOf('')), MIB)).toBe(8)
  expect(day.writerOf('').isAirdropOnce).toBe(false)
  expect(day.own.isAirdropOnce).toBe(false)
})

test('a successful write counts by its body; at the limit only reading and deleting work', async () => {
  const limits = { bytesMax: 1e9, airdropsMax: 0, airdropsByKeyMax: 0, isAirdropOnce: true }
  const day = openDayBudget({ ...limits, bytesByKeyMax: 4_000 })
  const app = Fastify()
  installErrorHandling(app)
  countWrites(app, day, () => 'somebody')
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    app.route({ method, url: '/api/x', handler: async () => 'x' })
  app.post('/api/refused', async (_, reply) => reply.code(400).send())
  app.post('/elsewhere', async () => 'x')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const body = JSON.stringify('x'.repeat(998))
  const headers = { 'content-type': 'application/json' }
  /** The status, and the bytes that the call counted. */
  const call = async (method: string, path = '/api/x') => {
    const before = day.today.bytes
    const init = method === 'GET' || method === 'DELETE' ? { method } : { method, headers, body }
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, init)
    return [status, day.today.bytes - before]
  }
  try {
    expect(await call('GET')).toEqual([200, 0])
    expect(await call('POST', '/api/refused')).toEqual([400, 0])
    expect(await call('POST', '/elsewhere')).toEqual([200, 0])
    expect(await call('POST')).toEqual([200, 512 + 2 * body.length])
    expect(await call('PUT')).toEqual([200, 512 + 2 * body.length])
    expect(await call('POST')).toEqual([429, 0])
    expect(await call('GET')).toEqual([200, 0])
    expect((await call('DELETE'))[0]).toBe(200)
  } finally {
    await app.close()
  }
})
