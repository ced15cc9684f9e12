// What the coin's page asks beside the coin itself.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Collection } from '../wire/records/coin.ts'

/** True for the coin with the highest market cap of the trending ones. */
export function useIsTopPerformer(mintAddress: string): boolean {
  const { data } = useQuery<readonly Collection[]>({ queryKey: ['api', 'collections', 'trending'] })
  return useMemo(() => {
    const top = (data ?? []).reduce<Collection | undefined>(
      (best, each) =>
        best === undefined || BigInt(each.marketCapLamports) > BigInt(best.marketCapLamports) ? each : best,
      undefined,
    )
    return top?.mintAddress === mintAddress
  }, [data, mintAddress])
}
