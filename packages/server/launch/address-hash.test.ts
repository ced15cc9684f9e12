import { hash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOfSeeds, SEED_HEAD_LENGTH, SEED_LENGTH, TOKEN_2022 } from './address-hash.ts'

test('is SHA-256, whatever the base, the head and the seeds that came before', () => {
  const bases = [
    Buffer.alloc(32),
    Buffer.alloc(32, 255),
    ...Array.from({ length: 50 }, () => randomBytes(32)),
  ]
  for (const base of bases) {
    const head = randomBytes(SEED_HEAD_LENGTH)
    const hashOf = hashOfSeeds(base, head)
    for (let i = 0; i < 20; i++) {
      const tail = randomBytes(SEED_LENGTH - SEED_HEAD_LENGTH)
      const digest = Buffer.alloc(32)
      for (const [at, word] of hashOf(tail.readInt32BE()).entries()) digest.writeInt32BE(word, 4 * at)
      expect(digest.toString('hex')).toBe(
        hash('sha256', Buffer.concat([base, head, tail, TOKEN_2022]), 'hex'),
      )
    }
  }
})
