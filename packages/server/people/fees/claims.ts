// What a wallet may claim of coins now, as the chain has it: all of a coin's creator fees, or its share of them.

import type { Address } from '@solana/kit'
import { Refusal } from '@twinmint/sdk/core/errors'
import { feeShareDueLamports } from '@twinmint/sdk/core/fee-shares'
import { decodeFeeShares, decodeMarket, type FeeShares, type Market } from '@twinmint/sdk/program/accounts'
import { deriveFeeSharesAddress, deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import type { Chain } from '../../chain/chain.ts'

/** The instructions with which fees are claimed. */
export const CLAIM_NAMES = ['claimCreatorFees', 'drawFeeShare'] as const

export interface Claim {
  readonly instruction: Instruction
  /** What it brings; a draw of 0 confirms a receiver that has not signed yet. */
  readonly lamports: bigint
  readonly isConfirmed: boolean
}

/** A coin's market, and its shares where it has some. */
export interface FeesOnChain {
  readonly market: Market
  readonly marketAddress: Address
  readonly feeSharesAddress: Address
  readonly feeShares: FeeShares | undefined
}

/** In the order of `mintAddresses`. Refuses collectionNotFound where the chain has no such market. */
export async function loadFeesOnChain(
  chain: Pick<Chain, 'loadAccounts' | 'programAddress'>,
  mintAddresses: readonly Address[],
): Promise<FeesOnChain[]> {
  const { programAddress } = chain
  const addresses = await Promise.all(
    mintAddresses.map(async (mint) => ({
      market: (await deriveMarketAddresses(programAddress, mint)).market,
      feeShares: await deriveFeeSharesAddress(programAddress, mint),
    })),
  )
  const accounts = await chain.loadAccounts([
    ...addresses.map(({ market }) => market),
    ...addresses.map(({ feeShares }) => feeShares),
  ])
  return addresses.map(({ market, feeShares }, at) => {
    const account = accounts[at]
    if (!account) throw new Refusal('collectionNotFound')
    const decoded = decodeMarket(account.data)
    // Lamports may lie at the address before there is anything.
    const shared = decoded.feeSharesBump === 0 ? undefined : accounts[addresses.length + at]
    return {
      market: decoded,
      marketAddress: market,
      feeSharesAddress: feeShares,
      feeShares: shared && decodeFeeShares(shared.data),
    }
  })
}

/** In the order of `mintAddresses`. Refuses notCreator or notFeeShares where a coin's fees are others'. */
export async function loadClaims(
  chain: Pick<Chain, 'loadAccounts' | 'programAddress'>,
  wallet: Address,
  mintAddresses: readonly Address[],
): Promise<Claim[]> {
  const { programAddress } = chain
  const fees = await loadFeesOnChain(chain, mintAddresses)
  return Promise.all(
    fees.map(async ({ market, marketAddress, feeSharesAddress, feeShares }): Promise<Claim> => {
      const owed = market.creatorFeesOwedLamports
      if (feeShares === undefined) {
        if (market.creator !== wallet) throw new Refusal('notCreator')
        const addresses = await deriveMarketAddresses(programAddress, market.mint)
        return {
          instruction: buildInstruction(programAddress, 'claimCreatorFees', {
            ...addresses,
            creator: wallet,
          }),
          lamports: owed,
          isConfirmed: true,
        }
      }
      const place = feeShares.receivers.findIndex(({ address }) => address === wallet)
      const receiver = feeShares.receivers[place]
      if (receiver === undefined) throw new Refusal('notFeeShares')
      return {
        instruction: buildInstruction(programAddress, 'drawFeeShare', {
          receiver: wallet,
          market: marketAddress,
          feeShares: feeSharesAddress,
        }),
        lamports: feeShareDueLamports(feeShares.receivers, place, owed),
        isConfirmed: receiver.isConfirmed,
      }
    }),
  )
}
