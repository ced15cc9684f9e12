// Whether a screen fits: never wider than the window, and no text cut off where nothing says that there is more. An ellipsis
// says so of names as long as people may make them; our own words, and names as they mostly are, it cuts nowhere.
import { expect, type Locator, type Page } from '@playwright/test'
import { size } from '../soak.ts'

interface FitsOptions {
  readonly timeout?: number
  /** Whose texts are looked at, where beside it stands what other journeys made. Without it those of the whole page. */
  readonly part?: Locator
}

/**
 * The smallest width that is promised, and a tablet's; in the soak also the phone's that lies between them, and the tablet's with the
 * browser's text twice as large.
 */
const WIDTHS = size<readonly (readonly [width: number, textSize?: number])[]>(
  [[360], [820]],
  [[360], [390], [820], [820, 32]],
)

/** At the width that the page has now (a place kept free for a scroll bar counts as less). */
export async function expectNoSideScroll(page: Page): Promise<void> {
  expect(await overhang(page), 'pixels beyond the window').toBeLessThanOrEqual(0)
}

/** At every width between a small phone's and a tablet's; the page has its own again afterwards. */
export const expectFits = (page: Page, what: string, options: FitsOptions = {}): Promise<void> =>
  atEachWidth(page, () => expectFitsHere(page, what, options))

/**
 * The same for a screen that has several states: `look` goes through them at each width, since another width costs more
 * than another state.
 */
export async function atEachWidth(page: Page, look: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  if (size === null) throw new Error('a page of a known size')
  for (const [width, textSize] of WIDTHS) {
    await page.setViewportSize({ width, height: size.height })
    if (textSize !== undefined) await setTextSize(page, textSize)
    await look()
    if (textSize !== undefined) await setTextSize(page, 16)
  }
  await page.setViewportSize(size)
}

/** The text size in the browser's own settings, in pixels. */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: (pixels * 13) / 16 } })
  await session.detach()
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${pixels}px`)
}

/** At the width that the page has now. */
export async function expectFitsHere(
  page: Page,
  what: string,
  { part = page.locator('body'), ...options }: FitsOptions = {},
): Promise<void> {
  const width = page.viewportSize()?.width
  // Whoever measures himself does so a frame later.
  await expect
    .poll(() => overhang(page), { ...options, message: `${what}, beyond ${width} pixels` })
    .toBeLessThanOrEqual(0)
  await expect
    .poll(() => cutTexts(part), { ...options, message: `${what}, cut at ${width} pixels` })
    .toEqual([])
  await expect
    .poll(() => outsideTheirBoxes(part), {
      ...options,
      message: `${what}, outside its box at ${width} pixels`,
    })
    .toEqual([])
}

/** Buttons and fields that stand over the edge of the bordered box that they belong to. */
const outsideTheirBoxes = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    const boxOf = (control: Element): Element | undefined => {
      for (let each = control.parentElement; each !== null; each = each.parentElement) {
        const { position, overflowX, borderLeftWidth, borderRightWidth } = getComputedStyle(each)
        // Placed by itself, cut off or scrolled to: other checks.
        if (position === 'absolute' || position === 'fixed' || overflowX !== 'visible') return undefined
        if (parseFloat(borderLeftWidth) > 0 && parseFloat(borderRightWidth) > 0) return each
      }
      return undefined
    }
    return [...root.querySelectorAll('button, input, select, textarea')].flatMap((control) => {
      const isPlaced = ['absolute', 'fixed'].includes(getComputedStyle(control).position)
      const box = control.checkVisibility() && !isPlaced ? boxOf(control) : undefined
      if (box === undefined) return []
      const [inner, outer] = [control.getBoundingClientRect(), box.getBoundingClientRect()]
      return inner.right > outer.right + 1 || inner.left < outer.left - 1
        ? [control.outerHTML.slice(0, 160)]
        : []
    })
  })

const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

interface SeenPart {
  left: number
  right: number
  bottom: number
  hasEllipsis: boolean
}

/** The names of prepared.ts that are as long as names may be. */
const LONGEST_NAMES = '[WM]{6,}|(long){4,}'

/** Texts of which a part is not drawn, where neither an ellipsis says so of a long name nor anything scrolls to it. */
export function cutTexts(part: Locator): Promise<string[]> {
  return part.evaluate((root, longestNames) => {
    const isLongName = (text: string) => text.replace(new RegExp(longestNames, 'g'), '').trim() === ''
    /** The part of a box that its ancestors let be seen, up to one that scrolls; undefined where it is only read out. */
    const windowOf = (element: Element): SeenPart | undefined => {
      if (element.closest('[aria-hidden="true"], [inert], .animate-ticker') !== null) return undefined
      const seen = { left: -Infinity, right: Infinity, bottom: Infinity, hasEllipsis: false }
      for (let each: Element | null = element; each !== null; each = each.parentElement) {
        const style = getComputedStyle(each)
        // Transparent: only copied.
        if (style.clipPath !== 'none' || style.color === 'rgba(0, 0, 0, 0)') return undefined
        seen.hasEllipsis ||= style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        if (/auto|scroll/.test(style.overflowX)) return seen
        if (/auto|scroll/.test(style.overflowY)) seen.bottom = Infinity
        if (each === document.body || !/hidden|clip/.test(style.overflowX)) continue
        const box = each.getBoundingClientRect()
        seen.left = Math.max(seen.left, box.left)
        seen.right = Math.min(seen.right, box.right)
        seen.bottom = Math.min(seen.bottom, box.bottom)
      }
      const page = document.documentElement.clientWidth
      return { ...seen, left: Math.max(seen.left, 0), right: Math.min(seen.right, page) }
    }
    const cut: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (
        text === '' ||
        element === null ||
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue
      const seen = windowOf(element)
      if (seen === undefined || (seen.hasEllipsis && isLongName(text))) continue
      // Of a fraction of a pixel too much an ellipsis takes two letters.
      const beyond = seen.hasEllipsis ? 0.1 : 1
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, bottom, width } of range.getClientRects())
        if (width > 0 && (left < seen.left - 1 || right > seen.right + beyond || bottom > seen.bottom + 4)) {
          cut.push(text.slice(0, 60))
          break
        }
    }
    return cut
  }, LONGEST_NAMES)
}
