// The hash of a coin's address, SHA-256(mint base ‖ seed ‖ Token-2022) by FIPS 180-4, for one base and a great many seeds:
// twice as fast as a call of node:crypto for each. 76 bytes are two blocks, and most of both is the same for every seed:
// the first eight rounds and the whole schedule of the second block are worked out once. Whoever finds an address checks it
// with node:crypto (address.ts).

const TOKEN_2022_HEX = '06ddf6e1ee758fde18425dbce46ccddab61afc4d83b90d27febdf928d8a18bfc'
export const TOKEN_2022 = Buffer.from(TOKEN_2022_HEX, 'hex')
export const SEED_LENGTH = 12
const ROUNDS = 64
/** Words of the first block that the base fills; three of the seed follow, then five of Token-2022. */
const BASE_WORDS = 8

const isPrime = (n: number) => !Array.from({ length: n - 2 }, (_, i) => i + 2).some((d) => n % d === 0)
const PRIMES = Array.from({ length: 312 }, (_, i) => i)
  .filter((n) => n > 1 && isPrime(n))
  .slice(0, ROUNDS)
/** The first 32 bits behind the point. */
const fraction = (x: number) => ((x % 1) * 2 ** 32) | 0
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

/** The answer's eight words are overwritten by the next one. */
export type SeedHash = (seed: Buffer) => Int32Array

/** For a base of 32 bytes: the digest, as eight words, of any seed of 12 bytes. */
export function hashOfSeeds(base: Uint8Array): SeedHash {
  const first = new Int32Array(ROUNDS)
  const baseBytes = Buffer.from(base)
  for (let i = 0; i < BASE_WORDS; i++) first[i] = baseBytes.readInt32BE(4 * i)
  for (let i = 0; i < 5; i++) first[BASE_WORDS + 3 + i] = TOKEN_2022.readInt32BE(4 * i)
  const second = new Int32Array(ROUNDS)
  for (let i = 0; i < 3; i++) second[i] = TOKEN_2022.readInt32BE(20 + 4 * i)
  second[3] = 1 << 31
  second[15] = 8 * (base.length + SEED_LENGTH + TOKEN_2022.length)
  extend(second)

  const begun = Int32Array.from(INITIAL)
  compress(begun, first, 0, BASE_WORDS)
  const between = new Int32Array(8)
  const state = new Int32Array(8)
  return (seed) => {
    first[8] = wordAt(seed, 0)
    first[9] = wordAt(seed, 4)
    first[10] = wordAt(seed, 8)
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

const wordAt = (bytes: Buffer, at: number): number =>
  ((bytes[at] as number) << 24) |
  ((bytes[at + 1] as number) << 16) |
  ((bytes[at + 2] as number) << 8) |
  (bytes[at + 3] as number)

/** A block's sixteen words to those of all rounds. */
function extend(words: Int32Array): void {
  for (let i = 16; i < ROUNDS; i++) {
    const x = words[i - 15] as number
    const y = words[i - 2] as number
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[i] = ((words[i - 16] as number) + (words[i - 7] as number) + s0 + s1) | 0
  }
}

/** The rounds `from` to `to`, in place; without what a block adds at its end. */
function compress(state: Int32Array, words: Int32Array, from: number, to: number): void {
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let i = from; i < to; i++) {
    const S1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const S0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t1 = (h + S1 + (g ^ (e & (f ^ g))) + (CONSTANTS[i] as number) + (words[i] as number)) | 0
    const t2 = (S0 + ((a & b) | (c & (a | b)))) | 0
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

function add(state: Int32Array, more: Int32Array): void {
  for (let i = 0; i < 8; i++) state[i] = ((state[i] as number) + (more[i] as number)) | 0
}
