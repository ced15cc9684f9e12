// The house as its imports make it: rooms (folders of src), arrows between them, circles of files. What may import what is
// the table of docs/architecture.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const SOURCE = resolve('src')

const GROUND = ['core', 'content', 'chain', 'database', 'storage', 'wire', 'ui']
/** Each imports those before it only. */
const MIDDLE = ['site', 'index', 'wallet', 'session']
const ROOF = ['server', 'web']
/** What a room of the ground may import beside itself. */
const BELOW: Readonly<Record<string, RegExp>> = {
  core: /^$/,
  content: /^core\//,
  chain: /^core\//,
  database: /^core\//,
  storage: /^(core|content)\//,
  wire: /^(core|chain\/program)\//,
  ui: /^(core|chain\/program)\//,
}
/** Serves both ends, so it is of nothing but these. */
const PURE_ROLE = /(^|[/-])(contract|rules|transaction|verify)\.ts$/
const PURE_PLACE = /^(core|content|chain\/program|wire\/records)\//
const PURE_PACKAGE = /^(zod|@solana\/)/
/** What only content addresses are made with. */
const CONTENT_PACKAGE = /^(multiformats\/|@ipld\/dag-pb$)/
/** What only one end has. */
const SERVER_PACKAGE = /^(node:|fastify$|@fastify\/|sharp$|pg$|lmdb$|litesvm$|@electric-sql\/|unhomoglyph$)/
const SERVER_PLACE = /^(chain\/(?!program\/)|database\/|storage\/|server\/)/
const PAGE_PACKAGE = /^(react$|react-dom|@tanstack\/|wouter|lucide-react|radix-ui|lightweight-charts)/
const PAGE_PLACE = /^(ui|web)\//

/** An import of a source file. */
interface Import {
  readonly specifier: string
  /** Within src, by its path there; undefined for packages. */
  readonly file: string | undefined
  readonly isType: boolean
}

export interface House {
  /** Every source file by its path within src, with what it imports. */
  readonly files: ReadonlyMap<string, { readonly text: string; readonly imports: readonly Import[] }>
}

const isTest = (path: string) => /\.(test|d)\.tsx?$/.test(path)

/** Files below a folder, by their paths within it. */
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

const IMPORT =
  /(?:^|\n)\s*(?:(import|export)\s+(type\s)?[^'"`;]*?from\s*|import\s*|[^\n]*\bimport\s*\(\s*)'([^']+)'/g

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, , type, specifier = '']) => ({
    specifier,
    file: specifier.startsWith('.') ? relative(SOURCE, resolve(SOURCE, dirname(path), specifier)) : undefined,
    isType: type !== undefined,
  }))
}

export function readHouse(): House {
  return {
    files: new Map(
      filesBelow(SOURCE)
        .filter((path) => !isTest(path))
        .map((path) => {
          const text = readFileSync(join(SOURCE, path), 'utf8')
          return [path, { text, imports: importsOf(path, text) }]
        }),
    ),
  }
}

export const roomOf = (path: string): string => path.split('/')[0] ?? ''

/** 0 for the ground, then the rooms of the middle in their order, the capabilities, the roof. */
function floorOf(room: string): number {
  if (GROUND.includes(room)) return 0
  if (MIDDLE.includes(room)) return 1 + MIDDLE.indexOf(room)
  return ROOF.includes(room) ? MIDDLE.length + 2 : MIDDLE.length + 1
}
const CAPABILITIES = MIDDLE.length + 1
const isCapability = (room: string) => floorOf(room) === CAPABILITIES

type Step = 'down' | 'sideways' | 'up'
/** How an import goes through the house; what stays in its room goes down. */
function stepOf(from: string, to: string): Step {
  const [a, b] = [roomOf(from), roomOf(to)]
  if (a === b) return 'down'
  if (GROUND.includes(a)) return BELOW[a]?.test(to) ? 'down' : 'up'
  if (isCapability(a) && isCapability(b)) return 'sideways'
  return floorOf(b) < floorOf(a) ? 'down' : 'up'
}

/** What the file needs that only one end has, itself or through what it imports. */
function endsOf(house: House) {
  const known = new Map<string, { server: boolean; page: boolean }>()
  const look = (path: string): { server: boolean; page: boolean } => {
    const found = known.get(path)
    if (found) return found
    const ends = { server: SERVER_PLACE.test(path), page: PAGE_PLACE.test(path) }
    known.set(path, ends)
    for (const { specifier, file } of house.files.get(path)?.imports ?? []) {
      const below =
        file === undefined
          ? { server: SERVER_PACKAGE.test(specifier), page: PAGE_PACKAGE.test(specifier) }
          : look(file)
      ends.server ||= below.server
      ends.page ||= below.page
    }
    return ends
  }
  return look
}

/** Every import that the table forbids, with why. */
export function findBroken(house: House): string[] {
  const ends = endsOf(house)
  return [...house.files].flatMap(([from, { imports }]) => {
    const own = [
      ...(ends(from).server && ends(from).page ? [`${from}: of the server and of the page`] : []),
      ...imports
        .filter(
          ({ specifier, file }) => file === undefined && isPure(from) && !isPurePackage(specifier, from),
        )
        .map(({ specifier }) => `${from}: a pure file imports ${specifier}`),
    ]
    return own.concat(
      imports.flatMap(({ file: to }) => {
        if (to === undefined || !house.files.has(to)) return []
        const problem = problemOf(from, to, ends)
        return problem === undefined ? [] : [`${from} -> ${to}: ${problem}`]
      }),
    )
  })
}

const isPurePackage = (specifier: string, from: string) =>
  PURE_PACKAGE.test(specifier) || (roomOf(from) === 'content' && CONTENT_PACKAGE.test(specifier))

const isPure = (path: string) =>
  (PURE_ROLE.test(path) && !ROOF.includes(roomOf(path))) || PURE_PLACE.test(path)

function problemOf(from: string, to: string, ends: ReturnType<typeof endsOf>): string | undefined {
  const { server, page } = ends(to)
  if (isPure(from) && (server || page)) return 'a pure file imports what one end has'
  const step = stepOf(from, to)
  if (step === 'up') return `${roomOf(from)} is below ${roomOf(to)}`
  if (step === 'sideways' && !/(^|[/-])contract\.ts$/.test(to))
    return 'of another capability only its contract may be imported'
  return undefined
}

export interface Figures {
  readonly rooms: number
  /** Pairs of rooms of which the first imports the second, types too. */
  readonly arrows: number
  readonly sideways: number
  readonly up: number
  /** Rooms that import each other. */
  readonly pairs: number
  /** Groups of files that import each other in a circle, types left out. */
  readonly circles: number
  readonly filesPerFolder: number
  /** The most files that import one file outside the ground. */
  readonly fanIn: number
  readonly lines: number
}

export function measure(house: House): Figures & { readonly widest: string; readonly fullest: string } {
  const arrows = new Set<string>()
  const up = new Set<string>()
  const sideways = new Set<string>()
  const importers = new Map<string, Set<string>>()
  const folders = new Map<string, number>()
  let lines = 0
  for (const [from, { text, imports }] of house.files) {
    lines += text.split('\n').length - 1
    folders.set(dirname(from), (folders.get(dirname(from)) ?? 0) + 1)
    for (const { file: to } of imports) {
      if (to === undefined || !house.files.has(to)) continue
      if (!GROUND.includes(roomOf(to))) importers.set(to, (importers.get(to) ?? new Set()).add(from))
      if (roomOf(from) === roomOf(to)) continue
      const arrow = `${roomOf(from)} ${roomOf(to)}`
      arrows.add(arrow)
      const step = stepOf(from, to)
      if (step === 'up') up.add(arrow)
      if (step === 'sideways') sideways.add(arrow)
    }
  }
  const most = (counts: Iterable<readonly [string, number]>) =>
    [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0] as const)
  const [widest, fanIn] = most([...importers].map(([path, by]) => [path, by.size] as const))
  const [fullest, filesPerFolder] = most(folders)
  return {
    rooms: new Set([...house.files.keys()].map(roomOf)).size,
    arrows: arrows.size,
    sideways: sideways.size,
    up: up.size,
    pairs: [...arrows].filter((arrow) => arrows.has(arrow.split(' ').reverse().join(' '))).length / 2,
    circles: circlesOf(house).length,
    filesPerFolder,
    fanIn,
    lines,
    widest,
    fullest,
  }
}

/** Groups of files that reach each other, types left out (Tarjan's algorithm). */
export function circlesOf(house: House): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string) => {
    index.set(path, index.size)
    low.set(path, index.get(path) ?? 0)
    stack.push(path)
    for (const { file, isType } of house.files.get(path)?.imports ?? []) {
      if (file === undefined || isType || !house.files.has(file)) continue
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
