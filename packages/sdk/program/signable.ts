// What a prepared transaction would really do, told to the page before the wallet is asked to sign, and again of what the
// wallet returned. What may stand in it at all is the list of allowed.ts; which instructions of ours it may be is the caller's
// matter; accounts that the program itself derives are left to it.

import { decodeBase64 } from '../core/base64.ts'
import type { AccountKinds } from './accounts.ts'
import { type AllowedTransaction, NotAllowed, readAllowed } from './allowed.ts'
import { type DecodedTransaction, decodeTransaction, SIGNATURE_BYTES } from './message.ts'

/** The transaction is not what the person asked for; nothing was signed, or what was signed was not sent. */
export class TransactionMismatch extends Error {
  override readonly name = 'TransactionMismatch'
  /** For the console: which check failed. */
  readonly reason: string
  constructor(reason: string, options?: ErrorOptions) {
    super('The prepared transaction does not match what you asked for. Nothing was signed.', options)
    this.reason = reason
  }
}

/** Throws a TransactionMismatch when `condition` is false. */
export function mustMatch(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new TransactionMismatch(reason)
}

export type SignableTransaction = AllowedTransaction

/** Reads a wire transaction that `walletAddress` alone is to sign and pay for. It is of our program, or a send. */
export function readSignable(
  wire: Uint8Array,
  asked: {
    readonly walletAddress: string
    readonly programAddress: string
    readonly isSend?: boolean | undefined
    /** The versions of the program's accounts: this SDK's, if left out. */
    readonly kinds?: AccountKinds
  },
): SignableTransaction {
  const transaction = decodeOrMismatch(wire)
  mustMatch(transaction.addresses[0] === asked.walletAddress, 'another wallet pays')
  try {
    return readAllowed(transaction, asked.programAddress, asked.isSend, asked.kinds)
  } catch (cause) {
    throw cause instanceof NotAllowed ? new TransactionMismatch(cause.message, { cause }) : cause
  }
}

function decodeOrMismatch(wire: Uint8Array): DecodedTransaction {
  try {
    return decodeTransaction(wire)
  } catch (cause) {
    throw new TransactionMismatch('it is not one whole transaction', { cause })
  }
}

/** A transaction as the wire carries it, in base64. */
export function bytesOfBase64(text: string): Uint8Array {
  const bytes = decodeBase64(text)
  if (bytes === undefined) throw new TransactionMismatch('it is not base64')
  return bytes
}

/** Of the one who pays, which names the transaction: zeros until it is signed. */
export const signatureBytes = (wire: Uint8Array): Uint8Array => wire.subarray(1, 1 + SIGNATURE_BYTES)

export const isSigned = (wire: Uint8Array): boolean => signatureBytes(wire).some((byte) => byte !== 0)
