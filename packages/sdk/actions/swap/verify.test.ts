import type { Address } from '@solana/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '../../core/address.ts'
import { baseUnits, lamports } from '../../core/money.ts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  deriveNftAddresses,
  type MarketAddresses,
  type NftAddresses,
} from '../../program/addresses.ts'
import {
  boostInstruction,
  buyExactOutInstruction,
  buyInstruction,
  captureInstruction,
  type NftSource,
  releaseInstruction,
  sellInstruction,
} from '../../program/instructions.ts'
import { encodeTransaction, type Instruction } from '../../program/message.ts'
import { SYSTEM_PROGRAM } from '../../program/programs.ts'
import { TransactionMismatch } from '../../program/signable.ts'
import { createCoinAccountInstruction } from '../../program/token-2022.ts'
import { type ExpectedSwap, type VerifiedNft, verifySwap } from './verify.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const OTHER = addressNumber(4)
const MINT = addressNumber(5)
const OTHER_MINT = addressNumber(6)
const BLOCKHASH = addressNumber(7)
const NFT_UNITS = 1_000_000_000_000n

let addresses: MarketAddresses
let otherMarket: MarketAddresses
let userCoins: Address
let otherCoins: Address
const nfts = new Map<number, NftAddresses>()
const FOREIGN = [7, 8]
const foreign = new Map<number, NftAddresses>()
beforeAll(async () => {
  addresses = await deriveMarketAddresses(PROGRAM, MINT)
  otherMarket = await deriveMarketAddresses(PROGRAM, OTHER_MINT)
  userCoins = await deriveAssociatedAddress(WALLET, MINT)
  otherCoins = await deriveAssociatedAddress(OTHER, MINT)
  for (const edition of [0, 1, 2, 3, 4, 5, 7, 8, 1_000, 1_001])
    nfts.set(
      edition,
      await deriveNftAddresses(PROGRAM, { mintAddress: MINT, walletAddress: WALLET, edition }),
    )
  for (const edition of FOREIGN)
    foreign.set(
      edition,
      await deriveNftAddresses(PROGRAM, { mintAddress: OTHER_MINT, walletAddress: WALLET, edition }),
    )
})

const nftOf = (edition: number): NftAddresses => {
  const nft = nfts.get(edition)
  if (!nft) throw new Error(`no NFT ${edition} in this test`)
  return nft
}
const wire = (instructions: readonly Instruction[], feePayer: Address = WALLET) =>
  encodeTransaction({ feePayer, recentBlockhash: BLOCKHASH, instructions })
const common = () => ({ user: WALLET, userCoins, addresses })
const capture = (
  edition: number,
  source: NftSource = 'mint',
  change: Partial<Parameters<typeof captureInstruction>[1]> = {},
) => captureInstruction(PROGRAM, { ...common(), nft: nftOf(edition), source, ...change })
const release = (edition: number, change: Partial<Parameters<typeof releaseInstruction>[1]> = {}) =>
  releaseInstruction(PROGRAM, { ...common(), nft: nftOf(edition), ...change })
const buy = (count: bigint, lamportsInMax: bigint, change: object = {}) =>
  buyExactOutInstruction(PROGRAM, {
    ...common(),
    baseUnitsOut: baseUnits(NFT_UNITS * count),
    lamportsInMax: lamports(lamportsInMax),
    ...change,
  })
const sell = (count: bigint, lamportsOutMin: bigint, change: object = {}) =>
  sellInstruction(PROGRAM, {
    ...common(),
    baseUnitsIn: baseUnits(NFT_UNITS * count),
    lamportsOutMin: lamports(lamportsOutMin),
    ...change,
  })
const createCoins = (wallet = WALLET, mint = MINT) =>
  createCoinAccountInstruction({ payer: WALLET, wallet, mint })
const transfer = (from: Address): Instruction => ({
  programAddress: SYSTEM_PROGRAM,
  accounts: [
    { address: from, signer: true, writable: true },
    { address: OTHER, signer: false, writable: true },
  ],
  data: Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
})

const expected = (change: Partial<ExpectedSwap>): ExpectedSwap => ({
  programAddress: PROGRAM,
  walletAddress: WALLET,
  userCoinsAddress: userCoins,
  mintAddress: MINT,
  marketAddress: addresses.market,
  vaultAddress: addresses.vault,
  escrowAddress: addresses.escrow,
  collectionAddress: addresses.collection,
  kind: 'capture',
  count: 1,
  chosen: undefined,
  mintCountMax:
    change.kind === 'release' || change.kind === 'sell' || change.chosen ? 0 : (change.count ?? 1),
  lamportsInMax: 0n,
  lamportsOutMin: 0n,
  ...change,
})
const chosen = (...editions: number[]) =>
  editions.map((edition) => ({ edition, mintAddress: nftOf(edition).mint }))
const MISMATCH = 'The prepared transaction does not match what you asked for. Nothing was signed.'
type Outcome = string | readonly (readonly VerifiedNft[])[]
const check = (transactions: readonly (readonly Instruction[])[], change: Partial<ExpectedSwap>): Outcome => {
  try {
    return verifySwap(
      transactions.map((each) => wire(each)),
      expected(change),
    )
  } catch (error) {
    return error instanceof TransactionMismatch && error.message === MISMATCH ? error.reason : String(error)
  }
}
/** The numbers of each transaction, or why they are refused. */
const numbers = (
  transactions: readonly (readonly Instruction[])[],
  change: Partial<ExpectedSwap>,
): string | number[][] => {
  const outcome = check(transactions, change)
  return typeof outcome === 'string' ? outcome : outcome.map((step) => step.map(({ edition }) => edition))
}

describe('accepts', () => {
  it('a capture of as many as were asked for, over several transactions', () => {
    const outcome = check([[capture(1), capture(2)], [capture(3)]], { count: 3 })
    expect(outcome).toEqual([
      [
        { edition: 1, mintAddress: nftOf(1).mint, source: 'mint' },
        { edition: 2, mintAddress: nftOf(2).mint, source: 'mint' },
      ],
      [{ edition: 3, mintAddress: nftOf(3).mint, source: 'mint' }],
    ])
  })
  it('fewer minted than the card said, since what the escrow holds costs less', () => {
    expect(numbers([[capture(1), capture(7, 'escrow')]], { count: 2 })).toEqual([[1, 7]])
  })
  it('chosen ones out of the escrow, in any order', () => {
    const change = { count: 2, chosen: chosen(7, 8) }
    expect(numbers([[capture(8, 'escrow'), capture(7, 'escrow')]], change)).toEqual([[8, 7]])
  })
  it('the first and the last number', () => {
    expect(numbers([[capture(1), capture(1_000)]], { count: 2 })).toEqual([[1, 1_000]])
  })
  it('a release, with the coin account where it is missing', async () => {
    const change = { kind: 'release', count: 3, chosen: chosen(1, 2, 7) } as const
    expect(numbers([[await createCoins(), release(1), release(7)], [release(2)]], change)).toEqual([
      [1, 7],
      [2],
    ])
  })
  it('a buy before its captures, at the most that the card said or less', async () => {
    const change = { kind: 'buy', count: 2, lamportsInMax: 500n } as const
    expect(numbers([[await createCoins(), buy(2n, 500n), capture(1)], [capture(2)]], change)).toEqual([
      [1],
      [2],
    ])
    expect(numbers([[buy(2n, 499n), capture(1), capture(2)]], change)).toEqual([[1, 2]])
  })
  it('a sell after its releases, at the least that the card said or more', async () => {
    const change = { kind: 'sell', count: 2, chosen: chosen(1, 2), lamportsOutMin: 300n } as const
    expect(
      numbers(
        [
          [await createCoins(), release(1)],
          [release(2), sell(2n, 300n)],
        ],
        change,
      ),
    ).toEqual([[1], [2]])
    expect(numbers([[release(1), release(2), sell(2n, 301n)]], change)).toEqual([[1, 2]])
  })
})

describe('refuses, of what is swapped', () => {
  it('more or fewer than were asked for, and none at all', () => {
    expect(numbers([[capture(1)]], { count: 2 })).toMatch(/swaps 1 NFTs/)
    expect(numbers([[capture(1), capture(2)]], { count: 1, mintCountMax: 2 })).toMatch(/swaps 2 NFTs/)
    expect(numbers([], { count: 1 })).toMatch(/no transaction/)
  })
  it('a transaction that swaps nothing', async () => {
    expect(numbers([[capture(1)], []], { count: 1 })).toMatch(/swaps nothing/)
    const change = { kind: 'buy', count: 1, lamportsInMax: 9n } as const
    expect(numbers([[buy(1n, 9n)], [capture(1)]], change)).toMatch(/swaps nothing/)
  })
  it('an NFT twice, in one transaction or in two', () => {
    expect(numbers([[capture(1), capture(1)]], { count: 2 })).toMatch(/twice/)
    expect(numbers([[capture(1)], [capture(1)]], { count: 2 })).toMatch(/twice/)
  })
  it('a number that no collection has', () => {
    for (const edition of [0, 1_001])
      expect(numbers([[capture(edition)]], {})).toMatch(/no NFT of that number/)
  })
  it('another than the chosen ones, or a chosen number with the mint of another', () => {
    const change = { count: 2, chosen: chosen(7, 8) }
    expect(numbers([[capture(7, 'escrow'), capture(5, 'escrow')]], change)).toMatch(
      /#5, which was not chosen/,
    )
    const foreignMint = foreign.get(8)?.mint ?? ''
    const claimed = [...chosen(7), { edition: 8, mintAddress: foreignMint }]
    expect(numbers([[capture(7, 'escrow'), capture(8, 'escrow')]], { count: 2, chosen: claimed })).toMatch(
      /#8, which was not chosen/,
    )
    const swapped = { kind: 'release', count: 1, chosen: chosen(1) } as const
    expect(numbers([[release(2)]], swapped)).toMatch(/#2, which was not chosen/)
  })
  it('a new NFT in place of a chosen one, or more new ones than the card said', () => {
    expect(numbers([[capture(7)]], { count: 1, chosen: chosen(7) })).toMatch(/mints 1 NFTs/)
    expect(numbers([[capture(1), capture(2)]], { count: 2, mintCountMax: 1 })).toMatch(/mints 2 NFTs/)
  })
  it('a release in place of a capture, and the reverse', () => {
    expect(numbers([[release(1)]], {})).toMatch(/it is a release/)
    const change = { kind: 'release', count: 1, chosen: chosen(1) } as const
    expect(numbers([[capture(1, 'escrow')]], change)).toMatch(/it is a capture/)
    expect(numbers([[capture(1), release(2)]], { count: 2 })).toMatch(/it is a release/)
  })
})

describe('refuses, of where it goes', () => {
  it('another coin, escrow or collection', () => {
    const other = (part: Partial<MarketAddresses>) => [
      [capture(1, 'mint', { addresses: { ...addresses, ...part } })],
    ]
    expect(numbers(other(otherMarket), {})).toMatch(/another coin/)
    expect(numbers(other({ market: otherMarket.market }), {})).toMatch(/another coin/)
    expect(numbers(other({ mint: OTHER_MINT }), {})).toMatch(/another coin/)
    expect(numbers(other({ escrow: otherMarket.escrow }), {})).toMatch(/another escrow/)
    expect(numbers(other({ collection: otherMarket.collection }), {})).toMatch(/another collection/)
    const change = { kind: 'release', count: 1, chosen: chosen(1) } as const
    const released = [[release(1, { addresses: { ...addresses, escrow: otherMarket.escrow } })]]
    expect(numbers(released, change)).toMatch(/another escrow/)
  })
  it('one capture of another coin among captures of this one', () => {
    const strange = capture(2, 'mint', { addresses: otherMarket })
    expect(numbers([[capture(1)], [strange]], { count: 2 })).toMatch(/another coin/)
  })
  it('another wallet, which must sign too, or which pays', () => {
    expect(numbers([[capture(1, 'mint', { user: OTHER })]], {})).toMatch(/others must sign/)
    expect(() => verifySwap([wire([capture(1)], OTHER)], expected({}))).toThrow(TransactionMismatch)
  })
  it('the coin account of somebody else, in any of them', () => {
    const strange = { userCoins: otherCoins }
    expect(numbers([[capture(1, 'mint', strange)]], {})).toMatch(/coins of another account/)
    expect(numbers([[capture(1)], [capture(2, 'mint', strange)]], { count: 2 })).toMatch(
      /coins of another account/,
    )
    const released = { kind: 'release', count: 1, chosen: chosen(1) } as const
    expect(numbers([[release(1, strange)]], released)).toMatch(/coins of another account/)
    const bought = { kind: 'buy', count: 1, lamportsInMax: 9n } as const
    expect(numbers([[buy(1n, 9n, strange), capture(1)]], bought)).toMatch(/coins of another account/)
    const sold = { kind: 'sell', count: 1, chosen: chosen(1) } as const
    expect(numbers([[release(1), sell(1n, 1n, strange)]], sold)).toMatch(/coins of another account/)
  })
  it('a coin account that is another, of another coin, late, or made for a capture', async () => {
    const change = { kind: 'release', count: 2, chosen: chosen(1, 2) } as const
    const two = [release(1), release(2)]
    expect(numbers([[await createCoins(WALLET, OTHER_MINT), ...two]], change)).toMatch(/another coin/)
    expect(numbers([[await createCoins(OTHER), ...two]], change)).toMatch(/somebody else/)
    expect(numbers([[release(1)], [await createCoins(), release(2)]], change)).toMatch(/nothing needs/)
    expect(numbers([[await createCoins(), capture(1)]], {})).toMatch(/nothing needs/)
    const account = await createCoins()
    const elsewhere = {
      ...account,
      accounts: account.accounts.map((each, at) => (at === 1 ? { ...each, address: otherCoins } : each)),
    }
    expect(numbers([[elsewhere, ...two]], change)).toMatch(/another coin account/)
  })
})

describe('refuses, of the SOL that moves', () => {
  const bought = { kind: 'buy', count: 2, lamportsInMax: 500n } as const
  const sold = () => ({ kind: 'sell', count: 2, chosen: chosen(1, 2), lamportsOutMin: 300n }) as const
  it('a buy that may cost more, or buys another number of coins', () => {
    expect(numbers([[buy(2n, 501n), capture(1), capture(2)]], bought)).toMatch(/may cost more/)
    expect(numbers([[buy(1n, 500n), capture(1), capture(2)]], bought)).toMatch(/another number of coins/)
    expect(numbers([[buy(3n, 500n), capture(1), capture(2)]], bought)).toMatch(/another number of coins/)
  })
  it('a sell that may bring less, or sells another number of coins', () => {
    expect(numbers([[release(1), release(2), sell(2n, 299n)]], sold())).toMatch(/may bring less/)
    expect(numbers([[release(1), release(2), sell(3n, 300n)]], sold())).toMatch(/another number of coins/)
    expect(numbers([[release(1), release(2), sell(1n, 300n)]], sold())).toMatch(/another number of coins/)
  })
  it('captures without or before their buy, and a second buy', () => {
    expect(numbers([[capture(1), capture(2)]], bought)).toMatch(/begin with the buy/)
    expect(numbers([[capture(1), buy(2n, 500n), capture(2)]], bought)).toMatch(/begin with the buy/)
    expect(numbers([[capture(1)], [buy(2n, 500n), capture(2)]], bought)).toMatch(/begin with the buy/)
    expect(numbers([[buy(2n, 500n), buy(2n, 500n), capture(1), capture(2)]], bought)).toMatch(
      /it is a buyExactOut/,
    )
    const plain = buyInstruction(PROGRAM, {
      ...common(),
      lamportsIn: lamports(500n),
      baseUnitsOutMin: baseUnits(1n),
    })
    expect(numbers([[plain, capture(1), capture(2)]], bought)).toMatch(/begin with the buy/)
  })
  it('releases without or after their sell, and a second sell', () => {
    expect(numbers([[release(1), release(2)]], sold())).toMatch(/end with the sell/)
    expect(numbers([[release(1), sell(2n, 300n), release(2)]], sold())).toMatch(/end with the sell/)
    expect(numbers([[release(1), sell(2n, 300n)], [release(2)]], sold())).toMatch(/end with the sell/)
    const twice = [
      [release(1), sell(2n, 300n)],
      [release(2), sell(2n, 300n)],
    ]
    expect(numbers(twice, sold())).toMatch(/it is a sell/)
  })
  it('a trade beside a plain swap', () => {
    expect(numbers([[capture(1), sell(1n, 1n)]], {})).toMatch(/it is a sell/)
    expect(numbers([[buy(1n, 1n), capture(1)]], {})).toMatch(/it is a buyExactOut/)
    const change = { kind: 'release', count: 1, chosen: chosen(1) } as const
    expect(numbers([[release(1), sell(1n, 1n)]], change)).toMatch(/it is a sell/)
  })
  it('a buy or a sell at the market of another coin', () => {
    const strange = { addresses: otherMarket }
    expect(numbers([[buy(2n, 500n, strange), capture(1), capture(2)]], bought)).toMatch(/another coin/)
    expect(numbers([[release(1), release(2), sell(2n, 300n, strange)]], sold())).toMatch(/another coin/)
    const vault = { addresses: { ...addresses, vault: otherMarket.vault } }
    expect(numbers([[buy(2n, 500n, vault), capture(1), capture(2)]], bought)).toMatch(/another coin/)
  })
  it('a transfer of somebody else’s SOL, or a boost beside the swap', () => {
    expect(numbers([[capture(1), transfer(OTHER)]], {})).toMatch(/others must sign too/)
    const boost = boostInstruction(PROGRAM, { payer: WALLET, addresses })
    expect(numbers([[capture(1), boost]], {})).toMatch(/it is a boost/)
  })
})

it('refuses bytes that are not one whole transaction, at any place', () => {
  const bytes = wire([capture(2)])
  expect(() => verifySwap([wire([capture(1)]), bytes.slice(0, -1)], expected({ count: 2 }))).toThrow(
    TransactionMismatch,
  )
})
