// Deploys and upgrades programs: the instructions of Solana's upgradeable loader, and the order in which they go.
// Sends through whatever it is given; must not know Twinmint's program.
import type { Address } from '@solana/kit'
import { addressOf } from '../core/address.ts'
import { deriveProgramDataAddress } from './addresses.ts'
import { Reader, Writer } from './bytes.ts'
import type { AccountMeta, Instruction } from './message.ts'
import { SYSTEM_PROGRAM, UPGRADEABLE_LOADER_PROGRAM } from './programs.ts'

const RENT_SYSVAR = 'SysvarRent111111111111111111111111111111111' as Address
const CLOCK_SYSVAR = 'SysvarC1ock11111111111111111111111111111111' as Address

export const BUFFER_HEADER_BYTES = 37
export const PROGRAM_DATA_HEADER_BYTES = 45
export const PROGRAM_ACCOUNT_BYTES = 36
/** Of code in one transaction: what 1,232 bytes leave after signatures, accounts and blockhash. */
export const CHUNK_BYTES = 960

const signs = (address: Address): AccountMeta => ({ address, signer: true, writable: false })
const pays = (address: Address): AccountMeta => ({ address, signer: true, writable: true })
const writes = (address: Address): AccountMeta => ({ address, signer: false, writable: true })
const reads = (address: Address): AccountMeta => ({ address, signer: false, writable: false })

function loader(accounts: readonly AccountMeta[], data: Writer): Instruction {
  return { programAddress: UPGRADEABLE_LOADER_PROGRAM, accounts, data: data.finish() }
}

/** The system program's CreateAccount, owned by the loader. */
export function createLoaderAccount(input: {
  readonly payer: Address
  readonly account: Address
  readonly lamports: bigint
  readonly bytes: number
}): Instruction {
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [pays(input.payer), pays(input.account)],
    data: new Writer()
      .u32(0)
      .u64(input.lamports)
      .u64(BigInt(input.bytes))
      .address(UPGRADEABLE_LOADER_PROGRAM)
      .finish(),
  }
}

export function initializeBuffer({
  buffer,
  authority,
}: {
  readonly buffer: Address
  readonly authority: Address
}): Instruction {
  return loader([writes(buffer), reads(authority)], new Writer().u32(0))
}

export function writeBuffer(input: {
  readonly buffer: Address
  readonly authority: Address
  readonly offset: number
  readonly bytes: Uint8Array
}): Instruction {
  const data = new Writer().u32(1).u32(input.offset).u64(BigInt(input.bytes.length)).bytes(input.bytes)
  return loader([writes(input.buffer), signs(input.authority)], data)
}

/** Deploys what the buffer holds, with room for `bytesMax` of code in later upgrades. */
export function deployWithMaxDataLength(input: {
  readonly payer: Address
  readonly programData: Address
  readonly program: Address
  readonly buffer: Address
  readonly authority: Address
  readonly bytesMax: number
}): Instruction {
  return loader(
    [
      pays(input.payer),
      writes(input.programData),
      writes(input.program),
      writes(input.buffer),
      reads(RENT_SYSVAR),
      reads(CLOCK_SYSVAR),
      reads(SYSTEM_PROGRAM),
      signs(input.authority),
    ],
    new Writer().u32(2).u64(BigInt(input.bytesMax)),
  )
}

/** The loader refuses to make less room than this at a time. */
export const EXTENSION_BYTES_MIN = 10_240

/**
 * Makes room for so many bytes more of code, whose rent the payer adds. Clusters on which the loader wants the authority's
 * signature for it take the checked instruction alone, the others the plain one.
 */
export function extendProgram(input: {
  readonly programData: Address
  readonly program: Address
  readonly payer: Address
  /** Undefined: the plain instruction. */
  readonly authority: Address | undefined
  readonly bytes: number
}): Instruction {
  const { authority } = input
  return loader(
    [
      writes(input.programData),
      writes(input.program),
      ...(authority === undefined ? [] : [signs(authority)]),
      reads(SYSTEM_PROGRAM),
      pays(input.payer),
    ],
    new Writer().u32(authority === undefined ? 6 : 9).u32(input.bytes),
  )
}

/** Replaces the program's code by the buffer's; the buffer's lamports go to `spill`. */
export function upgradeProgram(input: {
  readonly programData: Address
  readonly program: Address
  readonly buffer: Address
  readonly spill: Address
  readonly authority: Address
}): Instruction {
  return loader(
    [
      writes(input.programData),
      writes(input.program),
      writes(input.buffer),
      writes(input.spill),
      reads(RENT_SYSVAR),
      reads(CLOCK_SYSVAR),
      signs(input.authority),
    ],
    new Writer().u32(3),
  )
}

/** Hands the right to upgrade (or to write a buffer) on; without `next` nobody has it ever again. */
export function setLoaderAuthority({
  target,
  authority,
  next,
}: {
  readonly target: Address
  readonly authority: Address
  readonly next: Address | undefined
}): Instruction {
  return loader(
    [writes(target), signs(authority), ...(next === undefined ? [] : [reads(next)])],
    new Writer().u32(4),
  )
}

/** Closes a buffer that is not needed and returns its lamports. */
export function closeBuffer({
  buffer,
  recipient,
  authority,
}: {
  readonly buffer: Address
  readonly recipient: Address
  readonly authority: Address
}): Instruction {
  return loader([writes(buffer), writes(recipient), signs(authority)], new Writer().u32(5))
}

const BUFFER_TAG = 1

/** Who may write and close a buffer, or upgrade a program, by the bytes of the buffer or of the program data; undefined: nobody. */
export function loaderAuthority(account: Uint8Array): Address | undefined {
  const at = (account[0] === BUFFER_TAG ? BUFFER_HEADER_BYTES : PROGRAM_DATA_HEADER_BYTES) - 33
  return account[at] === 1 ? addressOf(account.subarray(at + 1, at + 33)) : undefined
}

export interface DeployPlan {
  readonly payer: Address
  readonly authority: Address
  readonly program: Address
  /** A fresh keypair's address; it signs once. */
  readonly buffer: Address
  readonly elf: Uint8Array
  readonly bytesMax: number
  /** Lamports that an account of so many bytes must hold. */
  readonly rent: (bytes: number) => Promise<bigint>
}

export type Send = (instructions: readonly Instruction[], signers: readonly Address[]) => Promise<void>

/** What stays locked in the program's two accounts; the buffer's rent comes back. */
export async function deploymentCost(plan: Pick<DeployPlan, 'elf' | 'bytesMax' | 'rent'>): Promise<{
  readonly lockedLamports: bigint
  readonly transactions: number
}> {
  const program = await plan.rent(PROGRAM_ACCOUNT_BYTES)
  const data = await plan.rent(PROGRAM_DATA_HEADER_BYTES + plan.bytesMax)
  return { lockedLamports: program + data, transactions: 2 + Math.ceil(plan.elf.length / CHUNK_BYTES) }
}

/**
 * Writes the code into a buffer. `send` resolves when its transaction is confirmed. Goes on where an earlier run ended:
 * `written` is what the buffer holds already, undefined when it does not exist; chunks that are right are not sent.
 */
export async function fillBuffer(
  send: Send,
  plan: DeployPlan,
  written: Uint8Array | undefined,
  atOnce = 1,
): Promise<void> {
  const { payer, authority, buffer, elf } = plan
  if (written === undefined) {
    const bytes = BUFFER_HEADER_BYTES + elf.length
    const create = createLoaderAccount({ payer, account: buffer, lamports: await plan.rent(bytes), bytes })
    await send([create, initializeBuffer({ buffer, authority })], [payer, buffer])
  }
  const offsets: number[] = []
  for (let offset = 0; offset < elf.length; offset += CHUNK_BYTES) {
    const chunk = elf.subarray(offset, offset + CHUNK_BYTES)
    if (!chunk.every((byte, i) => written?.[BUFFER_HEADER_BYTES + offset + i] === byte)) offsets.push(offset)
  }
  for (let i = 0; i < offsets.length; i += atOnce) {
    const sends = offsets.slice(i, i + atOnce).map((offset) => {
      const bytes = elf.subarray(offset, offset + CHUNK_BYTES)
      return send([writeBuffer({ buffer, authority, offset, bytes })], [payer, authority])
    })
    await Promise.all(sends)
  }
}

/** Fills a new buffer and deploys it at the program's address, whose keypair signs. Returns the program data's address. */
export async function deployProgram(
  plan: DeployPlan & { readonly send: Send; readonly atOnce?: number },
): Promise<Address> {
  await fillBuffer(plan.send, plan, undefined, plan.atOnce)
  return deployBuffer(plan.send, plan)
}

/** Deploys a filled buffer. */
export async function deployBuffer(send: Send, plan: DeployPlan): Promise<Address> {
  const { payer, authority, program, buffer, bytesMax } = plan
  const programData = await deriveProgramDataAddress(program)
  const lamports = await plan.rent(PROGRAM_ACCOUNT_BYTES)
  const create = createLoaderAccount({ payer, account: program, lamports, bytes: PROGRAM_ACCOUNT_BYTES })
  const deploy = deployWithMaxDataLength({ payer, programData, program, buffer, authority, bytesMax })
  await send([create, deploy], [payer, program, authority])
  return programData
}

/** The slot in which the code of a program data account was deployed or upgraded; it can be called from the next one on. */
export const deployedSlot = (programData: Uint8Array): bigint => new Reader(programData.subarray(4)).u64()

/** Whether this is the code that the program data holds; what follows it is room. */
export function holdsCode(deployed: Uint8Array, elf: Uint8Array): boolean {
  const code = deployed.subarray(PROGRAM_DATA_HEADER_BYTES)
  return elf.every((byte, i) => code[i] === byte) && code.subarray(elf.length).every((byte) => byte === 0)
}

/** Bytes by which the program data must grow before it holds `elf`; 0 where it has the room. */
export function missingRoom(deployed: Uint8Array, elf: Uint8Array): number {
  const missing = elf.length - (deployed.length - PROGRAM_DATA_HEADER_BYTES)
  return missing <= 0 ? 0 : Math.max(missing, EXTENSION_BYTES_MIN)
}

/**
 * Puts a filled buffer in the place of the code that `deployed` holds, with more room for it first where there is too little.
 * The program can be called from the slot after that.
 */
export async function upgradeToBuffer(
  send: Send,
  plan: DeployPlan,
  deployed: Uint8Array,
  nextSlot: () => Promise<void>,
): Promise<void> {
  const { payer, authority, program, buffer } = plan
  const programData = await deriveProgramDataAddress(program)
  const bytes = missingRoom(deployed, plan.elf)
  if (bytes > 0) {
    const extend = { programData, program, payer, bytes }
    await send([extendProgram({ ...extend, authority: undefined })], [payer]).catch(
      async (plain: unknown) => {
        await send([extendProgram({ ...extend, authority })], [payer, authority]).catch(() => {
          throw plain
        })
      },
    )
    // In one slot a program is either extended or upgraded.
    await nextSlot()
  }
  await send([upgradeProgram({ programData, program, buffer, spill: payer, authority })], [payer, authority])
}
