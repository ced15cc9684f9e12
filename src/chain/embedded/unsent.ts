// A budget for answers that were written and not taken yet: whoever asks for much and reads nothing must not fill the memory,
// nor the share of everybody else.

export interface UnsentBudget {
  /** Takes so many bytes from the budget until the function that it gives is called; undefined when there are not so many left. */
  hold(key: string, bytes: number): (() => void) | undefined
  /** Whether so much would fit. Whoever holds nothing is not denied it for what others hold. */
  hasRoom(key: string, bytes: number): boolean
}

export function openUnsentBudget(limits: {
  readonly bytesMax: number
  readonly bytesByKeyMax: number
}): UnsentBudget {
  const byKey = new Map<string, number>()
  let all = 0
  return {
    hasRoom(key, bytes) {
      const held = byKey.get(key) ?? 0
      return held + bytes <= limits.bytesByKeyMax && (held === 0 || all + bytes <= limits.bytesMax)
    },
    hold(key, bytes) {
      const held = (byKey.get(key) ?? 0) + bytes
      if (all + bytes > limits.bytesMax || held > limits.bytesByKeyMax) return undefined
      all += bytes
      byKey.set(key, held)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        all -= bytes
        const left = (byKey.get(key) ?? 0) - bytes
        if (left > 0) byKey.set(key, left)
        else byKey.delete(key)
      }
    },
  }
}
