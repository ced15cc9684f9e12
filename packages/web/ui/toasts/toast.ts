// Short messages over the page, one at a time: anything may show one.
import { createStore } from '../store.ts'

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

export const shownToast = createStore<ShownToast | undefined>(undefined)
let lastId = 0

/** Shows a message in place of the one that is shown, for 5 seconds. */
export function showToast(message: ToastMessage): void {
  lastId += 1
  shownToast.set({ ...message, id: lastId, open: true })
}

export function dismissToast(id: number): void {
  const shown = shownToast.get()
  if (shown?.id === id) shownToast.set({ ...shown, open: false })
}
