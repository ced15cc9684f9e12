// Reads what a caller sends as parameters. Everything is of unknown shape until a reader here has looked at it, and only
// own properties count. Must not know any method.
import type { Address } from '@solana/kit'
import { isAddress } from '@twinmint/sdk/core/address'
import { decodeBase58 } from '@twinmint/sdk/core/base58'

/** An answer that is an error, with a code that validators use too. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const RPC_PARSE_ERROR = -32_700
export const RPC_INVALID_REQUEST = -32_600
export const RPC_METHOD_NOT_FOUND = -32_601
export const RPC_INVALID_PARAMS = -32_602
export const RPC_INTERNAL_ERROR = -32_603
/** Asked for more than is given at a time; as nodes say that they can't answer now. */
export const RPC_LIMITED = -32_005

export function invalidParams(message: string): RpcError {
  return new RpcError(RPC_INVALID_PARAMS, `Invalid params: ${message}`)
}

/** `params` of a request as a list; left out is an empty one. */
export function readParams(params: unknown): readonly unknown[] {
  if (params === undefined || params === null) return []
  if (!Array.isArray(params)) throw invalidParams('expected an array of positional parameters.')
  if (params.length > 8) throw invalidParams('too many parameters.')
  return params as readonly unknown[]
}

export function readAddress(value: unknown, what: string): Address {
  if (typeof value !== 'string' || !isAddress(value)) throw invalidParams(`${what} must be a base58 address.`)
  return value
}

/** A whole number within bounds; kit sends bigints in process. */
export function readInteger(value: unknown, what: string, min: number, max: number): number {
  const number = typeof value === 'bigint' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < min || number > max)
    throw invalidParams(`${what} must be a whole number between ${min} and ${max}.`)
  return number
}

export function readSignature(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.length > 88 || decodeBase58(value)?.length !== 64)
    throw invalidParams(`${what} must be a base58 signature.`)
  return value
}

/** A list of at most `max` entries, each read by `read`. */
export function readList<T>(
  value: unknown,
  what: string,
  max: number,
  read: (entry: unknown, what: string) => T,
): T[] {
  if (!Array.isArray(value)) throw invalidParams(`${what} must be an array.`)
  if (value.length > max) throw invalidParams(`${what} may have at most ${max} entries.`)
  return value.map((entry: unknown) => read(entry, `each of ${what}`))
}

/** A configuration object, by its own properties. */
export interface Config {
  get(name: string): unknown
  boolean(name: string): boolean
  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined
}

export function readObject(value: unknown, what: string): Config {
  if (value === undefined || value === null) value = {}
  if (typeof value !== 'object' || Array.isArray(value) || value === null)
    throw invalidParams(`${what} must be an object.`)
  const object: object = value
  const get = (name: string): unknown =>
    Object.hasOwn(object, name) ? (Reflect.get(object, name) as unknown) : undefined
  return {
    get,
    boolean: (name) => {
      const found = get(name)
      if (found === undefined || found === null) return false
      if (typeof found !== 'boolean') throw invalidParams(`${name} must be true or false.`)
      return found
    },
    oneOf: (name, allowed) => {
      const found = get(name)
      if (found === undefined || found === null) return undefined
      const match = allowed.find((candidate) => candidate === found)
      if (match === undefined) throw invalidParams(`${name} must be one of ${allowed.join(', ')}.`)
      return match
    },
  }
}

const COMMITMENTS = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const

/** A configuration object with `commitment` (all levels mean the same here) and `minContextSlot` checked. */
export function readConfig(value: unknown, slot: number): Config {
  const config = readObject(value, 'the configuration')
  config.oneOf('commitment', COMMITMENTS)
  const minContextSlot = config.get('minContextSlot')
  if (minContextSlot !== undefined && minContextSlot !== null) {
    const wanted = readInteger(minContextSlot, 'minContextSlot', 0, Number.MAX_SAFE_INTEGER)
    if (wanted > slot)
      throw new RpcError(-32_016, 'Minimum context slot has not been reached', { contextSlot: slot })
  }
  return config
}

export interface DataSlice {
  readonly offset: number
  readonly length: number
}

export function readDataSlice(config: Config): DataSlice | undefined {
  const value = config.get('dataSlice')
  if (value === undefined || value === null) return undefined
  const slice = readObject(value, 'dataSlice')
  return {
    offset: readInteger(slice.get('offset'), 'dataSlice.offset', 0, 0xffff_ffff),
    length: readInteger(slice.get('length'), 'dataSlice.length', 0, 0xffff_ffff),
  }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Bytes sent as base58 or base64 text of at most `bytesMax` bytes. */
export function readBytes(
  value: unknown,
  what: string,
  encoding: 'base58' | 'base64',
  bytesMax: number,
): Uint8Array {
  if (typeof value !== 'string') throw invalidParams(`${what} must be text.`)
  // Base58 grows by 1.37, base64 by 1.34: anything longer is over the limit before it is decoded.
  const charactersMax = Math.ceil(bytesMax * (encoding === 'base58' ? 1.37 : 1.34)) + 4
  if (value.length > charactersMax)
    throw invalidParams(`${what} is too large: ${value.length} characters; ${bytesMax} bytes are the most.`)
  const bytes =
    encoding === 'base58'
      ? decodeBase58(value)
      : value.length % 4 === 0 && BASE64.test(value)
        ? Buffer.from(value, 'base64')
        : undefined
  if (!bytes) throw invalidParams(`${what} is not valid ${encoding}.`)
  return bytes
}
