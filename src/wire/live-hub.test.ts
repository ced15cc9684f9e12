import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLiveHub } from './live-hub.ts'

const hub = createLiveHub()
const server = createServer((request, response) => {
  const since = new URL(request.url ?? '/', 'http://x').searchParams.get('since') ?? undefined
  hub.subscribe(response, ['market'], since)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  hub.close()
  server.close()
})

/** What a reader who was there until `since` is told at once. */
async function readSince(since: string): Promise<string> {
  const stop = new AbortController()
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/?since=${since}`, { signal: stop.signal })
  let text = ''
  setTimeout(() => stop.abort(), 500)
  try {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
  return text
}

it('sends what a reader missed, of its topics alone', async () => {
  const since = hub.lastEventId
  hub.publish(['market'], { type: 'first' })
  hub.publish(['chat'], { type: 'other' })
  hub.publish(['market'], { type: 'second' })
  const text = await readSince(since)
  expect(text.match(/"type":"\w+"/g)).toEqual(['"type":"first"', '"type":"second"'])
})

it('tells a reader who missed more than it may be behind to read everything again', async () => {
  const since = hub.lastEventId
  for (let at = 0; at < 1_000; at++) hub.publish(['market'], { type: 'large', text: 'x'.repeat(2_000) })
  const text = await readSince(since)
  expect(text).toContain('"type":"reset"')
  expect(text).toContain(`id: ${hub.lastEventId}`)
  expect(text).not.toContain('large')
})
