// The amounts of quick buy as they are typed. Only its dialog loads this.

import { readSol } from '@twinmint/sdk/core/input-amount'
import { amountSentence, lamports, solText } from '@twinmint/sdk/core/money'
import { QUICK_AMOUNTS_MAX, type QuickBuy } from './requests.ts'

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
    const parsed = readSol(text)
    if (parsed.kind === 'refused') return amountSentence(parsed, 'SOL')
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

/** What is to be kept, where a click spends the amount at `spentAt`; or what is wrong with each amount. */
export function parseQuickBuy(
  typed: readonly string[],
  spentAt: number,
):
  | { readonly setting: QuickBuy; readonly problems?: undefined }
  | { readonly setting?: undefined; readonly problems: readonly (string | undefined)[] } {
  const { amounts, problems } = parseQuickAmounts(typed)
  if (amounts === undefined) return { problems }
  const chosen = parseQuickAmounts([typed[spentAt] ?? '']).amounts?.[0]
  if (chosen === undefined)
    return {
      problems: typed.map((_, at) =>
        at === spentAt ? 'A click spends this one: enter an amount, or choose another.' : undefined,
      ),
    }
  return { setting: { amounts, chosen } }
}
