// The seconds of a coin's launch guard, by the chain's clock: what counts down on cards, rows and in quotes.
import { type GuardTexts, guardOf, guardSecondsLeft } from '@twinmint/sdk/core/surcharge'
import { chainSeconds } from '../data/chain-time.ts'
import { useClockText } from '../ui/amounts.tsx'
import { useIsTakenOver } from '../ui/hydration/hydration.ts'

/** Which second of the chain it is while the coin's guard runs, redrawn each second; undefined without one, and after it. */
export function useGuardSecond(coin: GuardTexts): bigint | undefined {
  // Not in what the server draws: the page does not know the chain's time yet when it takes that over.
  const isTakenOver = useIsTakenOver()
  const text = useClockText(() => {
    if (!isTakenOver || !(coin.guardBps > 0)) return ''
    const now = chainSeconds()
    return guardSecondsLeft(guardOf(coin), now) > 0 ? String(now) : ''
  })
  return text === '' ? undefined : BigInt(text)
}
