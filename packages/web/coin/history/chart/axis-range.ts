// What the price axis shows: the prices that are in view with room around them, and never less than zero. Pure.

export interface AxisRoom {
  /** Of the pane, in pixels. */
  readonly height: number
  /** Kept free above the highest and below the lowest price, in pixels. */
  readonly top: number
  readonly bottom: number
  readonly isLog: boolean
}

export interface PriceRange {
  readonly minValue: number
  readonly maxValue: number
}

/** Prices that don't move get five percent on either side. */
const FLAT_SHARE = 0.05

/**
 * From the lowest and highest price in view to the axis' ends: `top` and `bottom` pixels beyond them, on the scale that is
 * drawn (a logarithmic one has its room in ratios, so it stays above zero by itself). Where the room at the bottom would
 * reach below zero, the axis begins at zero and the prices take the room.
 */
export function axisRange({ minValue, maxValue }: PriceRange, room: AxisRoom): PriceRange {
  const isFlat = !(maxValue > minValue)
  const low = Math.max(0, isFlat ? minValue * (1 - FLAT_SHARE) : minValue)
  const high = isFlat ? maxValue * (1 + FLAT_SHARE) : maxValue
  const { top, bottom } = room
  const drawn = Math.max(1, room.height - top - bottom)
  if (room.isLog && low > 0) {
    const perPixel = Math.log(high / low) / drawn
    return { minValue: low * Math.exp(-perPixel * bottom), maxValue: high * Math.exp(perPixel * top) }
  }
  const perPixel = (high - low) / drawn
  const begin = low - perPixel * bottom
  if (begin >= 0) return { minValue: begin, maxValue: high + perPixel * top }
  return { minValue: 0, maxValue: high + (high / Math.max(1, room.height - top)) * top }
}
