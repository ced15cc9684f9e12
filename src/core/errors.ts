// Every refusal of the product, once: its HTTP status, whether trying again can help, what happened and what to do.
// The code type derives from this record, so a code without a sentence does not compile. Codes are never reused.
// Codes in `PROGRAM_ERROR_CODES` are the on-chain program's, in the order of docs/program.md from 6000 on.

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

const entry = (
  status: number,
  retryable: boolean,
  title: string,
  sentence: string,
  remedy: string,
): ErrorEntry => ({
  status,
  retryable,
  title,
  sentence,
  remedy,
})

const internalRemedy =
  'Reload the page and try again; if it stays, the wallet or the page sends something this program does not know.'

export const errorRecord = {
  // Of the program, 6000 and on.
  unknownInstruction: entry(
    400,
    false,
    'Unknown instruction',
    'The program does not know this instruction.',
    internalRemedy,
  ),
  malformedInstruction: entry(
    400,
    false,
    'Malformed instruction',
    'The instruction has too few or too many bytes.',
    internalRemedy,
  ),
  wrongAccountCount: entry(
    400,
    false,
    'Wrong accounts',
    'The instruction names too few or too many accounts.',
    internalRemedy,
  ),
  missingSignature: entry(
    400,
    false,
    'Signature missing',
    'The wallet that pays has not signed.',
    'Sign with the wallet that you trade with.',
  ),
  wrongAddress: entry(
    400,
    false,
    'Wrong account',
    'The transaction names an account that does not belong to this coin.',
    internalRemedy,
  ),
  wrongAccountOwner: entry(
    400,
    false,
    'Wrong account',
    'The transaction names an account of another program.',
    internalRemedy,
  ),
  wrongAccountKind: entry(
    400,
    false,
    'Wrong account',
    'The transaction names an account of the wrong kind.',
    internalRemedy,
  ),
  wrongTokenAccount: entry(
    400,
    false,
    'Wrong coin account',
    'The coin account is not yours or is of another coin.',
    'Trade with the wallet that owns the coins.',
  ),
  notUpgradeAuthority: entry(
    403,
    false,
    'Not allowed',
    'Only the authority that deployed the program may set it up.',
    'Use the key that deployed the program.',
  ),
  notAdmin: entry(
    403,
    false,
    'Not allowed',
    'Only the admin may change the configuration.',
    'Use the admin key.',
  ),
  notCreator: entry(
    403,
    false,
    'Not allowed',
    'Only the creator of this coin may do that.',
    'Connect the wallet that launched the coin.',
  ),
  alreadyInitialized: entry(409, false, 'Already set up', 'The program is already set up.', 'Nothing to do.'),
  alreadyLaunched: entry(
    409,
    false,
    'Already launched',
    'A coin lives at this address already.',
    'Start the launch again: it finds a new address.',
  ),
  configOutOfRange: entry(
    400,
    false,
    'Out of range',
    'A value of the configuration is out of its range.',
    'See docs/program.md for the ranges.',
  ),
  paused: entry(
    409,
    true,
    'Paused',
    'Launches and buys are paused. Selling and swapping go on.',
    'Try again later.',
  ),
  mintNotJpg: entry(
    400,
    false,
    'Wrong address',
    'The coin’s address does not end in jpg.',
    'Start the launch again.',
  ),
  invalidText: entry(
    400,
    false,
    'Text not allowed',
    'A name, symbol or address is empty, too long or has control characters.',
    'Shorten or retype it.',
  ),
  amountZero: entry(400, false, 'Invalid Amount', 'The amount is zero.', 'Enter an amount greater than 0.'),
  amountUnclear: entry(
    400,
    false,
    'Invalid Amount',
    'The amount has more decimals than there are, or could mean two amounts.',
    'Write it without marks for thousands, with at most 9 decimals of SOL or 6 of a coin.',
  ),
  amountTooSmall: entry(
    400,
    false,
    'Amount too small',
    'So little goes in that nothing would come out.',
    'Enter a larger amount.',
  ),
  slippageExceeded: entry(
    409,
    true,
    'Price moved',
    'The price moved beyond your slippage before the trade arrived. No money moved.',
    'Try again, or allow more slippage.',
  ),
  insufficientLamports: entry(
    400,
    false,
    'Insufficient Balance',
    'The wallet has less SOL than this costs.',
    'Enter a smaller amount or add SOL.',
  ),
  insufficientBaseUnits: entry(
    400,
    false,
    'Insufficient Balance',
    'The wallet has fewer coins than that.',
    'Enter a smaller amount.',
  ),
  nothingToClaim: entry(
    409,
    false,
    'Nothing to claim',
    'There are no fees to claim yet.',
    'Fees gather with every sell.',
  ),
  overflow: entry(
    400,
    false,
    'Amount too large',
    'The amount is larger than any wallet can hold.',
    'Enter a smaller amount.',
  ),
  invariantBroken: entry(
    500,
    false,
    'Books do not add up',
    'The program stopped because its books would not add up. No money moved.',
    'Please report this transaction.',
  ),
  nftIndexOutOfRange: entry(
    400,
    true,
    'No such NFT',
    'The collection has 1,000 NFTs, and one so far beyond those minted can’t be minted yet.',
    'Try again: the next free number is taken.',
  ),
  nftTaken: entry(
    409,
    true,
    'NFT taken',
    'Somebody else minted this number a moment before you.',
    'Try again: you get the next free number.',
  ),
  nftNotInEscrow: entry(
    409,
    false,
    'NFT not available',
    'The escrow does not hold this NFT; somebody has captured it.',
    'Choose another one.',
  ),
  nftNotHeld: entry(
    409,
    false,
    'NFT not yours',
    'The wallet does not hold this NFT.',
    'Choose one that it holds.',
  ),
  reserveExceeded: entry(
    400,
    false,
    'More than there is',
    'The market does not hold so many coins.',
    'Enter a smaller amount.',
  ),
  // Of the server.
  badRequest: entry(
    400,
    false,
    'Bad request',
    'The request is not what this call takes.',
    'See the API documentation.',
  ),
  notFound: entry(404, false, 'Not found', 'There is nothing at this address.', 'Check the address.'),
  collectionNotFound: entry(
    404,
    false,
    'Collection not found',
    'Collection not found',
    'Check the address, or look for the coin on the home page.',
  ),
  launchNotFound: entry(
    404,
    false,
    'Launch not found',
    'There is no such launch, or it was prepared too long ago.',
    'Start the launch again.',
  ),
  tooLarge: entry(413, false, 'Too large', 'The request is too large.', 'Send less.'),
  imageTooLarge: entry(
    413,
    false,
    'Picture too large',
    'The picture is larger than 10 MB.',
    'Choose a picture of 10 MB at most.',
  ),
  imageUnsupported: entry(
    415,
    false,
    'Picture not supported',
    'The file is not a PNG, JPEG, WebP, GIF or AVIF picture.',
    'Choose a picture of one of these kinds.',
  ),
  imageBroken: entry(
    422,
    false,
    'Picture not readable',
    'The picture is damaged.',
    'Choose another picture.',
  ),
  imageTooManyPixels: entry(
    422,
    false,
    'Picture too large',
    'The picture has more than 12.5 megapixels.',
    'Choose a picture of 12.5 megapixels at most, 4,096 by 3,072 for example.',
  ),
  picturesBusy: entry(
    503,
    true,
    'Busy',
    'Too many pictures are being taken in at the moment, and this one was not.',
    'Try again in a moment.',
  ),
  noRoom: entry(
    503,
    true,
    'No room',
    'The server has no room for more pictures at the moment. Nothing was changed.',
    'Try again later.',
  ),
  imageMissing: entry(
    400,
    false,
    'Picture missing',
    'A launch needs a picture.',
    'Choose a PNG, JPEG, WebP, GIF or AVIF up to 10 MB.',
  ),
  rateLimited: entry(
    429,
    true,
    'Too many requests',
    'Too many requests came from your address.',
    'Wait a little and try again.',
  ),
  invalidAddress: entry(
    400,
    false,
    'Not an address',
    'That is not a Solana address.',
    'Copy the address again.',
  ),
  invalidTransaction: entry(
    400,
    false,
    'Not a transaction',
    'The bytes are not one whole Solana transaction.',
    'Sign the transaction that was prepared and send it unchanged.',
  ),
  wrongTransaction: entry(
    400,
    false,
    'Wrong transaction',
    'This call does not send such a transaction.',
    'Sign the transaction that was prepared and send it unchanged.',
  ),
  signatureInvalid: entry(
    400,
    false,
    'Signature invalid',
    'A signature is missing or does not fit the transaction.',
    'Sign again in your wallet.',
  ),
  transactionExpired: entry(
    409,
    true,
    'Transaction expired',
    'The transaction waited too long to be signed. No money moved.',
    'Try again and sign within a minute.',
  ),
  transactionUnconfirmed: entry(
    504,
    true,
    'Not confirmed yet',
    'The network has not confirmed the transaction in time. It may still go through.',
    'Look at your balance before you try again.',
  ),
  transactionUnknown: entry(
    404,
    false,
    'Unknown transaction',
    'The chain does not know this transaction.',
    'Send it first. Nothing was charged for it.',
  ),
  transactionFailed: entry(
    400,
    false,
    'Transaction failed',
    'The network refused the transaction. Only the network fee was charged.',
    'Try again.',
  ),
  invalidSlippage: entry(
    400,
    false,
    'Invalid slippage',
    'Slippage goes from 0.1 % to 50 %.',
    'Enter a value in this range.',
  ),
  tooManyNfts: entry(
    400,
    false,
    'Too many at once',
    'More NFTs than one request takes.',
    'Swap them in several rounds.',
  ),
  nftNotFound: entry(
    404,
    false,
    'NFT not found',
    'There is no such NFT in this collection.',
    'Check the number or the address.',
  ),
  insufficientRent: entry(
    400,
    false,
    'Insufficient Balance',
    'The wallet would be left with less SOL than the network lets an account hold.',
    'Leave at least 0.0009 SOL in the wallet, or use all of it.',
  ),
  faucetUsed: entry(
    409,
    false,
    'Already received',
    'This wallet has already been used on this network, so it gets no starting SOL.',
    'Use what it has, or connect a new wallet.',
  ),
  demoOnly: entry(
    403,
    false,
    'Demo only',
    'That exists in Demo Mode only.',
    'On a real network, bring your own SOL.',
  ),
  chainUnavailable: entry(
    503,
    true,
    'Network not reachable',
    'The Solana network did not answer.',
    'Try again in a moment.',
  ),
  indexBehind: entry(
    503,
    true,
    'Catching up',
    'The index is catching up with the network.',
    'Try again in a moment.',
  ),
  notReady: entry(503, true, 'Not ready', 'The server is not ready.', 'Try again in a moment.'),
  notSignedIn: entry(
    401,
    false,
    'Not signed in',
    'This needs a signed-in wallet.',
    'Sign in with your wallet and try again.',
  ),
  notAllowed: entry(
    403,
    false,
    'Not allowed',
    'The signed-in wallet may not do this.',
    'Sign in with the wallet that it belongs to.',
  ),
  signInRefused: entry(
    401,
    true,
    'Sign-in refused',
    'The signature is not one that signs in here.',
    'Sign in again.',
  ),
  wrongOrigin: entry(
    403,
    false,
    'Wrong origin',
    'The request came from another site.',
    'Open the site itself. Programs that sign in must send its address as Origin.',
  ),
  messageBlank: entry(400, false, 'Nothing to send', 'There is no text in it.', 'Write something first.'),
  messageTooLong: entry(
    400,
    false,
    'Too long',
    'A message has at most 500 characters.',
    'Shorten it and send it again.',
  ),
  messageRepeated: entry(
    409,
    true,
    'Already said',
    'You have written the same within the last minute.',
    'Write something else, or wait a minute.',
  ),
  tooManyMessages: entry(
    429,
    true,
    'Slow down',
    'You have written 10 messages in the last minute.',
    'Wait a moment, then send it again.',
  ),
  messageNotFound: entry(404, false, 'Not found', 'This message is not there any more.', 'Reload the page.'),
  notYourMessage: entry(
    403,
    false,
    'Not yours',
    'Only its author can delete a message.',
    'Sign in with the wallet that wrote it.',
  ),
  replyToReply: entry(
    400,
    false,
    'Not answered',
    'Answers themselves are not answered.',
    'Answer the comment above it.',
  ),
  tooManyReports: entry(
    429,
    true,
    'Slow down',
    'You have reported 30 messages in the last hour.',
    'Go on a little later.',
  ),
  invalidXUsername: entry(
    400,
    false,
    'Not a username',
    'Usernames of X have letters, digits and underscores, 100 at most.',
    'Check the username.',
  ),
  notOpen: entry(
    503,
    true,
    'Not open yet',
    'Twinmint is not open yet.',
    'Join the waitlist on the home page.',
  ),
  profileNotFound: entry(
    404,
    false,
    'No profile',
    'This wallet has no profile yet.',
    'Its owner makes one by choosing a username.',
  ),
  usernameInvalid: entry(
    400,
    false,
    'Username not allowed',
    'This username cannot be taken.',
    'Choose another one.',
  ),
  usernameTaken: entry(
    409,
    false,
    'Username taken',
    'This username is taken, or looks like one that is.',
    'Choose another one.',
  ),
  internal: entry(
    500,
    true,
    'Something went wrong',
    'Something went wrong on our side.',
    'Try again; if it stays, report the request id.',
  ),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorRecord

/** The program's custom error codes, from 6000 on, in order (docs/program.md, Refusals). */
export const PROGRAM_ERROR_CODES = [
  'unknownInstruction',
  'malformedInstruction',
  'wrongAccountCount',
  'missingSignature',
  'wrongAddress',
  'wrongAccountOwner',
  'wrongAccountKind',
  'wrongTokenAccount',
  'notUpgradeAuthority',
  'notAdmin',
  'notCreator',
  'alreadyInitialized',
  'alreadyLaunched',
  'configOutOfRange',
  'paused',
  'mintNotJpg',
  'invalidText',
  'amountZero',
  'amountTooSmall',
  'slippageExceeded',
  'insufficientLamports',
  'insufficientBaseUnits',
  'nothingToClaim',
  'overflow',
  'invariantBroken',
  'nftIndexOutOfRange',
  'nftTaken',
  'nftNotInEscrow',
  'nftNotHeld',
  'reserveExceeded',
] as const satisfies readonly ErrorCode[]

/** The name of a program error ("custom program error: 0x1783" is 6019, slippageExceeded), if it is one of ours. */
export function programErrorName(code: number): ErrorCode | undefined {
  return PROGRAM_ERROR_CODES[code - 6000]
}

/** Their sentences say themselves that no money moved. */
export const SAYS_NOTHING_MOVED: ReadonlySet<string> = new Set<ErrorCode>([
  'slippageExceeded',
  'invariantBroken',
  'transactionExpired',
])

/** A refusal on its way to whoever asked. `detail` replaces the record's sentence where a figure says it better. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  /** The transaction is on the chain and has failed there, which costs the network's fee. */
  readonly feeCharged: boolean
  constructor(code: ErrorCode, detail?: string, options?: ErrorOptions & { readonly feeCharged?: boolean }) {
    super(detail ?? errorRecord[code].sentence, options)
    this.code = code
    this.feeCharged = options?.feeCharged ?? false
  }
}
