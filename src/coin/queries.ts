// What the coin's page asks beside the coin itself.
import { useQuery } from '@tanstack/react-query'
import type { Collection } from '../wire/records/coin.ts'
import { topPerformerId } from '../wire/records/top-performer.ts'

/** True for the top performer of the trending coins. */
export function useIsTopPerformer(id: string): boolean {
  const { data } = useQuery<readonly Collection[]>({ queryKey: ['api', 'collections', 'trending'] })
  return topPerformerId(data ?? []) === id
}
