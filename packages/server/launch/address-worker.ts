// Finds a coin's address in a thread of its own, so that hashing never holds up a request.
// The address is SHA-256(mint base ‖ seed ‖ Token-2022), and every launch's ends in "jpg" in base58: one in 58³ does.
// Runs as a worker only; a message is the base's 32 bytes, the answer { seed, tries }; one at a time.
import { randomInt } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { hashOfSeeds, SEED_HEAD_LENGTH } from './address-hash.ts'

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

const randomHead = (): Buffer =>
  Buffer.from(
    Array.from({ length: SEED_HEAD_LENGTH }, () => SEED_CHARACTERS[randomInt(SEED_CHARACTERS.length)]).join(
      '',
    ),
  )

/** Any two characters, as 16 bits. */
const PAIRS = Array.from(SEED_CHARACTERS, (a) =>
  Array.from(SEED_CHARACTERS, (b) => Buffer.from(a + b).readUInt16BE()),
).flat()

/** Tries every end of a random beginning, and of others, until the address fits. Returns the seed and how many were tried. */
function findSeed(base: Uint8Array): { seed: string; tries: number } {
  let tries = 0
  for (;;) {
    const head = randomHead()
    const hashOf = hashOfSeeds(base, head)
    for (const high of PAIRS)
      for (const low of PAIRS) {
        tries++
        const tail = (high << 16) | low
        if (!endsInJpg(hashOf(tail))) continue
        const end = Buffer.alloc(4)
        end.writeInt32BE(tail)
        return { seed: Buffer.concat([head, end]).toString('latin1'), tries }
      }
  }
}

parentPort?.on('message', (base: Uint8Array) => parentPort?.postMessage(findSeed(base)))
