// Every call of the API, described: one entry a route, by the schemas that validate it. `GET /api/docs` is made from it.
//
// A new route needs a line here (tests/operations.test.ts fails without it): the method and the path as Fastify knows
// them, a group, a sentence, and its schemas out of the capability's contract.ts:
//
//   'GET /api/things/:id': { group: 'Coins', summary: 'One thing', query: thingQuerySchema, answer: thingSchema },
//
// A schema that several answers carry gets a name in NAMED, so that the document holds it once.
import { z } from 'zod'
import {
  adminCollectionSchema,
  adminCollectionsPageSchema,
  adminCollectionsQuerySchema,
  auditPageSchema,
  exportQuerySchema,
  landingSwitchSchema,
  markSchema,
  pageQuerySchema,
  setLandingSchema,
  waitlistPageSchema,
} from '../admin/contract.ts'
import {
  activityPageSchema,
  activityQuerySchema,
  activitySchema,
  bondingCurveSchema,
  candleSchema,
  chartDataSchema,
  chartQuerySchema,
  collectionSchema,
  holderSchema,
  holdersQuerySchema,
  holdersSchema,
  liveQuerySchema,
  marksQuerySchema,
  marksSchema,
  tradeSchema,
  tradesPageSchema,
  tradesQuerySchema,
} from '../collection/contract.ts'
import {
  chatMessageSchema,
  chatPageSchema,
  chatQuerySchema,
  commentSchema,
  commentsPageSchema,
  commentsQuerySchema,
  postChatSchema,
  postCommentSchema,
  postedChatSchema,
  postedCommentSchema,
  repliesPageSchema,
  repliesQuerySchema,
  replySchema,
  reportDecidedSchema,
  reportDecisionSchema,
  reportedSchema,
  reportSchema,
  reportsPageSchema,
  reportsQuerySchema,
} from '../community/contract.ts'
import type { ErrorCode } from '../core/errors.ts'
import {
  analyticsQuerySchema,
  analyticsSchema,
  collectionsQuerySchema,
  searchQuerySchema,
  siteConfigSchema,
  statsSchema,
} from '../discover/contract.ts'
import {
  featuredQuerySchema,
  nftDetailSchema,
  nftSchema,
  nftStatsSchema,
  nftsPageSchema,
  nftsQuerySchema,
  userNftsQuerySchema,
  userNftsSchema,
} from '../gallery/contract.ts'
import {
  launchedSchema,
  launchFormSchema,
  launchProgressQuerySchema,
  launchRequestSchema,
  metadataSchema,
  preparedLaunchSchema,
} from '../launch/contract.ts'
import { creatorSchema, positionSchema } from '../portfolio/contract.ts'
import {
  fundedSchema,
  fundRequestSchema,
  ofWalletQuerySchema,
  peopleQuerySchema,
  peopleSchema,
  portfolioSchema,
  profilePictureSchema,
  profileSchema,
  profileUpdateSchema,
  userTradesQuerySchema,
  userTradesSchema,
  walletQuerySchema,
  walletSchema,
  watchlistChangeSchema,
  watchlistSchema,
} from '../profile/contract.ts'
import {
  allSessionsPageSchema,
  allSessionsQuerySchema,
  sessionSchema,
  signedInSchema,
  signInFieldsSchema,
  signInRequestSchema,
} from '../session/contract.ts'
import { checkSchema, healthSchema, readySchema, statusSchema } from '../status/contract.ts'
import {
  buyNftsRequestSchema,
  captureRequestSchema,
  confirmedSwapSchema,
  confirmRequestSchema,
  preparedSwapSchema,
  releaseRequestSchema,
  sellNftsRequestSchema,
  swapCostSchema,
  swapNftSchema,
} from '../swap/contract.ts'
import {
  boostPrepareSchema,
  boostSchema,
  executedSchema,
  executedTradeSchema,
  executeTradeSchema,
  preparedTradeSchema,
  preparedTransactionSchema,
  tradeQuoteSchema,
  tradeRequestSchema,
  tradeTestSchema,
} from '../trade/contract.ts'
import { availabilitySchema, joinedSchema, joinSchema, landingStatusSchema } from '../waitlist/contract.ts'

export const GROUPS = [
  'Coins',
  'Launching',
  'Trading',
  'Swapping',
  'NFTs',
  'Wallets',
  'Community',
  'Live',
  'Site',
  'Admin',
] as const

export interface RouteDoc {
  readonly group: (typeof GROUPS)[number]
  readonly summary: string
  readonly description?: string
  readonly query?: z.ZodType
  /** JSON, unless `bodyType` says otherwise. */
  readonly body?: z.ZodType
  readonly bodyType?: 'multipart/form-data'
  /** JSON, unless `answerType` says otherwise. */
  readonly answer?: z.ZodType
  readonly answerType?:
    | 'text/event-stream'
    | 'text/plain'
    | 'text/csv'
    | 'image/webp'
    | 'image/jpeg'
    | 'image/svg+xml'
  /** 200 where nothing is said. */
  readonly status?: 201 | 204
  /** The header `x-next-cursor` carries what to pass as `cursor` for more. */
  readonly paged?: true
  /** Who may: everybody, unless it says. */
  readonly needs?: 'session' | 'admin'
  /** What it refuses beside badRequest and rateLimited. */
  readonly refuses?: readonly ErrorCode[]
}

/** Schemas that the document holds once, under these names. */
export const NAMED: Readonly<Record<string, z.ZodType>> = {
  Collection: collectionSchema,
  BondingCurve: bondingCurveSchema,
  Candle: candleSchema,
  Trade: tradeSchema,
  Holder: holderSchema,
  Activity: activitySchema,
  Nft: nftSchema,
  SwapNft: swapNftSchema,
  SwapCost: swapCostSchema,
  TradeQuote: tradeQuoteSchema,
  SiteConfig: siteConfigSchema,
  ChatMessage: chatMessageSchema,
  Comment: commentSchema,
  Reply: replySchema,
  Check: checkSchema,
}

const coin = ['collectionNotFound'] as const
const picture = [
  'imageTooLarge',
  'imageUnsupported',
  'imageBroken',
  'imageTooManyPixels',
  'picturesBusy',
  'noRoom',
] as const
const prepared = ['collectionNotFound', 'invalidAddress', 'chainUnavailable'] as const
const sent = [
  'invalidTransaction',
  'wrongTransaction',
  'signatureInvalid',
  'slippageExceeded',
  'transactionExpired',
  'transactionFailed',
  'transactionUnconfirmed',
  'chainUnavailable',
  'indexBehind',
] as const
const unpostable = ['messageBlank', 'messageTooLong', 'messageRepeated', 'tooManyMessages'] as const
const collections = z.array(collectionSchema)

export const ROUTES: Readonly<Record<string, RouteDoc>> = {
  // Coins
  'GET /api/collections': {
    group: 'Coins',
    summary: 'Coins, searched, filtered and sorted',
    query: collectionsQuerySchema,
    answer: collections,
    paged: true,
  },
  'GET /api/collections/trending': {
    group: 'Coins',
    summary: 'What is trending, by the published formula',
    answer: collections,
  },
  'GET /api/collections/boosted': { group: 'Coins', summary: 'Coins in the banner', answer: collections },
  'GET /api/collections/:id': {
    group: 'Coins',
    summary: 'One coin, by its id or mint address',
    answer: collectionSchema,
    refuses: coin,
  },
  'GET /api/search': {
    group: 'Coins',
    summary:
      'Coins by their or their collection’s name, symbol, or the beginning of an address; the best first',
    query: searchQuerySchema,
    answer: collections,
  },
  'GET /api/bonding-curve/:id': {
    group: 'Coins',
    summary: 'The reserves that make the price',
    answer: bondingCurveSchema,
    refuses: coin,
  },
  'GET /api/chart-data/:id': {
    group: 'Coins',
    summary: 'Candles',
    query: chartQuerySchema,
    answer: chartDataSchema,
    refuses: coin,
  },
  'GET /api/collections/:id/trades': {
    group: 'Coins',
    summary: 'Trades and swaps, newest first',
    query: tradesQuerySchema,
    answer: tradesPageSchema,
    refuses: coin,
  },
  'GET /api/collections/:id/card.jpg': {
    group: 'Coins',
    summary: 'A picture of the coin as it stands, 1200 by 630, for links that are shared',
    answerType: 'image/jpeg',
    refuses: ['collectionNotFound', 'notReady'],
  },
  'GET /api/collections/:id/marks': {
    group: 'Coins',
    summary: 'The newest buys and sells of the creator and of one wallet, as charts mark them',
    query: marksQuerySchema,
    answer: marksSchema,
    refuses: ['collectionNotFound', 'invalidAddress'],
  },
  'GET /api/collections/:id/activity': {
    group: 'Coins',
    summary: 'What happened to a coin, newest first: trades, swaps, boosts, claims, the graduation',
    query: activityQuerySchema,
    answer: activityPageSchema,
    refuses: ['collectionNotFound', 'invalidAddress'],
  },
  'GET /api/collections/:id/holders': {
    group: 'Coins',
    summary: 'The largest holders, read from the chain',
    query: holdersQuerySchema,
    answer: holdersSchema,
    refuses: ['collectionNotFound', 'chainUnavailable'],
  },

  'GET /api/collections/:id/position/:wallet': {
    group: 'Coins',
    summary: 'What a wallet holds of a coin, what that has cost, and its result, first in, first out',
    answer: positionSchema,
    refuses: ['collectionNotFound', 'invalidAddress', 'chainUnavailable'],
  },
  'GET /api/collections/:id/creator': {
    group: 'Coins',
    summary:
      'Who launched a coin: other launches, what is left of the creator’s coins, fees earned and claimed',
    answer: creatorSchema,
    refuses: ['collectionNotFound', 'chainUnavailable'],
  },

  // Launching
  'POST /api/collections/create-transaction': {
    group: 'Launching',
    summary: 'Prepare a launch: the form and the picture become one unsigned transaction',
    description:
      'Multipart form data: the field `data` is the form as JSON, the file `image` the picture (PNG, JPEG, WebP, GIF or AVIF, 10 MB and 12.5 megapixels at most).',
    body: z.object({
      data: launchFormSchema,
      image: z.string().meta({ format: 'binary', description: 'The picture.' }),
    }),
    bodyType: 'multipart/form-data',
    answer: preparedLaunchSchema,
    refuses: ['imageMissing', ...picture, 'paused'],
  },
  'POST /api/collections/launch': {
    group: 'Launching',
    summary: 'Send the signed launch; answers when the coin is in the index',
    body: launchRequestSchema,
    answer: launchedSchema,
    refuses: ['launchNotFound', ...sent],
  },
  'GET /api/launch-progress': {
    group: 'Launching',
    summary: 'How far a launch is, as server-sent events',
    query: launchProgressQuerySchema,
    answerType: 'text/event-stream',
    refuses: ['launchNotFound'],
  },
  'GET /api/metadata/:mint/:part?': {
    group: 'Launching',
    summary: 'The metadata that the chain points to: of the coin, its collection, or an NFT by its number',
    answer: metadataSchema,
    refuses: ['notFound'],
  },
  'GET /api/images/:file': {
    group: 'Launching',
    summary: 'A picture, by its hash and size',
    answerType: 'image/webp',
    refuses: ['notFound'],
  },
  'GET /api/placeholder-image/:text': {
    group: 'Launching',
    summary: 'A letter, for where there is no picture',
    answerType: 'image/svg+xml',
  },

  // Trading
  'POST /api/trades/test': {
    group: 'Trading',
    summary: 'What a trade would do; nothing is prepared and nothing changes',
    body: tradeRequestSchema,
    answer: tradeTestSchema,
    refuses: prepared,
  },
  'POST /api/trades/create-transaction': {
    group: 'Trading',
    summary: 'Prepare a buy or a sell',
    body: tradeRequestSchema,
    answer: preparedTradeSchema,
    refuses: [...prepared, 'paused', 'insufficientLamports', 'insufficientBaseUnits', 'invalidSlippage'],
  },
  'POST /api/trades/execute': {
    group: 'Trading',
    summary: 'Send a signed trade; answers when it is in the index',
    body: executeTradeSchema,
    answer: executedTradeSchema,
    refuses: sent,
  },
  'POST /api/collections/:id/boost/create-transaction': {
    group: 'Trading',
    summary: 'Prepare a boost',
    body: boostPrepareSchema,
    answer: preparedTransactionSchema,
    refuses: prepared,
  },
  'POST /api/collections/:id/boost': {
    group: 'Trading',
    summary: 'Send a signed boost, or tell of one that the wallet has sent',
    body: boostSchema,
    answer: executedSchema,
    refuses: [...sent, 'transactionUnknown'],
  },
  'POST /api/collections/:id/claim/create-transaction': {
    group: 'Trading',
    summary: 'Prepare the claim of a creator’s fees',
    body: boostPrepareSchema,
    answer: preparedTransactionSchema,
    refuses: [...prepared, 'notCreator', 'nothingToClaim'],
  },
  'POST /api/collections/:id/claim': {
    group: 'Trading',
    summary: 'Send a signed claim',
    body: executeTradeSchema,
    answer: executedSchema,
    refuses: sent,
  },

  // Swapping
  'POST /api/hybrid/capture': {
    group: 'Swapping',
    summary: 'Prepare coins into NFTs',
    body: captureRequestSchema,
    answer: preparedSwapSchema,
    refuses: [...prepared, 'insufficientBaseUnits', 'tooManyNfts', 'nftNotInEscrow'],
  },
  'POST /api/hybrid/capture/confirm': {
    group: 'Swapping',
    summary: 'What a capture that was sent has swapped, once it is in the index',
    body: confirmRequestSchema,
    answer: confirmedSwapSchema,
    refuses: ['transactionUnknown', 'transactionUnconfirmed', 'transactionFailed', 'wrongTransaction'],
  },
  'POST /api/hybrid/release': {
    group: 'Swapping',
    summary: 'Prepare NFTs back into coins',
    body: releaseRequestSchema,
    answer: preparedSwapSchema,
    refuses: [...prepared, 'nftNotHeld', 'tooManyNfts'],
  },
  'POST /api/hybrid/release/confirm': {
    group: 'Swapping',
    summary: 'What a release that was sent has swapped, once it is in the index',
    body: confirmRequestSchema,
    answer: confirmedSwapSchema,
    refuses: ['transactionUnknown', 'transactionUnconfirmed', 'transactionFailed', 'wrongTransaction'],
  },
  'POST /api/hybrid/buy': {
    group: 'Swapping',
    summary: 'Prepare NFTs for SOL: their coins bought and swapped at once',
    body: buyNftsRequestSchema,
    answer: preparedSwapSchema,
    refuses: [...prepared, 'paused', 'insufficientLamports', 'tooManyNfts'],
  },
  'POST /api/hybrid/sell': {
    group: 'Swapping',
    summary: 'Prepare SOL for NFTs: given back and their coins sold at once',
    body: sellNftsRequestSchema,
    answer: preparedSwapSchema,
    refuses: [...prepared, 'nftNotHeld', 'tooManyNfts'],
  },

  // NFTs
  'GET /api/collections/:id/nfts': {
    group: 'NFTs',
    summary: 'NFTs of a collection',
    query: nftsQuerySchema,
    answer: nftsPageSchema,
    refuses: coin,
  },
  'GET /api/collections/:id/nfts/:edition': {
    group: 'NFTs',
    summary: 'One NFT by its number, with its history',
    answer: nftDetailSchema,
    refuses: ['collectionNotFound', 'nftNotFound'],
  },
  'GET /api/collections/:id/nft-stats': {
    group: 'NFTs',
    summary: 'How many are minted, held and in the escrow',
    answer: nftStatsSchema,
    refuses: coin,
  },
  'GET /api/nfts/featured': {
    group: 'NFTs',
    summary: 'NFTs of all collections, the latest swap first',
    query: featuredQuerySchema,
    answer: z.array(nftSchema),
    paged: true,
  },
  'GET /api/user/nfts': {
    group: 'NFTs',
    summary: 'A wallet’s NFTs of one collection, read from the chain',
    query: userNftsQuerySchema,
    answer: userNftsSchema,
    refuses: ['collectionNotFound', 'invalidAddress'],
  },
  'GET /api/user/nfts/:projectId/:walletAddress': {
    group: 'NFTs',
    summary: 'The same, with the values in the path',
    answer: userNftsSchema,
    refuses: ['collectionNotFound', 'invalidAddress'],
  },

  'GET /api/user/nfts/:walletAddress': {
    group: 'NFTs',
    summary: 'A wallet’s NFTs of all collections, the last swapped first; 500 at most',
    answer: userNftsSchema,
    refuses: ['invalidAddress'],
  },

  // People
  'GET /api/user/profile': {
    group: 'Wallets',
    summary: 'Who a wallet says it is',
    query: ofWalletQuerySchema,
    answer: profileSchema,
    refuses: ['invalidAddress', 'profileNotFound'],
  },
  'GET /api/user/search': {
    group: 'Wallets',
    summary: 'People by a part of their username; the best first',
    query: peopleQuerySchema,
    answer: peopleSchema,
  },
  'PUT /api/user/profile': {
    group: 'Wallets',
    summary: 'Change one’s own name and bio',
    description:
      'A username has 1 to 50 characters, and is taken when somebody’s looks the same: letter case, accents, other scripts’ look-alikes and what stands between the letters do not count. A bio has at most 500.',
    body: profileUpdateSchema,
    answer: profileSchema,
    needs: 'session',
    refuses: ['notAllowed', 'usernameInvalid', 'usernameTaken'],
  },
  'PUT /api/user/profile/picture': {
    group: 'Wallets',
    summary: 'Choose one’s own picture',
    body: profilePictureSchema,
    bodyType: 'multipart/form-data',
    answer: profileSchema,
    needs: 'session',
    refuses: ['profileNotFound', 'imageMissing', ...picture],
  },
  'DELETE /api/user/profile/picture': {
    group: 'Wallets',
    summary: 'Take one’s own picture away',
    answer: profileSchema,
    needs: 'session',
    refuses: ['profileNotFound'],
  },
  'GET /api/user/portfolio': {
    group: 'Wallets',
    summary: 'What a wallet holds of all coins and NFTs, and what it is worth',
    query: ofWalletQuerySchema,
    answer: portfolioSchema,
    refuses: ['invalidAddress', 'chainUnavailable'],
  },
  'GET /api/user/trades': {
    group: 'Wallets',
    summary: 'A wallet’s trades and swaps of all coins, newest first',
    query: userTradesQuerySchema,
    answer: userTradesSchema,
    refuses: ['invalidAddress'],
  },
  'GET /api/user/watchlist': {
    group: 'Wallets',
    summary: 'The coins that the signed-in wallet watches, the latest first',
    answer: watchlistSchema,
    needs: 'session',
  },
  'PUT /api/user/watchlist': {
    group: 'Wallets',
    summary: 'Change what the signed-in wallet watches',
    body: watchlistChangeSchema,
    answer: watchlistSchema,
    needs: 'session',
  },

  // Wallets
  'GET /api/wallet/:address': {
    group: 'Wallets',
    summary: 'What a wallet holds of SOL, and of one coin, read from the chain',
    query: walletQuerySchema,
    answer: walletSchema,
    refuses: ['collectionNotFound', 'invalidAddress'],
  },
  'POST /api/demo/fund': {
    group: 'Wallets',
    summary: 'The faucet of Demo Mode, once a wallet',
    body: fundRequestSchema,
    answer: fundedSchema,
    refuses: ['invalidAddress', 'faucetUsed', 'demoOnly'],
  },

  // Signing in
  'POST /api/session/nonce': {
    group: 'Wallets',
    summary: 'Begin to sign in: the text that the wallet signs',
    body: signInRequestSchema,
    answer: signInFieldsSchema,
    refuses: ['invalidAddress'],
  },
  'POST /api/session': {
    group: 'Wallets',
    summary: 'Sign in with the signed text; sets the session’s cookie',
    body: signedInSchema,
    answer: sessionSchema,
    refuses: ['invalidAddress', 'signInRefused', 'wrongOrigin'],
  },
  'GET /api/session': { group: 'Wallets', summary: 'Who is signed in', answer: sessionSchema },
  'DELETE /api/session': { group: 'Wallets', summary: 'Sign out', status: 204 },
  'DELETE /api/session/:id': {
    group: 'Wallets',
    summary: 'End one session',
    status: 204,
    needs: 'session',
    refuses: ['notFound'],
  },

  // Community
  'GET /api/collections/:id/comments': {
    group: 'Community',
    summary: 'Comments of a coin, newest first, each with its latest answers',
    query: commentsQuerySchema,
    answer: commentsPageSchema,
    refuses: coin,
  },
  'GET /api/collections/:id/comments/:messageId/replies': {
    group: 'Community',
    summary: 'Answers to a comment, newest first',
    query: repliesQuerySchema,
    answer: repliesPageSchema,
    refuses: ['collectionNotFound', 'messageNotFound'],
  },
  'POST /api/collections/:id/comments': {
    group: 'Community',
    summary: 'Comment on a coin, or answer one of its comments',
    body: postCommentSchema,
    answer: postedCommentSchema,
    needs: 'session',
    refuses: ['collectionNotFound', 'messageNotFound', 'replyToReply', ...unpostable],
  },
  'DELETE /api/collections/:id/comments/:messageId': {
    group: 'Community',
    summary: 'Delete a comment of one’s own',
    status: 204,
    needs: 'session',
    refuses: ['messageNotFound', 'notYourMessage'],
  },
  'GET /api/chat': {
    group: 'Community',
    summary: 'The chat, newest first',
    query: chatQuerySchema,
    answer: chatPageSchema,
  },
  'POST /api/chat': {
    group: 'Community',
    summary: 'Say something in the chat',
    body: postChatSchema,
    answer: postedChatSchema,
    needs: 'session',
    refuses: unpostable,
  },
  'DELETE /api/chat/:messageId': {
    group: 'Community',
    summary: 'Delete a chat message of one’s own',
    status: 204,
    needs: 'session',
    refuses: ['messageNotFound', 'notYourMessage'],
  },
  'POST /api/reports': {
    group: 'Community',
    summary: 'Report a comment or a chat message; again answers the same',
    body: reportSchema,
    answer: reportedSchema,
    needs: 'session',
    refuses: ['messageNotFound', 'tooManyReports'],
  },
  'GET /api/admin/waitlist': {
    group: 'Admin',
    summary: 'Who has joined the waitlist, the latest first',
    query: pageQuerySchema,
    answer: waitlistPageSchema,
    needs: 'admin',
  },
  'GET /api/admin/waitlist/export': {
    group: 'Admin',
    summary: 'The whole waitlist as CSV, or as one "@username" a line',
    query: exportQuerySchema,
    answerType: 'text/csv',
    needs: 'admin',
  },
  'GET /api/admin/landing': {
    group: 'Admin',
    summary: 'The landing’s switch',
    answer: landingSwitchSchema,
    needs: 'admin',
  },
  'PUT /api/admin/landing': {
    group: 'Admin',
    summary: 'Put the landing up, or take it down',
    body: setLandingSchema,
    answer: landingSwitchSchema,
    needs: 'admin',
  },
  'GET /api/admin/collections': {
    group: 'Admin',
    summary: 'Coins with their marks, hidden ones too, the latest first',
    query: adminCollectionsQuerySchema,
    answer: adminCollectionsPageSchema,
    needs: 'admin',
  },
  'PUT /api/admin/collections/:id': {
    group: 'Admin',
    summary: 'Verify a coin, or hide it from lists and searches',
    body: markSchema,
    answer: adminCollectionSchema,
    needs: 'admin',
    refuses: ['collectionNotFound'],
  },
  'GET /api/admin/sessions': {
    group: 'Admin',
    summary: 'Everybody’s sessions, the last seen first',
    query: allSessionsQuerySchema,
    answer: allSessionsPageSchema,
    needs: 'admin',
  },
  'DELETE /api/admin/sessions/:id': {
    group: 'Admin',
    summary: 'End anybody’s session',
    status: 204,
    needs: 'admin',
  },
  'GET /api/admin/audit': {
    group: 'Admin',
    summary: 'What admins did, the latest first',
    query: pageQuerySchema,
    answer: auditPageSchema,
    needs: 'admin',
  },
  'GET /api/admin/reports': {
    group: 'Community',
    summary: 'What was reported, open ones first',
    query: reportsQuerySchema,
    answer: reportsPageSchema,
    needs: 'admin',
  },
  'POST /api/admin/reports/:messageId': {
    group: 'Community',
    summary: 'Hide a message, let it be, or show it again',
    body: reportDecisionSchema,
    answer: reportDecidedSchema,
    needs: 'admin',
    refuses: ['messageNotFound'],
  },

  // Live
  'GET /api/live': {
    group: 'Live',
    summary: 'What changes, as server-sent events',
    description: 'Resumes after the header `Last-Event-ID` or the parameter `lastEventId`.',
    query: liveQuerySchema,
    answerType: 'text/event-stream',
  },
  'POST /rpc': {
    group: 'Live',
    summary: 'Solana’s JSON-RPC',
    description:
      'On the embedded chain also over WebSocket, and open to every origin; on a cluster a relay of what this program’s transactions need.',
    body: z.object({
      jsonrpc: z.literal('2.0'),
      id: z.union([z.number(), z.string()]),
      method: z.string(),
      params: z.array(z.unknown()).optional(),
    }),
    answer: z.looseObject({ jsonrpc: z.literal('2.0'), id: z.union([z.number(), z.string()]) }),
  },

  // Site
  'GET /api/config': {
    group: 'Site',
    summary: 'What a page must know of this server and its network',
    answer: siteConfigSchema,
  },
  'GET /api/stats': { group: 'Site', summary: 'The platform in four figures', answer: statsSchema },
  'GET /api/analytics': {
    group: 'Site',
    summary: 'The platform over time',
    query: analyticsQuerySchema,
    answer: analyticsSchema,
  },
  'GET /api/landing/status': {
    group: 'Site',
    summary: 'Whether the landing page stands before the site',
    answer: landingStatusSchema,
  },
  'GET /api/waitlist/check/:username': {
    group: 'Site',
    summary: 'Whether a username of X has not joined the waitlist',
    answer: availabilitySchema,
    refuses: ['invalidXUsername'],
  },
  'POST /api/waitlist': {
    group: 'Site',
    summary: 'Joins the waitlist',
    description: 'Answers the same however often the same username joins, in whatever case.',
    body: joinSchema,
    answer: joinedSchema,
    refuses: ['invalidXUsername'],
  },
  'GET /api/health': { group: 'Site', summary: 'The process answers', answer: healthSchema },
  'GET /api/ready': {
    group: 'Site',
    summary: 'Chain, database and index are there and not behind',
    description: 'Otherwise 503, in the shape of errors with the same `checks` beside it.',
    answer: readySchema,
    refuses: ['notReady'],
  },
  'GET /api/status': { group: 'Site', summary: 'How this server is doing', answer: statusSchema },
  'GET /api/metrics': {
    group: 'Site',
    summary: 'Figures for Prometheus',
    description:
      'Only to `Authorization: Bearer …` with the setting METRICS_TOKEN; without it there is nothing.',
    answerType: 'text/plain',
  },
  'GET /api/docs': { group: 'Site', summary: 'This document: OpenAPI 3.1', answer: z.looseObject({}) },
}
