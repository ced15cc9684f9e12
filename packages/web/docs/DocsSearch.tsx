// The search of the documentation: over all its text, in the page, as one types. The text is loaded when the field is
// focused.
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { countText } from '../ui/format.ts'
import { TextInput } from '../ui/TextInput.tsx'
import { type Facts, fillFacts } from './facts.ts'
import { type Found, type SearchPart, searchDocs } from './search.ts'

const loadParts = () => import('virtual:docs-search')

interface DocsSearchProps {
  readonly facts: Facts
  /** A result was chosen. */
  readonly onFollow: () => void
}

export function DocsSearch({ facts, onFollow }: DocsSearchProps) {
  const id = useId()
  const [here, navigate] = useLocation()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const { parts, hasFailed, load } = useParts(facts)
  const results = useMemo(() => searchDocs(parts ?? [], query), [parts, query])
  const isOpen = query.trim() !== ''

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
        suffix={isOpen && <Clear onClear={clear} />}
      />
      <p role="status" className="sr-only">
        {isOpen && parts !== undefined ? countText(results.length, 'result') : ''}
      </p>
      {isOpen && (
        <div className="mt-2 rounded-panel border border-line bg-raised p-1">
          {hasFailed ? (
            <NotLoaded onRetry={load} />
          ) : parts === undefined ? (
            <Quiet>Loading…</Quiet>
          ) : results.length === 0 ? (
            <Quiet>Nothing here says “{query.trim()}”.</Quiet>
          ) : null}
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="Results"
            className="max-h-[60dvh] overflow-y-auto"
          >
            {results.map((found, at) => (
              <Option
                key={found.part.path}
                id={`${id}-${at}`}
                found={found}
                isActive={at === active}
                onChoose={() => follow(found)}
                onPoint={() => setActive(at)}
              />
            ))}
          </div>
        </div>
      )}
    </search>
  )
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Quiet>
      The search could not be loaded.{' '}
      <button type="button" onClick={onRetry} className="text-violet underline">
        Retry
      </button>
    </Quiet>
  )
}

function Clear({ onClear }: { readonly onClear: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear the search"
      onClick={onClear}
      className="-mr-2 flex size-9 items-center justify-center rounded-full text-muted hover:text-text"
    >
      <X size={16} aria-hidden="true" />
    </button>
  )
}

function Option({
  id,
  found,
  isActive,
  onChoose,
  onPoint,
}: {
  readonly id: string
  readonly found: Found
  readonly isActive: boolean
  readonly onChoose: () => void
  readonly onPoint: () => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field takes the keys of its list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      onPointerMove={onPoint}
      className="cursor-pointer rounded-input px-3 py-2 aria-selected:bg-violet/20"
    >
      <Result found={found} />
    </div>
  )
}

/** The text of the documentation, once asked for, with what this server is in it. */
function useParts(facts: Facts) {
  const [loaded, setLoaded] = useState<readonly SearchPart[]>()
  const [hasFailed, setFailed] = useState(false)
  const parts = useMemo(
    () => loaded?.map((part) => ({ ...part, text: fillFacts(facts, part.text, location.origin) })),
    [loaded, facts],
  )
  const load = () => {
    setFailed(false)
    loadParts().then(
      (module) => setLoaded(module.default),
      () => setFailed(true),
    )
  }
  return { parts, hasFailed, load }
}

function Quiet({ children }: { readonly children: ReactNode }) {
  return <p className="px-3 py-4 text-13 text-muted">{children}</p>
}

function Result({ found: { part, excerpt } }: { readonly found: Found }) {
  return (
    <>
      <p className="text-12 text-muted">
        {part.section}
        {part.title === part.pageTitle ? '' : ` · ${part.pageTitle}`}
      </p>
      <p className="text-14 font-semibold">{part.title}</p>
      <p className="mt-0.5 line-clamp-2 text-12 text-muted">
        {excerpt.map(({ text, isHit }, piece) =>
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
    </>
  )
}
