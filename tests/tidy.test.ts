// House rules as a test: who may import whom (house.ts, and the table of docs/architecture.md), and what no file may contain.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBroken, type House, measure, readHouse } from './house.ts'

const ROOT = resolve('.')
const SOURCE = join(ROOT, 'packages')
const house = readHouse()
const texts = new Map([...house.files].map(([path, { text }]) => [join(SOURCE, path), text]))
const sources = [...texts.keys()]

/** None may rise. */
const MOST = {
  rooms: 42,
  arrows: { packages: 4, sdk: 11, server: 77, web: 58 },
  pairs: 0,
  circles: 0,
  filesPerFolder: 30,
}

test('no import goes up, and the figures of the house do not rise', () => {
  const { fullest, lines, arrows, ...figures } = measure(house)
  console.log('house', { ...figures, arrows }, { fullest, lines })
  expect(findBroken(house)).toEqual([])
  const found = { ...figures, ...arrows }
  const most = { ...MOST, ...MOST.arrows }
  const risen = Object.entries(found).filter(
    ([name, count]) => count > Number(most[name as keyof typeof most]),
  )
  expect(risen).toEqual([])
})

/** Files that import as said, in a house of their own. */
function houseOf(files: Record<string, readonly string[]>): House {
  const fileOf = (from: string, specifier: string) => {
    if (specifier.startsWith('.')) return join(dirname(from), specifier)
    return specifier.startsWith('@twinmint/') ? `${specifier.slice('@twinmint/'.length)}.ts` : undefined
  }
  const all = new Map(
    Object.entries(files).map(([path, imports]) => [
      path,
      imports.map((specifier) => ({ specifier, file: fileOf(path, specifier), isType: false })),
    ]),
  )
  for (const { file } of [...all.values()].flat()) if (file !== undefined && !all.has(file)) all.set(file, [])
  return { files: new Map([...all].map(([path, imports]) => [path, { text: '', imports }])) }
}

describe('the table is checked', () => {
  test.each<[string, Record<string, readonly string[]>, string]>([
    ['the ground knows no screen', { 'web/ui/Button.tsx': ['../trade/flow.ts'] }, 'is not above web/trade'],
    ['rooms of one floor meet above', { 'web/trade/flow.ts': ['../nfts/flow.ts'] }, 'not above web/nfts'],
    ['a page knows no server', { 'web/trade/flow.ts': ['@twinmint/server/http/http'] }, 'web must not know'],
    ['the SDK is below all', { 'sdk/core/money.ts': ['@twinmint/localnet/chain'] }, 'sdk must not know'],
    [
      'a package is entered by its name',
      { 'web/trade/flow.ts': ['../../sdk/core/money.ts'] },
      'a path out of its own package',
    ],
    ['the SDK runs anywhere', { 'sdk/core/money.ts': ['node:fs'] }, 'sdk/core runs without node:fs'],
    ['schemas are of the API alone', { 'sdk/actions/trade/rules.ts': ['zod'] }, 'runs without zod'],
    ['content knows no disk', { 'sdk/content/folder.ts': ['node:fs'] }, 'runs without node:fs'],
    ['a room has a floor', { 'web/attic/a.ts': [] }, 'no floor has'],
  ])('%s', (_, files, problem) => {
    expect(findBroken(houseOf(files)).join('\n')).toContain(problem)
  })

  test('and lets through what it allows', () => {
    const files = {
      'server/admin/routes.ts': ['@twinmint/sdk/api/community/contract', '../session/routes.ts', 'fastify'],
      'web/trade/flow.ts': ['../wallet/run.ts', '@twinmint/sdk/actions/trade/verify', '../ui/toast.ts'],
      'sdk/api/records/trade.ts': ['../../core/money.ts', 'zod'],
      'sdk/content/folder.ts': ['../core/sha256.ts', '@ipld/dag-pb', 'multiformats/cid'],
      'server/main/app.ts': ['../trade/routes.ts', '@twinmint/localnet/chain'],
    }
    expect(findBroken(houseOf(files))).toEqual([])
  })

  test('circles are found', () => {
    const circle = houseOf({
      'web/ui/a.ts': ['./b.ts'],
      'web/ui/b.ts': ['./c.ts'],
      'web/ui/c.ts': ['./a.ts'],
    })
    expect(measure(circle).circles).toBe(1)
    expect(measure(houseOf({ 'web/ui/a.ts': ['./b.ts'], 'web/ui/b.ts': [] })).circles).toBe(0)
  })
})

test('only server/main/config.ts reads the environment', () => {
  const readers = sources.filter((path) => /process\.env\b/.test(texts.get(path) ?? ''))
  expect(readers.map((path) => relative(SOURCE, path))).toEqual(['server/main/config.ts'])
})

test('every variable of the configuration is in .env.example, and no other', () => {
  const schema =
    /z\.object\(\{([\s\S]*?)\n\}\)/.exec(readFileSync(join(SOURCE, 'server/main/config.ts'), 'utf8'))?.[1] ??
    ''
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

test('a file that a comment or a document names is there', () => {
  const written = ['packages', 'program', 'tests', 'bench', 'scripts', 'docs']
    .flatMap((folder) => filesOfAnyKind(join(ROOT, folder)))
    .filter((path) => /\.(tsx?|md|mjs|rs)$/.test(path) && !path.includes('/decisions/'))
  const gone = written.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const words = path.endsWith('.md') ? text : text.replace(/^(?!\s*(?:\/\/|\/?\*)).*$/gm, '')
    const named = [
      ...words.matchAll(/(?<![\w./@-])((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|rs|md))\b/g),
      ...words.matchAll(/`(packages\/[\w./-]+)`/g),
    ].map((match) => match[1] ?? '')
    return named
      .filter((name) => ![ROOT, SOURCE, dirname(path)].some((folder) => existsSync(join(folder, name))))
      .map((name) => `${relative(ROOT, path)} names ${name}`)
  })
  expect(gone).toEqual([])
})

test('no style sheet asks of the whole page what is in it', () => {
  // The browser would work out every style of the page again at each change of it: see useRootMark of packages/web/ui/media.ts.
  const whole = filesOfAnyKind(SOURCE).filter(
    (path) =>
      path.endsWith('.css') && /(:root|html|body|\*):has\(|header:has\(/.test(readFileSync(path, 'utf8')),
  )
  expect(whole.map((path) => relative(ROOT, path))).toEqual([])
})

test('keys of the query cache are made in one file', () => {
  const makers = sources.filter((path) => /\[\s*'api',/.test(texts.get(path) ?? ''))
  expect(makers.map((path) => relative(SOURCE, path))).toEqual(['web/data/query-keys.ts'])
})

test('journeys answer what a page asks for by `answer` alone', () => {
  const journeys = filesOfAnyKind(join(ROOT, 'tests/journeys')).filter((path) => !path.endsWith('answers.ts'))
  const others = journeys.filter((path) => /\.(route|unroute\w*)\(/.test(readFileSync(path, 'utf8')))
  expect(others.map((path) => relative(ROOT, path))).toEqual([])
})

describe('nothing committed names', () => {
  const committed = ['packages', 'program', 'tests', 'bench', 'scripts', 'docs']
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
