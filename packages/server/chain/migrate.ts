// Brings the accounts of an earlier version of the program to this one's: the Config first, then every Market, some in a
// transaction. Sends through whatever it is given, and goes by what the chain holds, so that a run that was broken off, or
// somebody who migrated one meanwhile, is no matter.

import type { Address } from '@solana/kit'
import type { Send } from '@twinmint/sdk/internal/program/loader'
import { ACCOUNT_KINDS, type AccountKinds, outdatedKind } from '@twinmint/sdk/program/accounts'
import { buildInstruction } from '@twinmint/sdk/program/instructions'

/** Each is called and transfers, and the Config's records an event: a transaction runs 64 instructions, and has the bytes for 25. */
export const MIGRATIONS_AT_A_TIME = 16

/** An account of the program, whole or its first two bytes. */
export interface Stored {
  readonly address: Address
  readonly data: Uint8Array
}

/**
 * Migrates the accounts of `list` that are of an earlier version, and lists again until none is. An account that could not be
 * migrated with others is tried alone. Throws a transaction's failure where nothing was migrated since. Resolves to their
 * number.
 */
export async function migrateAll(on: {
  readonly send: Send
  readonly program: Address
  readonly payer: Address
  readonly list: () => Promise<readonly Stored[]>
  readonly atOnce: number
  readonly onProgress: (migrated: number, of: number) => void
  readonly kinds?: AccountKinds | undefined
}): Promise<number> {
  let before = Number.POSITIVE_INFINITY
  let most = 0
  let failure: unknown
  for (;;) {
    const left = outdated(await on.list(), on.kinds)
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
  readonly kind: keyof AccountKinds
}

function outdated(accounts: readonly Stored[], kinds = ACCOUNT_KINDS): readonly Outdated[] {
  return accounts.flatMap(({ address, data }) => {
    const kind = outdatedKind(data, kinds)
    return kind === undefined ? [] : [{ address, kind }]
  })
}

/** The Config by itself, and first: nothing is launched or bought before it is migrated. */
function batchesOf(accounts: readonly Outdated[], atATime: number): (readonly Address[])[] {
  const of = (wanted: keyof AccountKinds) =>
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
