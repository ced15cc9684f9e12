// The search in every page's head: a field where there is room, else a button that opens a sheet. What finds is a chunk of
// its own, loaded when somebody is about to type.
import { Search } from 'lucide-react'
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart } from '../../ui/lazy.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { SearchBoxProps } from './SearchBox.tsx'
import { SEARCH_FIELD } from './search-field.tsx'

const loadBox = () => import('./SearchBox.tsx')
const SearchSheet = lazyPart(() => import('./SearchSheet.tsx'))

export function HeaderSearch() {
  const field = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [box, setBox] = useState<{
    readonly Box: ComponentType<SearchBoxProps>
    readonly isEntered: boolean
  }>()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const load = () => {
    // Until it is there the plain field takes what is typed; a failure is tried again with the next focus.
    void loadBox().then(
      ({ default: Box }) => {
        // At once, so that nobody comes or goes between the look and the change. Who has gone on by then, or has the pointer
        // here alone, keeps the focus where it is.
        const isEntered = field.current?.contains(document.activeElement) === true
        flushSync(() => setBox((before) => before ?? { Box, isEntered }))
      },
      () => undefined,
    )
  }
  useSlash(() => {
    const input = field.current?.querySelector('input')
    if (input && input.getClientRects().length > 0) input.focus()
    else setSheetOpen(true)
  })
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a head start for what is loaded on focus */}
      <div ref={field} onPointerEnter={load} className="hidden w-64 min-w-0 flex-[0_1_20rem] lg:block">
        {box === undefined ? (
          <TextInput
            {...SEARCH_FIELD}
            aria-expanded={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onFocus={load}
          />
        ) : (
          <box.Box text={text} onText={setText} isEntered={box.isEntered} />
        )}
      </div>
      <button
        type="button"
        aria-label="Search coins and people"
        onPointerDown={() => void loadBox().catch(() => undefined)}
        onClick={() => setSheetOpen(true)}
        className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text max-md:-mr-2 lg:hidden"
      >
        <Search size={20} aria-hidden="true" />
      </button>
      {isSheetOpen && (
        <Suspense>
          <SearchSheet onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** `/` anywhere but where something is typed, and not behind a dialog. */
function useSlash(onSlash: () => void): void {
  const latest = useRef(onSlash)
  useEffect(() => {
    latest.current = onSlash
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}
