// The page takes over what the server drew: until that is done everything is as it was there, whatever this browser knows. What is
// different here is drawn right after, when the browser has time for it.
import { startTransition, useEffect, useState } from 'react'

export const isInBrowser = 'document' in globalThis

/** When the server drew; undefined where it did not, and after the page has taken over. */
let drawnAtMs: number | undefined

let whenDone: (() => void) | undefined

/**
 * Before anything is drawn of what the server drew then, by itself or here; `done` is called when it is taken over, and what this
 * browser alone knows is drawn.
 */
export function beginTakingOver(atMs: number, done?: () => void): void {
  drawnAtMs = atMs
  whenDone = done
}

/** What is mounted from now on is the page's own. */
function end(): void {
  drawnAtMs = undefined
}

/** For the last part of what the server drew. */
export function useEndOfTakingOver(): void {
  const isTakenOver = useIsTakenOver()
  useEffect(end, [])
  useEffect(() => {
    if (!isTakenOver || whenDone === undefined) return
    setTimeout(whenDone)
    whenDone = undefined
  }, [isTakenOver])
}

export const isTakingOver = (): boolean => drawnAtMs !== undefined

/** Undefined before the chain's time is known. */
let chainNowMs: () => number | undefined = () => undefined

/** The source of every displayed time: the chain's clock, because the device's may be hours off. */
export function drawByClock(clock: () => number | undefined): void {
  chainNowMs = clock
}

/** The time to display by: the device's clock until the first answer of the server brings the chain's. */
export const nowMs = (): number => drawnAtMs ?? chainNowMs() ?? Date.now()

/** False in what the server draws and while the page takes it over: for what this browser alone knows. */
export function useIsTakenOver(): boolean {
  const [isTakenOver, setTakenOver] = useState(!isTakingOver())
  useEffect(() => startTransition(() => setTakenOver(true)), [])
  return isTakenOver
}
