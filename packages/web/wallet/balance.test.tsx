// @vitest-environment happy-dom
// The faucet of Demo Mode and a wallet that is in a hurry, against a network that knows what it gave.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { apiGet } from '../data/api.ts'
import { pathOfKey } from '../data/query-client.ts'
import { dismissToast, shownToast } from '../ui/toasts/toast.ts'
import { useFirstFunds, usePlayMoney } from './balance.ts'
import type { PlayMoney } from './PlayMoneyButton.tsx'

const wallet = vi.hoisted(() => ({ status: 'connected', address: '' }))
vi.mock('./wallet.ts', () => ({ useWallet: () => wallet }))
vi.mock('../data/live.ts', () => ({ useLive: () => undefined }))

const SITE = { demoMode: true, rpcUrl: 'http://twinmint.test/rpc', faucetLamports: '2000000000' }

let root: Root
let client: QueryClient
let playMoney: PlayMoney | undefined
/** Lamports by wallet. */
let chain: Map<string, number>
/** Wallets that the faucet gave to. */
let given: Set<string>
let heard: string[]
/** What the server waits for before it answers such a call. */
let held: Map<string, Promise<void>>
/** Calls that the faucet puts off before it gives. */
let busy: number

/** As the server answers. */
async function answer(url: string): Promise<Response> {
  const path = new URL(url, 'http://twinmint.test').pathname.replace(wallet.address, 'W')
  heard.push(path)
  await held.get(path)
  if (path === '/api/wallet/W')
    return Response.json({
      walletAddress: wallet.address,
      lamports: String(chain.get(wallet.address) ?? 0),
      playMoney: given.has(wallet.address) ? 'given' : 'open',
      coin: null,
    })
  expect(path).toBe('/api/demo/fund')
  if (busy-- > 0)
    return Response.json({ code: 'dayLimit', message: 'All airdrops are gone.' }, { status: 429 })
  if (given.has(wallet.address))
    return Response.json({ code: 'faucetUsed', message: 'Once a wallet.' }, { status: 409 })
  given.add(wallet.address)
  chain.set(wallet.address, (chain.get(wallet.address) ?? 0) + Number(SITE.faucetLamports))
  return Response.json({ lamports: SITE.faucetLamports, signature: 'first' })
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
const untilOffered = (kind: PlayMoney['kind']) => eventually(() => expect(playMoney?.kind).toBe(kind))
const get = () => act(async () => playMoney?.kind === 'open' && playMoney.onGet())
const asks = () => heard.filter((each) => each === '/api/demo/fund').length

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', answer)
  ;[chain, given, heard, held, busy] = [new Map(), new Set(), [], new Map(), 0]
  playMoney = undefined
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

it('an empty wallet gets its play money once, however often it is asked for meanwhile', async () => {
  wallet.address = 'Empty'
  const go = hold('/api/demo/fund')
  await show()
  await untilHeard('/api/demo/fund')
  await untilOffered('open')
  await get()
  go()
  await untilGiven(2e9)
  await untilOffered('given')
  expect(asks()).toBe(1)
  expect(shownToast.get()).toMatchObject({ title: 'You received 2 SOL' })
})

it('a wallet that has had it is offered nothing, and the faucet is not asked', async () => {
  wallet.address = 'Spent'
  given.add('Spent')
  await show()
  await untilOffered('given')
  expect(asks()).toBe(0)
})

it('a wallet that has SOL of somebody else’s is not given any unasked, and may ask', async () => {
  wallet.address = 'Rich'
  chain.set('Rich', 5)
  await show()
  await untilOffered('open')
  expect(asks()).toBe(0)
  await get()
  await untilGiven(2_000_000_005)
  await untilOffered('given')
})

it('where the faucet gives nothing the page says why, and asks again when it is asked to', async () => {
  wallet.address = 'PutOff'
  busy = 1
  await show()
  await eventually(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'No starting SOL',
      description: 'All airdrops are gone.',
    }),
  )
  await untilOffered('open')
  await get()
  await untilGiven(2e9)
  expect(asks()).toBe(2)
})
