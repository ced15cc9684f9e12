// One coin's page with the cards that trade and swap it and the list of its NFTs. The last two come after the first paint.
import { lazy } from 'react'
import { TradePage } from '../collection/TradePage.tsx'
import { TradePanel } from '../trade/TradePanel.tsx'

const SwapCard = lazy(() => import('../swap/SwapPanel.tsx'))
const NftSection = lazy(() => import('../gallery/NftSection.tsx'))

const PARTS = { TradeCard: TradePanel, SwapCard, NftSection }

export default function CoinPage({ id }: { readonly id: string }) {
  return <TradePage id={id} parts={PARTS} />
}
