// One coin's page with the cards that trade and swap it and the list of its NFTs, all of which come after the first paint.
import { useEffect } from 'react'
import { TradePage, type TradePageParts } from '../coin/TradePage.tsx'
import { later } from '../ui/lazy.tsx'

const loadTrade = () => import('../trade/TradePanel.tsx').then(({ TradePanel }) => ({ default: TradePanel }))
const TradeCard = later(loadTrade)
const SwapCard = later(() => import('../trade/swap/SwapPanel.tsx'))
const NftSection = later(() => import('../nfts/gallery/NftSection.tsx'))
const PositionPanel = later(() => import('../people/profile/PositionPanel.tsx'))
const CreatorPanel = later(() => import('../people/profile/CreatorPanel.tsx'))
const ProofPanel = later(() => import('../explorer/ProofPanel.tsx'))
const LiveTrades = later(() => import('../coin/history/LiveTrades.tsx'))
const HoldersTab = later(() => import('../coin/history/HoldersTab.tsx'))
const ChartPanel = later(() => import('../coin/history/ChartPanel.tsx'))
const XrayPanel = later(() => import('../coin/xray/XrayPanel.tsx'))
const ContentPlace = later(() => import('../explorer/ipfs/ContentPlace.tsx'))
const PinnedLine = later(() => import('../community/PinnedLine.tsx'))
const AlertDialog = later(() => import('../people/alerts/AlertDialog.tsx'))
const CommentsTab = later(() => import('../community/CommentsTab.tsx'))

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
