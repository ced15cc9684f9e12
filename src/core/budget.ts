// A budget that many draw from: bytes that wait to be read, connections, places in a queue. Whoever takes much must not use
// it up, nor the share of everybody else.

export interface Budget {
  /** Takes `amount` from the budget until the function that it gives is called; undefined when there is not so much left. */
  hold(key: string, amount?: number): (() => void) | undefined
}

/** Of `max` in all, each key may hold `byKeyMax`. */
export function openBudget(limits: { readonly max: number; readonly byKeyMax: number }): Budget {
  const byKey = new Map<string, number>()
  let all = 0
  return {
    hold(key, amount = 1) {
      const held = (byKey.get(key) ?? 0) + amount
      if (all + amount > limits.max || held > limits.byKeyMax) return undefined
      all += amount
      byKey.set(key, held)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        all -= amount
        const left = (byKey.get(key) ?? 0) - amount
        if (left > 0) byKey.set(key, left)
        else byKey.delete(key)
      }
    },
  }
}
