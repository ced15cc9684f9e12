// A coin by a few letters of its name or symbol, or by its mint's or creator's address: the results come as one types, the
// arrows go through them, Enter opens one. Before the first letter, the coins of the moment.
import { useQueryClient } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Collection } from '../collection/contract.ts'
import { Money, Percent } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { useDebounced } from '../ui/debounced.ts'
import { countText, shortAddress } from '../ui/format.ts'
import { Picture } from '../ui/Picture.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { errorMessage } from '../wire/api.ts'
import { SEARCH_FIELD } from './HeaderSearch.tsx'
import { searchOptions, useSearch, useTrending } from './list-queries.ts'
import { activeAfterKey } from './rules.ts'

const SEARCH_DEBOUNCE_MS = 200
const SUGGESTED_MAX = 5

export interface SearchBoxProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** Something was chosen. */
  readonly onDone?: () => void
  /** Results lie below the field and not over the page. */
  readonly isSheet?: boolean
}

export default function SearchBox({ text, onText, onDone, isSheet = false }: SearchBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(true)
  const [active, setActive] = useState(-1)
  const { items, isKnown, error, wanted } = useResults(text, isOpen)
  const open = useOpenCoin(() => {
    onText('')
    setOpen(false)
    input.current?.blur()
    onDone?.()
  })
  // It takes the place of the plain field that somebody has just gone into; in a dialog the browser asks for the attribute.
  useLayoutEffect(() => {
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
    } else if (event.key === 'Escape' && !isSheet) {
      onText('')
      setOpen(false)
      input.current?.blur()
    }
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
        <p
          role="status"
          className={isKnown && items.length > 0 ? 'px-3 pt-1 pb-2 text-12 text-faint' : QUIET}
        >
          {sayResults({ wanted, isKnown, count: items.length, error })}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus stays in the field, which names the active option */}
        <div
          id={`${id}-results`}
          role="listbox"
          aria-label="Coins"
          className={classNames('transition-opacity', !isKnown && 'opacity-60')}
        >
          {items.map((collection, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its key is Enter in the field
            <div
              key={collection.id}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(at)}
              onClick={() => open(collection, wanted)}
              className="flex cursor-pointer items-center gap-3 rounded-input px-3 py-2 aria-selected:bg-line"
            >
              <Result collection={collection} wanted={wanted} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const QUIET = 'px-3 py-6 text-center text-13 text-muted'

function sayResults(found: {
  readonly wanted: string
  readonly isKnown: boolean
  readonly count: number
  readonly error: unknown
}): string {
  const { wanted, isKnown, count, error } = found
  if (error !== null) return errorMessage(error, 'The server did not answer.')
  if (!isKnown) return count > 0 ? '' : 'Searching…'
  if (wanted === '') return count > 0 ? 'Trending now' : 'Type a name, a symbol or an address.'
  if (count === 0) return `No results for "${wanted}"`
  return countText(count, 'result')
}

/** What is shown for a text: an older answer, and `isKnown` false, until its own is here. */
function useResults(text: string, isOpen: boolean) {
  const wanted = text.trim()
  const settled = useDebounced(wanted, SEARCH_DEBOUNCE_MS)
  const found = useSearch(settled)
  const trending = useTrending(isOpen)
  if (wanted === '')
    return {
      wanted,
      items: (trending.data ?? []).slice(0, SUGGESTED_MAX),
      isKnown: !trending.isPending,
      error: null,
    }
  const isAnswer = settled === wanted && !found.isPlaceholderData
  return {
    wanted,
    items: settled === '' || found.isError ? [] : (found.data ?? []),
    isKnown: isAnswer && !found.isPending,
    error: isAnswer ? found.error : null,
  }
}

/** Opens a coin; without one, the first that the text finds, as soon as that is known. */
function useOpenCoin(onOpen: () => void) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (chosen: Collection | undefined, wanted: string) => {
    const go = ({ id }: Collection) => {
      navigate(`/trade/${id}`)
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

function Result({ collection, wanted }: { readonly collection: Collection; readonly wanted: string }) {
  const { name, symbol, mintAddress, creatorAddress } = collection
  const address = (beginning: string) => wanted.length >= 4 && beginning.startsWith(wanted)
  return (
    <>
      <Picture
        src={collection.thumbnailUrl ?? collection.imageUrl}
        name={name}
        symbol={symbol}
        size={36}
        className="size-9 shrink-0 rounded-input"
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1 text-14 font-medium">
          <span className="truncate">{name}</span>
          {collection.isVerified && (
            <BadgeCheck size={14} aria-label="Verified" className="shrink-0 text-violet" />
          )}
        </span>
        <span className="figures block truncate text-12 text-muted">
          {symbol}
          {address(mintAddress) && ` · contract ${shortAddress(mintAddress)}`}
          {address(creatorAddress) && ` · creator ${shortAddress(creatorAddress, '6-4')}`}
        </span>
      </span>
      <span className="shrink-0 text-right text-13">
        <Money
          usd={collection.marketCap}
          className={collection.isGraduated ? 'text-gold' : 'text-violet-bright'}
        />
        <Percent value={collection.change24hPercent} change className="block text-12" />
      </span>
    </>
  )
}
