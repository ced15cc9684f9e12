// What the forms of the swap card share.

import type { AskedSwap } from '@twinmint/sdk/actions/swap/quote-changes'
import type { SwapHoldings } from '@twinmint/sdk/actions/swap/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import type { BuyMoment } from '@twinmint/sdk/core/curve'
import type { ReactNode } from 'react'
import { type Retried } from '../../shared/RetryButton.tsx'
import type { PriorityFee } from '../../wallet/fee/use-priority-fee.ts'
import type { SwapStatus } from './queries.ts'

export interface SwapContext {
  readonly collection: Collection
  /** Undefined while no wallet is connected or what it has is not known yet. */
  readonly holdings: SwapHoldings | undefined
  readonly slippageText: string
  readonly priority: PriorityFee
  /** Of the launch guard, by the chain's clock. */
  readonly moment: BuyMoment
  readonly isConnected: boolean
  /** Undefined while none is connected. */
  readonly walletAddress: string | undefined
  /** Buys are; swapping and selling never. */
  readonly isPaused: boolean
  /** The wallet's; undefined while they are not known. */
  readonly nfts: readonly Nft[] | undefined
  /** Reads them again; undefined unless they could not be read. */
  readonly nftsFailed: Retried | undefined
  readonly status: SwapStatus | undefined
  /** What came of the latest one, under the button; undefined where there is nothing to say. */
  readonly said: ReactNode
  /** `ref` of the form that says it. */
  readonly card: (element: Element | null) => (() => void) | undefined
  /** `onSwapped` is called when something went through. */
  readonly start: (asked: AskedSwap, onSwapped?: () => void) => void
}
