// One coin's page with the cards that trade and swap it and the list of its NFTs, all of which come after the first paint.
import { useEffect } from 'react'
import { TradePage, type TradePageParts } from '../coin/TradePage.tsx'
import { later } from '../ui/later.tsx'

const loadTrade = () => import('../trade/TradePanel.tsx').then(({ TradePanel }) => ({ default: TradePanel }))
const TradeCard = later(loadTrade)
const SwapCard = later(() => import('../swap/SwapPanel.tsx'))
const NftSection = later(() => import('../gallery/NftSection.tsx'))
const PositionPanel = later(() => import('../profile/PositionPanel.tsx'))
const CreatorPanel = later(() => import('../profile/CreatorPanel.tsx'))
const ProofPanel = later(() => import('../explorer/ProofPanel.tsx'))
const LiveTrades = later(() => import('../history/LiveTrades.tsx'))
const HoldersTab = later(() => import('../history/HoldersTab.tsx'))
const ChartPanel = later(() => import('../history/ChartPanel.tsx'))
const XrayPanel = later(() => import('../xray/XrayPanel.tsx'))
const ContentPlace = later(() => import('../ipfs/ContentPlace.tsx'))
const PinnedLine = later(() => import('../community/PinnedLine.tsx'))
const AlertDialog = later(() => import('../alerts/AlertDialog.tsx'))
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
