// What the address says of a coin's activity, the request that follows from it, and whether something new belongs to it. Pure;
// other parameters are kept.

import { NFT_MARKET_KINDS, NFT_PAID_KINDS } from '@twinmint/sdk/api/records/nft-market-kinds'
import type { Activity, ActivityKind } from '@twinmint/sdk/api/records/trade'
import { parseSolText } from '@twinmint/sdk/core/money'

export const KIND_CHOICES = [
  { id: 'all', label: 'All activity', kinds: undefined },
  { id: 'trades', label: 'Buys and sells', kinds: ['BUY', 'SELL'] },
  { id: 'buys', label: 'Buys', kinds: ['BUY'] },
  { id: 'sells', label: 'Sells', kinds: ['SELL'] },
  { id: 'swaps', label: 'Swaps', kinds: ['SWAP_TO_NFT', 'SWAP_TO_TOKEN'] },
  { id: 'sales', label: 'NFT sales', kinds: ['SALE'] },
  { id: 'listings', label: 'NFT listings', kinds: ['LIST', 'UNLIST'] },
  { id: 'offers', label: 'NFT offers', kinds: ['OFFER', 'OFFER_WITHDRAWN'] },
  { id: 'boosts', label: 'Boosts', kinds: ['BOOST'] },
  { id: 'fees', label: 'Fee claims', kinds: ['CLAIM'] },
  { id: 'migration', label: 'Migration', kinds: ['GRADUATION'] },
] as const satisfies readonly {
  readonly id: string
  readonly label: string
  readonly kinds: readonly ActivityKind[] | undefined
}[]
export type KindChoice = (typeof KIND_CHOICES)[number]['id']

/** SOL at least. */
export const SIZE_CHOICES = ['0.01', '0.1', '1', '10', '100'] as const

export interface ActivityFilters {
  readonly kind: KindChoice
  /** Decimal text; undefined for any. */
  readonly minSol: string | undefined
  readonly walletAddress: string | undefined
  /** Only of the wallets that whoever looks follows. */
  readonly isFollowing: boolean
}

/** In the place of an address. */
const FOLLOWING = 'following'
export const ALL_ACTIVITY: ActivityFilters = {
  kind: 'all',
  minSol: undefined,
  walletAddress: undefined,
  isFollowing: false,
}

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
export const looksLikeAddress = (text: string): boolean => ADDRESS.test(text)

export function activityFiltersOf(params: URLSearchParams): ActivityFilters {
  const kind = params.get('kind')
  const minSol = params.get('min') ?? ''
  const parsed = parseSolText(minSol)
  const wallet = params.get('wallet') ?? ''
  return {
    kind: KIND_CHOICES.find(({ id }) => id === kind)?.id ?? 'all',
    minSol: parsed.kind === 'amount' && parsed.units > 0n ? minSol : undefined,
    walletAddress: looksLikeAddress(wallet) ? wallet : undefined,
    isFollowing: wallet === FOLLOWING,
  }
}

/** The parameters with these filters in the place of those that were there. */
export function withActivityFilters(before: URLSearchParams, filters: ActivityFilters): URLSearchParams {
  const texts = {
    kind: filters.kind === 'all' ? undefined : filters.kind,
    min: filters.minSol,
    wallet: filters.isFollowing ? FOLLOWING : filters.walletAddress,
  }
  const next = new URLSearchParams(before)
  for (const [name, text] of Object.entries(texts))
    if (text === undefined) next.delete(name)
    else next.set(name, text)
  return next
}

export function isFiltered({ kind, minSol, walletAddress, isFollowing }: ActivityFilters): boolean {
  return kind !== 'all' || minSol !== undefined || walletAddress !== undefined || isFollowing
}

const kindsOf = (choice: KindChoice): readonly ActivityKind[] | undefined =>
  KIND_CHOICES.find(({ id }) => id === choice)?.kinds

/** The query string of the request. */
export function activityQuery({ kind, minSol, walletAddress, isFollowing }: ActivityFilters): string {
  const kinds = kindsOf(kind)
  const query = new URLSearchParams()
  if (kinds) query.set('kind', kinds.join(','))
  if (minSol !== undefined) query.set('minSol', minSol)
  if (isFollowing) query.set('following', 'true')
  else if (walletAddress !== undefined) query.set('wallet', walletAddress)
  return query.toString()
}

const isPaid = ({ kind }: Activity) => {
  const ofMarket = NFT_MARKET_KINDS.find((one) => one === kind)
  return ofMarket === undefined || NFT_PAID_KINDS.includes(ofMarket)
}

/** Whether the server would answer it to the same filters; `followed` are the wallets that whoever looks follows. */
export function belongs(
  activity: Activity,
  { kind, minSol, walletAddress, isFollowing }: ActivityFilters,
  followed: ReadonlySet<string>,
): boolean {
  const kinds = kindsOf(kind)
  const least = parseSolText(minSol ?? '')
  /** A sale is its seller's too. */
  const isOf = (wallet: string) => activity.walletAddress === wallet || activity.sellerAddress === wallet
  return (
    (kinds === undefined || kinds.includes(activity.kind)) &&
    (least.kind !== 'amount' || (isPaid(activity) && BigInt(activity.lamports) >= least.units)) &&
    (isFollowing
      ? [activity.walletAddress, activity.sellerAddress].some((each) => each !== null && followed.has(each))
      : walletAddress === undefined || isOf(walletAddress))
  )
}
