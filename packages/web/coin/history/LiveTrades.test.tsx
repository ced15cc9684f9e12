// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../../../tests/eventually.ts'
import { queryClient, SESSION_KEY } from '../../data/query-client.ts'
import LiveTrades from './LiveTrades.tsx'

const ME = 'Me11111111111111111111111111111111111111111'
const CREATOR = '1'.repeat(32)
const wallet = vi.hoisted(() => ({ state: { status: 'connected', address: '' } }))
vi.mock('../../wallet/wallet.ts', () => ({ useWallet: () => wallet.state, walletStore: wallet }))
vi.mock('../../data/live.ts', () => ({
  useLiveEvent: () => {},
  useLiveData: () => {},
  useLiveStatus: () => 'live',
}))
const coin = { id: 'c1', symbol: 'FROG', creatorAddress: CREATOR, tradeCount: 3 } as Collection
const drawn = vi.hoisted(() => ({ rows: 0 }))
vi.mock('../../shared/TransactionLink.tsx', () => ({
  TransactionLink: () => {
    drawn.rows++
    return null
  },
}))
let unmount = async () => {}

async function show(address: string): Promise<void> {
  history.replaceState(null, '', address)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <LiveTrades collection={coin} />
      </QueryClientProvider>,
    ),
  )
}

afterEach(async () => {
  await unmount()
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('a link to followed wallets’ trades asks for nobody else’s before it is known who is here', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  wallet.state = { status: 'connected', address: ME }
  let answerSession = (_response: Response) => {}
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/session')
      return new Promise<Response>((resolve) => {
        answerSession = resolve
      })
    if (path === '/api/user/following')
      return Response.json({
        following: [{ walletAddress: 'Bob', notify: false, createdAt: '2026-01-01T00:00:00.000Z' }],
      })
    if (path.includes('/activity')) asked.push(path)
    return Response.json({ activity: [], nextCursor: null })
  })
  await show('/trade/c1?wallet=following')
  const tab = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent
  expect(tab()).toBe('Following')
  expect(document.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Loading trades')
  expect(asked).toEqual([])
  await act(async () => answerSession(Response.json({ walletAddress: ME, isAdmin: false, sessions: [] })))
  await eventually(() => expect(asked).not.toEqual([]))
  expect(asked.filter((path) => !path.includes('following'))).toEqual([])
  expect(tab()).toBe('Following')

  // Signed out it is everybody's.
  await act(async () =>
    queryClient.setQueryData(SESSION_KEY, { walletAddress: null, isAdmin: false, sessions: [] }),
  )
  await eventually(() => expect(asked.at(-1)).not.toContain('following'))
  expect(tab()).toBe('Live trades')
})

const activity = Array.from({ length: 50 }, (_, at) => ({
  id: `a${at}`,
  collectionId: 'c1',
  kind: 'BUY',
  sequence: 50 - at,
  walletAddress: ME,
  sellerAddress: null,
  lamports: '1000000',
  solAmount: '0.001',
  baseUnits: '5000000',
  tokenAmount: '5',
  feeLamports: '0',
  surchargeLamports: '0',
  price: '0.000000042',
  nftTokenId: null,
  nftMinted: null,
  editionCount: null,
  rarity: null,
  txSignature: `s${at}`,
  createdAt: '2026-01-01T00:00:00.000Z',
}))

function answerWithTrades(): void {
  wallet.state = { status: 'disconnected', address: '' }
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('/activity')
      ? Response.json({ activity: activity.slice(path.includes(CREATOR) ? 2 : 0), nextCursor: null })
      : Response.json({ walletAddress: null, isAdmin: false, sessions: [] }),
  )
}

it('draws fewer of them where the list is lower', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  answerWithTrades()
  await show('/trade/c1')
  await eventually(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(12))
})

it('trades that arrive slide in, and another list does not', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const animate = vi.fn<() => void>()
  // No browser's: it knows no animations.
  Object.assign(Element.prototype, { animate })
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'animate'))
  answerWithTrades()
  await show('/trade/c1')
  const first = () => document.querySelector('tbody a')?.getAttribute('href')
  await eventually(() => expect(first()).toBe('/tx/s0'))
  const tab = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) => textContent === name)
  await act(async () => tab('Creator’s')?.click())
  await eventually(() => expect(first()).toBe('/tx/s2'))
  // This one is known already: what was the first of the creator's is the third of it.
  await act(async () => tab('Live trades')?.click())
  await eventually(() => expect(first()).toBe('/tx/s0'))
  expect(animate).not.toHaveBeenCalled()
  await act(async () =>
    queryClient.setQueriesData({ queryKey: ['api', 'activity-of'] }, () => ({
      pages: [
        { activity: [{ ...activity[0], id: 'new', txSignature: 'new' }, ...activity], nextCursor: null },
      ],
      pageParams: [null],
    })),
  )
  await eventually(() => expect(first()).toBe('/tx/new'))
  expect(animate).toHaveBeenCalled()
})

it('draws the trades that can be seen, and all of them for who scrolls or goes through them by keyboard', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  answerWithTrades()
  await show('/trade/c1')
  const rows = () => document.querySelectorAll('tbody tr').length
  await eventually(() => expect(rows()).toBe(20))
  // One that comes on top is drawn, and no other again.
  const key =
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey)
      .find(([, name]) => name === 'activity-of') ?? []
  drawn.rows = 0
  await act(async () =>
    queryClient.setQueryData(key, {
      pages: [{ activity: [{ ...activity[0], id: 'new' }, ...activity.slice(0, 49)], nextCursor: null }],
      pageParams: [null],
    }),
  )
  await eventually(() => expect(drawn.rows).toBe(1))
  const list = document.querySelector('table')?.parentElement as HTMLElement
  const scrollTo = async (top: number) => {
    list.scrollTop = top
    await act(async () => list.dispatchEvent(new Event('scroll')))
  }
  await scrollTo(40)
  expect(rows()).toBe(50)
  await scrollTo(0)
  expect(rows()).toBe(20)
  const links = () => [...document.querySelectorAll<HTMLElement>('tbody a')]
  await act(async () => links()[0]?.focus())
  expect(rows()).toBe(50)
  // Whoever has gone on to a later one keeps it, though the list is at its top.
  await act(async () => links().at(-1)?.focus())
  await scrollTo(0)
  expect(rows()).toBe(50)
})
