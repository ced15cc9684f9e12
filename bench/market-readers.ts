// Readers of all coins while a hundred trades a second are made on twenty coins: what a reader takes of the processor and of its
// line, and how late it hears. Readers are plain sockets that ask as browsers do; what they read is the server's stream alone
// (stream-child.ts), without the chain and the index, so that its work is counted and nothing else's.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip, constants as zlib } from 'node:zlib'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { newsOf } from '@twinmint/sdk/api/records/coin-figures'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { createClient } from '../tests/client.ts'
import { plainPicture } from '../tests/pictures.ts'
import { residentBytes } from '../tests/server-process.ts'
import { openReaders } from './live.ts'
import { percentile } from './percentile.ts'
import { startMeasuredServer } from './server.ts'

const READERS = 4_000
/** Those of them who say when they heard of what. */
const LISTENERS = 20
const AIM = 10_000
const COINS = 20
const TRADES_A_SECOND = 100
const SECONDS = 20
/** As browsers ask. */
const PACKED = 'Accept-Encoding: gzip\r\n'
/** Linux counts the processor's time in hundredths of a second. */
const TICKS_A_SECOND = 100

function processorSeconds({ pid }: ChildProcess): number {
  const [, rest = ''] = /\) (.+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const [user, system] = rest.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / TICKS_A_SECOND
}

/** Twenty coins and a trade, as a server answers them. */
async function recordsOfServer() {
  const server = await startMeasuredServer()
  try {
    const image = await plainPicture()
    const trader = createClient(server.origin)
    await trader.airdrop(10)
    const coins: Collection[] = []
    for (let at = 0; at < COINS; at++) {
      const { id } = await trader.launch({ name: `Coin number ${at}`, symbol: `C${at}` }, image)
      coins.push(await trader.get(`/api/collections/${id}`))
    }
    const { trade } = await trader.trade('BUY', coins[0]?.id ?? '', '0.01', 50)
    return { coins, trade }
  } finally {
    await server.remove()
  }
}

/** Hears as a browser does. */
function hear(onEvent: (event: LiveEvent) => void): (chunk: Buffer) => void {
  let text = ''
  const take = (part: string) => {
    text += part
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const data = /^data: (.+)$/m.exec(frame)?.[1]
      if (data !== undefined) onEvent(JSON.parse(data) as LiveEvent)
    }
  }
  const unpacked = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH }).on('data', (chunk) => take(String(chunk)))
  let isPacked = false
  let rest = Buffer.alloc(0)
  let isHead = true
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    if (isHead) {
      const end = rest.indexOf('\r\n\r\n')
      isPacked = /content-encoding: gzip/i.test(rest.subarray(0, end).toString())
      rest = rest.subarray(end + 4)
      isHead = false
    }
    // Each piece of the answer has its length before it.
    for (;;) {
      const line = rest.indexOf('\r\n')
      const end = line + 2 + Number.parseInt(rest.subarray(0, line).toString(), 16)
      if (line < 0 || rest.length < end + 2) return
      const piece = rest.subarray(line + 2, end)
      if (isPacked) unpacked.write(piece)
      else take(piece.toString())
      rest = rest.subarray(end + 2)
    }
  }
}

export async function benchMarketReaders(): Promise<Record<string, number | string>> {
  if (process.platform !== 'linux') return { skipped: 'the processor’s time is read from /proc' }
  const records = JSON.stringify(await recordsOfServer())
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'bench/stream-child.ts', records, String(TRADES_A_SECOND)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const sockets: Socket[] = []
  try {
    const [port] = await once(child.stdout, 'data')
    const origin = `http://127.0.0.1:${String(port).trim()}`
    const share = async () => {
      const [began, before] = [performance.now(), processorSeconds(child)]
      await sleep(SECONDS * 1_000)
      return ((processorSeconds(child) - before) * 1_000) / (performance.now() - began)
    }
    await sleep(5_000)
    const without = await share()
    const before = residentBytes({ child })
    let bytes = 0
    let frames = 0
    let delays: number[] = []
    const betweenMs = (1_000 * COINS) / TRADES_A_SECOND
    const listener = () => {
      const heardUntil = new Map<string, number>()
      return hear((event) => {
        if (event.type === 'market') frames += 1
        // A coin's sequence is the time of its last trade; those before it were as far apart as all are.
        for (const { id, sequence } of newsOf(event)) {
          const until = heardUntil.get(id) ?? sequence - betweenMs
          for (let at = sequence; at > until + betweenMs / 2; at -= betweenMs) delays.push(Date.now() - at)
          heardUntil.set(id, sequence)
        }
      })
    }
    for (let at = 0; at < LISTENERS; at++) {
      const silent = READERS / LISTENERS - 1
      sockets.push(
        ...(await openReaders(origin, 'market', silent, (chunk) => (bytes += chunk.length), PACKED)),
      )
      sockets.push(...(await openReaders(origin, 'market', 1, listener(), PACKED)))
    }
    await sleep(5_000)
    ;[bytes, frames, delays] = [0, 0, []]
    const withReaders = await share()
    const bytesEach = (residentBytes({ child }) - before) / READERS
    const perReader = (withReaders - without) / READERS
    return {
      readers: READERS,
      'of a core without them': without.toFixed(3),
      'of a core with them': withReaders.toFixed(3),
      [`so with ${AIM}`]: (without + perReader * AIM).toFixed(3),
      'frames a second': (frames / LISTENERS / SECONDS).toFixed(2),
      'µs of the processor for a reader’s frame': ((perReader * SECONDS * LISTENERS * 1e6) / frames).toFixed(
        1,
      ),
      'KB of memory for each': Math.round(bytesEach / 102.4) / 10,
      'bytes a second for each': Math.round(bytes / SECONDS / (READERS - LISTENERS)),
      'from a trade to a reader, p50 ms': Math.round(percentile(delays, 50)),
      'the same, p95 ms': Math.round(percentile(delays, 95)),
    }
  } finally {
    for (const socket of sockets) socket.destroy()
    child.kill('SIGKILL')
  }
}
