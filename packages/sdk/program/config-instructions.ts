// The instructions of those who hold the program's keys: what writes the Config, built. Read back in instructions.ts.
import type { Address } from '@solana/kit'
import type { Writer } from './bytes.ts'
import { build, type ConfigValues } from './instructions.ts'
import type { Instruction } from './message.ts'
import { SYSTEM_PROGRAM } from './programs.ts'
import { writeTerms } from './terms.ts'

/** How long a pause lasts, and how long after its end no other can begin. */
export const PAUSE_SECONDS = 259_200n

/** On the chain the zero address stands for nobody. */
const NOBODY = SYSTEM_PROGRAM

/** The treasury is an account of the list. */
const writeValues = (writer: Writer, values: ConfigValues): Writer =>
  writeTerms(writer.address(values.pauseKey ?? NOBODY), values)

export function initializeConfigInstruction(
  programAddress: Address,
  input: {
    readonly upgradeAuthority: Address
    readonly config: Address
    readonly programData: Address
    readonly admin: Address
    readonly values: ConfigValues
  },
): Instruction {
  const { treasury } = input.values
  return build(programAddress, 'initializeConfig', { ...input, treasury }, (writer) =>
    writeValues(writer.address(input.admin), input.values),
  )
}

/** `treasury` is the one until now: it is paid what has gathered where `values` name another. */
export function updateConfigInstruction(
  programAddress: Address,
  input: {
    readonly admin: Address
    readonly config: Address
    readonly treasury: Address
    readonly values: ConfigValues
  },
): Instruction {
  const nextTreasury = input.values.treasury
  return build(programAddress, 'updateConfig', { ...input, nextTreasury }, (writer) =>
    writeValues(writer, input.values),
  )
}

export function claimTreasuryFeesInstruction(
  programAddress: Address,
  input: { readonly config: Address; readonly treasury: Address },
): Instruction {
  return build(programAddress, 'claimTreasuryFees', input)
}

/** Offers the admin's right; undefined withdraws what was offered. */
export function offerAdminInstruction(
  programAddress: Address,
  input: { readonly admin: Address; readonly config: Address; readonly pendingAdmin: Address | undefined },
): Instruction {
  return build(programAddress, 'offerAdmin', input, (writer) => writer.address(input.pendingAdmin ?? NOBODY))
}

export function acceptAdminInstruction(
  programAddress: Address,
  input: { readonly pendingAdmin: Address; readonly config: Address },
): Instruction {
  return build(programAddress, 'acceptAdmin', input)
}

/** Stops launches and buys for 72 hours. */
export function pauseInstruction(
  programAddress: Address,
  input: { readonly pauseKey: Address; readonly config: Address },
): Instruction {
  return build(programAddress, 'pause', input)
}

/** Ends a pause; `who` is the pause key or the admin. */
export function unpauseInstruction(
  programAddress: Address,
  input: { readonly who: Address; readonly config: Address },
): Instruction {
  return build(programAddress, 'unpause', input)
}
