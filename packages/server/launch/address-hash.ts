// SHA-256(mint base ‖ seed ‖ Token-2022), FIPS 180-4, for one base and many seeds. The 76 bytes are two blocks. The first
// eight rounds and the second block's schedule are the same for every seed and computed once, which makes this more than
// twice as fast as a call of node:crypto for each seed. address.ts checks each address found with node:crypto.

const TOKEN_2022_HEX = '06ddf6e1ee758fde18425dbce46ccddab61afc4d83b90d27febdf928d8a18bfc'
export const TOKEN_2022 = Buffer.from(TOKEN_2022_HEX, 'hex')
/** A seed's first characters stay the same while its last four, one word, are tried. */
export const SEED_HEAD_LENGTH = 8
export const SEED_LENGTH = 12

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
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

/**
 * Returns the hash for a base of 32 bytes and the seeds that begin with `head`, 8 bytes. Its argument is a seed's last four
 * characters as a big-endian word; its result is the digest as eight such words, overwritten by the next call.
 */
export function hashOfSeeds(base: Uint8Array, head: Uint8Array): (tail: number) => Int32Array {
  const blocks = Buffer.alloc(2 * BLOCK_WORDS * 4)
  const tail = Buffer.alloc(SEED_LENGTH - SEED_HEAD_LENGTH)
  Buffer.concat([base, head, tail, TOKEN_2022, Buffer.of(0x80)]).copy(blocks)
  blocks.writeUInt32BE(8 * (base.length + SEED_LENGTH + TOKEN_2022.length), blocks.length - 4)
  const [first, second] = [new Int32Array(ROUNDS), new Int32Array(ROUNDS)]
  for (let i = 0; i < BLOCK_WORDS; i++) {
    first[i] = blocks.readInt32BE(4 * i)
    second[i] = blocks.readInt32BE(4 * (BLOCK_WORDS + i))
  }
  extend(second)
  const begun = Int32Array.from(INITIAL)
  compress(begun, first, 0, BASE_WORDS)
  const between = new Int32Array(INITIAL.length)
  const state = new Int32Array(INITIAL.length)
  return (tailWord) => {
    first[TAIL_WORD] = tailWord
    extend(first)
    state.set(begun)
    compress(state, first, BASE_WORDS, ROUNDS)
    add(state, INITIAL)
    between.set(state)
    compress(state, second, 0, ROUNDS)
    add(state, between)
    return state
  }
}

/** Computes the words of all rounds from a block's sixteen, in place. */
function extend(words: Int32Array): void {
  for (let i = BLOCK_WORDS; i < ROUNDS; i++) {
    const x = words[i - 15] as number
    const y = words[i - 2] as number
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[i] = ((words[i - 16] as number) + (words[i - 7] as number) + s0 + s1) | 0
  }
}

/** Runs the rounds from `from` to `to` in place, without the addition that ends a block. */
function compress(state: Int32Array, words: Int32Array, from: number, to: number): void {
  // Read by index: destructuring iterates, which takes more than twice as long.
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let i = from; i < to; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (CONSTANTS[i] as number) + (words[i] as number)) | 0
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
  state[4] = e
  state[5] = f
  state[6] = g
  state[7] = h
}

function add(state: Int32Array, other: Int32Array): void {
  for (let i = 0; i < other.length; i++) state[i] = ((state[i] as number) + (other[i] as number)) | 0
}
