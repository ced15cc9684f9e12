// Prices as they are typed, one for all that is listed or one for each; what is missing is said in a sentence. Pure.
import { errorRecord } from '@twinmint/sdk/core/errors'
import { readSol } from '@twinmint/sdk/core/input-amount'
import { amountSentence, type Lamports } from '@twinmint/sdk/core/money'

export interface TypedPrice {
  readonly priceLamports: Lamports | undefined
  /** Why it is none; undefined also while nothing is typed. */
  readonly error: string | undefined
}

export function readPrice(text: string): TypedPrice {
  const parsed = readSol(text)
  if (parsed.kind === 'amount' && parsed.units > 0n) return { priceLamports: parsed.units, error: undefined }
  if (text.trim() === '') return { priceLamports: undefined, error: undefined }
  return {
    priceLamports: undefined,
    error: parsed.kind === 'refused' ? amountSentence(parsed, 'SOL') : errorRecord.amountZero.sentence,
  }
}

/** What is asked for each of the chosen, and the first thing that is missing. */
export function readPrices(
  chosen: readonly number[],
  textOf: (edition: number) => string,
): {
  readonly nfts: readonly { readonly edition: number; readonly priceLamports: Lamports | undefined }[]
  readonly missing: string | undefined
} {
  const read = chosen.map((edition) => ({ edition, ...readPrice(textOf(edition)) }))
  const wrong = read.find(({ error }) => error !== undefined)
  const empty = read.find(({ priceLamports }) => priceLamports === undefined)
  const missing =
    wrong !== undefined
      ? `#${wrong.edition}: ${wrong.error}`
      : empty === undefined
        ? undefined
        : `Enter what you ask for #${empty.edition}.`
  return { nfts: read.map(({ edition, priceLamports }) => ({ edition, priceLamports })), missing }
}
