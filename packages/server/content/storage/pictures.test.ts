import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { pictureKindOf } from '@twinmint/sdk/core/picture-bytes'
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { openPictureStore } from './pictures.ts'
import { type ContentStore, openFolderStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'twinmint-pictures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const store = openPictureStore(openFolderStore(folder))
/** Whose limits a picture counts against. */
const SOMEBODY = '203.0.113.1'
const readPicture = async (hash: string, size: number) => {
  const bytes = await store.read(hash, size)
  if (bytes === undefined) throw new Error(`${hash} is not kept at ${size}`)
  return bytes
}

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'takes %s and keeps three sizes of WebP',
  async (kind) => {
    const bytes = await noise(900, 600)
      .toFormat(kind, kind === 'gif' || kind === 'avif' ? { effort: 1 } : {})
      .toBuffer()
    expect(pictureKindOf(bytes)).toBe(kind)
    const hash = await store.add(bytes, SOMEBODY)
    const sizes = await Promise.all(
      [1024, 512, 128].map(async (size) => sharp(await readPicture(hash, size)).metadata()),
    )
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 900, 600],
      ['webp', 512, 512],
      ['webp', 128, 128],
    ])
  },
)

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'refuses a %s whose end is missing, however little, and says so',
  async (kind) => {
    const bytes = await noise(90, 60)
      .toFormat(kind, kind === 'avif' ? { effort: 1 } : {})
      .toBuffer()
    for (const length of [Math.floor(bytes.length / 2), bytes.length - 8, bytes.length - 1])
      await expect(store.add(bytes.subarray(0, length), SOMEBODY)).rejects.toMatchObject({
        code: 'imageBroken',
        message: expect.stringContaining('its end is missing'),
      })
  },
)

test.each([
  ['large', () => noise(1_100, 1_024).webp()],
  ['small', () => noise(20, 20).png()],
] as const)('a %s picture counts for at least its bytes on disk', async (_, make) => {
  let counted = 0
  const writer: Writer = {
    requireRoom: () => {},
    charge: (bytes) => {
      counted += bytes
    },
    takeAirdrop: () => {},
    isAirdropOnce: false,
  }
  const own = mkdtempSync(join(tmpdir(), 'twinmint-pictures-'))
  try {
    const pictures = openPictureStore(openFolderStore(own))
    const hash = await pictures.add(await make().toBuffer(), SOMEBODY, writer)
    // Squares are made when they are first asked for.
    for (const size of [1024, 512, 128]) await pictures.read(hash, size)
    const files = readdirSync(own, { recursive: true, encoding: 'utf8' }).map((name) =>
      statSync(join(own, name)),
    )
    const kept = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
    expect(kept).toBeGreaterThan(0)
    expect(counted).toBeGreaterThanOrEqual(kept)
  } finally {
    rmSync(own, { recursive: true })
  }
})

test('strips metadata and applies the orientation', async () => {
  const bytes = await noise(300, 200)
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'secret place' } } })
    .toBuffer()
  expect(bytes.includes('secret place')).toBe(true)
  const kept = await readPicture(await store.add(bytes, SOMEBODY), 1024)
  const { width, height, exif, orientation } = await sharp(kept).metadata()
  expect({ width, height, exif, orientation }).toEqual({
    width: 200,
    height: 300,
    exif: undefined,
    orientation: undefined,
  })
  expect(Buffer.from(kept).includes('secret place')).toBe(false)
})

test('gives the same picture the same name, stored once', async () => {
  const bytes = await noise(64, 64).png().toBuffer()
  const [a, b] = await Promise.all([store.add(bytes, SOMEBODY), store.add(bytes, SOMEBODY)])
  expect(a).toBe(b)
  const stored = readdirSync(join(folder, (a ?? '').slice(0, 2))).filter((name) => name.startsWith(a ?? '-'))
  expect(stored).toHaveLength(1)
})

/** One AVIF of 13 megapixels of one colour, whose header says another size. */
let flat: Promise<Buffer> | undefined
async function avifSaying(width: number, height: number): Promise<Buffer> {
  flat ??= sharp({ create: { width: 3_606, height: 3_606, channels: 3, background: '#9a6bff' } })
    .avif({ effort: 0, quality: 10 })
    .toBuffer()
  const bytes = Buffer.from(await flat)
  const at = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(width, at)
  bytes.writeUInt32BE(height, at + 4)
  return bytes
}

/** A PNG that claims `side` × `side` pixels and is a few hundred bytes: a decompression bomb. */
function pngBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0], 8) // one bit, grey
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * 1000)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  [
    'an SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    'imageUnsupported',
  ],
  [
    'an SVG behind a PNG’s name and a byte order mark',
    () => Buffer.from('\ufeff<?xml version="1.0"?><svg/>'),
    'imageUnsupported',
  ],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'imageUnsupported'],
  ['a TIFF', () => noise(10, 10).tiff().toBuffer(), 'imageUnsupported'],
  ['nothing', () => Buffer.alloc(0), 'imageUnsupported'],
  [
    'a PNG’s first bytes and then rubbish',
    () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500, 7)]),
    'imageBroken',
  ],
  ['half a JPEG', async () => (await noise(400, 400).jpeg().toBuffer()).subarray(0, 3000), 'imageBroken'],
  ['a bomb of 900 megapixels', () => pngBomb(30_000), 'imageTooManyPixels'],
  ['an AVIF of 13 megapixels in 1 KB', () => avifSaying(3_606, 3_606), 'imageTooManyPixels'],
  // It would take half a gigabyte to decode.
  ['an AVIF that says that it is smaller than it is', () => avifSaying(64, 64), 'imageBroken'],
])('refuses %s', async (_, make, code) => {
  const before = statSync(folder).mtimeMs
  await expect(store.add(await make(), SOMEBODY)).rejects.toMatchObject({ code })
  expect(statSync(folder).mtimeMs).toBe(before)
})

test('reads no file outside its folder', async () => {
  for (const [hash, size] of [
    ['../../etc/passwd', 128],
    ['a'.repeat(64), 129],
    [`${'a'.repeat(63)}/`, 128],
  ] as const)
    expect(await store.read(hash, size)).toBeUndefined()
})

test('takes what a phone takes, 12.2 megapixels, though not more at a time than it has room for', async () => {
  const photo = await sharp({ create: { width: 4_032, height: 3_024, channels: 3, background: '#21d38b' } })
    .jpeg()
    .toBuffer()
  expect(await store.add(photo, SOMEBODY)).toMatch(/^[0-9a-f]{64}$/)

  let finish = () => {}
  const sending = new Promise<void>((done) => {
    finish = done
  })
  const MB = 1024 * 1024
  const send = (key: string, bytes: number) => store.inRoom(key, bytes, () => sending)
  const busy = { code: 'picturesBusy' }
  // Two of the largest, or twelve small ones, of one address; one that does not say how large it is counts as the largest.
  const senders = [send('one address', 10 * MB), send('one address', Number.NaN)]
  await expect(send('one address', 4 * MB)).rejects.toMatchObject(busy)
  senders.push(...Array.from({ length: 12 }, () => send('another', 1)))
  await expect(send('another', 1)).rejects.toMatchObject(busy)
  // Few who take what they may leave room to whoever has none yet.
  senders.push(send('a third', 10 * MB))
  await expect(send('a third', 10 * MB)).rejects.toMatchObject(busy)
  senders.push(...['d', 'e', 'f', 'g'].map((key) => send(key, 10 * MB)))
  await expect(send('h', 10 * MB)).rejects.toMatchObject(busy)
  finish()
  await Promise.all(senders)
  expect(await store.inRoom('one address', 1, async () => 'taken')).toBe('taken')
})

test('takes no more pictures before the disk is full, and leaves nothing half written', async () => {
  const told: string[] = []
  const onTaken = async (hash: string) => void told.push(hash)
  const own = join(folder, 'own')
  const bytes = await noise(80, 80).png().toBuffer()
  const kept = openFolderStore(own)
  const full = openPictureStore({ ...kept, free: async () => 500 * 1024 * 1024 }, { onTaken })
  await expect(full.add(bytes, SOMEBODY)).rejects.toMatchObject({ code: 'noRoom' })
  expect(existsSync(own)).toBe(false)
  expect(told).toEqual([])

  const roomy = openPictureStore({ ...kept, free: async () => 600 * 1024 * 1024 }, { onTaken })
  const hash = await roomy.add(bytes, SOMEBODY)
  expect(told).toEqual([hash])
  await roomy.remove(hash)
  const place = join(own, hash.slice(0, 2), `${hash}-1024.webp`)
  expect(readdirSync(dirname(place))).toEqual([])
  // A file that can't get its name, as on a full disk.
  mkdirSync(place)
  await expect(roomy.add(bytes, SOMEBODY)).rejects.toThrow('EISDIR')
  expect(readdirSync(dirname(place))).toEqual([`${hash}-1024.webp`])
})

test('squares are made of the large picture when one is first asked for, once however many ask', async () => {
  const own = openFolderStore(join(folder, 'squares'))
  let isBroken = false
  const put = vi.fn<ContentStore['put']>(async (key, bytes) => {
    if (isBroken) throw new Error('the store is in trouble')
    await own.put(key, bytes)
  })
  let free = 600 * 1024 * 1024
  const pictures = openPictureStore({ ...own, put, free: async () => free })
  const hash = await pictures.add(await noise(90, 60).png().toBuffer(), SOMEBODY)
  expect(put).toHaveBeenCalledTimes(1)
  // Without room they are made again and again, and not kept.
  free = 0
  const unkept = await pictures.read(hash, 128)
  expect(await sharp(unkept).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 })
  expect(put).toHaveBeenCalledTimes(1)
  free = 600 * 1024 * 1024
  isBroken = true
  expect(await pictures.read(hash, 128)).toEqual(unkept)
  isBroken = false
  put.mockClear()
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => pictures.read(hash, at < 10 ? 512 : 128)),
  )
  expect(new Set(all.map((bytes) => bytes?.length)).size).toBe(2)
  expect(put).toHaveBeenCalledTimes(2)
  expect(await pictures.read(hash, 128)).toEqual(Buffer.from(unkept ?? ''))
  expect(put).toHaveBeenCalledTimes(2)
})

test('of many pictures whose squares are asked for at once two are in memory', async () => {
  const own = openFolderStore(join(folder, 'many'))
  let held = 0
  let heldMax = 0
  const pictures = openPictureStore({
    ...own,
    async get(key) {
      if (key.endsWith('-1024.webp')) heldMax = Math.max(heldMax, ++held)
      return own.get(key)
    },
    async size(key) {
      held--
      return own.size(key)
    },
  })
  const hashes: string[] = []
  for (let at = 0; at < 8; at++)
    hashes.push(
      await pictures.add(
        await noise(40 + at, 40)
          .png()
          .toBuffer(),
        SOMEBODY,
      ),
    )
  const squares = await Promise.all(hashes.map((hash) => pictures.read(hash, 512)))
  expect(squares.every((bytes) => bytes !== undefined)).toBe(true)
  expect([held, heldMax]).toEqual([0, 2])
})

test('of tiny pixel art every pixel is kept as it is, still or moving', async () => {
  const side = 24
  const frame = (turn: number) =>
    Buffer.from(
      Array.from({ length: side * side }, (_, at) =>
        ((at % side) + Math.floor(at / side) + turn) % 2 === 0 ? [150, 106, 255] : [33, 211, 139],
      ).flat(),
    )
  const raw = { width: side, height: side, channels: 3 } as const
  const still = await sharp(frame(0), { raw }).png().toBuffer()
  const moving = await sharp(Buffer.concat([frame(0), frame(1)]), {
    raw: { ...raw, height: 2 * side, pageHeight: side },
  })
    .gif({ delay: [80, 80] })
    .toBuffer()
  for (const [bytes, pixels] of [
    [still, frame(0)],
    [moving, Buffer.concat([frame(0), frame(1)])],
  ] as const) {
    const kept = sharp(await readPicture(await store.add(bytes, SOMEBODY), 1024), { animated: true })
    expect((await kept.removeAlpha().raw().toBuffer()).equals(pixels)).toBe(true)
  }
})

test('a square of tiny pixel art has its pixels one by one, and one of a small photograph is smooth', async () => {
  const board = Buffer.from(
    Array.from({ length: 16 * 16 }, (_, at) => ((at + (at >> 4)) % 2 === 0 ? 0 : 255)),
  )
  const bytes = await sharp(board, { raw: { width: 16, height: 16, channels: 1 } })
    .png()
    .toBuffer()
  const greys = async (picture: Buffer) => {
    const square = await readPicture(await store.add(picture, SOMEBODY), 512)
    const { data } = await sharp(square).greyscale().raw().toBuffer({ resolveWithObject: true })
    return data.filter((value) => value > 60 && value < 195).length / data.length
  }
  expect(await greys(bytes)).toBeLessThan(0.05)
  const larger = await sharp(bytes).resize(200, 200, { kernel: 'nearest' }).png().toBuffer()
  expect(await greys(larger)).toBeGreaterThan(0.05)
})

test('no squares are made of what rotted, nor left behind by a picture that goes meanwhile', async () => {
  const place = join(folder, 'rotting')
  const own = openFolderStore(place)
  const pictures = openPictureStore(own)
  const rotten = await pictures.add(await noise(50, 50).png().toBuffer(), SOMEBODY)
  const file = join(place, rotten.slice(0, 2), `${rotten}-1024.webp`)
  const bytes = readFileSync(file)
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect(await pictures.read(rotten, 512)).toBeUndefined()
  expect(await pictures.read('0'.repeat(64), 512)).toBeUndefined()

  const going = openPictureStore({
    ...own,
    async put(key, data) {
      await own.put(key, data)
      if (key.endsWith('-512.webp')) await going.remove(hash)
    },
  })
  const hash = await going.add(await noise(60, 60).png().toBuffer(), SOMEBODY)
  expect(await going.read(hash, 512)).toBeDefined()
  expect(readdirSync(join(place, hash.slice(0, 2))).filter((name) => name.startsWith(hash))).toEqual([])
})

/** An animation of so many frames, each other than the one before. */
async function animation(frames: number, side: number, kind: 'gif' | 'webp', grain = 0): Promise<Buffer> {
  const pixels = await Promise.all(
    Array.from({ length: frames }, (_, at) =>
      grain === 0
        ? sharp({
            create: {
              width: side,
              height: side,
              channels: 3,
              background: { r: (at * 40) % 256, g: 90, b: 200 - ((at * 13) % 200) },
            },
          })
            .raw()
            .toBuffer()
        : noise(side, side).toColourspace('srgb').removeAlpha().raw().toBuffer(),
    ),
  )
  const image = sharp(Buffer.concat(pixels), {
    raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
  })
  return kind === 'gif'
    ? image.gif({ delay: Array.from({ length: frames }, () => 80), loop: 0, effort: 1 }).toBuffer()
    : image
        .webp({ delay: Array.from({ length: frames }, () => 80), loop: 3, effort: 0, quality: 95 })
        .toBuffer()
}

/** A GIF whose header says that its frames are on a screen of so many pixels. */
function onScreen(gif: Buffer, side: number): Buffer {
  const bytes = Buffer.from(gif)
  bytes.writeUInt16LE(side, 6)
  bytes.writeUInt16LE(side, 8)
  return bytes
}

test.each(['gif', 'webp'] as const)(
  '%s: what moves keeps moving in the large size, and its squares hold the first frame',
  async (kind) => {
    const hash = await store.add(await animation(12, 300, kind), SOMEBODY)
    const large = await sharp(await readPicture(hash, 1024), { animated: true }).metadata()
    expect(large).toMatchObject({
      format: 'webp',
      width: 300,
      pageHeight: 300,
      pages: 12,
      loop: kind === 'gif' ? 0 : 3,
    })
    expect(large.delay?.slice(0, 3)).toEqual([80, 80, 80])
    for (const size of [512, 128])
      expect((await sharp(await readPicture(hash, size), { animated: true }).metadata()).pages ?? 1).toBe(1)
    // The same bytes, kept elsewhere, have the same name and squares.
    const other = openPictureStore(openFolderStore(join(folder, 'other')))
    expect(await other.restore(await readPicture(hash, 1024))).toBe(hash)
    expect(await other.read(hash, 128)).toEqual(await readPicture(hash, 128))
  },
)

test('no large picture has more than 1 MiB: what is all noise gets coarser, then smaller', async () => {
  const alpha = await noise(1200, 1200).extractChannel(0).raw().toBuffer()
  const grainy = await sharp({
    create: {
      width: 1200,
      height: 1200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 110 },
    },
  })
    .joinChannel(alpha, { raw: { width: 1200, height: 1200, channels: 1 } })
    .png()
    .toBuffer()
  for (const bytes of [grainy, await animation(12, 500, 'webp', 1)]) {
    const large = await readPicture(await store.add(bytes, SOMEBODY), 1024)
    expect(large.length).toBeLessThanOrEqual(1024 * 1024)
    expect((await sharp(large).metadata()).width).toBeGreaterThan(200)
  }
})

test('one address has two animations under way, few addresses leave some to others, and stills don’t count', async () => {
  const bytes = await animation(40, 300, 'gif')
  const own = openPictureStore(openFolderStore(join(folder, 'lane')))
  const outcomes: string[] = []
  const encode = (key: string) =>
    own.encode(bytes, key).then(
      () => outcomes.push(`${key} encoded`),
      ({ code }: { code: string }) => outcomes.push(`${key} ${code}`),
    )
  const first = ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c'].map(encode)
  await vi.waitFor(() => expect(outcomes).toHaveLength(3))
  expect(outcomes.sort()).toEqual(['a picturesBusy', 'b picturesBusy', 'c picturesBusy'])
  // There is no place for a second one of who has one, but a first for others.
  const then = ['d', 'd', 'e'].map(encode)
  expect((await own.encode(await noise(30, 30).png().toBuffer(), 'a')).hash).toMatch(/^[0-9a-f]{64}$/)
  await Promise.all([...first, ...then])
  expect(outcomes.slice(3).sort()).toEqual(
    ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e'].map((key, at) =>
      at === 7 ? 'd picturesBusy' : `${key} encoded`,
    ),
  )
  // Where addresses are not limited, all together are.
  const open = openPictureStore(openFolderStore(join(folder, 'lane')), { isLimitedByKey: false })
  const many = await Promise.allSettled(Array.from({ length: 7 }, () => open.encode(bytes, 'a')))
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
})

test('an animation of 120 frames is taken', async () => {
  expect(await store.add(await animation(120, 8, 'gif'), SOMEBODY)).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  ['121 frames', () => animation(121, 8, 'gif'), 'imageAnimationTooLong'],
  [
    '61 megapixels in all',
    async () => onScreen(await animation(18, 8, 'gif'), 1_900),
    'imageAnimationTooLong',
  ],
  ['half of one', async () => (await animation(20, 200, 'webp', 1)).subarray(0, 60_000), 'imageBroken'],
] as const)('an animation of %s', async (_, make, code) => {
  const bytes = await make()
  await expect(store.add(bytes, SOMEBODY)).rejects.toMatchObject({ code })
})

test.each([
  ['a PNG', () => noise(20, 20).png().toBuffer(), 'imageBroken'],
  ['what is no picture', () => Buffer.from('hello'), 'imageBroken'],
  ['half a WebP', async () => (await noise(400, 400).webp().toBuffer()).subarray(0, 9_000), 'imageBroken'],
  [
    'a WebP of 1.5 MB',
    async () => noise(1400, 1400).webp({ lossless: true, effort: 0 }).toBuffer(),
    'imageBroken',
  ],
])('restores no picture from %s', async (_, make, code) => {
  await expect(store.restore(await make())).rejects.toMatchObject({ code })
})
