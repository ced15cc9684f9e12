// Before the wallet is asked: is the prepared transaction one boost of this coin, and nothing else? The price is the
// market's own, fixed at launch and taken by the program. Pure.
import { mustMatch, readSignable } from '../../program/signable.ts'

export interface ExpectedBoost {
  readonly programAddress: string
  readonly walletAddress: string
  readonly marketAddress: string
}

/** Throws a TransactionMismatch unless the transaction is this boost and nothing beside it. */
export function verifyBoost(wire: Uint8Array, expected: ExpectedBoost): void {
  const { own, createdCoinAccount } = readSignable(wire, expected)
  const [boost, ...surplus] = own
  mustMatch(boost !== undefined && surplus.length === 0, `it has ${own.length} instructions of ours`)
  mustMatch(boost.name === 'boost', `it is a ${boost.name}`)
  mustMatch(createdCoinAccount === undefined, 'a boost makes no coin account')
  mustMatch(boost.addresses.payer === expected.walletAddress, 'another wallet pays')
  mustMatch(boost.addresses.market === expected.marketAddress, 'it boosts another coin')
}
