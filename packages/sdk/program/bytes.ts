// Little-endian bytes, written and read field by field: what instructions, accounts and events are made of.
import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '../core/address.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes that are not what they should be; the message says which field. */
export class ProgramDataError extends Error {
  override readonly name = 'ProgramDataError'
}

/** Writes front to back; the methods return the writer. */
export class Writer {
  private readonly out: number[] = []
  u8(value: number): this {
    this.out.push(value & 255)
    return this
  }
  u16(value: number): this {
    return this.integer(BigInt(value), 2)
  }
  u32(value: number): this {
    return this.integer(BigInt(value), 4)
  }
  u64(value: bigint): this {
    return this.integer(value, 8)
  }
  address(address: Address): this {
    return this.bytes(addressBytes(address))
  }
  bytes(bytes: Uint8Array): this {
    for (const byte of bytes) this.out.push(byte)
    return this
  }
  /** u8 length and UTF-8. */
  text(text: string): this {
    const bytes = new TextEncoder().encode(text)
    if (bytes.length > 255) throw new ProgramDataError(`a text of ${bytes.length} bytes; 255 is the most`)
    return this.u8(bytes.length).bytes(bytes)
  }
  finish(): Uint8Array {
    return Uint8Array.from(this.out)
  }
  private integer(value: bigint, size: number): this {
    if (value < 0n || value >> BigInt(size * 8) !== 0n)
      throw new ProgramDataError(`${value} does not fit ${size} bytes`)
    for (let i = 0; i < size; i++) this.out.push(Number((value >> BigInt(i * 8)) & 255n))
    return this
  }
}

/** Reads front to back; throws a ProgramDataError where the bytes end early or are not text. */
export class Reader {
  private offset = 0
  private readonly source: Uint8Array
  private readonly view: DataView
  constructor(source: Uint8Array) {
    this.source = source
    this.view = new DataView(source.buffer, source.byteOffset, source.byteLength)
  }
  get rest(): number {
    return this.source.length - this.offset
  }
  u8(): number {
    return this.view.getUint8(this.take(1))
  }
  u16(): number {
    return this.view.getUint16(this.take(2), true)
  }
  u32(): number {
    return this.view.getUint32(this.take(4), true)
  }
  u64(): bigint {
    return this.view.getBigUint64(this.take(8), true)
  }
  i64(): bigint {
    return this.view.getBigInt64(this.take(8), true)
  }
  address(): Address {
    return addressOf(this.bytes(32))
  }
  bytes(size: number): Uint8Array {
    const from = this.take(size)
    return this.source.subarray(from, from + size)
  }
  text(): string {
    const bytes = this.bytes(this.u8())
    try {
      return utf8.decode(bytes)
    } catch (cause) {
      throw new ProgramDataError('a text is not UTF-8', { cause })
    }
  }
  /** Insists that nothing is left. */
  end(): void {
    if (this.rest !== 0) throw new ProgramDataError(`${this.rest} bytes too many`)
  }
  private take(size: number): number {
    const from = this.offset
    if (from + size > this.source.length)
      throw new ProgramDataError(`the bytes end ${size - this.rest} early`)
    this.offset += size
    return from
  }
}
