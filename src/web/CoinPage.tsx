// One coin's page with the cards that trade and swap it and the list of its NFTs. All but trading comes after the first paint.
import { TradePage, type TradePageParts } from '../collection/TradePage.tsx'
import { TradePanel } from '../trade/TradePanel.tsx'
import { later } from '../ui/later.tsx'

const SwapCard = later(() => import('../swap/SwapPanel.tsx'))
const NftSection = later(() => import('../gallery/NftSection.tsx'))
const PositionPanel = later(() => import('../portfolio/PositionPanel.tsx'))
const CreatorPanel = later(() => import('../portfolio/CreatorPanel.tsx'))
const ProofPanel = later(() => import('../proof/ProofPanel.tsx'))
const CommentsTab = later(() => import('../community/CommentsTab.tsx'))

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
