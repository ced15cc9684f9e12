// Slots of 400 ms and their blockhashes, reckoned from the clock when somebody asks: an idle chain runs no timer and
// stores nothing. Must not know what a transaction is.
import { createHash } from 'node:crypto'
import { encodeBase58 } from '@twinmint/sdk/core/base58'

export const SLOT_MS = 400
/** LiteSVM starts its own clock here and deploys its built-in programs "at" this slot, so the chain starts here too. */
export const SLOT_FIRST = 447_552_000
/** How many slots a blockhash stays good for. */
export const BLOCKHASH_SLOTS = 150

export interface Slots {
  /** The slot of now. Never goes back, whatever the clock does. */
  current(): number
  /** Unix seconds of a slot. */
  secondsOf(slot: number): number
  /** The blockhash of a slot, as base58 text. */
  blockhashOf(slot: number): string
  /** The slot of a blockhash that is still good now, or undefined. */
  findSlotOf(blockhash: string): number | undefined
}

/**
 * `slotLast` is the highest slot that anything was recorded in. The blockhash of a slot is SHA-256 of a secret and the
 * slot: nobody can prepare a transaction today that becomes valid next year, and a restart needs no stored ring.
 */
export function openSlots(input: {
  readonly genesisMs: number
  readonly slotLast: number
  readonly secret: Uint8Array
  readonly now: () => number
}): Slots {
  let slot = Math.max(input.slotLast, SLOT_FIRST)
  let anchorMs = input.now()
  let anchorSlot = slot
  let ringEnd = -1
  const ring = new Map<string, number>()
  const texts = new Map<number, string>()

  const blockhashOf = (of: number): string => {
    const known = texts.get(of)
    if (known !== undefined) return known
    const hash = createHash('sha256').update(input.secret).update(String(of)).digest()
    return encodeBase58(hash)
  }
  const current = (): number => {
    const nowMs = input.now()
    const wall = SLOT_FIRST + Math.floor((nowMs - input.genesisMs) / SLOT_MS)
    if (wall >= slot) {
      slot = wall
      anchorMs = nowMs
      anchorSlot = slot
      return slot
    }
    // The clock went back. Slots go on at half speed until it has caught up, so that blockhashes still expire.
    if (nowMs < anchorMs) {
      anchorMs = nowMs
      anchorSlot = slot
    }
    slot = Math.max(slot, anchorSlot + Math.floor((nowMs - anchorMs) / (2 * SLOT_MS)))
    return slot
  }
  return {
    current,
    secondsOf: (of) => Math.floor((input.genesisMs + (of - SLOT_FIRST) * SLOT_MS) / 1000),
    blockhashOf,
    findSlotOf: (blockhash) => {
      const end = current()
      if (end !== ringEnd) {
        const start = Math.max(SLOT_FIRST, end - BLOCKHASH_SLOTS)
        for (const [text, of] of ring) {
          if (of >= start) break
          ring.delete(text)
          texts.delete(of)
        }
        for (let of = Math.max(start, ringEnd + 1); of <= end; of++) {
          const text = blockhashOf(of)
          ring.set(text, of)
          texts.set(of, text)
        }
        ringEnd = end
      }
      return ring.get(blockhash)
    },
  }
}
