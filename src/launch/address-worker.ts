// Finds a coin's address in a thread of its own, so that hashing never holds up a request.
// The address is SHA-256(mint base ‖ seed ‖ Token-2022), and every launch's ends in "jpg" in base58: one in 58³ does.
// Runs as a worker only; messages are { id, base } with the base's 32 bytes, answers { id, seed, tries }.
import { hash, randomInt } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

const TOKEN_2022 = Buffer.from('06ddf6e1ee758fde18425dbce46ccddab61afc4d83b90d27febdf928d8a18bfc', 'hex')
const SEED_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const SEED_LENGTH = 12
/** Base58 digits are the number's remainders, so a suffix of three is the address modulo 58³; "jpg" is 42, 47, 39 there. */
const SUFFIXES = 58 ** 3
const JPG = 42 * 58 * 58 + 47 * 58 + 39
/** 2^(32·(7 − i)) modulo 58³: what the i-th big-endian word of the address weighs. */
const WORD_WEIGHTS = Array.from({ length: 8 }, (_, i) =>
  Number(2n ** BigInt(32 * (7 - i)) % BigInt(SUFFIXES)),
)

function endsInJpg(digest: Buffer): boolean {
  let sum = 0 // below 8 × 2^32 × 58³ = 2^53
  for (let i = 0; i < 8; i++) sum += digest.readUInt32BE(i * 4) * (WORD_WEIGHTS[i] ?? 0)
  return sum % SUFFIXES === JPG
}

/** Tries seeds from a random one on until the address fits. Returns the seed and how many were tried. */
function findSeed(base: Uint8Array): { seed: string; tries: number } {
  const message = Buffer.concat([base, Buffer.alloc(SEED_LENGTH), TOKEN_2022])
  const digits = Array.from({ length: SEED_LENGTH }, () => randomInt(SEED_CHARACTERS.length))
  digits.forEach((digit, i) => {
    message[32 + i] = SEED_CHARACTERS.charCodeAt(digit)
  })
  for (let tries = 1; ; tries++) {
    if (endsInJpg(hash('sha256', message, 'buffer')))
      return { seed: message.toString('latin1', 32, 32 + SEED_LENGTH), tries }
    for (let i = SEED_LENGTH - 1; i >= 0; i--) {
      const next = ((digits[i] ?? 0) + 1) % SEED_CHARACTERS.length
      digits[i] = next
      message[32 + i] = SEED_CHARACTERS.charCodeAt(next)
      if (next !== 0) break
    }
  }
}

parentPort?.on('message', ({ id, base }: { id: number; base: Uint8Array }) => {
  parentPort?.postMessage({ id, ...findSeed(base) })
})
