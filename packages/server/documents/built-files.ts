// The built files by their names, from memory: a page asks for a dozen and more of them, and each costs a tenth of what
// finding it in the folder does.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}
/** What the build packs beside a file, the smallest first. */
const PACKED = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof PACKED
const ENCODINGS = Object.keys(PACKED) as Encoding[]

/** Names there change with what is in them. */
const HASHED = 'assets/'

interface BuiltFile {
  readonly type: string
  readonly etag: string
  readonly bytes: Readonly<Partial<Record<Encoding | 'plain', Buffer>>>
}

/** Whether the request takes an answer of this encoding. */
const takes = ({ headers }: FastifyRequest, encoding: Encoding): boolean =>
  (headers['accept-encoding'] ?? '').split(',').some((each) => {
    const [name = '', weight = ''] = each.split(';')
    return name.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })

function readFile(folder: string, name: string, names: ReadonlySet<string>): BuiltFile {
  const plain = readFileSync(join(folder, name))
  const bytes: { [Name in Encoding | 'plain']?: Buffer } = { plain }
  for (const each of ENCODINGS)
    if (names.has(name + PACKED[each])) bytes[each] = readFileSync(join(folder, name + PACKED[each]))
  const type = TYPES[extname(name)]
  if (type === undefined) throw new Error(`of what type is ${name}?`)
  const etag = `"${hash('sha256', plain, 'hex').slice(0, 32)}"`
  return { type, etag, bytes }
}

/**
 * Answers GET and HEAD of every file below `folder` by its name, but for documents and hidden ones; what is none is for the
 * handler of what is not found. `policy` is the content security policy of all.
 */
export function serveBuiltFiles(app: FastifyInstance, folder: string, policy: string): void {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/')),
  )
  const isServed = (name: string) =>
    names.has(name) && !/\.html$|^\./.test(name) && !ENCODINGS.some((each) => name.endsWith(PACKED[each]))
  const read = new Map<string, BuiltFile>()
  const answer = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    if (!isServed(name)) return reply.callNotFound()
    const file = read.get(name) ?? readFile(folder, name, names)
    read.set(name, file)
    const { type, etag, bytes } = file
    void reply.headers({
      'cache-control': name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': policy,
      'content-type': type,
      etag,
      vary: 'accept-encoding',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const encoding = ENCODINGS.find((each) => bytes[each] !== undefined && takes(request, each))
    if (encoding === undefined) return reply.send(bytes.plain)
    return reply.header('content-encoding', encoding).send(bytes[encoding])
  }
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => answer(request, reply, request.params['*']))
}
