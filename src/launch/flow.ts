// A launch from the form to the chain: prepared with the picture, compared, signed, submitted, and watched until its records
// are written. What was signed is remembered, so that a page that is left in the middle goes on with it.
import { solText } from '../core/money.ts'
import type { Flow } from '../wallet/flow.ts'
import { ApiRequestError, apiGet, apiPost } from '../wire/api.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { LaunchForm, LaunchProgress, PreparedLaunch } from './contract.ts'
import { forgetSent, rememberSent, type SentLaunch } from './memory.ts'
import type { LaunchDraft } from './rules.ts'
import { verifyLaunch } from './verify.ts'

export interface LaunchOrder {
  readonly draft: LaunchDraft
  readonly image: File
}

export interface Launched {
  readonly collection: Collection
  readonly devBuySolText: string
}

interface PreparedOrder {
  readonly launch: PreparedLaunch
  readonly draft: LaunchDraft
  readonly form: LaunchForm
}

/** Hears of a launch as it goes. */
export interface LaunchListener {
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
    const { draft, image } = order
    const form = formOf(draft)
    const launch = await apiPost<PreparedLaunch>(
      '/api/collections/create-transaction',
      multipart(form, image),
    )
    listener.onCost(launch.estimatedFees)
    return { launch, draft, form }
  },
  wiresOf: ({ launch }) => [launch.transaction],
  verify: (wires, _order, { launch, draft }, { programAddress }) => {
    const { mintAddress, devBuyBaseUnits } = launch
    const expected = { programAddress, draft, mintAddress, devBuyBaseUnits: BigInt(devBuyBaseUnits) }
    for (const wire of wires) verifyLaunch(wire, expected)
  },
  submit: (signedTransaction, _order, { launch, form }) => {
    const { launchId, mintAddress, estimatedFees: cost, storedImageUrl: imageUrl } = launch
    const collectionData = { ...form, imageUrl }
    return launchSigned({ launchId, mintAddress, cost, signedTransaction, collectionData }, listener)
  },
})

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

async function launchSigned(launch: SentLaunch, listener: LaunchListener): Promise<Launched> {
  // It has been agreed to and signed, and must not be lost from here on.
  rememberSent(launch)
  const forget = () => {
    forgetSent()
    listener.onUnfinished(undefined)
  }
  const progress = watchLaunch(launch.launchId, listener.onProgress)
  try {
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

function formOf(draft: LaunchDraft): LaunchForm {
  return {
    name: draft.name,
    symbol: draft.symbol,
    collectionName: draft.collectionName,
    description: draft.description,
    totalSupply: 1_000_000_000,
    initialPrice: '0.000000001',
    devBuyAmount: solText(draft.devBuyLamports),
    boostLaunch: draft.boost,
    creatorAddress: draft.creatorAddress,
  }
}

function multipart(form: LaunchForm, image: File): FormData {
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
    const body = { signedTransaction, collectionData }
    return (await apiPost<{ readonly collection: Collection }>('/api/collections/launch', body)).collection
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
