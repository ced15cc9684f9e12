// Before the wallet is asked: is the prepared transaction one claim of this coin's fees, of all or of the wallet's share, and
// nothing else? Pure. How much it brings is the market's own, and the program pays it to whom it is due alone.
import type { AccountKinds } from '../../program/accounts.ts'
import { mustMatch, readSignable } from '../../program/signable.ts'

export interface ExpectedClaim {
  readonly programAddress: string
  readonly walletAddress: string
  readonly marketAddress: string
  /** What it was shown to cost to migrate what an earlier version of the program left; without it nothing. */
  readonly migrationLamports?: bigint | undefined
  /** As readSignable takes it. */
  readonly kinds?: AccountKinds
}

/** Throws a TransactionMismatch unless the transaction is this claim and nothing beside it. */
export function verifyClaim(wire: Uint8Array, expected: ExpectedClaim): void {
  const { own, createdCoinAccount, migrationLamports } = readSignable(wire, expected)
  const [claim, ...surplus] = own
  mustMatch(migrationLamports <= (expected.migrationLamports ?? 0n), 'it migrates more than was shown')
  mustMatch(claim !== undefined && surplus.length === 0, `it has ${own.length} instructions of ours`)
  mustMatch(claim.name === 'claimCreatorFees' || claim.name === 'drawFeeShare', `it is a ${claim.name}`)
  mustMatch(createdCoinAccount === undefined, 'a claim makes no coin account')
  const claimant = claim.name === 'drawFeeShare' ? claim.addresses.receiver : claim.addresses.creator
  mustMatch(claimant === expected.walletAddress, 'another wallet claims')
  mustMatch(claim.addresses.market === expected.marketAddress, 'it claims the fees of another coin')
}
