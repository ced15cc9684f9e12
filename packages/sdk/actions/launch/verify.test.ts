import type { Address } from '@solana/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { cidOfFolder } from '../../content/cid.ts'
import { addressOf } from '../../core/address.ts'
import { baseUnits, lamports } from '../../core/money.ts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  deriveMintAddress,
  type MarketAddresses,
} from '../../program/addresses.ts'
import {
  type AccountsOf,
  buildInstruction,
  type DataOf,
  type LaunchTexts,
} from '../../program/instructions.ts'
import { encodeTransaction, type Instruction } from '../../program/message.ts'
import { type LaunchChoices, STANDARD_TERMS, type Terms, termsHash } from '../../program/terms.ts'
import { createCoinAccountInstruction } from '../../program/token-2022.ts'
import type { LaunchDraft } from './rules.ts'
import { verifyLaunch } from './verify.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const CREATOR = addressNumber(3)
const SOME = { openingReserveLamports: lamports(30_000_000_000n), guardBps: 5_000, guardSeconds: 120 }
const [FOLDER, OTHER_FOLDER] = [cidOfFolder(new Uint8Array(32)), cidOfFolder(new Uint8Array(32).fill(1))]
const MISMATCH = 'The prepared transaction does not match what you asked for. Nothing was signed.'

let mint: Address
let seed: string
let addresses: MarketAddresses
let otherMarket: MarketAddresses
let userCoins: Address
let createCoins: Instruction
beforeAll(async () => {
  // A launch lives at an address that ends in jpg; about one seed in 200,000 makes one, so the check takes any here.
  seed = 'seed1'
  mint = 'So11111111111111111111111111111111111111jpg' as Address
  addresses = await deriveMarketAddresses(PROGRAM, mint)
  otherMarket = await deriveMarketAddresses(PROGRAM, await deriveMintAddress(CREATOR, 'other'))
  userCoins = await deriveAssociatedAddress(CREATOR, mint)
  createCoins = await createCoinAccountInstruction({ payer: CREATOR, wallet: CREATOR, mint })
})

const draft = (change: Partial<LaunchDraft> = {}): LaunchDraft => ({
  name: 'Doge',
  symbol: 'DOGE',
  collectionName: 'Doges',
  description: '',
  links: {},
  devBuyLamports: lamports(0),
  choices: SOME,
  boost: false,
  creatorAddress: CREATOR,
  ...change,
})
const launch = (
  change: Partial<LaunchTexts> = {},
  made: { readonly choices?: Partial<LaunchChoices>; readonly terms?: Partial<Terms> } = {},
) =>
  buildInstruction(
    PROGRAM,
    'launch',
    { ...addresses, creator: CREATOR, mintBase: PROGRAM },
    {
      texts: {
        seed,
        name: 'Doge',
        symbol: 'DOGE',
        collectionName: 'Doges',
        uri: `https://a.b/ipfs/${FOLDER}`,
        ...change,
      },
      choices: { ...SOME, ...made.choices },
      termsHash: termsHash({ ...STANDARD_TERMS, ...made.terms }),
    },
  )
const devBuy = (change: Partial<AccountsOf<'buy'> & DataOf<'buy'>> = {}) => {
  const amounts = { lamportsIn: lamports(500n), baseUnitsOutMin: baseUnits(400n) }
  const input = { ...addresses, user: CREATOR, userCoins, ...amounts, ...change }
  return buildInstruction(PROGRAM, 'buy', input, input)
}
const boost = (market = addresses) => buildInstruction(PROGRAM, 'boost', { ...market, payer: CREATOR })
const check = (
  instructions: readonly Instruction[],
  change: Partial<LaunchDraft> = {},
  devBuyBaseUnits = 400n,
  mintAddress: string = mint,
) =>
  verifyLaunch(encodeTransaction({ feePayer: CREATOR, recentBlockhash: addressNumber(7), instructions }), {
    programAddress: PROGRAM,
    draft: draft(change),
    terms: STANDARD_TERMS,
    mintAddress,
    devBuyBaseUnits,
    folderCid: FOLDER,
    publicUrl: 'https://a.b',
  })
const WITH_BUY = { devBuyLamports: lamports(500n) }

describe('accepts', () => {
  it.each([
    ['a launch alone', () => check([launch()])],
    [
      'a launch with dev buy and boost',
      () => check([launch(), createCoins, devBuy(), boost()], { ...WITH_BUY, boost: true }),
    ],
    ['a launch with a boost', () => check([launch(), boost()], { boost: true })],
  ])('%s', (_what, act) => {
    expect(act).not.toThrow()
  })
})

describe('refuses', () => {
  it.each([
    ['another name', () => check([launch({ name: 'Cat' })])],
    ['another symbol', () => check([launch({ symbol: 'CAT' })])],
    ['another collection name', () => check([launch({ collectionName: 'Cats' })])],
    ['another folder', () => check([launch({ uri: `https://a.b/ipfs/${OTHER_FOLDER}` })])],
    ['no folder', () => check([launch({ uri: 'https://a.b/m' })])],
    ['a folder in what servers don’t see', () => check([launch({ uri: `https://a.b/m#/ipfs/${FOLDER}` })])],
    ['the folder on another server', () => check([launch({ uri: `https://evil.example/ipfs/${FOLDER}` })])],
    [
      'the folder on a server of a longer name',
      () => check([launch({ uri: `https://a.b.c/ipfs/${FOLDER}` })]),
    ],
    ['the folder beside another path', () => check([launch({ uri: `https://a.b/x/ipfs/${FOLDER}` })])],
    ['a file beside it', () => check([launch({ uri: `https://a.b/ipfs/${FOLDER}/coin` })])],
    [
      'another opening reserve',
      () => check([launch({}, { choices: { openingReserveLamports: lamports(1_000_000_000n) } })]),
    ],
    ['another guard', () => check([launch({}, { choices: { guardBps: 4_999 } })])],
    ['a guard that lasts otherwise', () => check([launch({}, { choices: { guardSeconds: 600 } })])],
    ['no guard', () => check([launch({}, { choices: { guardBps: 0, guardSeconds: 0 } })])],
    ['another fee on sells', () => check([launch({}, { terms: { sellFeeBps: 500 } })])],
    ['another royalty', () => check([launch({}, { terms: { royaltyBps: 0 } })])],
    [
      'another market cap of graduation',
      () => check([launch({}, { terms: { graduationMarketCapLamports: lamports(421_000_000_000n) } })]),
    ],
    ['another mint address than was shown', () => check([launch()], {}, 0n, `${'1'.repeat(29)}jpg`)],
    ['a dev buy that was not asked for', () => check([launch(), createCoins, devBuy()])],
    ['a dev buy that is missing', () => check([launch()], WITH_BUY)],
    [
      'another dev buy',
      () => check([launch(), createCoins, devBuy({ lamportsIn: lamports(501n) })], WITH_BUY),
    ],
    [
      'a dev buy that may bring less than was shown',
      () => check([launch(), createCoins, devBuy({ baseUnitsOutMin: baseUnits(399n) })], WITH_BUY),
    ],
    ['a dev buy that was shown as nothing', () => check([launch(), createCoins, devBuy()], WITH_BUY, 0n)],
    ['a dev buy of another coin', () => check([launch(), createCoins, devBuy(otherMarket)], WITH_BUY)],
    [
      'a dev buy into another account',
      () => check([launch(), createCoins, devBuy({ userCoins: addressNumber(8) })], WITH_BUY),
    ],
    ['a boost that was not asked for', () => check([launch(), boost()])],
    ['a boost that is missing', () => check([launch()], { boost: true })],
    ['a boost of another coin', () => check([launch(), boost(otherMarket)], { boost: true })],
    ['a coin account that nothing needs', () => check([launch(), createCoins])],
    ['two launches', () => check([launch(), launch()])],
    ['another creator', () => check([launch()], { creatorAddress: addressNumber(4) })],
  ])('%s', (_what, act) => {
    expect(act).toThrow(MISMATCH)
  })
})
