// Short messages over the page, one at a time. Anything may call showToast; the drawing (Radix) is loaded after the page.
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'

export interface ToastMessage {
  readonly title: string
  readonly description?: string | undefined
  readonly tone?: 'default' | 'success' | 'destructive' | undefined
  readonly action?: { readonly label: string; readonly href: string } | undefined
}

export interface ShownToast extends ToastMessage {
  readonly id: number
  readonly open: boolean
}

const SHOWN_MS = 5_000
const LOAD_AFTER_MS = 3_000
let current: ShownToast | undefined
let lastId = 0
const listeners = new Set<() => void>()

function set(next: ShownToast | undefined) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a message in place of the one that is shown, for 5 seconds. */
export function showToast(message: ToastMessage): void {
  lastId += 1
  set({ ...message, id: lastId, open: true })
}

export function dismissToast(id: number): void {
  if (current?.id === id) set({ ...current, open: false })
}

export function currentToast(): ShownToast | undefined {
  return current
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page that was open over a deployment may find the drawing gone; a message must not take the page with it. */
function PlainToast({ toast: { id, open, ...toast } }: { readonly toast: ShownToast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return open ? (
    <p role="status" className="fixed top-4 right-4 z-50 rounded-panel border border-line bg-raised p-4">
      {toast.title} {toast.description}
    </p>
  ) : null
}

const loadView = () => import('./ToastView.tsx')
const ToastView = lazy(() => loadView().catch(() => ({ default: PlainToast })))

/** Mounted once, at the end of the page. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribe, currentToast)
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
