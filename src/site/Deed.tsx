// What somebody did in a trade, a swap or the market of NFTs, in a word, a sign and a color.
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
import type { NftMarketKind } from '../wire/records/nft-market-kinds.ts'
import type { Trade } from '../wire/records/trade.ts'

const DEEDS = {
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

export function Deed({ type }: { readonly type: Trade['type'] | NftMarketKind | 'SOLD' }) {
  const { text, tone, Icon } = DEEDS[type]
  return (
    <span className={`inline-flex items-center gap-1 font-medium whitespace-nowrap ${tone}`}>
      <Icon size={14} aria-hidden="true" />
      {text}
    </span>
  )
}
