// One transaction, read by JSON-RPC from the node that the site names; asked for again only while the network is at it.
import { useQuery } from '@tanstack/react-query'
import { fieldOf, type RpcCall, rpcCaller } from '@twinmint/sdk/program/rpc'
import { type ReadTransaction, readTransaction } from './transaction-rules.ts'

/** What the network knows of a signature. */
export type FoundTransaction =
  | { readonly kind: 'found'; readonly transaction: ReadTransaction }
  /** A node has seen it, and not enough of them have voted yet. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'unknown' }

const PENDING_MS = 2_000

async function findTransaction(
  rpc: RpcCall,
  signature: string,
  signal: AbortSignal,
): Promise<FoundTransaction> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const answer = await rpc('getTransaction', [signature, options], signal)
  if (answer !== null) return { kind: 'found', transaction: readTransaction(signature, answer) }
  const statuses = await rpc(
    'getSignatureStatuses',
    [[signature], { searchTransactionHistory: true }],
    signal,
  )
  const values = fieldOf(statuses, 'value')
  const status: unknown = Array.isArray(values) ? values[0] : null
  return { kind: typeof status === 'object' && status !== null ? 'pending' : 'unknown' }
}

/** Undefined while the site's configuration is on its way. */
export function useTransaction(signature: string, rpcUrl: string | undefined) {
  return useQuery({
    queryKey: ['chain', 'transaction', signature],
    queryFn: ({ signal }) => {
      if (rpcUrl === undefined) throw new Error('The server has not said which network it is on yet.')
      return findTransaction(rpcCaller(rpcUrl), signature, signal)
    },
    enabled: rpcUrl !== undefined,
    refetchInterval: ({ state }) => (state.data?.kind === 'pending' ? PENDING_MS : false),
    // One that was not found a while ago may be there by now.
    refetchOnMount: ({ state }) => state.data?.kind !== 'found',
  })
}
