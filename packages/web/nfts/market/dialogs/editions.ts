// Numbers of NFTs as somebody types them. Pure.
import { EDITIONS, RARITIES, type Rarity, rarityOf } from '@twinmint/sdk/core/rarity'

/** "7, 12, 30-40": each number once, upwards; or what of it is none. Ranges may be written with a dash of any kind. */
export function parseEditions(
  text: string,
):
  | { readonly kind: 'editions'; readonly editions: readonly number[] }
  | { readonly kind: 'wrong'; readonly part: string } {
  const editions = new Set<number>()
  for (const part of text.split(/[\s,;]+/).filter((each) => each !== '')) {
    const [, first, last = first] = /^#?(\d{1,4})(?:[-–—]#?(\d{1,4}))?$/.exec(part) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (first === undefined || from < 1 || to > EDITIONS || from > to) return { kind: 'wrong', part }
    for (let edition = from; edition <= to; edition++) editions.add(edition)
  }
  return { kind: 'editions', editions: [...editions].sort((a, b) => a - b) }
}

const ALL = Array.from({ length: EDITIONS }, (_, at) => at + 1)
const BY_RARITY = new Map<Rarity, readonly number[]>(
  RARITIES.map((rarity) => [rarity, ALL.filter((edition) => rarityOf(edition).rarity === rarity)]),
)

/** The numbers of a rarity, or all of them, upwards. */
export const editionsOf = (rarity: Rarity | undefined): readonly number[] =>
  rarity === undefined ? ALL : (BY_RARITY.get(rarity) ?? [])
