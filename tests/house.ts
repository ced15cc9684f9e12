// The house as its imports make it: packages, their rooms (the folders of a package), arrows between them, circles of files. What may
// import what is the table of docs/architecture.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const SOURCE = resolve('packages')

/** Rooms of each package, from the ground up: a room imports rooms of earlier lines only. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  sdk: ['core', 'program content', 'api proof', 'actions'],
  localnet: [''],
  server: [
    'database chain',
    'http',
    'index',
    'session',
    'content signing platform',
    'admin coin community launch markets nfts people trade',
    'documents demo',
    'main',
    'commands',
  ],
  web: [
    'ui',
    'data',
    'shared',
    'wallet docs explorer',
    'trade launch nfts people admin',
    'coin community markets',
    'pages',
  ],
}
/** Packages that a package may import. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  sdk: [],
  localnet: ['sdk'],
  server: ['sdk', 'localnet'],
  web: ['sdk'],
}
/** Packages from npm that the SDK's rooms may import when they run. */
const SDK_PACKAGES: Readonly<Record<string, RegExp>> = {
  core: /^@solana\/kit$/,
  program: /^@solana\/kit$/,
  content: /^(@solana\/kit$|@ipld\/dag-pb$|multiformats\/)/,
  api: /^(@solana\/kit|zod)$/,
  actions: /^@solana\/kit$/,
  proof: /^(@solana\/kit$|@ipld\/dag-pb$|multiformats\/)/,
}

/** An import of a source file. */
interface Import {
  readonly specifier: string
  /** Path within `packages`; undefined for packages from npm. */
  readonly file: string | undefined
  readonly isType: boolean
}

export interface House {
  /** Every source file by its path within `packages`, with what it imports. */
  readonly files: ReadonlyMap<string, { readonly text: string; readonly imports: readonly Import[] }>
}

const isTest = (path: string) => /\.(test|d)\.tsx?$/.test(path)

/** Files below a folder, by their paths within it. */
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

const IMPORT =
  /(?:^|\n)\s*(?:(import|export)\s+(type\s)?[^'"`;]*?from\s*|import\s*|[^\n]*\bimport\s*\(\s*)'([^']+)'/g

/** The file behind `@twinmint/sdk/core/money`; undefined where the package does not export it. */
function findExported(specifier: string): string | undefined {
  const [, name, rest = ''] = /^@twinmint\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  const target = name && exportsOf(name)[`./${rest}`]
  return name === undefined || target === undefined ? undefined : join(name, target)
}

const known = new Map<string, Readonly<Record<string, string>>>()
function exportsOf(name: string): Readonly<Record<string, string>> {
  const found = known.get(name)
  if (found) return found
  const { exports = {} } = JSON.parse(readFileSync(join(SOURCE, name, 'package.json'), 'utf8')) as {
    exports?: Record<string, string>
  }
  known.set(name, exports)
  return exports
}

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, , type, specifier = '']) => ({
    specifier,
    file: specifier.startsWith('.')
      ? relative(SOURCE, resolve(SOURCE, dirname(path), specifier))
      : findExported(specifier),
    isType: type !== undefined,
  }))
}

export function readHouse(): House {
  return {
    files: new Map(
      Object.keys(FLOORS)
        .flatMap((name) => filesBelow(join(SOURCE, name)).map((path) => join(name, path)))
        .filter((path) => !isTest(path) && !path.includes('node_modules'))
        .map((path) => {
          const text = readFileSync(join(SOURCE, path), 'utf8')
          return [path, { text, imports: importsOf(path, text) }]
        }),
    ),
  }
}

export const packageOf = (path: string): string => path.split('/')[0] ?? ''

/** The room of a file with its package before it; the chain's package is one room. */
export function roomOf(path: string): string {
  const [name = '', room = ''] = path.split('/')
  return FLOORS[name]?.[0] === '' ? name : `${name}/${room}`
}

function floorOf(path: string): number {
  const [name = '', room = ''] = path.split('/')
  const floors = FLOORS[name] ?? []
  return floors[0] === '' ? 0 : floors.findIndex((rooms) => rooms.split(' ').includes(room))
}

/** Why a file may not import another; undefined where it may. */
function problemOf(from: string, to: string, specifier: string): string | undefined {
  const [a, b] = [packageOf(from), packageOf(to)]
  if (a !== b) {
    if (!BELOW[a]?.includes(b)) return `${a} must not know ${b}`
    return specifier.startsWith('.') ? 'a path out of its own package' : undefined
  }
  if (!specifier.startsWith('.')) return 'its own package by name'
  if (roomOf(from) === roomOf(to)) return undefined
  return floorOf(to) < floorOf(from) ? undefined : `${roomOf(from)} is not above ${roomOf(to)}`
}

/** Every import that the table forbids, with why. */
export function findBroken(house: House): string[] {
  return [...house.files].flatMap(([from, { imports }]) => [
    ...(floorOf(from) < 0 && from.split('/').length > 2 ? [`${from}: a room that no floor has`] : []),
    ...imports.flatMap(({ specifier, file: to, isType }) => {
      const problem =
        to === undefined
          ? problemOfPackage(from, specifier, isType)
          : house.files.has(to)
            ? problemOf(from, to, specifier)
            : undefined
      return problem === undefined ? [] : [`${from} -> ${to ?? specifier}: ${problem}`]
    }),
  ])
}

function problemOfPackage(from: string, specifier: string, isType: boolean): string | undefined {
  if (specifier.startsWith('.')) return 'a path out of packages/'
  if (specifier.startsWith('@twinmint/')) return 'not exported'
  if (packageOf(from) !== 'sdk' || isType) return undefined
  const room = from.split('/')[1] ?? ''
  return SDK_PACKAGES[room]?.test(specifier) ? undefined : `sdk/${room} runs without ${specifier}`
}

export interface Figures {
  readonly rooms: number
  /** Pairs of rooms of which the first imports the second, types too; those inside of each package, and those between packages. */
  readonly arrows: Readonly<Record<string, number>>
  /** Rooms that import each other. */
  readonly pairs: number
  /** Groups of files that import each other in a circle, types and what is loaded later included. */
  readonly circles: number
  readonly filesPerFolder: number
  readonly lines: number
}

export function measure(house: House): Figures & { readonly fullest: string } {
  const arrows = new Set<string>()
  const inside: Record<string, number> = {}
  const folders = new Map<string, number>()
  let lines = 0
  const count = (name: string, arrow: string) => {
    if (arrows.has(arrow)) return
    arrows.add(arrow)
    inside[name] = (inside[name] ?? 0) + 1
  }
  for (const [from, { text, imports }] of house.files) {
    lines += text.split('\n').length - 1
    folders.set(dirname(from), (folders.get(dirname(from)) ?? 0) + 1)
    for (const { file: to } of imports) {
      if (to === undefined || !house.files.has(to)) continue
      const [a, b] = [packageOf(from), packageOf(to)]
      if (a !== b) count('packages', `${a} ${b}`)
      else if (roomOf(from) !== roomOf(to)) count(a, `${roomOf(from)} ${roomOf(to)}`)
    }
  }
  const [fullest, filesPerFolder] = [...folders].reduce((best, each) => (each[1] > best[1] ? each : best), [
    '',
    0,
  ] as const)
  return {
    rooms: new Set([...house.files.keys()].map(roomOf)).size,
    arrows: inside,
    pairs: [...arrows].filter((arrow) => arrows.has(arrow.split(' ').reverse().join(' '))).length / 2,
    circles: circlesOf(house).length,
    filesPerFolder,
    lines,
    fullest,
  }
}

/** Groups of files that reach each other (Tarjan's algorithm). */
export function circlesOf(house: House): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string) => {
    index.set(path, index.size)
    low.set(path, index.get(path) ?? 0)
    stack.push(path)
    for (const { file } of house.files.get(path)?.imports ?? []) {
      if (file === undefined || !house.files.has(file)) continue
      if (!index.has(file)) visit(file)
      if (stack.includes(file)) low.set(path, Math.min(low.get(path) ?? 0, low.get(file) ?? 0))
    }
    if (low.get(path) !== index.get(path)) return
    const circle = stack.splice(stack.indexOf(path))
    if (circle.length > 1) circles.push(circle)
  }
  for (const path of house.files.keys()) if (!index.has(path)) visit(path)
  return circles
}
