// A launch from the form to the chain: prepare with the picture, compare, sign, submit; and its progress as it happens.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { base64OfBytes, bytesOfBase64 } from '../chain/program/signable.ts'
import type { Collection } from '../collection/contract.ts'
import { solText } from '../core/money.ts'
import { useWallet } from '../wallet/wallet.ts'
import { ApiRequestError, apiGet, apiPost } from '../wire/api.ts'
import type { LaunchForm, LaunchProgress, PreparedLaunch } from './contract.ts'
import { forgetSent, rememberSent, type SentLaunch, sentLaunch } from './memory.ts'
import type { LaunchDraft } from './rules.ts'
import { verifyLaunch } from './verify.ts'

export interface LaunchOrder {
  readonly draft: LaunchDraft
  readonly image: File
}

/** What the dialog shows: first the wait for the wallet with the exact cost, then the steps that are done. */
export interface LaunchView {
  readonly phase: 'preparing' | 'signing' | 'launching'
  readonly cost: PreparedLaunch['estimatedFees'] | undefined
  /** The step being worked on, 1 to 4; 5 when all are done. */
  readonly step: 1 | 2 | 3 | 4 | 5
  readonly metadata: { readonly created: number; readonly total: number }
  /** 0 to 100; only ever what the server reported. */
  readonly progress: number
}

const NOTHING_DONE: LaunchView = {
  phase: 'preparing',
  cost: undefined,
  step: 1,
  metadata: { created: 0, total: 1000 },
  progress: 0,
}

export interface Launched {
  readonly id: string
  readonly name: string
  readonly devBuySolText: string
}

export function useLaunch(programAddress: string | undefined) {
  const client = useQueryClient()
  const { signTransaction } = useWallet()
  const [view, setView] = useState<LaunchView>(NOTHING_DONE)
  const [unfinished, setUnfinished] = useState(sentLaunch)
  const stopProgress = useRef<() => void>(undefined)
  const update = useCallback(
    (change: Partial<LaunchView>) => setView((before) => ({ ...before, ...change })),
    [],
  )
  const forget = () => {
    forgetSent()
    setUnfinished(undefined)
  }

  /** What has been agreed to and signed, and must not be lost from here on. */
  const sign = async ({ draft, image }: LaunchOrder): Promise<SentLaunch> => {
    if (programAddress === undefined) throw new Error('The server has not said which network it is on yet.')
    const form = formOf(draft)
    const prepared = await apiPost<PreparedLaunch>(
      '/api/collections/create-transaction',
      multipart(form, image),
    )
    const expected = {
      programAddress,
      draft,
      mintAddress: prepared.mintAddress,
      devBuyBaseUnits: BigInt(prepared.devBuyBaseUnits),
    }
    const wire = bytesOfBase64(prepared.transaction)
    verifyLaunch(wire, expected)
    update({ phase: 'signing', cost: prepared.estimatedFees })
    const signed = await signTransaction(wire)
    verifyLaunch(signed, expected)
    const { launchId, mintAddress, estimatedFees: cost, storedImageUrl: imageUrl } = prepared
    return {
      launchId,
      mintAddress,
      cost,
      signedTransaction: base64OfBytes(signed),
      collectionData: { ...form, imageUrl },
    }
  }

  const mutation = useMutation({
    mutationFn: async (order: LaunchOrder | SentLaunch): Promise<Launched> => {
      setView(NOTHING_DONE)
      const isAgain = 'signedTransaction' in order
      const launch = isAgain ? order : await sign(order)
      rememberSent(launch)
      update({ phase: 'launching', cost: launch.cost })
      const progress = watchLaunch(launch.launchId, (event) => setView((before) => advance(before, event)))
      stopProgress.current = progress.stop
      try {
        const { id, name } = await submit(launch, progress)
        await finished(progress)
        forget()
        const { collectionData } = launch
        return { id, name: name ?? collectionData.name, devBuySolText: collectionData.devBuyAmount }
      } catch (error) {
        const found = isAgain ? await findCoin(launch.mintAddress) : undefined
        if (found === undefined && mayGoOn(error)) setUnfinished(launch)
        else forget()
        if (found === undefined) throw error
        return { ...found, devBuySolText: launch.collectionData.devBuyAmount }
      }
    },
    onSettled: () => stopProgress.current?.(),
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, kind] }) => typeof kind === 'string' && /^collections(\?|$)/.test(kind),
      }),
  })
  return { ...mutation, view, unfinished, forget }
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

/** The view after a report; what is done never becomes undone, whatever order reports come in. */
export function advance(view: LaunchView, event: LaunchProgress): LaunchView {
  switch (event.type) {
    case 'step':
      return event.step > view.step ? { ...view, step: event.step } : view
    case 'nft_progress':
      return {
        ...view,
        metadata: { created: Math.max(view.metadata.created, event.created), total: event.total },
      }
    case 'progress':
      return { ...view, progress: Math.max(view.progress, Math.min(100, event.progress)) }
    case 'done':
      return { ...view, step: 5, progress: 100 }
    case 'failed':
      return view
  }
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
): Promise<{ readonly id: string; readonly name?: string }> {
  try {
    const answer = await apiPost<{ readonly collection: Collection }>('/api/collections/launch', {
      signedTransaction,
      collectionData,
    })
    return answer.collection
  } catch (error) {
    const isLate =
      error instanceof ApiRequestError &&
      ['network', 'transactionUnconfirmed', 'indexBehind'].includes(error.code)
    if (!isLate) throw error
    const gaveUp = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(error), STILL_WATCHED_MS)
    })
    return { id: await Promise.race([progress.done, gaveUp]) }
  }
}
