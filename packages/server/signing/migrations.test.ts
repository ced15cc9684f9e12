// Which accounts are migrated in front of what a wallet signs, what that costs, and how often the chain is asked.

import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { buildInstruction, decodeInstruction } from '@twinmint/sdk/program/instructions'
import { decodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import { expect, test } from 'vitest'
import { NEXT_KINDS } from '../../../program/test/next-version.ts'
import type { Chain } from '../chain/chain.ts'
import { migrationCost } from './migrations.ts'
import { prepareTransaction } from './prepare.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const [PROGRAM, WALLET] = [addressNumber(9), addressNumber(3)]
const addresses = await deriveMarketAddresses(PROGRAM, addressNumber(5))
const boost = buildInstruction(PROGRAM, 'boost', { ...addresses, payer: WALLET })
const buy = buildInstruction(
  PROGRAM,
  'buy',
  { ...addresses, user: WALLET, userCoins: addressNumber(6) },
  { lamportsIn: lamports(5n), baseUnitsOutMin: baseUnits(1n) },
)

/** A chain that holds accounts of these versions, and counts how often it is asked. */
function chainOf(versions: { config?: number; market?: number }) {
  const asked: (readonly Address[])[] = []
  let blockhashes = 10
  const chain = {
    programAddress: PROGRAM,
    loadAccounts: async (wanted: readonly Address[]) => {
      asked.push(wanted)
      return wanted.map((address) => {
        const isConfig = address === addresses.config
        const version = isConfig ? versions.config : versions.market
        return version === undefined ? undefined : { data: Uint8Array.of(isConfig ? 1 : 2, version) }
      })
    },
    latestBlockhash: async () => ({ blockhash: addressNumber(blockhashes++), lastValidBlockHeight: 1n }),
  } as unknown as Chain
  return { chain, asked, versions }
}

/** The names of what was prepared, a migration with what it migrates. */
async function preparedOf(chain: Chain, instructions: readonly Instruction[], isLater = false) {
  const options = { isLater, kinds: NEXT_KINDS }
  const { transaction } = await prepareTransaction(chain, WALLET, instructions, options)
  const decoded = decodeTransaction(Buffer.from(transaction, 'base64'))
  return decoded.instructions.map(({ data, accountIndexes }) => {
    const own = decodeInstruction(
      data,
      [...accountIndexes].flatMap((index) => decoded.addresses[index] ?? []),
    )
    if (own.name !== 'migrate') return own.name
    const { payer, account } = own.addresses
    expect(payer).toBe(WALLET)
    return account === addresses.config ? 'migrate the Config' : 'migrate the market'
  })
}

test('accounts of the version before are migrated in front, each once, and missing ones are not', async () => {
  const both = chainOf({ config: 2, market: 2 })
  expect(await preparedOf(both.chain, [buy, buy])).toEqual([
    'migrate the Config',
    'migrate the market',
    'buy',
    'buy',
  ])
  expect(await preparedOf(both.chain, [boost])).toEqual(['migrate the market', 'boost'])
  expect(await preparedOf(chainOf({ config: 3, market: 2 }).chain, [buy])).toEqual([
    'migrate the market',
    'buy',
  ])
  expect(await preparedOf(chainOf({ config: 3 }).chain, [buy])).toEqual(['buy'])
  // The one that stands before it does.
  expect(await preparedOf(both.chain, [buy], true)).toEqual(['buy'])
})

test('the chain is asked once for an account that is of this version, and again for one that was not', async () => {
  const { chain, asked, versions } = chainOf({ config: 3, market: 2 })
  await preparedOf(chain, [buy])
  versions.market = 3
  for (let repeat = 0; repeat < 3; repeat++) expect(await preparedOf(chain, [buy])).toEqual(['buy'])
  expect(asked).toEqual([[addresses.config, addresses.market], [addresses.market]])
})

test.each<[string, (Uint8Array | undefined)[], bigint]>([
  ['a market of the version before: the rent of 16 bytes', [Uint8Array.of(2, 2)], 111_360n],
  ['a Config, 8 bytes, with it', [Uint8Array.of(2, 2), Uint8Array.of(1, 2)], 167_040n],
  ['accounts of this version, and none', [Uint8Array.of(2, 3), Uint8Array.of(1, 3), undefined], 0n],
])('costs %s', (_, accounts, cost) => {
  expect(migrationCost(accounts, NEXT_KINDS)).toBe(cost)
  expect(migrationCost(accounts)).toBe(0n)
})
