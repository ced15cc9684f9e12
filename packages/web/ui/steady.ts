// What would come faster than anybody can follow: texts while they are typed, and lists that change. Nothing moves under a
// pointer, a finger or the focus, and otherwise not too often.
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

export type PauseReason = 'pointer' | 'focus'

const TOUCH_LINGERS_MS = 1_500

/**
 * Who is at the list, and the handlers of the element that holds its rows, each with its `data-id`. A click's own focus does
 * not count.
 */
export function usePause() {
  const [pointer, setPointer] = useState(false)
  const [focusedId, setFocusedId] = useState<string>()
  const touchTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(touchTimer.current), [])
  const lingers = () => {
    clearTimeout(touchTimer.current)
    touchTimer.current = setTimeout(() => setPointer(false), TOUCH_LINGERS_MS)
  }
  const reason: PauseReason | undefined = pointer ? 'pointer' : focusedId === undefined ? undefined : 'focus'
  return {
    reason,
    focusedId,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setPointer(true)
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setPointer(false)
      },
      onTouchStart: () => {
        clearTimeout(touchTimer.current)
        setPointer(true)
      },
      onTouchEnd: lingers,
      onTouchCancel: lingers,
      onFocus: ({ target }: FocusEvent) => {
        if (!target.matches(':focus-visible')) return
        setFocusedId(target.closest<HTMLElement>('[data-id]')?.dataset['id'])
      },
      onBlur: () => setFocusedId(undefined),
    },
  }
}

const TAKEN_AT_MOST_EVERY_MS = 3_000

/** Takes the order of a list anew when that is due, every few seconds at most. Another `listKey` is another list. */
export function useOrderTaken(isDue: boolean, listKey: string, take: () => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  const takenAtMs = useRef(0)
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(
      () => {
        takenAtMs.current = Date.now()
        latest.current()
      },
      Math.max(0, takenAtMs.current + TAKEN_AT_MOST_EVERY_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [isDue, listKey])
}

/** `value` as it was when it last stood still for so long. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

/** The order of `heldIds`, with what they do not name after them: what is listed does not move away from under a pointer. */
export function holdOrder<T extends { readonly id: string }>(
  items: readonly T[],
  heldIds: readonly string[],
): readonly T[] {
  const placeOf = new Map(heldIds.map((id, place) => [id, place]))
  const place = ({ id }: T) => placeOf.get(id) ?? heldIds.length
  return [...items].sort((a, b) => place(a) - place(b))
}
