import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { CardFacts } from './card.ts'
import { openCardMaker } from './card-image.ts'

const FACTS: CardFacts = {
  name: 'Drawn Frog',
  symbol: 'DRAWN',
  imageUrl: '/api/images/one',
  currentPrice: '0.000000002',
  marketCap: '300',
  change24hPercent: 100,
  bondingProgress: 1,
  graduationMarketCapLamports: '420000000000',
  isGraduated: false,
  sparkline: [1, 2],
}

test('a card is drawn once for many who ask together, and again when the coin has changed', async () => {
  let drawn = 0
  const maker = openCardMaker({
    // Asked for once a drawing; there is none, so the name's first letter stands in.
    pictureFile: () => {
      drawn++
      return undefined
    },
  })
  const read = (facts: CardFacts) => maker.cardOf(facts).read()
  const all = await Promise.all(Array.from({ length: 12 }, () => read(FACTS)))
  expect(drawn).toBe(1)
  expect(new Set(all.map((bytes) => bytes.toString('base64'))).size).toBe(1)
  expect(await sharp(all[0]).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  await read(FACTS)
  expect(drawn).toBe(1)
  const changed = await read({ ...FACTS, marketCap: '301' })
  expect(drawn).toBe(2)
  expect(changed.equals(all[0] ?? Buffer.alloc(0))).toBe(false)
})
