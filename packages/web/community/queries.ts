// Comments, chat and reports on the page: what is loaded, what the live stream changes in it, and what is sent.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ChatPage,
  CommentsPage,
  Pinned,
  PostComment,
  PostedChat,
  PostedComment,
  RepliesPage,
  Report,
  ReportDecided,
} from '@twinmint/sdk/api/community/contract'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import { useMemo } from 'react'
import { apiDelete, apiGet, apiPost, withCursor } from '../data/api.ts'
import { useLiveData } from '../data/live-data.ts'
import { type Pages, pagedOptions, usePaged } from '../data/paged.ts'
import { keyOf } from '../data/query-keys.ts'
import { applyToChat, applyToComments, changePinned, withEarlierReplies } from './merge.ts'

export const pinnedKey = (collectionId: string) => keyOf('collections', collectionId, 'pinned')

/** The list with other pages; itself where they are the same. */
const withPages = <Page>(data: Pages<Page>, pages: readonly Page[]): Pages<Page> =>
  pages === data.pages ? data : { ...data, pages: [...pages] }

const foldComments = (data: Pages<CommentsPage>, event: LiveEvent) =>
  withPages(data, applyToComments(data.pages, event))
const foldChat = (data: Pages<ChatPage>, event: LiveEvent) => withPages(data, applyToChat(data.pages, event))

/** The comments of a coin, newest first, live. */
export function useComments(collectionId: string) {
  const queryKey = keyOf('comments-of', collectionId)
  useLiveData(topicOfCoin(collectionId), queryKey, foldComments)
  return usePaged(
    pagedOptions<CommentsPage>(queryKey, `/api/collections/${collectionId}/comments`),
    (page) => page.comments,
  )
}

/** Loads answers to a comment from before the one with the id `before`. */
export function useEarlierReplies(collectionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ commentId, before }: { readonly commentId: string; readonly before: string | null }) =>
      apiGet<RepliesPage>(
        withCursor(`/api/collections/${collectionId}/comments/${commentId}/replies`, before),
      ),
    onSuccess: ({ replies }, { commentId }) => {
      client.setQueryData<Pages<CommentsPage>>(
        keyOf('comments-of', collectionId),
        (data) => data && withPages(data, withEarlierReplies(data.pages, commentId, replies)),
      )
      client.setQueryData<Pinned>(
        pinnedKey(collectionId),
        (data) => data && changePinned(data, (pages) => withEarlierReplies(pages, commentId, replies)),
      )
    },
  })
}

export function usePostComment(collectionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (comment: PostComment) =>
      apiPost<PostedComment>(`/api/collections/${collectionId}/comments`, comment),
    // The stream says it, too, and with the right count of answers.
    onSuccess: ({ comment }) =>
      client.setQueryData<Pages<CommentsPage>>(
        keyOf('comments-of', collectionId),
        (data) => data && foldComments(data, { type: 'comment', comment, parentReplyCount: null }),
      ),
  })
}

/** The chat, oldest first, live; earlier messages are the next pages. */
export function useChat() {
  useLiveData('chat', keyOf('chat'), foldChat)
  const { items, ...query } = usePaged(
    pagedOptions<ChatPage>(keyOf('chat'), '/api/chat'),
    (page) => page.messages,
  )
  const messages = useMemo(() => [...items].reverse(), [items])
  return { ...query, messages, welcome: query.pages[0]?.welcome ?? [] }
}

/** What was done here, before the stream tells of it. */
const intoChat = (client: QueryClient, event: LiveEvent) =>
  client.setQueryData<Pages<ChatPage>>(keyOf('chat'), (data) => data && foldChat(data, event))

export function useSendChat() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: string) => apiPost<PostedChat>('/api/chat', { message }),
    onSuccess: ({ message }) => intoChat(client, { type: 'chat', message }),
  })
}

/** A message where it stands: of the chat, or of a coin, answering or not. */
export interface MessagePlace {
  readonly id: string
  readonly collectionId: string | undefined
}

/** Deletes one of one's own. */
export function useDeleteMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, collectionId }: MessagePlace) =>
      apiDelete(
        collectionId === undefined ? `/api/chat/${id}` : `/api/collections/${collectionId}/comments/${id}`,
      ),
    onSuccess: (_nothing, { id, collectionId }) => {
      if (collectionId === undefined) intoChat(client, { type: 'chatGone', id })
      // A comment with answers leaves its place behind.
      else
        for (const queryKey of [keyOf('comments-of', collectionId), pinnedKey(collectionId)])
          void client.invalidateQueries({ queryKey })
    },
  })
}

export function useReport() {
  return useMutation({ mutationFn: (report: Report) => apiPost<unknown>('/api/reports', report) })
}

/** Hides a message, for moderators. */
export function useHideMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => apiPost<ReportDecided>(`/api/admin/reports/${id}`, { action: 'hide' }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('admin', 'reports') }),
  })
}
