// Before the wallet is asked: does the prepared trade do exactly what the card said? Pure; see docs/program.md for the bytes.
import { mustMatch, readSignable } from '../chain/program/signable.ts'
import type { TradeSide } from './rules.ts'

export interface ExpectedTrade {
  readonly programAddress: string
  readonly walletAddress: string
  readonly mintAddress: string
  readonly marketAddress: string
  readonly vaultAddress: string
  readonly side: TradeSide
  /** Lamports of a buy, base units of a sell. */
  readonly amountIn: bigint
  /** What the card promised at least. */
  readonly amountOutMin: bigint
}

/** Throws a TransactionMismatch unless the transaction is this trade and nothing beside it. */
export function verifyTrade(wire: Uint8Array, expected: ExpectedTrade): void {
  const { own, createdCoinAccount } = readSignable(wire, expected)
  const [trade, ...surplus] = own
  mustMatch(trade !== undefined && surplus.length === 0, `it has ${own.length} instructions of ours`)
  mustMatch(
    (trade.name === 'buy' && expected.side === 'BUY') || (trade.name === 'sell' && expected.side === 'SELL'),
    `it is a ${trade.name}`,
  )
  const [amountIn, amountOutMin] =
    trade.name === 'buy'
      ? [trade.lamportsIn, trade.baseUnitsOutMin]
      : [trade.baseUnitsIn, trade.lamportsOutMin]
  mustMatch(amountIn === expected.amountIn, 'another amount goes in')
  mustMatch(amountOutMin >= expected.amountOutMin, 'less may come out than the card said')
  const { user, market, mint, vault, userCoins } = trade.addresses
  mustMatch(user === expected.walletAddress, 'it trades for another wallet')
  mustMatch(
    market === expected.marketAddress && mint === expected.mintAddress && vault === expected.vaultAddress,
    'it trades another coin',
  )
  if (!createdCoinAccount) return
  mustMatch(expected.side === 'BUY', 'a sell makes no coin account')
  mustMatch(createdCoinAccount.mintAddress === mint, 'it makes an account of another coin')
  mustMatch(createdCoinAccount.address === userCoins, 'it makes another account than it buys into')
}
