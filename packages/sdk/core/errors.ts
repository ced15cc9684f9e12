// Every refusal of the product, once: its HTTP status, whether trying again can help, what happened and what to do.
// The code type derives from this record, so a code without a sentence does not compile. Codes are never reused.
// Those of the on-chain program come first.

interface ErrorEntry {
  readonly status: number
  /** The same request may succeed later without being changed. */
  readonly retryable: boolean
  readonly title: string
  /** What happened, in a sentence; and whether money moved where that is not plain. */
  readonly sentence: string
  /** The one thing to try. */
  readonly remedy: string
}

const RETRYABLE = true
const FINAL = false
const INTERNAL =
  'Reload the page and try again; if it stays, the wallet or the page sends something this program does not know.'

const refusal = (
  status: number,
  retryable: boolean,
  title: string,
  sentence: string,
  remedy: string,
): ErrorEntry => ({ status, retryable, title, sentence, remedy })

/** The program's own, in the order of their numbers from 6000 on. */
// biome-ignore format: one row each
const PROGRAM_REFUSALS = {
  unknownInstruction: refusal(400, FINAL, 'Unknown instruction', 'The program does not know this instruction.', INTERNAL),
  malformedInstruction: refusal(400, FINAL, 'Malformed instruction', 'The instruction has too few or too many bytes.', INTERNAL),
  wrongAccountCount: refusal(400, FINAL, 'Wrong accounts', 'The instruction names too few or too many accounts.', INTERNAL),
  missingSignature: refusal(400, FINAL, 'Signature missing', 'The wallet that pays has not signed.', 'Sign with the wallet that you trade with.'),
  wrongAddress: refusal(400, FINAL, 'Wrong account', 'The transaction names an account that does not belong to this coin.', INTERNAL),
  wrongAccountOwner: refusal(400, FINAL, 'Wrong account', 'The transaction names an account of another program.', INTERNAL),
  wrongAccountKind: refusal(400, FINAL, 'Wrong account', 'The transaction names an account of the wrong kind.', INTERNAL),
  wrongTokenAccount: refusal(400, FINAL, 'Wrong coin account', 'The coin account is not yours or is of another coin.', 'Trade with the wallet that owns the coins.'),
  notUpgradeAuthority: refusal(403, FINAL, 'Not allowed', 'Only the authority that deployed the program may set it up.', 'Use the key that deployed the program.'),
  notAdmin: refusal(403, FINAL, 'Not allowed', 'Only the admin may change the configuration.', 'Use the admin key.'),
  notCreator: refusal(403, FINAL, 'Not allowed', 'Only the creator of this coin may do that.', 'Connect the wallet that launched the coin.'),
  alreadyInitialized: refusal(409, FINAL, 'Already set up', 'The program is already set up.', 'Nothing to do.'),
  alreadyLaunched: refusal(409, FINAL, 'Already launched', 'A coin lives at this address already.', 'Start the launch again: it finds a new address.'),
  configOutOfRange: refusal(400, FINAL, 'Out of range', 'A value of the configuration is out of its range.', 'See docs/program.md for the ranges.'),
  paused: refusal(409, RETRYABLE, 'Paused', 'Launches, buys, listings and offers are paused. Selling, swapping, taking back and accepting go on.', 'Try again later.'),
  mintNotJpg: refusal(400, FINAL, 'Wrong address', 'The coin’s address does not end in jpg.', 'Start the launch again.'),
  invalidText: refusal(400, FINAL, 'Text not allowed', 'A name, symbol or address is empty, too long, or has characters that can’t be seen.', 'Shorten or retype it.'),
  amountZero: refusal(400, FINAL, 'Invalid Amount', 'The amount is zero.', 'Enter an amount greater than 0.'),
  amountTooSmall: refusal(400, FINAL, 'Amount too small', 'So little goes in that nothing would come out.', 'Enter a larger amount.'),
  slippageExceeded: refusal(409, RETRYABLE, 'Price moved', 'The price moved beyond your slippage before the trade arrived. No money moved.', 'Try again, or allow more slippage.'),
  insufficientLamports: refusal(400, FINAL, 'Insufficient Balance', 'The wallet has less SOL than this costs.', 'Enter a smaller amount or add SOL.'),
  insufficientBaseUnits: refusal(400, FINAL, 'Insufficient Balance', 'The wallet has fewer coins than that.', 'Enter a smaller amount.'),
  nothingToClaim: refusal(409, FINAL, 'Nothing to claim', 'There are no fees to claim yet.', 'Fees gather with every sell.'),
  overflow: refusal(400, FINAL, 'Amount too large', 'The amount is larger than any wallet can hold.', 'Enter a smaller amount.'),
  invariantBroken: refusal(500, FINAL, 'Books do not add up', 'The program stopped because its books would not add up. No money moved.', 'Please report this transaction.'),
  nftIndexOutOfRange: refusal(400, RETRYABLE, 'No such NFT', 'The collection has 1,000 NFTs, and one so far beyond those minted can’t be minted yet.', 'Try again: the next free number is taken.'),
  nftTaken: refusal(409, RETRYABLE, 'NFT taken', 'Somebody else minted this number a moment before you.', 'Try again: you get the next free number.'),
  nftNotInEscrow: refusal(409, FINAL, 'NFT not available', 'The escrow does not hold this NFT; somebody has captured it.', 'Choose another one.'),
  nftNotHeld: refusal(409, FINAL, 'NFT not yours', 'The wallet does not hold this NFT.', 'Choose one that it holds.'),
  reserveExceeded: refusal(400, FINAL, 'More than there is', 'The market does not hold so many coins.', 'Enter a smaller amount.'),
  needsMigration: refusal(409, RETRYABLE, 'Not brought up to date', 'This account was made by an earlier version of the program and must be brought up to date first. No money moved.', 'Try again: the transaction is prepared with that step in front.'),
  notPaused: refusal(409, FINAL, 'Not paused', 'Launches and buys are open: there is no pause to be ended.', 'Nothing to do.'),
  termsChanged: refusal(409, RETRYABLE, 'Terms changed', 'The terms of launches changed after this one was prepared. Nothing was launched.', 'Look at the new terms and start the launch again.'),
  openingOutOfRange: refusal(400, FINAL, 'Opening out of range', 'The opening reserve goes from 1 to 100 SOL, and to a quarter of the graduation market cap.', 'Choose a value in this range.'),
  guardOutOfRange: refusal(400, FINAL, 'Guard out of range', 'The launch guard takes at most 50 % and lasts from 1 to 600 seconds; without one both are 0.', 'Choose values in this range, or no guard.'),
  pauseTooSoon: refusal(409, FINAL, 'Not so soon', 'A pause lasts 72 hours, and no new one can begin for 72 hours after it.', 'Wait until that time has passed.'),
  notPauseKey: refusal(403, FINAL, 'Not the pause key', 'Only the pause key may pause; it or the admin may end a pause.', 'Use that key.'),
  notOffered: refusal(403, FINAL, 'Nothing offered', 'This right was not offered to this wallet, or the offer was withdrawn.', 'Ask for a new offer, or connect the wallet that it was made to.'),
  feesShared: refusal(409, FINAL, 'Fees are shared', 'The creator’s fees of this coin are shared, so each receiver claims their own share.', 'Claim your share instead.'),
  feeSharesOutOfRange: refusal(400, FINAL, 'Shares out of range', 'There are one to four receivers, each named once and not empty, and their shares add up to 100 %.', 'Change the shares.'),
  notFeeShares: refusal(403, FINAL, 'Not yours to claim', 'This wallet neither decides about the shares of these fees nor receives one.', 'Connect the wallet that does.'),
  listingExpired: refusal(409, FINAL, 'Listing expired', 'This NFT’s listing has expired, so nobody can buy it.', 'Make an offer, or choose another NFT.'),
  offerExpired: refusal(409, FINAL, 'Offer expired', 'This offer has expired, so nobody can accept it.', 'Choose another offer, or list the NFT.'),
  expiryOutOfRange: refusal(400, FINAL, 'Expiry out of range', 'A listing or an offer ends later than now, in 366 days at most.', 'Choose a time in this range.'),
  notSeller: refusal(403, FINAL, 'Not your listing', 'Only the wallet that listed this NFT may change the listing or take the NFT back.', 'Connect the wallet that listed it.'),
  notBidder: refusal(403, FINAL, 'Not your offer', 'Only the wallet that made this offer may take it back.', 'Connect the wallet that made it.'),
  priceTooHigh: refusal(409, RETRYABLE, 'Price rose', 'The NFT costs more by now than you allowed. No money moved.', 'Look at the new price and try again.'),
  offerTooLow: refusal(409, RETRYABLE, 'Offer brings less', 'The offer brings you less by now than you asked for. No money moved.', 'Look at what it brings and try again.'),
  nftNotInOffer: refusal(409, FINAL, 'Offer is for other NFTs', 'This offer is not for this NFT.', 'Choose an offer that is.'),
  offerEmpty: refusal(400, FINAL, 'Offer for nothing', 'An offer is for one NFT at least.', 'Choose the NFTs that it is for.'),
  offerExists: refusal(409, RETRYABLE, 'Offer is there already', 'This wallet has an open offer of the same number.', 'Try again: the offer gets another number.'),
  notListed: refusal(409, FINAL, 'Not for sale', 'This NFT is not for sale: somebody has bought it, or its owner has taken it back. No money moved.', 'Look at its page: there stands who has it now, and what was paid.'),
  offerClosed: refusal(409, FINAL, 'Offer is gone', 'This offer is not there any more: somebody has accepted it, or its bidder has taken it back. No money moved.', 'Choose another offer, or list the NFT.'),
}

// biome-ignore format: one row each
const SERVER_REFUSALS = {
  amountUnclear: refusal(400, FINAL, 'Invalid Amount', 'The amount has more decimals than there are, or could mean two amounts.', 'Write it without marks for thousands, with at most 9 decimals of SOL or 6 of a coin.'),
  badRequest: refusal(400, FINAL, 'Bad request', 'The request is not what this call takes.', 'See the API documentation.'),
  notFound: refusal(404, FINAL, 'Not found', 'There is nothing at this address.', 'Check the address.'),
  notAcceptable: refusal(406, FINAL, 'Not in this format', 'This is not given in the format that was asked for.', 'Ask for the file itself, for a raw block, or for a CAR of version 1.'),
  notContentAddressed: refusal(404, FINAL, 'No content address', 'This coin was launched before pictures and texts had content addresses.', 'Its metadata is at the address that the chain names.'),
  contentLost: refusal(404, FINAL, 'Not kept here', 'This server has lost what this coin was launched with.', 'Ask another gateway for the address; whoever runs this server can restore it from there.'),
  contentDamaged: refusal(500, FINAL, 'Damaged here', 'What this server keeps at this address is not what the address names.', 'Ask another gateway for the address; whoever runs this server can restore it from there.'),
  ownListing: refusal(409, FINAL, 'Your own listing', 'This wallet itself has listed the NFT.', 'Take it back instead.'),
  ownOffer: refusal(409, FINAL, 'Your own offer', 'This wallet itself has made the offer.', 'Cancel it instead.'),
  collectionNotFound: refusal(404, FINAL, 'Collection not found', 'Collection not found', 'Check the address, or look for the coin on the home page.'),
  launchNotFound: refusal(404, FINAL, 'Launch not found', 'There is no such launch, or it was prepared too long ago.', 'Start the launch again.'),
  tooLarge: refusal(413, FINAL, 'Too large', 'The request is too large.', 'Send less.'),
  imageTooLarge: refusal(413, FINAL, 'Picture too large', 'The picture is larger than 10 MB.', 'Choose a picture of 10 MB at most.'),
  imageUnsupported: refusal(415, FINAL, 'Picture not supported', 'The file is not a PNG, JPEG, WebP, GIF or AVIF picture.', 'Choose a picture of one of these kinds.'),
  imageBroken: refusal(422, FINAL, 'Picture not readable', 'The picture is damaged.', 'Choose another picture.'),
  imageTooManyPixels: refusal(422, FINAL, 'Picture too large', 'The picture has more than 12.5 megapixels.', 'Choose a picture of 12.5 megapixels at most, 4,096 by 3,072 for example.'),
  picturesBusy: refusal(503, RETRYABLE, 'Busy', 'Too many pictures are being taken in at the moment, and this one was not.', 'Try again in a moment.'),
  dayLimit: refusal(429, FINAL, 'Daily limit reached', 'The daily write limit is reached.', 'Try again after midnight UTC.'),
  noRoom: refusal(503, RETRYABLE, 'No room', 'The server has no room for more pictures at the moment. Nothing was changed.', 'Try again later.'),
  imageAnimationTooLong: refusal(422, FINAL, 'Animation too long', 'The animation has more than 120 frames, or more than 60 megapixels in all of them together.', 'Shorten it, make it smaller, or choose a still picture.'),
  contentUnavailable: refusal(503, RETRYABLE, 'Pictures unavailable', 'The store that keeps the pictures does not answer at the moment. Nothing was changed.', 'Try again in a moment.'),
  imageMissing: refusal(400, FINAL, 'Picture missing', 'A launch needs a picture.', 'Choose a PNG, JPEG, WebP, GIF or AVIF up to 10 MB.'),
  followingFull: refusal(409, FINAL, 'Following full', 'You follow 200 wallets, and more are not kept. Nothing was changed.', 'Unfollow one first.'),
  rateLimited: refusal(429, RETRYABLE, 'Too many requests', 'Too many requests came from your address.', 'Wait a little and try again.'),
  invalidAddress: refusal(400, FINAL, 'Not an address', 'That is not a Solana address.', 'Copy the address again.'),
  invalidTransaction: refusal(400, FINAL, 'Not a transaction', 'The bytes are not one whole Solana transaction.', 'Sign the transaction that was prepared and send it unchanged.'),
  wrongTransaction: refusal(400, FINAL, 'Wrong transaction', 'This call does not send such a transaction.', 'Sign the transaction that was prepared and send it unchanged.'),
  signatureInvalid: refusal(400, FINAL, 'Signature invalid', 'A signature is missing or does not fit the transaction.', 'Sign again in your wallet.'),
  transactionExpired: refusal(409, RETRYABLE, 'Transaction expired', 'The transaction waited too long to be signed. No money moved.', 'Try again and sign within a minute.'),
  transactionUnconfirmed: refusal(504, RETRYABLE, 'Not confirmed yet', 'The network has not confirmed the transaction in time. It may still go through.', 'Look at your balance before you try again.'),
  transactionUnknown: refusal(404, FINAL, 'Unknown transaction', 'The chain does not know this transaction.', 'Send it first. Nothing was charged for it.'),
  tooManySteps: refusal(409, RETRYABLE, 'No longer fits', 'Somebody sent SOL to an address that this makes an account at, and with it the transaction takes more steps than the network allows.', 'Try again: it is prepared in more transactions.'),
  transactionFailed: refusal(400, FINAL, 'Transaction failed', 'The network refused the transaction. Only the network fee was charged.', 'Try again.'),
  invalidSlippage: refusal(400, FINAL, 'Invalid slippage', 'Slippage goes from 0.1 % to 50 %.', 'Enter a value in this range.'),
  tooManyNfts: refusal(400, FINAL, 'Too many at once', 'More NFTs than one request takes.', 'Swap them in several rounds.'),
  nftNotFound: refusal(404, FINAL, 'NFT not found', 'There is no such NFT in this collection.', 'Check the number or the address.'),
  insufficientRent: refusal(400, FINAL, 'Insufficient Balance', 'The wallet would be left with less SOL than the network lets an account hold.', 'Leave at least 0.0009 SOL in the wallet, or use all of it.'),
  sendToSelf: refusal(400, FINAL, 'Your own address', 'That is the wallet that sends.', 'Enter the address of another wallet.'),
  recipientNotWallet: refusal(400, FINAL, 'Not a wallet', 'That address is not a wallet’s: it belongs to a program, a coin or a coin account, and what is sent there may be lost.', 'Ask for the address of the wallet itself.'),
  recipientNeedsMemo: refusal(409, FINAL, 'Only with a memo', 'The receiver’s account takes only what comes with a memo, which this page does not write.', 'Ask for an address without that rule, or send it from your wallet.'),
  ownAccountNeedsMemo: refusal(409, FINAL, 'Only with a memo', 'Your wallet’s account for this takes nothing in without a memo, and what comes from the program has none.', 'Turn that rule of the account off (spl-token disable-required-transfer-memos), or use another wallet.'),
  faucetUsed: refusal(409, FINAL, 'Already received', 'This wallet has already received its play money: each wallet gets it once.', 'Sell coins for more SOL, or connect another wallet.'),
  demoOnly: refusal(403, FINAL, 'Demo only', 'That exists in Demo Mode only.', 'On a real network, bring your own SOL.'),
  chainUnavailable: refusal(503, RETRYABLE, 'Network not reachable', 'The Solana network did not answer.', 'Try again in a moment.'),
  indexBehind: refusal(503, RETRYABLE, 'Catching up', 'The index is catching up with the network.', 'Try again in a moment.'),
  contentUnlike: refusal(500, FINAL, 'Metadata missing', 'The coin trades, but the picture or the texts that this server keeps are not those that the chain names.', 'Tell whoever runs this site.'),
  notReady: refusal(503, RETRYABLE, 'Not ready', 'The server is not ready.', 'Try again in a moment.'),
  notSignedIn: refusal(401, FINAL, 'Not signed in', 'This needs a signed-in wallet.', 'Sign in with your wallet and try again.'),
  notAllowed: refusal(403, FINAL, 'Not allowed', 'The signed-in wallet may not do this.', 'Sign in with the wallet that it belongs to.'),
  signInRefused: refusal(401, RETRYABLE, 'Sign-in refused', 'The signature is not one that signs in here.', 'Sign in again.'),
  wrongOrigin: refusal(403, FINAL, 'Wrong origin', 'The request came from another site.', 'Open the site itself. Programs that sign in must send its address as Origin.'),
  messageBlank: refusal(400, FINAL, 'Nothing to send', 'There is no text in it.', 'Write something first.'),
  messageTooLong: refusal(400, FINAL, 'Too long', 'A message has at most 500 characters.', 'Shorten it and send it again.'),
  messageRepeated: refusal(409, RETRYABLE, 'Already said', 'You have written the same within the last minute.', 'Write something else, or wait a minute.'),
  tooManyMessages: refusal(429, RETRYABLE, 'Slow down', 'You have written 10 messages in the last minute.', 'Wait a moment, then send it again.'),
  messageNotFound: refusal(404, FINAL, 'Not found', 'This message is not there any more.', 'Reload the page.'),
  messageReported: refusal(409, FINAL, 'Reported', 'This comment was reported. Its text can’t be changed until a moderator has decided.', 'Pin it as it is, or write a new one.'),
  notYourMessage: refusal(403, FINAL, 'Not yours', 'Only its author can delete or pin a message.', 'Sign in with the wallet that wrote it.'),
  replyToReply: refusal(400, FINAL, 'Not answered', 'Answers themselves are not answered.', 'Answer the comment above it.'),
  tooManyReports: refusal(429, RETRYABLE, 'Slow down', 'You have reported 30 messages in the last hour.', 'Go on a little later.'),
  invalidXUsername: refusal(400, FINAL, 'Not a username', 'Usernames of X have letters, digits and underscores, 100 at most.', 'Check the username.'),
  tooManyAlerts: refusal(409, FINAL, 'Too many alerts', 'A wallet has at most 50 alerts.', 'Delete one of them first.'),
  alertReached: refusal(409, FINAL, 'Reached already', 'The coin is there already.', 'Choose a figure that it has not reached.'),
  unknownPushService: refusal(400, FINAL, 'Push service not known', 'This browser’s notifications come from a service that this site does not know.', 'Alerts still show on the page and in the list.'),
  notOpen: refusal(503, RETRYABLE, 'Not open yet', 'Twinmint is not open yet.', 'Join the waitlist on the home page.'),
  profileNotFound: refusal(404, FINAL, 'No profile', 'This wallet has no profile yet.', 'Its owner makes one by choosing a username.'),
  usernameInvalid: refusal(400, FINAL, 'Username not allowed', 'This username cannot be taken.', 'Choose another one.'),
  usernameTaken: refusal(409, FINAL, 'Username taken', 'This username is taken, or looks like one that is.', 'Choose another one.'),
  internal: refusal(500, RETRYABLE, 'Something went wrong', 'Something went wrong on our side.', 'Try again; if it stays, report the request id.'),
}

export const errorRecord: Readonly<
  Record<keyof typeof PROGRAM_REFUSALS | keyof typeof SERVER_REFUSALS, ErrorEntry>
> = { ...PROGRAM_REFUSALS, ...SERVER_REFUSALS }

export type ErrorCode = keyof typeof errorRecord

/** The program's custom error codes, from 6000 on, in order (docs/program.md, Refusals). */
export const PROGRAM_ERROR_CODES = Object.keys(PROGRAM_REFUSALS) as readonly (keyof typeof PROGRAM_REFUSALS)[]

/** The name of a program error ("custom program error: 0x1783" is 6019, slippageExceeded), if it is one of ours. */
export function programErrorName(code: number): ErrorCode | undefined {
  return PROGRAM_ERROR_CODES[code - 6000]
}

/** Their sentences say themselves that no money moved. */
export const SAYS_NOTHING_MOVED: ReadonlySet<string> = new Set<ErrorCode>([
  'slippageExceeded',
  'needsMigration',
  'invariantBroken',
  'priceTooHigh',
  'offerTooLow',
  'notListed',
  'offerClosed',
  'transactionExpired',
])

/** A refusal on its way to whoever asked. `detail` replaces the record's sentence where a figure says it better. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  /** The transaction is on the chain and has failed there, which costs the network's fee. */
  readonly feeCharged: boolean
  /** Signature (base58) of the transaction, if it was sent. */
  readonly signature: string | undefined
  constructor(
    code: ErrorCode,
    detail?: string,
    options?: ErrorOptions & { readonly feeCharged?: boolean; readonly signature?: string },
  ) {
    super(detail ?? errorRecord[code].sentence, options)
    this.code = code
    this.feeCharged = options?.feeCharged ?? false
    this.signature = options?.signature
  }
}
