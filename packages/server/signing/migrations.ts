// The accounts of an earlier version of the program that instructions would meet, migrated in front of them by the wallet that
// pays. A cluster has some only between the program's upgrade and the run that migrates everything (program/deploy/deploy.ts).

import type { Address } from '@solana/kit'
import { type Lamports, lamports } from '@twinmint/sdk/core/money'
import { rentLamports } from '@twinmint/sdk/core/rent'
import {
  ACCOUNT_KINDS,
  type AccountKinds,
  migrationLamports,
  outdatedKind,
} from '@twinmint/sdk/program/accounts'
import { buildInstruction, decodeInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import type { Chain } from '../chain/chain.ts'

/** Accounts that were seen to be of this version: no account goes back. */
const current = new WeakMap<Pick<Chain, 'loadAccounts'>, Set<Address>>()
const CURRENT_MAX = 50_000

/** What stands before `instructions`, in their order; asks the chain once for each account. */
export async function migrationsFor(
  chain: Chain,
  payer: Address,
  instructions: readonly Instruction[],
  kinds = ACCOUNT_KINDS,
): Promise<Instruction[]> {
  const met = instructions.flatMap((each) => accountsOf(chain.programAddress, each))
  const outdated = await outdatedOf(chain, met, kinds)
  return outdated.map(({ account }) => buildInstruction(chain.programAddress, 'migrate', { payer, account }))
}

/** What whoever meets these accounts pays for their migration; asks the chain once for each. */
export async function migrationLamportsOf(
  chain: Pick<Chain, 'loadAccounts'>,
  addresses: readonly Address[],
): Promise<Lamports> {
  const outdated = await outdatedOf(chain, addresses, ACCOUNT_KINDS)
  return lamports(
    outdated.reduce((sum, { kind }) => sum + migrationLamports(ACCOUNT_KINDS[kind], rentLamports), 0n),
  )
}

/** Those of an earlier version, in their order. */
async function outdatedOf(
  chain: Pick<Chain, 'loadAccounts'>,
  addresses: readonly Address[],
  kinds: AccountKinds,
): Promise<{ readonly account: Address; readonly kind: keyof AccountKinds }[]> {
  const known = current.get(chain) ?? new Set<Address>()
  current.set(chain, known)
  const unknown = [...new Set(addresses)].filter((address) => !known.has(address))
  if (unknown.length === 0) return []
  const accounts = await chain.loadAccounts(unknown)
  if (known.size > CURRENT_MAX) known.clear()
  return unknown.flatMap((account, at) => {
    const data = accounts[at]?.data
    // A market that is about to be launched is not there yet.
    if (data === undefined) return []
    const kind = outdatedKind(data, kinds)
    if (kind !== undefined) return [{ account, kind }]
    known.add(account)
    return []
  })
}

/** The accounts that these would have to migrate first. */
export async function migratedFor(
  chain: Chain,
  payer: Address,
  instructions: readonly Instruction[],
): Promise<ReadonlySet<string>> {
  const migrations = await migrationsFor(chain, payer, instructions)
  return new Set(migrations.flatMap(({ accounts: [, account] }) => account?.address ?? []))
}

/** What whoever calls an instruction with these accounts pays for their migration. */
export function migrationCost(
  accounts: readonly (Uint8Array | undefined)[],
  kinds = ACCOUNT_KINDS,
): Lamports {
  return lamports(
    accounts.reduce((sum, data) => {
      const kind = data && outdatedKind(data, kinds)
      return kind === undefined ? sum : sum + migrationLamports(kinds[kind], rentLamports)
    }, 0n),
  )
}

/** Of one of our instructions: the market and the configuration that it names. */
function accountsOf(
  programAddress: Address,
  { programAddress: called, accounts, data }: Instruction,
): Address[] {
  if (called !== programAddress) return []
  const { addresses } = decodeInstruction(
    data,
    accounts.map(({ address }) => address),
  )
  return [
    ...('config' in addresses ? [addresses.config] : []),
    ...('market' in addresses ? [addresses.market] : []),
  ]
}
