// Before the wallet is asked: is the prepared transaction one claim of this coin's creator fees, and nothing else? Pure. How
// much it brings is the market's own, and the program pays it to the creator alone.
import { mustMatch, readSignable } from '../wallet/signable.ts'

export interface ExpectedClaim {
  readonly programAddress: string
  readonly walletAddress: string
  readonly marketAddress: string
}

/** Throws a TransactionMismatch unless the transaction is this claim and nothing beside it. */
export function verifyClaim(wire: Uint8Array, expected: ExpectedClaim): void {
  const { own, createdCoinAccount } = readSignable(wire, expected)
  const [claim, ...surplus] = own
  mustMatch(claim !== undefined && surplus.length === 0, `it has ${own.length} instructions of ours`)
  mustMatch(claim.name === 'claimCreatorFees', `it is a ${claim.name}`)
  mustMatch(createdCoinAccount === undefined, 'a claim makes no coin account')
  mustMatch(claim.addresses.creator === expected.walletAddress, 'another wallet claims')
  mustMatch(claim.addresses.market === expected.marketAddress, 'it claims the fees of another coin')
}
