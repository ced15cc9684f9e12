// The icons as the pages have them: Lucide's lines, drawn by us, and no otherwise than Lucide draws them.
import { readdirSync, readFileSync } from 'node:fs'
import { Check } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import createIcon from './create-icon.tsx'

/** What Lucide's own way to draw is known by, however it is packed: a property that only it reads. */
const THEIRS = 'absoluteStrokeWidth'

test('Lucide’s own way to draw is in no page', () => {
  expect(readFileSync('node_modules/lucide-react/dist/esm/Icon.mjs', 'utf8')).toContain(THEIRS)
  for (const folder of ['dist/web/assets', 'dist/render']) {
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
    expect(scripts.length, folder).toBeGreaterThan(10)
    const found = scripts.filter((name) => readFileSync(`${folder}/${name}`, 'utf8').includes(THEIRS))
    expect(found, folder).toEqual([])
  }
})

/** Attributes in any order, without Lucide's classes and what only SVG in a file must say. */
const partsOf = (markup: string): readonly string[] =>
  [...markup.matchAll(/<\w+|[\w-]+="[^"]*"/gi)]
    .map(([part]) => part.replace(/lucide lucide-\w+ ?/, ''))
    .filter((part) => part !== 'class=""' && !part.startsWith('xmlns'))
    .sort()

const OurCheck = createIcon({ name: 'check', size: 24, node: [['path', { d: 'M20 6 9 17l-5-5', key: '1' }]] })

test.each([
  {},
  { size: 16, 'aria-hidden': true },
  { size: 14, className: 'text-muted', strokeWidth: 3 },
  { role: 'img', 'aria-label': 'Done' },
])('looks as Lucide draws it, with %j', (props) => {
  const ours = renderToStaticMarkup(createElement(OurCheck, props))
  const theirs = renderToStaticMarkup(createElement(Check, props))
  expect(partsOf(ours)).toEqual(partsOf(theirs))
})
