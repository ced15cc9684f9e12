// The comments of a table's rows, as text: `/** Sells coins. */` above `sell: …`.

/** By the row's name. A comment of several lines becomes one. */
export const rowComments = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n\s*(\w+):/g)].map(([, comment = '', name = '']) => [
      name,
      comment.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim(),
    ]),
  )
