// House rules as a test: who may import whom (rooms.ts, and the table of docs/architecture.md), and what no file may contain.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBroken, type House, measure, readHouse } from './rooms.ts'

const ROOT = resolve('.')
const SOURCE = join(ROOT, 'src')
const house = readHouse()
const texts = new Map([...house.files].map(([path, { text }]) => [join(SOURCE, path), text]))
const sources = [...texts.keys()]

/** None may rise; what the table forbids is none. */
const MOST = {
  broken: 0,
  rooms: 33,
  arrows: 233,
  sideways: 2,
  up: 0,
  pairs: 0,
  circles: 0,
  filesPerFolder: 30,
  fanIn: 41,
}

test('the figures of the house do not rise', () => {
  const broken = findBroken(house)
  const { widest, fullest, lines, ...figures } = measure(house)
  const found = { broken: broken.length, ...figures }
  console.log('house', found, { widest, fullest, lines })
  const risen = Object.entries(MOST).filter(([name, most]) => found[name as keyof typeof MOST] > most)
  expect(
    risen.map(([name]) => `${name}: ${found[name as keyof typeof MOST]}`),
    broken.join('\n'),
  ).toEqual([])
})

/** Files that import as said, in a house of their own. */
function houseOf(files: Record<string, readonly string[]>): House {
  const all = new Set([
    ...Object.keys(files),
    ...Object.values(files)
      .flat()
      .filter((each) => each.includes('.ts')),
  ])
  return {
    files: new Map(
      [...all].map((path) => [
        path,
        {
          text: '',
          imports: (files[path] ?? []).map((specifier) => ({
            specifier,
            file: specifier.includes('.ts') ? specifier : undefined,
            isType: false,
          })),
        },
      ]),
    ),
  }
}

describe('the table is checked', () => {
  test.each<[string, Record<string, readonly string[]>, string]>([
    ['the ground knows no screen', { 'ui/Button.tsx': ['swap/rules.ts'] }, 'ui is below swap'],
    ['the ground’s rooms know core', { 'wire/api.ts': ['database/database.ts'] }, 'wire is below database'],
    ['the middle is in order', { 'index/store.ts': ['wallet/wallet.ts'] }, 'index is below wallet'],
    ['capabilities meet in web', { 'swap/SwapPanel.tsx': ['trade/TradePanel.tsx'] }, 'only its contract'],
    ['nobody knows the roof', { 'trade/routes.ts': ['server/config.ts'] }, 'trade is below server'],
    ['pure roles are of no end', { 'trade/rules.ts': ['database/database.ts'] }, 'a pure file imports'],
    ['nor of a package', { 'trade/rules.ts': ['react'] }, 'a pure file imports react'],
    ['nor of one of another room', { 'trade/rules.ts': ['multiformats/cid'] }, 'a pure file imports multi'],
    [
      'content knows no disk',
      { 'content/folder.ts': ['storage/pictures.ts'] },
      'a pure file imports what one end has',
    ],
    [
      'nothing is of both ends',
      { 'trade/queries.ts': ['react', 'trade/store.ts'], 'trade/store.ts': ['database/database.ts'] },
      'of the server and of the page',
    ],
  ])('%s', (_, files, problem) => {
    expect(findBroken(houseOf(files)).join('\n')).toContain(problem)
  })

  test('and lets through what it allows', () => {
    const files = {
      'admin/routes.ts': ['community/contract.ts', 'session/routes.ts', 'wire/http.ts', 'fastify'],
      'trade/flow.ts': ['wallet/run.ts', 'trade/verify.ts', 'ui/toast.ts'],
      'wire/records/trade.ts': ['core/money.ts', 'zod'],
      'content/folder.ts': ['core/sha256.ts', '@ipld/dag-pb', 'multiformats/cid'],
      'server/app.ts': ['trade/routes.ts'],
    }
    expect(findBroken(houseOf(files))).toEqual([])
  })

  test('circles are found, those of types alone are none', () => {
    const circle = houseOf({ 'ui/a.ts': ['ui/b.ts'], 'ui/b.ts': ['ui/c.ts'], 'ui/c.ts': ['ui/a.ts'] })
    expect(measure(circle).circles).toBe(1)
    expect(measure(houseOf({ 'ui/a.ts': ['ui/b.ts'], 'ui/b.ts': [] })).circles).toBe(0)
  })
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

test('a file that a comment or a document names is there', () => {
  const written = ['src', 'program', 'tests', 'bench', 'scripts', 'docs']
    .flatMap((folder) => filesOfAnyKind(join(ROOT, folder)))
    .filter((path) => /\.(tsx?|md|mjs|rs)$/.test(path) && !path.includes('/decisions/'))
  const gone = written.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const words = path.endsWith('.md') ? text : text.replace(/^(?!\s*(?:\/\/|\/?\*)).*$/gm, '')
    const named = [
      ...words.matchAll(/(?<![\w./@-])((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|rs|md))\b/g),
      ...words.matchAll(/`(src\/[\w./-]+)`/g),
    ].map((match) => match[1] ?? '')
    return named
      .filter((name) => ![ROOT, SOURCE, dirname(path)].some((folder) => existsSync(join(folder, name))))
      .map((name) => `${relative(ROOT, path)} names ${name}`)
  })
  expect(gone).toEqual([])
})

test('no style sheet asks of the whole page what is in it', () => {
  // The browser would work out every style of the page again at each change of it: see useRootMark of src/ui/media.ts.
  const whole = filesOfAnyKind(SOURCE).filter(
    (path) =>
      path.endsWith('.css') && /(:root|html|body|\*):has\(|header:has\(/.test(readFileSync(path, 'utf8')),
  )
  expect(whole.map((path) => relative(ROOT, path))).toEqual([])
})

test('journeys answer what a page asks for by `answer` alone', () => {
  const journeys = filesOfAnyKind(join(ROOT, 'tests/journeys')).filter((path) => !path.endsWith('answers.ts'))
  const others = journeys.filter((path) => /\.(route|unroute\w*)\(/.test(readFileSync(path, 'utf8')))
  expect(others.map((path) => relative(ROOT, path))).toEqual([])
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
