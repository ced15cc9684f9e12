// Reads amounts as people type them, in the manner of any country, into exact units. Text of the wire and of addresses is plain
// decimal text instead: `parseDecimal` of money.ts. Pure; the rule is stated in web/docs/pages/core/memecoin-trading.md.
import {
  type BaseUnits,
  COIN_DECIMALS,
  decimalText,
  type Lamports,
  type ParsedAmount,
  SOL_DECIMALS,
  U64_MAX,
} from './money.ts'

/** The unit that a field is in. */
export interface TypedUnit {
  readonly decimals: number
  /** Words that may stand before or after the number: "SOL", a coin's symbol, "%", "$". */
  readonly words: readonly string[]
}

const SOL: TypedUnit = { decimals: SOL_DECIMALS, words: ['SOL', '◎'] }
export const PERCENT: TypedUnit = { decimals: 2, words: ['%'] }
/** An NFT's number. */
export const EDITION: TypedUnit = { decimals: 0, words: ['#'] }
export const DOLLARS: TypedUnit = { decimals: 2, words: ['$', 'USD'] }

export const readSol = (text: string): ParsedAmount<Lamports> => readTyped<Lamports>(text, SOL)

/** `symbol` where the field is of one coin. */
export const readCoins = (text: string, symbol?: string): ParsedAmount<BaseUnits> =>
  readTyped<BaseUnits>(text, {
    decimals: COIN_DECIMALS,
    words: ['coins', 'coin', 'tokens', 'token', ...(symbol === undefined ? [] : [symbol, `$${symbol}`])],
  })

/** Longer text is refused. 2^64 with separators and a unit takes half of this. */
const CHARACTERS_MAX = 80

/** Powers of ten of the letters behind a number. */
const LETTERS: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9 }

/** The zeros of Arabic, Persian, Devanagari, Bengali, Tamil and Thai; nine other digits follow each. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xbe6, 0xe50]

/** One way to read a text: its digits, how many of them are decimals, and the power of ten of its letter. */
interface Reading {
  readonly digits: string
  readonly fractionDigits: number
  readonly exponent: number
}

/**
 * A text with several meanings is refused as ambiguous, with both of them: "1,000" and "1.000" alike. A unit of fewer than three
 * decimals has no thousandths, so there both are 1000. Excess decimals are refused, units beyond 64 bits too; neither counts as
 * a meaning.
 */
export function readTyped<T extends bigint>(text: string, unit: TypedUnit): ParsedAmount<T> {
  if (text.length > CHARACTERS_MAX) return { kind: 'refused', reason: 'notANumber' }
  const plain = plainText(text)
  if (plain === '') return { kind: 'refused', reason: 'empty' }
  const all = withoutWords(plain, unit.words.map(plainText)).flatMap(readingsOf)
  const possible = all.filter((reading) => reading.fractionDigits <= unit.decimals + reading.exponent)
  const read = (possible.length > 0 ? possible : all).map((reading) => unitsOf(reading, unit.decimals))
  const amounts = [...new Set(read.filter((units) => typeof units === 'bigint'))]
  const [units] = amounts
  if (amounts.length > 1)
    return {
      kind: 'refused',
      reason: 'ambiguous',
      readings: amounts.map((each) => typedText(each, unit.decimals)),
    }
  if (units !== undefined) return { kind: 'amount', units: units as T }
  return { kind: 'refused', reason: read.find((each) => typeof each !== 'bigint') ?? 'notANumber' }
}

/** Plain decimal text as a field may be filled with it: a zero behind "12.345" says that its point is no mark of thousands. */
export const typedPlain = (plain: string): string =>
  /^[1-9]\d{0,2}\.\d{3}$/.test(plain) ? `${plain}0` : plain

const typedText = (units: bigint, decimals: number): string =>
  decimals === 0 ? units.toString() : typedPlain(decimalText(units, decimals))
export const typedSol = (units: Lamports): string => typedText(units, SOL_DECIMALS)
export const typedCoins = (units: BaseUnits): string => typedText(units, COIN_DECIMALS)

/** Lower case, with the digits 0 to 9, one kind of space and one of apostrophe, and without marks of direction. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[^\p{ASCII}]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0
      const zero = ZEROS.find((each) => code >= each && code <= each + 9)
      return zero === undefined ? character : String(code - zero)
    })
    .replace(/[\u2018\u2019\u02bc`´٬_]/g, "'")
    .replaceAll('،', ',')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The text itself, and the text without each unit word at its end or beginning. */
function withoutWords(text: string, words: readonly string[]): string[] {
  const left = words
    .filter((word) => word !== '')
    .flatMap((word) => [
      ...(text.endsWith(word) ? [text.slice(0, -word.length)].filter((rest) => isCut(rest, word)) : []),
      ...(text.startsWith(word) ? [text.slice(word.length)].filter((rest) => isCut(word, rest)) : []),
    ])
  return [text, ...left].map((each) => each.trim())
}

/** False where two texts meet inside a number: the "5" of "15" is not the symbol of a coin called 5. */
const isCut = (before: string, after: string): boolean => !(/\d$/.test(before) && /^\d/.test(after))

/** Thousands: groups of three behind one kind of mark, or of two and three as in India. Never with a zero in front. */
const GROUPED = /^[1-9]\d{0,2}([,.' ])\d{3}(?:\1\d{3})*$|^[1-9]\d?(?:,\d{2})+,\d{3}$/

function readingsOf(text: string): Reading[] {
  const [, number = '', letter = ''] = /^([\d.,٫' ]*?) ?([kmb]?)$/.exec(text) ?? []
  const exponent = LETTERS[letter] ?? 0
  const readings: Reading[] = []
  if (/^\d+$/.test(number) || GROUPED.test(number))
    readings.push({ digits: number.replace(/\D/g, ''), fractionDigits: 0, exponent })
  const [, whole = '', sign = '', fraction = ''] = /^(.*)([.,٫])(\d*)$/.exec(number) ?? []
  const isWhole = /^\d*$/.test(whole) || (!whole.includes(sign) && GROUPED.test(whole))
  if (sign !== '' && isWhole && whole + fraction !== '')
    readings.push({ digits: whole.replace(/\D/g, '') + fraction, fractionDigits: fraction.length, exponent })
  return readings
}

function unitsOf({ digits, fractionDigits, exponent }: Reading, decimals: number) {
  const zeros = decimals + exponent - fractionDigits
  const kept = zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros)
  if (zeros < 0 && /[1-9]/.test(digits.slice(zeros))) return 'tooManyDecimals' as const
  const units = BigInt(kept === '' ? '0' : kept)
  return units > U64_MAX ? ('tooLarge' as const) : units
}
