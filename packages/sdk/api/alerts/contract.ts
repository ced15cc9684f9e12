// Alerts, what came of them, and the browsers that are told, as the wire carries them.
import { z } from 'zod'
import { isoTime, u64Text } from '../records/fields.ts'
import { TRADE_TYPES } from '../records/trade.ts'

/** A wallet may have so many alerts waiting. */
export const ALERTS_MAX = 50
/** The latest that are kept for a wallet, read or not. */
export const NOTIFICATIONS_MAX = 100
/** Of them, so many places are for offers for the wallet's NFTs, and for nothing else. */
export const OFFER_NOTES_MAX = 10
/** Browsers that a wallet may have told. */
export const PUSH_SUBSCRIPTIONS_MAX = 10

export const ALERT_KINDS = ['price', 'marketCap', 'graduation'] as const
const directionSchema = z.enum(['above', 'below'])
const decimalText = z.string().max(40)

/** The coin that something is about. */
const coinFields = {
  collectionId: z.uuid(),
  name: z.string(),
  symbol: z.string(),
  thumbnailUrl: z.string().nullable(),
}
/** Null for a graduation. */
const targetFields = {
  direction: directionSchema.nullable(),
  /** Decimal text: SOL for one coin, or dollars of market cap. */
  target: decimalText.nullable(),
}

export const alertSchema = z.object({
  id: z.uuid(),
  kind: z.enum(ALERT_KINDS),
  ...coinFields,
  ...targetFields,
  createdAt: isoTime,
})
export type Alert = z.infer<typeof alertSchema>

/** `GET /api/user/alerts`: those that wait, the latest first. */
export const alertsSchema = z.object({ alerts: z.array(alertSchema).max(ALERTS_MAX) })
export type Alerts = z.infer<typeof alertsSchema>

/** `POST /api/user/alerts` */
export const newAlertSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['price', 'marketCap']),
    collectionId: z.uuid(),
    direction: directionSchema,
    target: decimalText,
  }),
  z.object({ kind: z.literal('graduation'), collectionId: z.uuid() }),
])
export type NewAlert = z.infer<typeof newAlertSchema>

/** What happens to a wallet's NFTs, listings and offers on their market: told to whoever it concerns, without an alert. */
export const NFT_NEWS_KINDS = ['offer', 'sold', 'accepted'] as const
/**
 * Offers for NFTs of one coin are told to a holder once in so long, with the best of them; of all coins one is pushed to a browser
 * in so long.
 */
export const OFFER_NEWS_MINUTES = 10

export const notificationSchema = z.object({
  /** The alert's that fired; of its own otherwise. */
  id: z.uuid(),
  /**
   * `offer`: somebody offers for an NFT of the wallet's at least what its coins bring; `sold`: its listing was bought;
   * `accepted`: its own offer was.
   */
  kind: z.enum([...ALERT_KINDS, 'follow', ...NFT_NEWS_KINDS]),
  ...coinFields,
  ...targetFields,
  /** What it was when the alert fired, in the target's unit. */
  value: decimalText.nullable(),
  /** Of a followed wallet: who, its first trade in that minute, and how many there were. */
  followed: z
    .object({
      walletAddress: z.string(),
      username: z.string().nullable(),
      type: z.enum(TRADE_TYPES),
      lamports: u64Text,
      tradeCount: z.number(),
    })
    .nullable(),
  /** Of an offer or a sale. */
  nft: z
    .object({
      /** Null where an offer is for several numbers that the wallet has. */
      tokenId: z.number().nullable(),
      /** The best offer's price, or what was paid, royalty and fee included. */
      lamports: u64Text,
      /** What of it the seller gets. */
      sellerLamports: u64Text,
      /** How many offers came in those minutes; 1 for a sale. */
      offerCount: z.number(),
    })
    .nullable(),
  isRead: z.boolean(),
  createdAt: isoTime,
})
export type Notification = z.infer<typeof notificationSchema>

/** `GET /api/user/notifications`: the latest first. */
export const notificationsSchema = z.object({
  notifications: z.array(notificationSchema).max(NOTIFICATIONS_MAX),
  unreadCount: z.number(),
})
export type Notifications = z.infer<typeof notificationsSchema>

/** `POST /api/user/notifications/read`: the one seen last, and all before it. */
export const readUntilSchema = z.object({ id: z.uuid() })

export const idParamsSchema = z.object({ id: z.uuid() })

/** `POST /api/user/push`: what a browser's `PushSubscription` says of itself. */
export const newPushSchema = z.object({
  endpoint: z.string().max(1_000),
  keys: z.object({
    /** Base64url: 65 bytes of P-256. */
    p256dh: z.string().regex(/^[\w-]{86,88}=*$/),
    /** Base64url: 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}=*$/),
  }),
})
export type NewPush = z.infer<typeof newPushSchema>

export const pushSubscriptionSchema = z.object({
  id: z.uuid(),
  endpoint: z.string(),
  /** As a session's: "Chrome on Android". */
  device: z.string(),
  createdAt: isoTime,
})
export type PushSubscriptionRecord = z.infer<typeof pushSubscriptionSchema>

/** `GET /api/user/push` */
export const pushSchema = z.object({
  /** Browsers subscribe to it: base64url, 65 bytes. */
  publicKey: z.string(),
  subscriptions: z.array(pushSubscriptionSchema).max(PUSH_SUBSCRIPTIONS_MAX),
})
export type Push = z.infer<typeof pushSchema>

/** `POST /api/user/push/{id}/test` */
export const pushTestSchema = z.object({
  /** The push service took it. */
  isSent: z.boolean(),
  /** What it said otherwise, in a sentence. */
  reason: z.string().nullable(),
})
export type PushTest = z.infer<typeof pushTestSchema>
