// What somebody did in a trade, a swap or the market of NFTs, in a word, a sign and a color.

import type { NftMarketKind } from '@twinmint/sdk/api/records/nft-market-kinds'
import type { MarketActivity, Trade } from '@twinmint/sdk/api/records/trade'
import {
  ArrowDownRight,
  ArrowDownToLine,
  ArrowUpFromLine,
  ArrowUpRight,
  HandCoins,
  ShoppingBag,
  Tag,
  Undo2,
} from 'lucide-react'
import { Sol } from '../ui/amounts.tsx'
import { RARITY_WORDS } from '../ui/RarityChip.tsx'

const LABELS = {
  BUY: { text: 'Bought', tone: 'text-up', Icon: ArrowUpRight },
  SELL: { text: 'Sold', tone: 'text-down', Icon: ArrowDownRight },
  SWAP_TO_NFT: { text: 'Captured', tone: 'text-violet', Icon: ArrowDownToLine },
  SWAP_TO_TOKEN: { text: 'Released', tone: 'text-violet', Icon: ArrowUpFromLine },
  /** Of who bought it; who sold it SOLD it. */
  SALE: { text: 'Bought an NFT', tone: 'text-up', Icon: ShoppingBag },
  SOLD: { text: 'Sold an NFT', tone: 'text-down', Icon: ShoppingBag },
  LIST: { text: 'Listed', tone: 'text-muted', Icon: Tag },
  UNLIST: { text: 'Took back', tone: 'text-muted', Icon: Undo2 },
  OFFER: { text: 'Offered', tone: 'text-muted', Icon: HandCoins },
  OFFER_WITHDRAWN: { text: 'Withdrew an offer', tone: 'text-muted', Icon: Undo2 },
} as const

export function ActionLabel({ type }: { readonly type: Trade['type'] | NftMarketKind | 'SOLD' }) {
  const { text, tone, Icon } = LABELS[type]
  return (
    <span className={`inline-flex items-center gap-1 font-medium whitespace-nowrap ${tone}`}>
      <Icon size={14} aria-hidden="true" />
      {text}
    </span>
  )
}

type Entry = Pick<
  MarketActivity,
  'kind' | 'walletAddress' | 'sellerAddress' | 'lamports' | 'nftTokenId' | 'editionCount' | 'rarity'
>

/** Whose doing it is, of those that `isOf` names: of a sale the buyer, else the seller. */
export const doerOf = ({ walletAddress, sellerAddress }: Entry, isOf: (wallet: string) => boolean): string =>
  walletAddress !== null && (sellerAddress === null || isOf(walletAddress))
    ? walletAddress
    : (sellerAddress ?? walletAddress ?? '')

export function NftMarketLabel({ entry, doer }: { readonly entry: Entry; readonly doer: string }) {
  return <ActionLabel type={entry.kind === 'SALE' && doer !== entry.walletAddress ? 'SOLD' : entry.kind} />
}

const MEANINGS = {
  SALE: 'paid',
  LIST: 'asked',
  UNLIST: 'was asked',
  OFFER: 'offered',
  OFFER_WITHDRAWN: 'was offered',
} as const

/** The SOL, and below it what it is: paid, or asked or offered for what. */
export function MarketAmount({
  entry: { kind, lamports, nftTokenId, editionCount, rarity },
}: {
  readonly entry: Entry
}) {
  const wanted =
    nftTokenId !== null || editionCount === null
      ? ''
      : rarity === null
        ? ` for any of ${editionCount}`
        : ` for any ${RARITY_WORDS[rarity].toLowerCase()}`
  return (
    <>
      <Sol lamports={lamports} className={kind === 'SALE' ? 'block font-semibold' : 'block text-muted'} />
      <span className="text-12 text-muted">
        {MEANINGS[kind]}
        {wanted}
      </span>
    </>
  )
}
