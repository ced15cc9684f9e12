// Files of a stopped server's folder cut, emptied, altered or lost. Either nothing is lost by that, or the start ends with
// one sentence that names the file and says what to do; the file put back, the server starts again.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openBotKeys } from '../../packages/server/demo/keys.ts'
import { changedFiles, openDataFolder } from '../../packages/server/main/data-folder.ts'
import { startEmbeddedChain } from '../../packages/server/main/embedded.ts'
import { Random, withSeed } from '../../program/test/random.ts'
import { copyFreshFolder, emptyFolder } from '../fresh-folder.ts'
import { rebuildIndex } from '../index-rows.ts'
import { startServerProcess } from '../server-process.ts'
import { isSoak, size } from '../soak.ts'
import { openDatabaseOf } from '../test-database.ts'

const DAMAGES = {
  cut: (file: string) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
  emptied: (file: string) => truncateSync(file, 0),
  altered: (file: string) => {
    const bytes = readFileSync(file)
    bytes[Math.floor(bytes.length / 3)] = (bytes[Math.floor(bytes.length / 3)] ?? 0) ^ 0x41
    writeFileSync(file, bytes)
  },
  lost: (file: string) => rmSync(file),
}
type Damage = keyof typeof DAMAGES
const ALL = Object.keys(DAMAGES) as Damage[]

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function freshFolder(): Promise<string> {
  const folder = await copyFreshFolder()
  folders.push(folder)
  return folder
}

/** As a server leaves it that is killed. */
async function killedFolder(): Promise<string> {
  const folder = await freshFolder()
  rmSync(join(folder, 'inventory'))
  return folder
}

/** Everything that a folder holds and no start makes again. */
function filesOf(folder: string, path = ''): string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const own = join(path, entry.name)
    if (entry.isDirectory()) return entry.name === 'fonts' ? [] : filesOf(folder, own)
    return entry.name === 'lock.mdb' || entry.name === 'inventory' ? [] : [own]
  })
}

/** Undefined when it starts (and then stops in peace), else what it printed. */
async function failedStart(folder: string, env: Record<string, string> = {}): Promise<string | undefined> {
  let server: Awaited<ReturnType<typeof startServerProcess>>
  try {
    server = await startServerProcess({ folder, env })
  } catch (error) {
    return (error as Error).message
  }
  expect(await server.stop()).toBe(0)
  return undefined
}

/** One sentence, with what to do. */
const REFUSAL = /^the server ended with 1:\nTwinmint could not start: [^\n]+ docs\/operations\.md [^\n]+\.\n$/

/** A start that ends with a sentence, and leaves nothing behind; returns the sentence. */
async function refusalOf(folder: string): Promise<string> {
  const said = await failedStart(folder)
  expect(said).toMatch(REFUSAL)
  expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([])
  return said ?? ''
}

describe('the folder of a server that was stopped', () => {
  test.each(size<Damage[]>(['lost'], ALL))('every file that was %s is found by its name', async (damage) => {
    const folder = await freshFolder()
    // What a first start does not make.
    mkdirSync(join(folder, 'pictures', 'ab'), { recursive: true })
    writeFileSync(join(folder, 'pictures', 'ab', 'a b-512.webp'), 'a picture')
    writeFileSync(join(folder, 'demo-keys.json'), '{}')
    rmSync(join(folder, 'inventory'))
    openDataFolder(folder).close({ withInventory: true })
    const files = filesOf(folder).filter(
      (path) => damage === 'lost' || readFileSync(join(folder, path)).length > 0,
    )
    expect(files.length).toBeGreaterThan(500)
    expect(changedFiles(folder)).toEqual([])

    for (const path of files) DAMAGES[damage](join(folder, path))
    expect(
      changedFiles(folder)
        ?.map(({ path }) => path)
        .sort(),
    ).toEqual(files.sort())
  })

  test('does not start on it, touches nothing, and starts when the file is put back', async () => {
    const folder = await freshFolder()
    const file = join(folder, 'chain', 'lmdb', 'data.mdb')
    const whole = readFileSync(file)
    DAMAGES.altered(file)
    const damaged = readFileSync(file)
    expect(await refusalOf(folder)).toContain(`${file} was altered after the server was stopped`)
    // Not by `toEqual`, which makes a text of the place of every byte.
    expect(readFileSync(file).equals(damaged)).toBe(true)
    writeFileSync(file, whole)
    expect(await failedStart(folder)).toBeUndefined()
  })

  test('an inventory that was cut, emptied, altered or lost costs nothing', async () => {
    const folder = await freshFolder()
    const inventory = join(folder, 'inventory')
    const whole = readFileSync(inventory)
    for (const damage of ALL) {
      writeFileSync(inventory, whole)
      DAMAGES[damage](inventory)
      const opened = openDataFolder(folder)
      expect([damage, opened.isAsClosed]).toEqual([damage, false])
      opened.close({ withInventory: false })
    }
  })
})

describe('the folder of a server that was killed', () => {
  const found = [
    // Reading it kills the process that does, and PostgreSQL's own end is "Aborted()".
    ['chain/lmdb/data.mdb', 'cut', 'data.mdb'],
    ['postgres/pg_wal/000000010000000000000001', 'emptied', 'could not locate a valid checkpoint record'],
    // An index of PostgreSQL's own.
    ['postgres/base/5/3455', 'lost', 'could not open file "base/5/3455"'],
  ] as const
  test.each(size(found.slice(0, 1), found.slice()))(
    'does not start where %s was %s',
    async (path, damage, reason) => {
      const folder = await killedFolder()
      DAMAGES[damage](join(folder, path))
      expect(await refusalOf(folder)).toContain(reason)
    },
  )

  if (isSoak)
    test('says of an index that is read by the catching up alone that it is damaged, and takes no inventory of it', async () => {
      const folder = await killedFolder()
      const database = await openDatabaseOf(folder)
      const [file] = await database.query<{ path: string }>(
        `select pg_relation_filepath('indexer_cursor_pkey') as path`,
      )
      await database.close()
      DAMAGES.cut(join(folder, 'postgres', file?.path ?? ''))
      expect(await refusalOf(folder)).toContain('could not read blocks')
      expect(readdirSync(folder)).not.toContain('inventory')
    })

  test('has no new keys or chain begun where they were damaged or lost', async () => {
    const folder = await killedFolder()
    for (const [path, damage] of [
      ...ALL.map((each) => ['chain-keys.json', each] as const),
      ['chain/lmdb/data.mdb', 'emptied'],
      ['chain/lmdb/data.mdb', 'lost'],
    ] as const) {
      const file = join(folder, path)
      const whole = readFileSync(file)
      DAMAGES[damage](file)
      const opening = startEmbeddedChain({
        folder,
        isAsClosed: true,
        beforeFirst: () => Promise.reject(new Error('this is no first start')),
        beforeUpgrade: async () => {},
        say: () => {},
        onFailure: () => {},
      })
      await expect(opening, `${path} ${damage}`).rejects.toThrow(
        new RegExp(`^${file} is .+ Restore the whole data folder`),
      )
      writeFileSync(file, whole)
    }
  })

  test.each(['cut', 'emptied'] as const)('says that the demo market’s keys were %s', (damage) => {
    const folder = emptyFolder()
    folders.push(folder)
    openBotKeys(folder)
    DAMAGES[damage](join(folder, 'demo-keys.json'))
    expect(() => openBotKeys(folder)).toThrow(`${join(folder, 'demo-keys.json')} is damaged. Restore`)
  })

  if (isSoak)
    test('starts or says why, whichever file it is', () =>
      withSeed(async (seed) => {
        const random = new Random(seed)
        const files = filesOf(await killedFolder()).sort()
        const unclear: string[] = []
        for (let at = 0; at < 200; at++) {
          const path = files[random.below(files.length)] ?? ''
          const damage = ALL[at % ALL.length] ?? 'cut'
          const folder = await killedFolder()
          DAMAGES[damage](join(folder, path))
          const said = await failedStart(folder)
          if (said !== undefined && !REFUSAL.test(said)) unclear.push(`${path} ${damage}: ${said}`)
          rmSync(folder, { recursive: true, force: true })
        }
        expect(unclear).toEqual([])
      }))
})

describe('parts that do not fit each other', () => {
  test('no new chain begins under an old index', async () => {
    const folder = await killedFolder()
    rmSync(join(folder, 'chain'), { recursive: true })
    rmSync(join(folder, 'chain-keys.json'))
    expect(await refusalOf(folder)).toContain('The index in the database is of another chain')
    // What the start began is no chain that a later one would take for whole.
    expect(readdirSync(folder)).not.toContain('chain-keys.json')
  })

  if (isSoak)
    test('an index that is newer than the chain, or gone, is made again by `npm run reindex` alone', async () => {
      const folder = await killedFolder()
      const database = await openDatabaseOf(folder)
      await database.query(`update indexer_cursor set signature = 'of a lost transaction'`)
      await database.close()
      expect(await refusalOf(folder)).toContain('npm run reindex')
      const done = 'The index was rebuilt'
      expect(rebuildIndex(folder)).toContain(done)
      rmSync(join(folder, 'inventory'), { force: true })
      rmSync(join(folder, 'postgres'), { recursive: true })
      expect(await refusalOf(folder)).toContain(`${join(folder, 'postgres')} is missing`)
      expect(rebuildIndex(folder)).toContain(done)
    })
})

if (isSoak)
  test('a port that is taken ends the start with a sentence, and leaves nothing behind', async () => {
    const folder = await freshFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = String(typeof address === 'object' ? address?.port : 0)
    try {
      const said = await failedStart(folder, { PORT: port })
      expect(said).toBe(
        `the server ended with 1:\nTwinmint could not start: Something else listens at 127.0.0.1:${port}: stop it, or choose another port (PORT).\n`,
      )
      expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([])
      expect(changedFiles(folder)).toEqual([])
      expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(folder)
    } finally {
      other.close()
    }
  })
