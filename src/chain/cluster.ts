// A Solana cluster behind SOLANA_RPC_URL: its JSON-RPC, and its WebSocket for news of the program's transactions.
import { type Address, createSolanaRpc, createSolanaRpcSubscriptions } from '@solana/kit'
import { type Chain, type ChainSource, readTransaction } from './chain.ts'

const RECONNECT_MS = 2_000
/** A node may tell of a transaction a moment before it can show it; what is never shown the sweep finds. */
const LOOK_AGAIN_MS = 400
const LOOKS_MAX = 5

/** Connects lazily: the first call tells whether anybody answers. */
export function clusterSource(at: {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly programAddress: Address
}): ChainSource {
  const rpc = createSolanaRpc(at.rpcUrl)
  return { rpc, watch: watchLogs(rpc, at.wsUrl, at.programAddress), watchIsComplete: false }
}

/** Notifications of logs tell that a transaction of the program is confirmed; the transaction itself says what it did. */
function watchLogs(rpc: ChainSource['rpc'], wsUrl: string, programAddress: Address): Chain['watch'] {
  return (listener) => {
    const stop = new AbortController()
    const tell = async (signature: string) => {
      for (let look = 0; look < LOOKS_MAX && !stop.signal.aborted; look++) {
        const found = await readTransaction(rpc, programAddress, signature).catch(() => undefined)
        if (found) return listener(found)
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS).unref())
      }
    }
    const run = async () => {
      const subscriptions = createSolanaRpcSubscriptions(wsUrl)
      while (!stop.signal.aborted) {
        try {
          const news = await subscriptions
            .logsNotifications({ mentions: [programAddress] }, { commitment: 'confirmed' })
            .subscribe({ abortSignal: stop.signal })
          for await (const { value } of news) if (value.err === null) void tell(value.signature)
        } catch {
          // The sweep finds what is missed meanwhile.
        }
        if (!stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref())
      }
    }
    void run()
    return () => stop.abort()
  }
}
