// Accounts and transactions as Solana's JSON-RPC writes them. u64s above what a double holds stay bigints; rpc.ts writes
// them as digits. Must not know the methods that answer with them.

import type { Address } from '@solana/kit'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { type DecodedTransaction, decodeTransaction } from '@twinmint/sdk/program/message'
import type { Pause } from '../slow-calls.ts'
import type { RecordedTransaction, TokenBalance } from '../store-rows.ts'
import type { TransactionError } from '../transaction-error.ts'
import type { AccountView, InnerInstruction } from '../vm.ts'
import { type DataSlice, RPC_INVALID_REQUEST, RpcError } from './params.ts'
import { parsedBytesOf, parsedTokenData, uiTokenAmount } from './tokens.ts'

export const ACCOUNT_ENCODINGS = ['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed'] as const
export type AccountEncoding = (typeof ACCOUNT_ENCODINGS)[number]
export const TRANSACTION_ENCODINGS = ['binary', 'base58', 'base64', 'json', 'jsonParsed'] as const
export type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number]

const MEMO_PROGRAMS = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])

/** A u64: a number where that is exact. */
export function u64(value: bigint): number | bigint {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
}

export interface AccountFormat {
  readonly encoding: AccountEncoding
  readonly slice: DataSlice | undefined
}

/** The part of an account's data that the answer holds, and whether it is parsed. */
function partOf(account: AccountView, { encoding, slice }: AccountFormat) {
  const parsed = encoding === 'jsonParsed' ? parsedBytesOf(account) : undefined
  if (parsed !== undefined) return { isParsed: true, offset: 0, bytes: parsed }
  const { offset, length } = slice ?? { offset: 0, length: account.bytes }
  return { isParsed: false, offset, bytes: Math.max(0, Math.min(length, account.bytes - offset)) }
}

/** Bytes of an account's data in the answer, without reading them. */
export const encodedBytesOf = (account: AccountView, format: AccountFormat): number =>
  partOf(account, format).bytes

export function encodeAccount(
  account: AccountView,
  format: AccountFormat,
  decimalsOf: (mint: Address) => number,
): Record<string, unknown> {
  const { isParsed, offset, bytes } = partOf(account, format)
  requireShort(format.encoding, bytes)
  const data = account.read(offset, bytes)
  const { owner, executable, lamports, rentEpoch, bytes: space } = account
  const parsed = isParsed ? parsedTokenData({ owner, data, space }, decimalsOf) : undefined
  return {
    data: parsed ?? encodeData(data, format.encoding),
    executable,
    lamports: u64(lamports),
    owner,
    rentEpoch: u64(rentEpoch),
    space,
  }
}

/** Encoding base58 takes quadratic time. */
function requireShort(encoding: AccountEncoding, bytes: number): void {
  if ((encoding === 'binary' || encoding === 'base58') && bytes > 128)
    throw new RpcError(
      RPC_INVALID_REQUEST,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
}

function encodeData(data: Uint8Array, encoding: AccountEncoding): unknown {
  if (encoding === 'base64+zstd')
    throw new RpcError(RPC_INVALID_REQUEST, 'Encoding base64+zstd is not supported here; use base64.')
  if (encoding === 'base64' || encoding === 'jsonParsed')
    return [Buffer.from(data).toString('base64'), 'base64']
  return encoding === 'binary' ? encodeBase58(data) : [encodeBase58(data), 'base58']
}

/** Bytes of a transaction that can be long: itself, what its programs called, and what they logged. */
export const bytesOfRecord = ({ wire, innerInstructions, logs }: RecordedTransaction): number =>
  innerInstructions.reduce(
    (all, { instructions }) => instructions.reduce((sum, { data }) => sum + data.length, all),
    logs.reduce((all, line) => all + line.length, wire.length),
  )

/** `transaction`, `meta` and `version` of getTransaction and getBlock. */
export async function encodeTransactionEntry(
  record: RecordedTransaction,
  {
    encoding,
    versionMax,
  }: { readonly encoding: TransactionEncoding; readonly versionMax: number | undefined },
  pause: Pause,
): Promise<Record<string, unknown>> {
  const decoded = decodeTransaction(record.wire)
  if (decoded.version !== 'legacy' && versionMax === undefined)
    throw new RpcError(
      -32_015,
      `Transaction version (${decoded.version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${decoded.version}`,
    )
  return {
    transaction: encodeWire(record, decoded, encoding),
    meta: await encodeMeta(record, decoded, encoding, pause),
    ...(versionMax === undefined ? {} : { version: decoded.version }),
  }
}

function encodeWire(
  record: RecordedTransaction,
  decoded: DecodedTransaction,
  encoding: TransactionEncoding,
): unknown {
  if (encoding === 'base64') return [Buffer.from(record.wire).toString('base64'), 'base64']
  if (encoding === 'base58') return [encodeBase58(record.wire), 'base58']
  if (encoding === 'binary') return encodeBase58(record.wire)
  const signatures = decoded.signatures.map((signature) => encodeBase58(signature))
  const head = decoded.version === 'legacy' ? 0 : 1
  const lookups = decoded.version === 'legacy' ? {} : { addressTableLookups: [] }
  if (encoding === 'jsonParsed')
    return {
      signatures,
      message: {
        accountKeys: decoded.addresses.map((pubkey, index) => ({
          pubkey,
          signer: index < decoded.signerCount,
          source: 'transaction',
          writable: decoded.isWritable(index),
        })),
        recentBlockhash: decoded.recentBlockhash,
        instructions: decoded.instructions.map((instruction) =>
          parsedInstruction(instruction, decoded.addresses, 1),
        ),
        ...lookups,
      },
    }
  return {
    signatures,
    message: {
      header: {
        numRequiredSignatures: decoded.message[head],
        numReadonlySignedAccounts: decoded.message[head + 1],
        numReadonlyUnsignedAccounts: decoded.message[head + 2],
      },
      accountKeys: decoded.addresses,
      recentBlockhash: decoded.recentBlockhash,
      instructions: decoded.instructions.map((instruction) => compiledInstruction(instruction, 1)),
      ...lookups,
    },
  }
}

interface AnyInstruction {
  readonly programIndex: number
  readonly accountIndexes: Uint8Array
  readonly data: Uint8Array
}

function compiledInstruction(instruction: AnyInstruction, stackHeight: number): Record<string, unknown> {
  return {
    programIdIndex: instruction.programIndex,
    accounts: [...instruction.accountIndexes],
    data: encodeBase58(instruction.data),
    stackHeight,
  }
}

/** "Partially decoded": addresses instead of indexes, the data as it is. Only memos are read further. */
function parsedInstruction(
  instruction: AnyInstruction,
  addresses: readonly Address[],
  stackHeight: number,
): Record<string, unknown> {
  const programId = addresses[instruction.programIndex] ?? ''
  if (MEMO_PROGRAMS.has(programId))
    return { program: 'spl-memo', programId, parsed: textOf(instruction.data), stackHeight }
  return {
    programId,
    accounts: [...instruction.accountIndexes].map((index) => addresses[index]),
    data: encodeBase58(instruction.data),
    stackHeight,
  }
}

async function encodeMeta(
  record: RecordedTransaction,
  decoded: DecodedTransaction,
  encoding: TransactionEncoding,
  pause: Pause,
): Promise<Record<string, unknown>> {
  return {
    err: record.err,
    status: statusOf(record.err),
    fee: u64(record.feeLamports),
    preBalances: record.balancesBefore.map(u64),
    postBalances: record.balancesAfter.map(u64),
    innerInstructions: await encodeInner(
      record.innerInstructions,
      pause,
      encoding === 'jsonParsed' ? decoded.addresses : undefined,
    ),
    logMessages: record.logs,
    preTokenBalances: record.tokensBefore.map(encodeTokenBalance),
    postTokenBalances: record.tokensAfter.map(encodeTokenBalance),
    rewards: [],
    ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: { writable: [], readonly: [] } }),
    computeUnitsConsumed: record.computeUnits,
    ...(record.returnData ? { returnData: encodeReturnData(record.returnData) } : {}),
  }
}

/** Pauses between the instructions: one of 10 KB takes milliseconds, and a transaction calls sixty. */
export async function encodeInner(
  inner: readonly { readonly index: number; readonly instructions: readonly InnerInstruction[] }[],
  pause: Pause,
  addresses?: readonly Address[],
): Promise<Record<string, unknown>[]> {
  const groups: Record<string, unknown>[] = []
  for (const { index, instructions } of inner) {
    const encoded: Record<string, unknown>[] = []
    for (const step of instructions) {
      await pause()
      encoded.push(
        addresses
          ? parsedInstruction(step, addresses, step.stackHeight)
          : compiledInstruction(step, step.stackHeight),
      )
    }
    groups.push({ index, instructions: encoded })
  }
  return groups
}

function encodeTokenBalance(balance: TokenBalance): Record<string, unknown> {
  return {
    accountIndex: balance.accountIndex,
    mint: balance.mint,
    owner: balance.owner,
    programId: balance.program,
    uiTokenAmount: uiTokenAmount(balance.amount, balance.decimals),
  }
}

export function encodeReturnData(returned: {
  readonly programAddress: Address
  readonly data: Uint8Array
}): Record<string, unknown> {
  return {
    programId: returned.programAddress,
    data: [Buffer.from(returned.data).toString('base64'), 'base64'],
  }
}

export function statusOf(err: TransactionError | null): Record<string, unknown> {
  return err === null ? { Ok: null } : { Err: err }
}

/** The memos of a transaction as getSignaturesForAddress shows them, or null. */
export function memoOf(record: RecordedTransaction): string | null {
  const { addresses, instructions } = decodeTransaction(record.wire)
  const memos = instructions.flatMap(({ programIndex, data }) =>
    MEMO_PROGRAMS.has(addresses[programIndex] ?? '') ? [`[${data.length}] ${textOf(data)}`] : [],
  )
  return memos.length === 0 ? null : memos.join('; ')
}

function textOf(data: Uint8Array): string {
  return new TextDecoder().decode(data)
}
