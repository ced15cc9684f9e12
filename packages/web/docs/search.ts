// Finds what somebody types in the text of all pages. Pure, and small enough to run at every key.

export interface SearchPart {
  /** Where it stands: `/docs/core/fees#who-gets-the-sell-fee`. */
  readonly path: string
  readonly section: string
  readonly pageTitle: string
  /** The heading above it; the page's title before the first. */
  readonly title: string
  /** Figures stand in it as `{{name}}`. */
  readonly text: string
}

export interface Found {
  readonly part: SearchPart
  /** What stands around the first hit, cut so that the hits are known. */
  readonly excerpt: readonly { readonly text: string; readonly isHit: boolean }[]
}

const RESULTS_MAX = 12
const BEFORE = 40
const EXCERPT_MAX = 150

/** Parts that have every word, the best first: in the heading before in the text, at a word's begin before inside of one. */
export function searchDocs(parts: readonly SearchPart[], query: string): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return parts
    .map((part) => ({ part, score: scoreOf(part, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULTS_MAX)
    .map(({ part }) => ({ part, excerpt: excerptOf(part.text, words) }))
}

/** 0 where a word is missing. */
function scoreOf({ title, pageTitle, text }: SearchPart, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const best = Math.max(
      20 * rank(title.toLowerCase(), word),
      6 * rank(pageTitle.toLowerCase(), word),
      rank(text.toLowerCase(), word),
    )
    if (best === 0) return 0
    score += best
  }
  return score
}

/** 3: a whole word, 2: a word's begin, 1: anywhere. */
function rank(text: string, word: string): number {
  let best = 0
  for (let at = text.indexOf(word); at >= 0 && best < 3; at = text.indexOf(word, at + 1)) {
    const begins = at === 0 || !isLetter(text[at - 1])
    const ends = !isLetter(text[at + word.length])
    best = Math.max(best, begins ? (ends ? 3 : 2) : 1)
  }
  return best
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

function excerptOf(text: string, words: readonly string[]): Found['excerpt'] {
  const lower = text.toLowerCase()
  const hits = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const first = hits.length === 0 ? 0 : Math.min(...hits)
  const wanted = Math.max(0, first - BEFORE)
  const begin = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1
  const cut = text.slice(begin, begin + EXCERPT_MAX)
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')})`,
    'i',
  )
  const pieces = cut
    .split(pattern)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, isHit: words.includes(piece.toLowerCase()) }))
  return [
    ...(begin > 0 ? [{ text: '… ', isHit: false }] : []),
    ...pieces,
    ...(begin + EXCERPT_MAX < text.length ? [{ text: ' …', isHit: false }] : []),
  ]
}
