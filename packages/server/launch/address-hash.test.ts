import { hash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOfSeeds, LANES, SEED_HEAD_LENGTH, SEED_LENGTH, TOKEN_2022 } from './address-hash.ts'

test('is SHA-256 in each lane, whatever the base, the head and the seeds that came before', () => {
  const bases = [
    Buffer.alloc(32),
    Buffer.alloc(32, 255),
    ...Array.from({ length: 50 }, () => randomBytes(32)),
  ]
  for (const base of bases) {
    const head = randomBytes(SEED_HEAD_LENGTH)
    const four = hashOfSeeds(base, head)
    for (let i = 0; i < 20; i++) {
      const tails = Array.from({ length: LANES }, () => randomBytes(SEED_LENGTH - SEED_HEAD_LENGTH))
      for (const [lane, tail] of tails.entries()) four.tails[lane] = tail.readInt32BE()
      four.hash()
      for (const [lane, tail] of tails.entries()) {
        const digest = Buffer.alloc(32)
        for (let word = 0; word < 8; word++)
          digest.writeInt32BE(four.digests[word * LANES + lane] ?? 0, 4 * word)
        expect(digest.toString('hex')).toBe(
          hash('sha256', Buffer.concat([base, head, tail, TOKEN_2022]), 'hex'),
        )
      }
    }
  }
})
