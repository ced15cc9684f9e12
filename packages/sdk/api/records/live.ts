// What the live stream tells, and how it is asked for.
import { z } from 'zod'
import type { Collection } from './coin.ts'
import type { ChatMessage, Comment } from './message.ts'
import type { Activity, Trade } from './trade.ts'

/** Of each field every coin's, in one order: half of the bytes of records that each name their fields. */
export type FigureColumns = Readonly<Record<string, readonly unknown[]>>

/** What people write: comments of a coin, and the chat. */
export type CommunityEvent =
  /** A comment or an answer is there, or is shown again; for an answer, with how many its comment has now. */
  | { readonly type: 'comment'; readonly comment: Comment; readonly parentReplyCount: number | null }
  /** It is gone, or was an answer and is hidden. */
  | {
      readonly type: 'commentGone'
      readonly collectionId: string
      readonly id: string
      readonly parentId: string | null
      readonly parentReplyCount: number | null
    }
  | { readonly type: 'chat'; readonly message: ChatMessage }
  | { readonly type: 'chatGone'; readonly id: string }

/** What `GET /api/live?topics=…` sends. */
export type LiveEvent =
  /** A new coin is told to the readers of all coins, too. */
  | { readonly type: 'collection'; readonly collection: Collection; readonly isNew?: true }
  /** Coins that changed, each as it then stands: a few twice a second, those first that have waited longest. */
  | { readonly type: 'market'; readonly coins: FigureColumns }
  | { readonly type: 'trade'; readonly trade: Trade }
  /** Boosts, claims, graduations and what happens in the NFTs' market; trades are told as trades. */
  | { readonly type: 'activity'; readonly activity: Activity }
  | { readonly type: 'wallet'; readonly walletAddress: string }
  /** The wallet has new notifications: for its own sessions alone, and without what they say. */
  | { readonly type: 'alert'; readonly walletAddress: string }
  | CommunityEvent
  /** The first event of a new stream. */
  | { readonly type: 'hello' }
  /** The chain took events of this coin back: what was told of it may not have happened. Read everything again. */
  | { readonly type: 'rollback'; readonly collectionId: string }
  /** History is gone: read everything again, at a random time within so many milliseconds if it says so, since all readers do. */
  | { readonly type: 'reset'; readonly withinMs?: number }

/** `GET /api/live` */
export const liveQuerySchema = z.object({
  /**
   * `market`, `chat`, `collection:{id}`, `wallet:{address}` and, signed in, `following:{version}` (the wallets that the
   * signed-in wallet follows at this moment; the version is yours) and `alerts:{address}`, separated by commas; 20 at most.
   */
  topics: z.string().max(2_000).default('market'),
  /** What was seen last, where the header `Last-Event-ID` can't be sent. */
  lastEventId: z.string().max(60).optional(),
})
