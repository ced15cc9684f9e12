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
/** As addresses are shortened here and elsewhere, with letters and dots of any script. */
const SHORTENED =
  /^[\p{L}\p{N}]{3,8}\s?(?:[.\u2024\u2025\u00b7\u2022\u22c5]{2,}|[\u2026\u22ef])\s?[\p{L}\p{N}]{3,8}$/u

/** Whether a name could be taken for an address, whole or shortened ("9xQe…VFin"). */
export const looksLikeAddress = (name: string): boolean => ADDRESS.test(name) || SHORTENED.test(name)

export const hasUnseen = (text: string): boolean => withoutUnseen(text) !== text

/** A name as it is shown: on one line, and never empty. */
export function shownName(text: string): string {
  return withoutUnseen(text).replace(/\s+/g, ' ').trim() || 'Unnamed'
}
