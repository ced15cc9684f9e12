// A sentence beside a control, on hover and on keyboard focus: after 700 ms, or at once within 300 ms of the last one.
// Our own rather than Radix's: it lies in the top layer and so above native dialogs, and costs no bytes worth naming.
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

const DELAY_MS = 700
const SKIP_DELAY_MS = 300
let lastClosedMs = Number.NEGATIVE_INFINITY

export function Tooltip({
  text,
  tap = false,
  children,
}: {
  readonly text: ReactNode
  /** A finger's tap shows it too: for controls that do nothing else. */
  readonly tap?: boolean
  readonly children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)

  const show = (delayMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), delayMs)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (open) lastClosedMs = performance.now()
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only watches what happens to the control inside
    <span
      ref={anchor}
      className="inline-flex"
      onPointerEnter={(event) => {
        if (event.pointerType !== 'mouse') return
        show(performance.now() - lastClosedMs < SKIP_DELAY_MS ? 0 : DELAY_MS)
      }}
      onPointerLeave={hide}
      onPointerDown={(event) => {
        if (!tap || event.pointerType === 'mouse') hide()
      }}
      onClick={() => {
        if (tap) setOpen(true)
      }}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show(0)
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.stopPropagation()
          hide()
        }
      }}
    >
      {cloneElement(children, { 'aria-describedby': open ? id : undefined })}
      {open && (
        <Bubble id={id} anchor={anchor}>
          {text}
        </Bubble>
      )}
    </span>
  )
}

const GAP = 8
const EDGE = 8

function Bubble({
  id,
  anchor,
  children,
}: {
  readonly id: string
  readonly anchor: { readonly current: HTMLElement | null }
  readonly children: ReactNode
}) {
  const bubble = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    const target = anchor.current?.getBoundingClientRect()
    if (element === null || target === undefined) return
    if (typeof element.showPopover === 'function') element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    const left = target.left + target.width / 2 - width / 2
    const below = target.bottom + GAP
    const fitsBelow = below + height + EDGE <= innerHeight
    element.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
    element.style.top = `${fitsBelow ? below : target.top - GAP - height}px`
  }, [anchor])
  return (
    <span
      ref={bubble}
      id={id}
      role="tooltip"
      popover="manual"
      className="pointer-events-none fixed inset-auto m-0 max-w-72 rounded-input border border-line bg-raised px-3 py-2 text-left text-13 font-normal whitespace-normal text-text"
    >
      {children}
    </span>
  )
}
