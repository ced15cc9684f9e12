// What a prepared transaction would really do, told to the page before the wallet is asked to sign. It insists on the
// little that our server ever prepares: one signer, no lookup tables, this program's instructions, the wallet's own coin
// account, a bounded price, and the assertions that Phantom adds to what it signs. Anything else does not match. Which
// instructions of ours it may be is the caller's matter; accounts that the program itself derives are left to it.
import type { Address } from '@solana/kit'
import { Reader } from '../chain/program/bytes.ts'
import { type DecodedInstruction, decodeInstruction } from '../chain/program/instructions.ts'
import { type DecodedTransaction, decodeTransaction, SIGNATURE_BYTES } from '../chain/program/message.ts'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../chain/program/programs.ts'
import { decodeBase64 } from '../core/base64.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
/** Lighthouse. Its tags 0 and 1 write and close an account of its own; all others can only make the transaction fail. */
const ASSERTIONS = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'
const FIRST_ASSERTION_TAG = 2
/** The most that a transaction may pay to be first: 0.001 SOL. */
const PRIORITY_FEE_LAMPORTS_MAX = 1_000_000n
const COMPUTE_UNITS_MAX = 1_400_000n

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

export interface SignableTransaction {
  /** The instructions of our program, in their order. */
  readonly own: readonly DecodedInstruction[]
  /** The wallet's coin account that is made where it is missing. */
  readonly createdCoinAccount: { readonly address: string; readonly mintAddress: string } | undefined
  /** What it pays to be first, beside the network's fee. */
  readonly priorityFeeLamports: bigint
}

/** Reads a wire transaction that `walletAddress` alone is to sign and pay for. */
export function readSignable(
  wire: Uint8Array,
  asked: { readonly walletAddress: string; readonly programAddress: string },
): SignableTransaction {
  const transaction = decodeOrMismatch(wire)
  mustMatch(transaction.addresses[0] === asked.walletAddress, 'another wallet pays')
  mustMatch(transaction.signerCount === 1, 'others must sign too')
  mustMatch(!transaction.usesLookupTables, 'it uses lookup tables')
  const own: DecodedInstruction[] = []
  const budget = new Map<number, bigint>()
  let createdCoinAccount: SignableTransaction['createdCoinAccount']
  for (const { programIndex, accountIndexes, data } of transaction.instructions) {
    const program = transaction.addresses[programIndex]
    const accounts = [...accountIndexes].flatMap((index) => transaction.addresses[index] ?? [])
    if (program === asked.programAddress) own.push(decodeOwn(data, accounts))
    else if (program === ASSOCIATED_TOKEN_PROGRAM) {
      mustMatch(createdCoinAccount === undefined, 'it makes more than one coin account')
      createdCoinAccount = readCoinAccount(accounts, data, asked.walletAddress)
    } else if (program === COMPUTE_BUDGET) readBudget(budget, accounts, data)
    else if (program === ASSERTIONS)
      mustMatch((data[0] ?? 0) >= FIRST_ASSERTION_TAG, 'it writes to an account of Lighthouse')
    else mustMatch(false, `it calls ${program ?? 'an unknown program'}`)
  }
  const fee = ((budget.get(3) ?? 0n) * (budget.get(2) ?? COMPUTE_UNITS_MAX) + 999_999n) / 1_000_000n
  mustMatch(fee <= PRIORITY_FEE_LAMPORTS_MAX, `its priority fee is ${fee} lamports`)
  return { own, createdCoinAccount, priorityFeeLamports: fee }
}

function decodeOrMismatch(wire: Uint8Array): DecodedTransaction {
  try {
    return decodeTransaction(wire)
  } catch (cause) {
    throw new TransactionMismatch('it is not one whole transaction', { cause })
  }
}

function decodeOwn(data: Uint8Array, accounts: readonly Address[]): DecodedInstruction {
  try {
    return decodeInstruction(data, accounts)
  } catch (cause) {
    throw new TransactionMismatch('an instruction of ours is not whole', { cause })
  }
}

/** createIdempotent, paid by the wallet for the wallet, of Token-2022. */
function readCoinAccount(accounts: readonly string[], data: Uint8Array, walletAddress: string) {
  const [payer, address = '', owner, mintAddress = '', system, token] = accounts
  mustMatch(data.length === 1 && data[0] === 1 && accounts.length === 6, 'it makes a coin account otherwise')
  mustMatch(payer === walletAddress && owner === walletAddress, 'it makes a coin account of somebody else')
  mustMatch(
    system === SYSTEM_PROGRAM && token === TOKEN_2022_PROGRAM,
    'it makes a coin account of another token program',
  )
  return { address, mintAddress }
}

/** Unit limit (2) and unit price (3), each once; nothing else is ever asked for. */
function readBudget(budget: Map<number, bigint>, accounts: readonly string[], data: Uint8Array): void {
  const tag = data[0] ?? -1
  mustMatch(accounts.length === 0 && !budget.has(tag), 'its compute budget is not one')
  const reader = new Reader(data.subarray(1))
  if (tag === 2 && reader.rest === 4) budget.set(tag, BigInt(reader.u32()))
  else if (tag === 3 && reader.rest === 8) budget.set(tag, reader.u64())
  else mustMatch(false, 'its compute budget is not one')
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
