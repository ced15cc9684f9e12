// That the committed program is what its source says. Where Debian's rustc-web and rust-web-src are installed the
// program is built again and compared; elsewhere only the pin is checked.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildProgram, findToolchain, type ProgramPin, sha256 } from './build.ts'

const folder = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')
const root = join(folder, '..')
const committed = readFileSync(join(folder, 'twinmint.so'))
const pin = JSON.parse(readFileSync(join(folder, 'twinmint.so.json'), 'utf8')) as ProgramPin
const toolchain = findToolchain()

test('the committed program has the pinned size and sha256', () => {
  expect({ sha256: sha256(committed), bytes: committed.length }).toEqual({
    sha256: pin.sha256,
    bytes: pin.bytes,
  })
  expect(pin.compiler).toMatch(/^rustc \d+\.\d+\.\d+/)
})

const reason =
  'missing' in toolchain
    ? toolchain.missing
    : toolchain.compiler === pin.compiler
      ? undefined
      : `${toolchain.compiler} is not the pinned ${pin.compiler}`

test.skipIf(reason !== undefined)(
  `the source builds to the committed bytes, in any folder${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    if ('missing' in toolchain) return
    const scratch = mkdtempSync(join(tmpdir(), 'twinmint-build-'))
    try {
      const here = buildProgram({ root, sourceFolder: folder, outFile: join(scratch, 'here.so'), toolchain })
      expect(sha256(here)).toBe(pin.sha256)
      const elsewhere = join(scratch, 'a', 'rather', 'longer path')
      for (const name of ['src', 'target.json'])
        cpSync(join(folder, name), join(elsewhere, name), { recursive: true })
      const there = buildProgram({
        root,
        sourceFolder: elsewhere,
        outFile: join(scratch, 'there.so'),
        toolchain,
      })
      expect(sha256(there)).toBe(pin.sha256)
    } finally {
      rmSync(scratch, { recursive: true })
    }
  },
  180_000,
)
