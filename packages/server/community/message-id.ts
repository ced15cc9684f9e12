// Ids of messages: UUIDs of version 7, which begin with the time, so that their order is the order of writing and a page
// of a list is asked for by the id of its last one.
import { randomBytes } from 'node:crypto'

const COUNTER_MAX = 0xfff
let lastMs = 0
let counter = 0

/** A new one, above all that this process has made before. */
export function newMessageId(nowMs: number): string {
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = 0
  } else if (++counter > COUNTER_MAX) {
    lastMs++
    counter = 0
  }
  const random = randomBytes(8)
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  return uuidText(lastMs, 0x7000 | counter, random.toString('hex'))
}

/** Below every id of a moment and of all later ones. */
export const idAtMs = (ms: number): string => uuidText(ms, 0, '0'.repeat(16))

function uuidText(ms: number, version: number, tail: string): string {
  const hex = ms.toString(16).padStart(12, '0') + version.toString(16).padStart(4, '0') + tail
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
