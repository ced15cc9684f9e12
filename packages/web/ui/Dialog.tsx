// A modal on the browser's own <dialog>: the rest of the page is inert, Esc and a click on the backdrop close it, Tab
// stays inside, and the focus goes back to where it was.
import { X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { followKeyboard, useRootMark } from './media.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  /** False while something runs that must not be left: no X, no Esc, no backdrop. */
  readonly dismissable?: boolean | undefined
  /** `sheet` comes from the right edge and is as high as the screen; `screen` covers it, and what is inside scrolls by itself. */
  readonly shape?: 'box' | 'sheet' | 'screen' | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** What had the focus is gone, and nothing else has it: the keyboard would begin at the top of the page. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

/** The end of a dialog's form. Its buttons stick to the dialog's lower edge, above an on-screen keyboard. */
export const DIALOG_END = 'sticky -bottom-5 z-10 -mt-1 -mb-5 bg-panel pt-1 pb-5'

const SHAPES = {
  box: 'm-auto max-h-[calc(var(--seen)-2rem)] w-[calc(100vw-2rem)] max-w-md rounded-panel animate-rise',
  sheet: 'mt-0 mr-0 mb-0 ml-auto h-(--seen) max-h-(--seen) w-72 max-w-[85vw] animate-slide-in',
  screen: 'm-0 h-(--seen) max-h-(--seen) w-screen max-w-none border-0! animate-rise',
}

function OpenDialog({
  onClose,
  title,
  description,
  dismissable = true,
  shape = 'box',
  className,
  children,
}: Omit<DialogProps, 'open'>) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  /** A press that began inside and ends on the backdrop (selecting text) is not a click on the backdrop. */
  const pressedBackdrop = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (!element.open) element.showModal()
    // Closing before it leaves the page is what makes the browser give the focus back.
    const endFollowing = followKeyboard(element)
    return () => {
      endFollowing()
      element.close()
    }
  }, [])
  useRootMark('data-dialog-open')

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Escape') {
      // Always ours: the browser closes a dialog at the second Esc whatever the cancel event says.
      event.preventDefault()
      event.stopPropagation()
      if (dismissable) onClose()
    }
    if (event.key === 'Tab') keepFocusInside(event)
  }
  const onMouseDown = (event: MouseEvent) => {
    pressedBackdrop.current = event.target === dialog.current
  }
  const onClick = (event: MouseEvent) => {
    if (dismissable && pressedBackdrop.current && event.target === dialog.current) onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc, Tab and the backdrop are the dialog's own
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault()
        if (dismissable) onClose()
      }}
      className={classNames(
        'overflow-hidden border border-line bg-panel p-0 text-text backdrop:bg-ink/80',
        SHAPES[shape],
        className,
      )}
    >
      <div className={classNames('flex max-h-[inherit] flex-col', shape === 'screen' && 'h-full')}>
        <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-1">
          <div className="min-w-0">
            <h2 id={`${id}-title`} className="text-20 font-semibold tracking-tight">
              {title}
            </h2>
            {description !== undefined && (
              <p id={`${id}-description`} className="mt-1 text-14 text-muted">
                {description}
              </p>
            )}
          </div>
          {dismissable && (
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-mt-2 -mr-2 flex size-11 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text"
            >
              <X size={20} aria-hidden="true" />
            </button>
          )}
        </div>
        <div
          className={
            shape === 'screen'
              ? 'flex min-h-0 flex-1 flex-col'
              : 'min-h-0 scroll-pb-20 overflow-y-auto overscroll-contain px-5 pt-3 pb-5'
          }
        >
          {children}
        </div>
      </div>
    </dialog>
  )
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])'

/** Without it Tab leaves the last control for the browser's own bar, and from there for the document. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )
  const first = controls[0]
  const last = controls.at(-1)
  if (first === undefined || last === undefined) {
    event.preventDefault()
    return
  }
  const here = document.activeElement
  const leaves = event.shiftKey ? here === first || here === event.currentTarget : here === last
  if (!leaves) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}
