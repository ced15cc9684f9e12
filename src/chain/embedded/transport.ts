// kit's way into the embedded chain without a network: the same methods as over HTTP, and no JSON text in between.
import type { RpcTransport } from '@solana/kit'
import type { EmbeddedChain } from './chain.ts'
import { answer } from './rpc.ts'

/** For kit's createSolanaRpcFromTransport. */
export function embeddedTransport(chain: EmbeddedChain): RpcTransport {
  return async <TResponse>(config: Parameters<RpcTransport>[0]): Promise<TResponse> => {
    config.signal?.throwIfAborted()
    const { payload } = config
    // kit numbers its requests as text; the answer goes back to the caller, so any id will do.
    const response = await answer(chain, payload)
    config.signal?.throwIfAborted()
    return response as TResponse
  }
}
