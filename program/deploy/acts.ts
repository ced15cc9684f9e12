// What `npm run program:deploy -- --act` does: one instruction of those who hold the program's keys, signed by the payer.

import type { Address, Rpc, SolanaRpcApi } from '@solana/kit'
import type { Config } from '@twinmint/sdk/program/accounts'
import { deriveConfigAddress } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import type { Act } from './arguments.ts'
import { collectAll } from './collect.ts'
import { loadConfig } from './keys.ts'
import { loadKeypair, sender } from './send.ts'

export interface ActOptions {
  readonly rpc: Rpc<SolanaRpcApi>
  readonly payerFile: string
  readonly programFile: string
  readonly say: (line: string) => void
  readonly pollMs: number
}

interface Place {
  readonly program: Address
  readonly payer: Address
  readonly config: Address
  readonly written: Config
}

/** What each sends; throws with who would have to sign it instead. */
const INSTRUCTIONS: Readonly<Record<Act, (on: Place) => Instruction>> = {
  'accept-admin': ({ program, payer, config, written }) => {
    requireHolder('The admin’s right is offered to', [written.pendingAdmin], payer)
    return buildInstruction(program, 'acceptAdmin', { pendingAdmin: payer, config })
  },
  'withdraw-admin': ({ program, payer, config, written }) => {
    requireHolder('The admin is', [written.admin], payer)
    return buildInstruction(program, 'offerAdmin', { admin: payer, config }, { pendingAdmin: undefined })
  },
  pause: ({ program, payer, config, written }) => {
    requireHolder('The pause key is', [written.pauseKey], payer)
    return buildInstruction(program, 'pause', { pauseKey: payer, config })
  },
  unpause: ({ program, payer, config, written }) => {
    requireHolder('Pause key and admin are', [written.pauseKey, written.admin], payer)
    return buildInstruction(program, 'unpause', { who: payer, config })
  },
  'pay-treasury': ({ program, config, written }) =>
    buildInstruction(program, 'claimTreasuryFees', { config, treasury: written.treasury }),
}

function requireHolder(what: string, holders: readonly (Address | undefined)[], payer: Address): void {
  if (holders.includes(payer)) return
  const named = holders.map((holder) => holder ?? 'nobody').join(' and ')
  throw new Error(`${what} ${named}, and the payer is ${payer}.`)
}

/** Resolves when the cluster has it. */
export async function act(
  wanted: Act,
  { rpc, payerFile, programFile, say, pollMs }: ActOptions,
): Promise<void> {
  const payer = loadKeypair(payerFile, false)
  const program = loadKeypair(programFile, false).address
  const config = await deriveConfigAddress(program)
  const written = await loadConfig({ rpc, configAddress: config })
  const instruction = INSTRUCTIONS[wanted]({ program, payer: payer.address, config, written })
  const send = sender(rpc, [payer], pollMs)
  if (wanted === 'pay-treasury') await collectAll({ rpc, program, config, payer: payer.address, send, say })
  await send([instruction], [payer.address])
  const now = await loadConfig({ rpc, configAddress: config })
  const until = new Date(Number(now.pausedUntilSeconds) * 1_000).toISOString()
  say(
    {
      'accept-admin': `The admin is ${now.admin}.`,
      'withdraw-admin': `The admin's right is offered to ${now.pendingAdmin ?? 'nobody'}.`,
      pause: `Launches and buys are paused until ${until}.`,
      unpause: `The pause ended at ${until}.`,
      'pay-treasury': `The treasury ${now.treasury} is paid.`,
    }[wanted],
  )
}
