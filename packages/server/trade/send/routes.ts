// Sending coins or an NFT to another wallet: prepare a transaction, and take it back signed. No instruction of our program
// is in it, so what may be sent here is checked against the index: a coin of ours, or an NFT of its collection, from the
// signer's own account to another wallet's.

import { type Address, isOffCurveAddress } from '@solana/kit'
import { accountRent, decideSend, type Recipient, standingOf } from '@twinmint/sdk/actions/send/rules'
import { deriveSend, sendInstructions } from '@twinmint/sdk/actions/send/transaction'
import {
  executeSendSchema,
  preparedSendSchema,
  recipientQuerySchema,
  recipientSchema,
  sendRequestSchema,
} from '@twinmint/sdk/api/send/contract'
import { executedSchema } from '@twinmint/sdk/api/wallet/contract'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { Refusal } from '@twinmint/sdk/core/errors'
import { COIN_DECIMALS, lamports, parseCoinText } from '@twinmint/sdk/core/money'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import { sentIn } from '@twinmint/sdk/program/allowed'
import { ProgramDataError } from '@twinmint/sdk/program/bytes'
import { decodeTokenAccount, REQUIRED_MEMO } from '@twinmint/sdk/program/mint'
import { holdingIn } from '@twinmint/sdk/program/token-2022'
import { decodeSigned } from '../../chain/chain.ts'
import type { SignedTransaction } from '../../chain/submit.ts'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { parseAddress, transactionBytes } from '../../http/http.ts'
import type { LiveHub } from '../../http/live/hub.ts'
import { findEditions } from '../../index/nft-store.ts'
import type { Owners } from '../../index/owners.ts'
import {
  PREPARE_REFUSES,
  prepareWith,
  SEND_REFUSES,
  SIGNING_LIMIT,
  type SigningDeps,
  wentThrough,
} from '../../signing/submit.ts'
import { noteRecipient } from './recipients.ts'

export interface SendDeps extends Pick<SigningDeps, 'chain' | 'collections'> {
  readonly db: Database
  readonly owners: Pick<Owners, 'sent'>
  readonly live: Pick<LiveHub, 'publish'>
}

const RECIPIENT_REFUSES = ['recipientNotWallet', 'recipientNeedsMemo'] as const

export function sendRoutes(app: App, deps: SendDeps): void {
  recipientRoute(app, deps)
  prepareRoute(app, deps)
  executeRoute(app, deps)
}

function recipientRoute(app: App, deps: SendDeps): void {
  app.get(
    '/api/send/recipient',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary:
          'Whether an address is a wallet that a coin or an NFT can be sent to, and what its account costs',
        querystring: recipientQuerySchema,
        response: { 200: recipientSchema },
        refuses: [...PREPARE_REFUSES, ...RECIPIENT_REFUSES],
      },
    },
    async ({ query: { collectionId, tokenId, recipientAddress } }) => {
      const address = parseAddress(recipientAddress)
      const { recipient } = await load(deps, { collectionId, tokenId, sender: address, recipient: address })
      const { standing, createsAccount, rentLamports, needsMemo } = recipient
      if (standing === 'notWallet') throw new Refusal('recipientNotWallet')
      if (needsMemo) throw new Refusal('recipientNeedsMemo')
      return { standing, createsAccount, rentLamports: rentLamports.toString() }
    },
  )
}

function prepareRoute(app: App, deps: SendDeps): void {
  app.post(
    '/api/send/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary: 'Prepare sending coins or one NFT to another wallet',
        description:
          'Either `amount` or `tokenId`. Where the receiver has no account for it yet, the transaction makes one, and the sender pays its rent.',
        body: sendRequestSchema,
        response: { 200: preparedSendSchema },
        refuses: [
          ...PREPARE_REFUSES,
          ...RECIPIENT_REFUSES,
          'sendToSelf',
          'amountZero',
          'amountUnclear',
          'insufficientBaseUnits',
          'nftNotHeld',
          'insufficientLamports',
          'insufficientRent',
        ],
      },
    },
    async ({ body }) => {
      const { collectionId, amount, tokenId: edition } = body
      if ((amount === undefined) === (edition === undefined))
        throw new Refusal('badRequest', 'Send either an amount of coins or one NFT.')
      const sender = parseAddress(body.senderAddress)
      const { recipient, holdings, addresses } = await load(deps, {
        collectionId,
        tokenId: edition,
        sender,
        recipient: parseAddress(body.recipientAddress),
      })
      const decision = decideSend({
        senderAddress: sender,
        recipient,
        wanted: edition === undefined ? { amount: parseCoinText(amount ?? '') } : { edition },
        holdings,
        priorityFeeLamports: BigInt(body.priorityFeeLamports),
      })
      if (decision.kind === 'refused') throw new Refusal(decision.code, decision.detail)
      const { units, createsAccount, rentLamports, networkFeeLamports, priorityFeeLamports } = decision.quote
      const instructions = await sendInstructions({
        addresses,
        sender,
        recipient: recipient.address,
        units,
        createsAccount,
      })
      return {
        ...(await prepareWith(deps.chain, sender, instructions, {
          message: 'Transfer prepared. Sign it in your wallet.',
          priorityFeeLamports,
        })),
        units: units.toString(),
        createsAccount,
        rentLamports: rentLamports.toString(),
        networkFeeLamports: networkFeeLamports.toString(),
      }
    },
  )
}

function executeRoute(app: App, deps: SendDeps): void {
  const { chain, collections } = deps
  app.post(
    '/api/send/execute',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary: 'Send a signed transfer; answers when the index knows the new owner',
        body: executeSendSchema,
        response: { 200: executedSchema },
        refuses: [...SEND_REFUSES, 'collectionNotFound', 'recipientNotWallet'],
      },
    },
    async ({ body: { collectionId, signedTransaction }, writer }) => {
      const coin = await collections.mintOf(collectionId)
      const signed = decodeSigned(transactionBytes(signedTransaction))
      const sent = await readSent(deps, coin, signed)
      const { signature } = await chain.submit(signed, writer)
      const collection = await wentThrough(
        signature,
        tell(deps, coin.id, sent).then(() => collections.load(coin.id)),
      )
      return { success: true as const, signature, collection }
    },
  )
}

/** What decides a send, as the chain has it at this moment. */
async function load(
  { chain, collections }: SendDeps,
  asked: {
    readonly collectionId: string
    readonly tokenId: number | undefined
    readonly sender: Address
    readonly recipient: Address
  },
) {
  const { mintAddress } = await collections.mintOf(asked.collectionId)
  const addresses = await deriveSend({
    ...asked,
    edition: asked.tokenId,
    programAddress: chain.programAddress,
    coinMint: mintAddress,
  })
  const [wallet, account, source, destination] = await chain.loadAccounts([
    asked.sender,
    asked.recipient,
    addresses.source,
    addresses.destination,
  ])
  const createsAccount = holdingIn(destination) === undefined
  const recipient: Recipient & { readonly address: Address } = {
    address: asked.recipient,
    standing: standingOf(asked.recipient, account),
    createsAccount,
    rentLamports: createsAccount ? accountRent(destination?.lamports ?? 0n) : lamports(0),
    needsMemo: !createsAccount && needsMemo(destination?.data),
  }
  const holdings = { lamports: lamports(wallet?.lamports ?? 0n), units: holdingIn(source)?.baseUnits ?? 0n }
  return { addresses, recipient, holdings }
}

/** A rule that an account's owner may set in Token-2022. */
function needsMemo(data: Uint8Array | undefined): boolean {
  try {
    const { extensions } = decodeTokenAccount(data ?? new Uint8Array())
    return extensions.some(({ type, body }) => type === REQUIRED_MEMO && body[0] === 1)
  } catch (error) {
    if (error instanceof ProgramDataError) return false
    throw error
  }
}

/** What a signed transaction sends, and whose it is before and after. */
interface SentWhat {
  readonly sender: Address
  /** Undefined where the account has been closed since it was sent. */
  readonly recipient: Address | undefined
  /** Where it arrives. */
  readonly destination: Address
  /** The NFT's number; undefined for coins. */
  readonly tokenId: number | undefined
}

/** Refuses wrongTransaction for everything but coins or an NFT of this coin, from the signer to another wallet's own account. */
async function readSent(
  { chain, db }: SendDeps,
  coin: { readonly id: string; readonly mintAddress: Address },
  signed: SignedTransaction,
): Promise<SentWhat> {
  const { transfer, createdCoinAccount } = sentIn(signed, chain.programAddress)
  const mint = transfer.mintAddress as Address
  const destination = transfer.destinationAddress as Address
  const sender = signed.addresses[0] as Address
  const edition = mint === coin.mintAddress ? undefined : (await findEditions(db, [mint])).get(mint)
  const tokenId = edition?.collectionId === coin.id ? edition.tokenId : undefined
  const isOurs =
    mint === coin.mintAddress
      ? transfer.decimals === COIN_DECIMALS
      : tokenId !== undefined && transfer.decimals === 0 && transfer.units === 1n
  if (!isOurs) throw new Refusal('wrongTransaction')
  // Where the account is there already, only the chain says whose it is.
  const recipient =
    (createdCoinAccount?.ownerAddress as Address | undefined) ??
    holdingIn((await chain.loadAccounts([destination]))[0])?.owner
  if (recipient === undefined) {
    // Closed after this arrived, or not known to this node yet.
    const sent = await chain.findTransaction(encodeBase58(signed.signatures[0] ?? new Uint8Array()))
    if (sent === undefined) throw new Refusal('chainUnavailable')
    return { sender, recipient, destination, tokenId }
  }
  const [ownSource, ownDestination] = await Promise.all([
    deriveAssociatedAddress(sender, mint),
    deriveAssociatedAddress(recipient, mint),
  ])
  const isBetweenOwn = transfer.sourceAddress === ownSource && destination === ownDestination
  const isMadeForIt =
    createdCoinAccount === undefined ||
    (createdCoinAccount.address === destination && createdCoinAccount.mintAddress === mint)
  if (!isBetweenOwn || !isMadeForIt) throw new Refusal('wrongTransaction')
  if (isOffCurveAddress(recipient)) throw new Refusal('recipientNotWallet')
  return { sender, recipient, destination, tokenId }
}

/** No event tells of it: the index and both wallets' readers hear of it here. */
async function tell({ db, owners, live }: SendDeps, collectionId: string, sent: SentWhat): Promise<void> {
  const { sender, recipient, destination, tokenId } = sent
  if (recipient === undefined) return live.publish({ type: 'wallet', walletAddress: sender })
  if (tokenId === undefined) await noteRecipient(db, { collectionId, walletAddress: recipient })
  else await owners.sent({ collectionId, tokenId, tokenAccount: destination })
  for (const walletAddress of [sender, recipient]) live.publish({ type: 'wallet', walletAddress })
}
