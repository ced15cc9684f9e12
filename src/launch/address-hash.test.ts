import { hash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOfSeeds, SEED_LENGTH, TOKEN_2022 } from './address-hash.ts'

test('is SHA-256, whatever the base and the seeds that came before', () => {
  for (const base of [
    Buffer.alloc(32),
    Buffer.alloc(32, 255),
    ...Array.from({ length: 50 }, () => randomBytes(32)),
  ]) {
    const hashOf = hashOfSeeds(base)
    for (let i = 0; i < 20; i++) {
      const seed = randomBytes(SEED_LENGTH)
      const words = Buffer.alloc(32)
      for (const [at, word] of hashOf(seed).entries()) words.writeInt32BE(word, 4 * at)
      expect(words.toString('hex')).toBe(hash('sha256', Buffer.concat([base, seed, TOKEN_2022]), 'hex'))
    }
  }
})
