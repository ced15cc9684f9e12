// The live stream as a browser reads it.
import { newsOf } from '@twinmint/sdk/api/records/coin-figures'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import type { Trade } from '@twinmint/sdk/api/records/trade'

/** Reads until `stop` is called; `lastEventId` is what an earlier stream saw last, `cookie` says who reads. */
export async function readLive(origin: string, topics: string, lastEventId = '', cookie?: string) {
  const stop = new AbortController()
  const response = await fetch(`${origin}/api/live?topics=${topics}`, {
    signal: stop.signal,
    headers: {
      ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
      ...(cookie === undefined ? {} : { cookie }),
    },
  })
  const events: (LiveEvent & { readonly trade?: Trade })[] = []
  let lastId = lastEventId
  const retriesMs: number[] = []
  const ended = (async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames.filter((each) => !each.startsWith('event: alive')))
        for (const line of frame.split('\n')) {
          if (line.startsWith('id: ')) lastId = line.slice(4)
          if (line.startsWith('retry: ')) retriesMs.push(Number(line.slice(7)))
          if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)))
        }
    }
    return true
  })().catch(() => false)
  return {
    status: response.status,
    types: () => events.map(({ type }) => type),
    events: (): readonly LiveEvent[] => events,
    trades: () => events.flatMap(({ trade }) => trade?.id ?? []),
    collections: () => events.flatMap((event) => newsOf(event)),
    lastId: () => lastId,
    /** How long the reader is asked to wait before it comes back; the last one counts. */
    retriesMs: (): readonly number[] => retriesMs,
    /** Resolves when the stream is over, whoever ended it: with false where it broke off in the middle of the answer. */
    ended,
    stop: () => stop.abort(),
  }
}
