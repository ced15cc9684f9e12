// The one list of what may stand in a transaction that we prepare and a wallet signs. The page judges by it what the server
// prepared and what the wallet returned, the server what is submitted. Beside our program's instructions these may:
//
// - the coin account of the wallet that pays, made where it is missing, once;
// - a compute unit limit, a price, and a bound of loaded data, each once: they cost a priority fee;
// - what wallets add: assertions of Lighthouse, which can only make it fail; a Memo; transfers of the payer's SOL, their fee.
//
// One wallet signs and pays, no lookup tables, and nothing is writable that none of these writes. How much in fees is too
// much the caller says: a person is asked (run.ts). Which instructions of ours, and whose, is the caller's as well. Pure.
import type { Address } from '@solana/kit'
import { Reader } from '../chain/program/bytes.ts'
import { UNIT_LIMIT_TAG, UNIT_PRICE_TAG } from '../chain/program/compute-budget.ts'
import {
  type DecodedInstruction,
  decodeInstruction,
  type InstructionName,
} from '../chain/program/instructions.ts'
import type { DecodedTransaction } from '../chain/program/message.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
} from '../chain/program/programs.ts'
import { Refusal } from '../core/errors.ts'
import { COMPUTE_UNITS_DEFAULT, COMPUTE_UNITS_MAX, priorityLamports } from '../core/priority-fee.ts'

/** Lighthouse's tags 0 and 1 write and close an account of its own; all others only assert. */
const FIRST_ASSERTION_TAG = 2
/** How much data of accounts it may load: less than the network's own bound can only make it fail. */
const DATA_LIMIT_TAG = 4
const BUDGET_BYTES: Readonly<Record<number, number>> = {
  [UNIT_LIMIT_TAG]: 4,
  [UNIT_PRICE_TAG]: 8,
  [DATA_LIMIT_TAG]: 4,
}
const TRANSFER_TAG = 2

/** Something stands in it that has no business there. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
}

function must(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new NotAllowed(reason)
}

/** What an allowed transaction holds. */
export interface AllowedTransaction {
  /** The instructions of our program, in their order. */
  readonly own: readonly DecodedInstruction[]
  /** The payer's coin account that is made where it is missing. */
  readonly createdCoinAccount: { readonly address: string; readonly mintAddress: string } | undefined
  /** What it pays to be first, beside the network's fee. */
  readonly priorityFeeLamports: bigint
  /** SOL that the payer sends somewhere, beside what our program moves: a wallet's own fee. */
  readonly sentLamports: bigint
  /** Instructions that only a wallet adds: assertions, memos, transfers. */
  readonly walletInstructions: number
}

/** Reads a transaction by the list. Throws a NotAllowed for anything else. */
export function readAllowed(transaction: DecodedTransaction, programAddress: string): AllowedTransaction {
  const { addresses } = transaction
  must(transaction.signerCount === 1, 'others must sign too')
  must(!transaction.usesLookupTables, 'it uses lookup tables')
  const payer = addresses[0] ?? ''
  const own: DecodedInstruction[] = []
  const budget = new Map<number, bigint>()
  /** Of instructions that may write. */
  const written = new Set([payer])
  let createdCoinAccount: AllowedTransaction['createdCoinAccount']
  let sentLamports = 0n
  let walletInstructions = 0
  for (const { programIndex, accountIndexes, data } of transaction.instructions) {
    const program = addresses[programIndex]
    const accounts = [...accountIndexes].flatMap((index) => addresses[index] ?? [])
    if (program === COMPUTE_BUDGET_PROGRAM) {
      readBudget(budget, accounts, data)
      continue
    }
    if (program === LIGHTHOUSE_PROGRAM || MEMO_PROGRAMS.some((address) => address === program)) {
      const isAssertion = (data[0] ?? 0) >= FIRST_ASSERTION_TAG
      must(program !== LIGHTHOUSE_PROGRAM || isAssertion, 'it writes to an account of Lighthouse')
      walletInstructions++
      continue
    }
    if (program === programAddress) own.push(readOwn(data, accounts))
    else if (program === ASSOCIATED_TOKEN_PROGRAM) {
      must(createdCoinAccount === undefined, 'it makes more than one coin account')
      createdCoinAccount = readCoinAccount(accounts, data, payer)
    } else if (program === SYSTEM_PROGRAM) {
      sentLamports += readTransfer(accounts, data, payer)
      walletInstructions++
    } else must(false, `it calls ${program ?? 'an unknown program'}`)
    for (const address of accounts) written.add(address)
  }
  must(
    addresses.every((address, index) => !transaction.isWritable(index) || written.has(address)),
    'an account is writable that nothing writes',
  )
  const priorityFeeLamports = priorityFeeOf(budget, transaction.instructions.length)
  return { own, createdCoinAccount, priorityFeeLamports, sentLamports, walletInstructions }
}

function readOwn(data: Uint8Array, accounts: readonly Address[]): DecodedInstruction {
  try {
    return decodeInstruction(data, accounts)
  } catch (cause) {
    throw new NotAllowed('an instruction of ours is not whole', { cause })
  }
}

/** createIdempotent, paid by the wallet for the wallet, of Token-2022. */
function readCoinAccount(accounts: readonly string[], data: Uint8Array, payerAddress: string) {
  const [payer, address = '', owner, mintAddress = '', system, token] = accounts
  must(data.length === 1 && data[0] === 1 && accounts.length === 6, 'it makes a coin account otherwise')
  must(payer === payerAddress && owner === payerAddress, 'it makes a coin account of somebody else')
  must(
    system === SYSTEM_PROGRAM && token === TOKEN_2022_PROGRAM,
    'it makes a coin account of another token program',
  )
  return { address, mintAddress }
}

function readBudget(budget: Map<number, bigint>, accounts: readonly string[], data: Uint8Array): void {
  const tag = data[0] ?? -1
  const bytes = BUDGET_BYTES[tag]
  must(
    accounts.length === 0 && !budget.has(tag) && data.length - 1 === bytes,
    'its compute budget is not one',
  )
  const reader = new Reader(data.subarray(1))
  budget.set(tag, bytes === 8 ? reader.u64() : BigInt(reader.u32()))
}

/** Of SOL, from the wallet that pays. Everything else that the system program does is none. */
function readTransfer(accounts: readonly string[], data: Uint8Array, payerAddress: string): bigint {
  const reader = new Reader(data)
  must(data.length === 12 && reader.u32() === TRANSFER_TAG, 'it calls the system program otherwise')
  must(accounts.length === 2 && accounts[0] === payerAddress, 'it sends what is not the payer’s')
  return reader.u64()
}

/** Without a limit of its own it has the network's for each instruction, at the most. */
function priorityFeeOf(budget: ReadonlyMap<number, bigint>, instructionCount: number): bigint {
  const allowed = budget.get(UNIT_LIMIT_TAG) ?? COMPUTE_UNITS_DEFAULT * BigInt(instructionCount)
  const units = allowed > COMPUTE_UNITS_MAX ? COMPUTE_UNITS_MAX : allowed
  return priorityLamports(budget.get(UNIT_PRICE_TAG) ?? 0n, units)
}

/**
 * The program's instructions in a submitted transaction. Refuses wrongTransaction when there are none, when one of ours is
 * not among `allowed`, and for what is not on the list.
 */
export function programInstructionsOf(
  transaction: DecodedTransaction,
  programAddress: Address,
  allowed: readonly InstructionName[],
): readonly DecodedInstruction[] {
  const { own } = readOrRefuse(transaction, programAddress)
  if (own.length === 0 || own.some(({ name }) => !allowed.includes(name)))
    throw new Refusal('wrongTransaction')
  return own
}

function readOrRefuse(transaction: DecodedTransaction, programAddress: Address): AllowedTransaction {
  try {
    return readAllowed(transaction, programAddress)
  } catch (cause) {
    throw cause instanceof NotAllowed ? new Refusal('wrongTransaction', undefined, { cause }) : cause
  }
}
