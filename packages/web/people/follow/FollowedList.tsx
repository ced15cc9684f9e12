// Whom somebody follows: each wallet with its last trade, the bell, and following it no longer.

import type { TradeOfCoin } from '@twinmint/sdk/api/records/trade'
import { ActionLabel } from '../../shared/ActionLabel.tsx'
import { BotChip } from '../../shared/BotChip.tsx'
import { WalletLink } from '../../shared/WalletLink.tsx'
import { RelativeTime } from '../../ui/amounts.tsx'
import { FollowBell, FollowIcon } from '../session/FollowButton.tsx'

export interface FollowedRow {
  readonly walletAddress: string
  /** False for one that was just let go: its row stays, so that it can be followed again. */
  readonly isFollowed: boolean
}

export function FollowedList({
  rows,
  lastTrades,
  withoutOne,
  bots,
}: {
  readonly rows: readonly FollowedRow[]
  /** By wallet. */
  readonly lastTrades: ReadonlyMap<string, TradeOfCoin>
  /** What is said of a wallet that has none among them. */
  readonly withoutOne: string | undefined
  readonly bots: ReadonlySet<string>
}) {
  return (
    <ul aria-label="Wallets that you follow" className="divide-y divide-line/60">
      {rows.map(({ walletAddress, isFollowed }) => (
        <Row
          key={walletAddress}
          address={walletAddress}
          isFollowed={isFollowed}
          isBot={bots.has(walletAddress)}
          last={lastTrades.get(walletAddress)}
          withoutOne={withoutOne}
        />
      ))}
    </ul>
  )
}

function Row({
  address,
  isFollowed,
  isBot,
  last,
  withoutOne,
}: {
  readonly address: string
  readonly isFollowed: boolean
  readonly isBot: boolean
  readonly last: TradeOfCoin | undefined
  readonly withoutOne: string | undefined
}) {
  return (
    <li className="flex min-h-14 items-center gap-2 py-1.5 pr-3 pl-4 text-13">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <WalletLink address={address} className={isFollowed ? undefined : 'text-faint'} />
          {isBot && <BotChip isShort />}
        </p>
        <p className="flex min-w-0 items-center gap-1.5 text-12 text-muted">
          {!isFollowed ? (
            'Not followed any more'
          ) : last === undefined ? (
            withoutOne
          ) : (
            <>
              <ActionLabel type={last.type} />
              <span className="min-w-0 truncate">{last.coin.name}</span>
              <RelativeTime iso={last.createdAt} className="shrink-0 text-faint" />
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0">
        {isFollowed && <FollowBell address={address} />}
        <FollowIcon address={address} />
      </div>
    </li>
  )
}
