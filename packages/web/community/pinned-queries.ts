// What a coin's creator has pinned: read, kept up to date by the live stream, and changed by the creator.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Pin, Pinned, PostedComment } from '@twinmint/sdk/api/community/contract'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import { apiDelete, apiPut, errorMessage } from '../data/api.ts'
import { useLiveData } from '../data/live-data.ts'
import { keyOf } from '../data/query-keys.ts'
import { showToast } from '../ui/toasts/toast.ts'
import { applyToPinned } from './merge.ts'
import { pinnedKey } from './queries.ts'

/** Null where nothing is pinned, undefined until that is known. */
export function usePinned(collectionId: string): Pinned['pinned'] | undefined {
  const queryKey = pinnedKey(collectionId)
  useLiveData<Pinned>(topicOfCoin(collectionId), queryKey, applyToPinned)
  return useQuery<Pinned>({ queryKey }).data?.pinned
}

/** The stream says the same to everybody. */
function readAgain(client: QueryClient, collectionId: string): void {
  for (const queryKey of [pinnedKey(collectionId), keyOf('comments-of', collectionId)])
    void client.invalidateQueries({ queryKey })
}

const notDone = (title: string) => (error: Error) =>
  showToast({ title, description: errorMessage(error, 'Try again.'), tone: 'destructive' })

/** Pins a comment; with a text the composer says what went wrong. */
export function usePin(collectionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (pin: Pin) => apiPut<PostedComment>(`/api/collections/${collectionId}/pinned`, pin),
    onSuccess: ({ comment }) => {
      client.setQueryData<Pinned>(pinnedKey(collectionId), { pinned: comment })
      readAgain(client, collectionId)
    },
    onError: (error, { message }) => {
      if (message === undefined) notDone('Not pinned')(error)
    },
  })
}

export function useUnpin(collectionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => apiDelete(`/api/collections/${collectionId}/pinned`),
    onSuccess: () => {
      client.setQueryData<Pinned>(pinnedKey(collectionId), { pinned: null })
      readAgain(client, collectionId)
    },
    onError: notDone('Not unpinned'),
  })
}
