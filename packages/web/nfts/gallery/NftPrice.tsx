// The price of an NFT that is for sale, and beside it how that compares with the swap: live, since what the coins bring moves.

import type { NftListing } from '@twinmint/sdk/api/records/nft-market'
import { coinsValueOf, dueOf, premiumText, type Reserves } from '../../shared/nft-price.ts'
import { Flash, Sol } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'

interface PriceProps {
  readonly listing: NftListing
  readonly coin: Reserves
  readonly className?: string | undefined
}

/** Two lines: what is paid for it now, and what that is in its coins. */
export function NftPrice({ listing, coin, className }: PriceProps) {
  const due = dueOf(listing, coin)
  return (
    <div className={classNames('min-w-0', className)}>
      <p className="truncate text-16 font-semibold">
        <span className="sr-only">Price </span>
        <Flash value={due.toString()}>
          <Sol lamports={due.toString()} />
        </Flash>
      </p>
      <p className="min-h-8 text-12 leading-4 text-muted">{premiumText(due, coinsValueOf(coin))}</p>
    </div>
  )
}
