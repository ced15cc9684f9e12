// What `npm run program:deploy` looks at before it spends: what would fail after the upload fails here, for nothing.
import type { Address, Rpc, SolanaRpcApi } from '@solana/kit'
import {
  BUFFER_HEADER_BYTES,
  type DeployPlan,
  deploymentCost,
  loaderAuthority,
  PROGRAM_ACCOUNT_BYTES,
  PROGRAM_DATA_HEADER_BYTES,
} from '../src/chain/loader.ts'
import { CONFIG_BYTES } from '../src/chain/program/accounts.ts'
import { lamports, solText } from '../src/core/money.ts'
import { loadAccount } from './deploy-send.ts'

/** Without it a loader takes the upload and refuses the program. */
const SBPF_V3_FEATURE = '5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC' as Address
const ELF_FLAGS_OFFSET = 48
const FEE_LAMPORTS = 10_000n

export const sol = (amount: bigint): string => `${solText(lamports(amount))} SOL`

/** Says what the plan costs and who holds the keys then; throws when it can't succeed. */
export async function lookBefore(on: {
  readonly rpc: Rpc<SolanaRpcApi>
  readonly plan: DeployPlan
  readonly build: string
  readonly say: (line: string) => void
  /** The program data, and the buffer of an interrupted run, as the cluster has them. */
  readonly deployed: Uint8Array | undefined
  readonly written: Uint8Array | undefined
  readonly keys: { readonly admin: Address; readonly treasury: Address }
}): Promise<void> {
  const { rpc, plan, say, deployed } = on
  const { lockedLamports, transactions } = await deploymentCost(plan)
  const { value: balance } = await rpc.getBalance(plan.payer, { commitment: 'confirmed' }).send()
  const lent = await plan.rent(BUFFER_HEADER_BYTES + plan.elf.length)
  const fees = BigInt(transactions) * FEE_LAMPORTS
  say(`${deployed ? 'Upgrade' : 'Deploy'} ${plan.program}: ${plan.elf.length} bytes, sha256 ${on.build}…`)
  say(`  paid by   ${plan.payer}, which has ${sol(balance)}`)
  if (deployed) say(`  lent      ${sol(lent)} to the buffer; they come back`)
  else say(`  locked    ${sol(lockedLamports)} in the program's accounts, room for ${plan.bytesMax} bytes`)
  say(`  fees      about ${sol(fees)} in ${transactions} transactions`)
  say(`  keys      upgrades ${plan.authority}, admin ${on.keys.admin}, treasury ${on.keys.treasury}`)

  await requireVersion(rpc, plan.elf)
  if (deployed) requireUpgrade(plan, deployed)
  // The buffer's lamports pay for the program data; both are needed for a moment where the buffer is larger.
  const program = await plan.rent(PROGRAM_ACCOUNT_BYTES)
  const peak = deployed ? lent : lockedLamports > lent + program ? lockedLamports : lent + program
  const need = peak - (on.written ? lent : 0n) + fees + (await plan.rent(CONFIG_BYTES))
  if (balance < need)
    throw new Error(
      `${plan.payer} has ${sol(balance)} and needs ${sol(need)}: send it ${sol(need - balance)}.`,
    )
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

function requireUpgrade(plan: DeployPlan, deployed: Uint8Array): void {
  const authority = loaderAuthority(deployed)
  if (authority === undefined) throw new Error(`Nobody may upgrade ${plan.program} any more.`)
  if (authority !== plan.authority)
    throw new Error(`Only ${authority} may upgrade ${plan.program}, and the payer is ${plan.payer}.`)
  const room = deployed.length - PROGRAM_DATA_HEADER_BYTES
  if (room < plan.elf.length)
    throw new Error(
      `${plan.program} has room for ${room} bytes, and this program has ${plan.elf.length}: make room first with \`solana program extend\`.`,
    )
}
