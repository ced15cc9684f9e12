import { expect, test } from 'vitest'
import { graduationStandsAt, type Standing } from './sustained.ts'

/** What a row of (second, market cap) comes to; the coin graduates with the first. */
function after(points: readonly (readonly [second: number, cap: number])[], standingSeconds = 600) {
  let standing: Standing | undefined
  for (const [second, cap] of points) {
    const curve = { isGraduated: true, marketCapLamports: String(cap) }
    const stands = graduationStandsAt(standing, curve, {
      unixSeconds: BigInt(second),
      thresholdLamports: 420n,
      standingSeconds,
    })
    standing = { ...curve, graduationStandsAt: stands }
  }
  const text = standing?.graduationStandsAt ?? null
  return text === null ? null : Date.parse(text) / 1_000
}

test.each([
  ['a graduation counts ten minutes later', [[0, 420]], 600],
  [
    'buys do not put it off',
    [
      [0, 420],
      [300, 900],
    ],
    600,
  ],
  [
    'nor do sells that leave half of the threshold',
    [
      [0, 420],
      [300, 210],
    ],
    600,
  ],
  [
    'one lamport less, and it does not count',
    [
      [0, 420],
      [300, 209],
    ],
    null,
  ],
  [
    'in the same second too',
    [
      [0, 420],
      [0, 2],
    ],
    null,
  ],
  [
    'it counts anew from when the market cap is back',
    [
      [0, 420],
      [300, 209],
      [400, 210],
    ],
    1_000,
  ],
  [
    'in the same second as well',
    [
      [0, 420],
      [300, 2],
      [300, 420],
    ],
    900,
  ],
  [
    'what has stood stays, from that second on',
    [
      [0, 420],
      [600, 2],
    ],
    600,
  ],
  [
    'and not a second before',
    [
      [0, 420],
      [599, 2],
    ],
    null,
  ],
  [
    'whatever comes later',
    [
      [0, 420],
      [700, 2],
      [800, 420],
      [900, 2],
    ],
    600,
  ],
] as const)('%s', (_, points, stands) => expect(after(points)).toBe(stands))

test('nothing counts on the curve, however high', () => {
  const curve = { isGraduated: false, marketCapLamports: '419' }
  const of = { unixSeconds: 9n, thresholdLamports: 420n, standingSeconds: 0 }
  expect(graduationStandsAt(undefined, curve, of)).toBeNull()
})

test('with no time to stand it counts at once', () =>
  expect(
    after(
      [
        [5, 420],
        [5, 2],
      ],
      0,
    ),
  ).toBe(5))
