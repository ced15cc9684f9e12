// How a toast looks and leaves: after 5 seconds, by its X, or swiped 50 px to the right. F8 moves the focus to it.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { classNames } from '../class-names.ts'
import { costOf, placeFor } from './place.ts'
import { dismissToast, type ShownToast } from './toast.ts'

const TONES = {
  default: { Icon: Info, icon: 'text-violet', edge: 'border-line' },
  success: { Icon: CircleCheck, icon: 'text-up', edge: 'border-up/50' },
  destructive: { Icon: CircleAlert, icon: 'text-down', edge: 'border-down/60' },
}

const ACTION = 'mt-2 inline-block text-13 font-semibold text-violet underline-offset-4 hover:underline'

export default function ToastView({ toast }: { readonly toast: ShownToast }) {
  const viewport = useViewport(toast)
  const { Icon, icon, edge } = TONES[toast.tone ?? 'default']

  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      <Toast.Root
        key={toast.id}
        open={toast.open}
        onOpenChange={(open) => {
          if (!open) dismissToast(toast.id)
        }}
        type={toast.tone === 'destructive' ? 'foreground' : 'background'}
        className={classNames(
          'pointer-events-auto flex animate-slide-in items-start gap-3 rounded-panel border bg-raised p-4 pr-2 text-text',
          'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          edge,
        )}
      >
        <Icon size={20} aria-hidden="true" className={classNames('mt-px shrink-0', icon)} />
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-14 font-semibold">{toast.title}</Toast.Title>
          {toast.description !== undefined && (
            <Toast.Description className="mt-0.5 text-13 text-muted">{toast.description}</Toast.Description>
          )}
          {toast.action !== undefined && (
            <Toast.Action altText={`${toast.action.label}: ${toast.action.href}`} asChild>
              {toast.action.href.startsWith('/') ? (
                <Link href={toast.action.href} className={ACTION}>
                  {toast.action.label}
                </Link>
              ) : (
                <a href={toast.action.href} target="_blank" rel="noreferrer" className={ACTION}>
                  {toast.action.label}
                </a>
              )}
            </Toast.Action>
          )}
        </div>
        <Toast.Close
          aria-label="Dismiss"
          className="-my-1.5 flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:bg-line hover:text-text pointer-coarse:size-11"
        >
          <X size={16} aria-hidden="true" />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        ref={viewport}
        className="pointer-events-none fixed inset-auto z-50 m-0 w-[calc(100%-2rem)] max-w-[26.25rem] list-none border-0 bg-transparent p-0"
      />
    </Toast.Provider>
  )
}

const LOOKS_EVERY_MS = 200

/** Moves an open toast away from controls, including those of a menu or dialog that opens later; not while it is swiped. */
function useViewport(toast: ShownToast): RefObject<HTMLOListElement | null> {
  const viewport = useRef<HTMLOListElement>(null)

  // A popover is in the top layer, above an open dialog. Showing it again moves it above dialogs opened since.
  useEffect(() => {
    const element = viewport.current
    if (element === null || typeof element.showPopover !== 'function') return
    element.popover = 'manual'
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [toast.id])

  useLayoutEffect(() => {
    const element = viewport.current
    if (element === null || !toast.open) return undefined
    let known: number | undefined
    const look = () => {
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      if (size.height === 0 || element.querySelector('[data-swipe="move"]') !== null) return
      element.style.visibility = 'hidden'
      const at = { left: element.offsetLeft, top: element.offsetTop }
      const screen = { width: document.documentElement.clientWidth, height: window.innerHeight }
      // The screen may have become smaller since.
      const isInside = at.left + size.width <= screen.width && at.top + size.height <= screen.height
      const cost = known === undefined || !isInside ? undefined : costOf(at, size)
      if (cost !== known || known === undefined) {
        const place = placeFor(size, screen)
        element.style.left = `${place.left}px`
        element.style.top = `${place.top}px`
        known = costOf(place, size)
      }
      element.style.visibility = ''
    }
    look()
    const timer = setInterval(look, LOOKS_EVERY_MS)
    return () => clearInterval(timer)
  }, [toast])
  return viewport
}
