import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { isWholePicture, pictureKindOf } from './picture-bytes.ts'

const noise = () =>
  sharp({
    create: {
      width: 90,
      height: 70,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
const frames = async () => {
  const pixels = { width: 20, height: 60, channels: 4 as const }
  const { data } = await sharp({ create: { ...pixels, background: '#aabbcc' } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at++) data[at] = (at * 37) % 251
  return sharp(data, { raw: { ...pixels, pageHeight: 20 } })
}

it.each<[string, () => Promise<Buffer>]>([
  ['png', () => noise().png().toBuffer()],
  ['png', () => noise().png({ progressive: true, palette: true }).toBuffer()],
  [
    'jpeg',
    () =>
      noise()
        .jpeg()
        .withExif({ IFD0: { Copyright: 'x' } })
        .toBuffer(),
  ],
  ['jpeg', () => noise().jpeg({ progressive: true }).toBuffer()],
  ['gif', () => noise().gif().toBuffer()],
  ['gif', async () => (await frames()).gif().toBuffer()],
  ['webp', () => noise().webp().toBuffer()],
  ['webp', async () => (await frames()).webp().toBuffer()],
  ['avif', () => noise().avif({ effort: 0 }).toBuffer()],
])('a %s is whole with all its bytes, and with none cut off', async (kind, make) => {
  const bytes = await make()
  expect(pictureKindOf(bytes)).toBe(kind)
  expect(isWholePicture(bytes)).toBe(true)
  const cuts = [0.2, 0.5, 0.9].map((share) => Math.floor(bytes.length * share))
  for (const length of [...cuts, ...[12, 4, 2, 1].map((missing) => bytes.length - missing)])
    expect(isWholePicture(bytes.subarray(0, length)), `${length} of ${bytes.length}`).toBe(false)
})

it('takes what cameras write behind a picture, and what is no picture', async () => {
  const jpeg = await noise().jpeg().toBuffer()
  expect(isWholePicture(Buffer.concat([jpeg, Buffer.from('made by a camera')]))).toBe(true)
  expect(isWholePicture(Buffer.from('<svg/>'))).toBe(true)
  expect(isWholePicture(new Uint8Array())).toBe(true)
})

it('collects no garbage over a million parts: it makes nothing for each, for which others would wait seconds', async () => {
  const collections: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()))
  observer.observe({ type: 'gc' })
  const bytes = Buffer.alloc(10_000_000)
  const began = performance.now()
  for (const head of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0\x00\x02', 'GIF89a', '\x00\x00\x00\x08ftypavif'])
    for (const part of ['\x00', '\xff', '\x01', '\xff\xe1\x00\x02', '\x21', '\x00\x00\x00\x08free']) {
      bytes.fill(part, 'latin1')
      bytes.write(head, 'latin1')
      expect(typeof isWholePicture(bytes)).toBe('boolean')
    }
  const ended = performance.now()
  // They are told later, in their order: garbage of its own until one is told that came after.
  while (!collections.some(({ startTime }) => startTime > ended)) {
    Array.from({ length: 100_000 }, (_, index) => ({ index }))
    await setImmediate()
  }
  observer.disconnect()
  expect(collections.filter(({ startTime }) => startTime > began && startTime < ended).length).toBeLessThan(
    10,
  )
})
