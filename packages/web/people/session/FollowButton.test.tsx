// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { Follow, FollowChange } from '@twinmint/sdk/api/follows/contract'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../../tests/eventually.ts'
import { queryClient, SESSION_KEY } from '../../data/query-client.ts'
import { noteName } from '../../shared/names.ts'
import { shownToast } from '../../ui/toasts/toast.ts'
import { FollowBell, FollowButton } from './FollowButton.tsx'

const ME = 'Me11111111111111111111111111111111111111111'
const BOB = 'Bob1111111111111111111111111111111111111111'
const wallet = vi.hoisted(() => ({ state: { status: 'connected', address: '' } }))
vi.mock('../../wallet/wallet.ts', () => ({ useWallet: () => wallet.state, walletStore: wallet }))
const signIn = vi.hoisted(() => vi.fn<() => Promise<boolean>>())
vi.mock('./sign-in.ts', () => ({ signIn }))

/** What the server has, by wallet; and what it does before it answers a change. */
let stored: Map<string, Follow>
let beforeAnswer: () => Promise<void>
/** Changes that reached the server. */
let changes: string[]
let unmount = async () => {}

async function answer(path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  if (path === '/api/user/following') return Response.json({ following: [...stored.values()].reverse() })
  changes.push(`${method} ${path}`)
  await beforeAnswer()
  const followed = path.split('/').at(-1) ?? ''
  if (method === 'DELETE') {
    stored.delete(followed)
    return new Response(null, { status: 204 })
  }
  if (stored.size >= 2 && !stored.has(followed))
    return Response.json(
      { error: 'Following full', message: 'Unfollow one first.', code: 'followingFull' },
      { status: 409 },
    )
  const { notify = stored.get(followed)?.notify ?? false } = JSON.parse(body as string) as FollowChange
  const follow = { walletAddress: followed, notify, createdAt: new Date().toISOString() }
  stored.set(followed, follow)
  return Response.json(follow)
}

async function show(address: string): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <FollowButton address={address} />
        <FollowBell address={address} />
      </QueryClientProvider>,
    ),
  )
}

const button = (): HTMLButtonElement | null => document.querySelector('button[aria-label*="ollow"]')
const bell = (): HTMLButtonElement | null => document.querySelector('button[aria-label^="Alert"]')
const text = () => button()?.textContent
/** Who is here, and the list, are known. */
const ready = () => eventually(() => expect(button()?.disabled).toBe(false))
const press = (pressed: HTMLButtonElement | null) => act(async () => pressed?.click())
const session = (walletAddress: string | null) =>
  queryClient.setQueryData(SESSION_KEY, { walletAddress, isAdmin: false, sessions: [] })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', answer)
  wallet.state = { status: 'connected', address: ME }
  stored = new Map()
  changes = []
  beforeAnswer = async () => {}
  signIn.mockReset()
  noteName(BOB, 'Bob')
  noteName(ME, undefined)
  session(ME)
})
afterEach(async () => {
  await unmount()
  queryClient.clear()
  document.body.replaceChildren()
  shownToast.set(undefined)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('follows at once, before the server answers, and unfollows', async () => {
  let release = () => {}
  beforeAnswer = () =>
    new Promise((resolve) => {
      release = resolve
    })
  await show(BOB)
  await ready()
  await press(button())
  await eventually(() => expect(text()).toBe('Following'))
  await eventually(() => expect(changes).toHaveLength(1))
  expect(stored.size).toBe(0)
  await act(async () => release())
  await eventually(() => expect(stored.has(BOB)).toBe(true))
  beforeAnswer = async () => {}
  await press(button())
  await eventually(() => expect(stored.size).toBe(0))
  await eventually(() => expect(text()).toBe('Follow'))
})

it('is as it was where the server refuses, and says why', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  for (const walletAddress of ['One', 'Two'])
    stored.set(walletAddress, { walletAddress, notify: false, createdAt: '2026-01-01T00:00:00.000Z' })
  await show(BOB)
  await ready()
  await press(button())
  await eventually(() => expect(shownToast.get()?.title).toBe('Following full'))
  expect(text()).toBe('Follow')
})

it('the last of several presses is what stays, and what is shown meanwhile', async () => {
  const held: (() => void)[] = []
  beforeAnswer = () => new Promise((resolve) => held.push(resolve))
  await show(BOB)
  await ready()
  await press(button())
  await eventually(() => expect(text()).toBe('Following'))
  await press(button())
  await eventually(() => expect(text()).toBe('Follow'))
  const shown = new Set<string | null | undefined>()
  const watching = new MutationObserver(() => shown.add(text()))
  watching.observe(document.body, { subtree: true, childList: true, characterData: true })
  await eventually(() => expect(held).toHaveLength(1))
  await act(async () => held[0]?.())
  await eventually(() => expect(held).toHaveLength(2))
  expect(stored.has(BOB)).toBe(true)
  await act(async () => held[1]?.())
  await eventually(() => expect(queryClient.isMutating()).toBe(0))
  expect(stored.has(BOB)).toBe(false)
  expect(text()).toBe('Follow')
  watching.disconnect()
  expect(shown.has('Following')).toBe(false)
})

it('the bell is turned on and off, and following stays', async () => {
  stored.set(BOB, { walletAddress: BOB, notify: false, createdAt: '2026-01-01T00:00:00.000Z' })
  await show(BOB)
  await eventually(() => expect(text()).toBe('Following'))
  expect(bell()?.getAttribute('aria-pressed')).toBe('false')
  await press(bell())
  await eventually(() => expect(bell()?.getAttribute('aria-pressed')).toBe('true'))
  await eventually(() => expect(stored.get(BOB)?.notify).toBe(true))
  expect(text()).toBe('Following')
})

it('who is not signed in is asked first, and follows then; who says no follows nobody', async () => {
  session(null)
  await show(BOB)
  await ready()
  signIn.mockResolvedValue(false)
  await press(button())
  await eventually(() => expect(signIn).toHaveBeenCalledOnce())
  await eventually(() => expect(queryClient.isMutating()).toBe(0))
  await ready()
  expect(changes).toEqual([])
  signIn.mockImplementation(async () => {
    session(ME)
    return true
  })
  await press(button())
  await eventually(() => expect(stored.has(BOB)).toBe(true))
  await eventually(() => expect(text()).toBe('Following'))
  expect(changes).toEqual([`PUT /api/user/following/${BOB}`])
})

it('names whom it is about, and says where one is told', async () => {
  stored.set(BOB, { walletAddress: BOB, notify: true, createdAt: '2026-01-01T00:00:00.000Z' })
  await show(BOB)
  await eventually(() => expect(button()?.getAttribute('aria-label')).toBe('Following Bob: unfollow'))
  expect(bell()?.getAttribute('aria-label')).toBe('Alert me when Bob trades')
  expect(bell()?.title).toBe(
    'You are told when it trades: at most once a minute, in My trading › Alerts and on browsers that you switched on there',
  )
})

it('nobody follows the own wallet', async () => {
  await show(ME)
  expect(button()).toBeNull()
})
