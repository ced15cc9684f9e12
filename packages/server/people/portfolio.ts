// What a wallet holds of all coins: read from the chain for every coin of its latest trades, in calls and statements whose number
// does not grow with them.
import type { Address } from '@solana/kit'
import type { Holding, Portfolio } from '@twinmint/sdk/api/people/contract'
import { HOLDING_NFTS_MAX, HOLDINGS_MAX } from '@twinmint/sdk/api/positions/holdings-rules'
import { allBaseUnits, type Held, shareOf } from '@twinmint/sdk/api/positions/rules'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import { holdingIn } from '@twinmint/sdk/program/token-2022'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../database/database.ts'
import type { Coins } from '../index/coins.ts'
import type { StandingOffers } from '../index/nft-market/offers-on-chain.ts'
import { sumOffered } from '../index/nft-market/store.ts'
import { listKnownCoins, loadTradeSums } from '../index/position-reads.ts'
import { loadPositions } from './positions.ts'

export interface PortfolioReads {
  readonly db: Database
  readonly chain: Chain
  readonly collections: Pick<Coins, 'loadMany'>
  /** The NFTs that a wallet holds by the chain, the last swapped first. */
  readonly heldNfts: (
    walletAddress: Address,
    limit: number,
  ) => Promise<readonly { readonly collectionId: string; readonly tokenId: number }[]>
  readonly offers: Pick<StandingOffers, 'refresh'>
}

/** Of coins that it never traded, the latest that were sent to it. */
const RECEIVED_MAX = 50

/** The worth of a holding is the proceeds of one sell of all of it. */
export async function loadPortfolio(
  { db, chain, collections, heldNfts, offers }: PortfolioReads,
  walletAddress: Address,
  /** Hears of a coin whose position can't be counted: it is left out, and the rest is told. */
  onUnfit: (collectionId: string, error: unknown) => void,
): Promise<Portfolio> {
  let isUnfit = false
  const [known, nfts, sums, lockedLamports] = await Promise.all([
    listKnownCoins(db, walletAddress, { traded: HOLDINGS_MAX + 1, received: RECEIVED_MAX }),
    heldNfts(walletAddress, HOLDING_NFTS_MAX),
    loadTradeSums(db, walletAddress),
    offers.refresh({ bidderAddress: walletAddress }).then(() => sumOffered(db, walletAddress)),
  ])
  const nftsOf = new Map<string, Set<number>>()
  for (const { collectionId, tokenId } of nfts)
    nftsOf.set(collectionId, (nftsOf.get(collectionId) ?? new Set()).add(tokenId))
  const traded = known.filter(({ isTraded }) => isTraded)
  const looked = [...traded.slice(0, HOLDINGS_MAX), ...known.filter(({ isTraded }) => !isTraded)]
  const coinAccounts = await Promise.all(
    looked.map(({ mintAddress }) => deriveAssociatedAddress(walletAddress, mintAddress as Address)),
  )
  const [wallet, ...accounts] = await chain.loadAccounts([walletAddress, ...coinAccounts])
  const coinsOf = new Map(
    looked.map(({ collectionId }, at) => [collectionId, holdingIn(accounts[at])?.baseUnits ?? 0n]),
  )
  const held = new Map<string, Held>(
    [...new Set([...coinsOf.keys(), ...nftsOf.keys()])].flatMap((id) => {
      const has = { baseUnits: coinsOf.get(id) ?? 0n, editions: nftsOf.get(id) ?? new Set<number>() }
      return has.baseUnits > 0n || has.editions.size > 0 ? [[id, has]] : []
    }),
  )
  const [loaded, positions] = await Promise.all([
    collections.loadMany([...held.keys()]),
    loadPositions(db, walletAddress, held, (collectionId, error) => {
      isUnfit = true
      onUnfit(collectionId, error)
    }),
  ])
  const byId = new Map(loaded.map((collection) => [collection.id, collection]))
  const holdings = positions.flatMap((position): Holding[] => {
    const collection = byId.get(position.collectionId)
    if (!collection) return []
    const { baseUnits, nftCount, worthLamports } = position
    const coinLamports = shareOf(BigInt(worthLamports), BigInt(baseUnits), allBaseUnits(position))
    return [
      {
        collection,
        baseUnits,
        nftCount,
        coinLamports: coinLamports.toString(),
        nftLamports: (BigInt(worthLamports) - coinLamports).toString(),
        position,
      },
    ]
  })
  const worthOf = ({ position }: Holding) => BigInt(position.worthLamports)
  holdings.sort((a, b) => (worthOf(a) < worthOf(b) ? 1 : -1))
  const lamports = wallet?.lamports ?? 0n
  const sumOf = (part: (holding: Holding) => bigint) =>
    holdings.reduce((sum, holding) => sum + part(holding), 0n)
  // Of what strangers send no result hangs: it has no cost.
  const isPartial = isUnfit || traded.length > HOLDINGS_MAX || nfts.length >= HOLDING_NFTS_MAX
  const unrealised = sumOf(({ position }) => BigInt(position.unrealisedLamports))
  return {
    walletAddress,
    lamports: lamports.toString(),
    lockedLamports,
    holdings,
    totalLamports: (lamports + BigInt(lockedLamports) + sumOf(worthOf)).toString(),
    ...sums,
    resultLamports: isPartial ? null : (unrealised + BigInt(sums.realisedLamports)).toString(),
    isPartial,
  }
}
