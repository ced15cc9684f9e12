// Which cells of the live trades an engine left unpainted, by the pixels of its own screenshot.
import sharp from 'sharp'
import type { Part, Visitor } from './visitor.ts'

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

/** Colours of a box: as its style says, and as painted three pixels inside its upper left corner. */
export async function groundOf(
  visitor: Visitor,
  part: Part,
): Promise<{ readonly styled: string; readonly painted: string }> {
  await visitor.sees(part)
  await visitor.run(() => document.querySelector('select')?.scrollIntoView({ block: 'center' }))
  const { box } = await visitor.sees(part)
  const styled = await visitor.run(
    (x, y) => getComputedStyle(document.elementFromPoint(x, y) ?? document.body).backgroundColor,
    box.x + box.width / 2,
    box.y + box.height / 2,
  )
  const pixel = { left: Math.round(box.x) + 8, top: Math.round(box.y) + 3, width: 1, height: 1 }
  const data = await sharp(await visitor.engine.screenshot())
    .extract(pixel)
    .removeAlpha()
    .raw()
    .toBuffer()
  return { styled, painted: `rgb(${[...data].join(', ')})` }
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
