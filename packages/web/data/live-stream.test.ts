// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore, type Store } from '../ui/store.ts'
import type { LiveStatus } from './live-stream.ts'
import { type LiveSource, LiveStream } from './live-stream.ts'

/** What a stream may be mute for. */
const SILENT_MS = 10_000

const coin = (id: string, sequence: number) => ({ id, sequence })

class FakeSource implements LiveSource {
  readonly url: string
  readyState = 0
  isClosed = false
  readonly #listeners = new Map<string, ((event: { data: string; lastEventId: string }) => void)[]>()
  constructor(url: string) {
    this.url = url
  }
  addEventListener(type: string, listener: (event: { data: string; lastEventId: string }) => void) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
  }
  close() {
    this.isClosed = true
    this.readyState = 2
  }
  emit(type: string, event = { data: '', lastEventId: '' }) {
    for (const listener of this.#listeners.get(type) ?? []) listener(event)
  }
  /** As the server begins a stream. */
  open() {
    this.readyState = 1
    this.emit('open')
    this.emit('alive')
  }
  send(id: string, event: unknown) {
    this.emit('message', { data: JSON.stringify(event), lastEventId: id })
  }
  refuse() {
    this.readyState = 2
    this.emit('error')
  }
}

describe('the stream of a tab', () => {
  let sources: FakeSource[]
  let stream: LiveStream
  let status: Store<LiveStatus>
  let seen: unknown[]
  const topicsOf = (source: FakeSource | undefined) =>
    new URL(source?.url ?? '', 'http://x').searchParams.get('topics')
  const settle = () => vi.advanceTimersByTime(50)
  beforeEach(() => {
    vi.useFakeTimers()
    sources = []
    seen = []
    status = createStore<LiveStatus>('idle')
    stream = new LiveStream({
      client: new QueryClient(),
      status,
      random: () => 1,
      openSource: (url) => {
        const source = new FakeSource(url)
        sources.push(source)
        return source
      },
    })
    stream.onEvent((event) => seen.push(event))
  })
  afterEach(() => vi.useRealTimers())

  it('begins after the event that the document says', () => {
    stream = new LiveStream({
      client: new QueryClient(),
      status,
      since: 'run.7',
      openSource: (url) => {
        const source = new FakeSource(url)
        sources.push(source)
        return source
      },
    })
    stream.use('market')
    settle()
    expect(sources.at(-1)?.url).toBe('/api/live?topics=market&lastEventId=run.7')
  })

  it('hands what people write to whoever listens, once', () => {
    stream.use('chat')
    stream.use('collection:c')
    settle()
    sources[0]?.open()
    sources[0]?.send('r.1', { type: 'chat', message: { id: '1' } })
    sources[0]?.send('r.1', { type: 'chat', message: { id: '1' } })
    sources[0]?.send('r.2', { type: 'commentGone', id: '2' })
    vi.advanceTimersByTime(1_000)
    expect(seen).toEqual([
      { type: 'chat', message: { id: '1' } },
      { type: 'commentGone', id: '2' },
    ])
  })
  it('is one for the topics of everything mounted', () => {
    stream.use('market')
    stream.use('wallet:W')
    stream.use('market')
    settle()
    expect(sources).toHaveLength(1)
    expect(topicsOf(sources[0])).toBe('market,wallet:W')
    expect(status.get()).toBe('connecting')
    sources[0]?.open()
    expect(status.get()).toBe('live')
  })
  it('stays when a page change ends with the same topics', () => {
    const leave = stream.use('market')
    settle()
    leave()
    stream.use('market')
    settle()
    expect(sources).toHaveLength(1)
  })
  it('closes when nobody listens, and reads everything again when somebody does', () => {
    const leave = stream.use('market')
    settle()
    sources[0]?.open()
    leave()
    settle()
    expect(sources[0]?.isClosed).toBe(true)
    expect(status.get()).toBe('idle')
    stream.use('market')
    settle()
    sources[1]?.open()
    expect(seen).toEqual([{ type: 'reset' }])
  })
  it('closes while it is paused, and reads everything again when it goes on', () => {
    stream.use('market')
    settle()
    sources[0]?.open()
    stream.setPaused(true)
    settle()
    expect(sources[0]?.isClosed).toBe(true)
    stream.setPaused(false)
    settle()
    sources[1]?.open()
    expect(seen).toEqual([{ type: 'reset' }])
    expect(status.get()).toBe('live')
  })
  it('keeps the old stream until the new one is open, resumes, and drops what both bring', () => {
    stream.use('market')
    settle()
    sources[0]?.open()
    sources[0]?.send('r.7', { type: 'wallet', walletAddress: 'W' })
    stream.use('collection:a')
    settle()
    expect(sources[0]?.isClosed).toBe(false)
    expect(new URL(sources[1]?.url ?? '', 'http://x').searchParams.get('lastEventId')).toBe('r.7')
    sources[0]?.send('r.8', { type: 'wallet', walletAddress: 'W' })
    sources[1]?.open()
    sources[1]?.send('r.8', { type: 'wallet', walletAddress: 'W' })
    expect(sources[0]?.isClosed).toBe(true)
    vi.advanceTimersByTime(100)
    expect(seen).toHaveLength(2)
  })
  it('tells of the first event at once, and of those right after it together, a coin’s latest state alone', () => {
    stream.use('market')
    settle()
    sources[0]?.open()
    const trade = (id: number) => ({ type: 'trade', trade: { id } })
    const state = (id: string, sequence: number) => ({ type: 'collection', collection: coin(id, sequence) })
    sources[0]?.send('r.1', trade(1))
    expect(seen).toEqual([trade(1)])
    for (const [id, event] of [
      ['r.2', state('a', 1)],
      ['r.3', trade(2)],
      ['r.4', state('b', 1)],
      ['r.5', state('a', 2)],
      ['r.6', trade(3)],
    ] as const)
      sources[0]?.send(id, event)
    expect(seen).toHaveLength(1)
    vi.advanceTimersByTime(100)
    expect(seen.slice(1)).toEqual([trade(2), state('b', 1), state('a', 2), trade(3)])
    vi.advanceTimersByTime(200)
    sources[0]?.send('r.7', trade(4))
    expect(seen).toHaveLength(6)
  })
  it('reads everything again within the time that a reset names, once, and is late until then', () => {
    stream.use('market')
    settle()
    sources[0]?.open()
    sources[0]?.send('r.1', { type: 'reset', withinMs: 10_000 })
    vi.advanceTimersByTime(5_000)
    sources[0]?.send('r.2', { type: 'reset', withinMs: 10_000 })
    sources[0]?.send('r.3', { type: 'chatGone', id: '1' })
    vi.advanceTimersByTime(4_900)
    expect(status.get()).toBe('late')
    expect(seen).toEqual([{ type: 'chatGone', id: '1' }])
    vi.advanceTimersByTime(100)
    expect(status.get()).toBe('live')
    expect(seen.slice(1)).toEqual([{ type: 'reset' }])
    vi.advanceTimersByTime(20_000)
    expect(seen).toHaveLength(2)
  })
  it('stays late over a change of page, and not beyond a break after which it reads everything again', () => {
    stream.use('market')
    settle()
    sources[0]?.open()
    sources[0]?.send('r.1', { type: 'reset', withinMs: 10_000 })
    stream.use('chat')
    settle()
    sources[1]?.open()
    expect(status.get()).toBe('late')
    sources[1]?.refuse()
    vi.advanceTimersByTime(1_000)
    sources[2]?.open()
    expect(status.get()).toBe('live')
    expect(seen).toEqual([{ type: 'reset' }])
    vi.advanceTimersByTime(20_000)
    expect(seen).toHaveLength(1)
  })
  it('tries again after a refusal, later each time, and then reads everything again', () => {
    stream.use('market')
    settle()
    sources[0]?.refuse()
    vi.advanceTimersByTime(999)
    expect(sources).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sources).toHaveLength(2)
    sources[1]?.refuse()
    vi.advanceTimersByTime(1_999)
    expect(sources).toHaveLength(2)
    expect(status.get()).toBe('connecting')
    vi.advanceTimersByTime(1)
    expect(status.get()).toBe('behind')
    sources[2]?.open()
    expect(status.get()).toBe('live')
    expect(seen).toEqual([{ type: 'reset' }])
  })
  it('takes a stream that is open and mute for lost, and opens another one, until one of them says something', () => {
    stream.use('market')
    settle()
    sources[0]?.emit('open')
    vi.advanceTimersByTime(SILENT_MS - 1)
    expect(status.get()).toBe('connecting')
    vi.advanceTimersByTime(1)
    expect(status.get()).toBe('behind')
    expect(sources[0]?.isClosed).toBe(true)
    vi.advanceTimersByTime(1_000)
    expect(sources).toHaveLength(2)
    sources[1]?.emit('open')
    expect(status.get()).toBe('behind')
    vi.advanceTimersByTime(SILENT_MS + 2_000)
    expect(sources).toHaveLength(3)
    sources[2]?.open()
    expect(status.get()).toBe('live')
    expect(seen).toEqual([{ type: 'reset' }])
  })
  it('lives on heartbeats, and is lost ten seconds after the last one', () => {
    stream.use('market')
    settle()
    sources[0]?.open()
    for (let beat = 0; beat < 10; beat++) {
      vi.advanceTimersByTime(4_000)
      sources[0]?.emit('alive')
    }
    expect(status.get()).toBe('live')
    expect(sources).toHaveLength(1)
    vi.advanceTimersByTime(SILENT_MS)
    expect(status.get()).toBe('behind')
  })
  it('counts the silence through changes of page', () => {
    const leave = stream.use('market')
    settle()
    vi.advanceTimersByTime(SILENT_MS - 1_000)
    leave()
    stream.use('chat')
    settle()
    expect(sources).toHaveLength(2)
    vi.advanceTimersByTime(1_000)
    expect(status.get()).toBe('behind')
    expect(sources.every(({ isClosed }) => isClosed)).toBe(true)
  })
  it('leaves a stream that broke off to the browser, which resumes it', () => {
    stream.use('market')
    settle()
    sources[0]?.open()
    if (sources[0]) sources[0].readyState = 0
    sources[0]?.emit('error')
    vi.advanceTimersByTime(2_900)
    expect(status.get()).toBe('live')
    vi.advanceTimersByTime(200)
    expect(status.get()).toBe('behind')
    sources[0]?.open()
    expect(status.get()).toBe('live')
    expect(sources).toHaveLength(1)
    expect(seen).toEqual([])
  })
})
