// Beside every page: the dialogs of the market for NFTs, loaded when somebody asks for one.
import { Suspense } from 'react'
import { later } from '../ui/lazy.tsx'
import { endDeal, useAskedDeal } from '../wallet/nft-market/requests.ts'

const MarketDialogs = later(() => import('../nfts/market/dialogs/MarketDialogs.tsx'))

export function Dealing() {
  const asked = useAskedDeal()
  if (asked === undefined) return null
  return (
    <Suspense>
      <MarketDialogs key={JSON.stringify(asked)} asked={asked} onClose={endDeal} />
    </Suspense>
  )
}
