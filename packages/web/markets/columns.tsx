// The columns of the table: their words, what they mean, where they are shown, and how each figure is drawn.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import type { ReactNode } from 'react'
import { Flash, Money, Percent, Price, RelativeTime } from '../ui/amounts.tsx'
import { formatMoney, groupThousands } from '../ui/format.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import type { MarketSort } from './rules.ts'

export interface Column {
  readonly sort: MarketSort
  readonly label: string
  readonly meaning: string
  /** Width in the table, and from which width of the screen on it is there. */
  readonly className: string
  readonly figure: (collection: ListedCoin, solUsd: number | undefined) => ReactNode
}

const FROM_LG = 'hidden lg:table-cell'
const FROM_XL = 'hidden xl:table-cell'

export const COLUMNS: readonly Column[] = [
  {
    sort: 'price',
    label: 'Price',
    meaning: 'Of one coin, in SOL, on its bonding curve at this moment.',
    className: 'w-26',
    figure: ({ currentPrice }) => (
      <Flash value={currentPrice}>
        <Price sol={currentPrice} unit={false} />
      </Flash>
    ),
  },
  {
    sort: 'change1h',
    label: '1h',
    meaning: 'The price against the one an hour ago, or at launch.',
    className: `w-22 ${FROM_LG}`,
    figure: ({ change1hPercent }) => <Percent value={change1hPercent} change />,
  },
  {
    sort: 'change24h',
    label: '24h',
    meaning: 'The price against the one 24 hours ago, or at launch.',
    className: 'w-22',
    figure: ({ change24hPercent }) => <Percent value={change24hPercent} change />,
  },
  {
    sort: 'marketCap',
    label: 'Market cap',
    meaning: 'The price times the supply of 1,000,000,000 coins, in dollars at the site’s rate.',
    className: 'w-28',
    figure: ({ marketCap, marketCapLamports, graduationStands }) => (
      <Flash value={marketCapLamports}>
        <Money usd={marketCap} className={graduationStands ? 'text-gold' : 'text-violet'} />
      </Flash>
    ),
  },
  {
    sort: 'volume',
    label: 'Volume 24h',
    meaning: 'SOL bought and sold in the last 24 hours. Swaps for NFTs move coins, not SOL.',
    className: 'w-30',
    figure: (collection, solUsd) => (
      <Flash value={collection.tradingVolume}>
        <Volume sol={collection.tradingVolume} solUsd={solUsd} />
      </Flash>
    ),
  },
  {
    sort: 'traders',
    label: 'Traders 24h',
    meaning: 'Different wallets that bought, sold or swapped in the last 24 hours.',
    className: `w-28 ${FROM_XL}`,
    figure: ({ traders24h }) => <Count value={traders24h} />,
  },
  {
    sort: 'holders',
    label: 'Holders',
    meaning:
      'Wallets with NFTs, or with coins left of what they bought, sold and swapped here. Coins sent from wallet to wallet are not counted.',
    className: `w-22 ${FROM_LG}`,
    figure: ({ holderCount }) => <Count value={holderCount} />,
  },
  {
    sort: 'nfts',
    label: 'NFTs out',
    meaning: 'NFTs of the 1,000 that are in wallets: captured for 1,000,000 coins each and not given back.',
    className: `w-24 ${FROM_XL}`,
    figure: ({ circulatingNFTCount }) => <Count value={circulatingNFTCount} />,
  },
  {
    sort: 'progress',
    label: 'Progress',
    meaning: 'Of the way to graduation: the market cap against the migration threshold.',
    className: 'w-30 max-lg:w-32 max-lg:pr-4',
    figure: ({ name, bondingProgress }) => (
      <span className="flex items-center gap-2">
        <ProgressBar percent={bondingProgress} label={`Bonding progress of ${name}`} className="flex-1" />
        <Percent value={bondingProgress} className="w-13 text-12 text-muted" />
      </span>
    ),
  },
  {
    sort: 'age',
    label: 'Age',
    meaning: 'Time since the launch.',
    className: `w-16 lg:max-xl:w-20 lg:max-xl:pr-4 ${FROM_LG}`,
    figure: ({ createdAt }) => <RelativeTime iso={createdAt} className="text-muted" />,
  },
]

/** How the dropdown names them, where a column's own word is too short. */
export const SORT_LABELS: Partial<Record<MarketSort, string>> = {
  change1h: '1h change',
  change24h: '24h change',
}

/** SOL as decimal text, cut as prices are; dollars on hover. */
export function Volume({ sol, solUsd }: { readonly sol: string; readonly solUsd: number | undefined }) {
  const dollars = solUsd === undefined ? '' : ` · ${formatMoney(Number(sol) * solUsd)}`
  return (
    <span className="whitespace-nowrap">
      <Price sol={sol} unit={false} title={`${sol} SOL${dollars}`} />
      <span className="text-faint"> SOL</span>
    </span>
  )
}

function Count({ value }: { readonly value: number }) {
  return (
    <Flash value={value} className="figures">
      {groupThousands(String(value))}
    </Flash>
  )
}
