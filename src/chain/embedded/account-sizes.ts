// How large accounts may be on the embedded chain, and what is refused for it. Solana's own limit is 10 MiB: whoever reads such
// an account holds everybody up (docs/decisions/0023). Must not know the store.
import type { Address } from '@solana/kit'
import { PROGRAM_DATA_HEADER_BYTES } from '../loader.ts'
import type { DecodedTransaction } from '../program/message.ts'
import {
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  UPGRADEABLE_LOADER_PROGRAM,
} from '../program/programs.ts'
import { notProcessed } from './refusal.ts'
import type { Simulation, Vm } from './vm.ts'

/** So many of the largest accounts may one transaction name: a program, and the buffer of the one that takes its place. */
const NAMED_MAX = 2
/** By so much a program may make an account larger in one instruction, whatever it calls. */
const GROWTH_BYTES_MAX = 10 * 1024

/** Programs that make no account larger but as their instructions say. */
const SIZED = new Set<Address | undefined>([
  SYSTEM_PROGRAM,
  UPGRADEABLE_LOADER_PROGRAM,
  MEMO_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
])

/** The system program's error for more than it allocates. */
const INVALID_LENGTH = { Custom: 3 } as const

const sentenceOf = ({ accountBytesMax }: Vm): string =>
  `On this chain an account has at most ${accountBytesMax} bytes.`

/**
 * Refuses a transaction that asks for a too large account, or names too much, before anything is executed or read. Returns the
 * accounts that the programs it calls might still make too large.
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

/** Refuses a transaction whose programs make one of the `growing` accounts too large: seen before it is done. */
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

/** Which account an instruction makes how large, where programs of the VM itself do that; those that it runs can't so fast. */
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
