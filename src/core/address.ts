// Addresses: base58 text of 32 bytes, and the bytes. Pure.
import type { Address } from '@solana/kit'
import { decodeBase58, encodeBase58 } from './base58.ts'

/** Text or bytes that are no address. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

export const KEY_BYTES = 32

const keyCache = new Map<string, Uint8Array>()

/** The 32 bytes of an address; throws an AddressError when the text is not one. Shared: do not write into it. */
export function addressBytes(address: string): Uint8Array {
  const known = keyCache.get(address)
  if (known) return known
  const bytes = address.length <= 44 ? decodeBase58(address) : undefined
  if (bytes?.length !== KEY_BYTES) throw new AddressError(`"${address.slice(0, 60)}" is not an address`)
  if (keyCache.size > 20_000) keyCache.clear()
  keyCache.set(address, bytes)
  return bytes
}

/** True for base58 text of 32 bytes. */
export function isAddress(text: string): text is Address {
  return text.length >= 32 && text.length <= 44 && decodeBase58(text)?.length === KEY_BYTES
}

/** 32 bytes as an address. */
export function addressOf(bytes: Uint8Array): Address {
  if (bytes.length !== KEY_BYTES) throw new AddressError('an address has 32 bytes')
  return encodeBase58(bytes) as Address
}
