// How a priority fee becomes a limit and a price, also where the node does not say what a transaction uses.

import { addressOf } from '@twinmint/sdk/core/address'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { decodeTransaction } from '@twinmint/sdk/program/message'
import { COMPUTE_BUDGET_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, it, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { prepareTransaction } from './prepare.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const boost = buildInstruction(PROGRAM, 'boost', {
  ...(await deriveMarketAddresses(PROGRAM, addressNumber(5))),
  payer: WALLET,
})

/** A chain whose node says that every transaction uses so many units, and counts how often it is asked. */
function chainOf(units: bigint | undefined) {
  const tried: Uint8Array[] = []
  const chain = {
    simulateUnits: async (wire: Uint8Array) => {
      tried.push(wire)
      return units
    },
    latestBlockhash: async () => ({ blockhash: addressNumber(7), lastValidBlockHeight: 1n }),
  } as unknown as Chain
  return { chain, tried }
}
const budgetOf = (transaction: string) => {
  const { instructions, addresses } = decodeTransaction(Buffer.from(transaction, 'base64'))
  const [limit, price] = instructions.filter(
    ({ programIndex }) => addresses[programIndex] === COMPUTE_BUDGET_PROGRAM,
  )
  return limit && price
    ? [Buffer.from(limit.data).readUInt32LE(1), Buffer.from(price.data).readBigUInt64LE(1)]
    : undefined
}

test.each<[string, bigint | undefined, object, number]>([
  ['what it used when it was tried, and the margin', 10_000n, {}, 32_000],
  ['what instructions use at the most, where nobody says', undefined, {}, 140_000],
  ['the same for one that comes later, which is not tried', 10_000n, { isLater: true }, 140_000],
])('the limit is %s', async (_, units, options, limit) => {
  const { chain, tried } = chainOf(units)
  const { transaction } = await prepareTransaction(chain, WALLET, [boost], {
    priorityFeeLamports: 7_000n,
    ...options,
  })
  expect(budgetOf(transaction)).toEqual([limit, (7_000n * 1_000_000n) / BigInt(limit)])
  expect(tried).toHaveLength('isLater' in options ? 0 : 1)
})

it('nothing is asked of the node, and nothing put in, where no fee is', async () => {
  const { chain, tried } = chainOf(10_000n)
  for (const priorityFeeLamports of [undefined, 0n]) {
    const options = { priorityFeeLamports }
    const two = priorityFeeLamports === undefined ? [boost] : [boost, boost]
    const { transaction } = await prepareTransaction(chain, WALLET, two, options)
    expect(budgetOf(transaction)).toBeUndefined()
  }
  expect(tried).toEqual([])
})
