import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveStateOf, NFT_BASE_UNITS } from '../../core/curve.ts'
import { baseUnits, type Lamports, lamports } from '../../core/money.ts'
import { nftMintRent } from '../../core/nft-mint.ts'
import { NETWORK_FEE, TOKEN_ACCOUNT_RENT, WALLET_RENT } from '../../core/rent.ts'
import {
  type Captured,
  customCount,
  decideCapture,
  decideNftBuy,
  decideNftSell,
  decideRelease,
  NFT_TRADE_COUNT_MAX,
  packSwaps,
  SWAP_COUNT_MAX,
  type SwapDecision,
  type SwapHoldings,
  type SwapQuote,
  TRACE,
} from './rules.ts'

const collection = {
  collectionName: 'Sunset Frogs',
  symbol: 'SFROG',
  metadataUri: 'http://127.0.0.1:8787/m/abc',
  hasEscrowVault: true,
}
const first = { ...collection, hasEscrowVault: false }
const UNGUARDED = {
  openingReserveLamports: '1000000000',
  guardBps: 0,
  guardSeconds: 0,
  createdAt: '2027-01-15T08:00:00.000Z',
}
const curve = curveStateOf({
  reserveLamports: '1300000000',
  reserveBaseUnits: '769230769230769',
  realLamports: '300000000',
  graduationMarketCapLamports: '420000000000',
  sellFeeBps: 100,
  creatorShareBps: 5_000,
  isGraduated: false,
  ...UNGUARDED,
})
const untouched = curveStateOf({
  reserveLamports: '1000000000',
  reserveBaseUnits: '1000000000000000',
  realLamports: '0',
  graduationMarketCapLamports: '420000000000',
  sellFeeBps: 100,
  creatorShareBps: 5_000,
  isGraduated: false,
  ...UNGUARDED,
})
const rich: SwapHoldings = {
  lamports: lamports(10_000_000_000n),
  baseUnits: baseUnits(NFT_BASE_UNITS * 100n),
  hasCoinAccount: true,
}
const holdings = (change: Partial<SwapHoldings>): SwapHoldings => ({ ...rich, ...change })
const minted = (count: number): Captured[] =>
  Array.from({ length: count }, (_, at) => ({ edition: at + 1, source: 'mint' }))
const fromEscrow = (count: number): Captured[] =>
  Array.from({ length: count }, (_, at) => ({ edition: at + 1, source: 'escrow' }))
const capture = (change: Partial<Parameters<typeof decideCapture>[0]> = {}) =>
  decideCapture({ nfts: minted(1), collection, holdings: rich, ...change })
const release = (change: Partial<Parameters<typeof decideRelease>[0]> = {}) =>
  decideRelease({ count: 1, holdings: rich, ...change })
const moment = { nowSeconds: 0n }
const buy = (change: Partial<Parameters<typeof decideNftBuy>[0]> = {}) =>
  decideNftBuy({
    nfts: minted(1),
    slippagePercentText: '5',
    curve,
    moment,
    collection,
    holdings: rich,
    ...change,
  })
const sell = (change: Partial<Parameters<typeof decideNftSell>[0]> = {}) =>
  decideNftSell({ count: 1, slippagePercentText: '5', curve, holdings: rich, ...change })
const codeOf = (decision: SwapDecision) => (decision.kind === 'refused' ? decision.code : 'quote')
const quoteOf = (decision: SwapDecision): SwapQuote => {
  if (decision.kind === 'refused') throw new Error(decision.code)
  return decision.quote
}
const NOTHING = holdings({ lamports: lamports(0), baseUnits: baseUnits(0) })

describe('refusals, in their order', () => {
  it.each<[string, SwapDecision, string]>([
    ['a capture of none, before all', capture({ nfts: [], holdings: NOTHING }), 'badRequest'],
    [
      'a capture of too many',
      capture({ nfts: minted(SWAP_COUNT_MAX + 1), holdings: NOTHING }),
      'tooManyNfts',
    ],
    ['as many as one request takes', capture({ nfts: minted(SWAP_COUNT_MAX) }), 'quote'],
    ['a capture without coins, before SOL', capture({ holdings: NOTHING }), 'insufficientBaseUnits'],
    [
      'a capture one base unit short',
      capture({ nfts: minted(2), holdings: holdings({ baseUnits: baseUnits(NFT_BASE_UNITS * 2n - 1n) }) }),
      'insufficientBaseUnits',
    ],
    [
      'a capture with exactly the coins',
      capture({ nfts: minted(2), holdings: holdings({ baseUnits: baseUnits(NFT_BASE_UNITS * 2n) }) }),
      'quote',
    ],
    [
      'a capture without SOL',
      capture({ holdings: holdings({ lamports: lamports(0) }) }),
      'insufficientLamports',
    ],
    ['a release of none', release({ count: 0, holdings: NOTHING }), 'badRequest'],
    ['a release of too many', release({ count: SWAP_COUNT_MAX + 1 }), 'tooManyNfts'],
    ['a release without SOL', release({ holdings: NOTHING }), 'insufficientLamports'],
    ['a buy of none', buy({ nfts: [], slippagePercentText: '99' }), 'badRequest'],
    [
      'a buy of too many, before its slippage',
      buy({ nfts: minted(NFT_TRADE_COUNT_MAX + 1), slippagePercentText: '99' }),
      'tooManyNfts',
    ],
    [
      'a buy at no slippage that is one',
      buy({ slippagePercentText: '99', holdings: NOTHING }),
      'invalidSlippage',
    ],
    [
      'a buy of what the market does not hold, before SOL',
      buy({ curve: { ...curve, reserveBaseUnits: NFT_BASE_UNITS }, holdings: NOTHING }),
      'reserveExceeded',
    ],
    ['a buy without SOL', buy({ holdings: NOTHING }), 'insufficientLamports'],
    ['a buy needs no coins', buy({ holdings: holdings({ baseUnits: baseUnits(0) }) }), 'quote'],
    ['a sell of none', sell({ count: 0, slippagePercentText: '99' }), 'badRequest'],
    ['a sell of too many', sell({ count: NFT_TRADE_COUNT_MAX + 1 }), 'tooManyNfts'],
    [
      'a sell at no slippage that is one',
      sell({ slippagePercentText: '0', holdings: NOTHING }),
      'invalidSlippage',
    ],
    [
      'a sell of more than was ever paid in, before SOL',
      sell({ curve: untouched, holdings: NOTHING }),
      'invariantBroken',
    ],
    ['a sell without SOL for its first rent', sell({ holdings: NOTHING }), 'insufficientLamports'],
  ])('%s', (_, decision, code) => expect(codeOf(decision)).toBe(code))

  it('leaves balances out while no wallet is connected', () => {
    for (const decision of [capture, release, buy, sell].map((decide) => decide({ holdings: undefined })))
      expect(codeOf(decision)).toBe('quote')
  })
  it('says how many were allowed', () => {
    expect(capture({ nfts: minted(41) })).toMatchObject({ detail: 'At most 40 NFTs at once.' })
    expect(sell({ count: 6 })).toMatchObject({ detail: 'At most 5 NFTs at once.' })
  })
})

describe('what a wallet may be left with', () => {
  /** The least that lets a decision through, found by halving. */
  const least = (decide: (have: Lamports) => SwapDecision): bigint => {
    let [poor, enough] = [0n, 10_000_000_000n]
    while (enough - poor > 1n) {
      const middle = (poor + enough) / 2n
      const code = codeOf(decide(lamports(middle)))
      // A rest that no account may keep is too little as well, and more than that is enough again.
      if (code === 'insufficientLamports') poor = middle
      else enough = middle
    }
    return enough
  }
  const withLamports =
    (decide: typeof capture | typeof release | typeof buy | typeof sell) => (have: Lamports) =>
      decide({ holdings: holdings({ lamports: have }) })

  it('a capture that mints needs its rents and fee, and leaves nothing or what an account must keep', () => {
    const { rentLamports, networkFeeLamports } = quoteOf(capture())
    const all = rentLamports + networkFeeLamports
    expect(least(withLamports(capture))).toBe(all)
    expect(codeOf(withLamports(capture)(lamports(all + 1n)))).toBe('insufficientRent')
    expect(codeOf(withLamports(capture)(lamports(all + WALLET_RENT - 1n)))).toBe('insufficientRent')
    expect(codeOf(withLamports(capture)(lamports(all + WALLET_RENT)))).toBe('quote')
  })
  it('a release of many needs the rent of one at a time, since each gives it back', () => {
    const many = (have: Lamports) => release({ count: 30, holdings: holdings({ lamports: have }) })
    const { networkFeeLamports, rentLamports, rentBackLamports } = quoteOf(release({ count: 30 }))
    expect(rentBackLamports).toBeGreaterThan(rentLamports)
    expect(least(many)).toBeLessThan(TOKEN_ACCOUNT_RENT + networkFeeLamports)
  })
  it('a buy needs the price beside the rents', () => {
    const { rentLamports, networkFeeLamports, lamports: price } = quoteOf(buy())
    expect(least(withLamports(buy))).toBe(price + rentLamports + networkFeeLamports)
  })
  it('a sell needs no more than a release: its proceeds come last', () => {
    const more = least(withLamports(sell)) - least(withLamports(release))
    expect(more).toBeLessThanOrEqual(0n)
  })
})

describe('costs', () => {
  it('of minting: the mint by its texts and the wallet’s account, which both stay', () => {
    const quote = quoteOf(capture())
    expect(quote).toMatchObject({
      count: 1,
      baseUnits: NFT_BASE_UNITS,
      lamports: 0n,
      rentBackLamports: 0n,
      rentLamports: nftMintRent(collection, 1) + TOKEN_ACCOUNT_RENT,
      networkFeeLamports: NETWORK_FEE,
      transactionCount: 1,
    })
  })
  it('of the first capture: the escrow’s account too', () => {
    const more = quoteOf(capture({ collection: first })).rentLamports - quoteOf(capture()).rentLamports
    expect(more).toBe(TOKEN_ACCOUNT_RENT)
  })
  it('of what the escrow holds: next to nothing, since its account pays for the wallet’s', () => {
    const { rentLamports, rentBackLamports } = quoteOf(capture({ nfts: fromEscrow(3) }))
    expect(rentLamports).toBe(TOKEN_ACCOUNT_RENT * 3n)
    expect(rentLamports - rentBackLamports).toBeLessThan(3n * 40_000n)
    expect(rentLamports).toBeGreaterThanOrEqual(rentBackLamports)
  })
  it('of giving back: what the wallet’s account held pays for the escrow’s', () => {
    const { rentLamports, rentBackLamports, baseUnits: coins } = quoteOf(release({ count: 3 }))
    expect(rentBackLamports).toBe(TOKEN_ACCOUNT_RENT * 3n)
    expect(rentBackLamports).toBeGreaterThanOrEqual(rentLamports)
    expect(coins).toBe(NFT_BASE_UNITS * 3n)
  })
  it('of the coin account, where coins come into a wallet that has none', () => {
    const without = holdings({ hasCoinAccount: false })
    for (const decide of [release, buy, sell]) {
      const more = quoteOf(decide({ holdings: without })).rentLamports - quoteOf(decide()).rentLamports
      expect(more).toBe(TOKEN_ACCOUNT_RENT)
    }
    const captured = quoteOf(capture({ holdings: without })).rentLamports
    expect(captured).toBe(quoteOf(capture()).rentLamports)
  })
  it('grow by two bytes with each digit of the number', () => {
    const rent = (edition: number) => nftMintRent(collection, edition)
    expect(rent(10) - rent(9)).toBe(2n * 6_960n)
    expect(rent(1_000) - rent(999)).toBe(2n * 6_960n)
    expect(rent(11)).toBe(rent(99))
  })
  it('count bytes, not characters, of the texts', () => {
    const named = nftMintRent({ ...collection, collectionName: 'Frösche' }, 1)
    const plain = nftMintRent({ ...collection, collectionName: 'Frosche' }, 1)
    expect(named - plain).toBe(6_960n)
  })
  it('of a network fee for each transaction', () => {
    for (const [count, transactions] of [
      [3, 1],
      [4, 2],
      [40, 14],
    ] as const) {
      const quote = quoteOf(capture({ nfts: minted(count) }))
      expect(quote.transactionCount).toBe(transactions)
      expect(quote.networkFeeLamports).toBe(NETWORK_FEE * BigInt(transactions))
    }
  })
})

describe('NFTs for SOL', () => {
  it('cost what their coins do, with the slippage on the total', () => {
    const quote = quoteOf(buy({ nfts: minted(2) }))
    expect(quote.baseUnits).toBe(NFT_BASE_UNITS * 2n)
    expect(quote.lamportsBound).toBe((quote.lamports * 10_500n) / 10_000n)
    expect(quote.feeLamports).toBe(0n)
    expect(quoteOf(buy({ nfts: minted(1) })).lamports * 2n).toBeLessThan(quote.lamports)
  })
  it('bring what their coins do, less the fee, with the slippage on the total', () => {
    const quote = quoteOf(sell({ count: 2 }))
    expect(quote.feeLamports).toBe((quote.lamports + quote.feeLamports + 99n) / 100n)
    expect(quote.lamportsBound * 10_000n).toBeGreaterThanOrEqual(quote.lamports * 9_500n)
    expect((quote.lamportsBound - 1n) * 10_000n).toBeLessThan(quote.lamports * 9_500n)
  })
  it('never bring more than they cost at the same moment', () => {
    for (const count of [1, 2, 3, 4, 5])
      expect(quoteOf(sell({ count })).lamports).toBeLessThan(quoteOf(buy({ nfts: minted(count) })).lamports)
  })
  it('say when they graduate the coin', () => {
    const near = { ...curve, graduationMarketCapLamports: lamports(1_700_000_000n) }
    expect(quoteOf(buy({ curve: near, nfts: minted(5) })).graduates).toBe(true)
    expect(quoteOf(buy()).graduates).toBe(false)
  })
})

describe('packing swaps into transactions', () => {
  const TRACES = [TRACE.mint, TRACE.escrow, TRACE.release, TRACE.mint + 4, TRACE.escrow - TRACE.nftAccount]
  const swaps = fc
    .array(fc.constantFrom(...TRACES), { maxLength: 60 })
    .map((traces) => traces.map((trace, at) => ({ trace, at })))
  const ends = fc.record({ first: fc.integer({ min: 0, max: 17 }), last: fc.integer({ min: 0, max: 5 }) })
  const weight = (packed: readonly (readonly { readonly trace: number }[])[], at: number) =>
    (packed[at] ?? []).reduce((sum, { trace }) => sum + trace, 0)

  it('loses none and keeps their order', () => {
    fc.assert(
      fc.property(swaps, ends, (given, more) => {
        expect(packSwaps(given, more).flat()).toEqual(given)
      }),
    )
  })
  it('never asks for more than 61 instructions or five NFTs in one, ends included, and leaves none empty', () => {
    fc.assert(
      fc.property(swaps, ends, (given, { first, last }) => {
        const packed = packSwaps(given, { first, last })
        for (const [at, each] of packed.entries()) {
          const besides = (at === 0 ? first : 0) + (at === packed.length - 1 ? last : 0)
          expect(each.length).toBeGreaterThan(0)
          expect(each.length).toBeLessThanOrEqual(5)
          expect(weight(packed, at) + besides).toBeLessThanOrEqual(61)
        }
      }),
    )
  })
  it('begins another only where the next would not fit', () => {
    fc.assert(
      fc.property(swaps, ends, (given, { first, last }) => {
        const packed = packSwaps(given, { first, last })
        for (let at = 0; at + 1 < packed.length; at++) {
          const next = packed[at + 1]?.[0]?.trace ?? 0
          const isVeryLast = at + 2 === packed.length && packed[at + 1]?.length === 1
          const besides = (at === 0 ? first : 0) + (isVeryLast ? last : 0)
          const isFull = (packed[at]?.length ?? 0) === 5 || weight(packed, at) + besides + next > 61
          expect(isFull).toBe(true)
        }
      }),
    )
  })
  it('is nothing for nothing', () => expect(packSwaps([], { first: 5, last: 3 })).toEqual([]))
  it('is as docs/program.md says: three minted, five of the escrow or given back', () => {
    const count = (trace: number, many: number) =>
      packSwaps(
        Array.from({ length: many }, () => ({ trace })),
        { first: 0, last: 0 },
      ).map(({ length }) => length)
    expect(count(TRACE.mint, 7)).toEqual([3, 3, 1])
    expect(count(TRACE.escrow, 11)).toEqual([5, 5, 1])
    expect(count(TRACE.release, 11)).toEqual([5, 5, 1])
  })
})

describe('coins typed for a number of NFTs', () => {
  it.each<[string, number]>([
    ['1000000', 1],
    ['1,000,000', 1],
    ['1999999.999999', 1],
    ['2000000', 2],
    ['12500000', 12],
    ['1000000000', 1_000],
  ])('%s is %i', (text, count) => expect(customCount(text)).toEqual({ kind: 'count', count }))
  it.each(['', ' ', '0', '1', '999999.999999', '-1000000', '1e7', 'x', '1000000.0000001', '9'.repeat(30)])(
    '"%s" is none',
    (text) => expect(customCount(text)).toEqual({ kind: 'refused' }),
  )
  it('never makes more NFTs than its coins pay for, nor a whole one fewer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1_000_000n, max: 10n ** 12n }), (coins) => {
        const parsed = customCount(String(coins))
        const count = BigInt(parsed.kind === 'count' ? parsed.count : 0)
        expect(count * 1_000_000n <= coins && coins < (count + 1n) * 1_000_000n).toBe(true)
      }),
    )
  })
})

describe('NFTs for SOL while the launch guard runs', () => {
  const guarded = {
    ...curve,
    guard: { guardBps: 5_000, guardSeconds: 100, createdAtSeconds: 1_000n },
  }
  const at = (nowSeconds: bigint, isExempt = false) =>
    quoteOf(buy({ curve: guarded, moment: { nowSeconds, isExempt } }))
  const free = at(1_100n)

  it('cost what gives them, the surcharge on top', () => {
    expect(free.surchargeLamports).toBe(0n)
    const first = at(1_000n)
    expect(first.surchargeLamports).toBe(free.lamports)
    expect(first.lamports).toBe(free.lamports * 2n)
    expect(at(1_050n).lamports - at(1_050n).surchargeLamports).toBe(free.lamports)
  })
  it('cost less every second, never more than the most that was accepted', () => {
    const shown = at(1_010n)
    for (const second of [1_011n, 1_050n, 1_100n])
      expect(at(second).lamports).toBeLessThan(shown.lamportsBound)
    expect(at(1_011n).lamports).toBeLessThan(shown.lamports)
  })
  it('move the price as without it', () => {
    expect(at(1_000n).priceImpactBps).toBe(free.priceImpactBps)
  })
  it('cost no surcharge as the creator’s first buy', () => {
    expect(at(1_000n, true).surchargeLamports).toBe(0n)
  })
  it('a sale of them pays none', () => {
    expect(quoteOf(sell({ curve: guarded })).surchargeLamports).toBe(0n)
  })
})
