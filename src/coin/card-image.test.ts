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
  graduationStands: false,
  realLamports: '1000000000',
  sparkline: [1, 2],
}

test('a card is drawn once for many who ask together, and again when the coin has changed', async () => {
  let drawn = 0
  const maker = openCardMaker({
    // Asked for once a drawing; there is none, so the name's first letter stands in.
    readPicture: async () => {
      drawn++
      return undefined
    },
  })
  const read = async (facts: CardFacts) => Buffer.from(await maker.cardOf(facts).read())
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

test('results that wait keep no coin’s card waiting', async () => {
  const maker = openCardMaker({ readPicture: async () => undefined })
  const { name, symbol, imageUrl, graduationStands, marketCap } = FACTS
  const amount = {
    resultLamports: '1',
    resultPercent: 1,
    boughtLamports: '1',
    soldLamports: '1',
    worthLamports: '1',
  }
  const results = Array.from({ length: 30 }, (_, at) =>
    maker
      .resultOf({
        coin: { name, symbol, imageUrl, graduationStands, marketCap },
        position: { walletAddress: `wallet number ${at}`, ...amount },
        sentAway: undefined,
        span: undefined,
        hidesAmounts: false,
      })
      .read(),
  )
  const all = Promise.allSettled(results)
  let drawn = 0
  for (const result of results)
    void result.then(
      () => drawn++,
      () => undefined,
    )
  await maker.cardOf(FACTS).read()
  expect(drawn).toBeLessThan(10)
  // One is drawn and twenty wait; amounts of a lamport are drawn too.
  const refused = (await all).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toEqual(Array.from({ length: 9 }, () => expect.objectContaining({ code: 'notReady' })))
})
