import { describe, expect, it } from 'vitest'
import {
  countText,
  formatAge,
  formatCoins,
  formatCoinsExact,
  formatMoney,
  formatMoneyExact,
  formatPercent,
  formatPrice,
  formatSol,
  formatSolExact,
  formatSolShort,
  hoursLeft,
  priceParts,
  shortAddress,
} from './format.ts'

describe('prices', () => {
  it.each([
    ['0', '0'],
    ['0.000000000', '0'],
    ['', '0'],
    ['0.00000000123', '0.0₈123'],
    ['0.000000001', '0.0₈1'],
    ['0.000000001234567', '0.0₈1234'],
    ['0.00001', '0.0₄1'],
    ['0.00012345678', '0.00012345'],
    ['0.000120000', '0.00012'],
    ['0.00123456789', '0.001234'],
    ['0.5', '0.5'],
    ['0.1234567', '0.123456'],
    ['1', '1'],
    ['1.96', '1.9'],
    ['12345.678', '12,345.6'],
    ['0.0000000000001', '0.0₁₂1'],
  ])('shows %s as %s', (text, shown) => {
    expect(formatPrice(text)).toBe(shown)
  })
  it('gives the count of zeros apart, for a subscript', () => {
    expect(priceParts('0.00000000123')).toEqual({ head: '0.0', zeros: 8, digits: '123' })
    expect(priceParts('0.25')).toEqual({ head: '0.25', zeros: undefined, digits: '' })
  })
})

describe('dollars', () => {
  it.each([
    [0, '$0.00'],
    [0.004, '<$0.01'],
    [150, '$150.00'],
    [999.994, '$999.99'],
    [999.996, '$1.0K'],
    [12_345, '$12.3K'],
    [999_949, '$999.9K'],
    [999_950, '$1.00M'],
    ['1254321.99', '$1.25M'],
    [3_100_000_000, '$3.10B'],
    [-5, '−$5.00'],
    ['no number', '$–'],
  ])('shows %s as %s', (usd, shown) => {
    expect(formatMoney(usd)).toBe(shown)
  })
  it('has an exact form with every cent', () => {
    expect(formatMoneyExact('63000')).toBe('$63,000.00')
  })
})

describe('percent', () => {
  it('has one decimal, and a sign where asked', () => {
    expect(formatPercent(12.34)).toBe('12.3%')
    expect(formatPercent(12.34, { signed: true })).toBe('+12.3%')
    expect(formatPercent(-3.25, { signed: true })).toBe('−3.3%')
    expect(formatPercent(-0.04, { signed: true })).toBe('0.0%')
    expect(formatPercent(1234.5)).toBe('1,234.5%')
    expect(formatPercent(123_456)).toBe('123.5K%')
    expect(formatPercent(Number.NaN)).toBe('–')
  })
})

describe('SOL and coins', () => {
  it.each([
    ['0', '0'],
    ['1', '0.000000001'],
    ['11', '0.000000011'],
    ['5000', '0.000005'],
    ['1234567', '0.001234'],
    ['500000', '0.0005'],
    ['250000000', '0.25'],
    ['1999999999', '1.9999'],
    ['2000000000', '2'],
    ['12345678901234', '12,345.67'],
  ])('shows %s lamports as %s', (lamports, shown) => {
    expect(formatSol(lamports)).toBe(shown)
  })
  it.each([
    ['0', '0'],
    ['1', '0.000001'],
    ['1500000', '1.5'],
    ['999999999', '999.99'],
    ['7458787000000', '7.45M'],
    ['12345670000', '12,345'],
    ['1000000000000000', '1B'],
  ])('shows %s base units as %s', (baseUnits, shown) => {
    expect(formatCoins(baseUnits)).toBe(shown)
  })
  it('never rounds up', () => {
    expect(formatSol('999999999')).toBe('0.999999')
    expect(formatCoins('999999999999999')).toBe('999.99M')
  })
  it('keeps every unit in the exact form', () => {
    expect(formatSolExact('1234000000001')).toBe('1,234.000000001')
    expect(formatCoinsExact('1234567000001')).toBe('1,234,567.000001')
  })
})

describe('times', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  it.each([
    ['2026-11-21T12:00:05Z', 'now'],
    ['2026-11-21T12:00:00Z', 'now'],
    ['2026-11-21T11:59:48Z', '12s'],
    ['2026-11-21T11:59:00Z', '1m'],
    ['2026-11-21T09:00:00Z', '3h'],
    ['2026-11-19T12:00:00Z', '2d'],
    ['2026-07-01T12:00:00Z', '4mo'],
    ['2025-01-01T00:00:00Z', '1y'],
    ['nonsense', '–'],
  ])('%s is %s old', (iso, shown) => {
    expect(formatAge(iso, now)).toBe(shown)
  })
  it('rounds the hours of a boost up', () => {
    expect(hoursLeft('2026-11-21T12:00:01Z', now)).toBe(1)
    expect(hoursLeft('2026-11-22T12:00:00Z', now)).toBe(24)
    expect(hoursLeft('2026-11-22T12:00:05Z', now)).toBe(24)
    expect(hoursLeft('2026-11-22T12:30:00Z', now)).toBe(25)
    expect(hoursLeft('2026-11-21T11:00:00Z', now)).toBe(0)
    expect(hoursLeft(null, now)).toBe(0)
  })
})

describe('addresses', () => {
  const address = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
  it('shows the first 4 and last 4, or a creator’s first 6 and last 4', () => {
    expect(shortAddress(address)).toBe('9xQe…VFin')
    expect(shortAddress(address, '6-4')).toBe('9xQeWv…VFin')
  })
})

it.each([
  [0, '0 launches shown'],
  [1, '1 launch shown'],
  [2, '2 launches shown'],
  [1_000, '1,000 launches shown'],
])('%d: %s', (count, shown) => {
  expect(`${countText(count, 'launch', 'launches')} shown`).toBe(shown)
})

it.each([
  ['0', '0'],
  ['1', '<0.001'],
  ['999999', '<0.001'],
  ['1000000', '0.001'],
  ['123999999', '0.123'],
  ['1849999999', '1.84'],
  ['12349999999', '12.34'],
  ['123456789000', '123.4'],
  ['1234567890000', '1,234'],
  ['12345678900000', '12.3K'],
  ['1234567890000000', '1.23M'],
])('says %s lamports short, and never as more than they are', (lamports, shown) => {
  expect(formatSolShort(lamports)).toBe(shown)
})
