// What a search looks for, in SQL.

/** A text in which a LIKE pattern's own letters stand for themselves. */
export const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Three letters make a trigram; with fewer no index finds the middle of a word, so its beginning has to do. */
const TRIGRAM = 3

/** The patterns of a search; a coin's lower-cased "name symbol" matches any one of them. */
export function searchPatterns(search: string): readonly string[] {
  const text = likeText(search.toLowerCase())
  return search.length < TRIGRAM ? [`${text}%`, `% ${text}%`] : [`%${text}%`]
}

/** The condition that a column matches one of the bound patterns. */
export const matchesAny = (column: string, bound: readonly string[]) =>
  `(${bound.map((each) => `${column} like ${each}`).join(' or ')})`
