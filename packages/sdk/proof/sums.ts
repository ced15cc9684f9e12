// How a proof adds up and writes amounts to the unit. Pure.
import { groupThousands } from '../core/figures.ts'
import { type BaseUnits, coinText, type Lamports, solText } from '../core/money.ts'
import type { Said, Sum } from './lines.ts'

/** The sum holds when the parts make the whole; what nobody asked for is a part of it, what is missing breaks it. */
export function sumSaid(sum: Sum, unasked: bigint, words: string): Said {
  const missing = unasked < 0n ? -unasked : 0n
  const surplus = unasked > 0n ? [{ label: 'Sent here unasked', amount: unasked }] : []
  const whole: Sum = { ...sum, parts: [...sum.parts, ...surplus] }
  return missing > 0n
    ? { verdict: 'broken', finding: `${amountText(sum.unit, missing)} are missing.`, sum: whole }
    : { verdict: 'holds', finding: words, sum: whole }
}

/** To the unit, grouped: "1,234.5 SOL". */
export function amountText(unit: Sum['unit'], amount: bigint): string {
  const size = amount < 0n ? -amount : amount
  const text =
    unit === 'SOL'
      ? solText(size as Lamports)
      : unit === 'coins'
        ? coinText(size as BaseUnits)
        : size.toString()
  const [whole = '0', fraction] = text.split('.')
  const word = unit === 'NFTs' && size === 1n ? 'NFT' : unit
  return `${amount < 0n ? '−' : ''}${groupThousands(whole)}${fraction === undefined ? '' : `.${fraction}`} ${word}`
}
