// What Markets owe the treasury, brought to the Config: `--act pay-treasury` sends `collect` for each before it claims. Broken
// off, the command is run again and finds what is left.

import type { Address, Base58EncodedBytes, Rpc, SolanaRpcApi } from '@solana/kit'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import type { Send } from '@twinmint/sdk/internal/program/loader'
import { ACCOUNT_KINDS, decodeMarket } from '@twinmint/sdk/program/accounts'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { sol } from './look.ts'
import { reasonOf } from './send.ts'

/** A collect is called and records an event, 2 of the 64 instructions that a transaction runs, and takes 39 of its bytes. */
export const COLLECTS_AT_A_TIME = 20

/** The first bytes of a Market. */
const { tag, version } = ACCOUNT_KINDS.market
const MARKET = encodeBase58(Uint8Array.of(tag, version)) as Base58EncodedBytes

/** Says how much lies where, and brings it to the Config. */
export async function collectAll({
  rpc,
  program,
  config,
  payer,
  send,
  say,
}: {
  readonly rpc: Rpc<SolanaRpcApi>
  readonly program: Address
  readonly config: Address
  readonly payer: Address
  readonly send: Send
  readonly say: (line: string) => void
}): Promise<void> {
  const markets = await rpc
    .getProgramAccounts(program, {
      commitment: 'confirmed',
      encoding: 'base64',
      filters: [{ memcmp: { offset: 0n, bytes: MARKET, encoding: 'base58' } }],
    })
    .send()
    .catch((error: unknown) => {
      say(
        `This node does not list the program's accounts, so what Markets owe is left there: ${reasonOf(error)}`,
      )
      return []
    })
  const owing = markets.flatMap(({ pubkey, account }) => {
    const { treasuryFeesOwedLamports } = decodeMarket(Buffer.from(account.data[0], 'base64'))
    return treasuryFeesOwedLamports > 0n ? [{ market: pubkey, lamports: treasuryFeesOwedLamports }] : []
  })
  if (owing.length === 0) return
  const total = owing.reduce((sum, { lamports }) => sum + lamports, 0n)
  const transactions = Math.ceil(owing.length / COLLECTS_AT_A_TIME)
  say(
    `${owing.length} ${owing.length === 1 ? 'Market owes' : 'Markets owe'} the treasury ${sol(total)}: ${transactions} ${transactions === 1 ? 'transaction brings' : 'transactions bring'} it to the Config.`,
  )
  for (let from = 0; from < owing.length; from += COLLECTS_AT_A_TIME)
    await send(
      owing
        .slice(from, from + COLLECTS_AT_A_TIME)
        .map(({ market }) => buildInstruction(program, 'collect', { market, config })),
      [payer],
    )
}
