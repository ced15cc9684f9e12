/** `load`, but its last answer again for so many milliseconds; callers meanwhile share one. A failure is not remembered. */
export function rememberFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: Promise<T>; readonly atMs: number } | undefined
  return () => {
    if (last !== undefined && Date.now() - last.atMs < ms) return last.value
    const mine = { value: load(), atMs: Date.now() }
    last = mine
    mine.value.catch(() => {
      if (last === mine) last = undefined
    })
    return mine.value
  }
}
