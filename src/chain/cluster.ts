// A Solana cluster behind SOLANA_RPC_URL: its JSON-RPC, and its WebSocket for news of the program's transactions.
import { type Address, createSolanaRpc, createSolanaRpcSubscriptions } from '@solana/kit'
import type { Chain, ChainSource, ConfirmedTransaction } from './chain.ts'
import type { TransactionFailure } from './transaction-failure.ts'

const RECONNECT_MS = 2_000

/** Connects lazily: the first call tells whether anybody answers. */
export function clusterSource(at: {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly programAddress: Address
}): ChainSource {
  const rpc = createSolanaRpc(at.rpcUrl)
  return { rpc, watch: watchLogs(at.wsUrl, at.programAddress), watchIsComplete: false }
}

/** Log notifications carry all that the index needs but the block's time, which the events have themselves. */
function watchLogs(wsUrl: string, programAddress: Address): Chain['watch'] {
  return (listener) => {
    const stop = new AbortController()
    const run = async () => {
      const subscriptions = createSolanaRpcSubscriptions(wsUrl)
      while (!stop.signal.aborted) {
        try {
          const news = await subscriptions
            .logsNotifications({ mentions: [programAddress] }, { commitment: 'confirmed' })
            .subscribe({ abortSignal: stop.signal })
          for await (const { context, value } of news)
            listener({
              signature: value.signature,
              slot: context.slot,
              blockTimeSeconds: 0,
              logs: value.logs ?? [],
              failure: value.err as TransactionFailure | null,
            } satisfies ConfirmedTransaction)
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
