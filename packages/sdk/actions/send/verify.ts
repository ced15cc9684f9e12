// Before the wallet is asked: does the prepared transaction send exactly what was shown, to whom it was shown? Pure.
import { TOKEN_ACCOUNT_RENT } from '../../core/rent.ts'
import { mustMatch, readSignable } from '../../program/signable.ts'
import type { ShownSend } from './rules.ts'
import type { SendAddresses } from './transaction.ts'

export interface ExpectedSend {
  readonly programAddress: string
  readonly walletAddress: string
  readonly shown: ShownSend
  /** As the page derives them. */
  readonly addresses: SendAddresses
}

/** Throws a TransactionMismatch unless the transaction is this send and nothing beside it. */
export function verifySend(wire: Uint8Array, { shown, addresses, ...by }: ExpectedSend): void {
  const { transfer, createdCoinAccount } = readSignable(wire, { ...by, isSend: true })
  mustMatch(transfer !== undefined, 'it sends nothing')
  mustMatch(transfer.mintAddress === addresses.mint, 'it sends something else')
  mustMatch(transfer.units === shown.units, 'it sends another amount')
  mustMatch(transfer.decimals === addresses.decimals, 'it counts in other units')
  mustMatch(transfer.sourceAddress === addresses.source, 'it sends from another account')
  mustMatch(transfer.destinationAddress === addresses.destination, 'it sends to another account')
  if (!createdCoinAccount) return
  mustMatch(
    shown.createsAccount && shown.rentLamports >= TOKEN_ACCOUNT_RENT,
    'it makes an account whose rent was not shown',
  )
  mustMatch(createdCoinAccount.ownerAddress === shown.recipientAddress, 'it makes somebody else’s account')
  mustMatch(createdCoinAccount.mintAddress === addresses.mint, 'it makes an account of another coin')
  mustMatch(createdCoinAccount.address === addresses.destination, 'it makes another account than it sends to')
}
