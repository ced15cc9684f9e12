// Draws the toast of toast.ts; the drawing (Radix) is loaded after the page.
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { dismissToast, type ShownToast, shownToast } from './toast.ts'

const SHOWN_MS = 5_000
const LOAD_AFTER_MS = 3_000

/** A page that was open over a deployment may find the drawing gone; a message must not take the page with it. */
function PlainToast({ toast: { id, open, ...toast } }: { readonly toast: ShownToast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return open ? (
    <p
      role="status"
      className="pointer-events-none fixed bottom-4 left-4 z-50 rounded-panel border border-line bg-raised p-4"
    >
      {toast.title} {toast.description}
    </p>
  ) : null
}

const loadView = () => import('./ToastView.tsx')
const ToastView = lazy(() => loadView().catch(() => ({ default: PlainToast })))

/** Mounted once, at the end of the page. */
export function Toaster() {
  const toast = useSyncExternalStore(shownToast.subscribe, shownToast.get, shownToast.first)
  useEffect(() => {
    // Well before the first message, which may be that the server is away.
    const timer = setTimeout(() => void loadView().catch(() => undefined), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (toast === undefined) return null
  return (
    <Suspense>
      <ToastView toast={toast} />
    </Suspense>
  )
}
