// The wallets of the demo market's bots: made once, kept in the data folder. They hold nothing but this chain's play money.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeypair, type Keypair, keypairOfText, keypairText } from '@twinmint/localnet/keypair'
import { assert } from '@twinmint/sdk/core/assert'
import { DamageError } from '@twinmint/sdk/internal/core/damage'

const BOT_COUNT = 8

/** The bots' keys in `folder`; made there when it has none. */
export function openBotKeys(folder: string): readonly Keypair[] {
  const file = join(folder, 'demo-keys.json')
  if (!existsSync(file)) {
    const seeds = Array.from({ length: BOT_COUNT }, () => keypairText(createKeypair()))
    writeFileSync(file, JSON.stringify({ bots: seeds }), { mode: 0o600, flag: 'wx' })
  }
  try {
    const { bots } = JSON.parse(readFileSync(file, 'utf8')) as { bots: string[] }
    assert(bots.length > 0, 'the demo market has bots')
    return bots.map(keypairOfText)
  } catch (cause) {
    throw new DamageError(`${file} is damaged`, { cause })
  }
}
