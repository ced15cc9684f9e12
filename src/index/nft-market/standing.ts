// Offers as the chain has them. A node that forgot events leaves an offer in the rows that was withdrawn or accepted long ago; so
// what is shown, counted or told of is compared with the offers' accounts.
import type { Address } from '@solana/kit'
import type { Chain, ChainAccount } from '../../chain/chain.ts'
import { decodeOffer } from '../../chain/program/nft-market.ts'
import type { Database } from '../../database/database.ts'
import { isoSeconds } from '../event-rows.ts'
import { digitsOf, rarityOfAll } from './batch.ts'
import type { NftOfferRow } from './rows.ts'
import { deleteOffer, listSettledOffers, type OfferGroup, updateOfferTerms } from './store.ts'

/** How long an answer of the chain is good. */
const CHECKED_MS = 10_000
const GROUP_CHECKED_MS = 30_000
const REMEMBERED_MAX = 100_000
/** Of a coin or of a bidder so many are compared, the best first: what is counted beyond them waits for who looks at it. */
const GROUP_MAX = 500
/** Another node may not have an offer yet that was made a moment ago; as in `listSettledOffers`. */
const SETTLED_MS = 60_000
/** A page is read so often until all on it stands; the next look goes on. */
const ROUNDS_MAX = 5

export interface StandingOffers {
  /** What `list` gives once the rows are as the chain has them. Refuses with chainUnavailable. */
  current<Row extends NftOfferRow>(list: () => Promise<Row[]>): Promise<Row[]>
  /** Compares a group’s best, at most every half minute. Refuses with chainUnavailable. */
  compare(group: OfferGroup): Promise<void>
  /** The same in the background. */
  refresh(group: OfferGroup): void
}

export function openStandingOffers(
  db: Database,
  chain: Pick<Chain, 'loadAccounts' | 'programAddress'>,
  onFailure: (error: unknown) => void,
): StandingOffers {
  const checkedAtMs = new Map<string, number>()
  const remember = (key: string) => {
    if (checkedAtMs.size >= REMEMBERED_MAX) checkedAtMs.clear()
    checkedAtMs.set(key, Date.now())
  }
  const isFresh = (key: string, ms: number) => Date.now() - (checkedAtMs.get(key) ?? 0) < ms

  /** Brings the rows to what their accounts say; whether one was not so. */
  async function heal(rows: readonly NftOfferRow[]): Promise<boolean> {
    const settledMs = Date.now() - SETTLED_MS
    const doubtful = rows.filter(
      (row) => Date.parse(row.createdAt) < settledMs && !isFresh(keyOf(row), CHECKED_MS),
    )
    if (doubtful.length === 0) return false
    const accounts = await chain.loadAccounts(doubtful.map(({ address }) => address as Address))
    let isHealed = false
    for (const [at, row] of doubtful.entries()) {
      const account = accounts[at]
      const terms = account?.owner === chain.programAddress ? termsIn(account) : undefined
      remember(keyOf(row))
      if (terms !== undefined && isSame(row, terms)) continue
      isHealed = true
      if (terms === undefined) await deleteOffer(db, row)
      else await updateOfferTerms(db, { ...row, ...terms })
    }
    return isHealed
  }

  async function compare(group: OfferGroup): Promise<void> {
    const key = JSON.stringify(group)
    if (isFresh(key, GROUP_CHECKED_MS)) return
    remember(key)
    try {
      await heal(await listSettledOffers(db, group, GROUP_MAX))
    } catch (error) {
      checkedAtMs.delete(key)
      throw error
    }
  }

  return {
    async current(list) {
      let rows = await list()
      for (let round = 1; round < ROUNDS_MAX && (await heal(rows)); round++) rows = await list()
      return rows
    },
    compare,
    refresh(group) {
      compare(group).catch(onFailure)
    },
  }
}

const keyOf = ({ address, sequence }: NftOfferRow) => `${address}:${sequence}`

/** What may differ where another offer lies at an address: its bidder and number make the address, and may be used again. */
function termsIn({ data }: ChainAccount) {
  const { priceLamports, expiresAtSeconds, editions } = decodeOffer(data)
  return {
    priceLamports: priceLamports.toString(),
    expiresAt: isoSeconds(expiresAtSeconds),
    editions: digitsOf(editions),
    editionCount: editions.length,
    rarity: rarityOfAll(editions),
  }
}

const isSame = (row: NftOfferRow, terms: ReturnType<typeof termsIn>): boolean =>
  row.priceLamports === terms.priceLamports &&
  Date.parse(row.expiresAt) === Date.parse(terms.expiresAt) &&
  row.editions === terms.editions
