// What the next transaction pays to be first: what was chosen, at what others paid lately. On the embedded chain
// nobody waits, and nothing is offered.
import { useQuery } from '@tanstack/react-query'
import type { PriorityFees } from '@twinmint/sdk/api/wallet/contract'
import { priorityChoiceOf } from '@twinmint/sdk/core/input-settings'
import { type Lamports, lamports } from '@twinmint/sdk/core/money'
import { levelLamports, type PricedKind, type PriorityLevel, pricesOf } from '@twinmint/sdk/core/priority-fee'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { keyOf } from '../../data/query-keys.ts'
import { useWallet } from '../wallet.ts'
import { chosenPriority, usePriorityText } from './fee-preference.ts'

const AGAIN_MS = 15_000

export interface PriorityFee {
  /** False where the network has no use for it. */
  readonly isOffered: boolean
  /** True while the first answer of what others pay is on its way: the levels are the least until then. */
  readonly isPending: boolean
  /** What stands in the field: a level's name or SOL. */
  readonly text: string
  readonly isInvalid: boolean
  /** For one transaction; 0 where nothing is offered. */
  readonly lamports: bigint
  readonly levels: Readonly<Record<PriorityLevel, Lamports>>
}

/** `collectionId` is undefined for what is of no coin yet, or of several: a launch, a claim of all fees. */
export function usePriorityFee(
  site: Pick<SiteConfig, 'network'> | undefined,
  collectionId: string | undefined,
  kind: PricedKind,
): PriorityFee {
  const { status } = useWallet()
  const text = usePriorityText()
  const isOffered = site !== undefined && site.network !== 'embedded'
  const { data, isLoading, isFetched } = useQuery<PriorityFees>({
    queryKey:
      collectionId === undefined
        ? keyOf('priority-fees')
        : keyOf('collections', collectionId, 'priority-fees'),
    enabled: isOffered && status === 'connected',
    refetchInterval: AGAIN_MS,
  })
  // Until the server has said what others pay, the least.
  const levels = data === undefined ? levelLamports(pricesOf([]), kind) : levelsOf(data[kind])
  const choice = chosenPriority(text)
  return {
    isOffered,
    // An answer that failed is one too: the next try is not waited for.
    isPending: isLoading && !isFetched,
    text,
    isInvalid: priorityChoiceOf(text) === undefined,
    lamports: !isOffered ? 0n : typeof choice === 'string' ? levels[choice] : choice.lamports,
    levels,
  }
}

const levelsOf = ({ normal, fast, turbo }: PriorityFees['trade']) => ({
  normal: lamports(BigInt(normal)),
  fast: lamports(BigInt(fast)),
  turbo: lamports(BigInt(turbo)),
})
