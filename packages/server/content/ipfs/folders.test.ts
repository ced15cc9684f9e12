// Launches' folders as they are kept in memory: of an embedded database with pictures that rot, are cut and are mended.

import { createKeypair } from '@twinmint/localnet/keypair'
import { cidOfFolder, cidOfRaw, digestHex } from '@twinmint/sdk/content/cid'
import { makeFolder, PICTURE_NAME } from '@twinmint/sdk/content/folder'
import { textsOf } from '@twinmint/sdk/content/metadata'
import { Refusal } from '@twinmint/sdk/core/errors'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openEmptyDatabase } from '../../../../tests/test-database.ts'
import { addLaunch } from '../../launch/store.ts'
import { type Folders, openFolders, sha256Of } from './folders.ts'

const db = await openEmptyDatabase()
afterAll(() => db.close())

/** By their hashes. */
const pictures = new Map<string, Uint8Array>()
let made: number
let reads: number
let told: string[]
let folders: Folders
beforeEach(async () => {
  await db.query('delete from launches')
  await db.query('delete from asked_folders')
  pictures.clear()
  open()
})
/** As after a start. */
function open() {
  made = 0
  reads = 0
  told = []
  folders = openFolders({
    db,
    make: async ({ texts, picture }) => {
      made++
      return makeFolder(texts, picture, { hash: sha256Of })
    },
    readPicture: async (hash) => {
      reads++
      return pictures.get(hash)
    },
    onDamage: (sentence) => told.push(sentence),
    knownMax: 4,
  })
}

async function launch(name: string) {
  const picture = new TextEncoder().encode(`the picture of ${name}`)
  const imageHash = digestHex(sha256Of(picture))
  pictures.set(imageHash, picture)
  const texts = { name, symbol: 'FROG', collectionName: `${name}s`, description: '', links: {} }
  const folder = makeFolder(
    textsOf(texts),
    { sha256: sha256Of(picture), size: picture.length },
    { hash: sha256Of },
  )
  await addLaunch(db, {
    ...texts,
    mintAddress: createKeypair().address,
    id: crypto.randomUUID(),
    creatorAddress: createKeypair().address,
    imageHash,
    folderCid: folder.cid,
    metadataUri: `https://twin.example/ipfs/${folder.cid}`,
    devBuyLamports: '0',
    boost: false,
  })
  const cidOf = (file: string) => folder.links.find((link) => link.name === file)?.cid ?? ''
  return { cid: folder.cid, imageHash, picture, cidOf }
}
/** One bit of it. */
const rot = (bytes: Uint8Array) => bytes.with(3, (bytes[3] ?? 0) ^ 1)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'found',
    ({ code }: { code: string }) => code,
  )
const walked = async (cid: string) => {
  folders.walk(cid)
  await vi.waitFor(async () => {
    const rows = await db.query('select 1 from asked_folders where folder_cid = $1', [cid])
    expect(rows).toHaveLength(1)
  })
}

test('of a folder whose picture rotted the picture alone is refused', async () => {
  const frog = await launch('Frog')
  pictures.set(frog.imageHash, rot(frog.picture))
  const folder = await folders.find(frog.cid)
  expect(folder?.cid).toBe(frog.cid)
  expect(await folder?.read('7')).toBeDefined()
  expect(await codeOf(folder?.read(PICTURE_NAME) ?? Promise.resolve())).toBe('contentDamaged')
  expect(await codeOf(folders.findFile(frog.cidOf(PICTURE_NAME)))).toBe('contentDamaged')
  expect((await folders.findFile(frog.cidOf('7')))?.bytes).toBeDefined()
})

test('a damaged folder among those asked for lately keeps no other’s file from being found', async () => {
  const frog = await launch('Frog')
  const toad = await launch('Toad')
  await walked(toad.cid)
  await walked(frog.cid)
  // Cut, so that nobody knows its size.
  pictures.set(frog.imageHash, frog.picture.subarray(1))
  open()
  expect(await codeOf(folders.find(frog.cid))).toBe('contentDamaged')
  expect((await folders.findFile(toad.cidOf('7')))?.type).toBe('application/json')
  expect(await folders.findFile(cidOfRaw(sha256Of(new Uint8Array(9))))).toBeUndefined()
})

test('a folder that can’t be read at the moment leaves open whether it has the file', async () => {
  const frog = await launch('Frog')
  await walked(frog.cid)
  open()
  vi.spyOn(pictures, 'get').mockImplementation(() => {
    throw new Refusal('contentUnavailable')
  })
  expect(await codeOf(folders.findFile(frog.cidOf('7')))).toBe('contentUnavailable')
  vi.restoreAllMocks()
  expect((await folders.findFile(frog.cidOf('7')))?.bytes).toBeDefined()
})

test('damage is remembered for a moment, told once meanwhile, and over when it is mended', async () => {
  const frog = await launch('Frog')
  pictures.set(frog.imageHash, frog.picture.subarray(1))
  for (let at = 0; at < 5; at++) {
    expect(await codeOf(folders.find(frog.cid))).toBe('contentDamaged')
    expect(await codeOf(folders.findFile(frog.cidOf(PICTURE_NAME)))).toBe('contentDamaged')
  }
  expect({ made, reads, told: told.length }).toEqual({ made: 1, reads: 2, told: 1 })
  pictures.set(frog.imageHash, frog.picture)
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_000)
  expect((await folders.find(frog.cid))?.cid).toBe(frog.cid)
  now.mockRestore()
})

test('texts that make another folder are made once in a moment', async () => {
  const frog = await launch('Frog')
  await db.query(`update launches set description = 'another'`)
  for (let at = 0; at < 5; at++) expect(await folders.find(frog.cid)).toBeUndefined()
  expect({ made, told: told.length }).toEqual({ made: 1, told: 1 })
})

test('addresses that nobody has push nothing out, by path or bare', async () => {
  const own = []
  for (let at = 0; at < 4; at++) own.push(await launch(`Frog ${at}`))
  for (const { cid } of own) expect(await folders.find(cid)).toBeDefined()
  for (let at = 0; at < 100; at++)
    expect(await folders.find(cidOfFolder(sha256Of(Uint8Array.of(at))))).toBeUndefined()
  // Other servers' readers went through these.
  for (let at = 0; at < 4; at++) {
    const { cid } = await launch(`Toad ${at}`)
    await db.query('insert into asked_folders (folder_cid) values ($1)', [cid])
  }
  expect(made).toBe(4)
  for (let at = 0; at < 5; at++)
    expect(await folders.findFile(cidOfRaw(sha256Of(Uint8Array.of(at))))).toBeUndefined()
  expect(made).toBe(8)
  for (const { cid } of own) expect(await folders.find(cid)).toBeDefined()
  expect(made).toBe(8)
})

test('of many who ask for a folder at once one has it made', async () => {
  const frog = await launch('Frog')
  const all = await Promise.all(Array.from({ length: 50 }, () => folders.find(frog.cid)))
  expect(new Set(all.map((folder) => folder?.cid))).toEqual(new Set([frog.cid]))
  expect(made).toBe(1)
})
