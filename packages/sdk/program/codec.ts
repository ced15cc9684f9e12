// Fields of the program's bytes and lists of them: one description reads, writes, types and names a field. The tables of
// instructions.ts, accounts.ts and events.ts are made of these; program/build/ makes the IDL and the tables of
// docs/program.md from the same descriptions. Little-endian, without padding.
import type { Address } from '@solana/kit'
import { type BaseUnits, baseUnits, type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError, type Reader, type Writer } from './bytes.ts'
import { SYSTEM_PROGRAM } from './programs.ts'

/** A value of the bytes: how it is read and written, and its type in the IDL and in docs/program.md. */
export interface Field<Value> {
  readonly type: string
  /** Throws a ProgramDataError where the bytes end early or say what the field cannot be. */
  read(reader: Reader): Value
  write(writer: Writer, value: Value): Writer
}

/** Fields by name, in the order of their bytes. */
export type Fields = Readonly<Record<string, Field<unknown>>>

export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never
}

/** Fields that travel as one value: the terms of a launch. The IDL lists them one by one. */
export interface Struct<F extends Fields> extends Field<ValuesOf<F>> {
  readonly fields: F
}

export const isStruct = (field: Field<unknown>): field is Struct<Fields> => 'fields' in field

export function struct<const F extends Fields>(fields: F): Struct<F> {
  const entries = Object.entries(fields)
  return {
    type: 'struct',
    fields,
    read: (reader) => {
      const values: Record<string, unknown> = {}
      for (const [name, field] of entries) values[name] = field.read(reader)
      // One value a field, by construction.
      return values as ValuesOf<F>
    },
    write: (writer, values) => {
      for (const [name, field] of entries) field.write(writer, values[name])
      return writer
    },
  }
}

export const U8: Field<number> = {
  type: 'u8',
  read: (reader) => reader.u8(),
  write: (writer, value) => writer.u8(value),
}
/** A u8 that is 0 or not. */
export const FLAG: Field<boolean> = {
  type: 'u8',
  read: (reader) => reader.u8() !== 0,
  write: (writer, value) => writer.u8(value ? 1 : 0),
}
export const U16: Field<number> = {
  type: 'u16',
  read: (reader) => reader.u16(),
  write: (writer, value) => writer.u16(value),
}
export const U32: Field<number> = {
  type: 'u32',
  read: (reader) => reader.u32(),
  write: (writer, value) => writer.u32(value),
}
export const U64: Field<bigint> = {
  type: 'u64',
  read: (reader) => reader.u64(),
  write: (writer, value) => writer.u64(value),
}
/** Writes no negative number: the program's times and ends never are. */
export const I64: Field<bigint> = {
  type: 'i64',
  read: (reader) => reader.i64(),
  write: (writer, value) => writer.u64(value),
}
export const LAMPORTS: Field<Lamports> = {
  type: 'u64',
  read: (reader) => lamports(reader.u64()),
  write: (writer, value) => writer.u64(value),
}
export const BASE_UNITS: Field<BaseUnits> = {
  type: 'u64',
  read: (reader) => baseUnits(reader.u64()),
  write: (writer, value) => writer.u64(value),
}
export const ADDRESS: Field<Address> = {
  type: 'address',
  read: (reader) => reader.address(),
  write: (writer, value) => writer.address(value),
}
/** An address, or undefined for nobody, whose 32 bytes are zeros. */
export const HOLDER: Field<Address | undefined> = {
  type: 'address',
  read: (reader) => {
    const address = reader.address()
    return address === SYSTEM_PROGRAM ? undefined : address
  },
  write: (writer, value) => writer.address(value ?? SYSTEM_PROGRAM),
}
/** UTF-8 of at most 255 bytes, after its length as a u8. */
export const TEXT: Field<string> = {
  type: 'text',
  read: (reader) => reader.text(),
  write: (writer, value) => writer.text(value),
}

/** Unused bytes: written as zeros, ignored when read. */
export const zeros = (size: number): Field<undefined> => ({
  type: `${size} zeros`,
  read: (reader) => {
    reader.bytes(size)
  },
  write: (writer) => writer.bytes(new Uint8Array(size)),
})

/** Exactly `size` bytes, kept as they are. */
export const bytesField = (size: number, type = `bytes${size}`): Field<Uint8Array> => ({
  type,
  read: (reader) => reader.bytes(size),
  write: (writer, value) => {
    if (value.length !== size) throw new ProgramDataError(`${value.length} bytes in place of ${size}`)
    return writer.bytes(value)
  },
})

/** A word of a list, written as a u8: its place in the list. */
export const choice = <const Words extends readonly string[]>(
  type: string,
  words: Words,
): Field<Words[number]> & { readonly words: Words } => ({
  type,
  words,
  read: (reader) => {
    const place = reader.u8()
    const word = words[place]
    if (word === undefined) throw new ProgramDataError(`${type} has no value ${place}`)
    return word
  },
  write: (writer, value) => writer.u8(words.indexOf(value)),
})

/** Up to `max` values after their count, a u8. */
export const list = <Value>(type: string, item: Field<Value>, max: number): Field<readonly Value[]> => ({
  type,
  read: (reader) => {
    const count = reader.u8()
    if (count > max) throw new ProgramDataError(`${count} in ${type}, of ${max} at most`)
    return Array.from({ length: count }, () => item.read(reader))
  },
  write: (writer, values) => values.reduce((out, value) => item.write(out, value), writer.u8(values.length)),
})
