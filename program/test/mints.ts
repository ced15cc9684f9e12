// What a Token-2022 mint says, its extensions included. Tests only.
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'

export const METADATA_POINTER = 18
export const METADATA = 19
export const GROUP_POINTER = 20
export const GROUP = 21
export const MEMBER_POINTER = 22
export const MEMBER = 23

export interface Mint {
  readonly hasMintAuthority: boolean
  readonly supply: bigint
  readonly decimals: number
  readonly hasFreezeAuthority: boolean
  /** By type. */
  readonly extensions: ReadonlyMap<number, Uint8Array>
}

export function decodeMint(data: Uint8Array): Mint {
  const view = new DataView(data.buffer, data.byteOffset)
  if (data[165] !== 1) throw new Error('not a mint with extensions')
  const extensions = new Map<number, Uint8Array>()
  for (let at = 166; at + 4 <= data.length; ) {
    const size = view.getUint16(at + 2, true)
    extensions.set(view.getUint16(at, true), data.slice(at + 4, at + 4 + size))
    at += 4 + size
  }
  return {
    hasMintAuthority: view.getUint32(0, true) !== 0,
    supply: view.getBigUint64(36, true),
    decimals: data[44] ?? -1,
    hasFreezeAuthority: view.getUint32(46, true) !== 0,
    extensions,
  }
}

export function decodeMetadata(bytes: Uint8Array): {
  readonly authority: Uint8Array
  readonly mint: Address
  readonly texts: string[]
  /** Additional fields. */
  readonly rest: number
} {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const texts: string[] = []
  let at = 64
  for (let i = 0; i < 3; i++) {
    const size = view.getUint32(at, true)
    texts.push(new TextDecoder().decode(bytes.slice(at + 4, at + 4 + size)))
    at += 4 + size
  }
  return {
    authority: bytes.slice(0, 32),
    mint: addressOf(bytes.slice(32, 64)),
    texts,
    rest: view.getUint32(at, true),
  }
}
