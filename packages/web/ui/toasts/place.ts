// Places a toast where it covers no control that is likely to be pressed next. Radix only knows corners.

/** Between a toast and the edges of the screen. */
const GAP = 16
/** Every button is larger. */
const STEP = 16

const PRESSABLE = 'a[href],button,input,select,textarea,summary,label,[role="tab"],[role="option"]'
/** Parts whose controls are covered only as a last resort. */
const ACTING = 'header,nav,dialog,form,[role="menu"],[role="tablist"],[role="group"]'

/** The cost of covering a point of the screen. */
export function costAt(x: number, y: number): number {
  const pressable = document.elementFromPoint(x, y)?.closest(PRESSABLE)
  if (pressable === null || pressable === undefined) return 0
  return pressable.closest(ACTING) === null ? 1 : 10
}

interface Size {
  readonly width: number
  readonly height: number
}
export interface Place {
  readonly left: number
  readonly top: number
}

/** The cost of a place: the sum over the points that the toast would cover. */
export function costOf({ left, top }: Place, { width, height }: Size, cost = costAt): number {
  let sum = 0
  for (let y = top; y < top + height + STEP; y += STEP)
    for (let x = left; x < left + width + STEP; x += STEP)
      sum += cost(Math.min(x, left + width - 1), Math.min(y, top + height - 1))
  return sum
}

/**
 * The cheapest place, searched from the bottom up at the left and the right edge: menus open downwards from the header, and on a
 * desktop the trade card is at the right.
 */
export function placeFor(toast: Size, screen: Size, cost = costAt): Place {
  const known = new Map<number, number>()
  // Places overlap, so the cost of each point is computed once.
  const remembered = (x: number, y: number) => {
    const key = Math.round(x) * 100_000 + Math.round(y)
    const found = known.get(key) ?? cost(x, y)
    known.set(key, found)
    return found
  }
  const lefts = [...new Set([GAP, Math.max(GAP, screen.width - toast.width - GAP)])]
  let best: (Place & { readonly cost: number }) | undefined
  for (let top = screen.height - toast.height - GAP; top >= 0; top -= STEP)
    for (const left of lefts) {
      const place = { left, top, cost: costOf({ left, top }, toast, remembered) }
      if (best === undefined || place.cost < best.cost) best = place
      if (place.cost === 0) return { left, top }
    }
  return best === undefined ? { left: GAP, top: 0 } : { left: best.left, top: best.top }
}
