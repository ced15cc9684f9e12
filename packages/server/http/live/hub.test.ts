import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { openBudget } from '@twinmint/sdk/internal/core/budget'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type BusListener, type LiveBus, type LiveEntry, LiveHub } from './hub.ts'

vi.useFakeTimers({ toFake: ['setInterval'] })
const unsent = openBudget({ max: 1_000_000, byKeyMax: 100_000 })
const hub = new LiveHub({ unsent })
const responses: ServerResponse[] = []
const server = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://x').searchParams
  const [lastEventId, encodings] = [query.get('since') ?? undefined, query.get('encodings') ?? undefined]
  responses.push(response)
  hub.subscribe(response, { topics: ['chat'], lastEventId, encodings, key: 'an address' })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  vi.useRealTimers()
  hub.close()
  server.close()
})

let told = 0
/** Publishes an event with `bytes` of padding, about a message of its own. */
const tell = (name: string, bytes = 0) =>
  hub.publish({ type: 'chatGone', id: `${name}-${++told}${'x'.repeat(bytes)}` })

/** What a reader who was there until `since` is told at once. */
async function readSince(since: string): Promise<string> {
  const stop = new AbortController()
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/?since=${since}`, { signal: stop.signal })
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.includes(`id: ${hub.lastEventId}\n`) && text.includes('event: alive')) stop.abort()
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
  return text
}

it('sends a heartbeat event at once and every four seconds, without an id', async () => {
  const heartbeats = (text: string) =>
    text.match(/^event: alive\ndata: \{"type":"alive"\}\n\n/gm)?.length ?? 0
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  // Nothing was missed, so only a heartbeat can arrive.
  socket.write(`GET /?since=${hub.lastEventId} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await expect.poll(() => heartbeats(text)).toBe(1)
  for (const count of [2, 3]) {
    vi.advanceTimersByTime(4_000)
    await expect.poll(() => heartbeats(text)).toBe(count)
  }
  expect(text).not.toContain('id:')
  socket.destroy()
})

it('sends what a reader missed, of its topics alone', async () => {
  const since = hub.lastEventId
  tell('first')
  hub.publish({ type: 'wallet', walletAddress: 'other' })
  tell('second')
  const text = await readSince(since)
  expect(text.match(/"id":"\w+/g)).toEqual(['"id":"first', '"id":"second'])
})

it('keeps only the newest state of each message and coin, and deletes former texts from the bus', async () => {
  const message = { username: 'x', timestamp: '', isSystem: false, walletAddress: 'x', profileImageUrl: null }
  const sent: LiveEntry[] = []
  const removed: string[] = []
  const listeners: BusListener[] = []
  const bus: LiveBus = {
    state: { isUp: true, sinceMs: 0, sent: 0, alone: 0, failures: 0 },
    send: (entry) => {
      const told = { id: `b.${sent.length + 1}`, ...entry }
      sent.push(told)
      for (const listener of listeners) listener.heard(told)
    },
    remove: (id) => removed.push(id),
    breakOff: () => {},
    listen: async (listener) => {
      listeners.push(listener)
      listener.joined('b.0', sent)
    },
  }
  const first = new LiveHub({ unsent, bus })
  first.publish({ type: 'chat', message: { id: '1', message: 'a secret', ...message } })
  first.publish({ type: 'collection', collection: { id: 'c', name: 'shown' } as Collection })
  first.publish({ type: 'chatGone', id: '1' })
  first.publish({ type: 'collection', collection: { id: 'c', name: 'hidden', isHidden: true } as Collection })
  expect(removed).toEqual(['b.1'])
  // A server that starts later reads the bus, here with a text that could not be deleted.
  const second = new LiveHub({ unsent, bus })
  for (const each of [first, second]) {
    const frames: string[] = []
    const response = {
      writeHead() {},
      on() {},
      end() {},
      write(frame: unknown, taken?: () => void) {
        frames.push(String(frame))
        taken?.()
      },
    }
    each.subscribe(response as unknown as ServerResponse, {
      topics: ['chat', 'market', 'collection:c'],
      // The id of a deleted entry is still a valid place to resume.
      lastEventId: 'b.1',
      key: 'an address',
    })
    const text = frames.join('')
    expect(text.match(/^id: .+$/gm)).toEqual(['id: b.3', 'id: b.4'])
    expect(text).not.toMatch(/secret|shown/)
    each.close()
  }
})

it('packs what it sends for those who take it, wherever they begin', async () => {
  const { port } = server.address() as AddressInfo
  const heard: string[][] = []
  const read = async (query: string) => {
    const words: string[] = []
    heard.push(words)
    const response = await fetch(`http://127.0.0.1:${port}/?${query}`)
    const reading = async () => {
      let text = ''
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk).toString()
        words.splice(0, words.length, ...(text.match(/"id":"packed\w*/g) ?? []))
      }
    }
    void reading().catch(() => {})
    return response.headers.get('content-encoding')
  }
  const since = hub.lastEventId
  expect(await read('encodings=gzip,%20br')).toBe('gzip')
  tell('packedOne')
  expect(await read(`encodings=br,%20gzip;q=0.5&since=${since}`)).toBe('gzip')
  expect(await read(`encodings=gzip;q=0&since=${since}`)).toBe(null)
  tell('packedTwo', 1_000)
  const both = ['"id":"packedOne', '"id":"packedTwo']
  await expect.poll(() => heard).toEqual([both, both, both])
  // As a whole answer, though no stream of packed pieces has an end of its own.
  hub.disconnect()
  expect(hub.readerCount).toBe(0)
})

it('tells everybody to start over, also those who come back later', async () => {
  tell('before')
  const since = hub.lastEventId
  tell('missed')
  hub.reset()
  expect(await readSince(since)).toContain('"type":"reset"')
  const later = hub.lastEventId
  tell('after')
  expect(await readSince(later)).not.toContain('reset')
})

it('has everybody read everything again every half minute while the bus fails', async () => {
  const state = { isUp: false, sinceMs: 0, sent: 0, alone: 0, failures: 1 }
  const bus: LiveBus = { state, send: () => {}, remove: () => {}, breakOff: () => {}, listen: async () => {} }
  const alone = new LiveHub({ unsent, bus })
  const frames: string[] = []
  const response = {
    writableLength: 0,
    writeHead() {},
    on() {},
    end() {},
    write: (frame: unknown) => frames.push(String(frame)),
  }
  const reader = { topics: ['chat' as const], lastEventId: undefined, key: '' }
  alone.subscribe(response as unknown as ServerResponse, reader)
  const resets = () => frames.filter((frame) => frame.includes('{"type":"reset","withinMs":32000}')).length
  vi.advanceTimersByTime(31_000)
  expect(resets()).toBe(0)
  vi.advanceTimersByTime(64_000)
  expect(resets()).toBe(2)
  state.isUp = true
  vi.advanceTimersByTime(64_000)
  expect(resets()).toBe(2)
  alone.close()
})

it('sends to very many in pieces, each the same in the same order', async () => {
  const many = new LiveHub({ unsent })
  const frames: string[][] = []
  for (let at = 0; at < 1_200; at++) {
    const mine: string[] = []
    frames.push(mine)
    const response = {
      writeHead() {},
      on() {},
      end() {},
      write: (frame: unknown) => mine.push(String(frame)),
    }
    const reader = { topics: ['chat' as const], lastEventId: undefined, key: '' }
    many.subscribe(response as unknown as ServerResponse, reader)
    mine.length = 0
  }
  for (const id of ['1', '2']) many.publish({ type: 'chatGone', id })
  const counts = () => new Set(frames.map(({ length }) => length))
  expect([...counts()]).toEqual([1, 0])
  await expect.poll(counts).toEqual(new Set([2]))
  expect(new Set(frames.map((mine) => mine.map((frame) => /"id":"(\d)"/.exec(frame)?.[1]).join()))).toEqual(
    new Set(['1,2']),
  )
  many.close()
})

it('tells a reader who missed more than it may be behind to read everything again', async () => {
  const since = hub.lastEventId
  for (let at = 0; at < 1_000; at++) tell('large', 2_000)
  const text = await readSince(since)
  expect(text).toContain('"type":"reset"')
  expect(text).toContain(`id: ${hub.lastEventId}`)
  expect(text).not.toContain('large')
})

it('tells whoever has too much unread already, by its address, to read everything again', async () => {
  const since = hub.lastEventId
  for (let at = 0; at < 30; at++) tell('middling', 2_000)
  const held = unsent.hold('an address', 80_000)
  expect(await readSince(since)).toContain('"type":"reset"')
  held?.()
  expect(await readSince(since)).toContain('"id":"middling')
  // It was read, so the room is there again.
  const whole = unsent.hold('an address', 100_000)
  expect(whole).toBeDefined()
  whole?.()
})

it('ends a reader that reads nothing, and no other', async () => {
  responses.length = 0
  const { port } = server.address() as AddressInfo
  const [silent, other] = await Promise.all(
    [0, 1].map(async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      await once(socket, 'data')
      return socket
    }),
  )
  other?.resume()
  silent?.pause()
  while (responses.every(({ writableLength }) => writableLength === 0) || hub.readerCount < 2) {
    tell('large', 50_000)
    for (let turn = 0; turn < 5; turn++) await setImmediate()
  }
  for (let beat = 0; beat < 3; beat++) {
    vi.advanceTimersByTime(20_000)
    for (let turn = 0; turn < 5; turn++) await setImmediate()
  }
  expect(hub.readerCount).toBe(1)
  const heard = new Promise((hear) => other?.once('data', hear))
  tell('after')
  expect(String(await heard)).toContain('after')
  silent?.destroy()
  other?.destroy()
})

it('forgets streams that were asked for behind one another, when their line ends', async () => {
  const since = hub.lastEventId
  for (let at = 0; at < 30; at++) tell('missed', 1_000)
  await expect.poll(() => hub.readerCount).toBe(0)
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET /?since=${since} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(3))
  await once(socket, 'data')
  await expect.poll(() => hub.readerCount).toBe(3)
  socket.destroy()
  expect(unsent.hold('an address', 100_000)).toBeUndefined()
  const afterABeat = () => {
    vi.advanceTimersByTime(20_000)
    return hub.readerCount
  }
  await expect.poll(afterABeat).toBe(0)
  expect(unsent.hold('an address', 100_000)).toBeDefined()
})
