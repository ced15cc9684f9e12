import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR as HTTP_ERROR, isSolanaError } from '@solana/kit'
import { afterEach, expect, test } from 'vitest'
import { mayHaveArrived, nodesTransport } from './nodes.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

type Say = (response: ServerResponse) => void
const fine: Say = (response) => response.end('{"jsonrpc":"2.0","id":1,"result":7}')
const status =
  (code: number, headers: Record<string, string> = {}): Say =>
  (response) =>
    response.writeHead(code, headers).end()
const nothing: Say = () => {}
const behind: Say = (response) =>
  response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Node is behind"}}')
const unknownBlockhash: Say = (response) =>
  response.end(
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"","data":{"err":"BlockhashNotFound"}}}',
  )

/** A node that says these one after the other, and the last one for good; tells when it was asked. */
async function node(...says: [Say, ...Say[]]) {
  const askedMs: number[] = []
  const server = createServer((_request, response) => {
    const say = says[Math.min(askedMs.length, says.length - 1)] ?? fine
    askedMs.push(performance.now())
    say(response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, askedMs, end: () => new Promise((resolve) => server.close(resolve)) }
}

/** A loaded machine has a second for an answer that comes. */
const TIMES = {
  answerMs: 1_000,
  callMs: 10_000,
  pauseMs: 1,
  pauseMsMax: 4,
  pauseMsBehindMax: 4,
  behindMs: 20,
}
const ask = (urls: readonly string[], times = TIMES) => {
  const transport = nodesTransport(urls, times)
  return () => transport({ payload: { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] } })
}
const answered = expect.objectContaining({ result: 7n })

test('a busy node, one that answers nothing and one that is behind are asked again', async () => {
  const busy = await node(status(429), status(502), status(503), nothing, behind, fine)
  expect(await ask([busy.url])()).toEqual(answered)
  expect(busy.askedMs).toHaveLength(6)
})

test('a node that asks for a second of rest gets it, also from other callers', async () => {
  // Whoever fails a moment later does not wake it up.
  const later502: Say = (response) => setTimeout(() => status(502)(response), 50)
  const busy = await node(status(429, { 'retry-after': '1' }), later502, fine)
  const transport = nodesTransport([busy.url], TIMES)
  const calls = ['getSlot', 'getBlockHeight'].map((method) =>
    transport({ payload: { jsonrpc: '2.0', id: 1, method, params: [] } }),
  )
  expect(await Promise.all(calls)).toEqual([answered, answered])
  const [begin = 0, , ...later] = busy.askedMs
  expect(later).toHaveLength(2)
  // Timers may be a moment early.
  for (const atMs of later) expect(atMs - begin).toBeGreaterThan(950)
})

test('a node that asks for more rest than a call has is not waited for', async () => {
  const busy = await node(status(429, { 'retry-after': '3600' }))
  const call = ask([busy.url])
  await expect(call()).rejects.toMatchObject({ context: { statusCode: 429 } })
  await expect(call()).rejects.toThrow('asks not to be asked')
  expect(busy.askedMs).toHaveLength(1)
})

test('where one node fails the next is asked, at once and from then on', async () => {
  const [gone, resting, well] = [
    await node(fine),
    await node(status(429, { 'retry-after': '3600' })),
    await node(fine),
  ]
  await gone.end()
  const call = ask([gone.url, resting.url, well.url], { ...TIMES, pauseMs: 60_000, pauseMsMax: 60_000 })
  for (let calls = 0; calls < 3; calls++) expect(await call()).toEqual(answered)
  expect(resting.askedMs).toHaveLength(1)
})

test('what a node refuses outright is asked of the others, and not again', async () => {
  const [locked, well] = [await node(status(401)), await node(fine)]
  expect(await ask([locked.url, well.url])()).toEqual(answered)
  await expect(ask([locked.url])()).rejects.toMatchObject({ context: { statusCode: 401 } })
  expect(locked.askedMs).toHaveLength(2)
})

test('what another node refuses is not the last word on a transaction that the first one may have taken', async () => {
  const why = async (second: Say) => {
    const urls = [(await node(status(502))).url, (await node(second)).url]
    const payload = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [] }
    return nodesTransport(urls, TIMES)({ payload }).catch((error: unknown) => error)
  }
  for (const second of [status(403), unknownBlockhash]) expect(mayHaveArrived(await why(second))).toBe(true)
})

test('a first node that says nothing is not asked first again by those who did not wait for it', async () => {
  const [silent, well] = [await node(nothing), await node(fine)]
  const transport = nodesTransport([silent.url, well.url], TIMES)
  const payload = { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] }
  await expect(transport({ payload, signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/)
  const began = performance.now()
  expect(await transport({ payload })).toEqual(answered)
  // Not after the silent one.
  expect(silent.askedMs.filter((atMs) => atMs > began)).toEqual([])
})

test('a call ends when its time is over, and when whoever asked has gone', async () => {
  const silent = await node(nothing)
  await expect(ask([silent.url], { ...TIMES, answerMs: 40, callMs: 100 })()).rejects.toThrow(/timeout/)
  const signal = AbortSignal.timeout(20)
  const transport = nodesTransport([silent.url], TIMES)
  const payload = { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] }
  await expect(transport({ payload, signal })).rejects.toThrow(/timeout/)
})

test('it is known whether a call may have done something', async () => {
  const why = (urls: readonly string[]) =>
    ask(urls, { ...TIMES, callMs: 100 })().catch((error: unknown) => error)
  const gone = await node(fine)
  await gone.end()
  const never = await why([gone.url, (await node(status(429), behind)).url])
  expect(mayHaveArrived(never)).toBe(false)
  const lost = await why([(await node(status(502), status(429))).url])
  expect(isSolanaError(lost, HTTP_ERROR)).toBe(true)
  expect(mayHaveArrived(lost)).toBe(true)
  expect(mayHaveArrived(await why([(await node(nothing)).url, gone.url]))).toBe(true)
})

test('a read names the highest slot that an answer was of, and one that is behind it is asked again', async () => {
  const bodies: { method: string; params: [unknown, { minContextSlot?: number }?] }[] = []
  const answers = [
    '{"context":{"slot":90},"value":1}',
    '{"slot":95}',
    '{"context":{"slot":200},"value":1}',
    undefined,
    '{"context":{"slot":96},"value":2}',
    '{"context":{"slot":96},"value":3}',
  ]
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const said = answers[bodies.length]
      bodies.push(JSON.parse(body))
      response.end(
        `{"jsonrpc":"2.0","id":1,${said ? `"result":${said}` : '"error":{"code":-32016,"message":"Minimum context slot has not been reached","data":{"contextSlot":80}}'}}`,
      )
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = nodesTransport([`http://127.0.0.1:${(server.address() as AddressInfo).port}`], TIMES)
  const call = (method: string, commitment: string) =>
    transport<{ result: { value: unknown } }>({
      payload: { jsonrpc: '2.0', id: 1, method, params: ['x', { commitment }] },
    })
  await call('getBalance', 'confirmed')
  await call('getTransaction', 'confirmed')
  await call('getBalance', 'processed')
  expect((await call('getBalance', 'confirmed')).result.value).toBe(2n)
  await call('getBalance', 'finalized')
  expect(bodies.map(({ params }) => params[1]?.minContextSlot)).toEqual([
    undefined,
    undefined,
    undefined,
    95,
    95,
    undefined,
  ])
})

/** A node at a slot that refuses some calls as one that has not reached theirs. Tells which were asked, and for which slot at least. */
async function nodeAt(isRefused: (address: string, minContextSlot: number) => boolean | Promise<boolean>) {
  const said = { slot: 90 }
  const asked: { address: string; minContextSlot: number | undefined }[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { params } = JSON.parse(body) as { params: [string, { minContextSlot?: number }] }
    const [address, { minContextSlot }] = params
    asked.push({ address, minContextSlot })
    response.end(
      (await isRefused(address, minContextSlot ?? 0))
        ? '{"jsonrpc":"2.0","id":1,"error":{"code":-32016,"message":""}}'
        : `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":${said.slot}},"value":1}}`,
    )
  }
  const server = createServer((request, response) => void answer(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const transport = nodesTransport([url], TIMES)
  const config = { commitment: 'confirmed' }
  const call = (address: string) =>
    transport({ payload: { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address, config] } })
  return { said, asked, call }
}

test('where no node reaches the slot that was seen for a while, a call is made without it', async () => {
  const { said, asked, call } = await nodeAt((_, minContextSlot) => minContextSlot > said.slot)
  await call('x')
  // The ledger went back: a copy of before is what stands there now.
  said.slot = 50
  await call('x')
  await call('x')
  expect(asked.slice(-2).map(({ minContextSlot }) => minContextSlot)).toEqual([undefined, 50])
})

test('while others are answered of the slot that was seen, a call that is refused goes on asking for it', async () => {
  const refusals = 20
  let refused = 0
  const { asked, call } = await nodeAt(async (address) => {
    if (address !== 'unlucky' || refused++ === refusals) return false
    await call('lucky')
    return true
  })
  await call('lucky')
  await call('unlucky')
  const unlucky = asked.filter(({ address }) => address === 'unlucky')
  expect(unlucky.map(({ minContextSlot }) => minContextSlot)).toEqual(Array(refusals + 1).fill(90))
})
