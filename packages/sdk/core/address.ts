// Addresses: base58 text of 32 bytes, and the bytes. Pure.
import type { Address } from '@solana/kit'
import { decodeBase58, encodeBase58 } from './base58.ts'

/** Text or bytes that are no address. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

export const KEY_BYTES = 32

/** Addresses that are kept both ways; then all are forgotten. */
const CACHED_MAX = 20_000
const keyCache = new Map<string, Uint8Array>()

/** The 32 bytes of an address; throws an AddressError when the text is not one. Shared: do not write into it. */
export function addressBytes(address: string): Uint8Array {
  const known = keyCache.get(address)
  if (known) return known
  const bytes = address.length <= 44 ? decodeBase58(address) : undefined
  if (bytes?.length !== KEY_BYTES) throw new AddressError(`"${address.slice(0, 60)}" is not an address`)
  if (keyCache.size > CACHED_MAX) keyCache.clear()
  keyCache.set(address, bytes)
  return bytes
}

/** True for base58 text of 32 bytes. */
export function isAddress(text: string): text is Address {
  return text.length >= 32 && text.length <= 44 && decodeBase58(text)?.length === KEY_BYTES
}

const textCache = new Map<string, Address>()

/** A character of each byte, in one call: a text put together by characters is made flat before it is found, three times as long. */
const keyText = (bytes: Uint8Array): string => Reflect.apply(String.fromCharCode, String, bytes) as string

/** 32 bytes as an address. */
export function addressOf(bytes: Uint8Array): Address {
  if (bytes.length !== KEY_BYTES) throw new AddressError('an address has 32 bytes')
  // The same few come again and again, and finding one by its bytes costs a tenth of its base58.
  const key = keyText(bytes)
  const known = textCache.get(key)
  if (known) return known
  const address = encodeBase58(bytes) as Address
  if (textCache.size > CACHED_MAX) textCache.clear()
  textCache.set(key, address)
  return address
}
