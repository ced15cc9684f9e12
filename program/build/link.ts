// The linker: LLVM's BPF objects (ELF64, relocatable) into one SBPF v3 file that Solana's loader accepts. What cannot
// run there as it was meant is refused here, at build time. Deterministic; must not know what the program does.
//
// An SBPF v3 file is an ELF header, one or two program headers, read-only data at address 0 and code at 2^32, back to
// back. No sections, no relocations: every address is final, and a system call is named by a hash of its name.
import { readFileSync, writeFileSync } from 'node:fs'

/** What the object cannot become; the message names the function and the place in it. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
}

/** System calls active on mainnet that we use or may use. The loader no longer checks them: a typo must fail here. */
const SYSCALLS = new Set([
  'abort',
  'sol_log_',
  'sol_log_64_',
  'sol_log_data',
  'sol_create_program_address',
  'sol_try_find_program_address',
  'sol_sha256',
  'sol_get_clock_sysvar',
  'sol_get_rent_sysvar',
  'sol_memcpy_',
  'sol_memmove_',
  'sol_memcmp_',
  'sol_memset_',
  'sol_invoke_signed_c',
  'sol_set_return_data',
  'sol_get_return_data',
])
/** What the compiler itself calls a trap. */
const ALIASES: Readonly<Record<string, string>> = { __bpf_trap: 'abort' }

const ENTRYPOINT = 'entrypoint'
const SECURITY = '.security.txt'
const CODE_ADDRESS = 0x1_0000_0000n
/** Read-only data starts here, not at 0, so that nothing has the null address. */
const DATA_ADDRESS = 8
const FRAME_BYTES = 4096
const ELF_HEADER_BYTES = 64
const PROGRAM_HEADER_BYTES = 56
const MACHINE_BPF = 247

type SectionKind = 'code' | 'data'

interface Section {
  readonly name: string
  readonly kind: SectionKind
  readonly bytes: Buffer
  readonly align: number
  readonly relocations: Relocation[]
  readonly functions: { readonly name: string; readonly offset: number }[]
  live: boolean
  address: number
}

interface SymbolEntry {
  readonly name: string
  readonly isSection: boolean
  readonly isWeak: boolean
  readonly isLocal: boolean
  readonly section: Section | undefined
  readonly value: number
}

interface Relocation {
  readonly offset: number
  readonly type: number
  readonly symbol: SymbolEntry
}

interface LinkedProgram {
  readonly elf: Buffer
  /** One line a function or constant: address, bytes, name. */
  readonly map: string
}

/** Links the objects; throws a LinkError for what must not reach the chain. */
export function link(objects: readonly Buffer[]): LinkedProgram {
  const sections: Section[] = []
  const globals = new Map<string, SymbolEntry>()
  for (const object of objects) readObject(object, sections, globals)
  // A weak definition gives way to a strong one of the same name, also in its own object.
  const resolve = (symbol: SymbolEntry): SymbolEntry | undefined =>
    symbol.section && !symbol.isWeak ? symbol : globals.get(symbol.name)

  const entry = globals.get(ENTRYPOINT)
  if (entry?.section?.kind !== 'code') throw new LinkError(`there is no function "${ENTRYPOINT}"`)
  markLive(entry.section, resolve)
  // Nothing refers to it: it is for whoever reads the file.
  for (const section of sections) if (section.name === SECURITY) section.live = true
  const code = [entry.section, ...sections.filter((s) => s.live && s.kind === 'code' && s !== entry.section)]
  const data = sections.filter((s) => s.live && s.kind === 'data')
  const codeSize = place(code, 0)
  const dataSize = data.length === 0 ? 0 : place(data, DATA_ADDRESS)

  for (const section of [...code, ...data]) relocate(section, resolve, codeSize)
  for (const section of code) checkInstructions(section)

  const elf = writeElf(image(code, codeSize), image(data, dataSize), entry.section.address + entry.value)
  const map = [...code, ...data].map((section) => {
    const names = section.functions.map(({ name }) => name).join(' ') || section.name
    return `${addressOf(section).toString(16).padStart(9, '0')} ${String(section.bytes.length).padStart(6)} ${names}`
  })
  return { elf, map: `${map.join('\n')}\n` }
}

// Reading objects

const SECTION_SYMTAB = 2
const SECTION_RELA = 4
const SECTION_NOBITS = 8
const SECTION_REL = 9
const FLAG_WRITE = 1
const FLAG_ALLOC = 2
const FLAG_EXEC = 4

function readObject(object: Buffer, sections: Section[], globals: Map<string, SymbolEntry>): void {
  const isObject =
    object.length >= ELF_HEADER_BYTES &&
    object.readUInt32BE(0) === 0x7f454c46 &&
    object.readUInt16LE(16) === 1 &&
    object.readUInt16LE(18) === MACHINE_BPF
  if (!isObject) throw new LinkError('an input is not a relocatable ELF object for BPF')
  const u64 = (offset: number) => Number(object.readBigUInt64LE(offset))
  const start = u64(40)
  const headers = Array.from({ length: object.readUInt16LE(60) }, (_, i) => {
    const at = start + i * 64
    return {
      name: object.readUInt32LE(at),
      type: object.readUInt32LE(at + 4),
      flags: u64(at + 8),
      offset: u64(at + 24),
      size: u64(at + 32),
      link: object.readUInt32LE(at + 40),
      info: object.readUInt32LE(at + 44),
      align: u64(at + 48),
    }
  })
  const header = (index: number) => headers[index] ?? fail(`section ${index} does not exist`)
  const text = (table: number, offset: number) => {
    const from = header(table).offset + offset
    return object.toString('utf8', from, object.indexOf(0, from))
  }
  const nameTable = object.readUInt16LE(62)

  const own = new Map<number, Section>()
  headers.forEach(({ name: nameOffset, type, flags, offset, size, align }, index) => {
    const name = text(nameTable, nameOffset)
    if (!(flags & FLAG_ALLOC) || size === 0 || name === '.eh_frame') return
    const isConstantPointers = name.startsWith('.data.rel.ro')
    if (type === SECTION_NOBITS || (flags & FLAG_WRITE && !isConstantPointers))
      fail(`${name}: writable statics do not exist on chain; state belongs in accounts`)
    const kind: SectionKind = flags & FLAG_EXEC ? 'code' : 'data'
    const bytes = Buffer.from(object.subarray(offset, offset + size))
    const section: Section = {
      name,
      kind,
      bytes,
      align: kind === 'code' ? 8 : Math.max(align, 1),
      relocations: [],
      functions: [],
      live: false,
      address: 0,
    }
    own.set(index, section)
    sections.push(section)
  })

  const symbolTable = headers.find(({ type }) => type === SECTION_SYMTAB) ?? fail('no symbol table')
  const symbols: SymbolEntry[] = []
  for (let at = symbolTable.offset; at < symbolTable.offset + symbolTable.size; at += 24) {
    const info = object.readUInt8(at + 4)
    const symbol: SymbolEntry = {
      name: text(symbolTable.link, object.readUInt32LE(at)),
      isSection: (info & 15) === 3,
      isWeak: info >> 4 === 2,
      isLocal: info >> 4 === 0,
      section: own.get(object.readUInt16LE(at + 6)),
      value: u64(at + 8),
    }
    symbols.push(symbol)
    if (!symbol.section) continue
    if ((info & 15) === 2) symbol.section.functions.push({ name: symbol.name, offset: symbol.value })
    if (symbol.isLocal) continue
    const known = globals.get(symbol.name)
    if (known && !known.isWeak && !symbol.isWeak) fail(`${symbol.name} is defined twice`)
    if (!known || (known.isWeak && !symbol.isWeak)) globals.set(symbol.name, symbol)
  }
  for (const { type, offset, size, info } of headers) {
    const section = own.get(info)
    if (!section || (type !== SECTION_REL && type !== SECTION_RELA)) continue
    if (type === SECTION_RELA) fail(`${section.name}: relocations with addends are not expected for BPF`)
    for (let at = offset; at < offset + size; at += 16) {
      const symbol = symbols[object.readUInt32LE(at + 12)] ?? fail('a relocation names no symbol')
      section.relocations.push({ offset: u64(at), type: object.readUInt32LE(at + 8), symbol })
    }
  }
}

function fail(sentence: string): never {
  throw new LinkError(sentence)
}

// Layout

type Resolve = (symbol: SymbolEntry) => SymbolEntry | undefined

/** Only what the entrypoint reaches goes on chain. */
function markLive(from: Section, resolve: Resolve): void {
  const waiting = [from]
  for (let section = waiting.pop(); section; section = waiting.pop()) {
    if (section.live) continue
    section.live = true
    for (const { symbol } of section.relocations) {
      const target = resolve(symbol)?.section
      if (target) waiting.push(target)
    }
  }
}

function place(sections: readonly Section[], from: number): number {
  let at = from
  for (const section of sections) {
    section.address = Math.ceil(at / section.align) * section.align
    at = section.address + section.bytes.length
  }
  return Math.ceil(at / 8) * 8
}

function addressOf(section: Section): bigint {
  return section.kind === 'code' ? CODE_ADDRESS + BigInt(section.address) : BigInt(section.address)
}

function image(sections: readonly Section[], size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (const section of sections) section.bytes.copy(bytes, section.address)
  return bytes
}

// Relocation

const RELOCATION_ADDRESS_LOAD = 1
const RELOCATION_POINTER = 2
const RELOCATION_CALL = 10
const OPCODE_LOAD_64 = 0x18
const OPCODE_CALL = 0x85
const OPCODE_CALL_REGISTER = 0x8d
const OPCODE_EXIT = 0x95

function relocate(section: Section, resolve: Resolve, codeSize: number): void {
  const { bytes } = section
  for (const { offset, type, symbol } of section.relocations) {
    const target = resolve(symbol)
    const bad = (sentence: string) => fail(`${section.name}+0x${offset.toString(16)}: ${sentence}`)
    if (section.kind === 'code' && type === RELOCATION_CALL) {
      if (bytes[offset] !== OPCODE_CALL) bad('a call relocation on something else')
      if (target) {
        if (target.section?.kind !== 'code') return bad('a call into data')
        if (!symbol.isSection && bytes.readInt32LE(offset + 4) !== -1)
          bad('a call beside the function it names')
        const inSection = symbol.isSection ? (bytes.readInt32LE(offset + 4) + 1) * 8 : 0
        const to = target.section.address + target.value + inSection
        if (to % 8 !== 0 || to < 0 || to >= codeSize) bad('a call to nowhere')
        bytes.writeUInt8(0x10, offset + 1) // source 1: a function of ours, relative
        bytes.writeInt32LE((to - section.address - offset) / 8 - 1, offset + 4)
      } else {
        const name = ALIASES[symbol.name] ?? symbol.name
        if (!SYSCALLS.has(name))
          bad(`"${symbol.name}" is not defined, and no system call (multiply through math.rs?)`)
        bytes.writeUInt8(0, offset + 1) // source 0: a system call, by hash
        bytes.writeUInt32LE(murmur3(name), offset + 4)
      }
    } else if (section.kind === 'code' && type === RELOCATION_ADDRESS_LOAD) {
      if (bytes[offset] !== OPCODE_LOAD_64) bad('an address relocation on something else')
      if (!target?.section) return bad(`the address of "${symbol.name}", which is not defined`)
      const address = addressOf(target.section) + BigInt(target.value) + BigInt(bytes.readInt32LE(offset + 4))
      bytes.writeUInt8(bytes.readUInt8(offset + 1) & 0x0f, offset + 1)
      bytes.writeUInt32LE(Number(address & 0xffff_ffffn), offset + 4)
      bytes.writeUInt32LE(Number(address >> 32n), offset + 12)
    } else if (section.kind === 'data' && (type === RELOCATION_POINTER || type === RELOCATION_ADDRESS_LOAD)) {
      if (!target?.section) return bad(`a pointer to "${symbol.name}", which is not defined`)
      const addend = bytes.readBigUInt64LE(offset)
      bytes.writeBigUInt64LE(addressOf(target.section) + BigInt(target.value) + addend, offset)
    } else if (type !== 0) bad(`relocation type ${type} is not supported`)
  }
}

/** MurmurHash3, 32 bits, seed 0: how the virtual machine names system calls. */
export function murmur3(name: string): number {
  const bytes = Buffer.from(name)
  const rotate = (x: number, by: number) => (x << by) | (x >>> (32 - by))
  const mix = (k: number) => Math.imul(rotate(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593)
  const whole = bytes.length - (bytes.length % 4)
  let hash = 0
  for (let i = 0; i < whole; i += 4)
    hash = (Math.imul(rotate(hash ^ mix(bytes.readInt32LE(i)), 13), 5) + 0xe6546b64) | 0
  let rest = 0
  for (let i = bytes.length - 1; i >= whole; i--) rest = (rest << 8) | bytes.readUInt8(i)
  if (bytes.length > whole) hash ^= mix(rest)
  hash ^= bytes.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

// Checking

/** The instructions whose meaning upstream is their meaning in SBPF v3; the rest (32-bit arithmetic, atomics, byte
 *  swaps, sign extension, signed division) differs or does not exist. */
const ALLOWED = new Set(
  [
    '05 18 85 8d 95 87 d4 dc', // jump, 64-bit load, calls, exit, negation, byte order
    '61 69 71 79 62 6a 72 7a 63 6b 73 7b', // loads and stores
    '07 17 27 37 47 57 67 77 97 a7 b7 c7', // arithmetic with a constant
    '0f 1f 2f 3f 4f 5f 6f 7f 9f af bf cf', // arithmetic with a register
    '15 25 35 45 55 65 75 a5 b5 c5 d5', // conditional jumps, constant
    '1d 2d 3d 4d 5d 6d 7d ad bd cd dd', // conditional jumps, register
  ].flatMap((row) => row.split(' ').map((opcode) => Number.parseInt(opcode, 16))),
)

function checkInstructions(section: Section): void {
  const { bytes } = section
  if (bytes.length % 8 !== 0) fail(`${section.name}: not whole instructions`)
  for (let at = 0; at < bytes.length; at += 8) {
    const opcode = bytes.readUInt8(at)
    const destination = bytes.readUInt8(at + 1) & 15
    const source = bytes.readUInt8(at + 1) >> 4
    const offset = bytes.readInt16LE(at + 2)
    const immediate = bytes.readInt32LE(at + 4)
    const kind = opcode & 7
    const bad = (sentence: string) =>
      fail(`${section.name}+0x${at.toString(16)}: instruction 0x${opcode.toString(16)}: ${sentence}`)

    if (!ALLOWED.has(opcode)) bad('does not exist in SBPF v3 with this meaning')
    if (kind === 7 && offset !== 0) bad('signed division and sign extension do not exist in SBPF')
    if ((opcode === 0x37 || opcode === 0x97) && immediate === 0) bad('division by zero')
    if ([0x67, 0x77, 0xc7].includes(opcode) && (immediate < 0 || immediate > 63)) bad('shift out of range')
    if (kind === 7 && destination === 10) bad('writes the frame pointer')
    const base = kind === 1 ? source : kind === 2 || kind === 3 ? destination : -1
    if (base === 10 && (offset >= 0 || offset < -FRAME_BYTES))
      bad(`leaves the frame of ${FRAME_BYTES} bytes (smaller buffers, or at most five arguments)`)
    if (opcode === OPCODE_LOAD_64) {
      if (at + 16 > bytes.length || bytes[at + 8] !== 0) bad('half a load')
      at += 8
      continue
    }
    if (kind === 5 && ![OPCODE_CALL, OPCODE_CALL_REGISTER, OPCODE_EXIT].includes(opcode)) {
      const to = at + 8 + offset * 8
      if (to < 0 || to >= bytes.length) bad('jumps out of its section')
    }
    if (opcode === OPCODE_CALL_REGISTER) {
      // Older LLVM keeps the register in the immediate; SBPF v3 wants it as the destination.
      const register = destination || immediate
      if (register < 0 || register > 9) bad('calls no register')
      bytes.writeUInt8(register, at + 1)
      bytes.writeInt32LE(0, at + 4)
    }
    if (opcode === OPCODE_CALL && source === 0 && immediate === -1) bad('calls what was never resolved')
  }
}

// Writing

function writeElf(code: Buffer, data: Buffer, entryOffset: number): Buffer {
  const regions = data.length === 0 ? 1 : 2
  const headEnd = ELF_HEADER_BYTES + regions * PROGRAM_HEADER_BYTES
  const head = Buffer.alloc(ELF_HEADER_BYTES)
  head.writeUInt32BE(0x7f454c46, 0)
  head.set([2, 1, 1], 4) // 64 bits, little-endian, version 1
  head.writeUInt16LE(3, 16) // shared object
  head.writeUInt16LE(MACHINE_BPF, 18)
  head.writeUInt32LE(1, 20)
  head.writeBigUInt64LE(CODE_ADDRESS + BigInt(entryOffset), 24)
  head.writeBigUInt64LE(BigInt(ELF_HEADER_BYTES), 32)
  head.writeUInt32LE(3, 48) // SBPF v3
  head.writeUInt16LE(ELF_HEADER_BYTES, 52)
  head.writeUInt16LE(PROGRAM_HEADER_BYTES, 54)
  head.writeUInt16LE(regions, 56)
  head.writeUInt16LE(64, 58)
  const region = (flags: number, offset: number, address: bigint, size: number) => {
    const bytes = Buffer.alloc(PROGRAM_HEADER_BYTES)
    bytes.writeUInt32LE(1, 0)
    bytes.writeUInt32LE(flags, 4)
    const fields = [BigInt(offset), address, address, BigInt(size), BigInt(size), 8n]
    fields.forEach((field, i) => bytes.writeBigUInt64LE(field, 8 + i * 8))
    return bytes
  }
  const headers = [region(1, headEnd + data.length, CODE_ADDRESS, code.length)]
  if (data.length > 0) headers.unshift(region(4, headEnd, 0n, data.length))
  return Buffer.concat([head, ...headers, data, code])
}

/** Called by rustc as its linker: `-o OUT IN.o...`, with options of other linkers that say nothing to this one. */
function main(parameters: readonly string[]): void {
  const withValue = new Set(['--export-symbols', '-L', '--cpu', '--cpu-features', '--export', '--target'])
  const objects: string[] = []
  let out = ''
  for (let i = 0; i < parameters.length; i++) {
    const parameter = parameters[i] ?? ''
    if (parameter === '-o') out = parameters[++i] ?? ''
    else if (withValue.has(parameter)) i++
    else if (!parameter.startsWith('-')) objects.push(parameter)
  }
  const { elf, map } = link(objects.map((path) => readFileSync(path)))
  writeFileSync(out, elf)
  writeFileSync(`${out}.map`, map)
}

if (process.argv[1]?.endsWith('program/build/link.ts')) {
  try {
    main(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof LinkError ? `link: ${error.message}` : error)
    process.exitCode = 1
  }
}
