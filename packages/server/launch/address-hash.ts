// The hash of a coin's address, SHA-256(mint base ‖ seed ‖ Token-2022) by FIPS 180-4, of four seeds at once: a WebAssembly
// function of vector instructions, written out here round by round, takes less than a third of the time of the same in JavaScript,
// which itself was twice as fast as a call of node:crypto for each. 76 bytes are two blocks: the first eight rounds and the
// whole schedule of the second block are the same for every seed and worked out once. Whoever finds an address checks it with
// node:crypto (address.ts).

const TOKEN_2022_HEX = '06ddf6e1ee758fde18425dbce46ccddab61afc4d83b90d27febdf928d8a18bfc'
export const TOKEN_2022 = Buffer.from(TOKEN_2022_HEX, 'hex')
/** A seed's first characters stay the same while its last four, one word, are tried. */
export const SEED_HEAD_LENGTH = 8
export const SEED_LENGTH = 12
/** Seeds that are hashed at once. */
export const LANES = 4
const DIGEST_WORDS = 8

const ROUNDS = 64
const BLOCK_WORDS = 16
/** Words of the first block that the base fills; three of the seed follow, then five of Token-2022. */
const BASE_WORDS = 8
const TAIL_WORD = 10

const isPrime = (n: number) => !Array.from({ length: n - 2 }, (_, i) => i + 2).some((d) => n % d === 0)
const PRIMES = Array.from({ length: 312 }, (_, i) => i)
  .filter((n) => n > 1 && isPrime(n))
  .slice(0, ROUNDS)
/** The first 32 bits behind the point. */
const fraction = (x: number) => ((x % 1) * 2 ** 32) | 0
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const INITIAL = PRIMES.slice(0, DIGEST_WORDS).map((prime) => fraction(Math.sqrt(prime)))

// The module's memory, in vectors: the same word of the four seeds, beside each other.
const FIRST = 0
const BEGUN = FIRST + BLOCK_WORDS
const SECOND = BEGUN + DIGEST_WORDS
const DIGESTS = SECOND + ROUNDS

export interface SeedHash {
  /** The last four characters of each seed, as a big-endian word: the input. */
  readonly tails: Int32Array
  /** The i-th word of the digest of the seed in `lane`, at i · LANES + lane: overwritten by the next call. */
  readonly digests: Int32Array
  hash(): void
}

interface Exports {
  readonly memory: WebAssembly.Memory
  readonly begin: () => void
  readonly hash: () => void
}

let compiled: WebAssembly.Module | undefined

/** For a base of 32 bytes and the seeds that begin with `head`, 8 bytes. */
export function hashOfSeeds(base: Uint8Array, head: Uint8Array): SeedHash {
  compiled ??= new WebAssembly.Module(moduleBytes())
  const { memory, begin, hash } = new WebAssembly.Instance(compiled).exports as unknown as Exports
  const words = new Int32Array(memory.buffer)
  const vectors = (at: number, count: number) => words.subarray(at * LANES, (at + count) * LANES)
  const length = base.length + SEED_LENGTH + TOKEN_2022.length
  const blocks = Buffer.alloc(2 * BLOCK_WORDS * 4)
  Buffer.concat([base, head, Buffer.alloc(SEED_LENGTH - SEED_HEAD_LENGTH), TOKEN_2022, Buffer.of(0x80)]).copy(
    blocks,
  )
  blocks.writeUInt32BE(8 * length, blocks.length - 4)
  for (let i = 0; i < BLOCK_WORDS; i++) {
    vectors(FIRST + i, 1).fill(blocks.readInt32BE(4 * i))
    vectors(SECOND + i, 1).fill(blocks.readInt32BE(4 * (BLOCK_WORDS + i)))
  }
  begin()
  return { tails: vectors(FIRST + TAIL_WORD, 1), digests: vectors(DIGESTS, DIGEST_WORDS), hash }
}

// What of WebAssembly is used: https://webassembly.github.io/spec/core/binary/
const LOCAL_GET = 0x20
const LOCAL_SET = 0x21
const I32_CONST = 0x41
const END = 0x0b
const VECTOR = 0x7b
const SIMD = 0xfd
const LOAD = [SIMD, 0x00, 4]
const STORE = [SIMD, 0x0b, 4]
const SPLAT = [SIMD, 0x11]
const AND = [SIMD, 0x4e]
const OR = [SIMD, 0x50]
const XOR = [SIMD, 0x51]
const SHL = [SIMD, 0xab, 1]
const SHR = [SIMD, 0xad, 1]
const ADD = [SIMD, 0xae, 1]
const VECTOR_BYTES = 16

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}
function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}

type Letters = [a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number]

/** The code of a function, for a machine with a stack. Its locals are a to h, a block's last sixteen words, and one between. */
class Sha256Code {
  readonly #code: number[] = []
  #letters: Letters = [0, 1, 2, 3, 4, 5, 6, 7]
  static readonly #between = DIGEST_WORDS + BLOCK_WORDS

  push(local: number): void {
    this.#code.push(LOCAL_GET, local)
  }
  pop(local: number): void {
    this.#code.push(LOCAL_SET, local)
  }
  number(value: number): void {
    this.#code.push(I32_CONST, ...signed(value))
  }
  do(...operations: readonly (readonly number[])[]): void {
    for (const operation of operations) this.#code.push(...operation)
  }
  constant(value: number): void {
    this.number(value)
    this.do(SPLAT)
  }
  load(vector: number): void {
    this.number(0)
    this.do(LOAD, unsigned(vector * VECTOR_BYTES))
  }
  /** Of what `value` pushes: the address comes before it. */
  store(vector: number, value: () => void): void {
    this.number(0)
    value()
    this.do(STORE, unsigned(vector * VECTOR_BYTES))
  }

  letter(i: number): number {
    return this.#letters[i] as number
  }
  /** The local of the schedule's `i`-th word. */
  word(i: number): number {
    return DIGEST_WORDS + (i % BLOCK_WORDS)
  }

  /** A local turned right by some numbers of bits, and shifted right by another: all of these, xor. */
  #sigma(local: number, turns: readonly number[], shift?: number): void {
    for (const [at, bits] of turns.entries()) {
      this.#shift(local, bits, SHR)
      this.#shift(local, 32 - bits, SHL)
      this.do(OR)
      if (at > 0) this.do(XOR)
    }
    if (shift === undefined) return
    this.#shift(local, shift, SHR)
    this.do(XOR)
  }
  #shift(local: number, bits: number, direction: readonly number[]): void {
    this.push(local)
    this.number(bits)
    this.do(direction)
  }

  /** The schedule's `i`-th word, in the place of the one sixteen before it. */
  extend(i: number): void {
    this.push(this.word(i))
    this.push(this.word(i - 7))
    this.do(ADD)
    this.#sigma(this.word(i - 15), [7, 18], 3)
    this.do(ADD)
    this.#sigma(this.word(i - 2), [17, 19], 10)
    this.do(ADD)
    this.pop(this.word(i))
  }

  /** A round; `word` pushes what it takes from the schedule, with its constant. */
  round(word: () => void): void {
    const [a, b, c, d, e, f, g, h] = this.#letters
    const between = Sha256Code.#between
    this.push(h)
    this.#sigma(e, [6, 11, 25])
    this.do(ADD)
    // Choose: g ^ (e & (f ^ g)).
    this.push(g)
    this.push(e)
    this.push(f)
    this.push(g)
    this.do(XOR, AND, XOR, ADD)
    word()
    this.do(ADD)
    this.pop(between)
    this.push(d)
    this.push(between)
    this.do(ADD)
    this.pop(d)
    this.push(between)
    this.#sigma(a, [2, 13, 22])
    this.do(ADD)
    // Majority: (a & b) | (c & (a | b)).
    this.push(a)
    this.push(b)
    this.do(AND)
    this.push(c)
    this.push(a)
    this.push(b)
    this.do(OR, AND, OR, ADD)
    this.pop(h)
    this.#letters = [h, a, b, c, d, e, f, g]
  }

  /** With its locals, as the module holds it. */
  body(): number[] {
    return counted([1, ...unsigned(Sha256Code.#between + 1), VECTOR, ...this.#code, END])
  }
}

const counted = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes]
const constantOf = (round: number): number => CONSTANTS[round] as number

/** What is the same for all seeds of a head: the first rounds, and the second block's words with their constants. */
function beginCode(): Sha256Code {
  const code = new Sha256Code()
  for (const [i, word] of INITIAL.entries()) {
    code.constant(word)
    code.pop(code.letter(i))
  }
  for (let i = 0; i < BASE_WORDS; i++)
    code.round(() => {
      code.load(FIRST + i)
      code.constant(constantOf(i))
      code.do(ADD)
    })
  for (let i = 0; i < DIGEST_WORDS; i++) code.store(BEGUN + i, () => code.push(code.letter(i)))
  for (let i = 0; i < ROUNDS; i++) {
    if (i < BLOCK_WORDS) {
      code.load(SECOND + i)
      code.pop(code.word(i))
    } else code.extend(i)
    code.store(SECOND + i, () => {
      code.push(code.word(i))
      code.constant(constantOf(i))
      code.do(ADD)
    })
  }
  return code
}

function hashCode(): Sha256Code {
  const code = new Sha256Code()
  for (let i = 0; i < DIGEST_WORDS; i++) {
    code.load(BEGUN + i)
    code.pop(code.letter(i))
  }
  for (let i = 0; i < BLOCK_WORDS; i++) {
    code.load(FIRST + i)
    code.pop(code.word(i))
  }
  for (let i = BASE_WORDS; i < ROUNDS; i++) {
    if (i >= BLOCK_WORDS) code.extend(i)
    code.round(() => {
      code.push(code.word(i))
      code.constant(constantOf(i))
      code.do(ADD)
    })
  }
  // What the first block leaves: kept beside, in the place of its words, for the end of the second.
  for (const [i, word] of INITIAL.entries()) {
    code.push(code.letter(i))
    code.constant(word)
    code.do(ADD)
    code.pop(code.word(i))
    code.push(code.word(i))
    code.pop(code.letter(i))
  }
  for (let i = 0; i < ROUNDS; i++) code.round(() => code.load(SECOND + i))
  for (let i = 0; i < DIGEST_WORDS; i++)
    code.store(DIGESTS + i, () => {
      code.push(code.letter(i))
      code.push(code.word(i))
      code.do(ADD)
    })
  return code
}

/** Memory of one page and two functions that take nothing and give nothing. */
function moduleBytes(): Uint8Array<ArrayBuffer> {
  const list = (...items: readonly (readonly number[])[]) => [items.length, ...items.flat()]
  const section = (id: number, items: readonly number[]) => [id, ...counted(items)]
  const exported = (name: string, kind: number, index: number) => [
    ...counted([...Buffer.from(name)]),
    kind,
    index,
  ]
  const MAGIC = [0x00, 0x61, 0x73, 0x6d]
  const VERSION = [1, 0, 0, 0]
  const FUNCTION_TYPE = [0x60, 0, 0]
  const A_FUNCTION = 0
  const A_MEMORY = 2
  return Uint8Array.from([
    ...MAGIC,
    ...VERSION,
    ...section(1, list(FUNCTION_TYPE)),
    ...section(3, list([0], [0])),
    ...section(5, list([0, 1])),
    ...section(
      7,
      list(
        exported('memory', A_MEMORY, 0),
        exported('begin', A_FUNCTION, 0),
        exported('hash', A_FUNCTION, 1),
      ),
    ),
    ...section(10, list(beginCode().body(), hashCode().body())),
  ])
}
