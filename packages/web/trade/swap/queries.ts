// A wallet's NFTs of one collection; swaps as the page follows them.
import { useQuery } from '@tanstack/react-query'
import type { AskedSwap } from '@twinmint/sdk/actions/swap/quote-changes'
import type { SwapSteps } from '@twinmint/sdk/actions/swap/verify'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft, UserNfts } from '@twinmint/sdk/api/records/nft'
import { topicOfCoin, topicOfWallet } from '@twinmint/sdk/api/records/topics'
import type { ConfirmedSwap } from '@twinmint/sdk/api/swap/contract'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { apiGet } from '../../data/api.ts'
import { useRefreshOn } from '../../data/live-data.ts'
import { keyOf, nftKeys } from '../../data/query-keys.ts'
import {
  type FlowHandle,
  type FlowStatus,
  type FlowTexts,
  flowStores,
  useFlow,
} from '../../wallet/use-flow.ts'
import { walletStore } from '../../wallet/wallet.ts'
import { swapFlow } from './flow.ts'
import { CONNECT_TO_SWAP, failureToast, submissionToast, successToast } from './swap-texts.ts'

const userNftsKey = (collectionId: string, address: string) => keyOf('user', 'nfts', collectionId, address)
/** An NFT that was sent from wallet to wallet makes no event of ours. */
const USER_NFTS_EVERY_MS = 30_000

/** The NFTs of the collection that the wallet holds, by their numbers. */
export function useUserNfts(collectionId: string, address: string | undefined) {
  const queryKey = userNftsKey(collectionId, address ?? '')
  useRefreshOn(address === undefined ? undefined : topicOfWallet(address), [queryKey])
  return useQuery<UserNfts>({
    queryKey,
    enabled: address !== undefined,
    refetchOnMount: 'always',
    refetchInterval: USER_NFTS_EVERY_MS,
  })
}

/** So many of the cheapest: some may be one's own, or have expired meanwhile. */
const LISTED_COUNT = 10
const NONE: readonly Nft[] = []

/** The NFTs of the collection that are for sale for least; none while they are not known. */
export function useCheapestListed(collectionId: string): readonly Nft[] {
  // Beside the gallery's lists of the coin's NFTs, so that what makes those old makes this old.
  const queryKey = keyOf('nfts-of', collectionId, 'cheapest')
  useRefreshOn(topicOfCoin(collectionId), [queryKey], {
    concerns: (event) =>
      event.type === 'activity' &&
      (event.activity.kind === 'LIST' || event.activity.kind === 'UNLIST' || event.activity.kind === 'SALE'),
    isGathered: true,
  })
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      apiGet<{ readonly nfts: readonly Nft[] }>(
        `/api/collections/${encodeURIComponent(collectionId)}/nfts?state=listed&sort=priceLow&limit=${LISTED_COUNT}`,
        { signal },
      ),
    refetchOnMount: 'always',
  })
  return data?.nfts ?? NONE
}

export type SwapStatus = FlowStatus<AskedSwap, SwapSteps, ConfirmedSwap>

const storeOf = flowStores<AskedSwap, SwapSteps, ConfirmedSwap>()

export function useSwap(
  collection: Collection,
  site: SiteConfig | undefined,
): FlowHandle<AskedSwap, SwapSteps, ConfirmedSwap> {
  return useFlow({
    site,
    store: storeOf(collection.id),
    load: async () => swapFlow(collection, { rpcUrl: site?.rpcUrl ?? '/rpc' }),
    ...swapTexts(collection),
  })
}

const swapTexts = ({ id, symbol }: Collection): FlowTexts<AskedSwap, SwapSteps, ConfirmedSwap> => ({
  connect: CONNECT_TO_SWAP,
  done: (outcome, asked) =>
    outcome.stopped ? submissionToast(outcome.stopped) : successToast(asked, outcome, symbol),
  failed: (failure, { kind }) => failureToast(kind, failure, walletStore.state.wallets),
  keeps: () => true,
  stale: () => [
    { queryKey: keyOf('user', 'nfts', id) },
    { queryKey: keyOf('collections', id) },
    ...nftKeys(id).map((queryKey) => ({ queryKey })),
    { queryKey: keyOf('nfts-featured') },
  ],
})
