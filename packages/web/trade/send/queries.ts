// People and addresses that something can be sent to, and a send as the page follows it.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShownSend } from '@twinmint/sdk/actions/send/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Person } from '@twinmint/sdk/api/records/person'
import type { RecipientWire } from '@twinmint/sdk/api/send/contract'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { rpcCaller } from '@twinmint/sdk/program/rpc'
import { apiGet } from '../../data/api.ts'
import { keyOf, nftKeys } from '../../data/query-keys.ts'
import { formatCoinsExact, shortAddress } from '../../ui/format.ts'
import { useDebounced } from '../../ui/steady.ts'
import {
  type FlowHandle,
  type FlowStatus,
  type FlowTexts,
  flowStores,
  useFlow,
} from '../../wallet/use-flow.ts'
import { type Sent, sendFlow } from './flow.ts'

const PEOPLE_MAX = 5
const SEARCH_DEBOUNCE_MS = 200
/** An account may be made, or closed, by others at any time. */
const RECIPIENT_AGAIN_MS = 15_000

/** People by a part of their name; nothing is asked while it is empty. */
export function usePeople(text: string) {
  const wanted = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const query = useQuery({
    queryKey: keyOf('people-named', wanted),
    enabled: wanted !== '',
    queryFn: ({ signal }) =>
      apiGet<readonly Person[]>(`/api/user/search?q=${encodeURIComponent(wanted)}&limit=${PEOPLE_MAX}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: RECIPIENT_AGAIN_MS,
  })
  const isAnswer = wanted === text && !query.isPlaceholderData
  return {
    people: wanted === '' || text === '' ? [] : (query.data ?? []),
    isKnown: isAnswer && !query.isPending,
    error: query.error,
  }
}

/** Keeps who was chosen from a list, so that the name does not go away while it is asked for again. */
export function useNotePerson(): (person: Person) => void {
  const client = useQueryClient()
  return (person) =>
    client.setQueryData<readonly Person[]>(keyOf('person-at', person.walletAddress), [person])
}

/** Who a wallet says it is; undefined where it says nothing. */
export function usePerson(address: string): Person | undefined {
  const { data } = useQuery({
    queryKey: keyOf('person-at', address),
    queryFn: ({ signal }) => apiGet<readonly Person[]>(`/api/user/search?q=${address}&limit=1`, { signal }),
    refetchOnMount: 'always',
  })
  return data?.find(({ walletAddress }) => walletAddress === address)
}

/** Whether an address is a wallet's, and what an account of it costs. */
export function useRecipient(
  { collectionId, edition }: { readonly collectionId: string; readonly edition: number | undefined },
  address: string | undefined,
) {
  return useQuery({
    queryKey: keyOf('send-recipient', collectionId, edition ?? 'coins', address),
    enabled: address !== undefined,
    queryFn: ({ signal }) => {
      const nft = edition === undefined ? '' : `&tokenId=${edition}`
      const query = `collectionId=${encodeURIComponent(collectionId)}&recipientAddress=${address}${nft}`
      return apiGet<RecipientWire>(`/api/send/recipient?${query}`, { signal })
    },
    refetchOnMount: 'always',
    refetchInterval: RECIPIENT_AGAIN_MS,
  })
}

export type SendStatus = FlowStatus<ShownSend, void, Sent>

/** Of each wallet, coin and NFT: one of which nobody knows yet is still told of when the dialog is opened again. */
const storeOf = flowStores<ShownSend, void, Sent>()

export function useSend(
  collection: Collection,
  tokenId: number | undefined,
  {
    walletAddress,
    site,
  }: { readonly walletAddress: string | undefined; readonly site: SiteConfig | undefined },
): FlowHandle<ShownSend, void, Sent> {
  return useFlow({
    site,
    store: storeOf(`${walletAddress} ${collection.id} ${tokenId}`),
    load: async () => sendFlow(collection, rpcCaller(site?.rpcUrl ?? '/rpc')),
    ...sendTexts(collection),
  })
}

export const SEND_FAILED = 'Sending failed'

/** "1,234.5 FROG", or "Frogs #7". */
export function sentText(
  { symbol, collectionName }: Pick<Collection, 'symbol' | 'collectionName'>,
  { edition, units }: Pick<ShownSend, 'edition' | 'units'>,
): string {
  return edition === undefined
    ? `${formatCoinsExact(units.toString())} ${symbol}`
    : `${collectionName} #${edition}`
}

const sendTexts = (collection: Collection): FlowTexts<ShownSend, void, Sent> => ({
  connect: 'Please connect your wallet to send',
  done: ({ answers: [sent] }, shown) => ({
    title: 'Sent',
    description: `${sentText(collection, shown)} went to ${shortAddress(shown.recipientAddress)}.`,
    tone: 'success',
    ...(sent && { signature: sent.signature }),
  }),
  failed: ({ message }) => ({
    title: 'Not sent',
    description: message || `${SEND_FAILED}.`,
    tone: 'destructive',
  }),
  moved: () => undefined,
  keeps: ({ phase }) => phase !== 'done',
  stale: () => [
    { queryKey: keyOf('portfolio-of') },
    { queryKey: keyOf('nfts-held-by') },
    { queryKey: keyOf('position-of', collection.id) },
    { queryKey: keyOf('holders-of', collection.id) },
    { queryKey: keyOf('user', 'nfts', collection.id) },
    ...nftKeys(collection.id).map((queryKey) => ({ queryKey })),
    { queryKey: keyOf('send-recipient') },
  ],
})
