// One trade of a followed wallet: who, what, how much, of which coin, at which market cap, and the button that buys it too.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { MarketActivityOfCoin, TradeOfCoin } from '@twinmint/sdk/api/records/trade'
import { memo } from 'react'
import { ActionLabel, doerOf, MarketAmount, NftMarketLabel } from '../../shared/ActionLabel.tsx'
import { BotChip } from '../../shared/BotChip.tsx'
import { TradedCoin } from '../../shared/TradedCoin.tsx'
import { TransactionLink } from '../../shared/TransactionLink.tsx'
import { WalletLink } from '../../shared/WalletLink.tsx'
import { Coins, Money, RelativeTime, Sol } from '../../ui/amounts.tsx'
import { QuickBuyButton } from '../../wallet/quick-trade/QuickBuyButton.tsx'

/** Of a launch; the market cap counts all of them. */
const COINS = 1e9

export const FeedRow = memo(function FeedRow({
  trade,
  collection,
  isBot,
  solUsd,
  transactionUrl,
}: {
  readonly trade: TradeOfCoin
  /** The coin as it stands; undefined where the server no longer knows it. */
  readonly collection: Collection | undefined
  readonly isBot: boolean
  readonly solUsd: number | undefined
  readonly transactionUrl: string | null
}) {
  const { coin, nftTokenId } = trade
  return (
    <li className="flex gap-3 px-3 py-2.5 text-13 sm:px-4">
      <TradedCoin
        trade={trade}
        above={
          <p className="flex flex-wrap items-center gap-x-2">
            <WalletLink address={trade.traderAddress} className="min-h-6" />
            {isBot && <BotChip isShort />}
            <ActionLabel type={trade.type} />
          </p>
        }
      >
        <p className="text-12 text-muted">
          <RelativeTime iso={trade.createdAt} ago />
          {solUsd !== undefined && (
            <>
              {' · at '}
              <Money usd={Number(trade.price) * COINS * solUsd} />
              <span className="hidden @md:inline"> market</span> cap
            </>
          )}
        </p>
      </TradedCoin>
      <div className="flex shrink-0 flex-col items-end justify-between gap-1 @md:flex-row @md:items-center @md:gap-3">
        <p className="text-right">
          {nftTokenId === null ? (
            <Sol lamports={trade.lamports} className="block text-14 font-semibold" />
          ) : (
            <span className="block text-14 font-semibold">1 NFT</span>
          )}
          <Coins baseUnits={trade.baseUnits} symbol={coin.symbol} className="text-12 text-muted" />
        </p>
        <div className="flex items-center gap-1">
          <TransactionLink signature={trade.txSignature} explorerUrl={transactionUrl} />
          {collection !== undefined && <QuickBuyButton collection={collection} />}
        </div>
      </div>
    </li>
  )
})

/** What a followed wallet did in a market of NFTs. */
export const MarketFeedRow = memo(function MarketFeedRow({
  entry,
  followed,
  bots,
  transactionUrl,
}: {
  readonly entry: MarketActivityOfCoin
  readonly followed: ReadonlySet<string>
  readonly bots: ReadonlySet<string>
  readonly transactionUrl: string | null
}) {
  const { createdAt, txSignature } = entry
  const doer = doerOf(entry, (wallet) => followed.has(wallet))
  return (
    <li className="flex gap-3 px-3 py-2.5 text-13 sm:px-4">
      <TradedCoin
        trade={entry}
        above={
          <p className="flex flex-wrap items-center gap-x-2">
            <WalletLink address={doer} className="min-h-6" />
            {bots.has(doer) && <BotChip isShort />}
            <NftMarketLabel entry={entry} doer={doer} />
          </p>
        }
      >
        <p className="text-12 text-muted">
          <RelativeTime iso={createdAt} ago />
        </p>
      </TradedCoin>
      <div className="flex shrink-0 items-start gap-1 text-14 @md:items-center">
        <p className="text-right">
          <MarketAmount entry={entry} />
        </p>
        {txSignature !== null && <TransactionLink signature={txSignature} explorerUrl={transactionUrl} />}
      </div>
    </li>
  )
})
