// Solana's wire transactions, written and read: the one codec of both sides. Kit's own takes 0.9 ms to compile a
// message here, this 20 µs, and reading insists on every byte, because the VM behind the embedded chain aborts the
// process on bytes that are not whole. Must not know what any instruction means.
import type { Address } from '@solana/kit'
import { addressBytes, addressOf, KEY_BYTES } from '../core/address.ts'
import { encodeBase58 } from '../core/base58.ts'

/** The network's packet limit: a transaction with its signatures, in bytes. */
export const TRANSACTION_BYTES_MAX = 1232
export const SIGNATURE_BYTES = 64

export interface AccountMeta {
  readonly address: Address
  readonly signer: boolean
  readonly writable: boolean
}

export interface Instruction {
  readonly programAddress: Address
  readonly accounts: readonly AccountMeta[]
  readonly data: Uint8Array
}

export interface DecodedTransaction {
  /** 64 bytes each; all zeros where nobody has signed yet. */
  readonly signatures: readonly Uint8Array[]
  /** What the signatures sign. */
  readonly message: Uint8Array
  readonly version: 'legacy' | 0
  /** The addresses that the message itself lists (those of lookup tables are not in it). The first one pays. */
  readonly addresses: readonly Address[]
  readonly recentBlockhash: string
  readonly signerCount: number
  readonly usesLookupTables: boolean
  readonly isWritable: (index: number) => boolean
  /** Accounts by index into `addresses`; an index beyond it points into a lookup table. */
  readonly instructions: readonly {
    readonly programIndex: number
    readonly accountIndexes: Uint8Array
    readonly data: Uint8Array
  }[]
}

/** Bytes that are not one whole transaction; the message says where they break. */
export class TransactionFormatError extends Error {
  override readonly name = 'TransactionFormatError'
}

/**
 * Compiles a version 0 message and puts room for the signatures before it.
 * Returns the wire transaction with zeroed signatures; throws a TransactionFormatError above 1,232 bytes.
 */
export function encodeTransaction(input: {
  readonly feePayer: Address
  readonly recentBlockhash: string
  readonly instructions: readonly Instruction[]
}): Uint8Array<ArrayBuffer> {
  const roles = new Map<string, { signer: boolean; writable: boolean }>()
  roles.set(input.feePayer, { signer: true, writable: true })
  for (const instruction of input.instructions) {
    for (const { address, signer, writable } of instruction.accounts) {
      const role = roles.get(address)
      if (role) {
        role.signer ||= signer
        role.writable ||= writable
      } else roles.set(address, { signer, writable })
    }
  }
  for (const { programAddress } of input.instructions) {
    if (!roles.has(programAddress)) roles.set(programAddress, { signer: false, writable: false })
  }
  const all = [...roles]
  const pick = (signer: boolean, writable: boolean) =>
    all.filter(([, role]) => role.signer === signer && role.writable === writable).map(([address]) => address)
  const groups = [pick(true, true), pick(true, false), pick(false, true), pick(false, false)] as const
  const addresses = groups.flat()
  const indexOf = new Map(addresses.map((address, index) => [address, index]))
  const signerCount = groups[0].length + groups[1].length

  const out: number[] = []
  const put = (bytes: Uint8Array) => {
    for (const byte of bytes) out.push(byte)
  }
  const at = (address: string) => indexOf.get(address) ?? 0
  out.push(0x80, signerCount, groups[1].length, groups[3].length)
  putLength(out, addresses.length)
  for (const address of addresses) put(addressBytes(address))
  put(addressBytes(input.recentBlockhash))
  putLength(out, input.instructions.length)
  for (const instruction of input.instructions) {
    out.push(at(instruction.programAddress))
    putLength(out, instruction.accounts.length)
    for (const { address } of instruction.accounts) out.push(at(address))
    putLength(out, instruction.data.length)
    put(instruction.data)
  }
  putLength(out, 0)
  const head = 1 + signerCount * SIGNATURE_BYTES
  const wire = new Uint8Array(head + out.length)
  if (wire.length > TRANSACTION_BYTES_MAX)
    throw new TransactionFormatError(
      `The transaction has ${wire.length} bytes; ${TRANSACTION_BYTES_MAX} is the most.`,
    )
  wire[0] = signerCount
  wire.set(out, head)
  return wire
}

/** Solana's compact-u16, for lengths below 16,384. */
function putLength(out: number[], value: number): void {
  if (value < 128) out.push(value)
  else out.push((value & 127) | 128, value >> 7)
}

/**
 * Reads a wire transaction to its last byte. Throws a TransactionFormatError for anything that is not exactly one
 * legacy or version 0 transaction within 1,232 bytes whose indexes all point at something.
 */
export function decodeTransaction(wire: Uint8Array): DecodedTransaction {
  if (wire.length > TRANSACTION_BYTES_MAX)
    throw new TransactionFormatError(
      `The transaction has ${wire.length} bytes; ${TRANSACTION_BYTES_MAX} is the most.`,
    )
  const reader = new Reader(wire)
  const signatureCount = reader.length('signatures')
  if (signatureCount === 0) throw new TransactionFormatError('no signatures')
  const signatures: Uint8Array[] = []
  for (let i = 0; i < signatureCount; i++) signatures.push(reader.take(SIGNATURE_BYTES, 'a signature'))
  const message = wire.subarray(reader.offset)
  let first = reader.byte('the header')
  const version = first & 0x80 ? 0 : 'legacy'
  if (version === 0) {
    if (first !== 0x80) throw new TransactionFormatError(`version ${first & 0x7f} is not supported`)
    first = reader.byte('the header')
  }
  const signerCount = first
  const readonlySigners = reader.byte('the header')
  const readonlyOthers = reader.byte('the header')
  const addressCount = reader.length('addresses')
  if (signerCount !== signatureCount) throw new TransactionFormatError('the header counts other signatures')
  if (
    signerCount > addressCount ||
    readonlySigners >= signerCount ||
    readonlyOthers > addressCount - signerCount
  )
    throw new TransactionFormatError('the header does not fit the addresses')
  const addresses: Address[] = []
  for (let i = 0; i < addressCount; i++) addresses.push(addressOf(reader.take(KEY_BYTES, 'an address')))
  if (new Set(addresses).size !== addressCount) throw new TransactionFormatError('an address stands twice')
  const recentBlockhash = encodeBase58(reader.take(KEY_BYTES, 'the blockhash'))

  const instructionCount = reader.length('instructions')
  const instructions: DecodedTransaction['instructions'][number][] = []
  for (let i = 0; i < instructionCount; i++) {
    const programIndex = reader.byte('a program index')
    const accountIndexes = reader.take(reader.length('accounts'), 'account indexes')
    const data = reader.take(reader.length('data'), 'instruction data')
    instructions.push({ programIndex, accountIndexes, data })
  }
  let lookedUp = 0
  if (version === 0) {
    const tables = reader.length('lookup tables')
    for (let i = 0; i < tables; i++) {
      reader.take(KEY_BYTES, 'a lookup table')
      const writableCount = reader.length('lookups')
      reader.take(writableCount, 'lookups')
      const readonlyCount = reader.length('lookups')
      reader.take(readonlyCount, 'lookups')
      if (writableCount + readonlyCount === 0) throw new TransactionFormatError('an empty lookup')
      lookedUp += writableCount + readonlyCount
    }
  }
  if (reader.offset !== wire.length) throw new TransactionFormatError('bytes are left over')
  if (addressCount + lookedUp > 256) throw new TransactionFormatError('too many accounts')
  for (const { programIndex, accountIndexes } of instructions) {
    // The payer can't be a program, and a program's address never comes from a lookup table.
    if (programIndex === 0 || programIndex >= addressCount)
      throw new TransactionFormatError('a program index points at nothing')
    for (const index of accountIndexes)
      if (index >= addressCount + lookedUp)
        throw new TransactionFormatError('an account index points at nothing')
  }
  return {
    signatures,
    message,
    version,
    addresses,
    recentBlockhash,
    signerCount,
    usesLookupTables: lookedUp > 0,
    isWritable: (index) =>
      index < signerCount ? index < signerCount - readonlySigners : index < addressCount - readonlyOthers,
    instructions,
  }
}

/** Where the message of a whole transaction lists an address; -1 where it does not. Reads no further, and checks nothing. */
export function indexInMessage(wire: Uint8Array, address: Address): number {
  const reader = new Reader(wire)
  const signatureCount = reader.length('signatures')
  reader.take(signatureCount * SIGNATURE_BYTES, 'signatures')
  const first = reader.byte('the header')
  reader.take(first & 0x80 ? 3 : 2, 'the header')
  const addressCount = reader.length('addresses')
  const key = addressBytes(address)
  for (let index = 0; index < addressCount; index++) {
    const begin = reader.offset + index * KEY_BYTES
    if (key.every((byte, at) => byte === wire[begin + at])) return index
  }
  return -1
}

class Reader {
  offset = 0
  private readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
  byte(what: string): number {
    const value = this.bytes[this.offset++]
    if (value === undefined) throw new TransactionFormatError(`the bytes end inside ${what}`)
    return value
  }
  take(count: number, what: string): Uint8Array {
    const end = this.offset + count
    if (end > this.bytes.length) throw new TransactionFormatError(`the bytes end inside ${what}`)
    const part = this.bytes.subarray(this.offset, end)
    this.offset = end
    return part
  }
  /** compact-u16, in its shortest form only. */
  length(what: string): number {
    const a = this.byte(what)
    if (a < 128) return a
    const b = this.byte(what)
    if (b < 128) {
      if (b === 0) throw new TransactionFormatError(`the count of ${what} is not in its shortest form`)
      return (a & 127) | (b << 7)
    }
    throw new TransactionFormatError(`too many ${what}`)
  }
}
