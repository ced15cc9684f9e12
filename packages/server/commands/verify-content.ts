// `npm run verify-content`: goes through every picture that is kept, hashes the large ones against their names and decodes
// the squares; says which are rotten or missing, and whose they are where the database can be asked. Ends with 1 when any is.

import { type Fault, verifyContent } from '../content/storage/checkup.ts'
import { type Database, hasDatabase, openDatabase, type Queryable } from '../database/database.ts'
import { listPictureHashes, listPictureUsers } from '../launch/store.ts'
import { readCommand } from '../main/commands.mjs'
import { type Config, readConfig } from '../main/config.ts'
import { openContentStore, wordsOfFailure } from '../main/content.ts'
import { openDataFolder } from '../main/data-folder.ts'

const HASHES_AT_ONCE = 1_000

readCommand('verify-content')
try {
  process.exitCode = (await verify()) ? 0 : 1
} catch (error) {
  console.error(`Not everything was verified: ${wordsOfFailure(error)}`)
  process.exitCode = 2
}

async function verify(): Promise<boolean> {
  const config = readConfig()
  const store = openContentStore(config)
  await store.check()
  const asked = await openNames(config)
  try {
    const { objects, faults } = await verifyContent(store, neededBy(asked?.db), async (fault) =>
      console.log(await lineOf(fault, asked?.db)),
    )
    console.log(
      faults === 0
        ? `${objects} files are what their names say.`
        : `${faults} files are rotten or missing; ${objects} were there.`,
    )
    return faults === 0
  } finally {
    await asked?.close()
  }
}

/** The embedded database belongs to the server while it runs: then no coin is named, and none that lost all is missed. */
async function openNames(
  config: Config,
): Promise<{ readonly db: Database; close(): Promise<void> } | undefined> {
  const { databaseUrl: url, dataFolder } = config
  if (url === undefined && !hasDatabase(dataFolder)) return undefined
  try {
    const folder = url === undefined ? openDataFolder(dataFolder) : undefined
    const db = await openDatabase({ url, folder: dataFolder }).catch((error: unknown) => {
      folder?.close({ withInventory: false })
      throw error
    })
    return {
      db,
      async close() {
        await db.close()
        folder?.close({ withInventory: folder.isAsClosed })
      },
    }
  } catch (error) {
    console.log(`Without the database, so without the names of coins: ${wordsOfFailure(error)}`)
    return undefined
  }
}

async function* neededBy(db: Queryable | undefined): AsyncGenerator<string> {
  if (db === undefined) return
  for (let after = ''; ; ) {
    const hashes = await listPictureHashes(db, after, HASHES_AT_ONCE)
    yield* hashes
    const last = hashes.at(-1)
    if (last === undefined) return
    after = last
  }
}

/** Whoever launched chose the symbol, so only letters, digits and the like are printed. */
async function lineOf({ key, hash, how }: Fault, db: Queryable | undefined): Promise<string> {
  const users = db === undefined ? [] : await listPictureUsers(db, hash)
  const names = users.map(({ kind, address, symbol }) =>
    kind === 'profile'
      ? `profile of ${address}`
      : `${symbol.replace(/[^\p{L}\p{N}\p{P}\p{S}]/gu, '')} ${address}`,
  )
  return [`${how}  ${key}`, ...names].join('  ')
}
