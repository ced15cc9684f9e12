// Claims of many coins, as few transactions as their bytes allow. Pure.
import type { Instruction } from '../../program/message.ts'

/**
 * A claim takes 39 bytes: its coin's address and 7 of its own; of a share 72, with the address of the shares. 27 claims fit
 * into the 1,232 of a transaction; what a wallet adds and a priority fee take up to 300 of them (transaction.test.ts). Each
 * is 2 of the 64 instructions that the runtime counts. A coin that has to be migrated first takes 8 bytes more, and once the
 * system program's address; and 2 instructions more, so that of the 14 that fit 56 are counted.
 */
export const CLAIMS_PER_TRANSACTION = 18
const CLAIM_BYTES = 39
const SHARE_BYTES = 72
export const MIGRATION_BYTES = 11
const BYTES_MAX = CLAIMS_PER_TRANSACTION * CLAIM_BYTES

/** Puts `items` into as few groups as their bytes allow, in their order. */
export function groupClaims<Item>(items: readonly Item[], bytesOf: (item: Item) => number): Item[][] {
  const groups: Item[][] = []
  let left = 0
  for (const item of items) {
    const bytes = bytesOf(item)
    if (bytes > left) {
      groups.push([])
      left = BYTES_MAX
    }
    groups.at(-1)?.push(item)
    left -= bytes
  }
  return groups
}

/** What a coin takes of a transaction, whose fees are the wallet's alone or shared. */
export const claimBytesOf = ({ share }: { readonly share: unknown }): number =>
  share === null ? CLAIM_BYTES : SHARE_BYTES

/** The claims of each transaction, in their order; `migrated` are markets that are migrated before they are claimed from. */
export const claimSteps = (
  claims: readonly Instruction[],
  migrated: ReadonlySet<string> = new Set(),
): Instruction[][] =>
  groupClaims(claims, ({ accounts }) => {
    const bytes = accounts.length === CLAIM_ACCOUNTS ? CLAIM_BYTES : SHARE_BYTES
    return accounts.some(({ address }) => migrated.has(address)) ? bytes + MIGRATION_BYTES : bytes
  })

/** Creator, market, program; a share has its account as well. */
const CLAIM_ACCOUNTS = 3
