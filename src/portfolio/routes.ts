// A wallet's position in a coin, and a coin's creator: the index's sums held against what the chain says is there.
import type { Address } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import type { Chain } from '../chain/chain.ts'
import { deriveAssociatedAddress } from '../chain/program/addresses.ts'
import { decodeMintSupply, holdingIn } from '../chain/program/token-2022.ts'
import type { Collection } from '../collection/contract.ts'
import { Refusal } from '../core/errors.ts'
import type { Database } from '../database/database.ts'
import { parseAddress } from '../wire/http.ts'
import type { Creator, Position } from './contract.ts'
import {
  allBaseUnits,
  averageCost,
  beginOfHeld,
  costOfHeld,
  type Held,
  sharePercent,
  valueLamports,
} from './rules.ts'
import { findCreator, findLot, findPosition, listCaptured } from './store.ts'

export interface PortfolioDeps {
  readonly db: Database
  readonly chain: Chain
  readonly collections: {
    /** By id or mint address; refuses collectionNotFound. */
    mintOf(idOrMint: string): Promise<{ readonly id: string; readonly mintAddress: Address }>
    /** Of one creator, the largest market cap first. */
    launchedBy(creatorAddress: string, limit: number): Promise<readonly Collection[]>
  }
  readonly owners: {
    /** A wallet's NFTs of a collection. */
    heldSoFar(walletAddress: Address, collectionId: string): Promise<readonly { readonly tokenId: number }[]>
  }
}

const OTHERS = 3

export function portfolioRoutes(app: FastifyInstance, deps: PortfolioDeps): void {
  const { db, chain, collections } = deps

  app.get<{ Params: { id: string; wallet: string } }>(
    '/api/collections/:id/position/:wallet',
    async ({ params }): Promise<Position> => {
      const walletAddress = parseAddress(params.wallet)
      const coin = await collections.mintOf(params.id)
      const [stored, captured, held] = await Promise.all([
        findPosition(db, coin.id, walletAddress),
        listCaptured(db, coin.id, walletAddress),
        loadHeld(deps, walletAddress, coin),
      ])
      if (!stored) throw new Refusal('collectionNotFound')
      const begin = beginOfHeld(stored, held)
      const isInTheMiddle = begin !== stored.outBaseUnits && begin !== stored.inBaseUnits
      const lot = isInTheMiddle
        ? await findLot(db, { collectionId: coin.id, walletAddress, point: begin })
        : undefined
      const cost = costOfHeld(stored, captured, held, lot)
      const all = { baseUnits: held.baseUnits.toString(), nftCount: held.tokenIds.size }
      return {
        collectionId: coin.id,
        walletAddress,
        sequence: stored.sequence,
        tradeCount: stored.tradeCount,
        ...all,
        knownBaseUnits: cost.knownBaseUnits.toString(),
        costLamports: cost.costLamports.toString(),
        nftCostLamports: cost.nftCostLamports.toString(),
        averageCost: averageCost(cost.costLamports, cost.knownBaseUnits),
        valueLamports: valueLamports(allBaseUnits(all), stored).toString(),
        unrealisedLamports: (valueLamports(cost.knownBaseUnits, stored) - cost.costLamports).toString(),
        realisedLamports: stored.realisedLamports,
        boughtLamports: stored.boughtLamports,
        soldLamports: stored.soldLamports,
        unpricedLamports: stored.unpricedLamports,
        transferredBaseUnits: cost.transferredBaseUnits.toString(),
        nftsSentIn: cost.nftsSentIn,
        nftsSentOut: cost.nftsSentOut,
        heldSince: stored.heldSince,
        lastTradeAt: stored.lastTradeAt,
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/api/collections/:id/creator',
    async ({ params }): Promise<Creator> => {
      const coin = await collections.mintOf(params.id)
      const facts = await findCreator(db, coin.id)
      if (!facts) throw new Refusal('collectionNotFound')
      const creatorAddress = facts.creatorAddress as Address
      const [held, launched, [mint]] = await Promise.all([
        loadHeld(deps, creatorAddress, coin),
        collections.launchedBy(creatorAddress, OTHERS + 1),
        chain.loadAccounts([coin.mintAddress]),
      ])
      const holding = { baseUnits: held.baseUnits.toString(), nftCount: held.tokenIds.size }
      return {
        creatorAddress,
        launches: facts.launches,
        graduated: facts.graduated,
        ...holding,
        sharePercent: sharePercent(allBaseUnits(holding), mint ? decodeMintSupply(mint.data) : 0n),
        feesEarnedLamports: (BigInt(facts.owedLamports) + BigInt(facts.claimedLamports)).toString(),
        feesClaimedLamports: facts.claimedLamports,
        feesOwedLamports: facts.owedLamports,
        others: launched.filter(({ id }) => id !== coin.id).slice(0, OTHERS),
      }
    },
  )
}

/** What a wallet has of a coin and its twin, as the chain has it at this moment. */
async function loadHeld(
  { chain, owners }: PortfolioDeps,
  walletAddress: Address,
  coin: { readonly id: string; readonly mintAddress: Address },
): Promise<Held> {
  const [[account], nfts] = await Promise.all([
    deriveAssociatedAddress(walletAddress, coin.mintAddress).then((address) => chain.loadAccounts([address])),
    owners.heldSoFar(walletAddress, coin.id),
  ])
  return {
    baseUnits: holdingIn(account)?.baseUnits ?? 0n,
    tokenIds: new Set(nfts.map(({ tokenId }) => tokenId)),
  }
}
