// What somebody did in a trade or a swap, in a word, a sign and a color.
import { ArrowDownRight, ArrowDownToLine, ArrowUpFromLine, ArrowUpRight } from 'lucide-react'
import type { Trade } from '../wire/records/trade.ts'

const DEEDS = {
  BUY: { text: 'Bought', tone: 'text-up', Icon: ArrowUpRight },
  SELL: { text: 'Sold', tone: 'text-down', Icon: ArrowDownRight },
  SWAP_TO_NFT: { text: 'Captured', tone: 'text-violet', Icon: ArrowDownToLine },
  SWAP_TO_TOKEN: { text: 'Released', tone: 'text-violet', Icon: ArrowUpFromLine },
} as const

export function Deed({ type }: { readonly type: Trade['type'] }) {
  const { text, tone, Icon } = DEEDS[type]
  return (
    <span className={`inline-flex items-center gap-1 font-medium whitespace-nowrap ${tone}`}>
      <Icon size={14} aria-hidden="true" />
      {text}
    </span>
  )
}
