// All that happened to one NFT, the newest first, down to its mint: swaps, listings and sales.

import type { Activity } from '@twinmint/sdk/api/records/trade'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  type LucideIcon,
  ShoppingBag,
  Sparkles,
  Tag,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { HistorySince } from '../../shared/history/HistorySince.tsx'
import { TransactionLink } from '../../shared/TransactionLink.tsx'
import { WalletLink } from '../../shared/WalletLink.tsx'
import { RelativeTime, Sol } from '../../ui/amounts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type NftHistoryEntry, swapWord } from './figures.ts'

export function NftHistory({
  entries,
  historySince,
  walletAddress,
  explorerTransactionUrl,
}: {
  readonly entries: readonly NftHistoryEntry[]
  /** Of the coin, where the NFT may have been minted before that. */
  readonly historySince: string | null
  readonly walletAddress: string | undefined
  readonly explorerTransactionUrl: string | null
}) {
  return (
    <Panel title="History" flush>
      {entries.length === 0 ? (
        historySince === null && (
          <p className="p-4 text-14 text-muted">It begins with its mint: the first capture.</p>
        )
      ) : (
        <ol>
          {entries.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              walletAddress={walletAddress}
              explorerTransactionUrl={explorerTransactionUrl}
            />
          ))}
        </ol>
      )}
      <HistorySince since={historySince} className="px-4 py-3">
        What happened to the NFT before is not in this list.
      </HistorySince>
    </Panel>
  )
}

function Row({
  entry,
  walletAddress,
  explorerTransactionUrl,
}: {
  readonly entry: NftHistoryEntry
  readonly walletAddress: string | undefined
  readonly explorerTransactionUrl: string | null
}) {
  const { Icon, words } = wordsOf(entry)
  const who = (address: string) =>
    address === walletAddress ? <span className="text-violet">you</span> : <WalletLink address={address} />
  const address = 'traderAddress' in entry ? entry.traderAddress : entry.walletAddress
  const seller = 'sellerAddress' in entry ? entry.sellerAddress : null
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line/60 py-2 pr-3 pl-4 last:border-0">
      <Icon size={18} aria-hidden="true" className="shrink-0 text-violet" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-medium">{words}</p>
        <p className="text-13 text-muted">
          {seller !== null && <>from {who(seller)} </>}
          {seller === null ? 'by' : 'to'} {address !== null && who(address)}
        </p>
      </div>
      <RelativeTime iso={entry.createdAt} ago className="text-13 text-muted" />
      {entry.txSignature !== null && (
        <TransactionLink signature={entry.txSignature} explorerUrl={explorerTransactionUrl} />
      )}
    </li>
  )
}

function wordsOf(entry: NftHistoryEntry): { readonly Icon: LucideIcon; readonly words: ReactNode } {
  if ('type' in entry)
    return {
      Icon: entry.type === 'SWAP_TO_TOKEN' ? ArrowUpFromLine : entry.nftMinted ? Sparkles : ArrowDownToLine,
      words: swapWord(entry),
    }
  return { Icon: ICONS[entry.kind] ?? Tag, words: <MarketWords entry={entry} /> }
}

const ICONS: Partial<Record<Activity['kind'], LucideIcon>> = { SALE: ShoppingBag, UNLIST: Undo2 }

function MarketWords({ entry: { kind, lamports } }: { readonly entry: Activity }) {
  if (kind === 'UNLIST') return 'Taken back'
  return (
    <>
      {kind === 'SALE' ? 'Sold for' : 'Listed at'} <Sol lamports={lamports} />
    </>
  )
}
