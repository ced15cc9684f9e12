// Runs one transaction in the VM, and says what it did as the chain records it. Must not know the disk.
import type { Address } from '@solana/kit'
import type { DecodedTransaction } from '../program/message.ts'
import { UPGRADEABLE_LOADER_PROGRAM } from '../program/programs.ts'
import { notProcessed } from './refusal.ts'
import type { RecordedTransaction, TokenBalance } from './store.ts'
import { findMint, findTokenAccount, isTokenProgram } from './tokens.ts'
import type { ChainAccount, Vm } from './vm.ts'

/** Code is compiled, which takes ten times its room; it lies in a buffer first. */
const CODE_WEIGHT = 5

export interface Executed {
  readonly record: Omit<RecordedTransaction, 'sequence'>
  readonly addresses: readonly Address[]
  /** The accounts that it changed, as they are now. */
  readonly changes: readonly (readonly [Address, ChainAccount | undefined])[]
  /** What accounts take more of memory than before. */
  readonly grownBytes: number
}

/** What an account takes in memory besides its data: in the VM, and in the indexes (measured: 2.1 KB). */
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
  const before = addresses.map((address) => vm.getAccount(address))
  const execution = vm.execute(
    wire,
    addresses.filter((_, at) => decoded.isWritable(at)),
  )
  const after = addresses.map((address, at) => (decoded.isWritable(at) ? vm.getAccount(address) : before[at]))
  // A failure changes nothing but what the fee is paid from; put back, it is as if it had never come.
  if (refuseFailing && execution.err !== null) {
    addresses.forEach((address, at) => {
      const account = before[at]
      if (account && !isSame(account, after[at])) vm.setAccount(address, account)
    })
    throw notProcessed(execution.err, execution.logs)
  }
  const balancesBefore = before.map((account) => account?.lamports ?? 0n)
  const balancesAfter = after.map((account) => account?.lamports ?? 0n)
  // A failure that did not even cost the fee is one that Solana would not record.
  if (execution.err !== null && balancesBefore[0] === balancesAfter[0])
    throw notProcessed(execution.err, execution.logs)
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
      .map((address, at) => [address, after[at]] as const)
      .filter(([, account], at) => !isSame(before[at], account)),
    grownBytes: after.reduce((all, account, at) => all + grownBytesOf(before[at], account), 0),
  }
}

function grownBytesOf(before: ChainAccount | undefined, after: ChainAccount | undefined): number {
  const bytes = (account: ChainAccount | undefined) => (account ? HEAD_BYTES + account.data.length : 0)
  return (
    Math.max(0, bytes(after) - bytes(before)) *
    (after?.owner === UPGRADEABLE_LOADER_PROGRAM ? CODE_WEIGHT : 1)
  )
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

function isSame(a: ChainAccount | undefined, b: ChainAccount | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    a.rentEpoch === b.rentEpoch &&
    Buffer.compare(a.data, b.data) === 0
  )
}

function tokenBalances(vm: Vm, accounts: readonly (ChainAccount | undefined)[]): TokenBalance[] {
  const balances: TokenBalance[] = []
  for (const [accountIndex, account] of accounts.entries()) {
    if (!account || !isTokenProgram(account.owner)) continue
    const token = findTokenAccount(account)
    if (!token) continue
    const mint = vm.getAccount(token.mint)
    const decimals = (mint && findMint(mint)?.decimals) ?? 0
    const { owner, amount } = token
    balances.push({ accountIndex, mint: token.mint, owner, program: account.owner, amount, decimals })
  }
  return balances
}
