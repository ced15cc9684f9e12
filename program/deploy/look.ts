// What `npm run program:deploy` looks at before it spends: what would fail after the upload fails here, for nothing.
import type { Address, Rpc, SolanaRpcApi } from '@solana/kit'
import { lamports, solText } from '@twinmint/sdk/core/money'
import {
  BUFFER_HEADER_BYTES,
  type DeployPlan,
  deploymentCost,
  loaderAuthority,
  missingRoom,
  PROGRAM_ACCOUNT_BYTES,
} from '@twinmint/sdk/internal/program/loader'
import { type AccountKinds } from '@twinmint/sdk/program/accounts'
import { CONFIG_BYTES } from '@twinmint/sdk/program/sizes'
import type { Stored } from '@twinmint/server/chain/migrate'
import { migrationCost } from './migrate.ts'
import { loadAccount } from './send.ts'

/** Without it a loader takes the upload and refuses the program. */
const SBPF_V3_FEATURE = '5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC' as Address
const ELF_FLAGS_OFFSET = 48
const FEE_LAMPORTS = 10_000n

export const sol = (amount: bigint): string => `${solText(lamports(amount))} SOL`

/** Says what the plan costs; throws when it can't be paid, or the cluster can't run it. */
export async function lookBefore(on: {
  readonly rpc: Rpc<SolanaRpcApi>
  readonly plan: DeployPlan
  readonly build: string
  readonly say: (line: string) => void
  /** The program data as the cluster has it; undefined before the first deployment. */
  readonly deployed: Uint8Array | undefined
  readonly isUpToDate: boolean
  /** The buffer of an interrupted run, as the cluster has it. */
  readonly written: Uint8Array | undefined
  /** Accounts of an earlier version. */
  readonly outdated: readonly Stored[]
  readonly kinds?: AccountKinds | undefined
}): Promise<void> {
  const migration = on.outdated.length === 0 ? 0n : migrationCost(on.outdated, on.kinds)
  const need = migration + (on.isUpToDate ? 0n : await sayCode(on))
  if (migration > 0n)
    on.say(
      `  migrates  ${on.outdated.length} accounts of an earlier version, whose growth takes ${sol(migration)}`,
    )
  const { payer } = on.plan
  const { value: balance } = await on.rpc.getBalance(payer, { commitment: 'confirmed' }).send()
  if (balance < need)
    throw new Error(`${payer} has ${sol(balance)} and needs ${sol(need)}: send it ${sol(need - balance)}.`)
}

/** Says what putting the code there costs, and resolves to what it takes at one time. */
async function sayCode({
  rpc,
  plan,
  build,
  say,
  deployed,
  written,
}: Omit<Parameters<typeof lookBefore>[0], 'outdated'>): Promise<bigint> {
  const isDeployed = deployed !== undefined
  const room = deployed ? missingRoom(deployed, plan.elf) : 0
  const roomLamports =
    deployed && room > 0 ? (await plan.rent(deployed.length + room)) - (await plan.rent(deployed.length)) : 0n
  const { lockedLamports, transactions } = await deploymentCost(plan)
  const { value: balance } = await rpc.getBalance(plan.payer, { commitment: 'confirmed' }).send()
  const lent = await plan.rent(BUFFER_HEADER_BYTES + plan.elf.length)
  const fees = BigInt(transactions) * FEE_LAMPORTS
  say(`${isDeployed ? 'Upgrade' : 'Deploy'} ${plan.program}: ${plan.elf.length} bytes, sha256 ${build}…`)
  say(`  paid by   ${plan.payer}, which has ${sol(balance)}`)
  if (isDeployed) say(`  lent      ${sol(lent)} to the buffer; they come back`)
  if (room > 0) say(`  locked    ${sol(roomLamports)} more, for ${room} bytes of room`)
  if (!isDeployed)
    say(`  locked    ${sol(lockedLamports)} in the program's accounts, room for ${plan.bytesMax} bytes`)
  say(`  fees      about ${sol(fees)} in ${transactions} transactions`)

  await requireVersion(rpc, plan.elf)
  // The buffer's lamports pay for the program data; both are needed for a moment where the buffer is larger.
  const program = await plan.rent(PROGRAM_ACCOUNT_BYTES)
  const peak = isDeployed
    ? lent + roomLamports
    : lockedLamports > lent + program
      ? lockedLamports
      : lent + program
  return peak - (written ? lent : 0n) + fees + (await plan.rent(CONFIG_BYTES))
}

async function requireVersion(rpc: Rpc<SolanaRpcApi>, elf: Uint8Array): Promise<void> {
  if (elf[ELF_FLAGS_OFFSET] !== 3) return
  // An option of the slot since when: 1 in front of it, 0 while it only waits.
  const feature = await loadAccount(rpc, SBPF_V3_FEATURE)
  if (feature?.[0] !== 1)
    throw new Error(
      `This cluster does not run SBPF v3 yet (its feature ${SBPF_V3_FEATURE} is not active): it would take the upload and refuse the program.`,
    )
}

/** Throws unless the payer may put another program in this one's place. */
export function requireUpgrade(plan: DeployPlan, deployed: Uint8Array): void {
  const authority = loaderAuthority(deployed)
  if (authority === undefined) throw new Error(`Nobody may upgrade ${plan.program} any more.`)
  if (authority !== plan.authority)
    throw new Error(`Only ${authority} may upgrade ${plan.program}, and the payer is ${plan.payer}.`)
}
