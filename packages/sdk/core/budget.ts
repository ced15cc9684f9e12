// A budget that many draw from: bytes that wait to be read, connections, places in a queue. Whoever takes much must not use
// it up, nor the share of everybody else.

export interface Budget {
  /** Takes `amount` from the budget until the function that it gives is called; undefined when there is not so much left. */
  hold(key: string, amount?: number): (() => void) | undefined
  /** Whether there is so much left for this key now. */
  hasRoom(key: string, amount: number): boolean
}

export interface BudgetLimits {
  readonly max: number
  /** The most of it that one key may hold. */
  readonly byKeyMax: number
  /** Beside `max`, for those who hold nothing yet: few can't use up everybody's first. */
  readonly reserve?: number
}

export function openBudget({ max, byKeyMax, reserve = 0 }: BudgetLimits): Budget {
  const byKey = new Map<string, number>()
  let all = 0
  const hasRoom = (key: string, amount: number): boolean => {
    const held = byKey.get(key) ?? 0
    return held + amount <= byKeyMax && all + amount <= (held === 0 ? max + reserve : max)
  }
  return {
    hasRoom,
    hold(key, amount = 1) {
      if (!hasRoom(key, amount)) return undefined
      all += amount
      byKey.set(key, (byKey.get(key) ?? 0) + amount)
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
