// Addresses that only a program signs for: the hash of its seeds, with the first bump from 255 down that is no point of
// Ed25519's curve, so that no key can have it. As kit's getProgramDerivedAddress, in a fifteenth of its time: a page of NFTs
// has dozens, and every swap three new ones. kit takes a square root; whether there is one says Jacobi's symbol.
import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '../core/address.ts'
import { assert } from '../core/assert.ts'
import { sha256 } from '../core/sha256.ts'

/** The field of Curve25519, and the d of -x² + y² = 1 + d·x²·y² (RFC 8032, section 5.1). */
const P = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
/** The highest bit says of a point which of two x it has. */
const Y_BITS = 2n ** 255n - 1n

const LOW_BITS = 30
const LOW = 2n ** BigInt(LOW_BITS) - 1n

/** 1 where an odd `n` has a square root of `a`, where `n` is a prime; -1 where it has none, 0 where it divides it. */
function jacobi(of: bigint, by: bigint): number {
  let [a, n, sign] = [of, by, 1]
  while (a !== 0n) {
    let low = Number(a & LOW)
    while ((low & 1) === 0) {
      // All zeros at the end at once, of the lowest bits.
      const zeros = low === 0 ? LOW_BITS : 31 - Math.clz32(low & -low)
      a >>= BigInt(zeros)
      const rest = Number(n & 7n)
      if (zeros % 2 === 1 && (rest === 3 || rest === 5)) sign = -sign
      low = Number(a & LOW)
    }
    if ((low & 3) === 3 && (n & 3n) === 3n) sign = -sign
    ;[a, n] = [n % a, a]
  }
  return n === 1n ? sign : 0
}

/** Whether 32 bytes are a point: x² = (y² - 1) / (d·y² + 1) has a root where their product has one. */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = bytes.length - 8; at >= 0; at -= 8) y = (y << 64n) | words.getBigUint64(at, true)
  const ySquared = (y & Y_BITS) ** 2n % P
  return jacobi(((ySquared - 1n + P) * (D * ySquared + 1n)) % P, P) >= 0
}

const MARKER = new TextEncoder().encode('ProgramDerivedAddress')

/** The address that `seeds` (of 32 bytes at most each, 15 at most) lead to. */
export function derivedAddress(programAddress: Address, seeds: readonly (string | Uint8Array)[]): Address {
  const parts = seeds.map((seed) => (typeof seed === 'string' ? new TextEncoder().encode(seed) : seed))
  assert(parts.length < 16 && parts.every(({ length }) => length <= 32), 'seeds are short, and few')
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const bytes = new Uint8Array(length + 1 + 32 + MARKER.length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  bytes.set(addressBytes(programAddress), length + 1)
  bytes.set(MARKER, length + 33)
  for (let bump = 255; bump >= 0; bump--) {
    bytes[length] = bump
    const found = sha256(bytes)
    if (!isOnCurve(found)) return addressOf(found)
  }
  throw new Error('No bump leads these seeds off the curve')
}
