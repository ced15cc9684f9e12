// Variables of the environment that are probably meant as a setting. An environment has many others, of shells, platforms and other
// programs, which must not stop a start: so a name has to begin with the setting's first letter and differ little from it.

/** Names with fewer letters resemble too many others. */
const LETTERS_MIN = 5
/** Of longer names two letters may differ, else one. */
const LETTERS_SHORT = 7
/** Settings of other programs. */
const KNOWN_ELSEWHERE = new Set(['LOGLEVEL'])

interface Misspelt {
  readonly name: string
  readonly meant: string
}

/** A setting that is set under its own name was not misspelt. */
export function findMisspelt(
  environment: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): Misspelt[] {
  const unset = settings.filter((name) => name.length >= LETTERS_MIN && !environment[name])
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || settings.includes(name) || KNOWN_ELSEWHERE.has(name)) return []
    const upper = name.toUpperCase()
    const meant = unset.find(
      (each) => each[0] === upper[0] && distance(upper, each) <= (each.length > LETTERS_SHORT ? 2 : 1),
    )
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** How many letters have to be added, removed or changed to make one of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const letter of one) {
    const next = [(row[0] ?? 0) + 1]
    for (let at = 1; at < row.length; at++)
      next.push(
        Math.min(
          (row[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (row[at - 1] ?? 0) + (other[at - 1] === letter ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
