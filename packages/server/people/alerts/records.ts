// Rows of alerts and notifications as the wire carries them. Pure.
import type { Alert, Notification } from '@twinmint/sdk/api/alerts/contract'
import { targetText } from '@twinmint/sdk/api/alerts/rules'
import type { NotificationRow } from './notification-store.ts'
import type { AlertRow } from './store.ts'

const coinOf = ({
  collectionId,
  name,
  symbol,
  imageHash,
}: Pick<AlertRow, 'collectionId' | 'name' | 'symbol' | 'imageHash'>) => ({
  collectionId,
  name: name ?? 'A coin',
  symbol: symbol ?? 'A coin',
  thumbnailUrl: imageHash === null ? null : `/api/images/${imageHash}-128.webp`,
})

const unitsText = (kind: NotificationRow['kind'], units: string | null): string | null =>
  units === null || (kind !== 'price' && kind !== 'marketCap') ? null : targetText(kind, BigInt(units))

export const alertOf = (row: AlertRow): Alert => ({
  id: row.id,
  kind: row.kind,
  ...coinOf(row),
  direction: row.direction,
  target: unitsText(row.kind, row.targetUnits),
  createdAt: row.createdAt,
})

export const notificationOf = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  ...coinOf(row),
  direction: row.direction,
  target: unitsText(row.kind, row.targetUnits),
  value: unitsText(row.kind, row.valueUnits),
  followed:
    row.followedAddress === null || row.tradeType === null
      ? null
      : {
          walletAddress: row.followedAddress,
          username: row.username,
          type: row.tradeType,
          lamports: row.lamports ?? '0',
          tradeCount: row.tradeCount ?? 1,
        },
  nft:
    row.sellerLamports === null
      ? null
      : {
          tokenId: row.nftTokenId,
          lamports: row.lamports ?? '0',
          sellerLamports: row.sellerLamports,
          offerCount: row.tradeCount ?? 1,
        },
  isRead: row.isRead,
  createdAt: row.createdAt,
})
