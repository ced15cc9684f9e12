// A server that lost its pictures and texts gets them back from CARs and from another server's gateway, byte for byte; what was
// tampered with changes nothing.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CarReader } from '@ipld/car'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { assert } from '@twinmint/sdk/core/assert'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { runCommand } from './command.ts'
import { copyFreshFolder, emptyFolder } from './fresh-folder.ts'
import { rebuildIndex } from './index-rows.ts'
import { drawPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { openDatabaseOf } from './test-database.ts'

let folder: string
let cars: string
let coins: Collection[]
let pictures: Map<string, Buffer>
let rows: object[]
/** A server that has it all, on a copy of the folder. */
let gateway: ServerProcess

const run = (command: 'export' | 'restore', args: readonly string[], data = folder) =>
  runCommand(command, args, {
    cwd: cars,
    env: {
      ...process.env,
      DATA_DIR: data,
      DATABASE_URL: '',
      SOLANA_RPC_URL: '',
      HISTORY_RPC_URL: '',
      STANDING_SECONDS: '0',
    },
  })

/** Every stored picture by its name. */
function readPictures(data = folder): Map<string, Buffer> {
  const root = join(data, 'pictures')
  if (!existsSync(root)) return new Map()
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.webp'),
  )
  return new Map(names.sort().map((name) => [name, readFileSync(join(root, name))]))
}

async function readRows(data = folder): Promise<object[]> {
  const database = await openDatabaseOf(data)
  const found = await database.query(
    `select mint_address, creator_address, name, symbol, collection_name, description, links, image_hash, folder_cid, metadata_uri
     from launches order by mint_address`,
  )
  await database.close()
  return found
}

async function change(sql: string, data = folder): Promise<void> {
  const database = await openDatabaseOf(data)
  await database.script(sql)
  await database.close()
}

function losePictures(data = folder): void {
  rmSync(join(data, 'pictures'), { recursive: true, force: true })
  rmSync(join(data, 'inventory'), { force: true })
}

const carOf = (coin: Collection | undefined) => join(cars, `${coin?.symbol}.car`)

beforeAll(async () => {
  folder = await copyFreshFolder()
  cars = emptyFolder()
  const server = await startServerProcess({ folder })
  const creator = createClient(server.origin)
  await creator.fund()
  coins = []
  for (const [symbol, colour] of [
    ['ONE', 'teal'],
    ['TWO', 'crimson'],
  ] as const)
    coins.push(
      await creator.launch(
        {
          name: `Coin ${symbol}`,
          symbol,
          collectionName: `Twins of ${symbol}`,
          description: `“${symbol}”\nand a second line`,
          links: { website: 'https://frog.example/', x: 'https://x.com/frog' },
        },
        await drawPicture(colour),
      ),
    )
  // Squares are made when they are first asked for.
  for (const { imageUrl } of coins) await fetch(server.origin + imageUrl?.replace('-1024.', '-128.'))
  await server.stop()
  pictures = readPictures()
  rows = await readRows()
  assert(pictures.size === 6, 'three sizes of two pictures')
  const copy = emptyFolder()
  for (const coin of coins)
    assert((await run('export', [coin.mintAddress, carOf(coin)])).code === 0, 'an export')
  cpSync(folder, copy, { recursive: true })
  rmSync(join(copy, 'inventory'), { force: true })
  gateway = await startServerProcess({ folder: copy })
})
afterAll(async () => {
  await gateway.remove()
  for (const each of [folder, cars]) rmSync(each, { recursive: true, force: true })
})

test('an export has the folder and all its files, and says where it is', async () => {
  const reader = await CarReader.fromBytes(readFileSync(carOf(coins[0])))
  expect((await reader.getRoots()).map(String)).toEqual([coins[0]?.folderCid])
  let blocks = 0
  for await (const _ of reader.blocks()) blocks++
  expect(blocks).toBe(1_004)
  const { code, output } = await run('export', [coins[0]?.mintAddress ?? ''])
  const named = `${coins[0]?.folderCid}.car`
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(named) as string })
  expect(readFileSync(join(cars, named)).equals(readFileSync(carOf(coins[0])))).toBe(true)
  // What a gateway gives is the same file.
  const given = await fetch(`${gateway.origin}/ipfs/${coins[0]?.folderCid}?format=car`)
  expect(Buffer.from(await given.arrayBuffer()).equals(readFileSync(carOf(coins[0])))).toBe(true)
})

test('pictures and texts come back from CARs, and it ends with 1 until all are there', async () => {
  losePictures()
  await change('delete from launches')
  const half = await run('restore', [carOf(coins[0])])
  expect(half).toMatchObject({ code: 1 })
  expect(half.output).toContain('1 restored, 0 whole already, 1 still missing')
  expect(half.output).toContain(
    `${coins[1]?.mintAddress} (${coins[1]?.folderCid}): still missing, nobody has its folder`,
  )
  const rest = await run('restore', [carOf(coins[0]), carOf(coins[1])])
  expect(rest).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 restored, 1 whole already') as string,
  })
  expect(await readRows()).toEqual(rows)
  const back = readPictures()
  expect([...back.keys()]).toEqual([...pictures.keys()])
  for (const [name, bytes] of [...pictures].filter(([name]) => name.endsWith('-1024.webp')))
    expect(back.get(name)?.equals(bytes), name).toBe(true)
})

test('a rotten picture or other texts are found, and put right', async () => {
  const ofTwo = coins[1]?.imageUrl?.split('/').at(-1) ?? 'none'
  const first = [...pictures.keys()].find((name) => name.endsWith(ofTwo)) ?? ''
  const file = join(folder, 'pictures', first)
  const rotten = Buffer.from(pictures.get(first) ?? '')
  rotten[60] = (rotten[60] ?? 0) ^ 4
  writeFileSync(file, rotten)
  rmSync(join(folder, 'inventory'), { force: true })
  await change(`update launches set description = 'Other.' where symbol = 'ONE'`)
  const { code, output } = await run('restore', [carOf(coins[0]), carOf(coins[1])])
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 restored') as string,
  })
  expect(
    readPictures()
      .get(first)
      ?.equals(pictures.get(first) ?? rotten),
  ).toBe(true)
  expect(readPictures().size).toBe(6)
  expect(await readRows()).toEqual(rows)
})

test('a lost database, too: first the index, then the rest, from another server’s gateway', async () => {
  losePictures()
  rmSync(join(folder, 'postgres'), { recursive: true })
  rebuildIndex(folder)
  const { code, output } = await run('restore', ['--gateway', gateway.origin])
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 restored') as string,
  })
  expect(await readRows()).toEqual(rows)
  const server = await startServerProcess({ folder })
  const client = createClient(server.origin)
  for (const coin of coins) {
    expect(await client.get(`/api/collections/${coin.id}`)).toMatchObject({
      description: coin.description,
      links: coin.links,
      imageUrl: coin.imageUrl,
    })
    expect((await fetch(server.origin + (coin.imageUrl ?? ''))).status).toBe(200)
    expect((await fetch(`${server.origin}/ipfs/${coin.folderCid}/1000`)).status).toBe(200)
  }
  await server.stop()
})

test('a CAR that was tampered with, or is none, changes nothing', async () => {
  losePictures()
  await change('delete from launches')
  const whole = readFileSync(carOf(coins[0]))
  const tampered = Buffer.from(whole)
  for (let at = 200; at < tampered.length; at += 97) tampered[at] = (tampered[at] ?? 0) ^ 1
  writeFileSync(join(cars, 'no.car'), 'no CAR at all')
  writeFileSync(join(cars, 'tampered.car'), tampered)
  for (const name of ['no.car', 'tampered.car'])
    expect({ name, ...(await run('restore', [join(cars, name)])) }).toMatchObject({ name, code: 1 })
  expect(await readRows()).toEqual([])
  expect(readPictures().size).toBe(0)
})

test('arguments that make no sense end with 2, and a coin or a file that is not there with 1', async () => {
  for (const args of [
    [],
    ['--gateway', 'http://elsewhere.example'],
    ['--gateway', 'frog'],
    ['--mint', 'frog', 'x.car'],
  ])
    expect(await run('restore', args)).toMatchObject({ code: 2 })
  expect(await run('restore', [carOf(coins[0]), '--mint', coins[0]?.creatorAddress ?? ''])).toMatchObject({
    code: 1,
    output: expect.stringContaining('has no coin') as string,
  })
  for (const args of [[], ['frog']]) expect(await run('export', args)).toMatchObject({ code: 2 })
  const lost = await run('export', [coins[0]?.mintAddress ?? '', join(cars, 'lost.car')])
  expect(lost.code).toBe(1)
  expect(existsSync(join(cars, 'lost.car'))).toBe(false)
})
