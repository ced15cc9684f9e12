// The search of the documentation: over all its text, in the page, as one types. The text is loaded when the field is
// focused.
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { countText } from '../ui/format.ts'
import { TextInput } from '../ui/TextInput.tsx'
import { type Facts, fillFacts } from './facts.ts'
import { type Found, type SearchPart, searchDocs } from './search.ts'

const loadParts = () => import('virtual:docs-search')

export function DocsSearch({
  facts,
  onFollow,
}: {
  readonly facts: Facts
  /** A result was chosen. */
  readonly onFollow: () => void
}) {
  const id = useId()
  const [here, navigate] = useLocation()
  const [parts, setParts] = useState<readonly SearchPart[]>()
  const [hasFailed, setFailed] = useState(false)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const filled = useMemo(
    () => parts?.map((part) => ({ ...part, text: fillFacts(facts, part.text, location.origin) })),
    [parts, facts],
  )
  const results = useMemo(() => searchDocs(filled ?? [], query), [filled, query])
  const isOpen = query.trim() !== ''

  const load = () => {
    setFailed(false)
    loadParts().then(
      (module) => setParts(module.default),
      () => setFailed(true),
    )
  }
  const clear = () => {
    setQuery('')
    setActive(0)
  }
  const follow = ({ part }: Found) => {
    clear()
    onFollow()
    const [path = '', anchor] = part.path.split('#')
    if (path !== here) navigate(part.path)
    else if (anchor === undefined) scrollTo(0, 0)
    else location.hash = anchor
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && results.length > 0) {
      event.preventDefault()
      const next = (active + step + results.length) % results.length
      setActive(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && results[active] !== undefined) {
      event.preventDefault()
      follow(results[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      clear()
    }
  }

  return (
    <search className="block">
      <TextInput
        type="text"
        role="combobox"
        aria-label="Search the documentation"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && results.length > 0 ? `${id}-${active}` : undefined}
        placeholder="Search the docs"
        icon={<Search size={16} />}
        value={query}
        onFocus={load}
        onChange={({ target }) => {
          setQuery(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        suffix={
          isOpen && (
            <button
              type="button"
              aria-label="Clear the search"
              onClick={clear}
              className="-mr-2 flex size-9 items-center justify-center rounded-full text-muted hover:text-text"
            >
              <X size={16} aria-hidden="true" />
            </button>
          )
        }
      />
      <p role="status" className="sr-only">
        {isOpen && filled !== undefined ? countText(results.length, 'result') : ''}
      </p>
      {isOpen && (
        <div className="mt-2 rounded-panel border border-line bg-raised p-1">
          {hasFailed ? (
            <p className="px-3 py-4 text-13 text-muted">
              The search could not be loaded.{' '}
              <button type="button" onClick={load} className="text-violet underline">
                Retry
              </button>
            </p>
          ) : filled === undefined ? (
            <p className="px-3 py-4 text-13 text-muted">Loading…</p>
          ) : results.length === 0 ? (
            <p className="px-3 py-4 text-13 text-muted">Nothing here says “{query.trim()}”.</p>
          ) : null}
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="Results"
            className="max-h-[60dvh] overflow-y-auto"
          >
            {results.map((found, at) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field takes the keys of its list
              <div
                key={found.part.path}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                onClick={() => follow(found)}
                onPointerMove={() => setActive(at)}
                className="cursor-pointer rounded-input px-3 py-2 aria-selected:bg-violet/20"
              >
                <p className="text-12 text-muted">
                  {found.part.section}
                  {found.part.title === found.part.pageTitle ? '' : ` · ${found.part.pageTitle}`}
                </p>
                <p className="text-14 font-semibold">{found.part.title}</p>
                <p className="mt-0.5 line-clamp-2 text-12 text-muted">
                  {found.excerpt.map(({ text, isHit }, piece) =>
                    isHit ? (
                      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text
                      <mark key={piece} className="bg-transparent font-semibold text-gold">
                        {text}
                      </mark>
                    ) : (
                      text
                    ),
                  )}
                </p>
              </div>
            ))}
          </div>
        </div>
      )}
    </search>
  )
}
