// A flow as the page follows it. What is under way is kept outside of React, so that it goes on, and is told, wherever its
// card is by then. What runs it is loaded when a wallet is connected.
import { type InvalidateQueryFilters, type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  type Flow,
  isLastSent,
  type Outcome,
  type Signer,
  SigningFailure,
  type Step,
} from '@twinmint/sdk/actions/signing/flow'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { newerOf } from '@twinmint/sdk/api/records/newer'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { fieldOf, rpcCaller } from '@twinmint/sdk/program/rpc'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { errorMessage, isAbort, NO_ANSWER } from '../data/api.ts'
import { noteFailure, SITE_KEY } from '../data/query-client.ts'
import { keyOf } from '../data/query-keys.ts'
import { createListeners } from '../ui/store.ts'
import { showToast, type ToastMessage } from '../ui/toasts/toast.ts'
import { readWalletAgain } from './balance.ts'
import { withDemoWallet } from './connecting/options.ts'
import type { Moved } from './run.ts'
import { NotSigned } from './signing/not-signed.ts'
import { askAboutFee } from './signing/question.ts'
import { orCancelled } from './signing/wait-limit.ts'
import { useWallet } from './wallet.ts'

/** What is told of the latest one until it is dismissed or another begins. */
export type FlowStatus<Shown, Said, Answer> =
  | {
      readonly phase: 'running'
      readonly shown: Shown
      readonly step: Step<Said, Answer>
      /** Stops sending and waiting for the wallet. Undefined while only the outcome of an earlier attempt is read. */
      readonly cancel: (() => void) | undefined
    }
  | Ended<Shown, Said, Answer>

export type Ended<Shown, Said, Answer> =
  /** Before it was signed; `offered` is what the server would do now. */
  | { readonly phase: 'moved'; readonly shown: Shown; readonly offered: Shown }
  | { readonly phase: 'failed'; readonly shown: Shown; readonly failure: SigningFailure }
  /** All of it, or, where the outcome says why it stopped, a part. */
  | { readonly phase: 'done'; readonly shown: Shown; readonly outcome: Outcome<Said, Answer> }

export class FlowStore<Shown, Said, Answer> {
  status: FlowStatus<Shown, Said, Answer> | undefined
  /** Asks what became of the transaction that was sent last. */
  again: (() => Promise<Outcome<Said, Answer>>) | undefined
  /** The cards on the page that tell what came of it. */
  readonly cards = new Set<Element>()
  readonly #listeners = createListeners()
  readonly subscribe = this.#listeners.subscribe

  /** One function for as long as the store lives, so that React calls it once an element. */
  readonly card = (element: Element | null): (() => void) | undefined => {
    if (element === null) return undefined
    this.cards.add(element)
    return () => this.cards.delete(element)
  }

  set(status: FlowStatus<Shown, Said, Answer> | undefined): void {
    this.status = status
    if (status?.phase === 'running')
      this.again = status.step.name === 'sending' ? status.step.again : undefined
    this.#listeners.tell()
  }
}

/** One store for each key, for as long as the page lives. */
export function flowStores<Shown, Said, Answer>(): (key: string) => FlowStore<Shown, Said, Answer> {
  const stores = new Map<string, FlowStore<Shown, Said, Answer>>()
  return (key) => {
    const store = stores.get(key) ?? new FlowStore<Shown, Said, Answer>()
    stores.set(key, store)
    return store
  }
}

/** What the page says and does around a flow. */
export interface FlowTexts<Shown, Said, Answer> {
  /** Where no wallet is connected. */
  readonly connect: string
  /** With the signature whose transaction it leads to. */
  readonly done: (
    outcome: Outcome<Said, Answer>,
    shown: Shown,
  ) => ToastMessage & { readonly signature?: string }
  /** Undefined where something else tells it. */
  readonly failed: (failure: SigningFailure, shown: Shown) => ToastMessage | undefined
  /** Left out, what is said of every price that moved. */
  readonly moved?: () => ToastMessage | undefined
  /** Whether its card goes on telling how it ended. */
  readonly keeps: (ended: Ended<Shown, Said, Answer>) => boolean
  /** What it made old, beside the wallet's balances and the coin. */
  readonly stale: (ended: Ended<Shown, Said, Answer>) => readonly InvalidateQueryFilters[]
}

interface FlowOptions<Shown, Prepared, Said, Answer> extends FlowTexts<Shown, Said, Answer> {
  readonly site: Pick<SiteConfig, 'programAddress' | 'explorerTransactionUrl' | 'rpcUrl'> | undefined
  readonly load: () => Promise<Flow<Shown, Prepared, Said, Answer>>
  /** Left out, what is told ends with the component. */
  readonly store?: FlowStore<Shown, Said, Answer>
}

export interface FlowHandle<Shown, Said, Answer> {
  readonly status: FlowStatus<Shown, Said, Answer> | undefined
  readonly isRunning: boolean
  /** `onDone` hears what went through, all or some. Nothing while another runs. */
  readonly start: (shown: Shown, onDone?: (outcome: Outcome<Said, Answer>) => void) => void
  /** Asks what became of one of which nobody knew; without `again`, of the latest. */
  readonly checkAgain: (
    shown: Shown,
    onDone?: (outcome: Outcome<Said, Answer>) => void,
    again?: () => Promise<Outcome<Said, Answer>>,
  ) => void
  readonly dismiss: () => void
  /** `ref` of the card that tells what came of it: while it is in view, no toast says the same. */
  readonly card: (element: Element | null) => (() => void) | undefined
}

const PRICE_MOVED: ToastMessage = {
  title: 'The price moved, nothing was signed',
  description: 'The card shows what it would be now.',
}

const ALREADY_SENT: ToastMessage = {
  title: 'Already sent',
  description: 'It was sent before you cancelled. Wait for the network to confirm it.',
}

const loadRun = () => import('./run.ts')

export function useFlow<Shown, Prepared, Said, Answer extends { readonly collection: Collection }>(
  options: FlowOptions<Shown, Prepared, Said, Answer>,
): FlowHandle<Shown, Said, Answer> {
  const client = useQueryClient()
  const { address, status: walletStatus, wallets, signTransactions } = useWallet()
  const [own] = useState(() => new FlowStore<Shown, Said, Answer>())
  const { store = own, site } = options
  const getStatus = () => store.status
  const status = useSyncExternalStore(store.subscribe, getStatus, getStatus)
  const isRunning = () => store.status?.phase === 'running'
  const load = () =>
    Promise.all([loadRun(), options.load()]).catch((cause: unknown) => {
      throw new SigningFailure('prepare', NO_ANSWER, { code: 'notLoaded', cause })
    })
  // All of it before it begins: so that a server that goes away meanwhile is told of, and breaks nothing.
  const prepare = useEffectEvent(() => void load().catch(() => undefined))
  const isConnected = walletStatus === 'connected'
  useEffect(() => {
    if (isConnected) prepare()
  }, [isConnected])

  const signer = (signal: AbortSignal): Signer => {
    if (address === undefined)
      throw new SigningFailure('sign', withDemoWallet(options.connect, wallets), { code: 'notConnected' })
    if (site === undefined)
      throw new SigningFailure('prepare', 'The server has not said which network it is on yet.', {
        code: 'networkUnknown',
      })
    return {
      walletAddress: address,
      programAddress: site.programAddress,
      sign: signTransactions,
      agreesToFee: askAboutFee,
      signal,
      isExpired: async (blockhash) =>
        fieldOf(await rpcCaller(site.rpcUrl)('isBlockhashValid', [blockhash], signal), 'value') === false,
    }
  }

  /** Follows one attempt to its end, and tells of it. */
  const follow = async (
    shown: Shown,
    first: Step<Said, Answer>,
    attempt: (on: (step: Step<Said, Answer>) => void) => Promise<Moved<Shown> | Outcome<Said, Answer>>,
    onDone: ((outcome: Outcome<Said, Answer>) => void) | undefined,
    cancelling?: AbortController,
  ) => {
    let leave: (() => void) | undefined
    const cancel = () => {
      // It may have been sent in the moment of the press.
      if (store.status?.phase === 'running' && isLastSent(store.status.step)) showToast(ALREADY_SENT)
      else cancelling?.abort()
    }
    const on = (step: Step<Said, Answer>) => {
      if (step.name === 'sending' && step.of > 1) leave ??= warnOfLeaving()
      store.set({ phase: 'running', shown, step, cancel: cancelling && cancel })
    }
    on(first)
    const ended = await attempt(on).then(
      (end) => endedOf(shown, end),
      (error: unknown) => ({ phase: 'failed' as const, shown, failure: asFailure(error) }),
    )
    leave?.()
    store.set(options.keeps(ended) ? ended : undefined)
    refresh(client, ended, address)
    for (const filters of options.stale(ended)) void client.invalidateQueries(filters)
    const told = toastOf(ended, options, site?.explorerTransactionUrl ?? null)
    const isSaid = store.status === ended && [...store.cards].some(isInView)
    if (told !== undefined && !isSaid) showToast(told)
    if (ended.phase === 'done') onDone?.(ended.outcome)
  }

  return {
    status,
    isRunning: status?.phase === 'running',
    start: (shown, onDone) => {
      if (isRunning()) return
      const cancelling = new AbortController()
      const attempt = async (on: (step: Step<Said, Answer>) => void) => {
        const by = signer(cancelling.signal)
        const [{ run }, flow] = await orCancelled(load(), cancelling.signal)
        return run(flow, shown, by, on)
      }
      void follow(shown, { name: 'preparing' }, attempt, onDone, cancelling)
    },
    checkAgain: (shown, onDone, again = store.again) => {
      if (isRunning() || again === undefined) return
      const signature = store.status?.phase === 'failed' ? store.status.failure.signature : undefined
      const step = { name: 'sending', at: 1, of: 1, signature: signature ?? '', again } as const
      void follow(shown, step, again, onDone)
    },
    dismiss: () => {
      if (!isRunning()) store.set(undefined)
    },
    card: store.card,
  }
}

function isInView(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  // What is inert is covered, as by the chart on the full screen.
  return height > 0 && bottom > 0 && top < innerHeight && element.closest('[inert]') === null
}

function endedOf<Shown, Said, Answer>(
  shown: Shown,
  end: Moved<Shown> | Outcome<Said, Answer>,
): Ended<Shown, Said, Answer> {
  return 'offered' in end
    ? { phase: 'moved', shown, offered: end.offered }
    : { phase: 'done', shown, outcome: end }
}

function asFailure(error: unknown): SigningFailure {
  const failure =
    error instanceof SigningFailure
      ? error
      : new SigningFailure('prepare', errorMessage(error, ''), {
          code: error instanceof NotSigned ? error.code : undefined,
          cause: error,
        })
  // Who ended it has no fault to look for.
  if (!isAbort(failure.cause) && failure.code !== 'cancelled') console.error(error)
  noteFailure(failure.cause)
  return failure
}

function toastOf<Shown, Said, Answer>(
  ended: Ended<Shown, Said, Answer>,
  { done, failed, moved = () => PRICE_MOVED }: FlowTexts<Shown, Said, Answer>,
  transactionUrl: string | null,
): ToastMessage | undefined {
  if (ended.phase === 'moved') return moved()
  if (ended.phase === 'failed' && ended.failure.code === 'cancelled')
    return { title: 'Cancelled', description: ended.failure.message }
  if (ended.phase === 'failed') return failed(ended.failure, ended.shown)
  const { signature, ...message } = done(ended.outcome, ended.shown)
  if (signature === undefined || transactionUrl === null) return message
  const href = transactionUrl.replace('{signature}', signature)
  return { ...message, action: { label: 'View transaction', href } }
}

/** What it changed, into the cache at once; the wallet's balances are read again, and what the card went by. */
function refresh<Shown, Said, Answer extends { readonly collection: Collection }>(
  client: QueryClient,
  ended: Ended<Shown, Said, Answer>,
  address: string | undefined,
): void {
  if (address !== undefined) void readWalletAgain(client, address)
  if (ended.phase === 'done') {
    const after = ended.outcome.answers.at(-1)?.collection
    if (after !== undefined) keepNewer(client, after)
    return
  }
  // The server's own answer may be some seconds old, and this one is not; while paused the page asks again by itself.
  if (ended.phase === 'failed' && ended.failure.code === 'paused')
    client.setQueryData<SiteConfig>(SITE_KEY, (before) => before && { ...before, paused: true })
  else void client.invalidateQueries({ queryKey: SITE_KEY })
}

function keepNewer(client: QueryClient, after: Collection): void {
  for (const key of [after.id, after.mintAddress])
    client.setQueryData<Collection>(keyOf('collections', key), (before) => before && newerOf(before, after))
}

/** Closing the page between two transactions leaves the rest of them unsent: the browser asks first. */
function warnOfLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
