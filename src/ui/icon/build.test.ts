// The icons as the pages have them: Lucide's lines, drawn by us, and no otherwise than Lucide draws them.
import { Check } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { icons } from './build.ts'
import createIcon from './create-icon.tsx'

test('Lucide’s own way to draw is in no page', async () => {
  const page = {
    name: 'page',
    resolveId: (source: string) => (source === 'page' ? source : undefined),
    load: (id: string) => (id === 'page' ? "export { Check } from 'lucide-react'" : undefined),
  }
  const bundle = await rolldown({
    input: 'page',
    external: ['react', 'react/jsx-runtime'],
    plugins: [icons(`${process.cwd()}/`), page],
    // "use client" is for frameworks.
    onLog: () => undefined,
  })
  const { output } = await bundle.generate({ format: 'esm' })
  expect(output[0].code).toContain('createIcon(')
  expect(output[0].code).not.toContain('buildLucideIcon')
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
