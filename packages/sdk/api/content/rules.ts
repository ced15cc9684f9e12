// What a request to the gateway asks for: as which type, which part, and whether the reader has it already. By the
// specifications "Path Gateway" and "Trustless Gateway" (specs.ipfs.tech). Pure.

export const RAW_TYPE = 'application/vnd.ipld.raw'
export const CAR_TYPE = 'application/vnd.ipld.car'
/** Of IPFS, and nothing that we make: a request that takes these alone is refused. */
const OTHER_TYPES = /^application\/(vnd\.ipld\.|vnd\.ipfs\.|x-tar$)/

export type DagScope = 'all' | 'entity' | 'block'

export type Representation =
  /** A file as what it is, a folder as a list. */
  | { readonly kind: 'file' }
  /** The block. */
  | { readonly kind: 'raw' }
  | {
      readonly kind: 'car'
      readonly scope: DagScope
      /** As it was asked; a block is one block here, so it changes nothing but the answer's name. */
      readonly entityBytes: string | undefined
      readonly dups: 'y' | 'n'
    }

export type RepresentationDecision =
  | { readonly kind: 'chosen'; readonly representation: Representation }
  /** What is asked makes no sense. */
  | { readonly kind: 'malformed'; readonly sentence: string }
  /** It makes sense, and we don't make it. */
  | { readonly kind: 'unsupported' }

export interface GatewayQuery {
  readonly format?: string | undefined
  readonly 'dag-scope'?: string | undefined
  readonly 'entity-bytes'?: string | undefined
  readonly 'car-version'?: string | undefined
  readonly 'car-order'?: string | undefined
  readonly 'car-dups'?: string | undefined
}

interface Accepted {
  readonly type: string
  readonly quality: number
  readonly parameters: Readonly<Record<string, string>>
}

/** The types that an Accept header names, as they stand there. */
function readAccept(header: string): Accepted[] {
  return header
    .split(',')
    .slice(0, 50)
    .flatMap((part) => {
      const [type = '', ...rest] = part.split(';').map((each) => each.trim().toLowerCase())
      const parameters = Object.fromEntries(
        rest.map((each) => {
          const [name = '', value = ''] = each.split('=').map((side) => side.trim().replace(/^"|"$/g, ''))
          return [name, value]
        }),
      )
      const quality = parameters['q'] === undefined ? 1 : Number(parameters['q'])
      return type === '' || !(quality > 0) ? [] : [{ type, quality, parameters }]
    })
}

/**
 * As what a path is answered. `format` goes before the header. Of the header's types the one with the most quality; of two alike
 * the block or CAR, which nobody names by accident. A file has the type that it has, whatever the header says.
 */
export function decideRepresentation(
  accept: string | undefined,
  query: GatewayQuery,
): RepresentationDecision {
  if (query.format !== undefined) {
    if (query.format === 'raw') return chosen({ kind: 'raw' })
    return query.format === 'car' ? decideCar(query, {}) : { kind: 'unsupported' }
  }
  const accepted = readAccept(accept ?? '')
  if (accept === undefined || accept.trim() === '') return chosen({ kind: 'file' })
  const best = (isIt: (type: string) => boolean) =>
    accepted
      .filter(({ type }) => isIt(type))
      .reduce<Accepted | undefined>(
        (most, each) => (most && most.quality >= each.quality ? most : each),
        undefined,
      )
  const named = best((type) => type === RAW_TYPE || type === CAR_TYPE)
  const file = best((type) => !OTHER_TYPES.test(type))
  if (named && named.quality >= (file?.quality ?? 0))
    return named.type === RAW_TYPE ? chosen({ kind: 'raw' }) : decideCar(query, named.parameters)
  return file ? chosen({ kind: 'file' }) : { kind: 'unsupported' }
}

const chosen = (representation: Representation): RepresentationDecision => ({
  kind: 'chosen',
  representation,
})
const SCOPES: readonly string[] = ['all', 'entity', 'block'] satisfies DagScope[]
const isScope = (text: string): text is DagScope => SCOPES.includes(text)

function decideCar(query: GatewayQuery, parameters: Accepted['parameters']): RepresentationDecision {
  const scope = query['dag-scope'] ?? 'all'
  if (!isScope(scope)) return { kind: 'malformed', sentence: 'dag-scope is all, entity or block.' }
  const entityBytes = query['entity-bytes']
  if (entityBytes !== undefined && !/^-?\d{1,15}:(\*|-?\d{1,15})$/.test(entityBytes))
    return { kind: 'malformed', sentence: 'entity-bytes is from:to, and to may be *.' }
  const version = query['car-version'] ?? parameters['version'] ?? '1'
  const order = query['car-order'] ?? parameters['order'] ?? 'dfs'
  const dups = query['car-dups'] ?? parameters['dups'] ?? 'n'
  if (version !== '1' || (order !== 'dfs' && order !== 'unk') || (dups !== 'y' && dups !== 'n'))
    return { kind: 'unsupported' }
  return chosen({ kind: 'car', scope: entityBytes === undefined ? scope : 'entity', entityBytes, dups })
}

/** Whether a reader who says that it has these (If-None-Match) has this one. */
export function hasEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => plain(tag) === etag)
}

export type RangeDecision =
  | { readonly kind: 'whole' }
  /** Both bytes are in it. */
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'outside' }

/** Which bytes of `size` are asked for. Several ranges, or a header that makes no sense, are the whole. */
export function decideRange(header: string | undefined, size: number): RangeDecision {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match) return { kind: 'whole' }
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return { kind: 'whole' }
  if (from === '') {
    const count = Math.min(Number(to), size)
    return count === 0 ? { kind: 'outside' } : { kind: 'part', first: size - count, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return { kind: 'whole' }
  return first >= size ? { kind: 'outside' } : { kind: 'part', first, last }
}

/**
 * The header Content-Disposition: by the name that was asked for, else by ours. Its ending is always that of our name, which
 * says what the bytes are: systems open a file by its ending, and the bytes are a stranger's.
 */
export function dispositionOf(kind: 'inline' | 'attachment', own: string, asked: string | undefined): string {
  const ending = own.slice(own.lastIndexOf('.'))
  const wanted = asked ?? own
  const stem = wanted.toLowerCase().endsWith(ending) ? wanted.slice(0, -ending.length) : wanted
  // No path, nothing that ends the header; so long as file systems take it.
  const start = Array.from(stem)
    .filter((character) => !/[\p{C}/\\"]/u.test(character))
    .slice(0, 150 - ending.length)
    .join('')
  const name = `${start}${ending}`
  const plain = name.replace(/[^\x20-\x7e]/g, '_')
  const isPlain = plain === name
  return `${kind}; filename="${plain}"${isPlain ? '' : `; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`}`
}
