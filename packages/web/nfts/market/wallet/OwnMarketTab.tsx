// A wallet's side of the NFT market, in My trading: offers received, what it lists, and what it offers.

import { lockedIn, worthAccepting } from '@twinmint/sdk/actions/nft-market/wallet-rules'
import { profilePath } from '../../../shared/WalletLink.tsx'
import { Sol, useClockText } from '../../../ui/amounts.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { MadeOffers } from './MadeOffers.tsx'
import { OwnListings } from './OwnListings.tsx'
import { useLiveOwnMarket, useOffersOf, useOwnListings } from './queries.ts'
import { ReceivedOffers } from './ReceivedOffers.tsx'

export default function OwnMarketTab({ address }: { readonly address: string }) {
  const listings = useOwnListings(address)
  const received = useOffersOf(address, 'received')
  const made = useOffersOf(address, 'made')
  useLiveOwnMarket(address)
  // To the half minute: what has expired by then is not offered to be accepted.
  const nowMs = Number(useClockText((now) => String(Math.floor(now / 30_000) * 30_000)))
  const worth = worthAccepting(received.items, (id) => received.coins.get(id), nowMs)
  const best = worth.reduce<bigint | undefined>(
    (most, { sale }) => (most === undefined || sale.dueLamports > most ? sale.dueLamports : most),
    undefined,
  )
  return (
    <div className="flex flex-col gap-4">
      <dl
        aria-label="Your NFT market"
        className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-panel border border-line bg-panel p-4 sm:grid-cols-4"
      >
        <Sum term="Listed" isKnown={listings.data !== undefined}>
          {count(listings.items.length, listings.hasNextPage)}
        </Sum>
        <Sum term="Offers received" isKnown={received.data !== undefined}>
          {count(worth.length, received.hasNextPage)}
        </Sum>
        <Sum term="Best offer" isKnown={received.data !== undefined}>
          {best === undefined ? <span className="text-faint">–</span> : <Sol lamports={best.toString()} />}
        </Sum>
        <Sum term="SOL locked in offers" isKnown={made.data !== undefined}>
          <Sol lamports={lockedIn(made.items).toString()} />
        </Sum>
      </dl>
      <ReceivedOffers list={received} nowMs={nowMs} />
      <OwnListings list={listings} nftsPath={`${profilePath(address)}?tab=nfts`} />
      <MadeOffers list={made} />
    </div>
  )
}

/** Of the pages that were read. */
const count = (known: number, hasMore: boolean): string => (hasMore ? `${known}+` : String(known))

function Sum({
  term,
  isKnown,
  children,
}: {
  readonly term: string
  readonly isKnown: boolean
  readonly children: React.ReactNode
}) {
  return (
    <div>
      <dt className="text-12 text-muted">{term}</dt>
      <dd translate="no" className="figures text-16 font-semibold">
        {isKnown ? children : <Skeleton className="h-6 w-16" />}
      </dd>
    </div>
  )
}
