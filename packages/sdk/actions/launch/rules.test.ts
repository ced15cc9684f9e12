import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lamports } from '../../core/money.ts'
import { nftMintRent, TOKEN_ACCOUNT_RENT } from '../../core/rent.ts'
import { mintingLamports } from './cost.ts'
import { decideLaunch, type LaunchFieldErrors } from './rules.ts'

const FORM = {
  name: 'Doge',
  symbol: 'DOGE',
  collectionName: 'Doges',
  description: '',
  links: {},
  guardBps: 0,
  guardSeconds: 0,
  devBuyAmount: '0',
  boostLaunch: false,
  creatorAddress: '11111111111111111111111111111111',
}
const GRADUATION = lamports(420_000_000_000n)
const decide = (change: Partial<Parameters<typeof decideLaunch>[0]> = {}, graduation = GRADUATION) =>
  decideLaunch({ ...FORM, ...change }, graduation)
const errorsOf = (...asked: Parameters<typeof decide>): LaunchFieldErrors => {
  const decision = decide(...asked)
  return decision.kind === 'refused' ? decision.errors : {}
}
const choicesOf = (...asked: Parameters<typeof decide>) => {
  const decision = decide(...asked)
  return decision.kind === 'draft' ? decision.draft.choices : decision.errors
}

describe('the choices of a launch', () => {
  it('are 1 SOL and no guard where nothing is said', () => {
    expect(choicesOf()).toEqual({ openingReserveLamports: 1_000_000_000n, guardBps: 0, guardSeconds: 0 })
  })

  it.each([
    [{ openingReserveLamports: '100000000000' }, 100_000_000_000n],
    [{ openingReserveLamports: '1000000001' }, 1_000_000_001n],
    [{ initialPrice: '0.000000001' }, 1_000_000_000n],
    [{ initialPrice: '0.00000003' }, 30_000_000_000n],
    [{ openingReserveLamports: '10000000000', initialPrice: '0.0000000100' }, 10_000_000_000n],
  ])('%j opens with %d lamports', (said, opening) => {
    expect(choicesOf(said)).toMatchObject({ openingReserveLamports: opening })
  })

  it.each([
    [{ openingReserveLamports: '999999999' }, 'The opening reserve is 1 to 100 SOL'],
    [{ openingReserveLamports: '100000000001' }, 'The opening reserve is 1 to 100 SOL'],
    [{ openingReserveLamports: '99999999999999999999' }, 'The opening reserve is 1 to 100 SOL'],
    [{ initialPrice: '0' }, 'The opening reserve is 1 to 100 SOL'],
    [{ initialPrice: 'cheap' }, 'The initial price is not an amount of SOL'],
    [{ initialPrice: '-0.000000001' }, 'The initial price is not an amount of SOL'],
    [
      { openingReserveLamports: '30000000000', initialPrice: '0.000000001' },
      'The initial price is a billionth of the opening reserve: say one of them, or both alike',
    ],
  ])('%j is refused', (said, sentence) => {
    expect(errorsOf(said)).toEqual({ openingReserveLamports: sentence })
  })

  it('open at a quarter of the market cap of graduation at most, where that is known', () => {
    const opening = { openingReserveLamports: '30000000000' }
    expect(errorsOf(opening, lamports(120_000_000_000n))).toEqual({})
    expect(errorsOf(opening, lamports(119_999_999_999n)).openingReserveLamports).toBe(
      'The opening reserve is at most a quarter of the market cap of graduation: 1 to 29.999999999 SOL',
    )
    expect(decideLaunch({ ...FORM, ...opening }, undefined).kind).toBe('draft')
  })

  it.each([
    [0, 1],
    [1, 0],
    [5_001, 120],
    [5_000, 601],
    [-1, 120],
    [100, -1],
  ])('have no guard of %d basis points for %d seconds', (guardBps, guardSeconds) => {
    expect(errorsOf({ guardBps, guardSeconds })).toEqual({
      guard: 'The launch guard is 1 to 5000 basis points for 1 to 600 seconds, or 0 for 0 seconds',
    })
  })

  it.each([
    [1, 1],
    [5_000, 600],
  ])('have a guard of %d basis points for %d seconds', (guardBps, guardSeconds) => {
    expect(choicesOf({ guardBps, guardSeconds })).toMatchObject({ guardBps, guardSeconds })
  })
})

describe('the texts of a launch', () => {
  const fields = ['name', 'symbol', 'collectionName'] as const
  const cases = fields.flatMap((field) => [
    { field, what: 'spaces', text: ' \t\u00a0\u2003\u3000' },
    { field, what: 'nothing', text: '' },
    { field, what: 'a space of no width', text: 'Do\u200bge' },
    { field, what: 'a turning character', text: 'Do\u202ege' },
    { field, what: 'an end of line that is not seen', text: 'Do\u2028ge' },
    { field, what: 'a letter that is not seen', text: '\u3164' },
    { field, what: 'a tag', text: `Do\u{e0041}ge` },
    { field, what: 'a byte order mark', text: 'Do\ufeffge' },
    { field, what: 'half a character', text: 'Do\ud83dge' },
    { field, what: 'a line break', text: 'Do\nge' },
  ])
  it.each(cases)('have no $what in $field', ({ field, text }) => {
    expect(Object.keys(errorsOf({ [field]: text }))).toEqual([field])
  })

  it('may be of any script, with emoji', () => {
    expect(errorsOf({ name: 'كلب 狗 🐕‍🦺', symbol: '狗🐕', collectionName: 'Chiens d’été' })).toEqual({})
  })
})

it('what minting an NFT costs is estimated as the swap charges it', () => {
  const texts = { symbol: 'DOGE', collectionName: 'Dögen' }
  const server = 'https://twinmint.example'
  const metadataUri = `${server}/ipfs/b${'m'.repeat(58)}`
  expect(mintingLamports(texts, server)).toBe(nftMintRent({ ...texts, metadataUri }, 1) + TOKEN_ACCOUNT_RENT)
})

it('the form refuses every character that the program refuses', () => {
  const source = readFileSync('program/src/launch.rs', 'utf8')
  const listed = /fn is_unseen[\s\S]*?character as u32,\s*([\s\S]*?)\n\s*\)/.exec(source)?.[1] ?? ''
  const ranges = listed.split('|').map((part) => {
    const [from = '', to] = part.trim().split('..')
    return [
      Number(from),
      to === undefined ? Number(from) : to === '' ? 0x10_ff_ff : Number(to.slice(1)),
    ] as const
  })
  expect(ranges.length).toBeGreaterThan(15)
  const taken = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((point) => {
      const decision = decide({ name: `Do${String.fromCodePoint(point)}ge` })
      return decision.kind === 'draft'
    }),
  )
  expect(taken.map((point) => point.toString(16))).toEqual([])
})

it('takes the links as they are stored, and says of each that is none why', () => {
  const decision = decide({ links: { website: 'frog.example', x: '@frog', telegram: ' ' } })
  expect(decision.kind === 'draft' && decision.draft.links).toEqual({
    website: 'https://frog.example/',
    x: 'https://x.com/frog',
  })
  const errors = errorsOf({
    links: { website: 'http://frog.example', x: 'two words', telegram: 'https://frog.example' },
  })
  expect(Object.keys(errors)).toEqual(['website', 'x', 'telegram'])
  expect(errors.website).toBe(
    'The website is an https address, like https://frog.example, of at most 200 bytes',
  )
})
