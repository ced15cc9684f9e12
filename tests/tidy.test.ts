// House rules as a test: who may import whom (the table of docs/architecture.md), and what no file may contain.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve('.')
const SOURCE = join(ROOT, 'src')
const LAYERS = ['core', 'chain', 'database', 'wire', 'ui', 'wallet', 'server', 'web']
const PURE_ROLES = ['contract.ts', 'rules.ts', 'transaction.ts']

type Kind =
  | 'core'
  | 'chain'
  | 'program'
  | 'database'
  | 'wire'
  | 'ui'
  | 'wallet'
  | 'server'
  | 'web'
  | 'contract'
  | 'pure'
  | 'back'
  | 'page'

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')

const sources = filesBelow(SOURCE).filter((path) => !/\.(test|d)\.tsx?$/.test(path))
const texts = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]))

const ownImports = (path: string): string[] =>
  importsOf(texts.get(path) ?? '')
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolve(dirname(path), specifier))

/** In a capability, what needs Node, the chain or the database is the back. */
const isBack = (path: string): boolean =>
  /\/(routes|store|events)\.ts$/.test(path) ||
  importsOf(texts.get(path) ?? '').some((specifier) =>
    /^node:|^sharp$|^\.\.\/(database|chain\/(?!program\/))/.test(specifier),
  )

/** What is of nothing but numbers and the wire's types serves both ends; so does what is of nothing but such files. */
const isPure = (path: string, within: readonly string[] = []): boolean =>
  path.endsWith('.ts') &&
  importsOf(texts.get(path) ?? '').every((specifier) => {
    if (
      /^@solana\/kit$|^\.\.\/(core|chain\/program)\/|\/contract\.ts$|^\.\/(rules|transaction)\.ts$/.test(
        specifier,
      )
    )
      return true
    const sibling = resolve(dirname(path), specifier)
    return specifier.startsWith('./') && !within.includes(sibling) && isPure(sibling, [...within, path])
  })

function kindOf(path: string): Kind {
  const [folder = '', ...rest] = relative(SOURCE, path).split('/')
  if (folder === 'chain' && rest[0] === 'program') return 'program'
  if (LAYERS.includes(folder)) return folder as Kind
  const name = rest.join('/')
  if (name === 'contract.ts') return 'contract'
  if (PURE_ROLES.includes(name)) return 'pure'
  if (isBack(path)) return 'back'
  return isPure(path) ? 'pure' : 'page'
}

const folderOf = (path: string): string => relative(SOURCE, path).split('/')[0] ?? ''

/** What each kind may import; within its own folder a layer may import itself. */
const ALLOWED: Record<Kind, readonly Kind[]> = {
  core: [],
  program: ['core', 'program'],
  chain: ['core', 'program', 'chain'],
  database: ['core', 'program', 'database'],
  wire: ['core', 'program', 'wire'],
  ui: ['core', 'program', 'ui'],
  wallet: ['core', 'program', 'ui', 'wallet'],
  contract: ['core', 'program', 'contract'],
  pure: ['core', 'program', 'contract', 'pure'],
  back: ['core', 'program', 'contract', 'pure', 'back', 'chain', 'database', 'wire'],
  page: ['core', 'program', 'contract', 'pure', 'page', 'wire', 'ui', 'wallet'],
  server: ['core', 'program', 'contract', 'pure', 'back', 'chain', 'database', 'wire', 'server'],
  web: ['core', 'program', 'contract', 'pure', 'page', 'wire', 'ui', 'wallet', 'web'],
}

function broken(from: string, to: string): string | undefined {
  const fromKind = kindOf(from)
  const toKind = kindOf(to)
  if (fromKind === 'core' && toKind === 'core') return undefined
  if (!ALLOWED[fromKind].includes(toKind)) return `${fromKind} may not import ${toKind}`
  const isCapability = (kind: Kind) => ['contract', 'pure', 'back', 'page'].includes(kind)
  const crosses = isCapability(fromKind) && isCapability(toKind) && folderOf(from) !== folderOf(to)
  // Server state that several panels show (the site's configuration, a wallet's balance) is one query, kept where it belongs.
  const isQuery = fromKind === 'page' && to.endsWith('/queries.ts')
  if (crosses && toKind !== 'contract' && !isQuery)
    return 'of another capability only contract.ts may be imported'
  return undefined
}

test('every import keeps to the table', () => {
  const problems = sources.flatMap((from) =>
    ownImports(from)
      .filter((to) => to.startsWith(SOURCE) && texts.has(to))
      .flatMap((to) => {
        const problem = broken(from, to)
        return problem ? [`${relative(ROOT, from)} -> ${relative(ROOT, to)}: ${problem}`] : []
      }),
  )
  expect(problems).toEqual([])
})

test('the table is checked at all: a forbidden import is found', () => {
  const ui = sources.find((path) => path.endsWith('ui/Button.tsx')) ?? ''
  const store = sources.find((path) => path.endsWith('collection/store.ts')) ?? ''
  expect(broken(ui, store)).toContain('may not import')
})

test('only server/config.ts reads the environment', () => {
  const readers = sources.filter((path) => /process\.env\b/.test(texts.get(path) ?? ''))
  expect(readers.map((path) => relative(SOURCE, path))).toEqual(['server/config.ts'])
})

test('every variable of the configuration is in .env.example, and no other', () => {
  const schema =
    /z\.object\(\{([\s\S]*?)\n\}\)/.exec(readFileSync(join(SOURCE, 'server/config.ts'), 'utf8'))?.[1] ?? ''
  const known = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1])
  const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z][A-Z_]+)=/gm)].map(
    (match) => match[1],
  )
  expect(known.length).toBeGreaterThan(8)
  expect(documented.sort()).toEqual(known.sort())
})

test('every file opens with what it is for', () => {
  const silent = sources.filter((path) => !/^(\/\/|\/\*\*?|\{?\/\*)/.test(texts.get(path) ?? ''))
  expect(silent.map((path) => relative(ROOT, path))).toEqual([])
})

describe('nothing committed names', () => {
  const committed = ['src', 'program', 'tests', 'bench', 'scripts', 'docs']
    .flatMap((folder) => filesOfAnyKind(join(ROOT, folder)))
    .filter((path) => /\.(tsx?|mjs|md|rs|json|css|html)$/.test(path))
  test.each([
    ['a path of one machine', /\/work\/(main|shared)|\/root\//],
    ['a package registry’s host', /registry\.npm|npmjs\.(org|com)|deb\.debian\.org/],
  ])('%s', (_, pattern) => {
    const offenders = committed.filter(
      (path) => !path.endsWith('tidy.test.ts') && pattern.test(readFileSync(path, 'utf8')),
    )
    expect(offenders.map((path) => relative(ROOT, path))).toEqual([])
  })
})

function filesOfAnyKind(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOfAnyKind(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}
