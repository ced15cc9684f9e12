// What the holders of the program's keys did, in words. Pure.

import type { KeyChange, KeyEvent, KeyField } from '@twinmint/sdk/api/records/keys'
import { bpsPercentText } from '@twinmint/sdk/core/figures'
import { formatExactTime, formatSolExact, shortAddress } from '../ui/format.ts'

/** One act in a sentence or two, in the past tense. */
export function keyEventText(event: KeyEvent): string {
  const who = shortAddress(event.who)
  switch (event.kind) {
    case 'initializeConfig':
      return `${who} set the program up.`
    case 'migrate':
      return 'The configuration was brought to the program’s version.'
    case 'claimTreasuryFees':
      return `The treasury ${who} was paid ${sol(event.lamports)}.`
    case 'updateConfig':
      return [...updateTexts(event.changes), ...paidText(event)].join(' ')
    case 'offerAdmin':
      return offerText(event)
    case 'acceptAdmin':
      return `${who} accepted the admin’s right.`
    case 'pause': {
      const until = valueOf(event.changes, 'pausedUntil')
      return `${who} paused launches, buys of coins and NFTs, and new listings and offers${until === null ? '' : ` until ${formatExactTime(until)} at the latest`}.`
    }
    case 'unpause':
      return `${who} ended the pause early.`
  }
}

function offerText({ who, changes }: KeyEvent): string {
  const to = valueOf(changes, 'pendingAdmin')
  const change = changes.find(({ field }) => field === 'pendingAdmin')
  if (change === undefined) return `The admin ${shortAddress(who)} said again to whom their right is offered.`
  return to === null
    ? `The admin ${shortAddress(who)} withdrew the offer of their right.`
    : `The admin ${shortAddress(who)} offered their right to ${shortAddress(to)}.`
}

function updateTexts(changes: readonly KeyChange[]): readonly string[] {
  const texts = changes.flatMap((change) => changeText(change) ?? [])
  return texts.length === 0 ? ['The admin confirmed everything as it was.'] : texts
}

const percent = (bps: string): string => bpsPercentText(BigInt(bps))
const sol = (lamports: string): string => `${formatSolExact(lamports)} SOL`
const hours = (seconds: string): string => `${Math.round(Number(seconds) / 360) / 10} h`

/** Terms of later launches: what each is called, as in the launch form, and how its values read. */
const TERMS: Readonly<Partial<Record<KeyField, readonly [name: string, text: (value: string) => string]>>> = {
  graduationMarketCapLamports: ['graduation market cap', sol],
  boostPriceLamports: ['price of a boost', sol],
  boostSeconds: ['length of a boost', hours],
  sellFeeBps: ['fee on sells', percent],
  creatorShareBps: ['creator’s share of that fee', percent],
  royaltyBps: ['royalty, of what an NFT brings above its coins,', percent],
  marketFeeBps: ['fee on NFT sales', percent],
}

function changeText({ field, before, after }: KeyChange): string | undefined {
  const term = TERMS[field]
  if (term !== undefined && after !== null) {
    const [name, text] = term
    const from = before === null ? '' : ` from ${text(before)}`
    return `For later launches the ${name} changed${from} to ${text(after)}.`
  }
  if (field === 'treasury' && after !== null) return `The treasury is ${shortAddress(after)} now.`
  if (field === 'pauseKey')
    return after === null ? 'Nobody has the pause key now.' : `The pause key is ${shortAddress(after)} now.`
  return undefined
}

const paidText = ({ lamports }: KeyEvent): readonly string[] =>
  lamports === '0' ? [] : [`The treasury until then was paid ${sol(lamports)}.`]

const valueOf = (changes: readonly KeyChange[], wanted: KeyField): string | null =>
  changes.find(({ field }) => field === wanted)?.after ?? null

/** Whether launches and buys are paused, and when they could be, at a moment. */
export function pauseText(
  keys: {
    readonly pauseKey: object | null
    readonly pausedUntil: string | null
    readonly nextPauseFrom: string | null
  },
  nowMs: number,
): string {
  const { pauseKey, pausedUntil, nextPauseFrom } = keys
  const next = nextPauseFrom === null || Date.parse(nextPauseFrom) <= nowMs ? null : nextPauseFrom
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > nowMs
  const nobody = 'Nobody can pause them.'
  if (isPaused) {
    const ends = `Launches, buys of coins and NFTs, and new listings and offers are paused until ${formatExactTime(pausedUntil)} at the latest.`
    if (pauseKey === null) return ends
    return `${ends} No other pause can begin before ${formatExactTime(nextPauseFrom ?? pausedUntil)}.`
  }
  const open = 'Launches, buys of coins and NFTs, and new listings and offers are open.'
  if (pauseKey === null) return `${open} ${nobody}`
  return next === null
    ? `${open} A pause could begin at any time; it ends after 72 hours by itself, and no other can begin for 72 hours after it.`
    : `${open} No pause can begin before ${formatExactTime(next)}.`
}
