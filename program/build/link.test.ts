// The linker on objects made by hand: what it writes, and everything that it must not let onto the chain.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programFolder } from '../test/harness.ts'
import { LinkError, link, murmur3 } from './link.ts'

interface Part {
  readonly name: string
  readonly flags: number
  readonly bytes: Buffer
  readonly type?: number
}
interface Name {
  readonly name: string
  /** Index into the parts; undefined for what is defined elsewhere. */
  readonly part?: number
  readonly offset?: number
}
interface Reference {
  readonly part: number
  readonly offset: number
  readonly type: number
  readonly name: number
}

const CODE = 6
const DATA = 2

/** A relocatable ELF object for BPF. */
function object(
  parts: readonly Part[],
  names: readonly Name[],
  references: readonly Reference[] = [],
): Buffer {
  const strings = Buffer.from(`\0${[...parts, ...names].map(({ name }) => name).join('\0')}\0`)
  const at = (name: string) => strings.indexOf(`\0${name}\0`) + 1
  const symbols = Buffer.alloc(24 * (names.length + 1))
  names.forEach(({ name, part, offset = 0 }, i) => {
    const o = 24 * (i + 1)
    symbols.writeUInt32LE(at(name), o)
    symbols[o + 4] = 0x12 // global function
    symbols.writeUInt16LE(part === undefined ? 0 : part + 1, o + 6)
    symbols.writeBigUInt64LE(BigInt(offset), o + 8)
  })
  const tables = parts.flatMap((_, i) => {
    const own = references.filter(({ part }) => part === i)
    if (own.length === 0) return []
    const bytes = Buffer.alloc(16 * own.length)
    own.forEach(({ offset, type, name }, j) => {
      bytes.writeBigUInt64LE(BigInt(offset), j * 16)
      bytes.writeUInt32LE(type, j * 16 + 8)
      bytes.writeUInt32LE(name + 1, j * 16 + 12)
    })
    return [{ type: 9, flags: 0, bytes, link: parts.length + 1, info: i + 1, name: '' }]
  })
  const sections = [
    { type: 0, flags: 0, bytes: Buffer.alloc(0), link: 0, info: 0, name: '' },
    ...parts.map((part) => ({ type: 1, link: 0, info: 0, ...part })),
    { type: 2, flags: 0, bytes: symbols, link: parts.length + 2, info: 1, name: '' },
    { type: 3, flags: 0, bytes: strings, link: 0, info: 0, name: '' },
    ...tables,
  ]
  const head = Buffer.alloc(64)
  head.writeUInt32BE(0x7f454c46, 0)
  head.writeUInt16LE(1, 16)
  head.writeUInt16LE(247, 18)
  let offset = 64
  const headers = sections.map(({ name, type, flags, bytes, link: linked, info }) => {
    const header = Buffer.alloc(64)
    header.writeUInt32LE(name === '' ? 0 : at(name), 0)
    header.writeUInt32LE(type, 4)
    header.writeBigUInt64LE(BigInt(flags), 8)
    header.writeBigUInt64LE(BigInt(offset), 24)
    header.writeBigUInt64LE(BigInt(bytes.length), 32)
    header.writeUInt32LE(linked, 40)
    header.writeUInt32LE(info, 44)
    header.writeBigUInt64LE(8n, 48)
    offset += bytes.length
    return header
  })
  head.writeBigUInt64LE(BigInt(offset), 40)
  head.writeUInt16LE(sections.length, 60)
  head.writeUInt16LE(parts.length + 2, 62)
  return Buffer.concat([head, ...sections.map(({ bytes }) => bytes), ...headers])
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const EXIT = '95 00 0000 00000000'
const code = (body: string): Part => ({ name: '.text', flags: CODE, bytes: hex(`${body} ${EXIT}`) })
const entry: Name = { name: 'entrypoint', part: 0 }
const alone = (body: string) => link([object([code(body)], [entry])]).elf

test('writes a file of two regions back to back, data at 0 and code at 2^32', () => {
  const load = '18 01 0000 00000000 00 00 0000 00000000' // r1 = address of the constant
  const call = '85 10 0000 ffffffff'
  const parts = [code(`${load} ${call}`), { name: '.rodata', flags: DATA, bytes: Buffer.from('constant') }]
  const names = [entry, { name: 'constant', part: 1 }, { name: 'sol_log_' }]
  const references = [
    { part: 0, offset: 0, type: 1, name: 1 },
    { part: 0, offset: 16, type: 10, name: 2 },
  ]
  const { elf } = link([object(parts, names, references)])
  expect(elf.readUInt32LE(48), 'SBPF version').toBe(3)
  expect(elf.readBigUInt64LE(24), 'entry').toBe(0x1_0000_0000n)
  const [data, text] = [64, 120].map((o) => ({
    flags: elf.readUInt32LE(o + 4),
    offset: Number(elf.readBigUInt64LE(o + 8)),
    address: elf.readBigUInt64LE(o + 16),
    size: Number(elf.readBigUInt64LE(o + 32)),
  }))
  expect(data).toEqual({ flags: 4, offset: 176, address: 0n, size: 16 })
  expect(text).toEqual({ flags: 1, offset: 192, address: 0x1_0000_0000n, size: 32 })
  expect(elf.subarray(184, 192).toString()).toBe('constant')
  expect(elf.readUInt32LE(192 + 4), 'the constant’s address').toBe(8)
  expect(elf.readUInt32LE(192 + 20), 'the system call’s hash').toBe(murmur3('sol_log_'))
  expect(elf[192 + 17], 'a system call has source 0').toBe(0)
})

test('names system calls as the virtual machine does', () => {
  // From the virtual machine's own tests.
  expect(murmur3('abort')).toBe(0xb6fc1a11)
  expect(murmur3('sol_log_')).toBe(0x207559bd)
})

test('leaves out what the entrypoint does not reach', () => {
  const parts = [code(''), { name: '.text.unused', flags: CODE, bytes: hex(`dc 00 0000 40000000 ${EXIT}`) }]
  const { elf, map } = link([object(parts, [entry, { name: 'unused', part: 1 }])])
  expect(elf.length).toBe(64 + 56 + 8)
  expect(map).not.toContain('unused')
})

test.each([
  ['32-bit arithmetic', '04 01 0000 01000000'],
  ['a 32-bit jump', '16 01 0000 00000000'],
  ['an atomic addition', 'db 12 0000 00000000'],
  ['a byte swap', 'd7 01 0000 40000000'],
  ['a sign-extending load', '81 12 0000 00000000'],
  ['signed division', '37 01 0100 02000000'],
  ['a sign-extending move', 'bf 12 0800 00000000'],
  ['division by zero', '37 01 0000 00000000'],
  ['a shift by 64', '67 01 0000 40000000'],
  ['a write to the frame pointer', '07 0a 0000 08000000'],
  ['a store above the frame', '7b 1a 0000 00000000'],
  ['a load below the frame', '79 a1 f8ef 00000000'],
  ['a jump out of the function', '05 00 7f00 00000000'],
  ['half a 64-bit load', '18 01 0000 00000000'],
  ['a call that was never resolved', '85 00 0000 ffffffff'],
])('refuses %s', (_, body) => {
  expect(() => alone(body)).toThrow(LinkError)
})

test('refuses system calls that do not exist, writable statics, two of one name, and what is no object', () => {
  const call = code('85 10 0000 ffffffff')
  const unknown = object([call], [entry, { name: '__multi3' }], [{ part: 0, offset: 0, type: 10, name: 1 }])
  expect(() => link([unknown])).toThrow(/__multi3/)
  const writable = { name: '.data', flags: 3, bytes: Buffer.alloc(8) }
  expect(() => link([object([code(''), writable], [entry])])).toThrow(/writable/)
  const one = object([code('')], [entry])
  expect(() => link([one, one])).toThrow(/twice/)
  expect(() => link([object([code('')], [{ name: 'main', part: 0 }])])).toThrow(/entrypoint/)
  expect(() =>
    link([Buffer.from('BC bitcode, not an object at all, but long enough to be read as one....')]),
  ).toThrow(LinkError)
})

test('the program’s bytes say whom to tell of a fault, where explorers look for it', () => {
  const elf = readFileSync(join(programFolder, 'twinmint.so')).toString('latin1')
  const [begin, end] = ['=======BEGIN SECURITY.TXT V1=======\0', '=======END SECURITY.TXT V1=======\0']
  const from = elf.indexOf(begin) + begin.length
  expect(elf.split(begin)).toHaveLength(2)
  const fields = elf.slice(from, elf.indexOf(end, from)).split('\0').slice(0, -1)
  expect(fields.filter((_, i) => i % 2 === 0)).toEqual([
    'name',
    'project_url',
    'contacts',
    'policy',
    'preferred_languages',
    'auditors',
  ])
  expect(fields.every((text) => /^[\x20-\x7e]+$/.test(text))).toBe(true)
  expect(fields[1]).toBe('Twinmint')
  expect(fields[5]).toMatch(/^(email|link|discord|telegram|twitter|other):./)
})

test('a section for readers is kept though nothing refers to it, and no other such one', () => {
  const text = Buffer.from('whom to tell')
  const { elf } = link([
    object(
      [
        { name: '.text', flags: CODE, bytes: Buffer.from('b7000000000000009500000000000000', 'hex') },
        { name: '.security.txt', flags: DATA, bytes: text },
        { name: '.rodata.forgotten', flags: DATA, bytes: Buffer.from('forgotten') },
      ],
      [{ name: 'entrypoint', part: 0 }],
    ),
  ])
  expect(elf.includes(text)).toBe(true)
  expect(elf.includes('forgotten')).toBe(false)
})
