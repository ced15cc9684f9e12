// What a wallet did: its trades and swaps of all coins, newest first.

import type { MarketActivityOfCoin, TradeOfCoin } from '@twinmint/sdk/api/records/trade'
import { History } from 'lucide-react'
import { Link } from 'wouter'
import { ActionLabel, doerOf, MarketAmount, NftMarketLabel } from '../../shared/ActionLabel.tsx'
import { Paged } from '../../shared/Loaded.tsx'
import { TradedCoin } from '../../shared/TradedCoin.tsx'
import { Coins, RelativeTime, Sol } from '../../ui/amounts.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { RowsSkeleton } from '../../ui/Skeleton.tsx'
import { useUserTrades } from './user-queries.ts'

export default function TradesTab({ address, isOwn }: { readonly address: string; readonly isOwn: boolean }) {
  const list = useUserTrades(address)
  return (
    <Paged
      list={list}
      skeleton={<RowsSkeleton label="Loading activity" />}
      failedTitle="The activity could not be loaded"
      endText={`${list.items.length} shown`}
      empty={
        <Message
          icon={<History size={32} aria-hidden="true" className="text-violet" />}
          title="No trades yet"
          action={
            <Link href="/trade" className={buttonClass('primary')}>
              Browse markets
            </Link>
          }
        >
          {isOwn
            ? 'Your buys, sells, swaps and NFT sales stand here.'
            : 'This wallet has not traded on Twinmint.'}
        </Message>
      }
    >
      {(entries) => (
        <ul
          aria-label="Trades, newest first"
          className="divide-y divide-line/60 rounded-panel border border-line bg-panel"
        >
          {entries.map((entry) =>
            'kind' in entry ? (
              <MarketItem key={entry.id} entry={entry} address={address} />
            ) : (
              <TradeItem key={entry.id} trade={entry} />
            ),
          )}
        </ul>
      )}
    </Paged>
  )
}

function TradeItem({ trade }: { readonly trade: TradeOfCoin }) {
  const { coin, nftTokenId } = trade
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 text-13">
      <TradedCoin trade={trade}>
        <ActionLabel type={trade.type} />
      </TradedCoin>
      <div className="text-right">
        {nftTokenId === null ? (
          <Sol lamports={trade.lamports} className="block font-medium" />
        ) : (
          <span className="block font-medium">1 NFT</span>
        )}
        <Coins baseUnits={trade.baseUnits} symbol={coin.symbol} className="text-12 text-muted" />
      </div>
      <RelativeTime iso={trade.createdAt} className="w-10 shrink-0 text-right text-12 text-faint" />
    </li>
  )
}

/** What it did in a market of NFTs. */
function MarketItem({ entry, address }: { readonly entry: MarketActivityOfCoin; readonly address: string }) {
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 text-13">
      <TradedCoin trade={entry}>
        <NftMarketLabel entry={entry} doer={doerOf(entry, (wallet) => wallet === address)} />
      </TradedCoin>
      <div className="text-right">
        <MarketAmount entry={entry} />
      </div>
      <RelativeTime iso={entry.createdAt} className="w-10 shrink-0 text-right text-12 text-faint" />
    </li>
  )
}
