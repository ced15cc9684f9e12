// @vitest-environment happy-dom
// What stays where it is, and where the focus goes, when a creator pins and unpins.
import { QueryClientProvider } from '@tanstack/react-query'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Comment } from '@twinmint/sdk/api/records/message'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { queryClient } from '../data/query-client.ts'
import CommentsTab from './CommentsTab.tsx'

const ME = 'Me11111111111111111111111111111111111111111'
// A worker keeps what it has loaded: what was made with other mocks is not of use here, nor this with others.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('../people/session/queries.ts', () => ({
  useSession: () => ({ walletAddress: ME, isKnown: true }),
  useSignIn: () => ({ signIn: () => undefined, isPending: false }),
}))
vi.mock('../data/live-data.ts', () => ({ useLiveData: () => undefined }))
vi.mock('./MessageActions.tsx', () => ({ MessageActions: () => null }))

const collection = { id: 'c', name: 'Frog', symbol: 'FROG', creatorAddress: ME } as Collection
const commentOf = (id: string) =>
  ({
    id,
    collectionId: 'c',
    walletAddress: ME,
    username: '',
    thumbnailUrl: null,
    message: `comment ${id}`,
    timestamp: '2026-11-23T12:00:00.000Z',
    state: 'shown',
    parentId: null,
    replyCount: 0,
    replies: [],
    pinnedAt: null as string | null,
    editedAt: null,
  }) as unknown as Comment

/** What the server has. */
let pinnedId: string | undefined
/** The ids that the list shows. */
let listed: readonly string[]
/** Set, the server keeps its answers about what is pinned. */
let wait: Promise<void> | undefined
let unmount = async () => {}

const stored = (id: string): Comment => ({
  ...commentOf(id),
  pinnedAt: id === pinnedId ? '2026-11-23T12:01:00.000Z' : null,
})

async function answer(path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  if (path.startsWith('/api/collections/c/comments'))
    return Response.json({ comments: listed.map(stored), nextCursor: null })
  if (method === 'PUT') {
    pinnedId = (JSON.parse(body as string) as { messageId: string }).messageId
    return Response.json({ comment: stored(pinnedId) })
  }
  if (method === 'DELETE') {
    pinnedId = undefined
    return new Response(null, { status: 204 })
  }
  await wait
  return Response.json({ pinned: pinnedId === undefined ? null : stored(pinnedId) })
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', answer)
  pinnedId = undefined
  listed = ['3', '2', '1']
  wait = undefined
  queryClient.clear()
})
afterEach(async () => {
  await unmount()
  document.body.replaceChildren()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function show(): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <CommentsTab collection={collection} />
      </QueryClientProvider>,
    ),
  )
  await eventually(() => expect(document.body.textContent).toContain('comment 1'))
}
const itemOf = (id: string) =>
  [...document.querySelectorAll('li')].find(({ textContent }) => textContent.includes(`comment ${id}`))
const isPinned = (id: string) => itemOf(id)?.closest('[aria-label="Pinned by the creator"]') != null
/** As a click of a mouse or a key does, the button has the focus. */
const press = (id: string, name: string) =>
  act(async () => {
    const button = [...(itemOf(id)?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === name,
    )
    if (button === undefined) throw new Error(`comment ${id} has no ${name}`)
    button.focus()
    button.click()
  })

it('takes the focus along to the top, and back', async () => {
  await show()
  await press('2', 'Pin')
  await eventually(() => expect(isPinned('2')).toBe(true))
  await eventually(() => expect(document.activeElement).toBe(itemOf('2')))
  await press('2', 'Unpin')
  await eventually(() => expect(isPinned('2')).toBe(false))
  await eventually(() => expect(document.activeElement).toBe(itemOf('2')))
})

it('leaves the focus with the composer where the list does not show what was unpinned', async () => {
  pinnedId = '0'
  await show()
  await eventually(() => expect(isPinned('0')).toBe(true))
  await press('0', 'Unpin')
  await eventually(() => expect(itemOf('0')).toBeUndefined())
  await eventually(() =>
    expect(document.activeElement).toBe(document.querySelector('[aria-label="Comment on Frog"]')),
  )
})

it('takes the focus from nobody who has it elsewhere by then', async () => {
  await show()
  await press('2', 'Pin')
  document.querySelector('textarea')?.focus()
  await eventually(() => expect(isPinned('2')).toBe(true))
  expect(document.activeElement).toBe(document.querySelector('textarea'))
})

it('moves no answer that is being written to another comment', async () => {
  pinnedId = '1'
  await show()
  await eventually(() => expect(isPinned('1')).toBe(true))
  await press('1', 'Reply')
  expect(itemOf('1')?.querySelector('textarea')).not.toBeNull()
  pinnedId = '2'
  await act(() => queryClient.invalidateQueries())
  await eventually(() => expect(isPinned('2')).toBe(true))
  expect(itemOf('2')?.querySelector('textarea')).toBeNull()
})

it('says what pinning is for only when nothing is pinned', async () => {
  let go = () => {}
  wait = new Promise((resolve) => {
    go = resolve
  })
  await show()
  expect(document.body.textContent).not.toContain('pin one of your comments')
  go()
  await eventually(() => expect(document.body.textContent).toContain('pin one of your comments'))
})
