// A coin's largest accounts and its supply, and where a wallet keeps an NFT, as the chain has them at this moment: both also
// move without the program.
import type { Address } from '@solana/kit'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { ChainHoldings } from '@twinmint/sdk/core/holders'
import { decodeMintSupply, holdingIn } from '@twinmint/sdk/program/token-2022'
import type { Chain } from './chain.ts'

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

/** Strangers can give a wallet large accounts, of which one answer has room for few. */
const HOLDING_SLICE = { offset: 0, length: 1_024 } as const

/** An account of the wallet that holds the NFT, whichever it is; refuses chainUnavailable. */
export async function findNftAccount(
  chain: Pick<Chain, 'rpc'>,
  wallet: Address,
  nftMint: Address,
): Promise<{ readonly address: Address; readonly lamports: bigint; readonly data: Uint8Array } | undefined> {
  const { value } = await chain.rpc
    .getTokenAccountsByOwner(
      wallet,
      { mint: nftMint },
      { encoding: 'base64', commitment: 'confirmed', dataSlice: HOLDING_SLICE },
    )
    .send()
    .catch((cause: unknown) => {
      throw new Refusal('chainUnavailable', undefined, { cause })
    })
  for (const { pubkey: address, account } of value) {
    const { owner, lamports } = account
    const data = Buffer.from(account.data[0], 'base64')
    if (holdingIn({ owner, data })?.baseUnits === 1n) return { address, lamports, data }
  }
  return undefined
}
