import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { makeFolder } from '@twinmint/sdk/content/folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../../scripts/run.mjs'
import { type FolderMaker, startFolderMaker } from './folders.ts'

const picture = { sha256: new Uint8Array(createHash('sha256').update('frog').digest()), size: 4 }
const textsOf = (number: number) => ({
  name: `Frog ${number}`,
  symbol: 'FROG',
  collectionName: 'Frogs 🐸',
  description: '',
  links: { x: 'https://x.com/frog' },
})

let folders: FolderMaker
beforeAll(async () => {
  folders = startFolderMaker(pathToFileURL(await bundle('packages/server/launch/folder-worker.ts')), 2)
})
afterAll(() => folders.close())

test('makes folders as the page makes them, many at once, while this thread goes on', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  const cids = await Promise.all(
    Array.from({ length: 8 }, (_, at) => folders.cidOf({ texts: textsOf(at), picture })),
  )
  clearInterval(timer)
  expect(cids).toEqual(Array.from({ length: 8 }, (_, at) => makeFolder(textsOf(at), picture).cid))
  expect(ticks).toBeGreaterThan(3)
})

test('tells how many are made, up to all', async () => {
  const made: number[] = []
  await folders.cidOf({ texts: textsOf(1), picture }, (count) => made.push(count))
  expect(made.length).toBeGreaterThan(10)
  expect(made).toEqual([...made].sort((a, b) => a - b))
  expect(made.at(-1)).toBeGreaterThanOrEqual(1_000)
})

test('says what can’t be made, and goes on', async () => {
  const tooLarge = { ...picture, size: 2 ** 20 + 1 }
  await expect(folders.cidOf({ texts: textsOf(1), picture: tooLarge })).rejects.toThrow('more than a block')
  expect(await folders.cidOf({ texts: textsOf(1), picture })).toBe(makeFolder(textsOf(1), picture).cid)
})
