import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseUnits, lamports } from '../../core/money.ts'
import type { Notification } from './contract.ts'
import {
  type AlertTerms,
  afterPush,
  alertText,
  figureAt,
  figureText,
  firedBy,
  type MarketPoint,
  notificationText,
  PUSH_ATTEMPTS_MAX,
  pushTarget,
  readTarget,
  refusalOf,
  targetText,
} from './rules.ts'

const SOL_USD = 150
const point = (reserveLamports: bigint, reserveBaseUnits = 1_000_000_000_000_000n): MarketPoint => ({
  reserveLamports: lamports(reserveLamports),
  reserveBaseUnits: baseUnits(reserveBaseUnits),
})
const points = fc.array(
  fc
    .tuple(fc.bigInt(1_000_000_000n, 10n ** 13n), fc.bigInt(10n ** 12n, 10n ** 15n))
    .map(([sol, coins]) => point(sol, coins)),
  { minLength: 1, maxLength: 30 },
)
const figures = fc.constantFrom<'price' | 'marketCap'>('price', 'marketCap')
const directions = fc.constantFrom<'above' | 'below'>('above', 'below')

describe('an alert', () => {
  test('fires at the first point at or beyond its target, and says that figure', () => {
    fc.assert(
      fc.property(
        points,
        figures,
        directions,
        fc.bigInt(1n, 10n ** 18n),
        (all, kind, direction, targetUnits) => {
          const terms: AlertTerms = { kind, direction, targetUnits }
          const course = all.map((each) => figureAt(kind, each, SOL_USD))
          const first = course.find((units) =>
            direction === 'above' ? units >= targetUnits : units <= targetUnits,
          )
          expect(firedBy(terms, { points: all, isGraduated: false }, SOL_USD)?.valueUnits).toBe(first)
        },
      ),
    )
  })

  test('fires for a spike that is over by the end, and the same however its points are cut into batches', () => {
    fc.assert(
      fc.property(points, figures, directions, fc.nat(30), fc.nat(30), (all, kind, direction, at, cut) => {
        // Somewhere on the way.
        const targetUnits = figureAt(kind, all[at % all.length] ?? point(1n), SOL_USD)
        const terms: AlertTerms = { kind, direction, targetUnits }
        const fires = (some: readonly MarketPoint[]) =>
          firedBy(terms, { points: some, isGraduated: false }, SOL_USD)
        expect(fires(all)).toBeDefined()
        // As after a restart between the two.
        expect(fires(all.slice(0, cut)) ?? fires(all.slice(cut))).toEqual(fires(all))
      }),
    )
  })

  test('may be set exactly while the coin is short of its target: what is set has a crossing before it', () => {
    fc.assert(
      fc.property(
        points,
        figures,
        directions,
        fc.bigInt(1n, 10n ** 18n),
        (all, kind, direction, targetUnits) => {
          const now = all[0] ?? point(1n)
          const terms: AlertTerms = { kind, direction, targetUnits }
          const fires = firedBy(terms, { points: [now], isGraduated: false }, SOL_USD) !== undefined
          expect(refusalOf(terms, { point: now, isGraduated: false }, SOL_USD) !== undefined).toBe(fires)
        },
      ),
    )
  })

  test('of a graduation fires with it, and is not set after it', () => {
    const terms: AlertTerms = { kind: 'graduation', direction: null, targetUnits: null }
    expect(firedBy(terms, { points: [point(10n ** 12n)], isGraduated: false }, SOL_USD)).toBeUndefined()
    expect(firedBy(terms, { points: [], isGraduated: true }, SOL_USD)).toEqual({ valueUnits: null })
    expect(refusalOf(terms, { point: point(1n), isGraduated: true }, SOL_USD)).toMatch('graduated already')
    expect(refusalOf(terms, { point: point(1n), isGraduated: false }, SOL_USD)).toBeUndefined()
  })

  test('compares what the page shows: the price in SOL to 18 decimals, the market cap in cents', () => {
    const launch = point(1_000_000_000n)
    expect(targetText('price', figureAt('price', launch, SOL_USD))).toBe('0.000000001')
    expect(targetText('marketCap', figureAt('marketCap', launch, SOL_USD))).toBe('150')
    expect(targetText('marketCap', figureAt('marketCap', launch, 87.654))).toBe('87.65')
    expect(
      refusalOf(
        { kind: 'marketCap', direction: 'above', targetUnits: 15_000n },
        { point: launch, isGraduated: false },
        SOL_USD,
      ),
    ).toBe('The market cap is $150.00 now: choose one above that.')
  })
})

test.each<['price' | 'marketCap', string, bigint | string]>([
  ['price', '0.000000001', 1_000_000_000n],
  ['price', '0.000000000000000001', 1n],
  ['price', '0,5', 500_000_000_000_000_000n],
  ['price', '0.0000000000000000001', 'A price has at most 18 decimals.'],
  ['price', '19', 'That is more than any coin can reach.'],
  ['marketCap', '12,345.60', 1_234_560n],
  ['marketCap', '1.2345', 'Dollars have at most two decimals.'],
  ['marketCap', '10,000', 1_000_000n],
  ['marketCap', '$50k', 5_000_000n],
  ['price', '1.234', 1_234_000_000_000_000_000n],
  ['price', '1.5k', 'That is more than any coin can reach.'],
  ['marketCap', '0', 'Enter a figure above zero.'],
  ['marketCap', '-5', 'Enter a number.'],
  ['marketCap', '', 'Enter a number.'],
  ['marketCap', '1e9', 'Enter a number.'],
])('a target of %s typed as "%s"', (kind, text, expected) => {
  expect(readTarget(kind, text)).toEqual(
    typeof expected === 'bigint' ? { units: expected } : { problem: expected },
  )
})

describe('what is said', () => {
  const base: Notification = {
    id: '',
    kind: 'price',
    collectionId: 'c0ffee00-0000-8000-8000-000000000000',
    name: 'Doge Twin',
    symbol: 'DOGE',
    thumbnailUrl: null,
    direction: 'above',
    target: '0.000002',
    value: '0.0000025',
    followed: null,
    nft: null,
    isRead: false,
    createdAt: '2026-11-23T12:00:00.000Z',
  }
  const followed = {
    walletAddress: 'So11111111111111111111111111111111111111112',
    username: null,
    type: 'BUY' as const,
    lamports: '1500000000',
    tradeCount: 1,
  }
  test.each<[Partial<Notification>, string, string]>([
    [{}, 'DOGE: price above 0.0₅2 SOL', 'Doge Twin reached 0.0₅25 SOL.'],
    [
      { kind: 'marketCap', direction: 'below', target: '12000', value: '11999.99' },
      'DOGE: market cap below $12.0K',
      'Doge Twin reached $12.0K.',
    ],
    [
      { kind: 'graduation', direction: null, target: null, value: null },
      'DOGE has graduated',
      'Doge Twin reached its market cap of graduation, and its SOL has stayed.',
    ],
    [{ kind: 'follow', followed }, 'So11…1112 bought DOGE', '1.5 SOL of Doge Twin'],
    [
      { kind: 'follow', followed: { ...followed, username: 'alice', type: 'SELL', tradeCount: 13 } },
      'alice sold DOGE',
      '1.5 SOL of Doge Twin, and 12 more trades in that minute',
    ],
    [
      { kind: 'follow', followed: { ...followed, type: 'SWAP_TO_NFT', lamports: '0', tradeCount: 2 } },
      'So11…1112 swapped into an NFT of DOGE',
      'Doge Twin, and 1 more trade in that minute',
    ],
  ])('%o', (change, title, body) => {
    expect(notificationText({ ...base, ...change })).toEqual({
      title,
      body,
      path: '/trade/c0ffee00-0000-8000-8000-000000000000',
    })
  })

  const nft = { tokenId: 12, lamports: '500000000', sellerLamports: '461234567', offerCount: 1 }
  const offer = { kind: 'offer', direction: null, target: null, value: null, nft } as const
  const nftPath = '/nft/c0ffee00-0000-8000-8000-000000000000/12'
  const offersPath = '/portfolio?tab=market'
  test.each<[Partial<Notification>, string, string, string]>([
    [
      offer,
      '0.5 SOL offered for DOGE #12',
      'You would get 0.461234 SOL, at least what release and sell bring.',
      offersPath,
    ],
    [
      { ...offer, nft: { ...nft, tokenId: null, offerCount: 3 } },
      '0.5 SOL offered for one of your DOGE NFTs',
      'The best of 3 offers. You would get 0.461234 SOL, at least what release and sell bring.',
      offersPath,
    ],
    [
      { ...offer, kind: 'sold' },
      'Your DOGE #12 was sold',
      'Doge Twin #12 went for 0.5 SOL; you got 0.461234 SOL.',
      nftPath,
    ],
    [
      { ...offer, kind: 'accepted' },
      'Your offer for DOGE was accepted',
      'Doge Twin #12 is yours for 0.5 SOL.',
      nftPath,
    ],
  ])('of the NFT market: %o', (change, title, body, path) => {
    expect(notificationText({ ...base, ...change })).toEqual({ title, body, path })
  })

  test('of an alert', () => {
    expect(alertText({ kind: 'price', direction: 'above', target: '0.000002' })).toBe('Price above 0.0₅2 SOL')
    expect(alertText({ kind: 'graduation', direction: null, target: null })).toBe('Graduation')
    expect(figureText('marketCap', '1500000')).toBe('$1.50M')
  })
})

describe('a push goes', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('to %s, but not into a private network', (endpoint) => {
    expect(pushTarget(endpoint, [])?.mayBePrivate).toBe(false)
  })

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/',
    'https://evil.example/?fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/',
    'https://user:password@fcm.googleapis.com/',
    'https://evilnotify.windows.com/',
    'https://notify.windows.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'fcm.googleapis.com',
    '',
  ])('not to %s', (endpoint) => {
    expect(pushTarget(endpoint, [])).toBeUndefined()
  })

  test('to the hosts of the configuration, with their ports', () => {
    const hosts = ['push.example:8443', '*.other.example']
    expect(pushTarget('https://push.example:8443/x', hosts)?.mayBePrivate).toBe(true)
    expect(pushTarget('https://a.b.other.example/x', hosts)?.mayBePrivate).toBe(true)
    expect(pushTarget('https://push.example/x', hosts)).toBeUndefined()
    expect(pushTarget('https://other.example/x', hosts)).toBeUndefined()
    expect(pushTarget('https://fcm.googleapis.com/x', hosts)?.mayBePrivate).toBe(false)
  })
})

test.each<[number | undefined, number, number | undefined, ReturnType<typeof afterPush>]>([
  [201, 1, undefined, { kind: 'sent' }],
  [404, 1, undefined, { kind: 'gone' }],
  [410, 3, undefined, { kind: 'gone' }],
  [302, 1, undefined, { kind: 'givenUp' }],
  [403, 1, undefined, { kind: 'givenUp' }],
  [413, 1, undefined, { kind: 'givenUp' }],
  [undefined, 1, undefined, { kind: 'again', inSeconds: 30 }],
  [503, 2, undefined, { kind: 'again', inSeconds: 120 }],
  [429, 1, 600, { kind: 'again', inSeconds: 600 }],
  [429, 1, 86_400, { kind: 'givenUp' }],
  [500, PUSH_ATTEMPTS_MAX, undefined, { kind: 'givenUp' }],
])('after status %s at try %s', (status, attempts, retryAfter, expected) => {
  expect(afterPush(status, attempts, retryAfter)).toEqual(expected)
})
