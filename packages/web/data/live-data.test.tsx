// @vitest-environment happy-dom
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { useLiveData, useRefreshOn } from './live-data.ts'
import { queryClient } from './query-client.ts'

let sources: { readonly url: string; readonly hear: (message: object) => void }[]
let eventCount = 0
let unmount: () => Promise<void>

/** With the server's heartbeat. */
class FakeSource {
  readonly readyState = 1
  readonly url: string
  #heartbeat: ReturnType<typeof setInterval> | undefined
  constructor(url: string) {
    this.url = url
  }
  addEventListener(type: string, hear: (message: object) => void) {
    if (type === 'message') sources.push({ url: this.url, hear })
    if (type === 'alive') this.#heartbeat = setInterval(() => hear({}), 4_000)
  }
  close() {
    clearInterval(this.#heartbeat)
  }
}

async function mount(children: ReactNode): Promise<void> {
  const root = createRoot(document.createElement('div'))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>),
  )
  // The stream's code is loaded first, and then all that was asked for at once is.
  await eventually(() => expect(sources).not.toEqual([]))
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  // Between two tests the stream was closed: everything is read again.
  invalidate.mockClear()
}

async function tell(event: LiveEvent): Promise<void> {
  await act(async () =>
    sources.at(-1)?.hear({ data: JSON.stringify(event), lastEventId: `run.${++eventCount}` }),
  )
  // What comes right after an event waits a moment.
  await act(() => vi.advanceTimersByTimeAsync(100))
}

const said = (id: string): LiveEvent => ({ type: 'chatGone', id })
const KEY: QueryKey = ['api', 'list']

function Folding() {
  useLiveData<readonly string[]>('chat', KEY, (ids, event) =>
    event.type === 'chatGone' && !ids.includes(event.id) ? [...ids, event.id] : ids,
  )
  return null
}

function Refreshing(options: { readonly isGathered?: boolean; readonly gatheredMs?: number }) {
  useRefreshOn('chat', [KEY], {
    ...options,
    concerns: (event) => event.type === 'chatGone' && event.id !== 'other',
  })
  return null
}

let invalidate: MockInstance<typeof queryClient.invalidateQueries>
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('EventSource', FakeSource)
  sources = []
  invalidate = vi.spyOn(queryClient, 'invalidateQueries')
})
afterEach(async () => {
  await unmount()
  await vi.advanceTimersByTimeAsync(1_000)
  queryClient.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('opens its topic, and folds that topic’s events into what is cached', async () => {
  queryClient.setQueryData(KEY, ['1'])
  await mount(<Folding />)
  expect(sources.at(-1)?.url).toContain('topics=chat')
  await tell(said('2'))
  await tell({ type: 'wallet', walletAddress: '3' })
  expect(queryClient.getQueryData(KEY)).toEqual(['1', '2'])
})

it('writes nothing where nothing is cached, and nothing that is there already', async () => {
  await mount(<Folding />)
  await tell(said('1'))
  expect(queryClient.getQueryState(KEY)).toBeUndefined()
  queryClient.setQueryData(KEY, ['1'])
  await queryClient.invalidateQueries({ queryKey: KEY })
  await tell(said('1'))
  expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true)
})

it('reads again at once what the event concerns', async () => {
  await mount(<Refreshing />)
  await tell(said('other'))
  expect(invalidate).not.toHaveBeenCalled()
  await tell(said('1'))
  await tell(said('2'))
  expect(invalidate).toHaveBeenCalledTimes(2)
})

it('gathers a busy topic’s events, and waits for a reading that is under way', async () => {
  await mount(<Refreshing isGathered />)
  for (const id of ['1', '2', '3']) await tell(said(id))
  expect(invalidate).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(invalidate).toHaveBeenCalledTimes(1)
  let answer: (() => void) | undefined
  const reading = queryClient.fetchQuery({
    queryKey: KEY,
    queryFn: () => new Promise<string>((resolve) => (answer = () => resolve('read'))),
  })
  await tell(said('4'))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(invalidate).toHaveBeenCalledTimes(1)
  answer?.()
  await reading
  await vi.advanceTimersByTimeAsync(3_000)
  expect(invalidate).toHaveBeenCalledTimes(2)
})

it('gathers as long as the screen says', async () => {
  await mount(<Refreshing isGathered gatheredMs={15_000} />)
  await tell(said('1'))
  await vi.advanceTimersByTimeAsync(14_000)
  expect(invalidate).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(invalidate).toHaveBeenCalledTimes(1)
})

it('reads nothing for a screen that has gone', async () => {
  await mount(<Refreshing isGathered />)
  await tell(said('1'))
  await unmount()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(invalidate).not.toHaveBeenCalled()
})
