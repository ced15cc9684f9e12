// The admin of a test's own chain changes the terms of launches to come.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lamports } from '@twinmint/sdk/core/money'
import { deriveConfigAddress } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { STANDARD_TERMS, type Terms } from '@twinmint/sdk/program/terms'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { createClient, rpc, sendAndConfirm } from './client.ts'
import type { ServerProcess } from './server-process.ts'

type Change = Partial<Omit<Terms, 'graduationMarketCapLamports'>> & {
  readonly graduationMarketCapLamports?: bigint
}

/** The standard terms but for `change`. */
export async function setTerms({ origin, folder }: ServerProcess, change: Change): Promise<void> {
  const keys = JSON.parse(readFileSync(join(folder, 'chain-keys.json'), 'utf8')) as Record<string, string>
  const keypair = (name: string) => createKeypair(Buffer.from(keys[name] ?? '', 'hex'))
  const programAddress = keypair('program').address
  const client = createClient(origin, keypair('authority'))
  const admin = client.keypair.address
  const { graduationMarketCapLamports = STANDARD_TERMS.graduationMarketCapLamports, ...rest } = change
  const config = await deriveConfigAddress(programAddress)
  const instruction = buildInstruction(
    programAddress,
    'updateConfig',
    { admin, config, treasury: admin, nextTreasury: admin },
    {
      pauseKey: admin,
      terms: {
        ...STANDARD_TERMS,
        ...rest,
        graduationMarketCapLamports: lamports(graduationMarketCapLamports),
      },
    },
  )
  const { value } = await rpc<{ value: { blockhash: string } }>(client, 'getLatestBlockhash', [])
  const wire = encodeTransaction({
    feePayer: admin,
    recentBlockhash: value.blockhash,
    instructions: [instruction],
  })
  await sendAndConfirm(client, client.sign(Buffer.from(wire).toString('base64')))
}
