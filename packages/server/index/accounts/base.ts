// Where a coin's history begins that no node has whole: its rows as they were before the first event that is known, worked out from
// its accounts of now and the events since.
import { marketCapLamports } from '@twinmint/sdk/core/curve'
import type { Queryable, Transaction } from '../../database/database.ts'
import { isoTime, type LoggedEvent } from '../event-rows.ts'
import { launchHour } from '../hours.ts'
import { writeMarket } from '../nft-market/write.ts'
import { writeNfts } from '../nft-store.ts'
import { priceText } from '../records.ts'
import type { CollectionRow, CurveRow } from '../rows.ts'
import { writeBatch } from '../store.ts'
import type { AccountCoin } from './coin.ts'

/** `curve.sequence` is that of the event before the first that is known. */
export type Base = Omit<AccountCoin, 'collection'>

/**
 * The rows before `events`, the coin's known ones in sequence up to the one that `coin` was read at. What nobody knows, as how often it
 * was traded before, begins with zero; of the reserves before the first event only those after it are known.
 */
export function baseOf(coin: Base, events: readonly LoggedEvent[]): Base {
  const [first] = events
  if (first === undefined) return coin
  const { curve } = coin
  const before = {
    lockedLamports: BigInt(curve.lockedLamports),
    creatorFeesOwedLamports: BigInt(curve.creatorFeesOwedLamports),
    burnedBaseUnits: BigInt(curve.burnedBaseUnits),
    minted: curve.mintedNftCount,
    circulating: curve.circulatingNftCount,
  }
  const mintedSince = new Set<number>()
  let [hasGraduated, wasBoosted, hasOtherShares] = [false, false, false]
  for (const { event } of events) {
    const { kind } = event
    if (kind === 'buy') {
      before.lockedLamports -= event.surchargeLamports
      before.burnedBaseUnits -= event.burnedBaseUnits
      hasGraduated ||= event.graduated
    } else if (kind === 'sell') before.creatorFeesOwedLamports -= event.creatorFeeLamports
    else if (kind === 'capture') {
      before.circulating--
      if (event.minted) {
        before.minted--
        mintedSince.add(event.edition)
      }
    } else if (kind === 'release') before.circulating++
    else if (kind === 'buyListing' || kind === 'acceptOffer')
      before.creatorFeesOwedLamports -= event.royaltyLamports
    else if (kind === 'boost') wasBoosted = true
    else if ('feeShares' in event || kind === 'claimCreatorFees') {
      if (kind !== 'offerFeeShares') before.creatorFeesOwedLamports += event.lamportsOut
      hasOtherShares ||= kind === 'setFeeShares' || kind === 'acceptFeeShares'
    }
  }
  const since = isoTime(first.event)
  const { reserveLamports, reserveBaseUnits, realLamports } = first.event
  const isGraduated = curve.isGraduated && !hasGraduated
  return {
    ...coin,
    since,
    curve: {
      ...curve,
      sequence: Number(first.event.sequence) - 1,
      reserveLamports: reserveLamports.toString(),
      reserveBaseUnits: reserveBaseUnits.toString(),
      realLamports: realLamports.toString(),
      lockedLamports: before.lockedLamports.toString(),
      creatorFeesOwedLamports: before.creatorFeesOwedLamports.toString(),
      burnedBaseUnits: before.burnedBaseUnits.toString(),
      marketCapLamports: marketCapLamports(first.event).toString(),
      price: priceText(reserveLamports, reserveBaseUnits),
      isGraduated,
      graduationStandsAt: isGraduated ? curve.graduationStandsAt : null,
      ...(wasBoosted && { boostedAt: null, boostedUntil: null }),
      mintedNftCount: before.minted,
      circulatingNftCount: before.circulating,
      updatedAt: since,
    },
    nfts: coin.nfts.filter(({ tokenId }) => !mintedSince.has(tokenId)),
    // A change pays the receivers before it, and those are not known.
    ...(hasOtherShares && { feeShares: [], feeReceivers: [] }),
  }
}

const NOTHING = {
  collections: [],
  trades: [],
  boosts: [],
  feeClaims: [],
  feePayments: [],
  chart: [],
  hours: [],
  traderHours: [],
  coinEvents: [],
  cursor: [],
  positions: [],
  nftLots: [],
  releasedNfts: [],
}

/** Writes a coin that is not there yet, as it was before its first known event, and counts its launch. */
export async function insertCoin(tx: Transaction, collection: CollectionRow, base: Base): Promise<void> {
  const rows = {
    ...NOTHING,
    collections: [collection],
    curves: [base.curve],
    feeShares: [],
    feeReceivers: [],
    hours: [launchHour(collection.createdAt)],
  }
  await writeBatch(tx, rows, { isLast: false })
  const { since, curve, ...accounts } = base
  await tx.query(
    `insert into curve_bases (collection_id, since, curve, accounts)
     values ($1, $2, $3::text::jsonb, $4::text::jsonb)`,
    [collection.id, since, JSON.stringify(curve), JSON.stringify(accounts)],
  )
}

type BaseRow = Pick<Base, 'since' | 'curve'> & { readonly accounts: Omit<Base, 'since' | 'curve'> }
const BASE_LIST = 'since, curve, accounts'
const baseIn = ({ accounts, ...base }: BaseRow): Base => ({ ...accounts, ...base })

export const listBases = async (db: Queryable): Promise<Base[]> =>
  (await db.query<BaseRow>(`select ${BASE_LIST} from curve_bases`)).map(baseIn)

/** The base that a coin begins with; undefined for a coin that begins with its launch. */
export async function findBase(db: Queryable, collectionId: string): Promise<Base | undefined> {
  const [row] = await db.query<BaseRow>(`select ${BASE_LIST} from curve_bases where collection_id = $1`, [
    collectionId,
  ])
  return row && baseIn(row)
}

/** Coins without their first events: mints, in the order in which they were found. */
export async function listBased(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ mint: string }>(
    `select c.mint_address as mint from curve_bases b join collections c on c.id = b.collection_id
     order by b.since, c.id`,
  )
  return rows.map(({ mint }) => mint)
}

/** Makes a coin's rows what they were before its first known event; those that follow from events are deleted. */
export async function restoreBase(tx: Transaction, base: Base): Promise<CurveRow> {
  const { curve, nfts, listings, offers, feeShares, feeReceivers } = base
  await writeBatch(tx, { ...NOTHING, curves: [curve], feeShares, feeReceivers }, { isLast: false })
  if (nfts.length > 0) await writeNfts(tx, nfts)
  await writeMarket(tx, {
    nftListings: listings,
    changedListings: [],
    goneListings: [],
    nftOffers: offers,
    goneOffers: [],
    nftMarketEvents: [],
  })
  return curve
}
