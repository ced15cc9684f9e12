// Turns the documentation's files into modules while the pages are built, so that no Markdown is read in the page: every
// file a page of blocks, and `virtual:docs-search` all their text for the search.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { DocPlace, DocsContents } from '@twinmint/sdk/internal/api/platform/docs-contents'
import { type Block, type Page, plainText } from '../blocks.ts'
import type { SearchPart } from '../search.ts'
import { parseMarkdown } from './markdown.ts'

/** Reads one file; throws on Markdown that is not known, and on links to documents that are not there. */
export function readPage(root: string, file: string, places: readonly DocPlace[]): Page {
  const source = readFileSync(join(root, file), 'utf8').replace(
    /^::include (\S+) (\S+)$/gm,
    (_, path: string, language: string) =>
      `\`\`\`${language}\n${readFileSync(join(root, path), 'utf8').trimEnd()}\n\`\`\``,
  )
  try {
    return parseMarkdown(source, (href) => linkTo(file, href, places))
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function linkTo(file: string, href: string, places: readonly DocPlace[]): string | undefined {
  if (/^(https:\/\/|#)/.test(href)) return href
  if (href.startsWith('/')) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(file), path))
  const place = places.find(({ item }) => item.file === target)
  // What is in the repository and not in the documentation has no address here.
  return place && `${place.path}${anchor === undefined ? '' : `#${anchor}`}`
}

const keepFact = (name: string) => `{{${name}}}`

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'note':
      return plainText(block.children, keepFact)
    case 'list':
      return block.items.map((item) => plainText(item, keepFact)).join(' ')
    case 'table':
      return [block.head, ...block.rows]
        .map((row) => row.map((cell) => plainText(cell, keepFact)).join(' '))
        .join(' ')
    case 'code':
      return block.text
    case 'widget':
      return ''
  }
}

/** Every heading with what stands under it. */
export function searchParts(root: string, places: readonly DocPlace[]): SearchPart[] {
  return places.flatMap(({ section, item, path }) => {
    const page = readPage(root, item.file, places)
    const parts: { path: string; title: string; texts: string[] }[] = [{ path, title: item.title, texts: [] }]
    for (const block of page.blocks)
      if (block.kind === 'heading')
        parts.push({ path: `${path}#${block.id}`, title: textOf(block), texts: [] })
      else parts.at(-1)?.texts.push(textOf(block))
    return parts.map(({ texts, ...part }) => ({
      ...part,
      pageTitle: item.title,
      section: section.title,
      text: texts.join(' ').replace(/\s+/g, ' '),
    }))
  })
}

const SEARCH = 'virtual:docs-search'
const PAGES = 'virtual:docs-pages'
const PAGE = 'virtual:docs-page/'

/** The plugin for the pages' build: each page is a chunk of its own, and so is the text for the search. */
export function docsPages(root: string, { places, legal }: DocsContents) {
  const files = [...places.map(({ item }) => item.file), ...legal.map(({ file }) => file)]
  return {
    name: 'docs-pages',
    resolveId: (id: string) => (id === SEARCH || id === PAGES || id.startsWith(PAGE) ? `\0${id}` : undefined),
    load(id: string) {
      if (id === `\0${SEARCH}`) return `export default ${JSON.stringify(searchParts(root, places))}`
      if (id === `\0${PAGES}`)
        return `export default {${files.map((file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(PAGE + file)})`).join(',')}}`
      if (id.startsWith(`\0${PAGE}`))
        return `export default ${JSON.stringify(readPage(root, id.slice(PAGE.length + 1), places))}`
      return undefined
    },
  }
}
