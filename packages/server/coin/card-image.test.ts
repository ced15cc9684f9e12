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

test('emoji have their colours, in names, symbols and in place of a picture, on coins’ cards and on results', async () => {
  const maker = openCardMaker({ readPicture: async () => undefined })
  /** Green pixels of a part of a card: nothing else there is green. */
  const greenOf = async (
    card: Uint8Array,
    part: { left: number; top: number; width: number; height: number },
  ) => {
    const { data } = await sharp(card).extract(part).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    let count = 0
    for (let at = 0; at < data.length; at += 3) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (green > red + 40 && green > blue + 40) count++
    }
    return count
  }
  const name = { left: 500, top: 60, width: 640, height: 75 }
  const symbol = { left: 500, top: 136, width: 640, height: 40 }
  const picture = { left: 60, top: 60, width: 400, height: 400 }
  const coin = { ...FACTS, name: '🐸 Frog 🐸', symbol: 'F🐸' }
  const amount = {
    resultLamports: '1',
    resultPercent: 1,
    boughtLamports: '1',
    soldLamports: '1',
    valueLamports: '1',
    worthLamports: '1',
  }
  const cards = [
    maker.cardOf(coin),
    maker.resultOf({
      coin,
      position: { walletAddress: 'a wallet', ...amount },
      sentAway: undefined,
      span: undefined,
      hidesAmounts: false,
    }),
  ]
  for (const card of cards) {
    const bytes = await card.read()
    expect(await greenOf(bytes, name)).toBeGreaterThan(1_000)
    expect(await greenOf(bytes, symbol)).toBeGreaterThan(100)
    expect(await greenOf(bytes, picture)).toBeGreaterThan(5_000)
  }
  expect(await greenOf(await maker.cardOf(FACTS).read(), name)).toBe(0)
})
