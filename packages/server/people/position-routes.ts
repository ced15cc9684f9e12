// A wallet's position in a coin, and a coin's creator: the index's sums held against what the chain says is there.
import type { Address } from '@solana/kit'
import {
  creatorSchema,
  type Position,
  positionParamsSchema,
  positionSchema,
} from '@twinmint/sdk/api/positions/contract'
import { allBaseUnits, type Held, sharePercent } from '@twinmint/sdk/api/positions/rules'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { Refusal } from '@twinmint/sdk/core/errors'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import { decodeMintSupply, holdingIn } from '@twinmint/sdk/program/token-2022'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../database/database.ts'
import type { App } from '../http/calls.ts'
import { parseAddress } from '../http/http.ts'
import type { Coins } from '../index/coins.ts'
import { findFeeShares } from '../index/fee-shares/store.ts'
import type { Owners } from '../index/owners.ts'
import { findCreator } from '../index/position-reads.ts'
import { loadPositions } from './positions.ts'

export interface PortfolioDeps {
  readonly db: Database
  readonly chain: Chain
  readonly collections: Pick<Coins, 'mintOf' | 'launchedBy'>
  readonly owners: Pick<Owners, 'heldSoFar'>
}

const OTHERS = 3

export function portfolioRoutes(app: App, deps: PortfolioDeps): void {
  const { db, chain, collections } = deps

  app.get(
    '/api/collections/:id/position/:wallet',
    {
      schema: {
        tags: ['Coins'],
        summary: 'What a wallet holds of a coin, what that has cost, and its result, first in, first out',
        params: positionParamsSchema,
        response: { 200: positionSchema },
        refuses: ['collectionNotFound', 'invalidAddress', 'chainUnavailable'],
      },
    },
    ({ params }) => loadPosition(deps, params),
  )

  app.get(
    '/api/collections/:id/creator',
    {
      schema: {
        tags: ['Coins'],
        summary:
          'Who launched a coin: other launches, what is left of the creator’s coins, fees earned and claimed',
        params: coinParamsSchema,
        response: { 200: creatorSchema },
        refuses: ['collectionNotFound', 'chainUnavailable'],
      },
    },
    async ({ params }) => {
      const coin = await collections.mintOf(params.id)
      const facts = await findCreator(db, coin.id)
      if (!facts) throw new Refusal('collectionNotFound')
      const creatorAddress = facts.creatorAddress as Address
      const [held, launched, [mint], shares] = await Promise.all([
        loadHeld(deps, creatorAddress, coin),
        collections.launchedBy(creatorAddress, OTHERS + 1),
        chain.loadAccounts([coin.mintAddress]),
        findFeeShares(db, coin.id),
      ])
      const holding = { baseUnits: held.baseUnits.toString(), nftCount: held.editions.size }
      return {
        creatorAddress,
        launches: facts.launches,
        graduated: facts.graduated,
        ...holding,
        sharePercent: sharePercent(allBaseUnits(holding), mint ? decodeMintSupply(mint.data) : 0n),
        feesEarnedLamports: (BigInt(facts.owedLamports) + BigInt(facts.claimedLamports)).toString(),
        feesClaimedLamports: facts.claimedLamports,
        feesOwedLamports: facts.owedLamports,
        feeShares: shares ?? null,
        others: launched.filter(({ id }) => id !== coin.id).slice(0, OTHERS),
      }
    },
  )
}

/** A wallet's position in a coin at this moment, by the words of an address. */
export async function loadPosition(
  deps: PortfolioDeps,
  params: { readonly id: string; readonly wallet: string },
): Promise<Position> {
  const walletAddress = parseAddress(params.wallet)
  const coin = await deps.collections.mintOf(params.id)
  const held = await loadHeld(deps, walletAddress, coin)
  const [position] = await loadPositions(deps.db, walletAddress, new Map([[coin.id, held]]))
  if (!position) throw new Refusal('collectionNotFound')
  return position
}

/** What a wallet has of a coin and its twin, as the chain has it at this moment. */
async function loadHeld(
  { chain, owners }: PortfolioDeps,
  walletAddress: Address,
  coin: { readonly id: string; readonly mintAddress: Address },
): Promise<Held> {
  const [[account], nfts] = await Promise.all([
    deriveAssociatedAddress(walletAddress, coin.mintAddress).then((address) => chain.loadAccounts([address])),
    owners.heldSoFar({ walletAddress, collectionId: coin.id }),
  ])
  return {
    baseUnits: holdingIn(account)?.baseUnits ?? 0n,
    editions: new Set(nfts.map(({ tokenId }) => tokenId)),
  }
}
