// The page's end of `GET /api/live`: one stream a tab, for the topics of everything that is mounted, written into the
// query cache. The stream's code is loaded after the first paint.
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { isOfTopic, type LiveTopic } from '@twinmint/sdk/api/records/topics'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createStore } from '../ui/store.ts'
import { connection, wasAway } from './connection.ts'
import type { LiveStatus, LiveStream } from './live-stream.ts'
import { queryClient } from './query-client.ts'

const status = createStore<LiveStatus>('idle')
let loading: Promise<LiveStream> | undefined

async function loadStream(): Promise<LiveStream> {
  const [{ LiveStream }, { pollWhileBehind }] = await Promise.all([
    import('./live-stream.ts'),
    import('./live-polling.ts'),
  ])
  const stream = new LiveStream({
    client: queryClient,
    status,
    openSource: (url) => new EventSource(url),
    // The server says it in the document (packages/server/documents/pages.ts), which was there before any data.
    since: document.documentElement.dataset['live'],
  })
  status.subscribe(() => {
    if (status.get() === 'behind') void wasAway()
  })
  connection.subscribe(() => {
    if (connection.get() === 'there') stream.retryNow()
  })
  pauseWhileHidden(stream)
  pollWhileBehind(queryClient, status)
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

/** Keeps the stream open for the topic while mounted. */
export function useLive(topic: LiveTopic | undefined): void {
  useEffect(() => (topic === undefined ? undefined : withStream((stream) => stream.use(topic))), [topic])
}

/** Hears every event of the topic while mounted, after the cache has taken it. */
export function useLiveEvent(topic: LiveTopic | undefined, hear: (event: LiveEvent) => void): void {
  useLive(topic)
  const hearNow = useEffectEvent(hear)
  useEffect(() => {
    if (topic === undefined) return undefined
    return withStream((stream) =>
      stream.onEvent((event) => {
        if (isOfTopic(event, topic)) hearNow(event)
      }),
    )
  }, [topic])
}

export const useLiveStatus = (): LiveStatus =>
  useSyncExternalStore(status.subscribe, status.get, status.first)
