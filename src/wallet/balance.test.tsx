// @vitest-environment happy-dom
// The faucet of Demo Mode and a wallet that is in a hurry, against a network that knows what it gave.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../tests/eventually.ts'
import { dismissToast, shownToast } from '../ui/toast.ts'
import { apiGet } from '../wire/api.ts'
import { pathOfKey } from '../wire/query-client.ts'
import { useFirstFunds, usePlayMoney } from './balance.ts'
import type { PlayMoney } from './PlayMoneyButton.tsx'

const wallet = vi.hoisted(() => ({ status: 'connected', address: '' }))
vi.mock('./wallet.ts', () => ({ useWallet: () => wallet }))
vi.mock('../wire/live.ts', () => ({ useLive: () => undefined }))

const SITE = { demoMode: true, rpcUrl: 'http://twinmint.test/rpc', faucetLamports: '2000000000' }

let root: Root
let client: QueryClient
let playMoney: PlayMoney | undefined
/** Lamports by wallet; whoever is in it is known to the chain. */
let chain: Map<string, number>
let heard: string[]
/** What the server waits for before it answers such a call. */
let held: Map<string, Promise<void>>
let hasFaucet: boolean
/** Calls that the faucet puts off before it gives. */
let busy: number

/** As the server answers: the faucet refuses a wallet that the chain knows. */
async function answer(url: string, body: string): Promise<Response> {
  const path = new URL(url, 'http://twinmint.test').pathname.replace(wallet.address, 'W')
  heard.push(path)
  await held.get(path)
  if (path === '/api/wallet/W')
    return Response.json({
      walletAddress: wallet.address,
      lamports: String(chain.get(wallet.address) ?? 0),
      coin: null,
    })
  const given = Number(SITE.faucetLamports)
  if (path === '/api/demo/fund') {
    if (!hasFaucet) throw new TypeError('no answer')
    if (busy-- > 0) return Response.json({ error: 'rateLimited', message: 'Too many.' }, { status: 429 })
    if (chain.has(wallet.address))
      return Response.json({ error: 'faucetUsed', message: 'Once a wallet.' }, { status: 409 })
    chain.set(wallet.address, given)
    return Response.json({ lamports: SITE.faucetLamports, signature: 'first' })
  }
  expect(JSON.parse(body)).toMatchObject({ method: 'requestAirdrop', params: [wallet.address, given] })
  chain.set(wallet.address, (chain.get(wallet.address) ?? 0) + given)
  return Response.json({ jsonrpc: '2.0', id: 1, result: 'more' })
}

/** Holds such a call back; call what it returns to let it go. */
function hold(path: string): () => void {
  let go: () => void = () => undefined
  held.set(path, new Promise((resolve) => (go = resolve)))
  return () => go()
}

function Page() {
  useFirstFunds(true)
  const offer = usePlayMoney()
  useEffect(() => {
    playMoney = offer
  })
  return null
}
const show = () =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    ),
  )
const untilHeard = (path: string) => eventually(() => expect(heard).toContain(path))
const untilGiven = (lamports: number) => eventually(() => expect(chain.get(wallet.address)).toBe(lamports))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (url: string, init?: { readonly body?: string }) => answer(url, init?.body ?? ''))
  ;[chain, heard, held, hasFaucet, busy] = [new Map(), [], new Map(), true, 0]
  client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => apiGet(pathOfKey(queryKey), { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
    },
  })
  client.setQueryData(['api', 'config'], SITE)
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  dismissToast(shownToast.get()?.id ?? 0)
  vi.unstubAllGlobals()
})

it.each([
  ['before it is known that the wallet is empty', '/api/wallet/W'],
  ['while the first SOL is on its way', '/api/demo/fund'],
])(
  'more play money, asked for %s, comes after the first, which is given all the same',
  async (when, path) => {
    wallet.address = `Wallet ${when}`.replaceAll(' ', '')
    const go = hold(path)
    await show()
    await untilHeard(path)
    await act(async () => playMoney?.onGet())
    go()
    await untilGiven(4e9)
    await eventually(() =>
      expect(client.getQueryData(['api', 'wallet', wallet.address])).toMatchObject({
        lamports: '4000000000',
      }),
    )
    expect(heard.filter((each) => each === '/api/demo/fund')).toHaveLength(1)
  },
)

it('a wallet that has SOL gets more at once, and the faucet is not asked', async () => {
  wallet.address = 'Rich'
  chain.set('Rich', 5)
  await show()
  await untilHeard('/api/wallet/W')
  await act(async () => playMoney?.onGet())
  await untilGiven(2_000_000_005)
  expect(heard).not.toContain('/api/demo/fund')
})

it('where the first SOL fails, more of it is given, and the failure is told once', async () => {
  wallet.address = 'Unlucky'
  hasFaucet = false
  await show()
  await eventually(() => expect(shownToast.get()).toMatchObject({ title: 'No starting SOL' }))
  await act(async () => playMoney?.onGet())
  await untilGiven(2e9)
  expect(heard.filter((each) => each === '/api/demo/fund')).toHaveLength(2)
})

it('a faucet that put the first SOL off is asked for it again before more is given', async () => {
  wallet.address = 'PutOff'
  busy = 1
  await show()
  await eventually(() => expect(shownToast.get()).toMatchObject({ title: 'No starting SOL' }))
  await act(async () => playMoney?.onGet())
  await untilGiven(4e9)
  expect(heard.filter((each) => each !== '/api/wallet/W').slice(0, 3)).toEqual([
    '/api/demo/fund',
    '/api/demo/fund',
    '/rpc',
  ])
})
