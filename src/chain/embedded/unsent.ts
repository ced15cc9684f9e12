// A budget for answers that were written and not taken yet: whoever asks for much and reads nothing must not fill the memory.

export interface UnsentBudget {
  /** Takes so many bytes from the budget until the function that it gives is called; undefined when there are not so many left. */
  hold(bytes: number): (() => void) | undefined
}

export function openUnsentBudget(bytesMax: number): UnsentBudget {
  let held = 0
  return {
    hold(bytes) {
      if (held + bytes > bytesMax) return undefined
      held += bytes
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        held -= bytes
      }
    },
  }
}
