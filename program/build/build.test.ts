// That the committed programs are what their sources say: by the pin, which names the sources that were built; and in
// `npm run test:soak`, where Debian's rustc-web and rust-web-src are installed, by building them again, which takes half a
// minute.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isSoak } from '../../tests/soak.ts'
import { BUILT, buildProgram, findToolchain, hashSources, type ProgramPin, sha256 } from './build.ts'

const folder = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const root = join(folder, '..')
const committed = readFileSync(join(folder, 'twinmint.so'))
const pin = JSON.parse(readFileSync(join(folder, 'twinmint.so.json'), 'utf8')) as ProgramPin
const toolchain = findToolchain()

test('the committed program has the pinned size and sha256, and so do the sources that it was built from', () => {
  const { sha256: hash, bytes, sources } = pin
  expect({
    hash: sha256(committed),
    bytes: committed.length,
    sources: hashSources(folder),
  }).toEqual({ hash, bytes, sources })
  expect(pin.compiler).toMatch(/^rustc \d+\.\d+\.\d+/)
})

const reason =
  'missing' in toolchain
    ? toolchain.missing
    : toolchain.compiler === pin.compiler
      ? undefined
      : `${toolchain.compiler} is not the pinned ${pin.compiler}`

if (isSoak)
  test.skipIf(reason !== undefined)(
    `the sources build to the committed bytes, in another folder${reason === undefined ? '' : ` (skipped: ${reason})`}`,
    () => {
      if ('missing' in toolchain) return
      const scratch = mkdtempSync(join(tmpdir(), 'twinmint-build-'))
      try {
        const elsewhere = join(scratch, 'a', 'rather', 'longer path')
        for (const name of ['src', 'target.json', 'caller.rs'])
          cpSync(join(folder, name), join(elsewhere, name), { recursive: true })
        for (const built of BUILT) {
          const { elf } = built
          const outFile = join(scratch, elf)
          const bytes = buildProgram({ root, sourceFolder: elsewhere, built, outFile, toolchain })
          expect([elf, sha256(bytes)]).toEqual([elf, sha256(readFileSync(join(folder, elf)))])
        }
      } finally {
        rmSync(scratch, { recursive: true })
      }
    },
  )
