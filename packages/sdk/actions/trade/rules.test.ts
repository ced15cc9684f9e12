import { describe, expect, it } from 'vitest'
import {
  type CurveState,
  launchState,
  quoteBuy,
  quoteSell,
  STANDARD_OPENING_LAMPORTS,
} from '../../core/curve.ts'
import { baseUnits, lamports } from '../../core/money.ts'
import { NETWORK_FEE, TOKEN_ACCOUNT_RENT, WALLET_RENT } from '../../core/rent.ts'
import {
  decideAgain,
  decideTrade,
  impactLevel,
  locksMore,
  outChangeBps,
  outText,
  shareOfBalance,
  surchargeBps,
  type TradeAmounts,
  type TraderHoldings,
  typedAmount,
} from './rules.ts'

const SOL = 1_000_000_000n
const curve: CurveState = {
  ...launchState({
    graduationMarketCapLamports: lamports(420n * SOL),
    sellFeeBps: 100n,
    creatorShareBps: 5_000n,
    openingReserveLamports: STANDARD_OPENING_LAMPORTS,
  }),
  // One SOL was paid in.
  reserveLamports: lamports(2n * SOL),
  reserveBaseUnits: baseUnits(500_000_000_000_000n),
  realLamports: lamports(SOL),
}
const rich: TraderHoldings = {
  lamports: lamports(10n * SOL),
  baseUnits: baseUnits(500_000_000_000_000n),
  hasCoinAccount: true,
}
type Change = Partial<Parameters<typeof decideTrade>[0]> & { readonly amountText?: string }
const decide = ({ amountText = '1', side = 'BUY', ...change }: Change) =>
  decideTrade({
    side,
    amount: typedAmount(side, amountText, 'DOGE'),
    slippagePercentText: '5',
    curve,
    holdings: rich,
    moment: { nowSeconds: 0n },
    paused: false,
    ...change,
  })
const quoteOf = (change: Change) => {
  const decision = decide(change)
  if (decision.kind !== 'quote') throw new Error(`refused: ${decision.code}`)
  return decision.quote
}

describe('refuses, in order of precedence', () => {
  const poor: TraderHoldings = { lamports: lamports(0), baseUnits: baseUnits(0), hasCoinAccount: false }
  it.each([
    ['a buy while buys are paused, whatever else', { paused: true, amountText: '0' }, 'paused'],
    ['nothing', { amountText: '0' }, 'amountZero'],
    ['what is no number', { amountText: 'a lot' }, 'amountZero'],
    ['more decimals than SOL has', { amountText: '0.0000000001' }, 'amountUnclear'],
    ['more than 64 bits', { amountText: '99999999999' }, 'overflow'],
    ['slippage above 50 %', { slippagePercentText: '50.01', holdings: poor }, 'invalidSlippage'],
    ['slippage below 0.1 %', { slippagePercentText: '0.09' }, 'invalidSlippage'],
    [
      'a sell of so little that nothing comes out',
      { side: 'SELL', amountText: '0.000001' },
      'amountTooSmall',
    ],
    ['a buy beyond the wallet', { amountText: '10', holdings: rich }, 'insufficientLamports'],
    ['a buy that leaves less than an account may hold', { amountText: '9.9999' }, 'insufficientRent'],
    ['a sell beyond the holding', { side: 'SELL', amountText: '500000000.000001' }, 'insufficientBaseUnits'],
    [
      'a sell without SOL for the fee',
      { side: 'SELL', holdings: { ...rich, lamports: lamports(4_999n) } },
      'insufficientLamports',
    ],
  ] as const)('%s', (_name, change, code) => {
    expect(decide(change)).toMatchObject({ kind: 'refused', code })
  })
  it('no sell because of a pause', () => {
    expect(decide({ side: 'SELL', paused: true })).toMatchObject({ kind: 'quote' })
  })
})

describe('quotes', () => {
  it('the account’s rent only with the first buy', () => {
    expect(quoteOf({}).rentLamports).toBe(0n)
    expect(quoteOf({ holdings: { ...rich, hasCoinAccount: false } }).rentLamports).toBe(TOKEN_ACCOUNT_RENT)
    expect(quoteOf({ side: 'SELL' }).rentLamports).toBe(0n)
  })
  it('a graduated coin’s pool by the same formula', () => {
    const bought = quoteBuy(curve, lamports(19n * SOL), { nowSeconds: 0n })
    if (bought.kind === 'refused') throw new Error(bought.code)
    expect(bought.graduates).toBe(true)
    const pool = bought.after
    const sold = quoteSell(pool, baseUnits(1_000_000_000_000n))
    if (sold.kind === 'refused') throw new Error(sold.code)
    const quote = quoteOf({ side: 'SELL', amountText: '1,000,000', curve: pool })
    expect(quote).toMatchObject({ side: 'SELL', outLamports: sold.lamportsOut })
    expect(quoteOf({ curve: pool })).toMatchObject({ graduates: false, feeLamports: 0n })
  })
  it('a price impact that grows with the amount, and what it asks for', () => {
    // 1 SOL against 2: a third of it is lost to the move.
    expect(quoteOf({ amountText: '1' }).priceImpactBps).toBe(3_333n)
    expect(quoteOf({ amountText: '0.2' }).impactLevel).toBe('small')
    expect(impactLevel(999n)).toBe('small')
    expect(impactLevel(1_000n)).toBe('warned')
    expect(impactLevel(2_499n)).toBe('warned')
    expect(impactLevel(2_500n)).toBe('confirmed')
  })
})

it('flips to exactly what the other side brings', () => {
  const bought = quoteOf({ amountText: '1' })
  const text = outText(bought)
  expect(text).toBe('166666666.666666')
  const sold = quoteOf({ side: 'SELL', amountText: text })
  if (bought.side !== 'BUY' || sold.side !== 'SELL') throw new Error('another side')
  expect(sold.inBaseUnits).toBe(bought.outBaseUnits)
  expect(quoteOf({ amountText: outText(sold) })).toMatchObject({ side: 'BUY', inLamports: sold.outLamports })
})

it('decides a trade again at the figures of now', () => {
  const asked = quoteOf({ amountText: '0.123456789', slippagePercentText: '2.5' })
  const now = { curve, holdings: rich, moment: { nowSeconds: 0n }, paused: false }
  expect(decideAgain(asked, now)).toEqual({ kind: 'quote', quote: asked })
  const moved = {
    ...curve,
    reserveLamports: lamports(4n * SOL),
    reserveBaseUnits: baseUnits(250_000_000_000_000n),
  }
  expect(decideAgain(asked, { ...now, curve: moved })).toMatchObject({
    kind: 'quote',
    quote: { inLamports: 123_456_789n, slippageBps: 250n },
  })
  expect(decideAgain(asked, { ...now, paused: true })).toMatchObject({ kind: 'refused', code: 'paused' })
})

it('says by how much what comes out changed, towards zero', () => {
  const buy = (out: bigint): TradeAmounts => ({
    side: 'BUY',
    inLamports: lamports(1),
    outBaseUnits: baseUnits(out),
    outBaseUnitsMin: baseUnits(0),
  })
  const sell: TradeAmounts = {
    side: 'SELL',
    inBaseUnits: baseUnits(1),
    outLamports: lamports(979),
    outLamportsMin: lamports(0),
  }
  expect(outChangeBps(buy(1_000n), buy(979n))).toBe(-210n)
  expect(outChangeBps(buy(1_000n), buy(1_021n))).toBe(210n)
  expect(outChangeBps(buy(30_000n), buy(29_999n))).toBe(0n)
  expect(outChangeBps(buy(0n), buy(5n))).toBe(0n)
  // Coins are not compared with SOL.
  expect(outChangeBps(buy(1_000n), sell)).toBe(0n)
})

describe('shares of the balance', () => {
  it('are of 1 SOL while no wallet is connected, and of nothing when selling', () => {
    expect(shareOfBalance('BUY', 25, undefined)).toBe(250_000_000n)
    expect(shareOfBalance('BUY', 100, undefined)).toBe(SOL)
    expect(shareOfBalance('SELL', 100, undefined)).toBe(0n)
  })
  it('keep fees and rents back on Max, so that it can be spent', () => {
    const newcomer = { ...rich, hasCoinAccount: false }
    const most = shareOfBalance('BUY', 100, newcomer)
    expect(most).toBe(10n * SOL - NETWORK_FEE - WALLET_RENT - TOKEN_ACCOUNT_RENT)
    expect(shareOfBalance('BUY', 50, newcomer)).toBe(5n * SOL)
    expect(shareOfBalance('SELL', 100, rich)).toBe(rich.baseUnits)
    expect(shareOfBalance('BUY', 100, { ...newcomer, lamports: lamports(1_000n) })).toBe(0n)
  })
})

describe('while the launch guard runs', () => {
  const launched = launchState({
    graduationMarketCapLamports: lamports(420n * SOL),
    sellFeeBps: 100n,
    creatorShareBps: 5_000n,
    openingReserveLamports: lamports(30n * SOL),
    guard: { guardBps: 5_000, guardSeconds: 120, createdAtSeconds: 1_000n },
  })
  const at = (second: bigint, change: Change = {}) => {
    const quote = quoteOf({ curve: launched, moment: { nowSeconds: second }, ...change })
    if (quote.side !== 'BUY') throw new Error('another side')
    return quote
  }
  it('a buy says what of it is locked, and pays no more than was typed', () => {
    const half = at(1_000n)
    expect(half).toMatchObject({ inLamports: SOL, surchargeLamports: SOL / 2n, feeLamports: 0n })
    expect(surchargeBps(half)).toBe(5_000n)
    // What half of it brings without a guard.
    const free = quoteOf({ curve: launched, moment: { nowSeconds: 2_000n }, amountText: '0.5' })
    expect(free).toMatchObject({ outBaseUnits: half.outBaseUnits, surchargeLamports: 0n })
  })
  it('more comes out every second, until it brings the most', () => {
    const outs = [1_000n, 1_001n, 1_060n, 1_119n, 1_120n].map((second) => at(second).outBaseUnits)
    expect(outs).toEqual([...outs].sort((a, b) => (a < b ? -1 : 1)))
    expect(new Set(outs).size).toBe(outs.length)
    expect(at(1_120n).surchargeLamports).toBe(0n)
  })
  it('the least that was accepted in one second holds in every later one', () => {
    const shown = at(1_030n)
    for (const second of [1_031n, 1_060n, 1_120n])
      expect(at(second).outBaseUnits).toBeGreaterThan(shown.outBaseUnitsMin)
  })
  it('the price impact is without the surcharge', () => {
    expect(at(1_000n).priceImpactBps).toBe(at(2_000n, { amountText: '0.5' }).priceImpactBps)
    expect(at(1_000n).priceImpactBps).toBeLessThan(at(2_000n).priceImpactBps)
  })
  it('the creator’s first buy pays none, up to 5 % of the supply', () => {
    const exempt = { moment: { nowSeconds: 1_000n, isExempt: true } }
    expect(at(1_000n, exempt).surchargeLamports).toBe(0n)
    expect(at(1_000n, { ...exempt, amountText: '2' }).surchargeLamports).toBe(SOL)
  })
  it('a sell pays none', () => {
    const bought = { ...launched, realLamports: lamports(SOL), reserveLamports: lamports(31n * SOL) }
    const sold = quoteOf({ side: 'SELL', curve: bought, moment: { nowSeconds: 1_000n }, amountText: '1000' })
    expect(sold.surchargeLamports).toBe(0n)
    expect(surchargeBps(sold)).toBe(0n)
  })
  it('as much as is nothing after it is refused', () => {
    expect(
      decide({ curve: launched, moment: { nowSeconds: 1_000n }, amountText: '0.000000001' }),
    ).toMatchObject({ kind: 'refused', code: 'amountTooSmall' })
  })
  it('more surcharge than was shown is another trade, the next second of a guard is not', () => {
    const shown = at(1_030n)
    expect(locksMore(at(1_029n), shown)).toBe(false)
    expect(locksMore(at(1_000n), shown)).toBe(true)
    expect(locksMore(at(1_060n), shown)).toBe(false)
    expect(locksMore(at(1_000n), at(1_000n, { moment: { nowSeconds: 1_000n, isExempt: true } }))).toBe(true)
  })
})
