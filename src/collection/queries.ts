// One coin, as the page has it.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiRequestError } from '../wire/api.ts'
import type { Collection } from './contract.ts'

export { useCollection } from './coin-query.ts'

export function isNotFound(error: Error): boolean {
  return error instanceof ApiRequestError && (error.status === 404 || error.code === 'invalidAddress')
}

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
