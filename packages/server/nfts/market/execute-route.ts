// Takes signed transactions of the NFT market to the chain, or takes note of those that a wallet has sent itself; answers what
// they have done, once the index holds it. Goes by what a transaction says, never by what stands beside it.

import type { Address } from '@solana/kit'
import {
  executedMarketSchema,
  executeMarketRequestSchema,
  type MarketDone,
  marketDoneSchema,
} from '@twinmint/sdk/api/nft-market/action-contract'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import { deriveNftMintAddress } from '@twinmint/sdk/program/addresses'
import type { OwnInstruction } from '@twinmint/sdk/program/allowed'
import { decodeEvents, type ProgramEvent } from '@twinmint/sdk/program/events'
import { findSent } from '../../chain/find-sent.ts'
import type { ConfirmedTransaction } from '../../chain/submit.ts'
import type { App } from '../../http/calls.ts'
import { parseAddress } from '../../http/http.ts'
import { readSigned, SEND_REFUSES, SIGNING_LIMIT, sendSigned, wentThrough } from '../../signing/submit.ts'
import type { MarketDeps } from './load.ts'

/** What one transaction may ask for together. */
const ACTIONS: readonly (readonly OwnInstruction['name'][])[] = [
  ['list'],
  ['updateListing'],
  ['cancelListing'],
  ['cancelListing', 'release'],
  ['buyListing'],
  ['offer'],
  ['cancelOffer'],
  ['acceptOffer'],
  ['cancelListing', 'acceptOffer'],
]
const NAMES = [...new Set(ACTIONS.flat())]

/** The listing that was shown is gone, though the NFT is for sale. */
export const BOUGHT_AND_LISTED_ANEW =
  'Somebody was faster: another wallet has bought this NFT and lists it by now. No money moved.'

interface ByWhom {
  readonly mintAddress: Address
  readonly userWallet: Address
  readonly writer: Writer | undefined
}

export function executeRoute(app: App, deps: MarketDeps): void {
  const { chain, collections, index } = deps
  app.post(
    '/api/marketplace/execute',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['NFTs'],
        summary:
          'Send a signed transaction of the NFT market, or name one that was sent; answers what it has done, once it is in the index',
        body: executeMarketRequestSchema,
        response: { 200: executedMarketSchema },
        refuses: [
          ...SEND_REFUSES,
          'transactionUnknown',
          'collectionNotFound',
          'invalidAddress',
          'paused',
          'nftNotHeld',
          'wrongAddress',
          'wrongTokenAccount',
          'insufficientLamports',
          'notListed',
          'notSeller',
          'listingExpired',
          'priceTooHigh',
          'offerClosed',
          'offerExists',
          'offerExpired',
          'offerTooLow',
          'nftNotInOffer',
          'expiryOutOfRange',
        ],
      },
    },
    async ({ body, writer }) => {
      const userWallet = parseAddress(body.userWallet)
      const { id, mintAddress } = await collections.mintOf(body.collectionId)
      const transaction =
        body.signedTransaction === undefined
          ? await takeSent(body.signature ?? '')
          : await takeSigned(body.signedTransaction, { mintAddress, userWallet, writer })
      const events = decodeEvents(transaction.inner, chain.programAddress).filter(
        ({ mint, who }) => mint === mintAddress && who === userWallet,
      )
      const told = await Promise.all(events.map((event) => doneBy(chain.programAddress, event)))
      const done = told.filter((each) => each !== undefined)
      if (!done.some(({ kind }) => kind !== 'release'))
        throw new Refusal('wrongTransaction', 'It does nothing of this wallet on this NFT market.')
      return {
        success: true as const,
        signature: transaction.signature,
        done,
        collection: await wentThrough(transaction.signature, collections.load(id)),
      }
    },
  )

  async function takeSigned(
    input: string | readonly number[],
    { mintAddress, userWallet, writer }: ByWhom,
  ): Promise<ConfirmedTransaction> {
    const { signed, instructions } = await readSigned(chain, input, { names: NAMES, mintAddress })
    const names = new Set(instructions.map(({ name }) => name))
    const isOneAction = ACTIONS.some(
      (action) => names.size === action.length && action.every((name) => names.has(name)),
    )
    if (!isOneAction || instructions.some((each) => actorOf(each) !== userWallet))
      throw new Refusal('wrongTransaction')
    const isPurchase = names.has('buyListing')
    const sent = sendSigned(deps, signed, writer).catch((cause: unknown) => asFaster(cause, isPurchase))
    return (await sent).transaction
  }

  /** The wallet has sent it itself. */
  async function takeSent(signature: string): Promise<ConfirmedTransaction> {
    const transaction = await findSent(chain, signature)
    await wentThrough(signature, index.take(transaction))
    return transaction
  }
}

/** The market is the coin's and the rest is derived from it: the address that can be wrong in a purchase is the seller's. */
function asFaster(cause: unknown, isPurchase: boolean): never {
  if (!isPurchase || !(cause instanceof Refusal) || cause.code !== 'wrongAddress') throw cause
  const { feeCharged } = cause
  throw new Refusal('notListed', BOUGHT_AND_LISTED_ANEW, { cause, feeCharged })
}

type EventOf<Kind extends ProgramEvent['kind']> = Extract<ProgramEvent, { readonly kind: Kind }>
type Done = EventOf<MarketDone['kind']>
const DONE: ReadonlySet<string> = new Set<MarketDone['kind']>(marketDoneSchema.shape.kind.options)
const isDone = (event: ProgramEvent): event is Done => DONE.has(event.kind)

/** What an event tells of the NFT market; undefined for what is none of it. */
async function doneBy(programAddress: Address, event: ProgramEvent): Promise<MarketDone | undefined> {
  if (!isDone(event)) return undefined
  const nft =
    'edition' in event
      ? {
          tokenId: event.edition,
          mintAddress: await deriveNftMintAddress(programAddress, event.mint, event.edition),
        }
      : NO_NFT
  return {
    kind: event.kind,
    ...nft,
    offerAddress: 'offer' in event ? event.offer : null,
    ...amountsOf(event),
  }
}

const NO_NFT = { tokenId: null, mintAddress: null }

function amountsOf(event: Done): Pick<MarketDone, 'lamports' | 'royaltyLamports' | 'platformFeeLamports'> {
  if ('dueLamports' in event)
    return {
      lamports: event.dueLamports.toString(),
      royaltyLamports: event.royaltyLamports.toString(),
      platformFeeLamports: event.platformFeeLamports.toString(),
    }
  const price = 'priceLamports' in event ? event.priceLamports.toString() : null
  return { lamports: price, royaltyLamports: '0', platformFeeLamports: '0' }
}

/** Whose SOL or NFT an instruction moves, with whose signature. */
function actorOf({ name, addresses }: OwnInstruction): string | undefined {
  if (name === 'buyListing') return addresses.buyer
  if (name === 'offer' || name === 'cancelOffer') return addresses.bidder
  if ('seller' in addresses) return addresses.seller
  return 'user' in addresses ? addresses.user : undefined
}
