// Buying with one click: the amounts of SOL that the trader set once, kept in this browser, and the buys that were asked for.
// What runs a buy is the trade's own code (trade/QuickBuyHost.tsx), which comes with the first one: lists load only this.
import { useSyncExternalStore } from 'react'
import { amountSentence, lamports, parseSolText, solText } from '../../core/money.ts'
import { createStore } from '../../core/store.ts'
import { keptText } from '../../wire/kept.ts'
import type { Collection } from '../../wire/records/coin.ts'
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

/** The first amount is the one that is spent, until another is chosen. What is kept may be anything: then there is none. */
export function readQuickBuy(text: string | null): QuickBuy | undefined {
  if (text === null || text.length > 200) return undefined
  const [chosenAt = '', ...texts] = text.split(' ')
  const read = parseQuickAmounts(texts)
  const chosen = read.amounts?.[Number(chosenAt)]
  return read.amounts === undefined || chosen === undefined ? undefined : { amounts: read.amounts, chosen }
}

export const quickBuyText = ({ amounts, chosen }: QuickBuy): string =>
  [amounts.indexOf(chosen), ...amounts].join(' ')

/**
 * Amounts as typed, empty ones left out: as they are kept, or what is wrong with each. Of two that are the same the second
 * is wrong.
 */
export function parseQuickAmounts(
  typed: readonly string[],
):
  | { readonly amounts: readonly string[]; readonly problems?: undefined }
  | { readonly amounts?: undefined; readonly problems: readonly (string | undefined)[] } {
  const amounts: string[] = []
  const problems = typed.map((text) => {
    if (text.trim() === '') return undefined
    const parsed = parseSolText(text)
    if (parsed.kind === 'refused') return amountSentence(parsed.reason, 'SOL')
    if (parsed.units === 0n) return 'Please enter a valid amount'
    const amount = solText(lamports(parsed.units))
    if (amounts.includes(amount)) return 'This amount is there already.'
    if (amounts.length === QUICK_AMOUNTS_MAX) return `${QUICK_AMOUNTS_MAX} amounts at most.`
    amounts.push(amount)
    return undefined
  })
  if (problems.some((problem) => problem !== undefined)) return { problems }
  if (amounts.length === 0) return { problems: ['Enter an amount, or turn quick buy off.'] }
  return { amounts }
}

const setting = createStore<QuickBuy | undefined>(readQuickBuy(kept.read()))

/** Undefined until the trader has set amounts: until then no list has a button that spends money. */
export const useQuickBuy = (): QuickBuy | undefined => useSyncExternalStore(setting.subscribe, setting.get)

/** The amounts that the trade card offers. */
export const useQuickAmounts = (): readonly string[] => useQuickBuy()?.amounts ?? FIRST_AMOUNTS

/** Undefined turns it off. */
export function setQuickBuy(next: QuickBuy | undefined): void {
  kept.write(next === undefined ? null : quickBuyText(next))
  setting.set(next)
}

export interface AskedBuy {
  readonly collection: Collection
  readonly amountText: string
}

const asked = createStore<readonly AskedBuy[]>([])

/** Buys that are decided on, asked about, signed or sent; at most one of a coin. */
export const useAskedBuys = (): readonly AskedBuy[] => useSyncExternalStore(asked.subscribe, asked.get)

export const useIsQuickBuying = (collectionId: string): boolean =>
  useSyncExternalStore(asked.subscribe, () =>
    asked.get().some(({ collection }) => collection.id === collectionId),
  )

/** Begins a buy; the list of wallets where none is connected. Nothing while one of this coin is under way. */
export function askQuickBuy(buy: AskedBuy): void {
  if (walletStore.state.status !== 'connected') return openWalletModal()
  if (asked.get().some(({ collection }) => collection.id === buy.collection.id)) return
  asked.set([...asked.get(), buy])
}

export function endQuickBuy(collectionId: string): void {
  asked.set(asked.get().filter(({ collection }) => collection.id !== collectionId))
}

const isSettingOpen = createStore(false)
export const useIsQuickSettingOpen = (): boolean =>
  useSyncExternalStore(isSettingOpen.subscribe, isSettingOpen.get)
export const openQuickSetting = (): void => isSettingOpen.set(true)
export const closeQuickSetting = (): void => isSettingOpen.set(false)
