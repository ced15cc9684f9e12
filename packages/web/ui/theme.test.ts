import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const GROUNDS = ['ink', 'panel', 'raised']
const TEXTS = [
  'text',
  'muted',
  'faint',
  'violet',
  'violet-bright',
  'gold',
  'up',
  'up-bright',
  'down',
  'down-bright',
]
/** WCAG 2.2, success criterion 1.4.3 (AA), for text of any size. */
const CONTRAST_MIN = 4.5

const look = readFileSync('packages/web/ui/theme.css', 'utf8')

/** Relative luminance of one of theme.css's colours, 0 to 1, as WCAG 2.2 defines it for sRGB. */
function luminance(name: string): number {
  const hex = new RegExp(`--color-${name}: #([0-9a-f]{6});`).exec(look)?.[1]
  if (hex === undefined) throw new Error(`theme.css has no colour ${name}`)
  const linear = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(0) + 0.7152 * linear(2) + 0.0722 * linear(4)
}

// Ink on a coloured button has the contrast of that colour on ink.
test.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
  '%s is read on %s',
  (text, ground) => {
    const [light = 0, dark = 0] = [luminance(text), luminance(ground)].sort((a, b) => b - a)
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(CONTRAST_MIN)
  },
)

test('every size of text is in rem, so that it follows the text size of the browser', () => {
  const sizes = [...look.matchAll(/--text-\d+(?:--line-height)?: ([^;]+);/g)].map(([, size]) => size)
  expect(sizes).toHaveLength(14)
  expect(sizes.filter((size) => !/^[\d.]+rem$/.test(size ?? ''))).toEqual([])
  const inPixels = readdirSync('packages/web', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx)$/.test(name) && !name.endsWith('.test.tsx'))
    .flatMap(
      (name) =>
        readFileSync(join('packages/web', name), 'utf8').match(/(?:font-size: ?|text-\[)[\d.]+px/g) ?? [],
    )
  expect(inPixels).toEqual([])
})
