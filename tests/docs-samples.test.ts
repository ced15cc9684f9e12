// Every code sample of the documentation is run as a reader would run it: saved beside the others, by Node, against a real
// server. Its calls by curl are made too.
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { PLACES } from '@twinmint/sdk/internal/api/platform/docs-contents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPage } from '../packages/web/docs/build/build.ts'
import { createClient } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak } from './soak.ts'

const codes = PLACES.flatMap(({ item, path }) =>
  readPage('.', item.file, PLACES).blocks.flatMap((block) =>
    block.kind === 'code' ? [{ path, ...block }] : [],
  ),
)
const programs = codes.filter(({ language }) => language.split(' ')[0] === 'js')
const commands = codes
  .filter(({ language }) => language === 'console')
  .flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('curl ')))

let server: ServerProcess
/** A reader puts a coin’s own in its place. */
let folderCid: string
// Below the packages, so that samples find @solana/kit as after an `npm install`.
const folder = resolve('node_modules/.cache/docs-samples')

beforeAll(async () => {
  server = await startServerProcess()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const picture = await plainPicture('#21d38b')
  writeFileSync(join(folder, 'picture.png'), picture)
  // So that there is something to read.
  const creator = createClient(server.origin)
  await creator.fund()
  folderCid = (await creator.launch({}, picture)).folderCid ?? ''
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.remove()
})

if (isSoak)
  test('every program runs to its end and says something', async () => {
    expect(programs.length).toBeGreaterThan(6)
    for (const [at, { language, text, path }] of programs.entries()) {
      const name = /save=(\S+)/.exec(language)?.[1] ?? `sample-${at}.mjs`
      writeFileSync(join(folder, name), text.replaceAll('{{origin}}', server.origin))
      const ran = await promisify(execFile)(process.execPath, [name], {
        cwd: folder,
        timeout: 150_000,
      }).catch((error: Error & { stderr?: string }) => ({
        stdout: '',
        stderr: `${error.message}\n${error.stderr ?? ''}`,
      }))
      expect({ path, name, errors: ran.stderr }).toEqual({ path, name, errors: '' })
      expect(ran.stdout.trim()).not.toBe('')
    }
  })

test('every call by curl answers', async () => {
  expect(commands.length).toBeGreaterThan(3)
  for (const command of commands) {
    const url = command
      .replace('curl ', '')
      .replaceAll("'", '')
      .replace('{{origin}}', server.origin)
      .replace('/ipfs/CID', `/ipfs/${folderCid}`)
    expect([url, (await fetch(url)).status]).toEqual([url, 200])
  }
})
