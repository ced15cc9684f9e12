// What was loaded lately, told again for a while instead of being loaded anew. Knows nothing of what it is.
export interface Remembered<T> {
  (): Promise<T>
  /** What is known is old: the next one who asks is told anew. */
  readonly forget: () => void
}

/** `load`, but its last answer again for so many milliseconds; callers meanwhile share one. A failure is not remembered. */
export function rememberFor<T>(ms: number, load: () => Promise<T>): Remembered<T> {
  let last: { readonly value: Promise<T>; readonly atMs: number } | undefined
  const answer = () => {
    if (last !== undefined && Date.now() - last.atMs < ms) return last.value
    const mine = { value: load(), atMs: Date.now() }
    last = mine
    mine.value.catch(() => {
      if (last === mine) last = undefined
    })
    return mine.value
  }
  return Object.assign(answer, { forget: () => void (last = undefined) })
}

/** The same for each of many, by `keyOf`: of `max` at the most, the oldest are forgotten first. */
export function rememberEach<Of, T>(
  { ms, max }: { readonly ms: number; readonly max: number },
  keyOf: (of: Of) => string,
  load: (of: Of) => Promise<T>,
): (of: Of) => Promise<T> {
  const known = new Map<string, { readonly value: Promise<T>; readonly untilMs: number }>()
  return (of) => {
    const key = keyOf(of)
    const there = known.get(key)
    if (there !== undefined && Date.now() < there.untilMs) return there.value
    const mine = { value: load(of), untilMs: Date.now() + ms }
    known.delete(key)
    known.set(key, mine)
    mine.value.catch(() => {
      if (known.get(key) === mine) known.delete(key)
    })
    const [oldest] = known.keys()
    if (known.size > max && oldest !== undefined) known.delete(oldest)
    return mine.value
  }
}
