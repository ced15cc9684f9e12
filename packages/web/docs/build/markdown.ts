// Reads the Markdown that our own documentation is written in, while the pages are built: markdown-it's tokens become the
// blocks that the page draws. Throws on what the page cannot draw, so that nothing is shown wrong. Pure.
import MarkdownIt, { type Token } from 'markdown-it'
import type { Block, Inline, Page } from '../blocks.ts'

/** HTML is read so that comments can be left out; every other HTML is refused below. */
const READER = new MarkdownIt({ html: true })
const COMMENT = /^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/

type LinkTo = (href: string) => string | undefined

/** The anchor of a heading: `Fees, once` becomes `fees-once`. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/** `linkTo` says where a link of the source leads; undefined for one that leads nowhere here, which becomes plain text. */
export function parseMarkdown(source: string, linkTo: LinkTo): Page {
  const anchors = new Set<string>()
  let title = ''
  const blocks: Block[] = []
  for (const [first, ...inner] of wholes(READER.parse(source, {}), 0)) {
    if (first === undefined) continue
    if (first.type === 'html_block' && COMMENT.test(first.content)) continue
    if (first.tag === 'h1') title = textsOf(inner)[0]?.content ?? ''
    else {
      const block = blockOf(first, inner, linkTo)
      if (block.kind === 'heading') {
        if (anchors.has(block.id)) throw new Error(`two headings with the anchor ${block.id}`)
        anchors.add(block.id)
      }
      blocks.push(block)
    }
  }
  if (title === '') throw new Error('a page without a title')
  return { title, blocks }
}

/** What begins on a level, each with all that is in it. */
function wholes(tokens: readonly Token[], level: number): Token[][] {
  const result: Token[][] = []
  for (const token of tokens)
    if (token.level === level && token.nesting >= 0) result.push([token])
    else result.at(-1)?.push(token)
  return result
}

const textsOf = (tokens: readonly Token[]) => tokens.filter(({ type }) => type === 'inline')

function blockOf(first: Token, inner: readonly Token[], linkTo: LinkTo): Block {
  const unknown = () =>
    new Error(`not Markdown that is known here: ${textsOf([first, ...inner])[0]?.content ?? first.content}`)
  const inlines = (tokens: readonly Token[]) =>
    textsOf(tokens).map(({ children }) => inlinesOf(children ?? [], linkTo))
  /** Of what has one text and nothing else. */
  const one = (tokens: readonly Token[]): readonly Inline[] => {
    const [text, ...more] = inlines(tokens)
    if (text === undefined || more.length > 0) throw unknown()
    return text
  }
  switch (first.type) {
    case 'heading_open': {
      if (first.tag !== 'h2' && first.tag !== 'h3' && first.tag !== 'h4') throw unknown()
      const id = anchorOf(textsOf(inner)[0]?.content ?? '')
      return { kind: 'heading', level: first.tag === 'h2' ? 2 : 3, id, children: one(inner) }
    }
    case 'paragraph_open': {
      const text = textsOf(inner)[0]?.content ?? ''
      if (text.startsWith('|')) throw new Error(`a table without a head: ${text}`)
      const name = /^::(.+)$/.exec(text)?.[1]
      return name === undefined
        ? { kind: 'paragraph', children: one(inner) }
        : { kind: 'widget', name: name.trim() }
    }
    case 'blockquote_open':
      return { kind: 'note', children: one(inner) }
    case 'bullet_list_open':
    case 'ordered_list_open':
      return { kind: 'list', ordered: first.tag === 'ol', items: wholes(inner, 1).map(one) }
    case 'table_open': {
      const [head = [], ...rows] = wholes(inner, 2).map(inlines)
      return { kind: 'table', head, rows }
    }
    case 'fence':
      return { kind: 'code', language: first.info.trim(), text: first.content.replace(/\n$/, '') }
    default:
      throw unknown()
  }
}

function inlinesOf(tokens: readonly Token[], linkTo: LinkTo): readonly Inline[] {
  const result: Inline[] = []
  for (const [first, ...inner] of wholes(tokens, tokens[0]?.level ?? 0)) {
    if (first === undefined) continue
    const children = inlinesOf(inner.slice(0, -1), linkTo)
    if (first.type === 'text') result.push(...withFacts(first.content))
    else if (first.type === 'softbreak') result.push(' ')
    else if (first.type === 'code_inline') result.push({ kind: 'code', text: first.content })
    else if (first.type === 'strong_open') result.push({ kind: 'strong', children })
    else if (first.type === 'em_open') result.push({ kind: 'emphasis', children })
    else if (first.type === 'link_open') {
      const href = linkTo(String(first.attrGet('href')))
      if (href === undefined) result.push(...children)
      else result.push({ kind: 'link', href, children })
    } else throw new Error(`not Markdown that is known here: ${first.type} ${first.content}`)
  }
  return joined(result)
}

/** Figures stand in texts as `{{name}}`. */
const withFacts = (text: string): Inline[] =>
  text
    .split(/\{\{([A-Za-z]+)\}\}/)
    .map((piece, at): Inline => (at % 2 === 1 ? { kind: 'fact', name: piece } : piece))
    .filter((piece) => piece !== '')

/** Texts that stand side by side, as one. */
function joined(all: readonly Inline[]): Inline[] {
  const result: Inline[] = []
  for (const each of all) {
    const last = result.at(-1)
    if (typeof each === 'string' && typeof last === 'string') result.splice(-1, 1, last + each)
    else result.push(each)
  }
  return result
}
