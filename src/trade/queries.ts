// Trades as the page follows them: what is under way is kept outside of React, so that it goes on, and is told, wherever
// its card is by then. What a trade does step by step is run.ts, loaded when somebody begins to trade.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Collection } from '../collection/contract.ts'
import type { SiteConfig } from '../discover/contract.ts'
import { formatCoins, formatSol } from '../ui/format.ts'
import { showToast } from '../ui/toast.tsx'
import { withDemoWallet } from '../wallet/store.ts'
import { useWallet } from '../wallet/wallet.ts'
import { errorMessage, NO_ANSWER } from '../wire/api.ts'
import type { ExecutedTrade, ShownQuote, TradeFailure, TradeProgress } from './run.ts'

/** What is told of a collection's latest trade until it is dismissed or another begins. */
export type TradeStatus =
  | { readonly phase: 'running'; readonly shown: ShownQuote; readonly progress: TradeProgress }
  /** Before it was signed; `offered` is what the server would do now. */
  | { readonly phase: 'moved'; readonly shown: ShownQuote; readonly offered: ShownQuote }
  | { readonly phase: 'failed'; readonly shown: ShownQuote; readonly failure: TradeFailure }
  | { readonly phase: 'done'; readonly executed: ExecutedTrade }

const statuses = new Map<string, TradeStatus>()
const listeners = new Set<() => void>()

function setStatus(collectionId: string, status: TradeStatus | undefined): void {
  if (status === undefined) statuses.delete(collectionId)
  else statuses.set(collectionId, status)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const loadRun = () =>
  import('./run.ts').catch((cause: unknown) => {
    throw new Error(NO_ANSWER, { cause })
  })

/** A head start for what the first trade needs; a failure shows when it is needed. */
export function prepareToTrade(): void {
  void loadRun().catch(() => undefined)
}

export interface TradeHandle {
  readonly status: TradeStatus | undefined
  /** Runs one trade, and calls back when it is confirmed. Nothing while another runs. */
  readonly start: (shown: ShownQuote, onTraded?: () => void) => void
  /** Asks what became of a trade of which nobody knew. */
  readonly checkAgain: (onTraded?: () => void) => void
  readonly dismiss: () => void
}

type Site = Pick<SiteConfig, 'programAddress' | 'explorerTransactionUrl'>

export function useTrade(collection: Collection, site: Site | undefined): TradeHandle {
  const client = useQueryClient()
  const { address, wallets, signTransaction } = useWallet()
  const { id, symbol } = collection
  const status = useSyncExternalStore(subscribe, () => statuses.get(id))
  const isRunning = () => statuses.get(id)?.phase === 'running'

  /** Follows one attempt to its end, and tells of it. */
  const follow = async (
    shown: ShownQuote,
    attempt: (run: Awaited<ReturnType<typeof loadRun>>) => Promise<ExecutedTrade>,
    onTraded: (() => void) | undefined,
  ) => {
    try {
      const executed = await attempt(await loadRun())
      setStatus(id, { phase: 'done', executed })
      settle(client, executed.collection, address)
      toastSuccess(shown.side, symbol, executed, site?.explorerTransactionUrl ?? null)
      onTraded?.()
    } catch (error) {
      await ended(id, shown, error)
      // The card worked with figures that were no longer true, or it may have gone through after all.
      void client.invalidateQueries({ queryKey: ['api', 'collections', id] })
      // The server's own answer may be some seconds old, and this one is not; while paused the page asks again by itself.
      if ((error as Partial<TradeFailure>).code === 'paused')
        client.setQueryData<SiteConfig>(['api', 'config'], (before) => before && { ...before, paused: true })
      else void client.invalidateQueries({ queryKey: ['api', 'config'] })
    }
  }
  const progressed = (shown: ShownQuote) => (progress: TradeProgress) =>
    setStatus(id, { phase: 'running', shown, progress })

  return {
    status,
    start: (shown, onTraded) => {
      if (isRunning()) return
      const onProgress = progressed(shown)
      onProgress({ step: 'preparing' })
      void follow(
        shown,
        ({ runTrade, TradeFailure }) => {
          if (address === undefined)
            throw new TradeFailure(
              'sign',
              withDemoWallet('Please connect your Phantom wallet to trade', wallets),
            )
          if (site === undefined)
            throw new TradeFailure('prepare', 'The server has not said which network it is on yet.')
          return runTrade({
            shown,
            collection,
            walletAddress: address,
            programAddress: site.programAddress,
            sign: signTransaction,
            onProgress,
          })
        },
        onTraded,
      )
    },
    checkAgain: (onTraded) => {
      const before = statuses.get(id)
      if (before?.phase !== 'failed' || before.failure.signed === undefined) return
      const { shown, failure } = before
      const { signed } = failure
      if (signed === undefined) return
      progressed(shown)({ step: 'sending', signature: signed.signature })
      void follow(shown, ({ sendTrade }) => sendTrade(signed), onTraded)
    },
    dismiss: () => {
      if (!isRunning()) setStatus(id, undefined)
    },
  }
}

/** Nothing went through, or nobody knows. */
async function ended(collectionId: string, shown: ShownQuote, error: unknown): Promise<void> {
  const run = await loadRun().catch(() => undefined)
  if (run !== undefined && error instanceof run.QuoteMoved) {
    setStatus(collectionId, { phase: 'moved', shown, offered: error.quote })
    return
  }
  console.error(error)
  if (run === undefined) setStatus(collectionId, undefined)
  else {
    const failure =
      error instanceof run.TradeFailure ? error : new run.TradeFailure('prepare', errorMessage(error, ''))
    setStatus(collectionId, { phase: 'failed', shown, failure })
  }
  showToast({
    title: 'Trade Failed',
    description: errorMessage(error, 'Failed to execute trade'),
    tone: 'destructive',
  })
}

/** What a trade changed, into the cache at once; the wallet's balances are read again. */
function settle(client: QueryClient, after: Collection, address: string | undefined): void {
  for (const key of [after.id, after.mintAddress])
    client.setQueryData<Collection>(['api', 'collections', key], (before) =>
      before === undefined || before.sequence > after.sequence ? before : after,
    )
  if (address === undefined) return
  void client.invalidateQueries({
    predicate: ({ queryKey: [, kind, key] }) =>
      kind === 'wallet' && typeof key === 'string' && key.startsWith(address),
  })
}

function toastSuccess(side: ShownQuote['side'], symbol: string, executed: ExecutedTrade, url: string | null) {
  const sol = `${formatSol(executed.trade.lamports)} SOL`
  const coins = `${formatCoins(executed.trade.baseUnits)} ${symbol}`
  showToast({
    title: `${side} Successful!`,
    description: side === 'BUY' ? `You paid ${sol} for ${coins}.` : `You sold ${coins} for ${sol}.`,
    tone: 'success',
    ...(url === null
      ? {}
      : { action: { label: 'View transaction', href: url.replace('{signature}', executed.signature) } }),
  })
}
