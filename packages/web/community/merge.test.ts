import type { ChatPage, CommentsPage } from '@twinmint/sdk/api/community/contract'
import type { ChatMessage, Comment, Reply } from '@twinmint/sdk/api/records/message'
import { describe, expect, test } from 'vitest'
import { applyToChat, applyToComments, applyToPinned, changePinned, withEarlierReplies } from './merge.ts'

const said = (id: string): ChatMessage => ({
  id,
  username: 'a',
  message: `says ${id}`,
  timestamp: '2026-01-01T00:00:00.000Z',
  isSystem: false,
  walletAddress: 'W',
  profileImageUrl: null,
})
const reply = (id: string, parentId: string | null): Reply => ({
  ...said(id),
  collectionId: 'c',
  parentId,
  state: 'shown',
})
const comment = (id: string, replies: readonly string[] = [], replyCount = replies.length): Comment => ({
  ...reply(id, null),
  replyCount,
  pinnedAt: null,
  editedAt: null,
  replies: replies.map((each) => reply(each, id)),
})
const answer = (id: string, parentId: string): Comment => ({
  ...reply(id, parentId),
  replyCount: 0,
  pinnedAt: null,
  editedAt: null,
  replies: [],
})
const page = (comments: Comment[], nextCursor: string | null = null): CommentsPage => ({
  comments,
  nextCursor,
})
const ids = (pages: readonly CommentsPage[]) => pages.map(({ comments }) => comments.map(({ id }) => id))
const shown = (comment: Comment, parentReplyCount: number | null = null) =>
  ({ type: 'comment', comment, parentReplyCount }) as const
const gone = (id: string, parentId: string | null = null, parentReplyCount: number | null = null) =>
  ({ type: 'commentGone', collectionId: 'c', id, parentId, parentReplyCount }) as const

describe('comments', () => {
  test('a new one comes first, and once, however often it is told', () => {
    const once = applyToComments([page([comment('2')], '2'), page([comment('1')])], shown(comment('3')))
    expect(ids(once)).toEqual([['3', '2'], ['1']])
    expect(ids(applyToComments(once, shown(comment('3'))))).toEqual([['3', '2'], ['1']])
  })
  test('the first of all goes into the empty page', () => {
    expect(ids(applyToComments([page([])], shown(comment('1'))))).toEqual([['1']])
  })
  test('one that is shown again goes to its place, in whichever page that is', () => {
    const pages = [page([comment('6'), comment('4')], '4'), page([comment('3'), comment('1')])]
    expect(ids(applyToComments(pages, shown(comment('5'))))).toEqual([
      ['6', '5', '4'],
      ['3', '1'],
    ])
    expect(ids(applyToComments(pages, shown(comment('2'))))).toEqual([
      ['6', '4'],
      ['3', '2', '1'],
    ])
    expect(ids(applyToComments(pages, shown(comment('0'))))).toEqual([
      ['6', '4'],
      ['3', '1', '0'],
    ])
  })
  test('one that is older than what is loaded comes with its own page', () => {
    const pages = [page([comment('6')], '6')]
    expect(applyToComments(pages, shown(comment('5')))).toBe(pages)
  })
  test('one whose text a moderator hid keeps the answers that are loaded', () => {
    const pages = [page([comment('1', ['2', '3', '4', '5'])])]
    const [after] = applyToComments(
      pages,
      shown({ ...comment('1', ['3', '4', '5'], 4), state: 'hidden', message: '' }),
    )
    expect(after?.comments[0]).toMatchObject({ state: 'hidden', message: '', replyCount: 4 })
    expect(after?.comments[0]?.replies.map(({ id }) => id)).toEqual(['2', '3', '4', '5'])
  })
  test('one that is gone leaves; of one that is not loaded nothing is changed', () => {
    const pages = [page([comment('2'), comment('1')])]
    expect(ids(applyToComments(pages, gone('2')))).toEqual([['1']])
    expect(applyToComments(pages, gone('7'))).toBe(pages)
  })
})

describe('answers', () => {
  test('go below their comment, in the order of writing, with the count that came along', () => {
    const pages = [page([comment('1', ['2', '4'], 9)])]
    const [after] = applyToComments(pages, shown(answer('5', '1'), 10))
    expect(after?.comments[0]?.replies.map(({ id }) => id)).toEqual(['2', '4', '5'])
    expect(after?.comments[0]?.replyCount).toBe(10)
    const [again] = applyToComments(after ? [after] : [], shown(answer('5', '1'), 10))
    expect(again?.comments[0]?.replies).toHaveLength(3)
  })
  test('one from among the earlier ones waits until those are asked for', () => {
    const [after] = applyToComments([page([comment('1', ['5', '6'], 4)])], shown(answer('3', '1'), 5))
    expect(after?.comments[0]?.replies.map(({ id }) => id)).toEqual(['5', '6'])
    expect(after?.comments[0]?.replyCount).toBe(5)
  })
  test('that one has written oneself count once, whichever says it first', () => {
    const pages = [page([comment('1', ['2', '4'], 9)])]
    const own = applyToComments(pages, shown(answer('5', '1')))
    expect(own[0]?.comments[0]?.replyCount).toBe(10)
    expect(applyToComments(own, shown(answer('5', '1')))[0]?.comments[0]?.replyCount).toBe(10)
    expect(applyToComments(own, shown(answer('5', '1'), 11))[0]?.comments[0]?.replyCount).toBe(11)
  })
  test('leave with the count that came along', () => {
    const [after] = applyToComments([page([comment('1', ['2', '3'])])], gone('2', '1', 1))
    expect(after?.comments[0]?.replies.map(({ id }) => id)).toEqual(['3'])
    expect(after?.comments[0]?.replyCount).toBe(1)
  })
  test('earlier ones go before those that are there', () => {
    const [after] = withEarlierReplies([page([comment('1', ['4', '5'], 4)])], '1', [
      reply('3', '1'),
      reply('2', '1'),
      reply('4', '1'),
    ])
    expect(after?.comments[0]?.replies.map(({ id }) => id)).toEqual(['2', '3', '4', '5'])
  })
})

describe('the chat', () => {
  const chat = (messages: ChatMessage[], nextCursor: string | null = null): ChatPage => ({
    messages,
    welcome: [],
    nextCursor,
  })
  const chatIds = (pages: readonly ChatPage[]) => pages.map(({ messages }) => messages.map(({ id }) => id))
  test('takes a message in once, in its place, and lets it go', () => {
    const pages = [chat([said('4'), said('3')], '3'), chat([said('1')])]
    const after = applyToChat(pages, { type: 'chat', message: said('5') })
    expect(chatIds(applyToChat(after, { type: 'chat', message: said('5') }))).toEqual([
      ['5', '4', '3'],
      ['1'],
    ])
    expect(chatIds(applyToChat(after, { type: 'chatGone', id: '3' }))).toEqual([['5', '4'], ['1']])
    expect(chatIds(applyToChat(after, { type: 'chat', message: said('2') }))).toEqual([
      ['5', '4', '3'],
      ['2', '1'],
    ])
  })
})

describe('what is pinned', () => {
  const PINNED_AT = '2026-01-02T00:00:00.000Z'
  const pinned = (id: string, replies: readonly string[] = [], count?: number) => ({
    pinned: { ...comment(id, replies, count), pinnedAt: PINNED_AT },
  })
  test('is what was pinned last, and nothing when that is unpinned, hidden or gone', () => {
    const first = applyToPinned({ pinned: null }, shown(pinned('1').pinned))
    expect(first).toEqual(pinned('1'))
    expect(applyToPinned(first, shown(pinned('2').pinned))).toEqual(pinned('2'))
    expect(applyToPinned(first, shown(comment('1')))).toEqual({ pinned: null })
    expect(applyToPinned(first, gone('1'))).toEqual({ pinned: null })
  })
  test('stays the same object where another comment comes, goes or is unpinned', () => {
    const before = pinned('2', ['3'])
    for (const event of [shown(comment('4')), shown(answer('5', '4')), gone('4'), gone('6', '4')])
      expect(applyToPinned(before, event)).toBe(before)
  })
  test('has its answers, those that were loaded and those that come', () => {
    const before = pinned('1', ['3'], 2)
    const more = applyToPinned(before, shown(answer('4', '1'), 3))
    expect(more.pinned?.replies.map(({ id }) => id)).toEqual(['3', '4'])
    const all = changePinned(more, (pages) => withEarlierReplies(pages, '1', [reply('2', '1')]))
    expect(all.pinned?.replies.map(({ id }) => id)).toEqual(['2', '3', '4'])
    const edited = { ...pinned('1', ['4'], 3).pinned, message: 'edited' }
    expect(applyToPinned(all, shown(edited)).pinned).toMatchObject({ message: 'edited', replyCount: 3 })
    expect(applyToPinned(all, shown(edited)).pinned?.replies).toHaveLength(3)
  })
})
