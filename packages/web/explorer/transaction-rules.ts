// A transaction as a node tells of it, read into what its page shows: instructions with what they called, balances before
// and after. Every field is looked at; pure, and must not know what any instruction means.

import { decodeBase58 } from '@twinmint/sdk/core/base58'
import { type DecodedTransaction, decodeTransaction } from '@twinmint/sdk/program/message'
import { bytesOfBase64 } from '@twinmint/sdk/program/signable'
import type { TransactionFailure } from '@twinmint/sdk/program/transaction-failure'

export interface Call {
  readonly programAddress: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

export interface TopLevelCall extends Call {
  /** What it called in its course, in order, however deep. */
  readonly inner: readonly Call[]
}

export interface TokenChange {
  readonly mint: string
  readonly owner: string | undefined
  readonly decimals: number
  readonly before: bigint
  readonly after: bigint
}

export interface AccountChange {
  readonly address: string
  readonly lamportsBefore: bigint
  readonly lamportsAfter: bigint
  readonly token: TokenChange | undefined
}

export interface ReadTransaction {
  readonly signature: string
  readonly slot: bigint
  readonly unixSeconds: number | undefined
  readonly failure: TransactionFailure | null
  readonly feeLamports: bigint
  readonly computeUnits: bigint | undefined
  /** The first one pays. */
  readonly signers: readonly string[]
  readonly calls: readonly TopLevelCall[]
  /** Of every account that the transaction names, also where nothing changed. */
  readonly accounts: readonly AccountChange[]
  readonly logs: readonly string[]
}

/** The node's answer is not what a node answers. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  constructor(what: string, options?: ErrorOptions) {
    super(`The node's answer can't be read: ${what}.`, options)
  }
}

const SIGNATURE_BYTES = 64

/** True for base58 text of 64 bytes. */
export function isSignature(text: string): boolean {
  return text.length >= 64 && text.length <= 88 && decodeBase58(text)?.length === SIGNATURE_BYTES
}

/** What `getTransaction` in encoding base64 answered. Throws an UnreadableAnswer. */
export function readTransaction(signature: string, answer: unknown): ReadTransaction {
  const entry = record(answer, 'the answer')
  const meta = record(entry['meta'], 'meta')
  const decoded = decodeWire(entry['transaction'])
  const loaded =
    meta['loadedAddresses'] === undefined ? {} : record(meta['loadedAddresses'], 'loadedAddresses')
  const addresses = [...decoded.addresses, ...texts(loaded['writable']), ...texts(loaded['readonly'])]
  const at = (index: number): string => {
    const address = addresses[index]
    if (address === undefined) throw new UnreadableAnswer('an account is missing')
    return address
  }
  const inner = readInner(meta['innerInstructions'], at)
  const { unixSeconds, computeUnits } = {
    unixSeconds: isNothing(entry['blockTime']) ? undefined : Number(whole(entry['blockTime'])),
    computeUnits: isNothing(meta['computeUnitsConsumed']) ? undefined : whole(meta['computeUnitsConsumed']),
  }
  return {
    signature,
    slot: whole(entry['slot']),
    unixSeconds,
    failure: (meta['err'] ?? null) as TransactionFailure | null,
    feeLamports: whole(meta['fee']),
    computeUnits,
    signers: decoded.addresses.slice(0, decoded.signerCount),
    calls: decoded.instructions.map(({ programIndex, accountIndexes, data }, index) => ({
      programAddress: at(programIndex),
      accounts: [...accountIndexes].map(at),
      data,
      inner: inner.get(index) ?? [],
    })),
    accounts: readAccounts(meta, addresses),
    logs: texts(meta['logMessages']),
  }
}

function decodeWire(value: unknown): DecodedTransaction {
  const [base64] = list(value)
  if (typeof base64 !== 'string') throw new UnreadableAnswer('the transaction is not base64')
  try {
    return decodeTransaction(bytesOfBase64(base64))
  } catch (cause) {
    throw new UnreadableAnswer('the transaction is not whole', { cause })
  }
}

/** Some 2 KB, more than any call of this program by itself has. */
const READ_DIGITS_MAX = 2_800

/** Decoding is quadratic, and anybody's program may be called with 10 KB sixty times: what is longer is shown nowhere and stays unread. */
function readData(text: string): Uint8Array | undefined {
  return text.length > READ_DIGITS_MAX ? new Uint8Array() : decodeBase58(text)
}

function readInner(value: unknown, at: (index: number) => string): Map<number, readonly Call[]> {
  return new Map(
    list(value ?? []).map((group) => {
      const { index, instructions } = record(group, 'innerInstructions')
      const calls = list(instructions).map((each): Call => {
        const { programIdIndex, accounts, data } = record(each, 'an inner instruction')
        const bytes = typeof data === 'string' ? readData(data) : undefined
        if (bytes === undefined) throw new UnreadableAnswer('an inner instruction has no data')
        return {
          programAddress: at(Number(programIdIndex)),
          accounts: list(accounts).map((each) => at(Number(each))),
          data: bytes,
        }
      })
      return [Number(index), calls] as const
    }),
  )
}

function readAccounts(
  meta: Readonly<Record<string, unknown>>,
  addresses: readonly string[],
): AccountChange[] {
  const before = list(meta['preBalances']).map(whole)
  const after = list(meta['postBalances']).map(whole)
  if (before.length !== addresses.length || after.length !== addresses.length)
    throw new UnreadableAnswer('balances are missing')
  const tokensBefore = readTokens(meta['preTokenBalances'])
  const tokensAfter = readTokens(meta['postTokenBalances'])
  return addresses.map((address, index) => {
    const [was, is] = [tokensBefore.get(index), tokensAfter.get(index)]
    const either = is ?? was
    return {
      address,
      lamportsBefore: before[index] ?? 0n,
      lamportsAfter: after[index] ?? 0n,
      token: either && { ...either, before: was?.units ?? 0n, after: is?.units ?? 0n },
    }
  })
}

function readTokens(value: unknown) {
  return new Map(
    list(value ?? []).map((each) => {
      const { accountIndex, mint, owner, uiTokenAmount } = record(each, 'a token balance')
      const { amount, decimals } = record(uiTokenAmount, 'a token amount')
      if (typeof mint !== 'string') throw new UnreadableAnswer('a token balance has no mint')
      const token = {
        mint,
        owner: typeof owner === 'string' ? owner : undefined,
        decimals: Number(decimals),
        units: whole(amount),
      }
      return [Number(accountIndex), token] as const
    }),
  )
}

const isNothing = (value: unknown): boolean => value === undefined || value === null

function record(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new UnreadableAnswer(`${what} is missing`)
  return value as Readonly<Record<string, unknown>>
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableAnswer('a list is missing')
  return value
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

function whole(value: unknown): bigint {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) throw new UnreadableAnswer('a figure is missing')
  return BigInt(text)
}
