// Brings the accounts of an earlier version of the program to this one's: the Config first, then every Market, some in a
// transaction. Sends through whatever it is given, and goes by what the chain holds, so that a run that was broken off, or
// somebody who migrated one meanwhile, is no matter.

import type { Address } from '@solana/kit'
import type { Send } from '@twinmint/sdk/internal/program/loader'
import { CONFIG_1_BYTES, CONFIG_BYTES, MARKET_1_BYTES, MARKET_BYTES } from '@twinmint/sdk/program/accounts'
import { buildInstruction } from '@twinmint/sdk/program/instructions'

/** Of the program's accounts that this program works on: the second byte of each. */
export const ACCOUNT_VERSION = 2

/** Each is called and transfers, and the Config's records an event: a transaction runs 64 instructions, and has the bytes for 25. */
export const MIGRATIONS_AT_A_TIME = 16

/** An account of the program, whole or its first two bytes. */
export interface Stored {
  readonly address: Address
  readonly data: Uint8Array
}

const KINDS = [
  { kind: 'config', tag: 1, bytesBefore: CONFIG_1_BYTES, bytes: CONFIG_BYTES },
  { kind: 'market', tag: 2, bytesBefore: MARKET_1_BYTES, bytes: MARKET_BYTES },
] as const
export type MigratedKind = (typeof KINDS)[number]['kind']

/** What an account of version 1 is; undefined for everything else. */
export function outdatedKind(data: Uint8Array): MigratedKind | undefined {
  return data[1] === 1 ? KINDS.find(({ tag }) => tag === data[0])?.kind : undefined
}

/** Lamports that its payer adds: the rent of what is added. */
export function migrationLamports(kind: MigratedKind, rent: (bytes: number) => bigint): bigint {
  const { bytes, bytesBefore } = KINDS.find((each) => each.kind === kind) ?? KINDS[0]
  return rent(bytes) - rent(bytesBefore)
}

/**
 * Migrates all that `list` names of version 1, and asks it again until it names none. What could not be migrated with others
 * is tried by itself. Throws what a transaction failed with where nothing was migrated since. Resolves to how many were.
 */
export async function migrateAll(on: {
  readonly send: Send
  readonly program: Address
  readonly payer: Address
  readonly list: () => Promise<readonly Stored[]>
  readonly atOnce: number
  readonly onProgress: (migrated: number, of: number) => void
}): Promise<number> {
  let before = Number.POSITIVE_INFINITY
  let most = 0
  let failure: unknown
  for (;;) {
    const left = outdated(await on.list())
    most = Math.max(most, left.length)
    if (left.length === 0) return most
    if (left.length >= before) throw failure
    const atATime = before === Number.POSITIVE_INFINITY ? MIGRATIONS_AT_A_TIME : 1
    before = left.length
    failure = await sendAll(on, batchesOf(left, atATime), (migrated) =>
      on.onProgress(most - left.length + migrated, most),
    )
  }
}

interface Outdated {
  readonly address: Address
  readonly kind: MigratedKind
}

function outdated(accounts: readonly Stored[]): readonly Outdated[] {
  return accounts.flatMap(({ address, data }) => {
    const kind = outdatedKind(data)
    return kind === undefined ? [] : [{ address, kind }]
  })
}

/** The Config by itself, and first: nothing is launched or bought before it is migrated. */
function batchesOf(accounts: readonly Outdated[], atATime: number): (readonly Address[])[] {
  const of = (wanted: MigratedKind) =>
    accounts.filter(({ kind }) => kind === wanted).map(({ address }) => address)
  const batches: (readonly Address[])[] = of('config').map((address) => [address])
  const markets = of('market')
  for (let from = 0; from < markets.length; from += atATime) batches.push(markets.slice(from, from + atATime))
  return batches
}

/** Some at once, but for the first. Resolves to the last failure, if any; the others are sent in spite of it. */
async function sendAll(
  { send, program, payer, atOnce }: Parameters<typeof migrateAll>[0],
  batches: readonly (readonly Address[])[],
  onMigrated: (count: number) => void,
): Promise<unknown> {
  let failure: unknown = new Error('migrating changed nothing')
  let migrated = 0
  const sendBatch = async (batch: readonly Address[]) => {
    const instructions = batch.map((account) => buildInstruction(program, 'migrate', { payer, account }))
    await send(instructions, [payer])
    migrated += batch.length
    onMigrated(migrated)
  }
  for (let from = 0, together = 1; from < batches.length; from += together, together = atOnce)
    for (const result of await Promise.allSettled(batches.slice(from, from + together).map(sendBatch)))
      if (result.status === 'rejected') failure = result.reason
  return failure
}
