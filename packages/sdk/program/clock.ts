// The chain's own clock, which programs read: the sysvar account Clock. Pure.
import type { Address } from '@solana/kit'
import { Reader } from './bytes.ts'

export const CLOCK_ADDRESS = 'SysvarC1ock11111111111111111111111111111111' as Address

/** Slot, epoch's start, epoch, leader schedule's epoch, unix seconds; 8 bytes each. */
const CLOCK_BYTES = 40

/** Unix seconds; undefined where the bytes are no Clock. */
export function clockSeconds(data: Uint8Array | undefined): bigint | undefined {
  if (data?.length !== CLOCK_BYTES) return undefined
  const reader = new Reader(data)
  reader.bytes(32)
  return reader.i64()
}
