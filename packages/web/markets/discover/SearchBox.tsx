// A coin by a few letters of its or its collection's name or its symbol, or by its mint's or creator's address, and people by
// their names: the results come as one types, the arrows go through them, Enter opens one. Before the first letter, the coins
// of the moment.
import { useQueryClient } from '@tanstack/react-query'
import { activeAfterKey } from '@twinmint/sdk/internal/api/home/rules'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { errorMessage } from '../../data/api.ts'
import { classNames } from '../../ui/class-names.ts'
import { countText } from '../../ui/format.ts'
import { useDebounced } from '../../ui/steady.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { type Found, foundCoin, searchOptions, useSearch, useTrending, withAll } from './list-queries.ts'
import { SearchResult } from './SearchResult.tsx'
import { SEARCH_FIELD } from './search-field.tsx'

const SEARCH_DEBOUNCE_MS = 200
const SUGGESTED_MAX = 5

export interface SearchBoxProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** Something was chosen. */
  readonly onDone?: () => void
  /** Takes the focus as it comes. Not where it takes the place of a field that nobody is in (any more). */
  readonly isEntered: boolean
  /** Results lie below the field and not over the page. */
  readonly isSheet?: boolean
}

export default function SearchBox({ text, onText, onDone, isEntered, isSheet = false }: SearchBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(isEntered)
  const [active, setActive] = useState(-1)
  const { items, count, isKnown, error, wanted } = useResults(text, isOpen)
  const close = () => {
    onText('')
    setOpen(false)
    input.current?.blur()
  }
  const open = useOpenFound(() => {
    close()
    onDone?.()
  })
  const takesFocus = useRef(isEntered)
  useLayoutEffect(() => {
    if (!takesFocus.current) return
    // In a dialog the browser asks for the attribute.
    input.current?.setAttribute('autofocus', '')
    input.current?.focus()
  }, [])

  const isShown = isOpen || isSheet
  const current = items[active]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = activeAfterKey(active, event.key, isShown ? items.length : 0)
    if (next !== undefined) {
      event.preventDefault()
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'ArrowDown') setOpen(true)
    else if (event.key === 'Enter') {
      event.preventDefault()
      open(current, wanted)
    } else if (event.key === 'Escape' && !isSheet) close()
  }
  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <TextInput
        {...SEARCH_FIELD}
        ref={input}
        aria-expanded={isShown}
        aria-controls={`${id}-results`}
        aria-activedescendant={isShown && current !== undefined ? `${id}-${active}` : undefined}
        suffix={isSheet ? undefined : SEARCH_FIELD.suffix}
        value={text}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          onText(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        hidden={!isShown}
        className={
          isSheet
            ? 'mt-3 -mx-3 min-h-72'
            : 'absolute top-full right-0 z-40 mt-2 w-96 rounded-panel border border-line bg-raised p-2'
        }
      >
        <Said wanted={wanted} isKnown={isKnown} count={count} error={error} />
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus stays in the field, which names the active option */}
        <div
          id={`${id}-results`}
          role="listbox"
          aria-label="Coins and people"
          className={classNames('transition-opacity', !isKnown && 'opacity-60')}
        >
          {items.map((found, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its key is Enter in the field
            <div
              key={found.href}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(at)}
              onClick={() => open(found, wanted)}
              className="flex cursor-pointer items-center gap-3 rounded-input px-3 py-2 aria-selected:bg-line"
            >
              <SearchResult found={found} wanted={wanted} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const QUIET = 'px-3 py-6 text-center text-13 text-muted'

interface SaidProps {
  readonly wanted: string
  readonly isKnown: boolean
  readonly count: number
  readonly error: unknown
}

function Said(found: SaidProps) {
  const isTitle = found.isKnown && found.count > 0
  return (
    <p role="status" className={isTitle ? 'px-3 pt-1 pb-2 text-12 text-faint' : QUIET}>
      {sayResults(found)}
    </p>
  )
}

function sayResults({ wanted, isKnown, count, error }: SaidProps): string {
  if (error !== null) return errorMessage(error, 'The server did not answer.')
  if (!isKnown) return count > 0 ? '' : 'Searching…'
  if (wanted === '')
    return count > 0 ? 'Trending now' : 'Type a coin’s name, symbol or address, or a person’s name.'
  if (count === 0) return `No results for "${wanted}"`
  return countText(count, 'result')
}

/** What is shown for a text: an older answer, and `isKnown` false, until its own is here. */
function useResults(text: string, isOpen: boolean) {
  const wanted = text.trim()
  const settled = useDebounced(wanted, SEARCH_DEBOUNCE_MS)
  const found = useSearch(settled)
  const trending = useTrending(isOpen)
  if (wanted === '') {
    const items = (trending.data ?? []).slice(0, SUGGESTED_MAX).map(foundCoin)
    return {
      wanted,
      items,
      count: items.length,
      isKnown: !trending.isPending,
      error: null,
    }
  }
  const isAnswer = settled === wanted && !found.isPlaceholderData
  const items = settled === '' || found.isError ? [] : (found.data ?? [])
  return {
    wanted,
    items: isAnswer ? withAll(items, wanted) : items,
    count: items.length,
    isKnown: isAnswer && !found.isPending,
    error: isAnswer ? found.error : null,
  }
}

/** Opens what was chosen; without a choice, the first that the text finds, as soon as that is known. */
function useOpenFound(onOpen: () => void) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (chosen: Found | undefined, wanted: string) => {
    const go = ({ href }: Found) => {
      navigate(href)
      onOpen()
    }
    if (chosen !== undefined) go(chosen)
    else if (wanted !== '')
      void client.fetchQuery(searchOptions(wanted)).then(
        ([first]) => first && go(first),
        // The list says why.
        () => undefined,
      )
  }
}
