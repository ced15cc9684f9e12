// The page's one wallet store and the hook that reads it.
import { getWallets } from '@wallet-standard/app'
import { useSyncExternalStore } from 'react'
import { type WalletState, WalletStore } from './store.ts'

/** Pages with blocked storage forget the wallet between visits and work otherwise. */
const memory = {
  getItem: (key: string) => quietly(() => localStorage.getItem(key)) ?? null,
  setItem: (key: string, value: string) => quietly(() => localStorage.setItem(key, value)),
  removeItem: (key: string) => quietly(() => localStorage.removeItem(key)),
}

function quietly<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** For what stands outside of React; panels use `useWallet`. */
export const walletStore = new WalletStore(getWallets(), memory)
const store = walletStore
const subscribe = (listener: () => void) => store.subscribe(listener)
const getState = () => store.state

export interface WalletHandle extends WalletState {
  readonly connect: (walletId: string) => Promise<void>
  readonly disconnect: () => Promise<void>
  /** Throws an Error whose message contains "User rejected" when the user says no. */
  readonly signTransaction: (wire: Uint8Array) => Promise<Uint8Array>
  /** Several with one approval, returned in their order; throws as signTransaction does. */
  readonly signTransactions: (wires: readonly Uint8Array[]) => Promise<Uint8Array[]>
}

const actions = {
  connect: (walletId: string) => store.connect(walletId),
  disconnect: () => store.disconnect(),
  signTransaction: (wire: Uint8Array) => store.signTransaction(wire),
  signTransactions: (wires: readonly Uint8Array[]) => store.signTransactions(wires),
}

export function useWallet(): WalletHandle {
  return { ...useSyncExternalStore(subscribe, getState), ...actions }
}

export function openWalletModal(): void {
  store.setModalOpen(true)
}

export function closeWalletModal(): void {
  store.setModalOpen(false)
}

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
  const { createDemoWallet, indexedDbKeys } = await import('./demo-wallet.ts')
  getWallets().register(createDemoWallet({ chain, keys: indexedDbKeys() }))
}
