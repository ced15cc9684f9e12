import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPicture } from '../../../../tests/pictures.ts'
import { startS3Server } from '../../../../tests/s3-server.ts'
import { type Fault, moveContent, verifyContent } from './checkup.ts'
import { openPictureStore } from './pictures.ts'
import { openS3Store } from './s3.ts'
import { type ContentStore, contentKey, openFolderStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'twinmint-checkup-'))
const whole = join(folder, 'whole')
let hashes: string[]
beforeAll(async () => {
  const pictures = openPictureStore(openFolderStore(whole))
  hashes = []
  for (let at = 0; at < 12; at++)
    hashes.push(await pictures.add(await drawPicture(`hsl(${at * 30} 60% 50%)`), 'somebody'))
  hashes.sort()
  for (const hash of hashes) await pictures.read(hash, 128)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const copyOf = (name: string) => {
  const place = join(folder, name)
  cpSync(whole, place, { recursive: true })
  return place
}
async function* these(all: readonly string[]) {
  yield* all
}
async function faultsOf(store: ContentStore, needed: readonly string[] = []) {
  const faults: Fault[] = []
  const { objects, faults: count } = await verifyContent(
    store,
    these(needed),
    async (fault) => void faults.push(fault),
  )
  expect(count).toBe(faults.length)
  return {
    objects,
    faults: faults.map(({ key, how }) => `${how} ${key}`).sort(),
  }
}
const key = (at: number, size: number) => contentKey(hashes[at] ?? '', size) ?? ''
const quiet = { removes: false, onProgress: () => {} }

test('finds what rotted by one bit, what was cut, what is another’s and what is gone, and nothing else', async () => {
  expect(await faultsOf(openFolderStore(whole), hashes)).toEqual({ objects: 36, faults: [] })
  const place = copyOf('rotten')
  const store = openFolderStore(place)
  const bytes = Buffer.from((await store.get(key(1, 1024))) ?? [])
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1
  writeFileSync(join(place, key(1, 1024)), bytes)
  truncateSync(join(place, key(2, 512)), 300)
  writeFileSync(join(place, key(3, 128)), (await store.get(key(3, 512))) ?? '')
  rmSync(join(place, key(4, 1024)))
  await openPictureStore(store).remove(hashes[11] ?? '')
  const never = 'f'.repeat(64)
  expect(await faultsOf(store, [...hashes, never])).toEqual({
    objects: 32,
    faults: [
      `missing ${contentKey(never, 1024)}`,
      `missing ${key(11, 1024)}`,
      `missing ${key(4, 1024)}`,
      `rotten ${key(1, 1024)}`,
      `rotten ${key(2, 512)}`,
      `rotten ${key(3, 128)}`,
    ].sort(),
  })
  // Nobody who could be asked: then only what is there in part is known to be missing.
  expect((await faultsOf(store)).faults).toHaveLength(4)
})

test('moves to a store of S3 and back, goes on where it was stopped, and leaves behind what is rotten', async () => {
  const server = await startS3Server('moved/')
  const s3 = openS3Store(server.settings)
  const place = copyOf('moving')
  const from = openFolderStore(place)
  writeFileSync(join(place, key(5, 1024)), 'rotten')
  // Away in the middle.
  let puts = 0
  server.trouble = (request, response) => {
    if (request.method === 'PUT') puts++
    if (puts <= 10) return false
    response.destroy()
    return true
  }
  await expect(moveContent(from, s3, quiet)).rejects.toMatchObject({ code: 'contentUnavailable' })
  server.trouble = undefined
  const told: number[] = []
  const moved = await moveContent(from, s3, { removes: true, onProgress: (done) => told.push(done) })
  expect(moved).toMatchObject({ rotten: [key(5, 1024)], removed: 35 })
  expect(moved.known).toBeGreaterThanOrEqual(8)
  expect(moved.copied + moved.known).toBe(35)
  expect(told.at(-1)).toBe(35)
  expect((await faultsOf(s3, hashes)).faults).toEqual([`missing ${key(5, 1024)}`])
  expect((await faultsOf(from)).objects).toBe(1)

  const back = openFolderStore(join(folder, 'back'))
  // What has the size and not the bytes is not taken for moved.
  await back.put(key(6, 1024), new Uint8Array((await s3.size(key(6, 1024))) ?? 0))
  const returned = await moveContent(s3, back, { removes: true, onProgress: () => {} })
  expect(returned).toMatchObject({ copied: 35, known: 0, removed: 35, rotten: [] })
  expect((await faultsOf(back)).faults).toEqual([`missing ${key(5, 1024)}`])
  await server.close()
})
