// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyLiveEvent, type LiveSource, LiveStream, mergeCollection } from './live-stream.ts'

const coin = (id: string, sequence: number, isBoosted = false) => ({ id, sequence, isBoosted })

describe('merging a coin into what is cached', () => {
  it('replaces the coin itself, and in lists, and in pages of lists', () => {
    const next = coin('a', 2)
    expect(mergeCollection(coin('a', 1), next)).toBe(next)
    expect(mergeCollection([coin('b', 1), coin('a', 1)], next)).toEqual([coin('b', 1), next])
    expect(mergeCollection({ collections: [coin('a', 1)], total: 1 }, next)).toEqual({
      collections: [next],
      total: 1,
    })
    expect(mergeCollection({ pages: [[coin('a', 1)], [coin('c', 1)]] }, next)).toEqual({
      pages: [[next], [coin('c', 1)]],
    })
  })
  it('keeps a newer one that an answer brought before the event', () => {
    const cached = coin('a', 5)
    expect(mergeCollection(cached, coin('a', 4))).toBe(cached)
  })
  it('leaves what does not name it as it is, to the reference', () => {
    const list = [coin('b', 1)]
    expect(mergeCollection(list, coin('a', 2))).toBe(list)
    const stats = { id: 'a', totalLaunches: 3 }
    expect(mergeCollection(stats, coin('a', 2))).toBe(stats)
    expect(mergeCollection(null, coin('a', 2))).toBe(null)
  })
})

describe('events', () => {
  let client: QueryClient
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  beforeEach(() => {
    vi.useFakeTimers()
    client = new QueryClient()
  })
  afterEach(() => vi.useRealTimers())

  it('a coin goes to its own key, by id and by mint address, and to every list', () => {
    client.setQueryData(['api', 'collections', 'a'], coin('a', 1))
    client.setQueryData(['api', 'collections', 'mintOfA'], coin('a', 1))
    client.setQueryData(['api', 'collections?limit=50&sort=volume'], [coin('a', 1)])
    client.setQueryData(['api', 'nothing', 'a'], coin('a', 1))
    const next = coin('a', 2)
    applyLiveEvent(client, { type: 'collection', collection: next })
    expect(client.getQueryData(['api', 'collections', 'a'])).toEqual(next)
    expect(client.getQueryData(['api', 'collections', 'mintOfA'])).toEqual(next)
    expect(client.getQueryData(['api', 'collections?limit=50&sort=volume'])).toEqual([next])
    expect(client.getQueryData(['api', 'nothing', 'a'])).toEqual(coin('a', 1))
  })
  it('a coin that a list has not seen makes the list be read again, once in a while', () => {
    const list = ['api', 'collections?limit=50&sort=created']
    const search = ['api', 'collections?limit=50&sort=created&search=cat']
    const boosted = ['api', 'collections', 'boosted']
    for (const key of [list, search, boosted]) client.setQueryData(key, [coin('b', 1)])
    client.setQueryData(['api', 'collections', 'b'], coin('b', 1))
    applyLiveEvent(client, { type: 'collection', collection: coin('a', 1) })
    expect(isStale(list)).toBe(false)
    vi.advanceTimersByTime(3_000)
    expect(isStale(list)).toBe(true)
    expect(isStale(search)).toBe(false)
    expect(isStale(boosted)).toBe(false)
    expect(isStale(['api', 'collections', 'b'])).toBe(false)
    applyLiveEvent(client, { type: 'collection', collection: coin('a', 2, true) })
    vi.advanceTimersByTime(3_000)
    expect(isStale(boosted)).toBe(true)
  })
  it('a wallet makes its balances be read again, with and without a coin', () => {
    const keys = [
      ['api', 'wallet', 'W'],
      ['api', 'wallet', 'W?collectionId=a'],
      ['api', 'wallet', 'Other'],
    ]
    for (const key of keys) client.setQueryData(key, {})
    applyLiveEvent(client, { type: 'wallet', walletAddress: 'W' })
    expect(keys.map(isStale)).toEqual([true, true, false])
  })
  it('what people write is left to the lists that show it', () => {
    client.setQueryData(['api', 'chat'], { pages: [] })
    client.setQueryData(['api', 'collections', 'a'], coin('a', 1))
    for (const type of ['comment', 'commentGone', 'chat', 'chatGone'] as const)
      applyLiveEvent(client, { type })
    expect(client.getQueryData(['api', 'chat'])).toEqual({ pages: [] })
    expect(client.getQueryData(['api', 'collections', 'a'])).toEqual(coin('a', 1))
    expect(isStale(['api', 'chat'])).toBe(false)
  })
  it('a reset makes everything be read again', () => {
    client.setQueryData(['api', 'stats'], {})
    applyLiveEvent(client, { type: 'reset' })
    expect(isStale(['api', 'stats'])).toBe(true)
  })
})

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
  open() {
    this.readyState = 1
    this.emit('open')
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
  let seen: unknown[]
  const topicsOf = (source: FakeSource | undefined) =>
    new URL(source?.url ?? '', 'http://x').searchParams.get('topics')
  const settle = () => vi.advanceTimersByTime(50)
  beforeEach(() => {
    vi.useFakeTimers()
    sources = []
    seen = []
    stream = new LiveStream({
      client: new QueryClient(),
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
      since: 'run.7',
      openSource: (url) => {
        const source = new FakeSource(url)
        sources.push(source)
        return source
      },
    })
    stream.use(['market'])
    settle()
    expect(sources.at(-1)?.url).toBe('/api/live?topics=market&lastEventId=run.7')
  })

  it('hands what people write to whoever listens, once', () => {
    stream.use(['chat', 'collection:c'])
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
    stream.use(['market'])
    stream.use(['wallet:W', 'market'])
    settle()
    expect(sources).toHaveLength(1)
    expect(topicsOf(sources[0])).toBe('market,wallet:W')
    expect(stream.status).toBe('connecting')
    sources[0]?.open()
    expect(stream.status).toBe('live')
  })
  it('stays when a page change ends with the same topics', () => {
    const leave = stream.use(['market'])
    settle()
    leave()
    stream.use(['market'])
    settle()
    expect(sources).toHaveLength(1)
  })
  it('closes when nobody listens, and reads everything again when somebody does', () => {
    const leave = stream.use(['market'])
    settle()
    sources[0]?.open()
    leave()
    settle()
    expect(sources[0]?.isClosed).toBe(true)
    expect(stream.status).toBe('idle')
    stream.use(['market'])
    settle()
    sources[1]?.open()
    expect(seen).toEqual([{ type: 'reset' }])
  })
  it('closes while it is paused, and reads everything again when it goes on', () => {
    stream.use(['market'])
    settle()
    sources[0]?.open()
    stream.setPaused(true)
    settle()
    expect(sources[0]?.isClosed).toBe(true)
    stream.setPaused(false)
    settle()
    sources[1]?.open()
    expect(seen).toEqual([{ type: 'reset' }])
    expect(stream.status).toBe('live')
  })
  it('keeps the old stream until the new one is open, resumes, and drops what both bring', () => {
    stream.use(['market'])
    settle()
    sources[0]?.open()
    sources[0]?.send('r.7', { type: 'wallet', walletAddress: 'W' })
    stream.use(['collection:a'])
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
    stream.use(['market'])
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
  it('tries again after a refusal, later each time, and then reads everything again', () => {
    stream.use(['market'])
    settle()
    sources[0]?.refuse()
    vi.advanceTimersByTime(999)
    expect(sources).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sources).toHaveLength(2)
    sources[1]?.refuse()
    vi.advanceTimersByTime(1_999)
    expect(sources).toHaveLength(2)
    expect(stream.status).toBe('connecting')
    vi.advanceTimersByTime(1)
    expect(stream.status).toBe('behind')
    sources[2]?.open()
    expect(stream.status).toBe('live')
    expect(seen).toEqual([{ type: 'reset' }])
  })
  it('leaves a stream that broke off to the browser, which resumes it', () => {
    stream.use(['market'])
    settle()
    sources[0]?.open()
    if (sources[0]) sources[0].readyState = 0
    sources[0]?.emit('error')
    vi.advanceTimersByTime(2_900)
    expect(stream.status).toBe('live')
    vi.advanceTimersByTime(200)
    expect(stream.status).toBe('behind')
    sources[0]?.open()
    expect(stream.status).toBe('live')
    expect(sources).toHaveLength(1)
    expect(seen).toEqual([])
  })
})
