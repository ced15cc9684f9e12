// The embedded database's thread at its end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bundle } from '../../../scripts/run.mjs'
import { openSession } from './pglite-session.ts'

test('a statement after the close is refused, and the process goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-session-'))
  try {
    const workerUrl = pathToFileURL(await bundle('packages/server/database/pglite-worker.ts'))
    const session = await openSession(join(folder, 'postgres'), workerUrl)
    const ask = (kind: 'query' | 'close', text: string) => session.ask({ kind, text, limitMs: 30_000 })
    const [closed, ...late] = await Promise.allSettled([
      ask('close', ''),
      ask('query', 'select 1'),
      ask('query', 'select 2'),
    ])
    expect(closed).toEqual({ status: 'fulfilled', value: [] })
    expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(session.lost).toBeUndefined()
    await session.end()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
