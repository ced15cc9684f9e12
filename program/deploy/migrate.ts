// What `npm run program:deploy` does with the accounts that an earlier version of the program left: finds them, says what it
// costs, and migrates the Config and then the Markets. Whoever is interrupted runs the command again.
import type { Address, Base58EncodedBytes, Rpc, SolanaRpcApi } from '@solana/kit'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { rentLamports } from '@twinmint/sdk/core/rent'
import type { Send } from '@twinmint/sdk/internal/program/loader'
import {
  ACCOUNT_KINDS,
  type AccountKinds,
  migrationLamports,
  outdatedKind,
} from '@twinmint/sdk/program/accounts'
import { MIGRATIONS_AT_A_TIME, migrateAll, type Stored } from '@twinmint/server/chain/migrate'
import { loadAccount, reasonOf } from './send.ts'

interface Place {
  readonly rpc: Rpc<SolanaRpcApi>
  readonly program: Address
  readonly configAddress: Address
  readonly say: (line: string) => void
  readonly kinds?: AccountKinds | undefined
}

const FEE_LAMPORTS = 5_000n
const ATTEMPTS_AT_ONCE = 8

/** The accounts of the version before, asked of the cluster. */
export async function listOutdated(place: Place): Promise<Stored[]> {
  const { rpc, program, configAddress, say, kinds = ACCOUNT_KINDS } = place
  const { tag, before } = kinds.market
  if (before === undefined) return []
  const begins = encodeBase58(Uint8Array.of(tag, before.version)) as Base58EncodedBytes
  const config = await loadAccount(rpc, configAddress)
  const markets = await rpc
    .getProgramAccounts(program, {
      commitment: 'confirmed',
      encoding: 'base64',
      dataSlice: { offset: 0, length: 2 },
      filters: [{ memcmp: { offset: 0n, bytes: begins, encoding: 'base58' } }],
    })
    .send()
    .catch((error: unknown) => {
      say(
        `This node does not list the program's accounts, so Markets of version ${before.version} are not looked for: ${reasonOf(error)}`,
      )
      return []
    })
  const found: Stored[] = markets.map(({ pubkey, account }) => ({
    address: pubkey,
    data: Buffer.from(account.data[0], 'base64'),
  }))
  return [...(config ? [{ address: configAddress, data: config }] : []), ...found].filter(
    ({ data }) => outdatedKind(data, kinds) !== undefined,
  )
}

/** Lamports that migrating takes: the rent of what the accounts grow by, and fees. */
export function migrationCost(outdated: readonly Stored[], kinds = ACCOUNT_KINDS): bigint {
  const transactions = BigInt(Math.ceil(outdated.length / MIGRATIONS_AT_A_TIME) + 1)
  return outdated.reduce((sum, { data }) => {
    const kind = outdatedKind(data, kinds)
    return kind === undefined ? sum : sum + migrationLamports(kinds[kind], rentLamports)
  }, transactions * FEE_LAMPORTS)
}

/** Migrates all of them, and those that are launched meanwhile. */
export async function migrateOutdated(
  on: Place & {
    readonly send: Send
    readonly payer: Address
  },
): Promise<void> {
  const migrated = await migrateAll({
    ...on,
    list: () => listOutdated(on),
    atOnce: ATTEMPTS_AT_ONCE,
    onProgress: () => undefined,
  })
  if (migrated > 0) on.say(`Migrated ${migrated} ${migrated === 1 ? 'account' : 'accounts'}.`)
}

/** Resolves in a later slot than the one it was called in: what was deployed can be called then. */
export async function nextSlot(rpc: Rpc<SolanaRpcApi>, pollMs: number): Promise<void> {
  const before = await rpc.getSlot({ commitment: 'processed' }).send()
  while ((await rpc.getSlot({ commitment: 'confirmed' }).send()) <= before)
    await new Promise((wake) => setTimeout(wake, pollMs))
}
