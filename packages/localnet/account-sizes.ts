// Limits the size of accounts on the embedded chain. Solana's own limit is 10 MiB; reading an account of that size blocks the
// main thread (docs/decisions/0023). Must not know the store.
import type { Address } from '@solana/kit'
import { PROGRAM_DATA_HEADER_BYTES } from '@twinmint/sdk/internal/program/loader'
import type { DecodedTransaction } from '@twinmint/sdk/program/message'
import {
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  UPGRADEABLE_LOADER_PROGRAM,
} from '@twinmint/sdk/program/programs'
import { notProcessed } from './refusal.ts'
import type { Simulation, Vm } from './vm.ts'

/** The accounts that one transaction names hold as much as two of the largest: a program and the buffer of its upgrade. */
const NAMED_MAX = 2
/** The most that one instruction can grow an account, including its inner calls. */
const GROWTH_BYTES_MAX = 10 * 1024

/** Programs whose instructions state every size that they allocate. */
const SIZED = new Set<Address | undefined>([
  SYSTEM_PROGRAM,
  UPGRADEABLE_LOADER_PROGRAM,
  MEMO_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
])

/** The system program's error for a size above its limit. */
const INVALID_LENGTH = { Custom: 3 } as const

const sentenceOf = ({ accountBytesMax }: Vm): string =>
  `On this chain an account has at most ${accountBytesMax} bytes.`

/**
 * Refuses a transaction that allocates more than the limit, or names too many bytes of accounts, before anything is executed or
 * read. Returns the accounts that the called programs could still grow beyond the limit.
 */
export function requireSizes(vm: Vm, decoded: DecodedTransaction): readonly Address[] {
  const { addresses, instructions } = decoded
  const before = addresses.map((address) => vm.summaryOf(address)?.bytes ?? 0)
  const sizes = [...before]
  for (const [index, instruction] of instructions.entries()) {
    const asked = allocationOf(addresses[instruction.programIndex], instruction, sizes)
    if (asked === undefined) continue
    const { at, bytes } = asked
    if (bytes > vm.accountBytesMax && bytes > (before[at] ?? 0))
      throw notProcessed({ InstructionError: [index, INVALID_LENGTH] }, [
        `Allocate: requested ${bytes}, max allowed ${vm.accountBytesMax}`,
        sentenceOf(vm),
      ])
    sizes[at] = Math.max(sizes[at] ?? 0, bytes)
  }
  const named = addresses.reduce(
    (sum, address, at) => sum + (vm.nativeAddresses.has(address) ? 0 : (sizes[at] ?? 0)),
    0,
  )
  const namedMax = NAMED_MAX * vm.accountBytesMax
  if (named > namedMax)
    throw notProcessed('MaxLoadedAccountsDataSizeExceeded', [
      `The accounts of this transaction have ${named} bytes together, max allowed ${namedMax}`,
    ])
  if (instructions.every(({ programIndex }) => SIZED.has(addresses[programIndex]))) return []
  const most = vm.accountBytesMax - GROWTH_BYTES_MAX * instructions.length
  return addresses.filter((_, at) => decoded.isWritable(at) && (sizes[at] ?? 0) > most)
}

/** Refuses a transaction that grows one of the `growing` accounts beyond the limit, by its simulation. */
export function requireGrowth(
  vm: Vm,
  { addresses, instructions }: DecodedTransaction,
  growing: readonly Address[],
  simulated: Simulation,
): void {
  if (simulated.err !== null) return
  for (const address of growing) {
    const bytes = simulated.accountAfter(address)?.data.length ?? 0
    if (bytes <= vm.accountBytesMax || bytes <= (vm.summaryOf(address)?.bytes ?? 0)) continue
    const named = addresses.indexOf(address)
    const last = instructions.findLastIndex(({ accountIndexes }) => accountIndexes.includes(named))
    throw notProcessed(
      { InstructionError: [Math.max(last, 0), 'InvalidRealloc'] },
      [
        ...simulated.logs,
        `Account ${address}: requested ${bytes}, max allowed ${vm.accountBytesMax}`,
        sentenceOf(vm),
      ],
      simulated.computeUnits,
    )
  }
}

type AnyInstruction = DecodedTransaction['instructions'][number]

/** The account that a built-in program's instruction allocates, and its size. Other programs grow accounts by small steps. */
function allocationOf(
  program: Address | undefined,
  { accountIndexes, data }: AnyInstruction,
  sizes: readonly number[],
): { readonly at: number; readonly bytes: number } | undefined {
  const read = reading(data)
  const tag = read.u32(0)
  const to = (position: number, bytes: number) => {
    const at = accountIndexes[position]
    return at === undefined ? undefined : { at, bytes }
  }
  if (program === SYSTEM_PROGRAM)
    switch (tag) {
      case 0: // CreateAccount
        return to(1, read.u64(12))
      case 3: // CreateAccountWithSeed: the seed comes before the amounts
        return to(1, read.u64(36 + 8 + read.u64(36) + 8))
      case 8: // Allocate
        return to(0, read.u64(4))
      case 9: // AllocateWithSeed
        return to(0, read.u64(36 + 8 + read.u64(36)))
      case 13: // CreateAccountAllowPrefund
        return to(0, read.u64(12))
    }
  if (program === UPGRADEABLE_LOADER_PROGRAM)
    switch (tag) {
      case 2: // DeployWithMaxDataLen
        return to(1, PROGRAM_DATA_HEADER_BYTES + read.u64(4))
      case 6: // ExtendProgram
      case 9: // ExtendProgramChecked
        return to(0, (sizes[accountIndexes[0] ?? -1] ?? 0) + read.u32(4))
    }
  return undefined
}

/** Little-endian numbers of an instruction; 0 beyond its end, where the VM refuses it. */
function reading(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    u32: (at: number): number => (at + 4 <= data.length ? view.getUint32(at, true) : 0),
    u64: (at: number): number => (at + 8 <= data.length ? Number(view.getBigUint64(at, true)) : 0),
  }
}
