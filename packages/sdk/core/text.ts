// Texts of strangers, without what nobody sees: characters that take no room, that turn the direction of the text beside
// them, or that are none at all. Two texts that look the same are then the same, and none pretends to be another's part. One
// function for what the index reads of the chain, where anything may stand, and for what the API takes. Pure.

const PLAIN = /^[\x20-\x7e\n]*$/
/** Of all scripts; line breaks are for the caller. */
const UNSEEN =
  /(?!\n)[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\uffff]/gu
/** Unseen, and still part of what is seen: between the parts of an emoji, and between letters that they shape. */
const JOINERS = [
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu,
  /(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})/gu,
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d](?=\p{L})/gu,
]

/** The text without them, line breaks kept. */
export function withoutUnseen(text: string): string {
  if (PLAIN.test(text)) return text
  const kept = new Set(JOINERS.flatMap((joiner) => [...text.matchAll(joiner)].map(({ index }) => index)))
  return text.replace(UNSEEN, (character, at: number) => (kept.has(at) ? character : ''))
}

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** Letters and digits that look like a dot. */
const DOT_LETTERS = String.raw`\u1427\u318d\u119e\ua78f\u0660\u06f0`
/** A space, a mark or a sign; emoji are none, but for those that look like a dot or a dash. */
const GAP = String.raw`(?:[${DOT_LETTERS}\u25aa\u25ab\u3030]|(?!\p{Extended_Pictographic})[\s\p{P}\p{S}])`
const DOT = String.raw`[.\u2024\u2027\u00b7\u0387\u2022\u2219\u22c5\u2e31\u3002\u30fb${DOT_LETTERS}]`
/** Two dots of any script, or one mark that means that something is left out. */
const LEFT_OUT = String.raw`(?:${DOT}{2,}|[\u2025\u2026\u22ee-\u22f1\u1801\u2e3a\u2e3b\ufe19\ufe30])`
const PART = String.raw`([\p{L}\p{N}]{3,8})`
const shortened = (between: string) => new RegExp(`^${GAP}*${PART}${between}${PART}${GAP}*$`, 'u')
const WITH_LEFT_OUT = shortened(String.raw`\s?${LEFT_OUT}\s?`)
const WITH_GAP = shortened(`${GAP}{2,}`)
/** Digits among letters, or small and capital letters otherwise than in a word, as nearly all addresses have. */
const isMixed = (part = '') =>
  (/\p{N}/u.test(part) && /\p{L}/u.test(part)) || /\p{Ll}.*\p{Lu}|\p{Lu}{2}.*\p{Ll}/u.test(part)

/** A word, an abbreviation, or words written as one, with digits before or after: "DeFi", "NFTs", "eBay", "Web3". */
const WORD_LIKE = /^\p{N}*(?:\p{Ll}?(?:\p{Lu}\p{Ll}+)+|\p{Ll}*|[\p{Lu}\p{N}]+s?)\p{N}*$/u
const WITH_SPACE = shortened(GAP)

/** Whether a name could be taken for an address, whole or as it is shortened here and elsewhere ("9xQe…VFin", "9xQe---VFin"). */
export function looksLikeAddress(name: string): boolean {
  if (ADDRESS.test(name) || WITH_LEFT_OUT.test(name)) return true
  const parts = WITH_GAP.exec(name)
  if (parts !== null && (isMixed(parts[1]) || isMixed(parts[2]))) return true
  const [, start, end] = WITH_SPACE.exec(name) ?? []
  return start !== undefined && end !== undefined && !WORD_LIKE.test(start) && !WORD_LIKE.test(end)
}

export const hasUnseen = (text: string): boolean => withoutUnseen(text) !== text

/** A name as it is shown: on one line, without heaps of accents, and never empty. */
export function shownName(text: string): string {
  return (
    withoutUnseen(text)
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .replace(/\s+/g, ' ')
      .trim() || 'Unnamed'
  )
}
