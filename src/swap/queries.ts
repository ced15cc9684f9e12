// A wallet's NFTs of one collection, and swaps: what is under way is kept outside of React, so that it goes on and is told
// wherever its card is by then.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Collection, LiveEvent } from '../collection/contract.ts'
import type { SiteConfig } from '../discover/contract.ts'
import type { UserNfts } from '../gallery/contract.ts'
import { showToast } from '../ui/toast.tsx'
import { useWallet, walletStore } from '../wallet/wallet.ts'
import { apiPost, errorMessage } from '../wire/api.ts'
import { onLiveEvent, useLive } from '../wire/live.ts'
import type { ConfirmedSwap } from './contract.ts'
import { isRetryable, runSwap, SwapFailure, SwapMoved, type SwapOutcome, type SwapProgress } from './run.ts'
import type { AskedSwap } from './shown.ts'
import { failureToast, submissionToast, successToast, walletNotConnected } from './swap-texts.ts'

const userNftsKey = (collectionId: string, address: string) =>
  ['api', 'user', 'nfts', collectionId, address] as const
/** An NFT that was sent from wallet to wallet makes no event of ours. */
const USER_NFTS_EVERY_MS = 30_000

/** The NFTs of the collection that the wallet holds, by their numbers. */
export function useUserNfts(collectionId: string, address: string | undefined) {
  const client = useQueryClient()
  useLive(address === undefined ? [] : [`wallet:${address}`])
  useEffect(() => {
    if (address === undefined) return
    return onLiveEvent<LiveEvent>((event) => {
      if (event.type === 'wallet' && event.walletAddress === address)
        void client.invalidateQueries({ queryKey: userNftsKey(collectionId, address) })
    })
  }, [client, collectionId, address])
  return useQuery<UserNfts>({
    queryKey: userNftsKey(collectionId, address ?? ''),
    enabled: address !== undefined,
    refetchOnMount: 'always',
    refetchInterval: USER_NFTS_EVERY_MS,
  })
}

/** What is told of a collection's latest swap until it is dismissed or another begins. */
export type SwapStatus =
  | { readonly phase: 'running'; readonly asked: AskedSwap; readonly progress: SwapProgress }
  | { readonly phase: 'moved'; readonly asked: AskedSwap }
  | {
      readonly phase: 'partly'
      readonly asked: AskedSwap
      readonly outcome: SwapOutcome & { kind: 'partly' }
    }
  | { readonly phase: 'failed'; readonly asked: AskedSwap; readonly failure: SwapFailure }

const statuses = new Map<string, SwapStatus>()
const listeners = new Set<() => void>()

function setStatus(collectionId: string, status: SwapStatus | undefined): void {
  if (status === undefined) statuses.delete(collectionId)
  else statuses.set(collectionId, status)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export interface SwapHandle {
  readonly status: SwapStatus | undefined
  /** Runs one swap; `onSwapped` hears what went through, all or some. Nothing while another runs. */
  readonly start: (asked: AskedSwap, onSwapped?: (outcome: SwapOutcome) => void) => void
  readonly dismiss: () => void
}

export function useSwap(
  collection: Collection,
  config: Pick<SiteConfig, 'programAddress' | 'rpcUrl' | 'explorerTransactionUrl'> | undefined,
): SwapHandle {
  const client = useQueryClient()
  const { address, signTransactions } = useWallet()
  const { id, symbol } = collection
  const status = useSyncExternalStore(subscribe, () => statuses.get(id))

  const run = async (asked: AskedSwap, onSwapped: (outcome: SwapOutcome) => void) => {
    if (address === undefined) {
      showToast(walletNotConnected(walletStore.state.wallets))
      return
    }
    let leave: (() => void) | undefined
    const progressed = (progress: SwapProgress) => {
      if (progress.phase === 'sending' && progress.of > 1) leave ??= warnOfLeaving()
      setStatus(id, { phase: 'running', asked, progress })
    }
    progressed({ phase: 'preparing' })
    const confirmations: Promise<void>[] = []
    try {
      if (config === undefined)
        throw new SwapFailure('prepare', 'The server has not said which network it is on yet.')
      const outcome = await runSwap({
        asked,
        collection,
        walletAddress: address,
        programAddress: config.programAddress,
        rpcUrl: config.rpcUrl,
        sign: signTransactions,
        onProgress: progressed,
        onConfirmed: (signature) =>
          confirmations.push(confirm(client, { asked, collectionId: id, userWallet: address, signature })),
      })
      onSwapped(outcome)
      if (outcome.kind === 'done') {
        setStatus(id, undefined)
        showToast(successToast(asked, outcome, { symbol, explorerUrl: config.explorerTransactionUrl }))
      } else {
        setStatus(id, { phase: 'partly', asked, outcome })
        showToast(submissionToast(outcome.refusal.message))
      }
    } catch (error) {
      ended(id, asked, error)
    } finally {
      leave?.()
      // The index has it when it is confirmed; lists read before would be read again.
      await Promise.all(confirmations)
      refresh(client, id, address)
    }
  }
  return {
    status,
    start: (asked, onSwapped = () => undefined) => {
      if (statuses.get(id)?.phase !== 'running') void run(asked, onSwapped)
    },
    dismiss: () => {
      if (statuses.get(id)?.phase !== 'running') setStatus(id, undefined)
    },
  }
}

/** Nothing went through. */
function ended(collectionId: string, asked: AskedSwap, error: unknown): void {
  if (error instanceof SwapMoved) {
    setStatus(collectionId, { phase: 'moved', asked: error.asked })
    return
  }
  console.error(error)
  const failure = error instanceof SwapFailure ? error : new SwapFailure('prepare', errorMessage(error, ''))
  // What can be tried again, or may have moved something, stays until it is read; of the rest the toast says all.
  const stays = failure.stage === 'send' || isRetryable(failure.code)
  setStatus(collectionId, stays ? { phase: 'failed', asked, failure } : undefined)
  showToast(failureToast(asked.kind, failure, walletStore.state.wallets))
}

/** Tells the server of a transaction that is on the chain. The index would find it by itself, later. */
async function confirm(
  client: QueryClient,
  swap: {
    readonly asked: AskedSwap
    readonly collectionId: string
    readonly userWallet: string
    readonly signature: string
  },
): Promise<void> {
  const { asked, ...body } = swap
  const path = asked.kind === 'capture' || asked.kind === 'buy' ? 'capture' : 'release'
  try {
    const { collection: after } = await apiPost<ConfirmedSwap>(`/api/hybrid/${path}/confirm`, body)
    for (const key of [after.id, after.mintAddress])
      client.setQueryData<Collection>(['api', 'collections', key], (before) =>
        before === undefined || before.sequence > after.sequence ? before : after,
      )
  } catch (error) {
    console.error('The server did not confirm a swap that is on the chain.', error)
  }
}

/** What a swap makes old: the wallet's balances and NFTs, the collection and its lists of NFTs. */
function refresh(client: QueryClient, collectionId: string, address: string): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [, kind, ...rest] }) => {
      const [first, second, third] = rest
      if (kind === 'wallet') return typeof first === 'string' && first.startsWith(address)
      if (kind === 'user') return first === 'nfts' && second === collectionId && third === address
      if (kind === 'collections' || kind === 'nfts-of' || kind === 'nft-stats-of' || kind === 'nft')
        return first === collectionId
      return kind === 'nfts-featured'
    },
  })
}

/** Closing the page between two transactions leaves the rest of them unsent: the browser asks first. */
function warnOfLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
