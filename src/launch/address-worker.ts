// Finds a coin's address in a thread of its own, so that hashing never holds up a request.
// The address is SHA-256(mint base ‖ seed ‖ Token-2022), and every launch's ends in "jpg" in base58: one in 58³ does.
// Runs as a worker only; a message is the base's 32 bytes, the answer { seed, tries }; one at a time.
import { randomInt } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { hashOfSeeds, SEED_LENGTH } from './address-hash.ts'

const SEED_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** Base58 digits are the number's remainders, so a suffix of three is the address modulo 58³; "jpg" is 42, 47, 39 there. */
const SUFFIXES = 58 ** 3
const JPG = 42 * 58 * 58 + 47 * 58 + 39
/** 2^(32·(7 − i)) modulo 58³: what the i-th big-endian word of the address weighs. */
const WORD_WEIGHTS = Array.from({ length: 8 }, (_, i) =>
  Number(2n ** BigInt(32 * (7 - i)) % BigInt(SUFFIXES)),
)

function endsInJpg(digest: Int32Array): boolean {
  let sum = 0 // below 8 × 2^32 × 58³ = 2^53
  for (let i = 0; i < 8; i++) sum += ((digest[i] as number) >>> 0) * (WORD_WEIGHTS[i] as number)
  return sum % SUFFIXES === JPG
}

/** Tries seeds from a random one on until the address fits. Returns the seed and how many were tried. */
function findSeed(base: Uint8Array): { seed: string; tries: number } {
  const hashOf = hashOfSeeds(base)
  const digits = Array.from({ length: SEED_LENGTH }, () => randomInt(SEED_CHARACTERS.length))
  const seed = Buffer.from(digits.map((digit) => SEED_CHARACTERS.charCodeAt(digit)))
  for (let tries = 1; ; tries++) {
    if (endsInJpg(hashOf(seed))) return { seed: seed.toString('latin1'), tries }
    for (let i = SEED_LENGTH - 1; i >= 0; i--) {
      const next = ((digits[i] ?? 0) + 1) % SEED_CHARACTERS.length
      digits[i] = next
      seed[i] = SEED_CHARACTERS.charCodeAt(next)
      if (next !== 0) break
    }
  }
}

parentPort?.on('message', (base: Uint8Array) => parentPort?.postMessage(findSeed(base)))
