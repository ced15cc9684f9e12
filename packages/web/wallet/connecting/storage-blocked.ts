// Reports that the browser refuses storage, so that the Demo wallet's key lasts as long as the page. Loaded with that wallet.
import { createStore } from '../../ui/store.ts'
import { showToast } from '../../ui/toasts/toast.ts'

export const isDemoUnkept = createStore(false)

export function tellUnkept(): void {
  isDemoUnkept.set(true)
  showToast({
    title: 'This browser blocks storage',
    description: 'The Demo Wallet works, and its key lasts until you close or reload this page.',
  })
}
