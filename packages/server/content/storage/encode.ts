// A picture is decoded, turned as its camera held it, made small and written anew: whatever is served later was written
// here, without metadata, so nothing hostile that was uploaded can reach a browser. Animations stay animated in the large
// size; their squares, of which a page shows many, hold the first frame.
import { createHash } from 'node:crypto'
import { Refusal } from '@twinmint/sdk/core/errors'
import { CUT_OFF, isWholePicture, pictureKindOf } from '@twinmint/sdk/core/picture-bytes'
import pLimit from 'p-limit'
import sharp, { type Metadata, type Sharp, type WebpOptions } from 'sharp'
import { OBJECT_BYTES_MAX } from './store.ts'

/** The sides of the squares, from the largest. */
export const SQUARE_SIZES = [512, 128] as const
/** The longest side of the large picture, and the sides of the squares. */
export const PICTURE_SIZES = [1024, ...SQUARE_SIZES] as const
/** What phones take, 4,032 by 3,024, and a little more. */
const PIXELS_MAX = 4_096 * 3_072
const FRAMES_MAX = 120
/** Of all frames together, as they come. */
const ANIMATION_PIXELS_MAX = 60_000_000
/** Of all frames together, as they are kept: 15 of 1024 by 1024, or 120 of 370 by 370. Above a second of work. */
const ANIMATION_PIXELS_KEPT_MAX = 16_000_000
const DECODE_SECONDS = 20

/** The first that gives at most OBJECT_BYTES_MAX is kept. Only noise, or a grainy transparency, needs more than the first. */
const STEPS = [
  { side: 1024, quality: 86, alphaQuality: 100 },
  { side: 1024, quality: 70, alphaQuality: 70 },
  { side: 1024, quality: 45, alphaQuality: 30 },
  { side: 720, quality: 45, alphaQuality: 30 },
  { side: 512, quality: 40, alphaQuality: 10 },
] as const
/** Before them, where pixels are seen one by one: what else the format does would mix their colours. */
const EXACT = { side: 1024, lossless: true } as const
/** The quickest: it takes a quarter of the time that 3 takes, for a tenth more bytes. */
const EFFORT = 0

// Two at a time, each on one thread: a burst of uploads must not starve the trades of processor and memory. Animations
// take longest, and one at a time: stills do not wait behind them.
sharp.concurrency(1)
sharp.cache(false)
// Whoever waits here has room (pictures.ts), which bounds how many wait.
const inTurn = pLimit(2)
const animationsInTurn = pLimit(1)

export interface EncodedPicture {
  /** SHA-256 of the large picture, in hex: its name. */
  readonly hash: string
  /** WebP, at most 1 MiB. The squares follow from it. */
  readonly large: Uint8Array
}

export interface Square {
  readonly size: (typeof SQUARE_SIZES)[number]
  /** WebP. */
  readonly data: Uint8Array
}

/**
 * The large size of a picture. An animation takes the place that `holdAnimation` gives, and is refused picturesBusy where it gives none. Refuses
 * imageUnsupported, imageBroken, imageTooManyPixels and imageAnimationTooLong.
 */
export async function encodePicture(
  bytes: Uint8Array,
  holdAnimation: () => (() => void) | undefined,
): Promise<EncodedPicture> {
  const header = await readHeader(bytes)
  if (header.frames === 1) return inTurn(() => orBroken(() => encodeStill(bytes, header)))
  const leave = holdAnimation()
  if (leave === undefined) throw new Refusal('picturesBusy')
  return animationsInTurn(() => orBroken(() => encodeAnimation(bytes, header))).finally(leave)
}

/**
 * The squares of a large picture, which was encoded here or by another server. Refuses what `encodePicture` refuses, and
 * imageBroken for what it could not have made.
 */
export async function encodeSquares(large: Uint8Array): Promise<readonly Square[]> {
  if (pictureKindOf(large) !== 'webp' || large.length > OBJECT_BYTES_MAX) throw new Refusal('imageBroken')
  const kernel = isCoarse(await readHeader(large)) ? 'nearest' : 'lanczos3'
  return inTurn(() =>
    orBroken(async () => {
      // The smaller square is made of the larger one.
      const middle = await pixelsOf(sharp(large, READ).resize(512, 512, { fit: 'cover', kernel }))
      const options = { quality: 82 }
      return [
        { size: 512, data: await webp(middle.open(), options) },
        { size: 128, data: await webp(middle.open().resize(128, 128), options) },
      ]
    }),
  )
}

interface Header {
  readonly frames: number
  /** Of a frame. */
  readonly width: number
  readonly height: number
}

/**
 * Whether its pixels are seen one by one in the larger square. They stay as sharp as they are, as where the picture is chosen
 * (web/launch/picture/crop.ts).
 */
const isCoarse = ({ width, height }: Header): boolean => SQUARE_SIZES[0] / Math.min(width, height) >= 3

/** Refuses what is too large to be decoded: the header says it, and a decoder believes no other size than that. */
async function readHeader(bytes: Uint8Array): Promise<Header> {
  const kind = pictureKindOf(bytes)
  if (kind === undefined) throw new Refusal('imageUnsupported')
  if (!isWholePicture(bytes)) throw new Refusal('imageBroken', `${CUT_OFF}.`)
  const isAnimated = kind === 'gif' || kind === 'webp'
  const header = await sharp(bytes, { limitInputPixels: false, animated: isAnimated })
    .metadata()
    .catch((cause: unknown): Metadata => {
      throw new Refusal('imageBroken', undefined, { cause })
    })
  const { width, pages: frames = 1, pageHeight: height = header.height } = header
  if (width * height > PIXELS_MAX) throw new Refusal('imageTooManyPixels')
  if (!isAnimated || frames === 1) return { frames: 1, width, height }
  if (frames > FRAMES_MAX || width * height * frames > ANIMATION_PIXELS_MAX)
    throw new Refusal('imageAnimationTooLong')
  return { frames, width, height }
}

async function orBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw new Refusal('imageBroken', undefined, { cause })
  }
}

const READ = { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true } as const

/** Of what the first step makes too large the pixels are kept for the next ones. */
async function encodeStill(bytes: Uint8Array, header: Header): Promise<EncodedPicture> {
  const upright = () =>
    sharp(bytes, READ).rotate().resize(1024, 1024, { fit: 'inside', withoutEnlargement: true })
  const [{ side: _, ...first }, ...others] = isCoarse(header) ? [EXACT, ...STEPS] : STEPS
  const large = await webp(upright().toColourspace('srgb'), first)
  if (large.length <= OBJECT_BYTES_MAX) return namedByHash(large)
  const pixels = await pixelsOf(upright())
  for (const { side, ...options } of others) {
    const smaller = await webp(
      pixels.open().resize(side, side, { fit: 'inside', withoutEnlargement: true }),
      options,
    )
    if (smaller.length <= OBJECT_BYTES_MAX) return namedByHash(smaller)
  }
  throw new Error('a picture of 512 pixels is larger than any can be')
}

/** Smaller until it is at most OBJECT_BYTES_MAX. */
async function encodeAnimation(bytes: Uint8Array, header: Header): Promise<EncodedPicture> {
  const read = { ...READ, limitInputPixels: ANIMATION_PIXELS_MAX, animated: true }
  let side = Math.min(1024, Math.floor(Math.sqrt(ANIMATION_PIXELS_KEPT_MAX / header.frames)))
  if (isCoarse(header) && Math.max(header.width, header.height) <= side) {
    const exact = await webp(sharp(bytes, read), { lossless: true })
    if (exact.length <= OBJECT_BYTES_MAX) return namedByHash(exact)
  }
  for (const quality of [72, 60, 45, 30]) {
    const large = await webp(
      sharp(bytes, read).resize(side, side, { fit: 'inside', withoutEnlargement: true }),
      { quality, alphaQuality: quality },
    )
    if (large.length <= OBJECT_BYTES_MAX) return namedByHash(large)
    side = Math.max(96, Math.floor(side * Math.sqrt(OBJECT_BYTES_MAX / large.length)))
  }
  throw new Refusal('imageAnimationTooLong')
}

interface Pixels {
  open(): Sharp
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .timeout({ seconds: DECODE_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { open: () => sharp(data, { raw: { width, height, channels } }) }
}

const webp = (image: Sharp, options: WebpOptions) =>
  image
    .webp({ ...options, effort: EFFORT })
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer()

/** A large picture by its name. */
export const namedByHash = (large: Uint8Array): EncodedPicture => ({
  hash: createHash('sha256').update(large).digest('hex'),
  large,
})
