// What a page loads before it answers does not grow unnoticed (docs/decisions/0022). Bytes of the build, the same on every machine.
import { expect, test } from 'vitest'
import { benchBytes } from '../bench/bytes.ts'

/** KB of brotli. */
const MOST: Readonly<Record<string, number>> = {
  'home KB brotli': 117,
  'launch KB brotli': 127.5,
  'trade KB brotli, without the chart': 116,
  'gallery KB brotli': 119.5,
  'NFT KB brotli': 118,
  'embedded chart KB brotli, with all that it needs': 163,
}

test('no page’s first load is larger than it was', () => {
  const bytes = benchBytes()
  for (const [page, most] of Object.entries(MOST)) {
    expect(bytes[page], page).toBeGreaterThan(50)
    expect(bytes[page], page).toBeLessThanOrEqual(most)
  }
})
