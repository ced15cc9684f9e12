// Reads the Markdown that our own documentation is written in, while the pages are built: headings, paragraphs, lists,
// tables, code, notes, and two things of its own: `{{name}}` is a figure that the page fills in, and a line `::name` a
// piece of interface. Throws on what it does not know, so that nothing is shown wrong. Pure.

export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'fact'; readonly name: string }

type Cells = readonly (readonly Inline[])[]

export type Block =
  | {
      readonly kind: 'heading'
      readonly level: 2 | 3
      readonly id: string
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'note'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: Cells }
  | { readonly kind: 'table'; readonly head: Cells; readonly rows: readonly Cells[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'widget'; readonly name: string }

export interface Page {
  readonly title: string
  readonly blocks: readonly Block[]
}

/** The anchor of a heading: `Fees, once` becomes `fees-once`. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/** All that is read in it, in one line; `factText` says what figures are. */
export function plainText(children: readonly Inline[], factText: (name: string) => string): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child
      if (child.kind === 'code') return child.text
      return child.kind === 'fact' ? factText(child.name) : plainText(child.children, factText)
    })
    .join('')
}

const STARTS_BLOCK = /^(#{1,4} |```|::|> |[-*] |\d+\. |\|)/

/** `linkTo` says where a link of the source leads; undefined for one that leads nowhere here, which becomes plain text. */
export function parseMarkdown(source: string, linkTo: (href: string) => string | undefined): Page {
  const lines = source.split('\n')
  const inline = (text: string) => parseInline(text, linkTo)
  const blocks: Block[] = []
  const anchors = new Set<string>()
  let title = ''
  let at = 0
  const takeWhile = (holds: (line: string) => boolean): string[] => {
    const begin = at
    while (at < lines.length && holds(lines[at] ?? '')) at++
    return lines.slice(begin, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = /^(#{1,4}) (.+)$/.exec(line)
    if (line.trim() === '') at++
    else if (heading) {
      const [, marks = '', text = ''] = heading
      if (marks.length === 1) title = text
      else {
        const id = anchorOf(text)
        if (anchors.has(id)) throw new Error(`two headings with the anchor ${id}`)
        anchors.add(id)
        blocks.push({ kind: 'heading', level: marks.length === 2 ? 2 : 3, id, children: inline(text) })
      }
      at++
    } else if (line.startsWith('```')) {
      at++
      const text = takeWhile((each) => !each.startsWith('```')).join('\n')
      at++
      blocks.push({ kind: 'code', language: line.slice(3).trim(), text })
    } else if (line.startsWith('::')) {
      blocks.push({ kind: 'widget', name: line.slice(2).trim() })
      at++
    } else if (line.startsWith('|'))
      blocks.push(
        tableOf(
          takeWhile((each) => each.startsWith('|')),
          inline,
        ),
      )
    else if (line.startsWith('> ')) {
      const text = takeWhile((each) => each.startsWith('>')).map((each) => each.slice(1).trim())
      blocks.push({ kind: 'note', children: inline(text.join(' ')) })
    } else if (/^([-*]|\d+\.) /.test(line)) {
      const ordered = /^\d/.test(line)
      const items: string[] = []
      for (const each of takeWhile((next) => /^([-*]|\d+\.) /.test(next) || /^ {2,}\S/.test(next)))
        if (/^([-*]|\d+\.) /.test(each)) items.push(each.replace(/^([-*]|\d+\.) /, ''))
        else items.push(`${items.pop() ?? ''} ${each.trim()}`)
      blocks.push({ kind: 'list', ordered, items: items.map(inline) })
    } else {
      const text = takeWhile((each) => each.trim() !== '' && !STARTS_BLOCK.test(each)).map((each) =>
        each.trim(),
      )
      if (text.length === 0) throw new Error(`not Markdown that is known here: ${line}`)
      blocks.push({ kind: 'paragraph', children: inline(text.join(' ')) })
    }
  }
  if (title === '') throw new Error('a page without a title')
  return { title, blocks }
}

function tableOf(lines: readonly string[], inline: (text: string) => readonly Inline[]): Block {
  // A bar inside code, or after a backslash, is no border.
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|')))
  const [head = '', rule = '', ...rows] = lines
  if (!/^\|[\s:|-]+\|$/.test(rule.trim())) throw new Error(`a table without a head: ${head}`)
  return { kind: 'table', head: cells(head), rows: rows.map(cells) }
}

const INLINE =
  /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[((?:[^[\]]|`[^`]*`)+)\]\(([^)\s]+)\)|\{\{([A-Za-z]+)\}\}/g

function parseInline(text: string, linkTo: (href: string) => string | undefined): readonly Inline[] {
  const result: Inline[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) result.push(text.slice(end, match.index))
    end = match.index + match[0].length
    const [, code, strong, emphasis, label, href, fact] = match
    if (code !== undefined) result.push({ kind: 'code', text: code })
    else if (strong !== undefined) result.push({ kind: 'strong', children: parseInline(strong, linkTo) })
    else if (emphasis !== undefined)
      result.push({ kind: 'emphasis', children: parseInline(emphasis, linkTo) })
    else if (fact !== undefined) result.push({ kind: 'fact', name: fact })
    else if (label !== undefined && href !== undefined) {
      const to = linkTo(href)
      const children = parseInline(label, linkTo)
      if (to === undefined) result.push(...children)
      else result.push({ kind: 'link', href: to, children })
    }
  }
  if (end < text.length) result.push(text.slice(end))
  return result
}
