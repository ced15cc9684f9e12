// Pictures for launches.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import sharp from 'sharp'

const PHOTO = resolve('node_modules/.cache/twinmint/photo.jpg')

/** A PNG of one colour, as small as can be. */
export function plainPicture(colour = '#9a6bff'): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

/** A small JPEG with the twins on it. */
export function drawPicture(colour: string): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="${colour}"/><circle cx="240" cy="300" r="150" fill="#08070c"/><rect x="300" y="260" width="240" height="240" rx="28" fill="#f5f2fb" opacity="0.9"/></svg>`
  return sharp(Buffer.from(drawing)).jpeg().toBuffer()
}

/** About 2 MB of JPEG with gradients and grain, which compresses as photographs do. Made once a clone. */
export async function takePhoto(): Promise<Buffer> {
  if (existsSync(PHOTO)) return readFileSync(PHOTO)
  const size = { width: 1800, height: 1350 }
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1350"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#ff9d4d"/><stop offset="0.6" stop-color="#6a3fb5"/><stop offset="1" stop-color="#0d1b2a"/></linearGradient><radialGradient id="sun"><stop stop-color="#fff3c4"/><stop offset="1" stop-color="#ff7a00" stop-opacity="0"/></radialGradient></defs><rect width="1800" height="1350" fill="url(#sky)"/><circle cx="900" cy="600" r="420" fill="url(#sun)"/></svg>`
  const grain = await sharp({
    create: {
      ...size,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  const photo = await sharp(Buffer.from(light))
    .flatten()
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 97 })
    .toBuffer()
  if (photo.length < 1_000_000) throw new Error(`a photograph has more than ${photo.length} bytes`)
  mkdirSync(dirname(PHOTO), { recursive: true })
  writeFileSync(`${PHOTO}.${process.pid}`, photo)
  renameSync(`${PHOTO}.${process.pid}`, PHOTO)
  return photo
}
