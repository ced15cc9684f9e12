// What a node answers, read: a list, a figure, an account. Every field is looked at; pure, and must not know what anything
// is for.
import { decodeBase64 } from '../core/base64.ts'

export interface ReadAccount {
  readonly lamports: bigint
  readonly owner: string
  readonly isExecutable: boolean
  readonly data: Uint8Array
}

/** Asks a node; the answer is what JSON-RPC calls `result`. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A node's answer that is not what a node answers. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  constructor(what: string) {
    super(`The node's answer can't be read: ${what}.`)
  }
}

/** Of everything that a proof reads. */
export const COMMITMENT = 'confirmed'

export function accountsOf(answer: unknown, count: number): readonly (ReadAccount | undefined)[] {
  const values = list(field(answer, 'value'))
  if (values.length !== count) throw new UnreadableAnswer('accounts are missing')
  return values.map((value) => (value === null ? undefined : accountOf(value)))
}

export function accountOf(value: unknown): ReadAccount {
  const [base64] = list(field(value, 'data'))
  const owner = field(value, 'owner')
  const data = typeof base64 === 'string' ? decodeBase64(base64) : undefined
  if (data === undefined || typeof owner !== 'string') throw new UnreadableAnswer('an account is not whole')
  return {
    lamports: whole(field(value, 'lamports')),
    owner,
    isExecutable: field(value, 'executable') === true,
    data,
  }
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableAnswer('a list is missing')
  return value
}

export function whole(value: unknown): bigint {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) throw new UnreadableAnswer('a figure is missing')
  return BigInt(text)
}
