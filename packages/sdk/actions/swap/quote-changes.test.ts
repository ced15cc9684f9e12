import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heldOf } from '../../../web/trade/swap/ReleaseForm.tsx'
import type { SwapContext } from '../../../web/trade/swap/swap-context.ts'
import type { Collection } from '../../api/records/coin.ts'
import type { Nft } from '../../api/records/nft.ts'
import { numbersText } from '../../core/figures.ts'
import { baseUnits, lamports } from '../../core/money.ts'
import { leastOut, mostIn } from '../../core/slippage.ts'
import {
  type AskedSwap,
  capturable,
  decideSwap,
  inEscrow,
  isWorse,
  mintingExtraLamports,
  netLamports,
  nextCaptured,
  rareGiven,
  remainingSlippageBps,
  restOf,
} from './quote-changes.ts'
import type { SwapQuote } from './rules.ts'

const collection = {
  collectionName: 'Sunset Frogs',
  symbol: 'SFROG',
  metadataUri: 'http://127.0.0.1:8787/m/abc',
  mintedNFTCount: 58,
  circulatingNFTCount: 24,
  reserveLamports: '1300000000',
  reserveBaseUnits: '769230769230769',
  realLamports: '300000000',
  graduationMarketCapLamports: '420000000000',
  sellFeeBps: 100,
  creatorShareBps: 5_000,
  isGraduated: false,
  openingReserveLamports: '1000000000',
  guardBps: 0,
  guardSeconds: 0,
  createdAt: '2027-01-15T08:00:00.000Z',
} as Collection
const holdings = {
  lamports: lamports(2_000_000_000n),
  baseUnits: baseUnits(5_500_000_000_000n),
  hasCoinAccount: true,
}
const now = { collection, holdings, slippageText: '5', moment: { nowSeconds: 0n } }
const counts = (mintedNFTCount: number, circulatingNFTCount: number) => ({
  mintedNFTCount,
  circulatingNFTCount,
})
const quote: SwapQuote = {
  count: 2,
  baseUnits: baseUnits(2_000_000_000_000n),
  lamports: lamports(1_000_000n),
  lamportsBound: lamports(1_050_000n),
  feeLamports: lamports(0),
  surchargeLamports: lamports(0),
  priceImpactBps: 10n,
  graduates: false,
  rentLamports: lamports(14_000_000n),
  rentBackLamports: lamports(2_000_000n),
  networkFeeLamports: lamports(5_000n),
  transactionCount: 1,
}
const asked = (change: Partial<AskedSwap> = {}, figures: Partial<SwapQuote> = {}): AskedSwap => ({
  kind: 'capture',
  chosen: undefined,
  mintNew: false,
  mintCount: 2,
  slippageBps: 0n,
  ...change,
  quote: { ...quote, ...figures },
})

describe('which NFTs a number means', () => {
  const sources = (...asked: Parameters<typeof nextCaptured>) =>
    nextCaptured(...asked)
      .map(({ source }) => source)
      .join(' ')
  it('those of the escrow, which cost less, then new ones', () => {
    expect(sources(counts(58, 24), 2)).toBe('escrow escrow')
    expect(sources(counts(58, 57), 3)).toBe('escrow mint mint')
    expect(nextCaptured(counts(58, 58), 2)).toEqual([
      { edition: 59, source: 'mint' },
      { edition: 60, source: 'mint' },
    ])
    expect(sources(counts(1_000, 10), 1)).toBe('escrow')
  })
  it('new ones for who wants those, while there are numbers', () => {
    expect(sources(counts(58, 24), 2, true)).toBe('mint mint')
    expect(sources(counts(999, 990), 3, true)).toBe('escrow escrow mint')
  })
  it('of as many as there are', () => {
    expect([inEscrow(counts(58, 24)), capturable(counts(58, 24))]).toEqual([34, 976])
    expect([inEscrow(counts(1_000, 1_000)), capturable(counts(1_000, 1_000))]).toEqual([0, 0])
  })
})

describe('deciding what the card shows', () => {
  const wanted = (count: number) => ({ kind: 'capture', chosen: undefined, count }) as const
  it('asks for what was chosen, at its cost', () => {
    const { asked: shown, refusal } = decideSwap(wanted(2), now)
    expect(refusal).toBeUndefined()
    expect(shown).toMatchObject({ kind: 'capture', mintCount: 0, slippageBps: 0n, quote: { count: 2 } })
    expect(decideSwap({ kind: 'buy', chosen: undefined, count: 1 }, now).asked?.slippageBps).toBe(500n)
  })
  it('takes chosen ones out of the escrow, so that nothing is minted', () => {
    const { asked: shown } = decideSwap({ kind: 'capture', chosen: [3, 7], count: 2 }, now)
    expect(shown).toMatchObject({ chosen: [3, 7], mintCount: 0, quote: { count: 2 } })
  })
  it('says what new ones would cost more than those of the escrow, to the lamport', () => {
    const cost = (mintNew: boolean, kind: 'capture' | 'buy') =>
      netLamports(kind, decideSwap({ ...wanted(2), kind, mintNew }, now).asked?.quote ?? quote)
    for (const kind of ['capture', 'buy'] as const) {
      // Two mints of 641 bytes, and the two escrow's accounts that do not come back.
      const extra = 2n * (6_960n * 641n + 2_039_280n)
      expect(cost(true, kind) - cost(false, kind)).toBe(extra)
      expect(mintingExtraLamports({ ...wanted(2), kind }, now)).toBe(extra)
      expect(mintingExtraLamports({ ...wanted(2), kind, mintNew: true }, now)).toBe(extra)
    }
  })
  it('says nothing of it where there is nothing to choose between', () => {
    const extra = (circulating: { mintedNFTCount: number; circulatingNFTCount: number }) =>
      mintingExtraLamports(wanted(1), { ...now, collection: { ...collection, ...circulating } })
    expect([extra(counts(58, 58)), extra(counts(1_000, 900))]).toEqual([undefined, undefined])
    expect(mintingExtraLamports({ kind: 'capture', chosen: [3], count: 1 }, now)).toBeUndefined()
    expect(mintingExtraLamports({ kind: 'release', chosen: [3], count: 1 }, now)).toBeUndefined()
  })
  it('asks about epic and rarer NFTs before they are given away', () => {
    const chosen = [13, 120, 90, 44, 777]
    expect(rareGiven({ kind: 'release', chosen })).toEqual([90, 44, 777])
    expect(rareGiven({ kind: 'sell', chosen: [13, 120] })).toEqual([])
    expect(rareGiven({ kind: 'capture', chosen })).toEqual([])
  })
  it('gives the commonest first, whichever was chosen first, and what the wallet has of them', () => {
    const nfts = [1, 7, 13, 120, 901].map((tokenId) => ({ tokenId }) as Nft)
    expect(heldOf({ nfts } as unknown as SwapContext, [1, 13, 500, 120])).toEqual([13, 120, 1])
  })
  it('says what it costs also where the wallet has too little, and why it can’t be', () => {
    const { asked: shown, refusal } = decideSwap(wanted(6), now)
    expect(refusal?.code).toBe('insufficientBaseUnits')
    expect(shown?.quote.count).toBe(6)
  })
  it('says nothing of what it costs where nothing can be said', () => {
    const { asked: shown, refusal } = decideSwap(
      { kind: 'buy', chosen: undefined, count: 1 },
      { ...now, slippageText: '99' },
    )
    expect([shown, refusal?.code]).toEqual([undefined, 'invalidSlippage'])
  })
  it('refuses more than are left', () => {
    const few = { ...collection, ...counts(1_000, 998) }
    expect(decideSwap(wanted(2), { ...now, collection: few }).refusal).toBeUndefined()
    expect(decideSwap(wanted(3), { ...now, collection: few }).refusal).toMatchObject({
      code: 'nftNotInEscrow',
      detail: 'Only 2 NFTs can be captured now.',
    })
  })
  it('refuses a million at once as it refuses 41', () => {
    expect(decideSwap(wanted(1_000_000), now).refusal?.code).toBe('tooManyNfts')
  })
})

describe('what is worse than what the card said', () => {
  it('not a few digits or one transaction more', () => {
    const offered = asked({}, { rentLamports: lamports(14_095_000n), networkFeeLamports: lamports(10_000n) })
    expect(isWorse(offered, asked())).toBe(false)
  })
  it('rent of another account', () => {
    expect(isWorse(asked({}, { rentLamports: lamports(16_000_000n) }), asked())).toBe(true)
    expect(isWorse(asked({}, { rentBackLamports: lamports(0) }), asked())).toBe(true)
  })
  it('a buy that may cost more, not one that may cost less', () => {
    const buy = asked({ kind: 'buy' })
    expect(isWorse(asked({ kind: 'buy' }, { lamportsBound: lamports(1_050_001n) }), buy)).toBe(true)
    expect(isWorse(asked({ kind: 'buy' }, { lamportsBound: lamports(1_049_999n) }), buy)).toBe(false)
  })
  it('a sell that may bring less, not one that may bring more', () => {
    const sell = asked({ kind: 'sell' }, { lamportsBound: lamports(950_000n) })
    expect(isWorse(asked({ kind: 'sell' }, { lamportsBound: lamports(949_999n) }), sell)).toBe(true)
    expect(isWorse(asked({ kind: 'sell' }, { lamportsBound: lamports(950_001n) }), sell)).toBe(false)
  })
})

describe('the slippage that is left', () => {
  it('holds what the card said of a buy, whatever the price is now', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 10, max: 5_000 }),
        (before, after, bps) => {
          const bound = mostIn(before, BigInt(bps))
          const shown = asked({ kind: 'buy' }, { lamports: lamports(before), lamportsBound: lamports(bound) })
          const left = remainingSlippageBps(asked({ kind: 'buy' }, { lamports: lamports(after) }), shown)
          expect(left === undefined ? after * 1_001n > bound * 1_000n : mostIn(after, left) <= bound).toBe(
            true,
          )
        },
      ),
    )
  })
  it('holds what the card said of a sell, whatever the price is now', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 10, max: 5_000 }),
        (before, after, bps) => {
          const bound = leastOut(before, BigInt(bps))
          const shown = asked(
            { kind: 'sell' },
            { lamports: lamports(before), lamportsBound: lamports(bound) },
          )
          const left = remainingSlippageBps(asked({ kind: 'sell' }, { lamports: lamports(after) }), shown)
          expect(left === undefined ? after * 999n < bound * 1_000n : leastOut(after, left) >= bound).toBe(
            true,
          )
        },
      ),
    )
  })
  it('is none of a plain swap', () => expect(remainingSlippageBps(asked(), asked())).toBeUndefined())
})

describe('what is left of a swap that stopped half way', () => {
  const two = [{ edition: 8 }, { edition: 9 }]
  it('as many as were not swapped, whichever come next', () => {
    expect(restOf(asked(), two)).toEqual({ kind: 'capture', chosen: undefined, count: 2, mintNew: false })
  })
  it('the very ones where they were chosen', () => {
    expect(restOf(asked({ kind: 'release', chosen: [7, 8, 9] }), two)).toEqual({
      kind: 'release',
      chosen: [8, 9],
      count: 2,
      mintNew: false,
    })
  })
  it('only the capture of a buy, whose coins are in the wallet already', () => {
    expect(restOf(asked({ kind: 'buy' }), two)).toMatchObject({ kind: 'capture', count: 2 })
  })
  it('nothing where all is swapped or unknown', () => expect(restOf(asked(), [])).toBeUndefined())
})

describe('figures and words', () => {
  it('sum what leaves the wallet, or comes', () => {
    expect(netLamports('capture', { ...quote, lamports: lamports(0) })).toBe(12_005_000n)
    expect(netLamports('buy', quote)).toBe(13_005_000n)
    expect(netLamports('sell', { ...quote, rentLamports: lamports(2_000_000n) })).toBe(-995_000n)
  })
  it.each<[number[], string]>([
    [[], ''],
    [[5], '#5'],
    [[6, 5], '#5 and #6'],
    [[7, 5, 6], '#5, #6 and #7'],
    [Array.from({ length: 12 }, (_, at) => at + 1), '#1, #2, #3, #4, #5, #6, #7, #8, #9, #10, #11 and #12'],
    [
      Array.from({ length: 40 }, (_, at) => at + 1),
      '#1, #2, #3, #4, #5, #6, #7, #8, #9, #10, #11 and 29 more',
    ],
  ])('numbers %j', (numbers, text) => expect(numbersText(numbers)).toBe(text))
})

it('more surcharge than was shown is another buy, however much slippage is left', () => {
  const shown = asked({ kind: 'buy' }, { lamportsBound: lamports(2_000_000n) })
  const offered = (surchargeLamports: bigint) =>
    asked(
      { kind: 'buy' },
      { surchargeLamports: lamports(surchargeLamports), lamportsBound: lamports(2_000_000n) },
    )
  expect(isWorse(offered(10_000n), shown)).toBe(false)
  expect(isWorse(offered(11_000n), shown)).toBe(true)
  expect(remainingSlippageBps(offered(11_000n), shown)).toBeUndefined()
  expect(remainingSlippageBps(offered(10_000n), shown)).toBeDefined()
})
