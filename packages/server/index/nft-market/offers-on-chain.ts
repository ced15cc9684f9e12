// Offers as the chain has them. A node that forgot events leaves an offer in the rows that was withdrawn or accepted long ago; so
// what is shown, counted or told of is compared with the offers' accounts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { decodeOffer } from '@twinmint/sdk/program/accounts'
import { CLOCK_ADDRESS, clockSeconds } from '@twinmint/sdk/program/clock'
import type { Chain, ChainAccount } from '../../chain/chain.ts'
import type { Database } from '../../database/database.ts'
import { isoSeconds } from '../event-rows.ts'
import { digitsOf, rarityOfAll } from './batch.ts'
import type { NftOfferRow } from './rows.ts'
import { deleteOffer, listSettledOffers, type OfferGroup, updateOfferTerms } from './store.ts'

/** How long an answer of the chain is good. */
const CHECKED_MS = 10_000
const GROUP_CHECKED_MS = 30_000
const REFRESH_MS = 1_000
const REMEMBERED_MAX = 100_000
/** Of a coin or of a bidder so many are compared, the best first: what is counted beyond them waits for who looks at it. */
const GROUP_MAX = 500
/** Another node may not have an offer yet that was made a moment ago; as in `listSettledOffers`. */
const SETTLED_MS = 60_000
/** Accounts that a node tells of in one answer, the clock among them. */
const PER_ANSWER = 100
/** A page is read so often until all on it stands; the next look goes on. */
const ROUNDS_MAX = 5

export interface StandingOffers {
  /** What `list` gives once the rows are as the chain has them. Refuses with chainUnavailable. */
  current<Row extends NftOfferRow>(list: () => Promise<Row[]>): Promise<Row[]>
  /** Compares a group’s best, at most every half minute. Refuses with chainUnavailable. */
  compare(group: OfferGroup): Promise<void>
  /**
   * The same for what has to be answered without the chain, too: after a second, or where the chain does not answer, it goes on in
   * the background. Never refuses.
   */
  refresh(group: OfferGroup): Promise<void>
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
    const told = await loadTold(chain, doubtful)
    let isHealed = false
    for (const { row, account, isLater } of told) {
      const terms = account?.owner === chain.programAddress ? termsIn(account) : undefined
      if (isLater && (terms === undefined || !isSame(row, terms))) {
        isHealed = true
        if (terms === undefined) await deleteOffer(db, row)
        else await updateOfferTerms(db, { ...row, ...terms })
      }
      remember(keyOf(row))
    }
    return isHealed
  }

  /** Who asks while a group is being compared waits for that. */
  const comparing = new Map<string, Promise<void>>()
  function compare(group: OfferGroup): Promise<void> {
    const key = JSON.stringify(group)
    const underWay = comparing.get(key)
    if (underWay) return underWay
    if (isFresh(key, GROUP_CHECKED_MS)) return Promise.resolve()
    const work = compareNow(group)
      .then(() => remember(key))
      .finally(() => comparing.delete(key))
    comparing.set(key, work)
    return work
  }
  const compareNow = async (group: OfferGroup) => heal(await listSettledOffers(db, group, GROUP_MAX))

  return {
    async current(list) {
      let rows = await list()
      for (let round = 1; round < ROUNDS_MAX && (await heal(rows)); round++) rows = await list()
      return rows
    },
    compare,
    async refresh(group) {
      await Promise.race([compare(group).catch(onFailure), sleep(REFRESH_MS, undefined, { ref: false })])
    },
  }
}

/**
 * The offers' accounts, and whether the node had come further than the offer's own transaction when it told of them: the chain's
 * clock, out of the same answer, says how far it was. A node that lags has no account either of an offer that stands.
 */
async function loadTold(chain: Pick<Chain, 'loadAccounts'>, rows: readonly NftOfferRow[]) {
  const size = PER_ANSWER - 1
  const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    rows.slice(part * size, (part + 1) * size),
  )
  const told = await Promise.all(
    parts.map(async (part) => {
      const addresses = part.map(({ address }) => address as Address)
      const [clock, ...accounts] = await chain.loadAccounts([CLOCK_ADDRESS, ...addresses])
      const seconds = clockSeconds(clock?.data)
      return part.map((row, at) => ({
        row,
        account: accounts[at],
        isLater: seconds !== undefined && Number(seconds) * 1_000 > Date.parse(row.createdAt),
      }))
    }),
  )
  return told.flat()
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
