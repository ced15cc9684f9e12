// What a form that quotes reads again. Apart from what every page loads.
import { useQueryClient } from '@tanstack/react-query'
import { collectionKey } from '../../index/queries.ts'
import { walletKey } from '../balance.ts'
import { useWallet } from '../wallet.ts'

/** Somebody who goes from field to field needs the figures once. */
const FRESH_MS = 2_000

/**
 * `onFocus` of a form that quotes: reads the coin, and what the connected wallet has of it, again. An amount is typed for figures
 * of now, whatever the live stream missed. The server quotes once more, from the chain, before anything is signed.
 */
export function useReadQuote(collectionId: string): () => void {
  const client = useQueryClient()
  const { address } = useWallet()
  const keys = [collectionKey(collectionId), walletKey(address ?? '', collectionId)]
  return () => {
    for (const queryKey of keys)
      void client.refetchQueries(
        { queryKey, exact: true, type: 'active', predicate: (query) => query.isStaleByTime(FRESH_MS) },
        { cancelRefetch: false },
      )
  }
}
