// The page's end of `GET /api/live`: one stream a tab, for the topics of everything that is mounted, written into the
// query cache. The stream's code is loaded after the first paint.
import { useEffect, useSyncExternalStore } from 'react'
import { connectionNow, onConnection, wasAway } from './connection.ts'
import type { LiveStream } from './live-stream.ts'
import { queryClient } from './query-client.ts'

/** `behind`: the stream has been down for longer than a blink, so figures may be old. */
export type LiveStatus = 'idle' | 'live' | 'connecting' | 'behind'

let stream: LiveStream | undefined
let loading: Promise<LiveStream> | undefined
const statusListeners = new Set<() => void>()

async function loadStream(): Promise<LiveStream> {
  const { LiveStream } = await import('./live-stream.ts')
  stream = new LiveStream({
    client: queryClient,
    openSource: (url) => new EventSource(url),
    // The server says it in the document (src/server/pages.ts), which was there before any data.
    since: document.documentElement.dataset['live'],
  })
  const loaded = stream
  loaded.onStatus(() => {
    if (loaded.status === 'behind') void wasAway()
    for (const listener of statusListeners) listener()
  })
  onConnection(() => {
    if (connectionNow() === 'there') loaded.retryNow()
  })
  pauseWhileHidden(stream)
  return stream
}

const HIDDEN_FOR_MS = 20_000

/** Browsers open six connections to a server over HTTP/1.1: tabs that nobody looks at must not hold them. */
function pauseWhileHidden(paused: LiveStream): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => paused.setPaused(true), HIDDEN_FOR_MS)
    else paused.setPaused(false)
  })
}

/** Does something with the stream as soon as it is there, unless that was taken back before. Returns what takes it back. */
function withStream(begin: (stream: LiveStream) => () => void): () => void {
  let isOver = false
  let end: (() => void) | undefined
  const beginSoon = async () => {
    loading ??= loadStream()
    try {
      const loaded = await loading
      if (!isOver) end = begin(loaded)
    } catch (error) {
      loading = undefined
      console.error('The live stream could not be loaded.', error)
    }
  }
  void beginSoon()
  return () => {
    isOver = true
    end?.()
  }
}

/** Keeps the stream open for these topics (`market`, `chat`, `collection:{id}`, `wallet:{address}`) while mounted. */
export function useLive(topics: readonly string[]): void {
  const joined = topics.join(',')
  useEffect(
    () => (joined === '' ? undefined : withStream((stream) => stream.use(joined.split(',')))),
    [joined],
  )
}

/**
 * Hears every event after the cache has taken it: `onLiveEvent<LiveEvent>((event) => …)`, with the contract's type.
 * Returns the function that stops it.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as with apiGet, the caller names the contract
export function onLiveEvent<E>(listener: (event: E) => void): () => void {
  return withStream((stream) => stream.onEvent((event) => listener(event as E)))
}

function subscribeToStatus(listener: () => void): () => void {
  statusListeners.add(listener)
  return () => statusListeners.delete(listener)
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribeToStatus, () => stream?.status ?? 'idle')
}
