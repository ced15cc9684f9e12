// Where marks stand on the chart so that none covers another: away from its candle, lane by lane, until there is room; what
// finds none is a dot at the candle, and a dot that finds none is left out (the line of figures says it all the same). Pure.

export interface MarkBox {
  /** The middle of its candle, in pixels. */
  readonly x: number
  /** The ends of its candle. */
  readonly high: number
  readonly low: number
  /** Where it stands if there is room; else on the other side. */
  readonly side: 'above' | 'below'
  readonly width: number
}

export interface PlacedMark {
  /** Where in what was given. */
  readonly index: number
  readonly isDot: boolean
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface MarkArea {
  readonly width: number
  readonly top: number
  readonly bottom: number
}

export const MARK_HEIGHT = 16
const DOT = 5
/** Between a candle and its mark, and between marks. */
const GAP = 4
const SPACE = 2
const LANES = 6

type Box = Pick<PlacedMark, 'left' | 'top' | 'width' | 'height'>
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width + SPACE &&
  b.left < a.left + a.width + SPACE &&
  a.top < b.top + b.height + SPACE &&
  b.top < a.top + a.height + SPACE

/** Earlier ones choose first. Those whose candle is out of the area are left out. */
export function placeMarks(marks: readonly MarkBox[], area: MarkArea): readonly PlacedMark[] {
  const placed: PlacedMark[] = []
  const isFree = (box: Box) =>
    box.top >= area.top && box.top + box.height <= area.bottom && !placed.some((other) => overlap(box, other))
  marks.forEach((mark, index) => {
    if (mark.x < 0 || mark.x > area.width) return
    // At the edges a mark stays whole.
    const left = Math.max(0, Math.min(area.width - mark.width, mark.x - mark.width / 2))
    const topOf = (isAbove: boolean, away: number, height: number) =>
      isAbove ? mark.high - away - height : mark.low + away
    const isAbove = mark.side === 'above'
    for (const side of [isAbove, !isAbove])
      for (let lane = 0; lane < LANES; lane++) {
        const top = topOf(side, GAP + lane * (MARK_HEIGHT + SPACE), MARK_HEIGHT)
        const box = { left, top, width: mark.width, height: MARK_HEIGHT }
        if (!isFree(box)) continue
        placed.push({ index, isDot: false, ...box })
        return
      }
    for (const side of [isAbove, !isAbove]) {
      const dot = { left: mark.x - DOT / 2, top: topOf(side, GAP, DOT), width: DOT, height: DOT }
      if (!isFree(dot)) continue
      placed.push({ index, isDot: true, ...dot })
      return
    }
  })
  return placed
}
