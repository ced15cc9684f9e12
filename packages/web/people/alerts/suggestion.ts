// What the field of a new alert begins with: a fifth above or below what is now, in three figures that a person would type.
// Pure.
import type { Direction } from '@twinmint/sdk/api/alerts/rules'

const SHARE = { above: 1.2, below: 0.8 } as const
const FIGURES = 3

/** Plain decimal text for a figure of now, which is decimal text itself; empty where there is none to go by. */
export function suggestedTarget(kind: 'price' | 'marketCap', direction: Direction, now: string): string {
  const wanted = Number(now) * SHARE[direction]
  if (!Number.isFinite(wanted) || wanted <= 0) return ''
  const places = FIGURES - 1 - Math.floor(Math.log10(wanted))
  if (places < 0) return BigInt(Math.round(wanted / 10 ** -places) * 10 ** -places).toString()
  const text = wanted.toFixed(Math.min(places, kind === 'price' ? 18 : 2))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
