// The gateway: launches' folders and their files by content address, as any IPFS gateway answers them. A file as what it is, a
// folder as a list, either as a raw block or as a CAR, which whoever asks can check. Nothing that is answered here can change.

import {
  CAR_TYPE,
  decideRange,
  decideRepresentation,
  dispositionOf,
  hasEtag,
  RAW_TYPE,
  type Representation,
} from '@twinmint/sdk/api/content/rules'
import { parseCid } from '@twinmint/sdk/content/cid'
import { type FolderLink, PICTURE_NAME } from '@twinmint/sdk/content/folder'
import { Refusal } from '@twinmint/sdk/core/errors'
import { type Budget, openBudget } from '@twinmint/sdk/internal/core/budget'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CID } from 'multiformats/cid'
import { z } from 'zod'
import type { App } from '../../http/calls.ts'
import { limitKey } from '../../http/ip-addresses.ts'
import { type CarBlock, carBytes, carStream } from './car.ts'
import { type Folders, type KnownFolder, typeOf } from './folders.ts'

/** Each holds its picture until it is through. */
const CARS = { max: 40, byKeyMax: 8 }
/** Of whole folders, to one address: each takes the main thread up to 30 ms, of which HEAD, which measures it alone, takes a part. */
const CARS_A_MINUTE = 60
/** Whoever takes longer is let go, however steadily a little is read. */
const CAR_MS = 120_000
const FOREVER = 'public, max-age=29030400, immutable'
/** A list is made by us, and may look different one day. */
const A_WEEK = 'public, max-age=604800, stale-while-revalidate=2678400'
/** The empty file, whose address holds it whole: by this clients find out that a gateway is one. */
const PROBE = 'bafkqaaa'
/** What is served here was made by strangers: it runs nothing, loads nothing, and is in nobody's frame. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
const EXPOSED =
  'Content-Length, Content-Range, Content-Location, Etag, X-Ipfs-Path, X-Ipfs-Roots, X-Chunked-Output, X-Stream-Output'

const text = z.string().max(200).optional()
const querySchema = z.object({
  format: text,
  filename: z.string().max(1_000).optional(),
  download: text,
  'dag-scope': text,
  'entity-bytes': text,
  'car-version': text,
  'car-order': text,
  'car-dups': text,
})
type Query = z.infer<typeof querySchema>

/** What is at a path. */
interface Found {
  /** Of the block at the path's end. */
  readonly cid: string
  /** From the address in the path to it. */
  readonly roots: readonly string[]
  readonly type: string
  readonly bytes: Uint8Array
  readonly name: string
  /** Where the path's end is a folder, or lies in one. */
  readonly folder: KnownFolder | undefined
}

interface CarLimits {
  readonly places: Budget
  /** Of whole folders, in the last minute. */
  readonly lately: Budget
  readonly ms: number
}

interface GatewayDeps {
  readonly folders: Folders
  readonly isLimitedByKey: boolean
  /** How long a CAR may take to be read; two minutes where nothing is said. */
  readonly carMs?: number
}

export function gatewayRoutes(app: App, { folders, isLimitedByKey, carMs = CAR_MS }: GatewayDeps): void {
  const cars: CarLimits = {
    places: openBudget({ max: CARS.max, byKeyMax: isLimitedByKey ? CARS.byKeyMax : CARS.max }),
    lately: openBudget({ max: Infinity, byKeyMax: isLimitedByKey ? CARS_A_MINUTE : Infinity }),
    ms: carMs,
  }
  app.options('/ipfs/*', async (_request, reply) => sayCommon(reply).code(204).send())
  app.route({
    method: ['GET', 'HEAD'],
    url: '/ipfs/*',
    compress: false,
    schema: { params: z.object({ '*': z.string() }), querystring: querySchema },
    handler: async (request, reply) => {
      sayCommon(reply)
      const path = readPath(request.params['*'])
      const decision = decideRepresentation(request.headers.accept, request.query)
      if (decision.kind === 'malformed') throw new Refusal('badRequest', decision.sentence)
      if (decision.kind === 'unsupported') throw new Refusal('notAcceptable')
      const found = await find(folders, path)
      if (found === undefined) throw new Refusal('notFound')
      void reply
        .header('x-ipfs-path', `/ipfs/${[path.cid, ...path.names.map(encodeURIComponent)].join('/')}`)
        .header('x-ipfs-roots', found.roots.join(','))
      const { representation } = decision
      if (representation.kind === 'car') return sendCar({ request, reply, found, cars, representation })
      const isFolder = found.folder !== undefined && found.cid === found.folder.cid
      if (isFolder && representation.kind === 'raw') folders.walk(found.cid)
      if (representation.kind === 'raw') return sendRaw({ request, reply, found })
      return isFolder ? sendList(request, reply, found.folder) : sendFile({ request, reply, found })
    },
  })
}

/** What every answer has, refusals too. */
function sayCommon(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET, HEAD, OPTIONS')
    .header(
      'access-control-allow-headers',
      'Accept, Content-Type, If-None-Match, Range, User-Agent, X-Requested-With',
    )
    .header('access-control-expose-headers', EXPOSED)
    .header('access-control-max-age', '86400')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-security-policy', POLICY)
    .header('vary', 'Accept')
}

interface Path {
  /** As it was asked, in any base. */
  readonly cid: string
  readonly names: readonly string[]
}

/** Refuses badRequest for what is no content address. */
function readPath(path: string): Path {
  const [cid = '', ...rest] = path.split('/')
  try {
    CID.parse(cid.slice(0, 200))
  } catch (cause) {
    throw new Refusal('badRequest', 'There is no content address (CID) after /ipfs/.', { cause })
  }
  return { cid, names: rest.at(-1) === '' ? rest.slice(0, -1) : rest }
}

async function find(folders: Folders, { cid, names }: Path): Promise<Found | undefined> {
  const [name, ...deeper] = names
  if (cid === PROBE && name === undefined)
    return { cid, roots: [cid], type: RAW_TYPE, bytes: new Uint8Array(), name: cid, folder: undefined }
  const address = parseCid(cid)
  if (address === undefined || deeper.length > 0) return undefined
  if (address.codec === 'raw') {
    const file = name === undefined ? await folders.findFile(address.cid) : undefined
    return file && { ...file, cid: address.cid, roots: [address.cid], name: address.cid, folder: undefined }
  }
  const folder = await folders.find(address.cid)
  if (folder === undefined) return undefined
  if (name === undefined)
    return {
      cid: folder.cid,
      roots: [folder.cid],
      type: RAW_TYPE,
      bytes: folder.root,
      name: folder.cid,
      folder,
    }
  const link = folder.linkOf(name)
  const bytes = link && (await folder.read(name))
  return (
    link && bytes && { cid: link.cid, roots: [folder.cid, link.cid], type: typeOf(name), bytes, name, folder }
  )
}

interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly found: Found
}

const ENDINGS: Readonly<Record<string, string>> = { 'application/json': '.json', 'image/webp': '.webp' }

const queryOf = (request: FastifyRequest): Query => request.query as Query

function sendFile({ request, reply, found: { cid, type, bytes, name } }: Sending) {
  const { filename, download } = queryOf(request)
  const ending = ENDINGS[type] ?? '.bin'
  const own = name.endsWith(ending) ? name : `${name}${ending}`
  void reply.header(
    'content-disposition',
    dispositionOf(download === 'true' ? 'attachment' : 'inline', own, filename),
  )
  return sendBytes(request, reply, { etag: `"${cid}"`, type, bytes })
}

function sendRaw({ request, reply, found: { cid, bytes } }: Sending) {
  sayLocation(request, reply, 'raw')
  void reply.header(
    'content-disposition',
    dispositionOf('attachment', `${cid}.bin`, queryOf(request).filename),
  )
  return sendBytes(request, reply, { etag: `"${cid}.raw"`, type: RAW_TYPE, bytes })
}

function sendList(request: FastifyRequest, reply: FastifyReply, { cid, bytes, links }: KnownFolder) {
  const list = Buffer.from(JSON.stringify({ cid, bytes, files: links } satisfies FolderList))
  return sendBytes(request, reply, {
    etag: `"list-${cid}"`,
    type: 'application/json',
    bytes: list,
    cacheControl: A_WEEK,
  })
}

/** How a folder is told. */
interface FolderList {
  readonly cid: string
  /** Of all files together. */
  readonly bytes: number
  readonly files: readonly FolderLink[]
}

/** The same answer has an address of its own where the header alone asked for it. */
function sayLocation(request: FastifyRequest, reply: FastifyReply, format: 'raw' | 'car'): void {
  if (queryOf(request).format !== undefined) return
  const [path = '', query = ''] = request.url.split('?')
  void reply.header('content-location', `${path}?${query === '' ? '' : `${query}&`}format=${format}`)
}

interface Answer {
  readonly etag: string
  readonly type: string
  readonly bytes: Uint8Array
  readonly cacheControl?: string
}

function sendBytes(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  { etag, type, bytes, cacheControl = FOREVER }: Answer,
) {
  void reply.header('etag', etag).header('cache-control', cacheControl).header('accept-ranges', 'bytes')
  if (hasEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  const ifRange = headers['if-range']
  const range = decideRange(
    ifRange === undefined || ifRange === etag ? headers.range : undefined,
    bytes.length,
  )
  if (range.kind === 'outside') {
    void reply.header('content-range', `bytes */${bytes.length}`).header('cache-control', 'no-store')
    return reply.code(416).header('content-length', 0).send()
  }
  const part = range.kind === 'part' ? bytes.subarray(range.first, range.last + 1) : bytes
  if (range.kind === 'part')
    void reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes.length}`)
  void reply.type(type).header('content-length', part.length)
  return method === 'HEAD' ? reply.send() : reply.send(Buffer.from(part.buffer, part.byteOffset, part.length))
}

function sendCar({
  request,
  reply,
  found,
  cars,
  representation: { scope, entityBytes, dups },
}: Sending & {
  readonly cars: CarLimits
  readonly representation: Extract<Representation, { kind: 'car' }>
}) {
  const { cid, folder, roots } = found
  const part = entityBytes === undefined ? scope : `${scope}.${entityBytes.replace(/[:*]/g, '_')}`
  const etag = `"${roots.join('.')}.${part}.car"`
  void reply
    .header('etag', etag)
    .header('cache-control', FOREVER)
    .header('accept-ranges', 'none')
    .header('content-disposition', dispositionOf('attachment', `${cid}.car`, queryOf(request).filename))
  sayLocation(request, reply, 'car')
  if (hasEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendBlocks({ request, reply, found, cars, dups, isWhole: folder?.cid === cid && scope === 'all' })
}

async function sendBlocks({
  request,
  reply,
  found: { cid, roots, folder, bytes },
  cars,
  dups,
  isWhole,
}: Sending & {
  readonly cars: CarLimits
  readonly dups: 'y' | 'n'
  /** The folder with all files, and not what one path leads to. */
  readonly isWhole: boolean
}) {
  const key = limitKey(request)
  if (isWhole) {
    const forget = cars.lately.hold(key)
    if (forget === undefined) throw new Refusal('rateLimited')
    setTimeout(forget, 60_000).unref()
  }
  const root = roots[0] ?? cid
  const picture = isWhole ? await folder?.read(PICTURE_NAME) : undefined
  const blocks: CarBlock[] = []
  if (folder) blocks.push({ cid: folder.cid, size: folder.root.length, read: () => folder.root })
  if (isWhole && folder) blocks.push(...blocksOf(folder, picture))
  else if (folder?.cid !== cid && cid !== PROBE) blocks.push({ cid, size: bytes.length, read: () => bytes })
  void reply
    .type(`${CAR_TYPE}; version=1; order=dfs; dups=${dups}`)
    .header('content-length', carBytes(root, blocks))
  if (request.method === 'HEAD') return reply.send()
  const leave = cars.places.hold(key)
  if (leave === undefined) throw new Refusal('rateLimited')
  const stream = carStream(root, blocks)
  const late = setTimeout(() => stream.destroy(new Error('the CAR was read too slowly')), cars.ms)
  stream.once('close', () => {
    clearTimeout(late)
    leave()
  })
  return reply.send(stream)
}

/** Every file of the folder, in its order; the picture is there already. */
export function blocksOf(folder: KnownFolder, picture: Uint8Array | undefined): CarBlock[] {
  return folder.links.map(({ cid, size, name }) => ({
    cid,
    size,
    async read() {
      const bytes = name === PICTURE_NAME ? picture : await folder.read(name)
      if (bytes === undefined) throw new Error(`${name} of ${folder.cid} is lost`)
      return bytes
    },
  }))
}
