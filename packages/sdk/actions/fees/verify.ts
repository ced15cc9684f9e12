// Before the wallet is asked: are the prepared transactions claims of the fees of the coins that were shown, each once at the
// most, and nothing else? Pure. How much each brings is its market's own, and the program pays it to whom it is due alone.
import type { AccountKinds } from '../../program/accounts.ts'
import { mustMatch, readSignable } from '../../program/signable.ts'

export interface ExpectedClaims {
  readonly programAddress: string
  readonly walletAddress: string
  /** Of the coins that were shown. */
  readonly marketAddresses: readonly string[]
  /** What all of them were shown to cost to migrate what an earlier version of the program left; without it nothing. */
  readonly migrationLamports?: bigint | undefined
  /** As readSignable takes it. */
  readonly kinds?: AccountKinds
}

/** The markets that each transaction claims from. Throws a TransactionMismatch for anything that was not shown. */
export function verifyClaims(wires: readonly Uint8Array[], expected: ExpectedClaims): string[][] {
  const left = new Set(expected.marketAddresses)
  let unpaid = expected.migrationLamports ?? 0n
  return wires.map((wire) => {
    const { own, createdCoinAccount, migrationLamports } = readSignable(wire, expected)
    unpaid -= migrationLamports
    mustMatch(unpaid >= 0n, 'it migrates more than was shown')
    mustMatch(own.length > 0, 'it claims nothing')
    mustMatch(createdCoinAccount === undefined, 'a claim makes no coin account')
    return own.map((claim) => {
      mustMatch(
        claim.name === 'claimCreatorFees' || claim.name === 'drawFeeShare',
        `it holds a ${claim.name}`,
      )
      const claimant = claim.name === 'drawFeeShare' ? claim.addresses.receiver : claim.addresses.creator
      mustMatch(claimant === expected.walletAddress, 'another wallet claims')
      mustMatch(left.delete(claim.addresses.market), 'it claims the fees of a coin that was not shown')
      return claim.addresses.market
    })
  })
}
