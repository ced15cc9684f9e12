// That only a coin of the program is sent, whatever the page was told that its mint is.
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { TransactionMismatch } from '@twinmint/sdk/program/signable'
import { expect, test } from 'vitest'
import { requireMarket } from './flow.ts'

const [PROGRAM, MINT] = [9, 5].map((fill) => addressOf(new Uint8Array(32).fill(fill))) as [Address, Address]

/** A node that has one account. */
const nodeWith = (address: string, owner: string) => async (_method: string, params: readonly unknown[]) => ({
  value: [(params[0] as string[])[0] === address ? { owner, data: ['', 'base64'], lamports: 1 } : null],
})

test('a mint must have a market that is the program’s own', async () => {
  const { market, escrow } = await deriveMarketAddresses(PROGRAM, MINT)
  const coin = { programAddress: PROGRAM, mintAddress: MINT }
  await expect(requireMarket(nodeWith(market, PROGRAM), coin)).resolves.toBeUndefined()
  for (const node of [
    nodeWith(market, MINT),
    nodeWith(escrow, PROGRAM),
    async () => ({}),
    async () => ({ value: [] }),
  ])
    await expect(requireMarket(node, coin)).rejects.toThrow(TransactionMismatch)
  const silent = async () => {
    throw new Error('The node did not answer.')
  }
  await expect(requireMarket(silent, coin)).rejects.toThrow('did not answer')
})
