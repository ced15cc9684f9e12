// The pause key of a test's own chain pauses buys and launches, once, and lets them go on: no second pause begins for 72 hours.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveConfigAddress } from '@twinmint/sdk/program/addresses'
import { computeBudgetInstructions } from '@twinmint/sdk/program/compute-budget'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { createClient, rpc, sendAndConfirm } from './client.ts'
import type { ServerProcess } from './server-process.ts'

/** Makes two pauses two transactions, also with one blockhash. */
let sent = 0n

export async function setPaused({ origin, folder }: ServerProcess, paused: boolean): Promise<void> {
  const keys = JSON.parse(readFileSync(join(folder, 'chain-keys.json'), 'utf8')) as Record<string, string>
  const keypair = (name: string) => createKeypair(Buffer.from(keys[name] ?? '', 'hex'))
  const programAddress = keypair('program').address
  const client = createClient(origin, keypair('authority'))
  const admin = client.keypair.address
  const config = await deriveConfigAddress(programAddress)
  const instruction = paused
    ? buildInstruction(programAddress, 'pause', { pauseKey: admin, config })
    : buildInstruction(programAddress, 'unpause', { who: admin, config })
  const { value } = await rpc<{ value: { blockhash: string } }>(client, 'getLatestBlockhash', [])
  const wire = encodeTransaction({
    feePayer: admin,
    recentBlockhash: value.blockhash,
    instructions: [
      ...computeBudgetInstructions({ unitLimit: 100_000n + ++sent, unitPriceMicroLamports: 0n }),
      instruction,
    ],
  })
  await sendAndConfirm(client, client.sign(Buffer.from(wire).toString('base64')))
}
