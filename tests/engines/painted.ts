// Which cells of the live trades an engine left unpainted, by the pixels of its own screenshot.
import sharp from 'sharp'
import type { Visitor } from './visitor.ts'

/** By so much a channel differs at least in what is text, and not the ground or the line below a row. */
const DIFFERS_MIN = 60
/** The smallest text, `now`, has some 60. */
const PIXELS_MIN = 12

interface Cell {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Runs in the page: the cells that are whole in sight and show text. */
function cellsInPage(): Cell[] {
  const cells = [...document.querySelectorAll('table[aria-rowcount] tbody td')]
  return cells.flatMap((cell) => {
    const { left, top, right, bottom } = cell.getBoundingClientRect()
    const isSeen = [top + 2, bottom - 2].every((y) =>
      cell.contains(document.elementFromPoint((left + right) / 2, y)),
    )
    const text = cell.textContent?.trim() ?? ''
    if (!isSeen || text === '') return []
    const [x, y] = [Math.ceil(left), Math.ceil(top)]
    return [{ text, left: x, top: y, width: Math.floor(right) - x, height: Math.floor(bottom) - y }]
  })
}

/** Texts of the cells whose text can't be seen; rejects where there are fewer than two rows to look at. */
export async function blankCells(visitor: Visitor): Promise<string[]> {
  const cells = await visitor.run(cellsInPage)
  if (cells.length < 8) throw new Error(`only ${cells.length} cells of the live trades are in sight`)
  const screenshot = await visitor.engine.screenshot()
  const painted = await Promise.all(
    cells.map(async ({ left, top, width, height }) => {
      const { data, info } = await sharp(screenshot)
        .extract({ left, top, width, height })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const ground = [0, 1, 2].map((channel) => data[info.width * info.channels + channel] ?? 0)
      let count = 0
      for (let at = 0; at < data.length; at += info.channels)
        if (ground.some((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) >= DIFFERS_MIN))
          count++
      return count
    }),
  )
  return cells.filter((_, at) => (painted[at] ?? 0) < PIXELS_MIN).map(({ text }) => text)
}
