// One coin's page with the cards that trade and swap it and the list of its NFTs, all of which come after the first paint.
import { useEffect } from 'react'
import { TradePage, type TradePageParts } from '../coin/TradePage.tsx'
import { lazyPart } from '../ui/lazy.tsx'

const loadTrade = () => import('../trade/TradePanel.tsx').then(({ TradePanel }) => ({ default: TradePanel }))
const TradeCard = lazyPart(loadTrade)
const SwapCard = lazyPart(() => import('../trade/swap/SwapPanel.tsx'))
const NftSection = lazyPart(() => import('../nfts/gallery/NftSection.tsx'))
const PositionPanel = lazyPart(() => import('../people/profile/PositionPanel.tsx'))
const CreatorPanel = lazyPart(() => import('../people/profile/CreatorPanel.tsx'))
const ProofPanel = lazyPart(() => import('../explorer/ProofPanel.tsx'))
const LiveTrades = lazyPart(() => import('../coin/history/LiveTrades.tsx'))
const HoldersTab = lazyPart(() => import('../coin/history/HoldersTab.tsx'))
const ChartPanel = lazyPart(() => import('../coin/history/ChartPanel.tsx'))
const XrayPanel = lazyPart(() => import('../coin/xray/XrayPanel.tsx'))
const ContentPlace = lazyPart(() => import('../explorer/ipfs/ContentPlace.tsx'))
const PinnedLine = lazyPart(() => import('../community/PinnedLine.tsx'))
const AlertDialog = lazyPart(() => import('../people/alerts/AlertDialog.tsx'))
const CommentsTab = lazyPart(() => import('../community/CommentsTab.tsx'))

const PARTS: TradePageParts = {
  TradeCard,
  SwapCard,
  NftSection,
  PositionPanel,
  CreatorPanel,
  ProofPanel,
  ChartPanel,
  XrayPanel,
  LiveTrades,
  ContentPlace,
  PinnedLine,
  HoldersTab,
  CommentsTab,
  AlertDialog,
}

export default function CoinPage({ id }: { readonly id: string }) {
  // Before the sheet that shows it is opened; a failure shows there.
  useEffect(() => void loadTrade().catch(() => undefined), [])
  return <TradePage id={id} parts={PARTS} />
}
