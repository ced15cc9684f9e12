// A creator's fees of all coins as the page has them: what is owed follows every sell, the rest is read again.
import { useQuery } from '@tanstack/react-query'
import type { CoinFees, Fees } from '@twinmint/sdk/api/fees/contract'
import { type CoinNews, newsOf, withNews } from '@twinmint/sdk/api/records/coin-figures'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { topicOfWallet } from '@twinmint/sdk/api/records/topics'
import { apiGet } from '../../../data/api.ts'
import { useLiveData, useRefreshOn } from '../../../data/live-data.ts'
import { keyOf } from '../../../data/query-keys.ts'

const REFRESH_MS = 60_000

export function useFees(address: string) {
  const queryKey = keyOf('fees-of', address)
  useRefreshOn(topicOfWallet(address), [queryKey])
  useLiveData('market', queryKey, foldFees)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      apiGet<Fees>(`/api/user/fees?walletAddress=${encodeURIComponent(address)}`, { signal }),
    refetchOnMount: 'always',
    // A coin's first fees bring it into the list.
    refetchInterval: REFRESH_MS,
  })
}

/** The coins as an event has them, where they are among the listed ones; the sum owed moves as they do. */
export const foldFees = (fees: Fees, event: LiveEvent): Fees => newsOf(event).reduce(foldCoin, fees)

function foldCoin(fees: Fees, news: CoinNews): Fees {
  const known = fees.coins.find(({ collection }) => collection.id === news.id)?.collection
  if (known === undefined) return fees
  const now = withNews(known, news)
  const more = BigInt(now.creatorFeesOwedLamports) - BigInt(known.creatorFeesOwedLamports)
  let mine = 0n
  const coins = fees.coins.map((each) => {
    if (each.collection !== known) return each
    mine = partOf(more, each)
    return { ...each, collection: now, owedLamports: (BigInt(each.owedLamports) + mine).toString() }
  })
  return { ...fees, coins, owedLamports: (BigInt(fees.owedLamports) + mine).toString() }
}

/**
 * What of a change of a coin's debt is the wallet's. Of shared fees only what comes in is told here, to the lamport below;
 * who drew what the next reading says.
 */
function partOf(more: bigint, { share }: CoinFees): bigint {
  if (share !== null) return more > 0n ? (more * BigInt(share.bps)) / 10_000n : 0n
  return more
}
