// Who holds the program's keys, by what the chain says: the right to replace it, the admin, the treasury, the pause. Pure but
// for the calls that it is given.

import type { Address } from '@solana/kit'
import { type Config, decodeConfig, PAUSE_SECONDS } from '../program/accounts.ts'
import { deriveConfigAddress, deriveProgramDataAddress } from '../program/addresses.ts'
import { Reader } from '../program/bytes.ts'
import { holderOf, type KeyHolder } from '../program/key-holder.ts'
import { UPGRADEABLE_LOADER_PROGRAM } from '../program/programs.ts'
import { CONFIG_BYTES } from '../program/sizes.ts'
import type { ReadAccount } from './answers.ts'
import { decodeAs, type Result } from './lines.ts'

/** What the keys are read from. */
interface KeyAccounts {
  readonly programAddress: string
  readonly accounts: { readonly program: ReadAccount | undefined; readonly config: ReadAccount | undefined }
  /** The program's own data account: its head, or the whole of it. */
  readonly programData: ReadAccount | undefined
}

export interface ProgramKeys {
  /** Null where nobody can upgrade the program any more. */
  readonly upgradeAuthority: KeyHolder | null
  readonly admin: KeyHolder
  /** To whom the admin has offered their right, and who has not accepted it yet; null where it is not offered. */
  readonly offeredTo: KeyHolder | null
  readonly treasury: KeyHolder
  /** May pause; null where nobody may. */
  readonly pauseKey: KeyHolder | null
  /** Until when launches and buys are paused, or were; null where they never were. */
  readonly pausedUntil: string | null
  /** Before this no pause can begin; null where none was yet. */
  readonly nextPauseFrom: string | null
}

/** Loads accounts, the first `bytes` of each; undefined where nothing lives. */
export type LoadHeads = (
  addresses: readonly Address[],
  bytes: number,
) => Promise<readonly (ReadAccount | undefined)[]>

/** Programs that own the accounts at addresses; undefined where nothing lives. */
export type Owners = ReadonlyMap<string, string | undefined>

/** Reads who holds the keys of the program; throws with a sentence where it is none, or not set up. */
export async function readKeys(load: LoadHeads, programAddress: Address): Promise<ProgramKeys> {
  const [program, programData, config] = await load(
    [
      programAddress,
      await deriveProgramDataAddress(programAddress),
      await deriveConfigAddress(programAddress),
    ],
    CONFIG_BYTES,
  )
  const accounts: KeyAccounts = { programAddress, programData, accounts: { program, config } }
  const [authority, decoded] = [upgradeAuthorityIn(accounts), configIn(accounts)]
  if ('problem' in authority) throw new Error(authority.problem)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const owners = await readOwners(load, accounts)
  const held = (address: string) => holderIn(owners, address)
  const heldOrNull = (address: string | undefined) => (address === undefined ? null : held(address))
  return {
    upgradeAuthority: authority.value === undefined ? null : held(authority.value),
    admin: held(decoded.value.admin),
    offeredTo: heldOrNull(decoded.value.pendingAdmin),
    treasury: held(decoded.value.treasury),
    pauseKey: heldOrNull(decoded.value.pauseKey),
    ...pauseTimes(decoded.value),
  }
}

/** When a pause ends or has ended, and from when on another can begin (docs/program.md). */
export function pauseTimes({
  pausedUntilSeconds: until,
}: Pick<Config, 'pausedUntilSeconds'>): Pick<ProgramKeys, 'pausedUntil' | 'nextPauseFrom'> {
  return until === 0n
    ? { pausedUntil: null, nextPauseFrom: null }
    : { pausedUntil: isoTime(until), nextPauseFrom: isoTime(until + PAUSE_SECONDS) }
}

/** Times after the last possible date are shown as that date: a node may answer with any bytes. */
function isoTime(unixSeconds: bigint): string {
  const ms = unixSeconds * 1_000n
  return new Date(Number(ms > DATE_MS_MAX ? DATE_MS_MAX : ms)).toISOString()
}
const DATE_MS_MAX = 8_640_000_000_000_000n

/** What lives at the addresses of those who hold keys, as far as they can be read. */
export async function readOwners(load: LoadHeads, accounts: KeyAccounts): Promise<Owners> {
  const [authority, config] = [upgradeAuthorityIn(accounts), configIn(accounts)]
  const addresses = [
    ...('value' in authority && authority.value !== undefined ? [authority.value] : []),
    ...('value' in config ? addressesOf(config.value) : []),
  ]
  const unique = [...new Set(addresses)] as Address[]
  const found = unique.length === 0 ? [] : await load(unique, 0)
  return new Map(unique.map((address, at) => [address, found[at]?.owner]))
}

/** Who holds what, as `sharedKeyText` takes it. */
export const heldIn = ({ admin, treasury, pauseKey }: Config) => ({ admin, treasury, pauseKey })

const addressesOf = ({ admin, pendingAdmin, treasury, pauseKey }: Config) =>
  [admin, pendingAdmin, treasury, pauseKey].filter((address) => address !== undefined)

export function holderIn(owners: Owners, address: string): KeyHolder {
  const owner = owners.get(address)
  return holderOf(address, owner === undefined ? undefined : { owner })
}

/** Which of these are one address, in words; undefined where all differ. */
export function sharedKeyText(held: {
  readonly upgradeAuthority: string | undefined
  readonly admin: string
  readonly treasury: string
  readonly pauseKey: string | undefined
}): string | undefined {
  const roles = {
    upgradeAuthority: 'upgrade authority',
    admin: 'admin',
    treasury: 'treasury',
    pauseKey: 'pause key',
  }
  const names = (Object.keys(roles) as (keyof typeof roles)[]).filter((role) =>
    (Object.keys(roles) as (keyof typeof roles)[]).some(
      (other) => other !== role && held[role] !== undefined && held[other] === held[role],
    ),
  )
  const [first, ...others] = names.map((role) => roles[role])
  if (first === undefined) return undefined
  const text = `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)} are the same address.`
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export const configIn = ({ accounts, programAddress }: KeyAccounts): Result<Config> =>
  decodeAs('config', accounts.config, programAddress, decodeConfig)

export function upgradeAuthorityIn({
  accounts: { program },
  programData,
}: KeyAccounts): Result<string | undefined> {
  if (program === undefined || !program.isExecutable || program.owner !== UPGRADEABLE_LOADER_PROGRAM)
    return { problem: 'There is no program at the program’s address.' }
  if (programData === undefined || programData.owner !== UPGRADEABLE_LOADER_PROGRAM)
    return { problem: 'The program’s code is not on the chain.' }
  try {
    return { value: upgradeAuthority(programData.data) }
  } catch {
    return { problem: 'The program’s data can’t be read.' }
  }
}

const PROGRAM_DATA_TAG = 3

/** Tag, slot of the deployment, whether, who. Undefined where nobody can upgrade any more. */
function upgradeAuthority(data: Uint8Array): string | undefined {
  const reader = new Reader(data)
  if (reader.u32() !== PROGRAM_DATA_TAG) throw new RangeError('this is not a program’s data')
  reader.u64()
  return reader.u8() === 0 ? undefined : reader.address()
}
