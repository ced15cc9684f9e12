// What a profile's figures come to, for reading only.

import type { resultAt } from '@twinmint/sdk/api/positions/rules'
import { formatPercent, formatSol } from '../../ui/format.ts'

/** Dollars of an amount of lamports. */
export function usdOf(lamportsText: string, solUsd: number): number {
  return (Number(lamportsText) / 1e9) * solUsd
}

type Result = Pick<ReturnType<typeof resultAt>, 'resultLamports' | 'resultPercent'>

/** "result in FROG: +12.5%, +0.4 SOL"; without SOL where amounts are hidden, and without percent where nothing was paid. */
export function resultText(symbol: string, result: Result, hidesAmounts: boolean): string {
  const { resultLamports, resultPercent } = result
  const size = resultLamports < 0n ? -resultLamports : resultLamports
  const sol = `${resultLamports < 0n ? '−' : '+'}${formatSol(size.toString())} SOL`
  const percent = resultPercent === null ? undefined : formatPercent(resultPercent, { signed: true })
  const figures = [percent, hidesAmounts ? undefined : sol].filter((part) => part !== undefined)
  return figures.length === 0 ? `trades in ${symbol}` : `result in ${symbol}: ${figures.join(', ')}`
}
