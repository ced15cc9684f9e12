// What a search looks for, in SQL.

/** A text in which a LIKE pattern's own letters stand for themselves. */
export const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Three letters make a trigram; with fewer no index finds the middle of a word, so its beginning has to do. */
const TRIGRAM = 3
/** Signs alone make no trigram at all: they are looked for at the beginning of the name. */
const LETTER = /[\p{L}\p{N}]/u

/** The patterns of a search; a coin's lower-cased "name symbol collection", or a person's name, matches any one of them. */
export function searchPatterns(search: string): readonly string[] {
  const text = likeText(search.toLowerCase())
  if (search.length >= TRIGRAM) return [`%${text}%`]
  return LETTER.test(search) ? [`${text}%`, `% ${text}%`] : [`${text}%`]
}

/** The condition that a column matches one of the bound patterns. */
export const matchesAny = (column: string, bound: readonly string[]) =>
  `(${bound.map((each) => `${column} like ${each}`).join(' or ')})`
