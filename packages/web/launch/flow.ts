// A launch from the form to the chain: prepared with the picture, compared, signed, submitted, and watched until its records
// are written. What was signed is remembered, so that a page that is left in the middle goes on with it.

import { type DevBuyQuote, quoteDevBuy, termsHex } from '@twinmint/sdk/actions/launch/choices'
import type { LaunchDraft } from '@twinmint/sdk/actions/launch/rules'
import { verifyLaunch } from '@twinmint/sdk/actions/launch/verify'
import { askedFee, type Flow } from '@twinmint/sdk/actions/signing/flow'
import type {
  LaunchedForm,
  LaunchForm,
  LaunchProgress,
  PreparedLaunch,
} from '@twinmint/sdk/api/launch/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { makeFolder } from '@twinmint/sdk/content/folder'
import { solText } from '@twinmint/sdk/core/money'
import { sha256 } from '@twinmint/sdk/core/sha256'
import type { LaunchChoices, Terms } from '@twinmint/sdk/program/terms'
import { ApiRequestError, apiBytes, apiGet, apiPost, errorMessage } from '../data/api.ts'
import { apiUpload, type Sent } from '../data/upload.ts'
import { forgetSent, rememberSent, type SentLaunch } from './launch-storage.ts'
import { whileSending } from './sent-launch.ts'

export interface LaunchOrder {
  readonly draft: LaunchDraft
  /** As the form showed them. */
  readonly terms: Terms
  readonly image: File
  /** The server's, as its configuration says it. */
  readonly publicUrl: string
  /** What it pays to be first. */
  readonly priorityFeeLamports: bigint
  /** Ends it before it is prepared; nothing is paid by then. */
  readonly signal: AbortSignal
}

export interface Launched {
  readonly collection: Collection
  readonly devBuySolText: string
}

interface PreparedOrder {
  readonly launch: PreparedLaunch
  readonly draft: LaunchDraft
  readonly terms: Terms
  /** Refused as of nothing where there is none. */
  readonly devBuy: DevBuyQuote
  readonly form: LaunchedForm
  readonly folderCid: string
  readonly publicUrl: string
}

/** What is about to be signed. */
export interface LaunchShown {
  readonly cost: PreparedLaunch['estimatedFees']
  readonly choices: LaunchChoices
  readonly devBuy: DevBuyQuote
  /** The very bytes that were hashed: what signing fixes, whatever the form shows. */
  readonly picture: Blob
  /** What the metadata's address begins with. */
  readonly publicUrl: string
}

/** Hears of a launch as it goes. */
export interface LaunchListener {
  /** How much of the form and its picture has gone. */
  readonly onSent: (sent: Sent) => void
  readonly onPrepared: (shown: LaunchShown) => void
  /** Of one that was signed before. */
  readonly onCost: (cost: PreparedLaunch['estimatedFees']) => void
  readonly onProgress: (event: LaunchProgress) => void
  /** It was sent, and nobody knows what became of it; undefined when that is known. */
  readonly onUnfinished: (launch: SentLaunch | undefined) => void
}

/** A launch is an order, or, of a page that was left in the middle, what was signed: that is not prepared again. */
export const launchFlow = (
  listener: LaunchListener,
): Flow<LaunchOrder | SentLaunch, PreparedOrder, void, Launched> => ({
  prepare: async (order) => {
    if ('signedTransaction' in order) throw new Error('This launch is signed already.')
    const { draft, terms, image, publicUrl } = order
    const form = formOf(draft)
    const launch = await apiUpload<PreparedLaunch>(
      '/api/collections/create-transaction',
      multipart({ ...form, ...askedFee(order), termsHash: termsHex(terms) }, image),
      { signal: order.signal, onSent: listener.onSent },
    )
    const { folderCid, picture } = await folderOf(draft, launch.storedImageUrl, order.signal)
    // The wallet is not asked about what was given up meanwhile.
    order.signal.throwIfAborted()
    const devBuy = quoteDevBuy(terms, draft.choices, draft.devBuyLamports)
    listener.onPrepared({ cost: launch.estimatedFees, choices: draft.choices, devBuy, picture, publicUrl })
    return { launch, draft, terms, devBuy, form, folderCid, publicUrl }
  },
  wiresOf: ({ launch }) => [launch.transaction],
  priorityFeeLamports: (order) => ('signedTransaction' in order ? 0n : order.priorityFeeLamports),
  verify: (wires, _order, { launch, draft, terms, devBuy, folderCid, publicUrl }, { programAddress }) => {
    const { mintAddress } = launch
    const devBuyBaseUnits = devBuy.kind === 'quote' ? devBuy.baseUnitsOut : 0n
    const expected = { programAddress, draft, terms, mintAddress, devBuyBaseUnits, folderCid, publicUrl }
    for (const wire of wires) verifyLaunch(wire, expected)
  },
  submit: (signedTransaction, _order, { launch, form }) => {
    const { launchId, mintAddress, estimatedFees: cost, storedImageUrl: imageUrl } = launch
    const collectionData = { ...form, imageUrl }
    return launchSigned({ launchId, mintAddress, cost, signedTransaction, collectionData }, listener)
  },
})

/** 1 MiB at the most, over a phone's line. */
const PICTURE_MS = 60_000

/**
 * The folder of these texts and the picture as it is stored, whose bytes are fetched and hashed here: what the chain is to name
 * is then what the page has seen and shows, whatever the server says of it.
 */
async function folderOf(
  draft: LaunchDraft,
  storedImageUrl: string,
  signal: AbortSignal,
): Promise<{ readonly folderCid: string; readonly picture: Blob }> {
  const stored = await apiBytes(storedImageUrl, { signal, withinMs: PICTURE_MS })
  const { cid } = makeFolder(draft, { sha256: sha256(stored), size: stored.length })
  return { folderCid: cid, picture: new Blob([stored], { type: 'image/webp' }) }
}

/** What became of a launch that was sent before: sends it again, which launches and pays once. */
export async function resumeLaunch(launch: SentLaunch, listener: LaunchListener): Promise<Launched> {
  listener.onCost(launch.cost)
  try {
    return await launchSigned(launch, listener)
  } catch (error) {
    const collection = await findCoin(launch.mintAddress)
    if (collection === undefined) throw error
    forgetSent()
    listener.onUnfinished(undefined)
    return { collection, devBuySolText: launch.collectionData.devBuyAmount }
  }
}

/** Until it is known what became of it, no other page of this browser asks that of what this one is about to tell. */
const launchSigned = (launch: SentLaunch, listener: LaunchListener): Promise<Launched> =>
  whileSending(() => sendLaunch(launch, listener), { waits: false })

async function sendLaunch(launch: SentLaunch, listener: LaunchListener): Promise<Launched> {
  const forget = () => {
    forgetSent()
    listener.onUnfinished(undefined)
  }
  const progress = watchLaunch(launch.launchId, listener.onProgress)
  try {
    // In one step with the sending: what is remembered has left, and must not be lost from here on; what has not left, since
    // its window was closed before, no page sends later.
    rememberSent(launch)
    const collection = await submit(launch, progress)
    await finished(progress)
    forget()
    return { collection, devBuySolText: launch.collectionData.devBuyAmount }
  } catch (error) {
    if (mayGoOn(error)) listener.onUnfinished(launch)
    else forget()
    throw error
  } finally {
    progress.stop()
  }
}

/** What became of a launch that was sent. */
export type Fate =
  | { readonly kind: 'launched'; readonly collection: Collection }
  /** It did not go through, and never will. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The network, or the server, has not said. */
  | { readonly kind: 'unknown' }

/**
 * Asks for the coin, and where there is none by handing it in once more, which launches and pays once. Says nothing of how far it
 * is, and forgets nothing.
 */
export async function fateOf({
  signedTransaction,
  collectionData,
  mintAddress,
}: Pick<SentLaunch, 'signedTransaction' | 'collectionData' | 'mintAddress'>): Promise<Fate> {
  const there = await findCoin(mintAddress)
  if (there !== undefined) return { kind: 'launched', collection: there }
  try {
    return { kind: 'launched', collection: await handIn({ signedTransaction, collectionData }) }
  } catch (error) {
    const collection = await findCoin(mintAddress)
    if (collection !== undefined) return { kind: 'launched', collection }
    return mayGoOn(error) ? { kind: 'unknown' } : { kind: 'failed', message: errorMessage(error, '') }
  }
}

/** Answers when the coin trades. */
async function handIn(body: Pick<SentLaunch, 'signedTransaction' | 'collectionData'>): Promise<Collection> {
  return (await apiPost<{ readonly collection: Collection }>('/api/collections/launch', body)).collection
}

/** The coin of a launch, where there is one. */
function findCoin(mintAddress: string): Promise<Collection | undefined> {
  return apiGet<Collection>(`/api/collections/${mintAddress}`).catch(() => undefined)
}

/** Whether a launch that was sent may still go through. Silence, and trouble of the server's own, say nothing. */
export function mayGoOn(error: unknown): boolean {
  return (
    !(error instanceof ApiRequestError) || error.status < 400 || error.status >= 500 || error.status === 429
  )
}

function formOf(draft: LaunchDraft): LaunchedForm {
  return {
    name: draft.name,
    symbol: draft.symbol,
    collectionName: draft.collectionName,
    description: draft.description,
    links: draft.links,
    totalSupply: 1_000_000_000,
    openingReserveLamports: draft.choices.openingReserveLamports.toString(),
    guardBps: draft.choices.guardBps,
    guardSeconds: draft.choices.guardSeconds,
    devBuyAmount: solText(draft.devBuyLamports),
    boostLaunch: draft.boost,
    creatorAddress: draft.creatorAddress,
  }
}

function multipart(form: Partial<LaunchForm>, image: File): FormData {
  const body = new FormData()
  body.append('data', JSON.stringify(form))
  body.append('image', image)
  return body
}

interface LaunchWatch {
  readonly stop: () => void
  /** The id of the collection, when the stream says that the launch is done; never otherwise. */
  readonly done: Promise<string>
}

function watchLaunch(launchId: string, onEvent: (event: LaunchProgress) => void): LaunchWatch {
  const source = new EventSource(`/api/launch-progress?launchId=${encodeURIComponent(launchId)}`)
  const done = new Promise<string>((resolve) => {
    source.addEventListener('message', (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as LaunchProgress
      onEvent(event)
      if (event.type === 'done') resolve(event.collectionId)
      // The request itself says what failed.
      if (event.type === 'done' || event.type === 'failed') source.close()
    })
  })
  return { stop: () => source.close(), done }
}

const STILL_WATCHED_MS = 20_000
const RECORDS_MAX_MS = 5_000
const LAST_LOOK_MS = 600

/** The coin trades already; its 1,000 records may still be written. Waits for them a little, and shows all four ticks. */
async function finished(progress: LaunchWatch): Promise<void> {
  await Promise.race([progress.done, wait(RECORDS_MAX_MS)])
  await wait(LAST_LOOK_MS)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** Submits; where the answer is lost or late, the launch may go on, and the stream is believed for a while. */
async function submit(
  { signedTransaction, collectionData }: SentLaunch,
  progress: LaunchWatch,
): Promise<Collection> {
  try {
    return await handIn({ signedTransaction, collectionData })
  } catch (error) {
    const isLate =
      error instanceof ApiRequestError &&
      ['network', 'transactionUnconfirmed', 'indexBehind'].includes(error.code)
    if (!isLate) throw error
    const gaveUp = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(error), STILL_WATCHED_MS)
    })
    const id = await Promise.race([progress.done, gaveUp])
    // The coin is there: where it can't be read now, the launch may still be gone on with.
    return apiGet<Collection>(`/api/collections/${id}`).catch(() => {
      throw error
    })
  }
}
