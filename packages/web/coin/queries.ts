// What the coin's page asks beside the coin itself.
import { useQuery } from '@tanstack/react-query'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { topPerformerId } from '@twinmint/sdk/api/records/top-performer'
import { keyOf } from '../data/query-keys.ts'

/** True for the top performer of the trending coins. */
export function useIsTopPerformer(id: string): boolean {
  const { data } = useQuery<readonly Collection[]>({ queryKey: keyOf('collections', 'trending') })
  return topPerformerId(data ?? []) === id
}
