// Builds the program from its Rust source: `npm run program:build`. Needs Debian's packages rustc-web and rust-web-src
// (rustc with LLVM 22, and core's source) and nothing else. The result is committed, so that nobody needs them to run
// or to test the product; where they are installed, a test rebuilds it and compares every byte.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readCommand } from '@twinmint/server/main/commands'

// Called by its path: another toolchain's rustc may come first in PATH, and its LLVM makes other bytes.
const RUSTC = '/usr/bin/rustc'
const SOURCES = '/usr/src'

export interface ProgramPin {
  readonly sha256: string
  readonly bytes: number
  readonly compiler: string
  /** Of all that it is built from, see `hashSources`. */
  readonly sources: string
}

export interface Toolchain {
  readonly compiler: string
  readonly coreSource: string
}

/** The installed compiler and the source of its core library, or a sentence about what is missing. */
export function findToolchain(): Toolchain | { readonly missing: string } {
  const remedy = 'Install them with: apt-get install --no-install-recommends rustc-web rust-web-src'
  if (!existsSync(RUSTC)) return { missing: `Debian's package rustc-web is not installed. ${remedy}` }
  const compiler = run(RUSTC, ['--version'], {}).trim()
  const version = /^rustc (\d+)\.(\d+)\.\d+/.exec(compiler)
  // LLVM 19 of Debian 12's first rustc-web could neither trap nor return pairs.
  if (!version || Number(version[2]) < 96)
    return { missing: `${compiler} is too old; the program needs 1.96. ${remedy}` }
  const number = /^rustc (\S+)/.exec(compiler)?.[1] ?? ''
  for (const name of existsSync(SOURCES) ? readdirSync(SOURCES).sort() : []) {
    const coreSource = join(SOURCES, name, 'library/core/src/lib.rs')
    if (name === `rustc-${number}` && existsSync(coreSource)) return { compiler, coreSource }
  }
  return {
    missing: `The source of ${number}'s core library (package rust-web-src) is not installed. ${remedy}`,
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** SHA-256 of the names and bytes of all that both programs are built from. */
export function hashSources(folder: string): string {
  const names = readdirSync(join(folder, 'src')).map((name) => `src/${name}`)
  const hash = createHash('sha256')
  for (const name of [...names, 'caller.rs', 'target.json'].sort()) {
    const bytes = readFileSync(join(folder, name))
    hash.update(`${name} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

interface Built {
  /** A path in the folder that holds src/ and target.json. */
  readonly source: string
  /** As rustc's `--cfg` takes it. */
  readonly cfg?: string
}

const NEXT_VERSION = 'next_version'

/** What is built and committed: the program, the version after it that tests migrate to, and another program that attacks
 *  it in events.test.ts. */
export const BUILT: readonly (Built & { readonly elf: string })[] = [
  { source: 'src/lib.rs', elf: 'twinmint.so' },
  { source: 'src/lib.rs', cfg: NEXT_VERSION, elf: 'fixtures/twinmint-next.so' },
  { source: 'caller.rs', elf: 'caller.so' },
]

/** Compiles `built` of `sourceFolder` into `outFile`. */
export function buildProgram(options: {
  readonly root: string
  readonly sourceFolder: string
  readonly built: Built
  readonly outFile: string
  readonly toolchain: Toolchain
  /** Whether the compiler's warnings are printed; they are unless this is false. */
  readonly warns?: boolean
}): Buffer {
  const { root, sourceFolder, built, outFile, toolchain, warns = true } = options
  const cache = join(root, 'node_modules/.cache/program')
  const target = ['--target', join(sourceFolder, 'target.json'), '-Z', 'unstable-options']
  const common = [...target, '-C', 'panic=immediate-abort', '-C', 'codegen-units=1']
  const library = buildCore(cache, common, toolchain, join(sourceFolder, 'target.json'))
  const linker = writeLinker(cache, root)
  mkdirSync(dirname(outFile), { recursive: true })
  const codegen = {
    lto: 'fat',
    'opt-level': '3',
    'overflow-checks': 'on',
    debuginfo: '0',
    // A frame has 4,096 bytes. Without -replexitval LLVM turns loops into products of 65 bits. Copies up to 4,096
    // bytes are written out, since there is no library to call.
    'llvm-args':
      '-bpf-stack-size=4096 -replexitval=never -max-store-memset=512 -max-store-memcpy=512 -max-store-memmove=512',
    linker,
  }
  run(
    RUSTC,
    [
      '--edition=2024',
      '--crate-name=twinmint',
      '--crate-type=bin',
      join(sourceFolder, built.source),
      `--check-cfg=cfg(${NEXT_VERSION})`,
      ...(built.cfg === undefined ? [] : ['--cfg', built.cfg]),
      ...common,
      `-L${library}`,
      `--remap-path-prefix=${sourceFolder}=program`,
      ...(warns ? [] : ['-Awarnings']),
      ...Object.entries(codegen).flatMap(([name, value]) => ['-C', `${name}=${value}`]),
      `-o${outFile}`,
    ],
    {},
  )
  return readFileSync(outFile)
}

/** core as bitcode alone: its atomics and floats exceed the backend, but only what the program reaches is generated.
 *  Takes 20 s and is kept until compiler or target change. */
function buildCore(
  cache: string,
  common: readonly string[],
  { compiler, coreSource }: Toolchain,
  targetFile: string,
): string {
  const key = sha256(Buffer.concat([Buffer.from(compiler), readFileSync(targetFile)])).slice(0, 12)
  const library = join(cache, `core-${key}`)
  if (existsSync(library)) return library
  const unfinished = `${library}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const flags = [
    ...common,
    '-Clinker-plugin-lto',
    '-Zforce-unstable-if-unmarked',
    '--cap-lints=allow',
    '--crate-type=rlib',
    `--out-dir=${unfinished}`,
  ]
  run(RUSTC, ['--edition=2024', '--crate-name', 'core', coreSource, '-C', 'opt-level=3', ...flags], {})
  // rustc wants a crate of this name; all that it would hold is absent on chain.
  const builtins = '#![feature(compiler_builtins)] #![compiler_builtins] #![no_std]\n'
  run(RUSTC, ['--edition=2021', '--crate-name', 'compiler_builtins', '-', '-L', unfinished, ...flags], {
    input: builtins,
  })
  if (existsSync(library)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, library)
  return library
}

/** rustc wants an executable: one that runs link.ts. */
function writeLinker(cache: string, root: string): string {
  const path = join(cache, 'link')
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const command = [process.execPath, join(root, 'scripts/run.mjs'), 'program/build/link.ts']
    .map(quoted)
    .join(' ')
  writeFileSync(path, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
  return path
}

function run(command: string, parameters: readonly string[], options: { readonly input?: string }): string {
  // RUSTC_BOOTSTRAP: building core and a target of our own are unstable features of a stable compiler.
  const env = { PATH: '/usr/bin:/bin', RUSTC_BOOTSTRAP: '1', SOURCE_DATE_EPOCH: '0' }
  const result = spawnSync(command, parameters, { ...options, env, encoding: 'utf8' })
  if (result.error) throw result.error
  if (result.status !== 0) throw new Error(result.stderr || `${command} ended with ${result.status}`)
  if (result.stderr) process.stderr.write(result.stderr)
  return result.stdout
}

if (process.argv[1]?.endsWith('program/build/build.ts')) {
  readCommand('program:build')
  const folder = dirname(dirname(resolve(process.argv[1])))
  const toolchain = findToolchain()
  if ('missing' in toolchain) {
    console.error(toolchain.missing)
    process.exitCode = 1
  } else {
    const root = dirname(folder)
    for (const built of BUILT) {
      const { elf: name } = built
      const outFile = join(root, 'node_modules/.cache/program', name)
      const elf = buildProgram({ root, sourceFolder: folder, built, outFile, toolchain })
      const { compiler } = toolchain
      const pin: ProgramPin = {
        sha256: sha256(elf),
        bytes: elf.length,
        compiler,
        sources: hashSources(folder),
      }
      writeFileSync(join(folder, name), elf)
      if (name === 'twinmint.so')
        writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(pin, undefined, 2)}\n`)
      console.log(`program/${name}: ${pin.bytes} bytes, sha256 ${pin.sha256}, ${compiler}`)
    }
  }
}
