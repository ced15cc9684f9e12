// Many readers of the live stream on one process: how long until the last of them has an event, and what each takes of the
// server's memory. Readers are plain sockets in a process of their own, on loopback.
import { connect, type Socket } from 'node:net'
import { createClient } from '../tests/client.ts'
import { plainPicture } from '../tests/pictures.ts'
import { residentBytes } from '../tests/server-process.ts'
import { percentile } from './percentile.ts'
import { startMeasuredServer } from './server.ts'

const READERS = 5_000
const EVENTS = 20
/** Readers that connect at the same time. */
const AT_ONCE = 250

/** So many readers of a topic, each on a socket of its own, who have had the beginning of their answer. */
export async function openReaders(
  origin: string,
  topic: string,
  count: number,
  onChunk: (chunk: Buffer) => void,
  headers = '',
): Promise<Socket[]> {
  const { hostname, port } = new URL(origin)
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET /api/live?topics=${topic} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n`),
      )
      socket.once('error', reject)
      socket.once('data', () => resolve(socket))
      socket.on('data', onChunk)
    })
  const sockets: Socket[] = []
  for (let from = 0; from < count; from += AT_ONCE)
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, open))))
  return sockets
}

export async function benchLive(): Promise<Record<string, number | string>> {
  if (process.platform !== 'linux') return { skipped: 'memory is read from /proc' }
  const server = await startMeasuredServer()
  const sockets: Socket[] = []
  try {
    const image = await plainPicture()
    const trader = createClient(server.origin)
    await trader.airdrop(10)
    const coin = await trader.launch({ symbol: 'LIVE' }, image)
    await trader.trade('BUY', coin.id, '0.01', 50)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const before = residentBytes(server)
    let received = 0
    let lastAtMs = 0
    sockets.push(
      ...(await openReaders(server.origin, `collection:${coin.id}`, READERS, (chunk) => {
        if (!chunk.includes('"type":"trade"')) return
        received++
        lastAtMs = performance.now()
      })),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const perReader = (residentBytes(server) - before) / READERS
    const delays: number[] = []
    for (let event = 0; event < EVENTS; event++) {
      received = 0
      const began = performance.now()
      await trader.trade('BUY', coin.id, '0.001', 50)
      while (received < READERS) await new Promise((resolve) => setTimeout(resolve, 5))
      delays.push(lastAtMs - began)
      await new Promise((resolve) => setTimeout(resolve, 400))
    }
    return {
      readers: READERS,
      'KB of the server for each': Math.round(perReader / 102.4) / 10,
      'from the trade’s request to the last reader, p50 ms': Math.round(percentile(delays, 50)),
      'the same, p99 ms': Math.round(percentile(delays, 99)),
    }
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.remove()
  }
}
