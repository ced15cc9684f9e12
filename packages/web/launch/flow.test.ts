// @vitest-environment happy-dom
// What a page that is opened later does about a launch that was signed: it asks before it sends, and there is nothing to send
// before the first page has sent it.

import type { Wires } from '@twinmint/sdk/actions/signing/flow'
import { lamports } from '@twinmint/sdk/core/money'
import { STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_ANSWER } from '../data/api.ts'
import { fateOf, type LaunchListener, type LaunchShown, launchFlow, resumeLaunch } from './flow.ts'
import { type SentLaunch, sentLaunch } from './launch-storage.ts'
import { hasSentLaunch } from './sent-launch.ts'

const LAUNCH = {
  launchId: 'a launch',
  mintAddress: 'a-mint',
  signedTransaction: 'AQ==',
  cost: {},
  collectionData: { name: 'Frog', devBuyAmount: '0' },
} as unknown as SentLaunch
const COIN = { id: 'a coin', name: 'Frog' }
const listener: LaunchListener = {
  onSent: () => undefined,
  onPrepared: () => undefined,
  onCost: () => undefined,
  onProgress: () => undefined,
  onUnfinished: () => undefined,
}

let calls: string[]
let answer: (method: string) => Promise<Response>
beforeEach(() => {
  localStorage.clear()
  calls = []
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener(_type: string, hear: (message: { readonly data: string }) => void) {
        hear({ data: JSON.stringify({ type: 'done', collectionId: COIN.id }) })
      }
      close() {}
    },
  )
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${url}`)
    return answer(method)
  })
})
afterEach(() => vi.unstubAllGlobals())

const none = () => Promise.resolve(Response.json({ message: 'None', code: 'notFound' }, { status: 404 }))

it('asks for the coin first, and hands in only where there is none', async () => {
  answer = async () => Response.json(COIN)
  expect(await fateOf(LAUNCH)).toEqual({ kind: 'launched', collection: COIN })
  expect(calls).toEqual(['GET /api/collections/a-mint'])
  answer = async (method) => (method === 'GET' ? none() : Response.json({ collection: COIN }))
  expect(await fateOf(LAUNCH)).toEqual({ kind: 'launched', collection: COIN })
  expect(calls.slice(1)).toEqual(['GET /api/collections/a-mint', 'POST /api/collections/launch'])
})

it('is remembered from when it is sent, and kept from other pages until it is forgotten', async () => {
  const held: string[] = []
  let isHeld = false
  let enter: () => void = () => undefined
  const entered = new Promise<void>((resolve) => {
    enter = resolve
  })
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_name: string, _options: unknown, act: () => Promise<unknown>) => {
        await entered
        isHeld = true
        return act().finally(() => {
          held.push(hasSentLaunch() ? 'remembered' : 'forgotten')
          isHeld = false
        })
      },
    },
  })
  answer = async () => {
    expect([isHeld, sentLaunch()?.launchId]).toEqual([true, 'a launch'])
    return Response.json({ collection: COIN })
  }
  const launching = resumeLaunch(LAUNCH, listener)
  expect([hasSentLaunch(), calls]).toEqual([false, []])
  enter()
  expect((await launching).collection).toEqual(COIN)
  expect(held).toEqual(['forgotten'])
})

/** An order whose picture the server has taken. */
function prepared(hear: Partial<LaunchListener> = {}) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget()
      readonly status = 200
      readonly responseText = JSON.stringify({ storedImageUrl: '/api/images/x-1024.webp', estimatedFees: {} })
      open() {}
      getAllResponseHeaders = () => 'content-type: application/json'
      send() {
        for (const type of ['load', 'loadend']) this.dispatchEvent(new Event(type))
      }
    },
  )
  const cancelling = new AbortController()
  const flow = launchFlow({ ...listener, ...hear })
  const order: Parameters<typeof flow.prepare>[0] = {
    draft: {
      name: 'Frog',
      symbol: 'FROG',
      collectionName: 'Frogs',
      description: '',
      links: {},
      devBuyLamports: lamports(0),
      choices: { openingReserveLamports: lamports(30_000_000_000n), guardBps: 0, guardSeconds: 0 },
      boost: false,
      creatorAddress: '11111111111111111111111111111111',
    },
    terms: STANDARD_TERMS,
    image: new File(['the creator’s picture'], 'frog.png'),
    publicUrl: 'https://a.b',
    priorityFeeLamports: 0n,
    signal: cancelling.signal,
  }
  const by = {
    walletAddress: '11111111111111111111111111111111',
    programAddress: '11111111111111111111111111111111',
    sign: async (wires: Wires) => wires,
  } as const
  return { cancelling, preparing: Promise.resolve(flow.prepare(order, by)) }
}

it('shows what the server stored, not the file that was chosen', async () => {
  answer = async () => new Response('another picture')
  const shown: LaunchShown[] = []
  await prepared({ onPrepared: (what) => shown.push(what) }).preparing
  expect(calls).toEqual(['GET /api/images/x-1024.webp'])
  expect(await shown[0]?.picture.text()).toBe('another picture')
})

it('waits a minute for the stored picture, or until it is cancelled', async () => {
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit = {}) => {
    // The server is not away: it is only silent about the picture.
    if (url === '/api/health') return Promise.resolve(new Response())
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  })
  const cancelled = prepared()
  await new Promise((later) => setTimeout(later))
  cancelled.cancelling.abort()
  await expect(cancelled.preparing).rejects.toMatchObject({ name: 'AbortError' })
  vi.useFakeTimers()
  let isOver = false
  const late = prepared()
    .preparing.catch((error: unknown) => error)
    .finally(() => {
      isOver = true
    })
  await vi.advanceTimersByTimeAsync(59_999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await late).toMatchObject({ code: 'network', message: NO_ANSWER })
  vi.useRealTimers()
})
