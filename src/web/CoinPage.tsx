// One coin's page with the cards that trade and swap it and the list of its NFTs. All but trading comes after the first paint.
import { lazy } from 'react'
import { TradePage, type TradePageParts } from '../collection/TradePage.tsx'
import { TradePanel } from '../trade/TradePanel.tsx'

const SwapCard = lazy(() => import('../swap/SwapPanel.tsx'))
const NftSection = lazy(() => import('../gallery/NftSection.tsx'))
const PositionPanel = lazy(() => import('../portfolio/PositionPanel.tsx'))
const CreatorPanel = lazy(() => import('../portfolio/CreatorPanel.tsx'))
const ProofPanel = lazy(() => import('../proof/ProofPanel.tsx'))
const CommentsTab = lazy(() => import('../community/CommentsTab.tsx'))

const PARTS: TradePageParts = {
  TradeCard: TradePanel,
  SwapCard,
  NftSection,
  PositionPanel,
  CreatorPanel,
  ProofPanel,
  CommentsTab,
}

export default function CoinPage({ id }: { readonly id: string }) {
  return <TradePage id={id} parts={PARTS} />
}
