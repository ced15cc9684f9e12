// Comments, chat and reports on the page: what is loaded, what the live stream changes in it, and what is sent.
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { apiDelete, apiGet, apiPost } from '../wire/api.ts'
import { onLiveEvent } from '../wire/live.ts'
import type {
  ChatPage,
  CommentsPage,
  CommunityEvent,
  PostComment,
  PostedChat,
  PostedComment,
  RepliesPage,
  Report,
  ReportDecided,
  ReportDecision,
  ReportsPage,
} from './contract.ts'
import { applyToChat, applyToComments, withEarlierReplies } from './merge.ts'

const commentsKey = (collectionId: string) => ['api', 'comments-of', collectionId]
const CHAT_KEY = ['api', 'chat']
const REPORTS_KEY = ['api', 'admin', 'reports']
const withCursor = (path: string, cursor: string | null) =>
  cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`

type Pages<Page> = InfiniteData<Page, string | null>

/** Changes the pages of a list that is loaded; one that is not is read when somebody looks. */
function updatePages<Page>(
  client: QueryClient,
  queryKey: readonly unknown[],
  change: (pages: readonly Page[]) => readonly Page[],
): void {
  client.setQueryData<Pages<Page>>(queryKey, (data) => {
    if (!data) return data
    const pages = change(data.pages)
    return pages === data.pages ? data : { ...data, pages: [...pages] }
  })
}

function applyEvent(client: QueryClient, event: CommunityEvent): void {
  if (event.type === 'chat' || event.type === 'chatGone')
    updatePages<ChatPage>(client, CHAT_KEY, (pages) => applyToChat(pages, event))
  else {
    const collectionId = event.type === 'comment' ? event.comment.collectionId : event.collectionId
    updatePages<CommentsPage>(client, commentsKey(collectionId), (pages) => applyToComments(pages, event))
  }
}

const OURS: readonly string[] = [
  'comment',
  'commentGone',
  'chat',
  'chatGone',
] satisfies CommunityEvent['type'][]

function useLiveTexts(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onLiveEvent<CommunityEvent>((event) => {
        if (OURS.includes(event.type)) applyEvent(client, event)
      }),
    [client],
  )
}

/** The comments of a coin, newest first, live. */
export function useComments(collectionId: string) {
  useLiveTexts()
  const query = useInfiniteQuery({
    queryKey: commentsKey(collectionId),
    queryFn: ({ pageParam, signal }) =>
      apiGet<CommentsPage>(withCursor(`/api/collections/${collectionId}/comments`, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  })
  const comments = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.comments), [query.data])
  return { ...query, comments }
}

/** Loads answers to a comment from before the one with the id `before`. */
export function useEarlierReplies(collectionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ commentId, before }: { readonly commentId: string; readonly before: string | null }) =>
      apiGet<RepliesPage>(
        withCursor(`/api/collections/${collectionId}/comments/${commentId}/replies`, before),
      ),
    onSuccess: ({ replies }, { commentId }) =>
      updatePages<CommentsPage>(client, commentsKey(collectionId), (pages) =>
        withEarlierReplies(pages, commentId, replies),
      ),
  })
}

export function usePostComment(collectionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wish: PostComment) =>
      apiPost<PostedComment>(`/api/collections/${collectionId}/comments`, wish),
    // The stream says it, too, and with the right count of answers.
    onSuccess: ({ comment }) => applyEvent(client, { type: 'comment', comment, parentReplyCount: null }),
  })
}

/** The chat, oldest first, live; earlier messages are the next pages. */
export function useChat() {
  useLiveTexts()
  const query = useInfiniteQuery({
    queryKey: CHAT_KEY,
    queryFn: ({ pageParam, signal }) => apiGet<ChatPage>(withCursor('/api/chat', pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  })
  const messages = useMemo(
    () => (query.data?.pages ?? []).flatMap((page) => page.messages).reverse(),
    [query.data],
  )
  return { ...query, messages, welcome: query.data?.pages[0]?.welcome ?? [] }
}

export function useSendChat() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: string) => apiPost<PostedChat>('/api/chat', { message }),
    onSuccess: ({ message }) => applyEvent(client, { type: 'chat', message }),
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
      if (collectionId === undefined) applyEvent(client, { type: 'chatGone', id })
      // A comment with answers leaves its place behind.
      else void client.invalidateQueries({ queryKey: commentsKey(collectionId) })
    },
  })
}

export function useReport() {
  return useMutation({ mutationFn: (report: Report) => apiPost<unknown>('/api/reports', report) })
}

/** What was reported, for moderators: open ones first, then the last reported first. */
export function useReports() {
  const query = useInfiniteQuery({
    queryKey: REPORTS_KEY,
    queryFn: ({ pageParam, signal }) =>
      apiGet<ReportsPage>(withCursor('/api/admin/reports', pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  })
  const reports = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.reports), [query.data])
  return { ...query, reports, openCount: query.data?.pages[0]?.openCount }
}

/** Hides a message, lets it be, or shows it again; by the message's id, whether it was reported or not. */
export function useReportDecision() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, action }: { readonly id: string } & ReportDecision) =>
      apiPost<ReportDecided>(`/api/admin/reports/${id}`, { action }),
    onSuccess: () => client.invalidateQueries({ queryKey: REPORTS_KEY }),
  })
}
