// Where a toast lies: under it is nothing that is pressed next, whatever the page has open. Radix knows corners only.

/** Between a toast and the edges of the screen. */
const GAP = 16
/** Every button is larger. */
const STEP = 16

const PRESSABLE = 'a[href],button,input,select,textarea,summary,label,[role="tab"],[role="option"]'
/** Where people act: covered only where nothing else is left. */
const ACTING = 'header,nav,dialog,form,[role="menu"],[role="tablist"],[role="group"]'

/** How bad it is to lie over a point of the screen. */
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

/** What lies under a toast at a place, added up. */
export function costOf({ left, top }: Place, { width, height }: Size, cost = costAt): number {
  let sum = 0
  for (let y = top; y < top + height + STEP; y += STEP)
    for (let x = left; x < left + width + STEP; x += STEP)
      sum += cost(Math.min(x, left + width - 1), Math.min(y, top + height - 1))
  return sum
}

/**
 * The cheapest place, from the bottom up, at the left and at the right: menus open downwards from the head, and the trade card is at
 * the right of a desk.
 */
export function placeFor(toast: Size, screen: Size, cost = costAt): Place {
  const known = new Map<number, number>()
  // Places overlap: each point is looked at once.
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
