// The one list of what may stand in a transaction that we prepare and a wallet signs. The page judges by it what the server
// prepared and what the wallet returned, the server what is submitted. Beside our program's instructions these may:
//
// - the coin account of the wallet that pays, made where it is missing, once;
// - in front of them, the migration of the market and the configuration that they name, paid by the same wallet;
// - in a send, in place of our program: one transfer of the payer's coins or NFT by the token program, and the receiver's
//   account where it is missing;
// - a compute unit limit, a price, and a bound of loaded data, each once: they cost a priority fee;
// - what wallets add: assertions of Lighthouse, which can only make it fail; a Memo; transfers of the payer's SOL, their fee.
//
// One wallet signs and pays, no lookup tables, and nothing is writable that none of these writes. How much in fees is too
// much the caller says: a person is asked (run.ts). Which instructions of ours, and whose, is the caller's as well. Pure.

import type { Address } from '@solana/kit'
import { Refusal } from '../core/errors.ts'
import { COMPUTE_UNITS_DEFAULT, COMPUTE_UNITS_MAX, priorityLamports } from '../core/priority-fee.ts'
import { rentLamports } from '../core/rent.ts'
import { ACCOUNT_KINDS, type AccountKinds, migrationLamports } from './accounts.ts'
import { Reader } from './bytes.ts'
import { UNIT_LIMIT_TAG, UNIT_PRICE_TAG } from './compute-budget.ts'
import { type DecodedInstruction, decodeInstruction } from './instructions.ts'
import type { DecodedTransaction } from './message.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
} from './programs.ts'

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
/** Of the token program; it names mint and decimals, so that nothing else is sent than what is named. */
const TRANSFER_CHECKED_TAG = 12

/** Something stands in it that has no business there. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
}

function must(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new NotAllowed(reason)
}

/** Coins or an NFT that the payer sends. */
export interface TokenTransfer {
  readonly sourceAddress: string
  readonly mintAddress: string
  readonly destinationAddress: string
  readonly units: bigint
  readonly decimals: number
}

/** What somebody asks our program for; a migration only goes before it. */
export type OwnInstruction = Exclude<DecodedInstruction, { readonly name: 'migrate' }>

/** What an allowed transaction holds. */
export interface AllowedTransaction {
  /** The instructions of our program, in their order, but for migrations. */
  readonly own: readonly OwnInstruction[]
  /** Accounts of an earlier version that are migrated for them. */
  readonly migratedAddresses: readonly string[]
  /** What the payer adds for that, if all of them still are of that version. */
  readonly migrationLamports: bigint
  /** The coin account that is made where it is missing: the payer's own, in a send the receiver's. */
  readonly createdCoinAccount:
    | { readonly address: string; readonly mintAddress: string; readonly ownerAddress: string }
    | undefined
  /** Exactly in a send. */
  readonly transfer: TokenTransfer | undefined
  /** What it pays to be first, beside the network's fee. */
  readonly priorityFeeLamports: bigint
  /** SOL that the payer sends somewhere, beside what our program moves: a wallet's own fee. */
  readonly sentLamports: bigint
  /** Instructions that only a wallet adds: assertions, memos, transfers. */
  readonly walletInstructions: number
}

/**
 * Reads a transaction by the list: one with instructions of our program, or, where `isSend`, one that sends coins or an NFT
 * to another wallet and has none of them. Throws a NotAllowed for anything else.
 */
export function readAllowed(
  transaction: DecodedTransaction,
  programAddress: string,
  isSend = false,
  kinds = ACCOUNT_KINDS,
): AllowedTransaction {
  const { addresses } = transaction
  must(transaction.signerCount === 1, 'others must sign too')
  must(!transaction.usesLookupTables, 'it uses lookup tables')
  const payer = addresses[0] ?? ''
  const own: OwnInstruction[] = []
  const migratedAddresses: string[] = []
  const budget = new Map<number, bigint>()
  /** Of instructions that may write. */
  const written = new Set([payer])
  let createdCoinAccount: AllowedTransaction['createdCoinAccount']
  let transfer: TokenTransfer | undefined
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
    if (program === programAddress && !isSend) {
      const instruction = readOwn(data, accounts)
      if (instruction.name !== 'migrate') own.push(instruction)
      else {
        must(own.length === 0, 'it migrates after it has asked for something')
        must(instruction.addresses.payer === payer, 'somebody else pays for a migration')
        migratedAddresses.push(instruction.addresses.account)
      }
    } else if (program === TOKEN_2022_PROGRAM && isSend) {
      must(transfer === undefined, 'it sends more than once')
      transfer = readTokenTransfer(accounts, data, payer)
    } else if (program === ASSOCIATED_TOKEN_PROGRAM) {
      must(createdCoinAccount === undefined, 'it makes more than one coin account')
      createdCoinAccount = readCoinAccount(accounts, data, payer)
      const isOwn = createdCoinAccount.ownerAddress === payer
      must(isOwn !== isSend, 'it makes a coin account of somebody else')
    } else if (program === SYSTEM_PROGRAM) {
      sentLamports += readTransfer(accounts, data, payer)
      walletInstructions++
    } else must(false, `it calls ${program ?? 'an unknown program'}`)
    for (const address of accounts) written.add(address)
  }
  must(!isSend || transfer !== undefined, 'it sends nothing')
  const migrationCost = requireMet(migratedAddresses, own, kinds)
  must(
    addresses.every((address, index) => !transaction.isWritable(index) || written.has(address)),
    'an account is writable that nothing writes',
  )
  const priorityFeeLamports = priorityFeeOf(budget, transaction.instructions.length)
  return {
    own,
    migratedAddresses,
    migrationLamports: migrationCost,
    createdCoinAccount,
    transfer,
    priorityFeeLamports,
    sentLamports,
    walletInstructions,
  }
}

/** What is migrated is a market or the configuration that an instruction of ours names, and each once. Returns its cost. */
function requireMet(
  migrated: readonly string[],
  own: readonly OwnInstruction[],
  { config, market }: AccountKinds,
): bigint {
  const met = new Map<string, bigint>()
  for (const { addresses } of own) {
    if ('market' in addresses) met.set(addresses.market, migrationLamports(market, rentLamports))
    if ('config' in addresses) met.set(addresses.config, migrationLamports(config, rentLamports))
  }
  return migrated.reduce((sum, address) => {
    const cost = met.get(address)
    must(cost !== undefined && met.delete(address), 'it migrates what it does not need')
    return sum + cost
  }, 0n)
}

function readOwn(data: Uint8Array, accounts: readonly Address[]): DecodedInstruction {
  try {
    return decodeInstruction(data, accounts)
  } catch (cause) {
    throw new NotAllowed('an instruction of ours is not whole', { cause })
  }
}

/** createIdempotent, paid by the wallet, of Token-2022. */
function readCoinAccount(accounts: readonly string[], data: Uint8Array, payerAddress: string) {
  const [payer, address = '', ownerAddress = '', mintAddress = '', system, token] = accounts
  must(data.length === 1 && data[0] === 1 && accounts.length === 6, 'it makes a coin account otherwise')
  must(payer === payerAddress, 'somebody else pays for a coin account')
  must(
    system === SYSTEM_PROGRAM && token === TOKEN_2022_PROGRAM,
    'it makes a coin account of another token program',
  )
  return { address, mintAddress, ownerAddress }
}

/** TransferChecked, by the wallet that pays; without the further signers that an account of several owners has. */
function readTokenTransfer(
  accounts: readonly string[],
  data: Uint8Array,
  payerAddress: string,
): TokenTransfer {
  const [sourceAddress = '', mintAddress = '', destinationAddress = '', authority] = accounts
  must(data.length === 10 && data[0] === TRANSFER_CHECKED_TAG, 'it calls the token program otherwise')
  must(accounts.length === 4 && authority === payerAddress, 'it sends what is not the payer’s')
  must(sourceAddress !== destinationAddress, 'it sends to where it comes from')
  const reader = new Reader(data.subarray(1))
  const [units, decimals] = [reader.u64(), reader.u8()]
  must(units > 0n, 'it sends nothing')
  return { sourceAddress, mintAddress, destinationAddress, units, decimals }
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
  allowed: readonly OwnInstruction['name'][],
): readonly OwnInstruction[] {
  const { own } = readOrRefuse(transaction, programAddress)
  if (own.length === 0 || own.some(({ name }) => !allowed.includes(name)))
    throw new Refusal('wrongTransaction')
  return own
}

/** What a submitted transaction sends. Refuses wrongTransaction for what is no send, and for what is not on the list. */
export function sentIn(
  transaction: DecodedTransaction,
  programAddress: Address,
): Pick<AllowedTransaction, 'createdCoinAccount'> & { readonly transfer: TokenTransfer } {
  const { transfer, createdCoinAccount } = readOrRefuse(transaction, programAddress, true)
  if (transfer === undefined) throw new Refusal('wrongTransaction')
  return { transfer, createdCoinAccount }
}

function readOrRefuse(
  transaction: DecodedTransaction,
  programAddress: Address,
  isSend = false,
): AllowedTransaction {
  try {
    return readAllowed(transaction, programAddress, isSend)
  } catch (cause) {
    throw cause instanceof NotAllowed ? new Refusal('wrongTransaction', undefined, { cause }) : cause
  }
}
