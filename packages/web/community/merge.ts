// How an event changes the texts that a page has loaded. Pure: lists of pages in, lists of pages out, the same object where
// nothing changes. Ids sort by time, so that what comes twice, or late, still finds its one place.

import type { ChatPage, CommentsPage, Pinned } from '@twinmint/sdk/api/community/contract'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import type { ChatMessage, Comment, Reply } from '@twinmint/sdk/api/records/message'

export type CommentPages = readonly CommentsPage[]
export type ChatPages = readonly ChatPage[]

interface Identified {
  readonly id: string
}

/** Puts an item into a list that is newest first: in place of itself, else where its id belongs. */
function withItem<Item extends Identified>(newestFirst: readonly Item[], item: Item): Item[] {
  const rest = newestFirst.filter(({ id }) => id !== item.id)
  const at = rest.findIndex(({ id }) => id < item.id)
  return at < 0 ? [...rest, item] : [...rest.slice(0, at), item, ...rest.slice(at)]
}

/** Into the page whose part of the list it is. Older than all that is loaded, it comes with its own page. */
function intoPages<Page extends { readonly nextCursor: string | null }, Item extends Identified>(
  pages: readonly Page[],
  item: Item,
  itemsOf: (page: Page) => readonly Item[],
  withItems: (page: Page, items: Item[]) => Page,
): readonly Page[] {
  const at = pages.findIndex(
    (page, index) =>
      (itemsOf(page).at(-1)?.id ?? '') <= item.id || (index === pages.length - 1 && page.nextCursor === null),
  )
  return at < 0
    ? pages
    : pages.map((page, index) => (index === at ? withItems(page, withItem(itemsOf(page), item)) : page))
}

function eachComment(pages: CommentPages, change: (comment: Comment) => Comment | undefined): CommentPages {
  let changed = false
  const after = pages.map((page) => {
    const comments = page.comments.flatMap((comment) => {
      const next = change(comment)
      changed ||= next !== comment
      return next ?? []
    })
    return { ...page, comments }
  })
  return changed ? after : pages
}

/** Answers that were loaded are kept; of those that both know, the event's are the newer. */
function joinReplies(loaded: readonly Reply[], latest: readonly Reply[]): Reply[] {
  const byId = new Map([...loaded, ...latest].map((reply) => [reply.id, reply]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

export function applyToComments(pages: CommentPages, event: LiveEvent): CommentPages {
  if (event.type === 'comment') {
    const { comment, parentReplyCount } = event
    const { parentId } = comment
    if (parentId === null) {
      const known = pages.flatMap((page) => page.comments).find(({ id }) => id === comment.id)
      const replies = joinReplies(known?.replies ?? [], comment.replies)
      return intoPages(
        pages,
        { ...comment, replies },
        (page) => page.comments,
        (page, comments) => ({ ...page, comments }),
      )
    }
    return eachComment(pages, (each) => {
      if (each.id !== parentId) return each
      const isKnown = each.replies.some(({ id }) => id === comment.id)
      const replyCount = parentReplyCount ?? each.replyCount + (isKnown ? 0 : 1)
      // An answer that is shown again and is older than those on screen waits with the earlier ones.
      const oldest = each.replies[0]
      const isEarlier =
        oldest !== undefined && comment.id < oldest.id && each.replyCount > each.replies.length
      return { ...each, replies: isEarlier ? each.replies : joinReplies(each.replies, [comment]), replyCount }
    })
  }
  if (event.type !== 'commentGone') return pages
  const { id, parentId, parentReplyCount } = event
  if (parentId === null) return eachComment(pages, (each) => (each.id === id ? undefined : each))
  return eachComment(pages, (each) => {
    if (each.id !== parentId) return each
    const replies = each.replies.filter((reply) => reply.id !== id)
    const gone = each.replies.length - replies.length
    return { ...each, replies, replyCount: parentReplyCount ?? each.replyCount - gone }
  })
}

/** What is pinned after an event: its answers come and go as those of other comments do. */
export function applyToPinned(data: Pinned, event: LiveEvent): Pinned {
  const { pinned } = data
  if (event.type === 'comment' && event.comment.parentId === null) {
    const { comment } = event
    const isSame = comment.id === pinned?.id
    if (comment.pinnedAt === null) return isSame ? { pinned: null } : data
    return { pinned: { ...comment, replies: joinReplies(isSame ? pinned.replies : [], comment.replies) } }
  }
  return changePinned(data, (pages) => applyToComments(pages, event))
}

/** What a change of comments makes of the one that is pinned. */
export function changePinned(data: Pinned, change: (pages: CommentPages) => CommentPages): Pinned {
  if (data.pinned === null) return data
  const pages: CommentPages = [{ comments: [data.pinned], nextCursor: null }]
  const after = change(pages)
  return after === pages ? data : { pinned: after[0]?.comments[0] ?? null }
}

/** Puts older answers before those of a comment that are loaded. */
export function withEarlierReplies(
  pages: CommentPages,
  commentId: string,
  earlier: readonly Reply[],
): CommentPages {
  return eachComment(pages, (each) =>
    each.id === commentId ? { ...each, replies: joinReplies(earlier, each.replies) } : each,
  )
}

export function applyToChat(pages: ChatPages, event: LiveEvent): ChatPages {
  if (event.type === 'chat')
    return intoPages(
      pages,
      event.message,
      (page): readonly ChatMessage[] => page.messages,
      (page, messages) => ({ ...page, messages }),
    )
  if (event.type !== 'chatGone') return pages
  return pages.map((page) => {
    const messages = page.messages.filter(({ id }) => id !== event.id)
    return messages.length === page.messages.length ? page : { ...page, messages }
  })
}
