// A Solana cluster behind SOLANA_RPC_URL: its JSON-RPC, and its WebSocket for news of the program's transactions.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  createSolanaRpcSubscriptions,
  isSolanaError,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit'
import type { ClusterSource, News } from './chain.ts'
import { guardGenesis } from './genesis.ts'
import { countNodeCalls, nodesTransport } from './nodes.ts'

interface NewsTimes {
  /** Connecting and subscribing. */
  readonly beginMs: number
  /** A node tells a slot every 400 ms; the longest that a living one was silent is a few of them. */
  readonly silentMs: number
  /** Between two tries. With `beginMs` less than 3 s, so that a node that is back is soon heard. */
  readonly pauseMs: number
}
const TIMES: NewsTimes = { beginMs: 2_250, silentMs: 6_000, pauseMs: 500 }

/** A node that is being started as well. */
const START_MS = 60_000
/** The first look; each of the next ones has twice as long, for a node that is slow. */
const LOOK_MS = 1_000
const LOOK_MS_MAX = 8_000
const LOOK_PAUSE_MS = 500

/** Connects lazily: the first call tells whether anybody answers. */
export function clusterSource(at: {
  readonly rpcUrls: readonly string[]
  readonly wsUrls: readonly string[]
  readonly programAddress: Address
}): ClusterSource {
  const calls = countNodeCalls()
  const genesis = guardGenesis(nodesTransport(at.rpcUrls, undefined, calls))
  return {
    transport: genesis.transport,
    genesis,
    nodeCalls: calls.list,
    news: openNews(at.wsUrls, at.programAddress),
  }
}

/** Resolves when a node answers; `say` is told once that this takes a while. Rejects after a minute. */
export async function waitForNode(
  rpc: Rpc<SolanaRpcApi>,
  say: (sentence: string) => void,
  startMs = START_MS,
): Promise<void> {
  const endMs = performance.now() + startMs
  for (let looks = 0; ; looks++) {
    try {
      await rpc
        .getSlot()
        .send({ abortSignal: AbortSignal.timeout(Math.min(LOOK_MS_MAX, LOOK_MS * 2 ** looks)) })
      return
    } catch (cause) {
      const reason = isSolanaError(cause) ? cause.message : 'no answer'
      if (performance.now() > endMs)
        throw new Error(`No node at SOLANA_RPC_URL has answered for ${startMs / 1_000} s (${reason}).`, {
          cause,
        })
      if (looks === 0) say(`Waiting for a node at SOLANA_RPC_URL, up to ${startMs / 1_000} s (${reason}) …`)
      await sleep(LOOK_PAUSE_MS)
    }
  }
}

/** One connection at a time, and another one soon after it ends, for as long as somebody listens. */
export function openNews(wsUrls: readonly string[], programAddress: Address, times: NewsTimes = TIMES): News {
  let deafSince: Date | undefined = new Date()
  return {
    get deafSince() {
      return deafSince
    },
    listen(heard, onBegin) {
      let current = new AbortController()
      let stopped = false
      const onSlot = () => {
        if (deafSince === undefined) return
        deafSince = undefined
        onBegin()
      }
      const run = async () => {
        for (let tries = 0; !stopped; tries++) {
          current = new AbortController()
          const url = wsUrls[tries % wsUrls.length] ?? ''
          // Why it ended does not matter: until the next one hears something, `deafSince` says so.
          await hear({ url, programAddress, times, end: current, heard, onSlot }).catch(() => {})
          current.abort()
          deafSince ??= new Date()
          await sleep(times.pauseMs, undefined, { ref: false })
        }
      }
      void run()
      return () => {
        stopped = true
        current.abort()
      }
    },
  }
}

/**
 * Listens on one connection until it ends or `end` is aborted. Notifications of logs tell that a transaction of the program
 * is confirmed. That they would come is not believed: slots come over the same connection, and when they stop, it is ended.
 */
async function hear(on: {
  readonly url: string
  readonly programAddress: Address
  readonly times: NewsTimes
  readonly end: AbortController
  readonly heard: Parameters<News['listen']>[0]
  readonly onSlot: () => void
}): Promise<void> {
  const { times, end } = on
  const abortSignal = end.signal
  // Made for this connection: it remembers one that failed, and never tries again.
  const node = createSolanaRpcSubscriptions(on.url)
  const late = setTimeout(() => end.abort(), times.beginMs)
  const [logs, slots] = await Promise.all([
    node
      .logsNotifications({ mentions: [on.programAddress] }, { commitment: 'confirmed' })
      .subscribe({ abortSignal }),
    node.slotNotifications().subscribe({ abortSignal }),
  ]).finally(() => clearTimeout(late))
  const silence = setTimeout(() => end.abort(), times.silentMs)
  const hearLogs = async () => {
    for await (const { value } of logs) on.heard(value.signature, value.err === null)
  }
  const hearSlots = async () => {
    for await (const _ of slots) {
      silence.refresh()
      on.onSlot()
    }
  }
  await Promise.race([hearLogs(), hearSlots()]).finally(() => clearTimeout(silence))
}
