// What the keys did and may do, in words.

import type { KeyEvent } from '@twinmint/sdk/api/records/keys'
import { describe, expect, test } from 'vitest'
import { formatExactTime, shortAddress } from '../ui/format.ts'
import { keyEventText, pauseText } from './keys-log.ts'

const [WHO, TO] = [
  'FC9EeoDT1iawZWCUVbjZnoMjLEePK94pBvUJeVgjtjpg',
  'So11111111111111111111111111111111111111112',
]
const UNTIL = '2026-11-26T17:00:00.000Z'
const event = (kind: KeyEvent['kind'], more: Partial<KeyEvent> = {}): KeyEvent => ({
  sequence: 2,
  kind,
  who: WHO,
  lamports: '0',
  changes: [],
  txSignature: 'signature',
  createdAt: '2026-11-23T17:00:00.000Z',
  ...more,
})
const who = shortAddress(WHO)
const to = shortAddress(TO)

describe('what they did', () => {
  const cases: readonly (readonly [KeyEvent, string])[] = [
    [event('initializeConfig'), `${who} set the program up.`],
    [event('claimTreasuryFees', { lamports: '1500000000' }), `The treasury ${who} was paid 1.5 SOL.`],
    [
      event('offerAdmin', { changes: [{ field: 'pendingAdmin', before: null, after: TO }] }),
      `The admin ${who} offered their right to ${to}.`,
    ],
    [
      event('offerAdmin', { changes: [{ field: 'pendingAdmin', before: TO, after: null }] }),
      `The admin ${who} withdrew the offer of their right.`,
    ],
    [event('offerAdmin'), `The admin ${who} said again to whom their right is offered.`],
    [event('acceptAdmin'), `${who} accepted the admin’s right.`],
    [
      event('pause', { changes: [{ field: 'pausedUntil', before: null, after: UNTIL }] }),
      `${who} paused launches, buys of coins and NFTs, and new listings and offers until ${formatExactTime(UNTIL)} at the latest.`,
    ],
    [event('unpause'), `${who} ended the pause early.`],
    [event('updateConfig'), 'The admin confirmed everything as it was.'],
    [
      event('updateConfig', {
        lamports: '2000000000',
        changes: [
          { field: 'treasury', before: WHO, after: TO },
          { field: 'pauseKey', before: WHO, after: null },
          { field: 'sellFeeBps', before: '100', after: '250' },
          { field: 'boostSeconds', before: '86400', after: '3600' },
          { field: 'boostPriceLamports', before: null, after: '500000000' },
        ],
      }),
      `The treasury is ${to} now. Nobody has the pause key now. For later launches the fee on sells changed from 1% to 2.5%. For later launches the length of a boost changed from 24 h to 1 h. For later launches the price of a boost changed to 0.5 SOL. The treasury until then was paid 2 SOL.`,
    ],
  ]
  test.each(cases)('%#', (told, text) => expect(keyEventText(told)).toBe(text))
})

describe('when it is paused', () => {
  const key = {}
  const next = '2026-11-29T17:00:00.000Z'
  const at = (pauseKey: object | null, pausedUntil: string | null, now: string) =>
    pauseText({ pauseKey, pausedUntil, nextPauseFrom: pausedUntil && next }, Date.parse(now))
  test('now: until when, and from when it could be again', () => {
    expect(at(key, UNTIL, '2026-11-26T16:59:59Z')).toBe(
      `Launches, buys of coins and NFTs, and new listings and offers are paused until ${formatExactTime(UNTIL)} at the latest. No other pause can begin before ${formatExactTime(next)}.`,
    )
    expect(at(null, UNTIL, '2026-11-26T16:59:59Z')).not.toContain('No other')
  })
  test('not any more: from when it could be again', () => {
    expect(at(key, UNTIL, UNTIL)).toBe(
      `Launches, buys of coins and NFTs, and new listings and offers are open. No pause can begin before ${formatExactTime(next)}.`,
    )
    expect(at(key, UNTIL, next)).toContain('A pause could begin at any time')
  })
  test('never: that it could be, or that nobody can', () => {
    expect(at(key, null, UNTIL)).toContain('A pause could begin at any time')
    expect(at(null, null, UNTIL)).toBe(
      'Launches, buys of coins and NFTs, and new listings and offers are open. Nobody can pause them.',
    )
  })
})
