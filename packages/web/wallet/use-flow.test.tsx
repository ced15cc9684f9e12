// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Flow } from '@twinmint/sdk/actions/signing/flow'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { addressOf } from '@twinmint/sdk/core/address'
import { encodeBase64 } from '@twinmint/sdk/core/base64'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { getWallets } from '@wallet-standard/app'
import type { Wallet } from '@wallet-standard/base'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { ApiRequestError } from '../data/api.ts'
import { dismissToast, shownToast } from '../ui/toasts/toast.ts'
import { type FlowHandle, FlowStore, type FlowTexts, useFlow } from './use-flow.ts'
import { walletStore } from './wallet.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const [PROGRAM, WALLET] = [addressNumber(9), addressNumber(3)]
const addresses = await deriveMarketAddresses(PROGRAM, addressNumber(5))
const WIRE = encodeTransaction({
  feePayer: WALLET,
  recentBlockhash: addressNumber(7),
  instructions: [buildInstruction(PROGRAM, 'boost', { ...addresses, payer: WALLET })],
})

interface Answer {
  readonly collection: Collection
  readonly signature: string
}
type TestFlow = Flow<string, null, string, Answer>
const coinAt = (sequence: number) => ({ id: 'c-1', mintAddress: 'mint', sequence }) as Collection
const flowOf = (change: Partial<TestFlow> = {}): TestFlow => ({
  prepare: async () => null,
  wiresOf: () => [encodeBase64(WIRE)],
  verify: () => 'boosts',
  submit: async () => ({ collection: coinAt(2), signature: 'sig' }),
  ...change,
})
const TEXTS: FlowTexts<string, string, Answer> = {
  connect: 'Connect first',
  done: (_outcome, shown) => ({ title: `Done ${shown}`, signature: 'sig' }),
  failed: ({ code, message }) => ({ title: `Failed ${code}`, description: message }),
  keeps: (ended) => ended.phase !== 'failed' || ended.failure.code !== 'notLoaded',
  stale: ({ phase }) => [{ queryKey: ['api', phase] }],
}
const SITE = { programAddress: PROGRAM, explorerTransactionUrl: 'https://x/{signature}', rpcUrl: '/rpc' }

const fake = {
  version: '1.0.0',
  name: 'Fake',
  icon: 'data:image/png;base64,',
  chains: ['solana:localnet'],
  accounts: [],
  features: {
    'standard:connect': {
      version: '1.0.0',
      connect: async () => ({
        accounts: [
          { address: WALLET, publicKey: new Uint8Array(32), chains: ['solana:localnet'], features: [] },
        ],
      }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      signTransaction: async (...inputs: readonly { readonly transaction: Uint8Array }[]) =>
        inputs.map(({ transaction }) => ({ signedTransaction: transaction.slice().fill(1, 1, 65) })),
    },
  },
} as unknown as Wallet
getWallets().register(fake)

let root: Root
let client: QueryClient
let handle: FlowHandle<string, string, Answer>

function Card({
  flow,
  store,
}: {
  readonly flow: () => Promise<TestFlow>
  readonly store?: FlowStore<string, string, Answer>
}) {
  const followed = useFlow({ site: SITE, load: flow, ...(store && { store }), ...TEXTS })
  useEffect(() => {
    handle = followed
  })
  return <p>{followed.status?.phase}</p>
}
const show = (flow: () => Promise<TestFlow>, store?: FlowStore<string, string, Answer>) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Card flow={flow} {...(store && { store })} />
      </QueryClientProvider>,
    ),
  )
const start = async (onDone?: () => void) => {
  await act(async () => handle.start('it', onDone))
  await eventually(() => expect(handle.isRunning).toBe(false))
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  client = new QueryClient()
  root = createRoot(document.createElement('div'))
  await walletStore.connect('Fake')
})
afterEach(async () => {
  await act(async () => root.unmount())
  dismissToast(shownToast.get()?.id ?? 0)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('what went through', () => {
  it('is told, with its transaction, and is in the cache at once, unless that knows better', async () => {
    client.setQueryData(['api', 'collections', 'c-1'], coinAt(1))
    client.setQueryData(['api', 'collections', 'mint'], coinAt(3))
    client.setQueryData(['api', 'wallet', WALLET], {})
    client.setQueryData(['api', 'done'], 'stale')
    const onDone = vi.fn<() => void>()
    await show(async () => flowOf())
    await start(onDone)
    expect(shownToast.get()).toMatchObject({
      title: 'Done it',
      action: { label: 'View transaction', href: 'https://x/sig' },
    })
    expect(client.getQueryData(['api', 'collections', 'c-1'])).toMatchObject({ sequence: 2 })
    expect(client.getQueryData(['api', 'collections', 'mint'])).toMatchObject({ sequence: 3 })
    for (const key of ['wallet', 'done'])
      expect(client.getQueryCache().findAll({ queryKey: ['api', key] })[0]?.state.isInvalidated).toBe(true)
    expect(onDone).toHaveBeenCalledOnce()
    expect(handle.status).toMatchObject({ phase: 'done', outcome: { said: 'boosts' } })
    await act(async () => handle.dismiss())
    expect(handle.status).toBeUndefined()
  })
  it('is said by its card alone while that is in view, and by a toast where it is not', async () => {
    const card = (top: number, height: number) => {
      const element = document.createElement('div')
      element.getBoundingClientRect = () => new DOMRect(0, top, 300, height)
      return element
    }
    await show(async () => flowOf())
    for (const [top, height, isSaid] of [
      [innerHeight - 10, 100, true],
      [innerHeight, 100, false],
      [-100, 100, false],
      // Not drawn at all, as in a tab that is not chosen.
      [0, 0, false],
    ] as const) {
      dismissToast(shownToast.get()?.id ?? 0)
      const leave = handle.card(card(top, height))
      await start()
      expect(shownToast.get()?.open === true).toBe(!isSaid)
      leave?.()
    }
    dismissToast(shownToast.get()?.id ?? 0)
    const covered = document.createElement('main')
    covered.inert = true
    const inside = card(0, 100)
    covered.append(inside)
    const leave = handle.card(inside)
    await start()
    expect(shownToast.get()).toMatchObject({ title: 'Done it', open: true })
    leave?.()
    dismissToast(shownToast.get()?.id ?? 0)
    await start()
    expect(shownToast.get()).toMatchObject({ title: 'Done it', open: true })
  })
  it('goes on when its card is gone, and is told where it is by then', async () => {
    let answer: (answer: Answer) => void = () => undefined
    const submit = () => new Promise<Answer>((resolve) => (answer = resolve))
    const store = new FlowStore<string, string, Answer>()
    await show(async () => flowOf({ submit }), store)
    await act(async () => handle.start('it'))
    await eventually(() => expect(store.status).toMatchObject({ step: { name: 'sending' } }))
    await act(async () => root.render(null))
    // Another one must wait for it.
    handle.start('another')
    answer({ collection: coinAt(2), signature: 'sig' })
    await eventually(() => expect(shownToast.get()).toMatchObject({ title: 'Done it' }))
    await show(async () => flowOf(), store)
    expect(handle.status).toMatchObject({ phase: 'done', shown: 'it' })
  })
})

describe('what did not', () => {
  it('says so with its code, and a pause is known at once', async () => {
    client.setQueryData(['api', 'config'], { paused: false })
    const paused = new ApiRequestError('Buys are paused.', {
      status: 409,
      code: 'paused',
      title: '',
      requestId: undefined,
    })
    await show(async () => flowOf({ prepare: () => Promise.reject(paused) }))
    await start()
    expect(shownToast.get()).toMatchObject({ title: 'Failed paused', description: 'Buys are paused.' })
    expect(handle.status).toMatchObject({ phase: 'failed', failure: { stage: 'prepare', moved: 'nothing' } })
    expect(client.getQueryData(['api', 'config'])).toEqual({ paused: true })
  })
  it('because the price moved, is told where its card is not in view', async () => {
    await show(async () => flowOf({ worse: () => ({ offered: 'worse' }) }))
    await start()
    expect(handle.status).toMatchObject({ phase: 'moved', offered: 'worse' })
    expect(shownToast.get()).toMatchObject({ title: 'The price moved, nothing was signed', open: true })
  })
  it('can be asked about again, which finds out', async () => {
    const lost = new ApiRequestError('No answer.', {
      status: 0,
      code: 'network',
      title: '',
      requestId: undefined,
    })
    const submit = vi
      .fn<TestFlow['submit']>()
      .mockRejectedValueOnce(lost)
      .mockResolvedValue({ collection: coinAt(2), signature: 'sig' })
    await show(async () => flowOf({ submit }))
    await start()
    expect(handle.status).toMatchObject({ phase: 'failed', failure: { moved: 'unknown' } })
    await act(async () => handle.checkAgain('it'))
    await eventually(() => expect(handle.isRunning).toBe(false))
    expect(handle.status).toMatchObject({ phase: 'done', outcome: { said: 'boosts' } })
    expect(submit.mock.calls[1]?.[0]).toBe(submit.mock.calls[0]?.[0])
  })
  it('because it was cancelled, is told so; what was sent by then is said to be', async () => {
    const cancel = () =>
      act(async () => {
        if (handle.status?.phase === 'running') handle.status.cancel?.()
      })
    await show(async () => flowOf({ prepare: () => new Promise(() => undefined) }))
    await act(async () => handle.start('it'))
    await cancel()
    await eventually(() => expect(handle.status).toMatchObject({ failure: { code: 'cancelled' } }))
    expect(shownToast.get()).toMatchObject({ title: 'Cancelled' })

    let answer: (answer: Answer) => void = () => undefined
    await show(async () => flowOf({ submit: () => new Promise((resolve) => (answer = resolve)) }))
    await act(async () => handle.start('it'))
    await eventually(() => expect(handle.status).toMatchObject({ step: { name: 'sending' } }))
    await cancel()
    expect(shownToast.get()).toMatchObject({ title: 'Already sent' })
    answer({ collection: coinAt(2), signature: 'sig' })
    await eventually(() => expect(handle.status).toMatchObject({ phase: 'done' }))
  })
  it('because its code did not come, is only told', async () => {
    await show(() => Promise.reject(new Error('no chunk')))
    await start()
    expect(shownToast.get()).toMatchObject({ title: 'Failed notLoaded' })
    expect(shownToast.get()?.description).toContain('The server did not answer')
    expect(handle.status).toBeUndefined()
  })
  it('because no wallet is connected', async () => {
    await walletStore.disconnect()
    await show(async () => flowOf())
    await start()
    expect(shownToast.get()).toMatchObject({ title: 'Failed notConnected', description: 'Connect first' })
  })
})
