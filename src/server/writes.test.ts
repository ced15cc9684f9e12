// What a day of the worst stranger costs, by the settings: change one, and these figures change.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GROWN_WEIGHT } from '../chain/embedded/write-bytes.ts'
import type { Writer } from '../core/day-budget.ts'
import { readConfig } from './config.ts'
import { openWrites } from './writes.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** A transaction that writes much; the last of a day may go beyond the limit by so much. */
const LUMP = 100 * KIB

/** Writes until it is refused; every byte that is written counts as one at least (write-bytes.test.ts). */
function writeAll(writer: Writer, most = Number.POSITIVE_INFINITY): number {
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
    try {
      writer.takeAirdrop()
    } catch {
      return given
    }
  }
}
const whole = (bytes: number, unit: number): number => Math.floor(bytes / unit)

/** What strangers cost with these settings, in MiB. */
function worstDay(env: Record<string, string>) {
  // The disk of whoever runs this may be as full as it is.
  const config = readConfig({ DATA_DIR: '.', DISK_FREE_MB: '0', ...env })
  const one = writeAll(openWrites(config, undefined).writerOf('one'))
  const all = openWrites(config, undefined)
  let inAll = 0
  for (let address = 0, last = 1; last > 0; address++)
    inAll += last = writeAll(all.writerOf(`${address}`), config.writeBytes.byAddressMax)
  const airdropsInAll = openWrites(config, undefined)
  let airdrops = 0
  for (let address = 0, last = 1; last > 0; address++)
    airdrops += last = airdropsOf(airdropsInAll.writerOf(`${address}`))
  return {
    address: { disk: whole(one, MIB), memory: whole(one / GROWN_WEIGHT, MIB) },
    inAll: { disk: whole(inAll, MIB), memory: whole(inAll / GROWN_WEIGHT, MIB) },
    airdrops: [airdropsOf(openWrites(config, undefined).writerOf('one')), airdrops],
  }
}

test('a day of the worst stranger costs what the settings say', () => {
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

test('without limits by address all have one budget together', () => {
  const config = readConfig({ DATA_DIR: '.', DISK_FREE_MB: '0', RATE_LIMIT: 'off', WRITE_MB_IN_ALL: '10' })
  const day = openWrites(config, undefined)
  expect(whole(writeAll(day.writerOf('')), MIB)).toBe(8)
  expect(day.writerOf('').isAirdropOnce).toBe(false)
  expect(day.own.isAirdropOnce).toBe(false)
})
