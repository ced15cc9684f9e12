// What somebody wants to send, from wherever they are on the site: the dialog that sends it (web/trade/send/SendDialog.tsx) comes with
// the first one, so pages load only this.
import { useSyncExternalStore } from 'react'
import { createStore } from '../../ui/store.ts'

export interface AskedSend {
  readonly collectionId: string
  /** The NFT's number; undefined for coins. */
  readonly edition: number | undefined
}

const asked = createStore<AskedSend | undefined>(undefined)

/** Undefined while nothing is to be sent. */
export const useAskedSend = (): AskedSend | undefined =>
  useSyncExternalStore(asked.subscribe, asked.get, asked.first)
export const askSend = (send: AskedSend): void => asked.set(send)
export const endSend = (): void => asked.set(undefined)
