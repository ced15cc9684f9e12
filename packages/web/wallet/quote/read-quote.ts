// Refreshes the data of a quote when its amount gains focus. Not part of the first load.
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../data/query-keys.ts'
import { walletKey } from '../balance.ts'
import { useWallet } from '../wallet.ts'

/** Moving between fields causes one request. */
const FRESH_MS = 2_000

/**
 * `onFocus` of an amount: reads the coin and the wallet's balance of it again, in case the live stream missed events. The server quotes
 * again from the chain before anything is signed.
 */
export function useReadQuote(collectionId: string): () => void {
  const client = useQueryClient()
  const { address } = useWallet()
  const keys = [keyOf('collections', collectionId), walletKey(address ?? '', collectionId)]
  return () => {
    for (const queryKey of keys)
      void client.refetchQueries(
        { queryKey, exact: true, type: 'active', predicate: (query) => query.isStaleByTime(FRESH_MS) },
        { cancelRefetch: false },
      )
  }
}
