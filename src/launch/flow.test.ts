// @vitest-environment happy-dom
// What a page that is opened later does about a launch that was signed: it asks before it sends, and there is nothing to send
// before the first page has sent it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fateOf, type LaunchListener, resumeLaunch } from './flow.ts'
import { type SentLaunch, sentLaunch } from './memory.ts'
import { hasSentLaunch } from './sent.ts'

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
