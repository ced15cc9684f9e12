// Draws the blocks of a page.
import { lazyPart } from '../ui/lazy.tsx'
import './docs.css'
import { Hash } from 'lucide-react'
import { createContext, type ReactNode, Suspense, use } from 'react'
import { Link } from 'wouter'
import { CopyButton, writeToClipboard } from '../ui/amounts.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import { type Block, type Inline, plainText } from './blocks.ts'
import { type Facts, factText, fillFacts } from './facts.ts'
import { ScrollTable } from './ScrollTable.tsx'

const WIDGETS = {
  calculator: lazyPart(() => import('./Calculator.tsx')),
  rarity: lazyPart(() => import('./RarityChecker.tsx')),
  errors: lazyPart(() => import('./ErrorTable.tsx')),
  api: lazyPart(() => import('./ApiReference.tsx')),
}

export function Widget({ name }: { readonly name: string }) {
  const Found = Object.entries(WIDGETS).find(([known]) => known === name)?.[1]
  if (Found === undefined) return null
  return (
    <Suspense fallback={<Skeleton className="my-6 h-64 w-full" />}>
      <Found />
    </Suspense>
  )
}

const FactsContext = createContext<Facts | undefined>(undefined)

export function Blocks({ blocks, facts }: { readonly blocks: readonly Block[]; readonly facts: Facts }) {
  return (
    <FactsContext value={facts}>
      <div className="docs-text">
        {blocks.map((block, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a page's blocks never move
          <BlockView key={at} block={block} heading={headingBefore(blocks, at)} facts={facts} />
        ))}
      </div>
    </FactsContext>
  )
}

/** What a table or a piece of code is called for those who hear it. */
function headingBefore(blocks: readonly Block[], at: number): string {
  const heading = blocks.slice(0, at).findLast(({ kind }) => kind === 'heading')
  return heading?.kind === 'heading' ? plainText(heading.children, (name) => name) : 'This page'
}

function BlockView({
  block,
  heading,
  facts,
}: {
  readonly block: Block
  readonly heading: string
  readonly facts: Facts
}) {
  switch (block.kind) {
    case 'heading':
      return <Heading {...block} />
    case 'paragraph':
      return (
        <p>
          <Text>{block.children}</Text>
        </p>
      )
    case 'note':
      return (
        <aside className="my-5 rounded-panel border border-violet/50 bg-violet/10 px-4 py-3">
          <Text>{block.children}</Text>
        </aside>
      )
    case 'list':
      return <List {...block} />
    case 'table':
      return <Table {...block} label={heading} />
    case 'code':
      return (
        <Code
          language={block.language}
          text={fillFacts(facts, block.text, location.origin)}
          label={heading}
        />
      )
    case 'widget':
      return <Widget name={block.name} />
  }
}

function Heading({ level, id, children }: Extract<Block, { kind: 'heading' }>) {
  const Tag = level === 2 ? 'h2' : 'h3'
  const copy = async () => {
    const url = `${location.origin}${location.pathname}#${id}`
    if (await writeToClipboard(url)) showToast({ title: 'Copied!', description: url, tone: 'success' })
  }
  return (
    <div className="docs-heading group flex items-center gap-1">
      <Tag id={id} className="scroll-mt-24">
        <Text>{children}</Text>
      </Tag>
      <a
        href={`#${id}`}
        aria-label={`Copy the link to ${plainText(children, (name) => name)}`}
        onClick={() => void copy()}
        className="flex size-8 shrink-0 items-center justify-center rounded-input text-faint opacity-0 transition-opacity group-hover:opacity-100 hover:text-text focus-visible:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
      >
        <Hash size={16} aria-hidden="true" />
      </a>
    </div>
  )
}

function List({ ordered, items }: Extract<Block, { kind: 'list' }>) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag>
      {items.map((item, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a page's items never move
        <li key={at}>
          <Text>{item}</Text>
        </li>
      ))}
    </Tag>
  )
}

function Table({ head, rows, label }: Extract<Block, { kind: 'table' }> & { readonly label: string }) {
  const hasHead = head.some((cell) => cell.length > 0)
  return (
    <ScrollTable label={label}>
      {hasHead && (
        <thead>
          <tr>
            {head.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a page's cells never move
              <th key={at} scope="col">
                {cell.length === 0 ? <span className="sr-only">{label}</span> : <Text>{cell}</Text>}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, line) => (
          // oxlint-disable-next-line react/no-array-index-key -- a page's rows never move
          <tr key={line}>
            {row.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a page's cells never move
              <td key={at}>
                <Text>{cell}</Text>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

export function Code({
  language,
  text,
  label,
}: {
  readonly language: string
  readonly text: string
  readonly label: string
}) {
  const [kind = ''] = language.split(' ')
  return (
    <div className="group relative my-5 overflow-hidden rounded-panel border border-line bg-panel">
      <div className="flex h-10 items-center justify-between border-b border-line pr-1.5 pl-4 pointer-coarse:h-12">
        <span className="font-mono text-12 text-faint">{kind}</span>
        <CopyButton text={text} label={`Copy the code of ${label}`} copiedText="Code copied to clipboard" />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto p-4 font-mono text-13 text-text">
        <code>{text}</code>
      </pre>
    </div>
  )
}

function Text({ children }: { readonly children: readonly Inline[] }): ReactNode {
  const facts = use(FactsContext)
  return children.map((child, at) => {
    if (typeof child === 'string') return child
    switch (child.kind) {
      case 'code':
        // oxlint-disable-next-line react/no-array-index-key -- a page's words never move
        return (
          <code key={at}>
            {facts === undefined ? child.text : fillFacts(facts, child.text, location.origin)}
          </code>
        )
      case 'fact':
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a page's words never move
          <span key={at} translate="no" className="figures whitespace-nowrap">
            {facts === undefined ? child.name : factText(facts, child.name)}
          </span>
        )
      case 'strong':
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a page's words never move
          <strong key={at}>
            <Text>{child.children}</Text>
          </strong>
        )
      case 'emphasis':
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a page's words never move
          <em key={at}>
            <Text>{child.children}</Text>
          </em>
        )
      case 'link':
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a page's words never move
          <TextLink key={at} href={child.href}>
            <Text>{child.children}</Text>
          </TextLink>
        )
    }
  })
}

function TextLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  // Pages of the site change without loading; what the server answers by itself is no page.
  if (href.startsWith('/') && !href.startsWith('/api/')) return <Link href={href}>{children}</Link>
  const isElsewhere = href.startsWith('https://')
  return (
    <a href={href} {...(isElsewhere ? { target: '_blank', rel: 'noreferrer' } : {})}>
      {children}
    </a>
  )
}
