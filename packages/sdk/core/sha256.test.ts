import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('the hash is Node’s, at every length around the ends of blocks', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length * 7) & 255)
    expect([...sha256(bytes)], `${length} bytes`).toEqual([...createHash('sha256').update(bytes).digest()])
  }
})
