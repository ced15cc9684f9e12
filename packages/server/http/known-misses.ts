/**
 * What was looked for and is not there, remembered for `ms`: of `max` at the most, the oldest are forgotten first. For what
 * strangers may ask for again and again; a flood of it pushes out nothing that is there.
 */
export function openMisses({ ms, max }: { readonly ms: number; readonly max: number }) {
  const untilMs = new Map<string, number>()
  return {
    has: (key: string): boolean => (untilMs.get(key) ?? 0) > Date.now(),
    add(key: string): void {
      untilMs.delete(key)
      untilMs.set(key, Date.now() + ms)
      if (untilMs.size <= max) return
      const [oldest] = untilMs.keys()
      if (oldest !== undefined) untilMs.delete(oldest)
    },
  }
}
