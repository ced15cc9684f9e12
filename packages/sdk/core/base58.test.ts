import { getBase58Decoder } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'

test('writes what kit writes, and reads it back', () => {
  const kit = getBase58Decoder()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      expect(encodeBase58(bytes)).toBe(kit.decode(bytes))
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
    }),
    { numRuns: 500 },
  )
})

test('is the same for long input', () => {
  const kit = getBase58Decoder()
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 240, maxLength: 1_300 }), fc.nat(30), (bytes, zeros) => {
      bytes.fill(0, 0, zeros)
      expect(encodeBase58(bytes)).toBe(kit.decode(bytes))
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
    }),
    { numRuns: 40 },
  )
  const longest = Uint8Array.from({ length: 10_240 }, (_, at) => (at * 7919) % 251)
  expect(decodeBase58(encodeBase58(longest))).toEqual(longest)
  expect(encodeBase58(new Uint8Array(300))).toBe('1'.repeat(300))
})

test('refuses what is not base58', () => {
  for (const text of ['0', 'O', 'I', 'l', 'a b', 'é', '🚀']) expect(decodeBase58(text)).toBeUndefined()
})
