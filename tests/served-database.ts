// A database of the machine's PostgreSQL for each server that a test starts, where one answers: such a server starts with
// less than half of the work that one with an embedded database has. Each is a copy of what a first start left, as the
// folders are (fresh-folder.ts). Where none answers, tests use the embedded database, as the journeys, benchmarks and the
// soak always do.
import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { copyFolder, emptyFolder, freshFolder, makeOnce, runs, startOnce } from './fresh-folder.ts'
import { postgres } from './services.ts'
import { isSoak } from './soak.ts'

/** Another clone on this machine has databases of its own. */
const PREFIX = `twinmint_${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8)}`

/** By the folder of the server that has it. */
const urls = new Map<string, string>()
let copies = 0

async function administer<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Whether tests have databases of a PostgreSQL. */
export const isServed = !isSoak && postgres.missing === undefined

/** What a commit must outlast is tested with the embedded database, and with a PostgreSQL as it is set. */
function urlOf(name: string): string {
  const url = new URL(postgres.url)
  url.pathname = name
  url.searchParams.set('options', '-csynchronous_commit=off')
  return url.href
}

/** A copy of the database that a first start left. */
export async function copyServedDatabase(): Promise<string> {
  const { template } = await servedStart()
  const name = `${PREFIX}_${process.pid}_${copies++}`
  await administer(`create database ${name} template ${template}`)
  return urlOf(name)
}

/** For who is done with it: whoever is still connected is cut off. */
export const dropServedDatabase = async (url: string): Promise<void> =>
  void (await administer(`drop database if exists ${nameOf(url)} with (force)`))

const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** A new folder as a first start left it, whose database is a served one. */
export async function copyServedFolder(): Promise<string> {
  const { folder } = await servedStart()
  const copy = emptyFolder()
  copyFolder(folder, copy)
  urls.set(copy, await copyServedDatabase())
  return copy
}

/** Of a folder whose database is a served one, also while its server is stopped. */
export const servedUrlOf = (folder: string): string | undefined => urls.get(folder)

/** Removes the database of a folder that is removed. */
export async function dropDatabaseOf(folder: string): Promise<void> {
  const url = urls.get(folder)
  if (url === undefined) return
  urls.delete(folder)
  await dropServedDatabase(url)
}

let started: Promise<{ readonly folder: string; readonly template: string }> | undefined
const servedStart = () => (started ??= findServedStart())

/** The chain of the first start of the embedded kind, and its index in a database that copies are made of. */
async function findServedStart(): Promise<{ readonly folder: string; readonly template: string }> {
  const first = await freshFolder()
  const folder = `${first}_served`
  const template = `${PREFIX}_${basename(first)}`
  await makeOnce(
    folder,
    () => isThere(folder, template),
    () => makeServedStart(first, folder, template),
  )
  return { folder, template }
}

async function isThere(folder: string, template: string): Promise<boolean> {
  const named = await administer(`select 1 from pg_database where datname = '${template}' and datistemplate`)
  return named.length > 0 && existsSync(folder)
}

async function makeServedStart(first: string, folder: string, template: string): Promise<void> {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
  copyFolder(first, unfinished)
  for (const name of ['postgres', 'inventory'])
    rmSync(join(unfinished, name), { recursive: true, force: true })
  await dropAbandoned()
  await administer(`create database ${template}`)
  await startOnce(unfinished, urlOf(template))
  await administer(`alter database ${template} is_template true`)
  renameSync(unfinished, folder)
}

/** Databases of another build of this clone, and what runs of it have left behind that were cut off. */
async function dropAbandoned(): Promise<void> {
  const found = await administer<{ name: string }>(
    `select datname as name from pg_database where datname like '${PREFIX}\\_%'`,
  )
  for (const { name } of found) {
    const pid = /_(\d+)_\d+$/.exec(name)?.[1]
    if (pid !== undefined && runs(Number(pid))) continue
    await administer(`alter database ${name} is_template false`)
    await administer(`drop database ${name} with (force)`)
  }
}
