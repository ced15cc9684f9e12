// The part of a picture that is used lies within it, and what moves is known by its bytes.
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { motionOf } from './animated.ts'
import {
  type Area,
  drawnSize,
  fitOf,
  isCoarse,
  isWhole,
  middleSquare,
  type Size,
  squareWithin,
  wholeOf,
  zoomMaxOf,
} from './crop.ts'
import { drawnName } from './draw.ts'

const WIDE = { width: 1800, height: 1350 }

describe('the part of a picture', () => {
  it.each<[string, Area, Size, Area]>([
    [
      'in whole pixels',
      { x: 10.4, y: 20.6, width: 300.5, height: 300.4 },
      WIDE,
      { x: 10, y: 21, width: 300, height: 300 },
    ],
    ['square', { x: 0, y: 0, width: 400, height: 399 }, WIDE, { x: 0, y: 0, width: 399, height: 399 }],
    [
      'not beyond an edge',
      { x: 1700, y: -3, width: 200, height: 200 },
      WIDE,
      { x: 1600, y: 0, width: 200, height: 200 },
    ],
    [
      'not larger than the picture',
      { x: 0, y: 0, width: 9000, height: 9000 },
      WIDE,
      { x: 0, y: 0, width: 1350, height: 1350 },
    ],
    [
      'of one pixel at least',
      { x: 5, y: 5, width: 0, height: 0 },
      { width: 1, height: 8 },
      { x: 0, y: 5, width: 1, height: 1 },
    ],
    [
      'a number',
      { x: Number.NaN, y: 1, width: Number.NaN, height: 2 },
      WIDE,
      { x: 0, y: 1, width: 1, height: 1 },
    ],
  ])('is %s', (_, area, picture, expected) => {
    expect(squareWithin(area, picture)).toEqual(expected)
  })

  it('is within the picture, wherever it was put', () => {
    for (let seed = 1; seed < 2_000; seed++) {
      const part = (factor: number, range: number) => (((seed * factor) % 10_007) / 10_007) * range
      const picture = { width: 1 + Math.floor(part(31, 5_000)), height: 1 + Math.floor(part(37, 5_000)) }
      const { x, y, width, height } = squareWithin(
        {
          x: part(41, 9_000) - 2_000,
          y: part(43, 9_000) - 2_000,
          width: part(47, 8_000),
          height: part(53, 8_000),
        },
        picture,
      )
      expect(width).toBe(height)
      for (const number of [x, y, width]) expect(Number.isInteger(number)).toBe(true)
      expect(x >= 0 && y >= 0 && width >= 1).toBe(true)
      expect(x + width <= picture.width && y + height <= picture.height).toBe(true)
    }
  })

  it('is the square in the middle, unless somebody says otherwise', () => {
    expect(middleSquare(WIDE)).toEqual({ x: 225, y: 0, width: 1350, height: 1350 })
    expect(middleSquare({ width: 3, height: 8 })).toEqual({ x: 0, y: 3, width: 3, height: 3 })
  })

  it('is all of it or not', () => {
    expect(isWhole(wholeOf(WIDE), WIDE)).toBe(true)
    expect(isWhole(middleSquare(WIDE), WIDE)).toBe(false)
  })

  it.each<[Size, Size]>([
    [WIDE, { width: 1024, height: 768 }],
    [
      { width: 4032, height: 4032 },
      { width: 1024, height: 1024 },
    ],
    [
      { width: 64, height: 48 },
      { width: 64, height: 48 },
    ],
    [
      { width: 9_000, height: 2 },
      { width: 1024, height: 1 },
    ],
  ])('of %o is drawn as %o', (area, drawn) => {
    expect(drawnSize(area)).toEqual(drawn)
  })

  it('is looked at as closely as its pixels allow', () => {
    expect(zoomMaxOf({ width: 40, height: 900 })).toBe(1)
    expect(zoomMaxOf({ width: 320, height: 900 })).toBe(5)
    expect(zoomMaxOf(WIDE)).toBe(8)
  })

  it('is named as what it became', () => {
    expect(drawnName('sun.set.jpeg', 'image/webp')).toBe('sun.set.webp')
    expect(drawnName('frog', 'image/png')).toBe('frog.png')
  })
})

/** Two frames, one above the other, which is how sharp takes an animation. */
async function moving(format: 'gif' | 'webp'): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  const both = sharp([await frame('#ff0000'), await frame('#00ff00')], { join: { animated: true } })
  return both.toFormat(format, { delay: [100, 100] }).toBuffer()
}
const still = (format: 'gif' | 'webp' | 'png' | 'jpeg' | 'avif') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
    .toFormat(format)
    .toBuffer()

/** A length, four letters, data, and room for the checksum. */
function chunk(kind: string, length: number): Buffer {
  const head = Buffer.alloc(12 + length)
  head.writeUInt32BE(length)
  head.write(kind, 4, 'latin1')
  return head
}
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

describe('in the frame in which it is cropped', () => {
  const frame = { width: 536, height: 416 }
  it.each<[Size, ReturnType<typeof fitOf>, boolean]>([
    [{ width: 32, height: 32 }, 'vertical-cover', true],
    [{ width: 64, height: 32 }, 'horizontal-cover', true],
    [{ width: 16, height: 64 }, 'vertical-cover', true],
    [{ width: 300, height: 300 }, 'vertical-cover', false],
    [{ width: 536, height: 100 }, 'contain', false],
    [{ width: 100, height: 2_000 }, 'contain', false],
    [{ width: 4_000, height: 3_000 }, 'contain', false],
  ])('%j is shown as %s, coarse: %s', (picture, fit, coarse) => {
    expect([fitOf(picture, frame), isCoarse(picture, frame)]).toEqual([fit, coarse])
  })
})

describe('a picture', () => {
  it.each(['gif', 'webp'] as const)('%s that moves does so by its bytes', async (format) => {
    expect(motionOf(await moving(format))).toBe('moves')
  })
  it.each(['gif', 'webp', 'png', 'jpeg', 'avif'] as const)('%s of one frame is still', async (format) => {
    expect(motionOf(await still(format))).toBe('still')
  })
  it('that is a sequence of AVIF is stilled', () => {
    const box = (major: string, ...brands: string[]) =>
      Buffer.concat([
        Buffer.from([0, 0, 0, 16 + 4 * brands.length]),
        Buffer.from(`ftyp${major}\0\0\0\0${brands.join('')}`, 'latin1'),
      ])
    expect(motionOf(box('avis', 'avif', 'mif1'))).toBe('stills')
    expect(motionOf(box('mif1', 'avif', 'avis'))).toBe('stills')
    expect(motionOf(box('avif', 'mif1'))).toBe('still')
    // What comes after the box is not of it.
    expect(motionOf(Buffer.concat([box('avif', 'mif1'), Buffer.from('avisavis')]))).toBe('still')
  })
  it('that is an animated PNG is stilled', () => {
    const animated = Buffer.concat([PNG, chunk('IHDR', 13), chunk('acTL', 8), chunk('IDAT', 4)])
    expect(motionOf(animated)).toBe('stills')
    expect(motionOf(Buffer.concat([PNG, chunk('IHDR', 13), chunk('IDAT', 4), chunk('acTL', 8)]))).toBe(
      'still',
    )
  })
  it('that is torn anywhere ends the reading', async () => {
    for (const whole of [await moving('gif'), await moving('webp'), await still('png'), await still('avif')])
      for (let length = 0; length < whole.length; length += 1)
        expect(['still', 'moves']).toContain(motionOf(whole.subarray(0, length)))
    const huge = chunk('tEXt', 0)
    huge.writeUInt32BE(0xffff_ffff)
    expect(motionOf(Buffer.concat([PNG, huge]))).toBe('still')
  })
})
