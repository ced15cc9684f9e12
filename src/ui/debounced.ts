// A value that settles: what is typed becomes a question when the typing pauses.
import { useEffect, useState } from 'react'

/** `value` as it was when it last stood still for so long. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
