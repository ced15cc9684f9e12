// The server of the version after this one: this build's server with the account table of program/test/next-version.ts, and this
// build's pages. Tests only.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ACCOUNT_KINDS } from '@twinmint/sdk/program/accounts'
import { rolldown } from 'rolldown'
import { NEXT_KINDS } from '../program/test/next-version.ts'
import configs from '../rolldown.config.ts'
import { withFault } from './fault.ts'

const withNextKinds = (code: string): string =>
  (['config', 'market'] as const).reduce((text, kind) => {
    const from = `...LAYOUTS.${kind}, read: ${ACCOUNT_KINDS[kind].read.name}`
    const { version, bytes } = NEXT_KINDS[kind]
    const to = `${from}, version: ${version}, bytes: ${bytes}, before: { ${from} }`
    return withFault({ name: kind, file: 'accounts.ts', from, to }, text)
  }, code)

/** Builds it. Returns its main file and how to remove it. */
export async function buildNextServer(): Promise<{ readonly main: string; readonly remove: () => void }> {
  const parent = resolve('test-results')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'next-server-'))
  const transform = (code: string, id: string) =>
    id.endsWith('/sdk/program/accounts.ts') ? withNextKinds(code) : undefined
  const bundle = await rolldown({
    ...configs[0],
    plugins: [{ name: 'next-kinds', transform }],
    logLevel: 'silent',
  })
  await bundle.write({ dir: join(folder, 'server'), format: 'esm' })
  await bundle.close()
  for (const part of ['web', 'render']) symlinkSync(resolve('dist', part), join(folder, part))
  return {
    main: join(folder, 'server/main.js'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
