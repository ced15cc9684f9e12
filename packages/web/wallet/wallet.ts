// The page's one wallet store and the hook that reads it.
import { getWallets } from '@wallet-standard/app'
import { useSyncExternalStore } from 'react'
import { keptText } from '../data/browser-storage.ts'
import { useIsTakenOver } from '../ui/hydration/hydration.ts'
import { type WalletState, WalletStore } from './store.ts'

/** For what stands outside of React; panels use `useWallet`. */
export const walletStore = new WalletStore(getWallets(), keptText('twinmint.wallet'))
const store = walletStore
const getState = () => store.state
const getFirstState = () => store.firstState

export interface WalletHandle extends WalletState {
  readonly connect: (walletId: string) => Promise<void>
  readonly disconnect: () => Promise<void>
  /** With one approval, returned in their order; throws a NotSigned when the user says no. */
  readonly signTransactions: (wires: readonly Uint8Array[]) => Promise<Uint8Array[]>
}

const actions = {
  connect: (walletId: string) => store.connect(walletId),
  disconnect: () => store.disconnect(),
  signTransactions: (wires: readonly Uint8Array[]) => store.signTransactions(wires),
}

export function useWallet(): WalletHandle {
  // A store that is another one than the server drew by would be drawn at once, all of the page and before anything else.
  const get = useIsTakenOver() ? getState : getFirstState
  return { ...useSyncExternalStore(store.subscribe, get, getFirstState), ...actions }
}

export function openWalletModal(): void {
  store.setModalOpen(true)
}

export function closeWalletModal(): void {
  store.setModalOpen(false)
}

/** Cancels the connection that is pending; the list stays open. */
export const cancelConnecting = (): void => store.cancelConnecting()

let isDemoWalletAsked = false

/** What the server says of its chain. In Demo Mode the demo wallet joins the list; its code is loaded only then. */
export function configureWallets(site: { readonly walletChain: string; readonly demoMode: boolean }): void {
  store.setChain(site.walletChain)
  if (!site.demoMode || isDemoWalletAsked) return
  isDemoWalletAsked = true
  registerDemoWallet(site.walletChain).catch((error: unknown) => {
    isDemoWalletAsked = false
    console.error('The demo wallet could not be loaded.', error)
  })
}

async function registerDemoWallet(chain: string): Promise<void> {
  const [{ createDemoWallet, indexedDbKeys }, { tellUnkept }] = await Promise.all([
    import('./demo-wallet.ts'),
    import('./connecting/storage-blocked.ts'),
  ])
  getWallets().register(createDemoWallet({ chain, keys: indexedDbKeys(), onUnkept: tellUnkept }))
}
