// The grid of coins with its search and its orders. Both are in the address, so that a view can be sent to somebody.
import { Search, SearchX, Sprout, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { Collection } from '../collection/contract.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { SkeletonGroup } from '../ui/Skeleton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { errorMessage } from '../wire/api.ts'
import { CollectionCard, CollectionCardSkeleton } from './CollectionCard.tsx'
import { useCollections } from './queries.ts'
import { filterOfParam, HOME_FILTERS, holdOrder, searchCollections, sortCollections } from './rules.ts'

const SEARCH_DEBOUNCE_MS = 250

export function CollectionsPanel() {
  const [params, setParams] = useSearchParams()
  const filter = filterOfParam(params.get('sort'))
  const query = params.get('q') ?? ''
  const { data, error, isPending, refetch, isFetching } = useCollections({
    sort: filter.sort,
    search: useDebounced(query.trim(), SEARCH_DEBOUNCE_MS),
  })
  const setParam = (name: 'sort' | 'q', value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const shown = data === undefined ? [] : searchCollections(sortCollections(data, filter.sort), query)

  return (
    <section aria-labelledby="collections-title">
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <h2 id="collections-title" className="text-20 font-semibold tracking-tight">
          Featured Collections
        </h2>
        <SearchBox value={query} onChange={(value) => setParam('q', value)} />
      </div>
      <fieldset className="no-scrollbar -mx-4 mt-3 flex min-w-0 gap-2 overflow-x-auto px-4 py-1">
        <legend className="sr-only">Order of the collections</legend>
        {HOME_FILTERS.map(({ sort, label }) => (
          <button
            key={sort}
            type="button"
            aria-pressed={sort === filter.sort}
            onClick={() => setParam('sort', sort === HOME_FILTERS[0]?.sort ? '' : sort)}
            className={classNames(
              'h-9 shrink-0 rounded-full border px-4 text-13 font-medium whitespace-nowrap transition-colors pointer-coarse:h-11',
              sort === filter.sort
                ? 'border-violet bg-violet/15 text-text'
                : 'border-line text-muted hover:border-faint hover:text-text',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className="mt-4">
        {isPending ? (
          <SkeletonGroup label="Loading collections" className={GRID}>
            {Array.from({ length: 10 }, (_, at) => (
              <CollectionCardSkeleton key={at} />
            ))}
          </SkeletonGroup>
        ) : data === undefined ? (
          <Message
            icon={<TriangleAlert size={32} className="text-down" aria-hidden="true" />}
            title="The collections could not be loaded"
            text={errorMessage(error, 'The server did not answer.')}
          >
            <Button variant="secondary" pending={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </Message>
        ) : shown.length > 0 ? (
          <CollectionGrid collections={shown} />
        ) : query.trim() === '' ? (
          <Message
            icon={<Sprout size={32} className="text-violet" aria-hidden="true" />}
            title="No collections found"
            text={`No collections match the "${filter.label}" filter`}
          >
            <Link href="/hybrid-launch" className={buttonClass('primary')}>
              Launch Token
            </Link>
          </Message>
        ) : (
          <Message
            icon={<SearchX size={32} className="text-muted" aria-hidden="true" />}
            title="No collections found"
            text={`No results for "${query.trim()}"`}
          >
            <Button variant="secondary" onClick={() => setParam('q', '')}>
              Clear search
            </Button>
          </Message>
        )}
      </div>
    </section>
  )
}

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4 xl:grid-cols-5'
/** Two rows of the widest grid: what is further down loads its picture when it comes near. */
const EAGER_PICTURES = 10

function CollectionGrid({ collections }: { readonly collections: readonly Collection[] }) {
  const [heldIds, setHeldIds] = useState<readonly string[]>()
  const ordered = heldIds === undefined ? collections : holdOrder(collections, heldIds)
  return (
    <ul
      className={GRID}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') setHeldIds(collections.map(({ id }) => id))
      }}
      onPointerLeave={() => setHeldIds(undefined)}
    >
      {ordered.map((collection, at) => (
        <li key={collection.id} className="flex min-w-0 flex-col [&>*]:flex-1">
          <CollectionCard collection={collection} lazy={at >= EAGER_PICTURES} />
        </li>
      ))}
    </ul>
  )
}

/** `/` goes to it from anywhere on the page, Esc empties it. */
function SearchBox({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focusOnSlash)
    return () => document.removeEventListener('keydown', focusOnSlash)
  }, [])
  return (
    <TextInput
      ref={input}
      type="search"
      enterKeyHint="search"
      aria-label="Search tokens"
      placeholder="Search tokens..."
      maxLength={100}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') onChange('')
      }}
      icon={<Search size={16} />}
      suffix={value === '' ? <SlashKey /> : undefined}
      className="w-full md:w-80"
    />
  )
}

function SlashKey() {
  return (
    <kbd
      aria-hidden="true"
      className="hidden rounded-small border border-line px-1.5 text-12 text-faint md:inline"
    >
      /
    </kbd>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input, textarea, select') ||
      target.closest('dialog') !== null)
  )
}

function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

function Message({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <div className="flex flex-col items-center rounded-panel border border-dashed border-line px-4 py-16 text-center">
      {icon}
      <h3 className="mt-4 text-16 font-semibold">{title}</h3>
      <p className="mt-1 max-w-md text-14 text-muted">{text}</p>
      <div className="mt-5">{children}</div>
    </div>
  )
}
