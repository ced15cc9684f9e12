// Before the wallet is asked, and again with what it returned: do the prepared transactions swap exactly what the card
// said? Pure; see docs/program.md for the bytes.

import { NFT_BASE_UNITS } from '../../core/curve.ts'
import { EDITIONS } from '../../core/rarity.ts'
import type { NftSource } from '../../program/instructions.ts'
import { mustMatch, readSignable, type SignableTransaction } from '../../program/signable.ts'
import type { SwapKind } from './rules.ts'

export interface ExpectedSwap {
  readonly programAddress: string
  readonly walletAddress: string
  /** The wallet's own account of the coin. */
  readonly userCoinsAddress: string
  readonly mintAddress: string
  readonly marketAddress: string
  readonly vaultAddress: string
  readonly escrowAddress: string
  readonly collectionAddress: string
  readonly kind: SwapKind
  readonly count: number
  /** Exactly these; undefined means as many as `count`, whichever come next. */
  readonly chosen: readonly { readonly edition: number; readonly mintAddress: string }[] | undefined
  /** So many of them may be made by the swap, which costs more than one out of the escrow. */
  readonly mintCountMax: number
  /** The most that a buy pays. */
  readonly lamportsInMax: bigint
  /** The least that a sell brings. */
  readonly lamportsOutMin: bigint
}

/** An NFT that a transaction swaps; `source` is null where it goes to the escrow. */
export interface VerifiedNft {
  readonly edition: number
  readonly mintAddress: string
  readonly source: NftSource | null
}

type OwnInstruction = SignableTransaction['own'][number]

/** What each transaction swaps, in their order. */
export type SwapSteps = readonly (readonly VerifiedNft[])[]

/** Throws a TransactionMismatch unless all of the transactions together are this swap and nothing beside it. */
export function verifySwap(wires: readonly Uint8Array[], expected: ExpectedSwap): SwapSteps {
  const transactions = wires.map((wire, at) => {
    const read = readSignable(wire, expected)
    verifyCoinAccount(read, expected, at === 0)
    return read.own
  })
  const swaps = withoutTrade(transactions, expected)
  const steps = swaps.map((own) => own.map((instruction) => swappedNft(instruction, expected)))
  mustMatch(
    steps.every((nfts) => nfts.length > 0),
    'a transaction swaps nothing',
  )
  verifyNfts(steps.flat(), expected)
  return steps
}

/** Coins are received by the first transaction, so only there may their account be made. */
function verifyCoinAccount(
  { createdCoinAccount }: SignableTransaction,
  expected: ExpectedSwap,
  isFirst: boolean,
): void {
  if (!createdCoinAccount) return
  mustMatch(isFirst && expected.kind !== 'capture', 'it makes a coin account that nothing needs')
  mustMatch(createdCoinAccount.mintAddress === expected.mintAddress, 'it makes an account of another coin')
  mustMatch(createdCoinAccount.address === expected.userCoinsAddress, 'it makes another coin account')
}

/** The instructions that swap NFTs: all but the buy before them or the sell after them, which is checked here. */
function withoutTrade(
  transactions: readonly (readonly OwnInstruction[])[],
  expected: ExpectedSwap,
): readonly (readonly OwnInstruction[])[] {
  mustMatch(transactions.length > 0, 'there is no transaction')
  if (expected.kind === 'buy') {
    const [first = [], ...rest] = transactions
    const [buy, ...captures] = first
    mustMatch(buy?.name === 'buyExactOut', 'it does not begin with the buy')
    mustMatch(buy.baseUnitsOut === coinsOf(expected), 'it buys another number of coins')
    mustMatch(buy.lamportsInMax <= expected.lamportsInMax, 'it may cost more than the card said')
    verifyMarket(buy.addresses, expected)
    return [captures, ...rest]
  }
  if (expected.kind === 'sell') {
    const last = transactions.at(-1) ?? []
    const sell = last.at(-1)
    mustMatch(sell?.name === 'sell', 'it does not end with the sell')
    mustMatch(sell.baseUnitsIn === coinsOf(expected), 'it sells another number of coins')
    mustMatch(sell.lamportsOutMin >= expected.lamportsOutMin, 'it may bring less than the card said')
    verifyMarket(sell.addresses, expected)
    return [...transactions.slice(0, -1), last.slice(0, -1)]
  }
  return transactions
}

const coinsOf = ({ count }: ExpectedSwap): bigint => NFT_BASE_UNITS * BigInt(count)

function verifyMarket(
  addresses: {
    readonly user: string
    readonly market: string
    readonly mint: string
    readonly vault: string
    readonly userCoins: string
  },
  expected: ExpectedSwap,
): void {
  verifyParties(addresses, expected)
  mustMatch(addresses.vault === expected.vaultAddress, 'it trades another coin')
}

function verifyParties(
  addresses: {
    readonly user: string
    readonly market: string
    readonly mint: string
    readonly userCoins: string
  },
  expected: ExpectedSwap,
): void {
  mustMatch(addresses.user === expected.walletAddress, 'it swaps for another wallet')
  mustMatch(
    addresses.market === expected.marketAddress && addresses.mint === expected.mintAddress,
    'it swaps another coin',
  )
  mustMatch(addresses.userCoins === expected.userCoinsAddress, 'it moves the coins of another account')
}

function swappedNft(instruction: OwnInstruction, expected: ExpectedSwap): VerifiedNft {
  const captures = expected.kind === 'capture' || expected.kind === 'buy'
  mustMatch(instruction.name === (captures ? 'capture' : 'release'), `it is a ${instruction.name}`)
  const { addresses, edition } = instruction
  verifyParties(addresses, expected)
  mustMatch(addresses.escrow === expected.escrowAddress, 'it swaps with another escrow')
  mustMatch(edition >= 1 && edition <= EDITIONS, 'there is no NFT of that number')
  if (instruction.name === 'release') return { edition, mintAddress: addresses.nftMint, source: null }
  const { source } = instruction
  mustMatch(
    source === 'escrow' || instruction.addresses.origin === expected.collectionAddress,
    'it mints into another collection',
  )
  return { edition, mintAddress: addresses.nftMint, source }
}

function verifyNfts(nfts: readonly VerifiedNft[], expected: ExpectedSwap): void {
  mustMatch(nfts.length === expected.count, `it swaps ${nfts.length} NFTs`)
  mustMatch(new Set(nfts.map(({ edition }) => edition)).size === nfts.length, 'it swaps an NFT twice')
  const minted = nfts.filter(({ source }) => source === 'mint').length
  mustMatch(minted <= expected.mintCountMax, `it mints ${minted} NFTs`)
  if (!expected.chosen) return
  const mintOf = new Map(expected.chosen.map(({ edition, mintAddress }) => [edition, mintAddress]))
  for (const { edition, mintAddress } of nfts)
    mustMatch(mintOf.get(edition) === mintAddress, `it swaps #${edition}, which was not chosen`)
}
