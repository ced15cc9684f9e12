// A coin's largest accounts and its supply, as the chain has them at this moment: coins also move without the program.
import type { Address } from '@solana/kit'
import { Refusal } from '../core/errors.ts'
import type { ChainHoldings } from '../core/holders.ts'
import type { Chain } from './chain.ts'
import { decodeMintSupply, holdingIn } from './program/token-2022.ts'

/** Refuses collectionNotFound where no such mint is, and chainUnavailable. */
export async function loadHoldings(chain: Chain, mintAddress: Address): Promise<ChainHoldings> {
  const largest = await chain.rpc
    .getTokenLargestAccounts(mintAddress, { commitment: 'confirmed' })
    .send()
    .catch((cause: unknown) => {
      throw new Refusal('chainUnavailable', undefined, { cause })
    })
  const [mint, ...accounts] = await chain.loadAccounts([
    mintAddress,
    ...largest.value.map(({ address }) => address),
  ])
  if (!mint) throw new Refusal('collectionNotFound')
  return {
    accounts: accounts.flatMap((account) => holdingIn(account) ?? []),
    supplyBaseUnits: decodeMintSupply(mint.data),
  }
}
