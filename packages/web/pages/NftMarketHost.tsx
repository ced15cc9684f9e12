// Beside every page: the dialogs of the market for NFTs, loaded when somebody asks for one.
import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy.tsx'
import { closeNftMarketDialog, useNftMarketRequest } from '../wallet/nft-market/requests.ts'

const MarketDialogs = lazyPart(() => import('../nfts/market/dialogs/MarketDialogs.tsx'))

export function NftMarketHost() {
  const asked = useNftMarketRequest()
  if (asked === undefined) return null
  return (
    <Suspense>
      <MarketDialogs key={JSON.stringify(asked)} asked={asked} onClose={closeNftMarketDialog} />
    </Suspense>
  )
}
