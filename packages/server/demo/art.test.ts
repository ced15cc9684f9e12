import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openPictureStore } from '../content/storage/pictures.ts'
import { openFolderStore } from '../content/storage/store.ts'
import { PICTURES } from './art.ts'

const folder = mkdtempSync(join(tmpdir(), 'twinmint-art-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const all = Object.values(PICTURES)
const paint = (svg: string, pixels: number) => sharp(Buffer.from(svg)).resize(pixels, pixels)

test('a picture has nothing from elsewhere', () => {
  for (const svg of all) {
    expect(svg).not.toMatch(/NaN|undefined|<text|<image|href|font/)
    const ids = [...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('every two pictures differ in most of what one sees', async () => {
  const seen = await Promise.all(all.map((svg) => paint(svg, 64).removeAlpha().raw().toBuffer()))
  const apart = (a: Buffer, b: Buffer) =>
    a.reduce((sum, value, i) => sum + (Math.abs(value - (b[i] ?? 0)) > 24 ? 1 : 0), 0) / a.length
  for (const [i, a] of seen.entries())
    for (const b of seen.slice(i + 1)) expect(apart(a, b)).toBeGreaterThan(0.3)
})

test('each goes through the pictures of a launch and comes out square and whole', async () => {
  const store = openPictureStore(openFolderStore(folder))
  const hashes = new Set<string>()
  for (const svg of all) {
    const hash = await store.add(await paint(svg, 1024).png().toBuffer(), 'somebody')
    hashes.add(hash)
    const file = await store.read(hash, 1024)
    const { format, width, height } = await sharp(file).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 1024, height: 1024 })
    // Something bright on it, something dark.
    const { channels } = await sharp(file).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(40)
  }
  expect(hashes.size).toBe(all.length)
})
