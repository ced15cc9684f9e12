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

test('refuses what is not base58', () => {
  for (const text of ['0', 'O', 'I', 'l', 'a b', 'é', '🚀']) expect(decodeBase58(text)).toBeUndefined()
})
