// Runs one transaction in the VM, and says what it did as the chain records it. Must not know the disk.

import type { Address } from '@solana/kit'
import type { DecodedTransaction } from '@twinmint/sdk/program/message'
import { UPGRADEABLE_LOADER_PROGRAM } from '@twinmint/sdk/program/programs'
import { requireGrowth, requireSizes } from './account-sizes.ts'
import { notProcessed } from './refusal.ts'
import { findMint, findTokenAccount, isTokenProgram } from './rpc/tokens.ts'
import type { RecordedTransaction, TokenBalance } from './store-rows.ts'
import type { AccountSummary, ChainAccount, Vm } from './vm.ts'

/** Compiled code takes about ten times its size, and half of the loader's bytes are buffers, which are not compiled. */
const CODE_WEIGHT = 5

export interface Executed {
  readonly record: Omit<RecordedTransaction, 'sequence'>
  readonly addresses: readonly Address[]
  /** The accounts that it changed, as they are now. */
  readonly changes: readonly (readonly [Address, ChainAccount | undefined])[]
  /** Bytes of memory that accounts take beyond what they took before. */
  readonly grownBytes: number
}

/** Memory of an account without its data, in the VM and the indexes (measured: 2.1 KB). */
const HEAD_BYTES = 2_200

/** Throws a ChainRefusal, and leaves nothing behind, for one that fails without paying its fee, or where `refuseFailing`. */
export function execute(
  vm: Vm,
  transaction: {
    readonly wire: Uint8Array
    readonly decoded: DecodedTransaction
    readonly signature: string
    readonly slot: number
    readonly refuseFailing: boolean
  },
): Executed {
  const { wire, decoded, signature, slot, refuseFailing } = transaction
  const { addresses } = decoded
  const growing = requireSizes(vm, decoded)
  if (growing.length > 0) requireGrowth(vm, decoded, growing, vm.simulate(wire, true))
  const before = addresses.map((address) => vm.summaryOf(address))
  const execution = vm.execute(
    wire,
    addresses.filter((_, at) => decoded.isWritable(at)),
  )
  // A failed transaction changes only its payer, a small account.
  const mayHaveChanged = (at: number): boolean =>
    execution.err === null ? decoded.isWritable(at) : at === 0 && wholeOf(before[0]) !== undefined
  const changed = addresses.map((address, at) => (mayHaveChanged(at) ? vm.getAccount(address) : undefined))
  const after = addresses.map((address, at) =>
    mayHaveChanged(at) ? vm.summaryOf(address, changed[at]) : before[at],
  )
  if (refuseFailing && execution.err !== null) {
    const [payer] = addresses
    const account = wholeOf(before[0])
    // Restoring the payer undoes the fee.
    if (payer && account && !isSame(before[0], after[0])) vm.setAccount(payer, account)
    throw notProcessed(execution.err, execution.logs, execution.computeUnits)
  }
  const balancesBefore = before.map((account) => account?.lamports ?? 0n)
  const balancesAfter = after.map((account) => account?.lamports ?? 0n)
  // A failure that did not even cost the fee is one that Solana would not record.
  if (execution.err !== null && balancesBefore[0] === balancesAfter[0])
    throw notProcessed(execution.err, execution.logs, execution.computeUnits)
  return {
    record: {
      slot,
      signature,
      wire,
      err: execution.err,
      logs: execution.logs,
      computeUnits: execution.computeUnits,
      // Nothing inside a transaction makes or burns lamports, so what is missing is the fee.
      feeLamports: sum(balancesBefore) - sum(balancesAfter),
      balancesBefore,
      balancesAfter,
      tokensBefore: tokenBalances(vm, before),
      tokensAfter: tokenBalances(vm, after),
      innerInstructions: execution.innerInstructions(),
      returnData: execution.returnData,
    },
    addresses,
    changes: addresses
      .map((address, at) => [address, changed[at]] as const)
      .filter((_, at) => !isSame(before[at], after[at])),
    grownBytes: after.reduce((all, account, at) => all + grownBytesOf(before[at], account), 0),
  }
}

function grownBytesOf(before: AccountSummary | undefined, after: AccountSummary | undefined): number {
  const bytes = (account: AccountSummary | undefined) => (account ? HEAD_BYTES + account.bytes : 0)
  return (
    Math.max(0, bytes(after) - bytes(before)) *
    (after?.owner === UPGRADEABLE_LOADER_PROGRAM ? CODE_WEIGHT : 1)
  )
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

/** The account, if its summary holds all of its data. */
function wholeOf(summary: AccountSummary | undefined): ChainAccount | undefined {
  if (summary === undefined || summary.bytes > summary.head.length) return undefined
  const { lamports, owner, executable, rentEpoch, head } = summary
  return { lamports, owner, executable, rentEpoch, data: head }
}

function isSame(a: AccountSummary | undefined, b: AccountSummary | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    a.rentEpoch === b.rentEpoch &&
    a.bytes === b.bytes &&
    (a.bytes > a.head.length
      ? a.digest !== undefined && a.digest === b.digest
      : Buffer.compare(a.head, b.head) === 0)
  )
}

function tokenBalances(vm: Vm, accounts: readonly (AccountSummary | undefined)[]): TokenBalance[] {
  const balances: TokenBalance[] = []
  for (const [accountIndex, account] of accounts.entries()) {
    if (!account || !isTokenProgram(account.owner)) continue
    const token = findTokenAccount({ owner: account.owner, data: account.head })
    if (!token) continue
    const mint = vm.summaryOf(token.mint)
    const decimals = (mint && findMint({ owner: mint.owner, data: mint.head })?.decimals) ?? 0
    const { owner, amount } = token
    balances.push({ accountIndex, mint: token.mint, owner, program: account.owner, amount, decimals })
  }
  return balances
}
