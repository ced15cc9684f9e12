// Before the wallet is asked: does the prepared trade do exactly what the card said? Pure; see docs/program.md for the bytes.
import { mustMatch, readSignable } from '../../program/signable.ts'
import type { TradeBounds } from './rules.ts'

export interface ExpectedTrade {
  readonly programAddress: string
  readonly walletAddress: string
  readonly mintAddress: string
  readonly marketAddress: string
  readonly vaultAddress: string
  /** What the card promised. */
  readonly shown: TradeBounds
}

/** Throws a TransactionMismatch unless the transaction is this trade and nothing beside it. */
export function verifyTrade(wire: Uint8Array, expected: ExpectedTrade): void {
  const { own, createdCoinAccount } = readSignable(wire, expected)
  const { shown } = expected
  const [trade, ...surplus] = own
  mustMatch(trade !== undefined && surplus.length === 0, `it has ${own.length} instructions of ours`)
  if (trade.name === 'buy') {
    mustMatch(shown.side === 'BUY', 'it is a buy')
    mustMatch(trade.lamportsIn === shown.inLamports, 'another amount goes in')
    mustMatch(trade.baseUnitsOutMin >= shown.outBaseUnitsMin, 'less may come out than the card said')
  } else {
    mustMatch(trade.name === 'sell' && shown.side === 'SELL', `it is a ${trade.name}`)
    mustMatch(trade.baseUnitsIn === shown.inBaseUnits, 'another amount goes in')
    mustMatch(trade.lamportsOutMin >= shown.outLamportsMin, 'less may come out than the card said')
  }
  const { user, market, mint, vault, userCoins } = trade.addresses
  mustMatch(user === expected.walletAddress, 'it trades for another wallet')
  mustMatch(
    market === expected.marketAddress && mint === expected.mintAddress && vault === expected.vaultAddress,
    'it trades another coin',
  )
  if (!createdCoinAccount) return
  mustMatch(shown.side === 'BUY', 'a sell makes no coin account')
  mustMatch(createdCoinAccount.mintAddress === mint, 'it makes an account of another coin')
  mustMatch(createdCoinAccount.address === userCoins, 'it makes another account than it buys into')
}
