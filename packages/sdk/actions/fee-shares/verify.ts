// Before the wallet is asked: does the prepared transaction name these receivers, or offer the right to this wallet, of this
// coin, and nothing else? Pure. Whom a change pays, and how much, is the account's own, and the program holds to it.
import { type FeeShare, nextShares } from '../../program/fee-shares.ts'
import { mustMatch, readSignable } from '../../program/signable.ts'

/** What was asked for. */
export type SharesChange =
  | { readonly action: 'set' | 'accept'; readonly next: readonly FeeShare[] }
  /** Undefined takes an offer back. */
  | { readonly action: 'offer'; readonly toAddress: string | undefined }

export interface ExpectedShares {
  readonly programAddress: string
  readonly walletAddress: string
  readonly marketAddress: string
  readonly change: SharesChange
  /** What it was shown to cost to migrate what an earlier version of the program left; without it nothing. */
  readonly migrationLamports?: bigint | undefined
}

/** Throws a TransactionMismatch unless the transaction is this change and nothing beside it. */
export function verifyShares(wire: Uint8Array, expected: ExpectedShares): void {
  const { own, createdCoinAccount, migrationLamports } = readSignable(wire, expected)
  const [asked, ...surplus] = own
  mustMatch(migrationLamports <= (expected.migrationLamports ?? 0n), 'it migrates more than was shown')
  const { change } = expected
  mustMatch(asked !== undefined && surplus.length === 0, `it has ${own.length} instructions of ours`)
  mustMatch(createdCoinAccount === undefined, 'a change of the receivers makes no coin account')
  if (change.action === 'offer') {
    mustMatch(asked.name === 'offerFeeShares', `it is a ${asked.name}`)
    mustMatch(asked.addresses.authority === expected.walletAddress, 'another wallet offers')
    mustMatch(asked.addresses.market === expected.marketAddress, 'it is about another coin')
    mustMatch(asked.pendingAuthority === change.toAddress, 'it offers the right to somebody else')
    return
  }
  mustMatch(asked.name === 'setFeeShares' || asked.name === 'acceptFeeShares', `it is a ${asked.name}`)
  mustMatch((asked.name === 'setFeeShares') === (change.action === 'set'), `it is a ${asked.name}`)
  const signer = asked.name === 'setFeeShares' ? asked.addresses.authority : asked.addresses.pendingAuthority
  mustMatch(signer === expected.walletAddress, 'another wallet decides')
  mustMatch(asked.addresses.market === expected.marketAddress, 'it is about another coin')
  const textOf = (shares: readonly FeeShare[]) => shares.map(({ address, bps }) => `${address} ${bps}`).join()
  mustMatch(textOf(nextShares(asked)) === textOf(change.next), 'it names other receivers')
}
