// `npm run sdk:pack`: makes the SDK's npm package in dist/sdk: JavaScript and types of what its exports show to everybody. The names
// below `internal/`, and files that only they reach, are left out.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const SOURCE = join('packages', 'sdk')
const BUILT = join('node_modules', '.cache', 'twinmint', 'sdk')
const OUT = join('dist', 'sdk')

rmSync(BUILT, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [
    join('node_modules', 'typescript', 'bin', 'tsc'),
    '--project',
    SOURCE,
    '--composite',
    'false',
    '--incremental',
    'false',
    '--emitDeclarationOnly',
    'false',
    '--declaration',
    '--rewriteRelativeImportExtensions',
    '--outDir',
    BUILT,
  ],
  { stdio: 'inherit' },
)
if (status !== 0) process.exit(1)

const { private: _, exports, ...described } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'))
const entries = Object.entries(exports)
  .filter(([name]) => !name.startsWith('./internal/'))
  .map(([name, file]) => [name, file.replace(/\.ts$/, '')])

/** The entries and every file that they import, types too. */
const reached = new Set()
function reach(file) {
  if (reached.has(file)) return
  reached.add(file)
  for (const end of ['.js', '.d.ts']) {
    const text = readFileSync(join(BUILT, file + end), 'utf8')
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.[jt]s['"]/g))
      reach(normalize(join(dirname(file), specifier)))
  }
}
for (const [, file] of entries) reach(normalize(file))

rmSync(OUT, { recursive: true, force: true })
for (const file of reached)
  for (const end of ['.js', '.d.ts']) {
    mkdirSync(dirname(join(OUT, file)), { recursive: true })
    cpSync(join(BUILT, file + end), join(OUT, file + end))
  }
if (existsSync('LICENSE')) cpSync('LICENSE', join(OUT, 'LICENSE'))
writeFileSync(
  join(OUT, 'package.json'),
  `${JSON.stringify(
    {
      ...described,
      sideEffects: false,
      exports: Object.fromEntries(
        entries.map(([name, file]) => [name, { types: `${file}.d.ts`, default: `${file}.js` }]),
      ),
    },
    undefined,
    2,
  )}\n`,
)
console.log(`${OUT}: ${reached.size} modules, ${entries.length} exports`)
