// Trading with one click: the amounts of SOL that the trader set once, kept in this browser, and the buys and sells that were
// asked for. What runs them is the trade's own code (web/trade/QuickBuyHost.tsx), which comes with the first one: lists load only this.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { useSyncExternalStore } from 'react'
import { keptText } from '../../data/browser-storage.ts'
import { createStore } from '../../ui/store.ts'
import { openWalletModal, walletStore } from '../wallet.ts'

export const QUICK_AMOUNTS_MAX = 4

export interface QuickBuy {
  /** SOL as exact decimal text, one to four, each once, as the trader ordered them. */
  readonly amounts: readonly string[]
  /** Which of them a button in a list spends. */
  readonly chosen: string
}

/** What the trade card offers and the dialog begins with. They only fill in a field; nothing is spent by them. */
const FIRST_AMOUNTS: readonly string[] = ['0.1', '0.25', '0.5', '1']

const kept = keptText('twinmint.quickBuy')

/** As `amounts.ts` makes it of what is typed; whether it can be spent is decided when it is. */
const KEPT_AMOUNT = /^(?=.*[1-9])\d{1,11}(?:\.\d{1,9})?$/

/** What is kept may be anything: then there is no setting. */
export function readQuickBuy(text: string | null): QuickBuy | undefined {
  const [chosenAt = '', ...amounts] = text?.split(' ') ?? []
  const chosen = /^[0-3]$/.test(chosenAt) ? amounts[Number(chosenAt)] : undefined
  const isWhole =
    amounts.length <= QUICK_AMOUNTS_MAX &&
    new Set(amounts).size === amounts.length &&
    amounts.every((amount) => KEPT_AMOUNT.test(amount))
  return chosen === undefined || !isWhole ? undefined : { amounts, chosen }
}

export const quickBuyText = ({ amounts, chosen }: QuickBuy): string =>
  [amounts.indexOf(chosen), ...amounts].join(' ')

const setting = createStore<QuickBuy | undefined>(readQuickBuy(kept.read()))

/** Undefined until the trader has set amounts: until then no list has a button that spends money. */
export const useQuickBuy = (): QuickBuy | undefined =>
  useSyncExternalStore(setting.subscribe, setting.get, () => undefined)

/** The amounts that the trade card offers. */
export const useQuickAmounts = (): readonly string[] => useQuickBuy()?.amounts ?? FIRST_AMOUNTS

/** Undefined turns it off. */
export function setQuickBuy(next: QuickBuy | undefined): void {
  kept.write(next === undefined ? null : quickBuyText(next))
  setting.set(next)
}

/** What a click asks for: a fixed amount of SOL spent, or a share of the coins sold that the wallet holds when it is decided. */
type WantedTrade = { readonly collection: ListedCoin } & (
  | {
      readonly side: 'BUY'
      /** SOL, exact decimal text. */
      readonly amountText: string
    }
  | { readonly side: 'SELL'; readonly percent: SoldPercent }
)
export const SOLD_PERCENTS = [25, 50, 100] as const
export type SoldPercent = (typeof SOLD_PERCENTS)[number]

export type AskedTrade = WantedTrade & {
  /** When it was clicked: what is decided much later is not what was clicked. */
  readonly askedAtMs: number
  /** Whose wallet was connected then: another one trades nothing by it. */
  readonly walletAddress: string
}

/** Of one coin, between the end of a trade and the next: one may be through before a double click is. */
export const REST_MS = 1_000

const asked = createStore<readonly AskedTrade[]>([])
/** Clicked while the wallet of the last visit reconnects, by the coin's id. */
const waiting = createStore<ReadonlyMap<string, WantedTrade>>(new Map())
/** The coins whose trade has just ended. */
const resting = createStore<ReadonlySet<string>>(new Set())

/** Trades that are decided on, asked about, signed or sent; at most one of a coin. */
export const useAskedTrades = (): readonly AskedTrade[] =>
  useSyncExternalStore(asked.subscribe, asked.get, asked.first)

const askedOf = (collectionId: string): AskedTrade | undefined =>
  asked.get().find(({ collection }) => collection.id === collectionId)
export const isQuickTrading = (collectionId: string): boolean => askedOf(collectionId) !== undefined
/** The coin's trade that is under way or waits for the wallet. */
export function useQuickTrade(collectionId: string): WantedTrade | undefined {
  const waits = useSyncExternalStore(
    waiting.subscribe,
    () => waiting.get().get(collectionId),
    () => undefined,
  )
  const underWay = useSyncExternalStore(
    asked.subscribe,
    () => askedOf(collectionId),
    () => undefined,
  )
  return underWay ?? waits
}
export const useIsQuickTradeResting = (collectionId: string): boolean =>
  useSyncExternalStore(
    resting.subscribe,
    () => resting.get().has(collectionId),
    () => false,
  )

/**
 * Begins a trade, after the wallet of the last visit has reconnected. Opens the list of wallets if none is connected. Ignored while a
 * trade of this coin is under way or has just ended.
 */
export function askQuickTrade(trade: WantedTrade): void {
  const { id } = trade.collection
  if (walletStore.state.status === 'connected') return begin(trade)
  if (waiting.get().has(id)) return
  waiting.set(new Map(waiting.get()).set(id, trade))
  void walletStore.settled().then(() => {
    if (stopWaiting(trade)) begin(trade)
  })
}

/** False if it was cancelled before. */
function stopWaiting(trade: WantedTrade): boolean {
  const left = new Map(waiting.get())
  if (left.get(trade.collection.id) !== trade) return false
  left.delete(trade.collection.id)
  waiting.set(left)
  return true
}

function begin(trade: WantedTrade): void {
  const { status, address } = walletStore.state
  if (status !== 'connected' || address === undefined) return openWalletModal()
  const { id } = trade.collection
  if (isQuickTrading(id) || resting.get().has(id)) return
  asked.set([...asked.get(), { ...trade, askedAtMs: Date.now(), walletAddress: address }])
}

export function endQuickTrade(collectionId: string): void {
  if (!isQuickTrading(collectionId)) return
  resting.set(new Set([...resting.get(), collectionId]))
  setTimeout(() => resting.set(new Set([...resting.get()].filter((id) => id !== collectionId))), REST_MS)
  asked.set(asked.get().filter(({ collection }) => collection.id !== collectionId))
}

/** Cancels the trade of a coin, by the coin's id. */
const cancels = new Map<string, () => void>()

/** Registers how the coin's trade is cancelled, until the returned function is called. */
export function onCancelQuickTrade(collectionId: string, cancel: () => void): () => void {
  cancels.set(collectionId, cancel)
  return () => void cancels.delete(collectionId)
}

/** Cancels whatever of the coin's trade was not sent yet. */
export function cancelQuickTrade(collectionId: string): void {
  const waits = waiting.get().get(collectionId)
  if (waits === undefined) cancels.get(collectionId)?.()
  else stopWaiting(waits)
}

const isSettingOpen = createStore(false)
export const useIsQuickSettingOpen = (): boolean =>
  useSyncExternalStore(isSettingOpen.subscribe, isSettingOpen.get, isSettingOpen.first)
export const openQuickSetting = (): void => isSettingOpen.set(true)
export const closeQuickSetting = (): void => isSettingOpen.set(false)
