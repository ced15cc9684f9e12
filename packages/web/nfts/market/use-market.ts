// The hooks of the NFT market's dialogs. Each says what its action costs and brings now, why it can't be done, and
// does it. Figures follow the coin's price; what the server prepares is checked against them before the wallet is asked.

import {
  type AskedMarket,
  decideMarket,
  type MarketAction,
  type ShownMarket,
  saleTermsOf,
} from '@twinmint/sdk/actions/nft-market/quote-changes'
import {
  type MarketHoldings,
  type MarketQuote,
  offerMaxLamports,
} from '@twinmint/sdk/actions/nft-market/rules'
import type { MarketSteps } from '@twinmint/sdk/actions/nft-market/verify'
import type { Outcome } from '@twinmint/sdk/actions/signing/flow'
import type { ExecutedMarket } from '@twinmint/sdk/api/nft-market/action-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Lamports } from '@twinmint/sdk/core/money'
import { chainSeconds } from '../../data/chain-time.ts'
import { keyOf, nftKeys } from '../../data/query-keys.ts'
import { useSiteConfig } from '../../shared/queries.ts'
import { useHoldings } from '../../wallet/balance.ts'
import { type PriorityFee, usePriorityFee } from '../../wallet/fee/use-priority-fee.ts'
import { type FlowStatus, type FlowTexts, flowStores, useFlow } from '../../wallet/use-flow.ts'
import { useWallet, walletStore } from '../../wallet/wallet.ts'
import { CONNECT_TO_TRADE_NFTS, marketDoneToast, marketFailedToast } from './action-texts.ts'

export type MarketStatus = FlowStatus<AskedMarket, MarketSteps, ExecutedMarket>
export type MarketOutcome = Outcome<MarketSteps, ExecutedMarket>

/** The action of one dialog, from its quote to its outcome. */
export interface NftMarketActionState {
  /** What it costs and brings now, and what is enforced (`lamportsBound`); undefined while not all is known or chosen. */
  readonly quote: MarketQuote | undefined
  /** Why it can't be done: `marketRefusalText` says it. */
  readonly refusal: ShownMarket['refusal']
  readonly isConnected: boolean
  /** Undefined while none is connected. */
  readonly walletAddress: string | undefined
  /** Undefined while no wallet is connected, or what it has is not known yet. */
  readonly holdings: MarketHoldings | undefined
  /** For the row of the priority fee. */
  readonly priority: PriorityFee
  /** Of the latest attempt, until it is dismissed: runs, or ended as `moved`, `failed` or `done`. */
  readonly status: MarketStatus | undefined
  readonly isRunning: boolean
  /** Nothing while it runs, or where there is no quote. `onDone` hears what went through, all or some. */
  readonly submit: (onDone?: (outcome: MarketOutcome) => void) => void
  /** Starts the action as it is offered now (after `moved`), or the rest of one that stopped half way. */
  readonly start: (asked: AskedMarket, onDone?: (outcome: MarketOutcome) => void) => void
  /** Quotes an action at this moment, for `start` with the rest of one that stopped. */
  readonly decide: (action: MarketAction) => ShownMarket
  /** Asks what became of one of which nobody knew. */
  readonly checkAgain: (onDone?: (outcome: MarketOutcome) => void) => void
  readonly dismiss: () => void
  /** `ref` of what tells how it ended: while it is in view, no toast says the same. */
  readonly card: (element: Element | null) => (() => void) | undefined
}

interface PricedInput {
  /** A price that is not typed yet is undefined. */
  readonly nfts: readonly { readonly edition: number; readonly priceLamports: Lamports | undefined }[]
  readonly expiresAtSeconds: bigint | undefined
}

/** Puts NFTs of one coin up for sale: as many as 40, with one question of the wallet. */
export const useList = (collection: Collection, input: PricedInput): NftMarketActionState =>
  useMarket(collection, actionKeyOf('list', input.nfts), pricedAction('list', input))

/** Another price, or another end, for what the wallet has listed. */
export const useUpdateListing = (collection: Collection, input: PricedInput): NftMarketActionState =>
  useMarket(collection, actionKeyOf('update', input.nfts), pricedAction('update', input))

/** Takes back what the wallet has listed; with `andRelease` it becomes 1,000,000 coins each, in the same signature. */
export function useTakeBack(
  collection: Collection,
  { editions, andRelease }: { readonly editions: readonly number[]; readonly andRelease: boolean },
): NftMarketActionState {
  const nfts = editions.map((edition) => ({ edition }))
  const action = editions.length === 0 ? undefined : ({ kind: 'cancel', editions, andRelease } as const)
  return useMarket(collection, actionKeyOf('cancel', nfts), action)
}

/** Buys what is listed; `quote.lamportsBound` is "at most". */
export function useBuyListing(
  collection: Collection,
  input: Omit<Extract<MarketAction, { kind: 'buy' }>, 'kind'>,
): NftMarketActionState {
  return useMarket(collection, actionKeyOf('buy', [input]), { kind: 'buy', ...input })
}

/** Locks SOL for whoever brings one of the editions. */
export function useOffer(
  collection: Collection,
  {
    priceLamports,
    editions,
    expiresAtSeconds,
  }: {
    readonly priceLamports: Lamports | undefined
    readonly editions: readonly number[]
    readonly expiresAtSeconds: bigint | undefined
  },
): NftMarketActionState & {
  /** The most that the wallet can offer, fees and rents kept back; undefined while that is not known. */
  readonly priceLamportsMax: Lamports | undefined
} {
  const action =
    priceLamports === undefined || expiresAtSeconds === undefined || editions.length === 0
      ? undefined
      : ({ kind: 'offer', priceLamports, editions, expiresAtSeconds, nonce: 0n } as const)
  const state = useMarket(collection, 'offer', action)
  const { holdings, priority } = state
  const priceLamportsMax = holdings && offerMaxLamports(holdings, priority.lamports)
  return { ...state, priceLamportsMax }
}

/** Withdraws offers of the wallet's own, at most ten at once. */
export function useCancelOffer(
  collection: Collection,
  { offers }: Omit<Extract<MarketAction, { kind: 'cancelOffer' }>, 'kind'>,
): NftMarketActionState {
  const addresses = offers.map(({ address }) => address)
  const action = offers.length === 0 ? undefined : ({ kind: 'cancelOffer', offers } as const)
  return useMarket(collection, `cancelOffer ${addresses.join(' ')}`, action)
}

/** Sells an NFT to a bidder; `quote.lamportsBound` is "at least": only the royalty moves with the coin. */
export function useAccept(
  collection: Collection,
  input: Omit<Extract<MarketAction, { kind: 'accept' }>, 'kind'>,
): NftMarketActionState {
  const key = `accept ${input.edition} ${input.offer.address}`
  return useMarket(collection, key, { kind: 'accept', ...input })
}

const actionKeyOf = (kind: string, nfts: readonly { readonly edition: number }[]) =>
  `${kind} ${nfts.map(({ edition }) => edition).join(' ')}`

function pricedAction(
  kind: 'list' | 'update',
  { nfts, expiresAtSeconds }: PricedInput,
): MarketAction | undefined {
  const priced = nfts.flatMap(({ edition, priceLamports }) =>
    priceLamports === undefined ? [] : [{ edition, priceLamports }],
  )
  const isWhole = expiresAtSeconds !== undefined && priced.length > 0 && priced.length === nfts.length
  return isWhole ? { kind, nfts: priced, expiresAtSeconds } : undefined
}

const storeOf = flowStores<AskedMarket, MarketSteps, ExecutedMarket>()

/** `action` is undefined until the form is complete. */
function useMarket(
  collection: Collection,
  key: string,
  action: MarketAction | undefined,
): NftMarketActionState {
  const { data: site } = useSiteConfig()
  const { status: walletStatus, address } = useWallet()
  const holdings = useHoldings(collection.id)
  const priority = usePriorityFee(site, collection.id, 'swap')
  const flow = useFlow({
    site,
    store: storeOf(`${collection.id} ${key}`),
    load: async () => (await import('./flow.ts')).marketFlow(collection),
    ...marketTexts(collection),
  })
  const decide = (wanted: MarketAction): ShownMarket => {
    if (site === undefined) return { asked: undefined, refusal: undefined }
    const isPaused = site.paused && PAUSED.has(wanted.kind)
    const shown = decideMarket(wanted, {
      collection,
      terms: saleTermsOf(collection),
      holdings,
      priorityFeeLamports: priority.lamports,
      nowSeconds: chainSeconds(),
    })
    return isPaused ? { asked: shown.asked, refusal: { code: 'paused' } } : shown
  }
  const { asked, refusal } = action === undefined ? NOTHING : decide(action)
  const start: NftMarketActionState['start'] = (anything, onDone) => flow.start(withNonce(anything), onDone)
  return {
    quote: asked?.quote,
    refusal,
    isConnected: walletStatus === 'connected',
    walletAddress: address,
    holdings,
    priority,
    status: flow.status,
    isRunning: flow.isRunning,
    submit: (onDone) => {
      if (asked !== undefined && refusal === undefined) start(asked, onDone)
    },
    start,
    decide,
    checkAgain: (onDone) => {
      const shown = flow.status?.shown
      if (shown !== undefined) flow.checkAgain(shown, onDone)
    },
    dismiss: flow.dismiss,
    card: flow.card,
  }
}

const NOTHING: ShownMarket = { asked: undefined, refusal: undefined }

/** A pause stops these alone. */
const PAUSED: ReadonlySet<MarketAction['kind']> = new Set(['list', 'buy', 'offer'])

/** Several offers at once each have a number of their own, which nobody needs to guess or not to guess. */
function withNonce(asked: AskedMarket): AskedMarket {
  if (asked.action.kind !== 'offer') return asked
  const [nonce = 0n] = crypto.getRandomValues(new BigUint64Array(1))
  return { ...asked, action: { ...asked.action, nonce } }
}

const marketTexts = ({ id }: Collection): FlowTexts<AskedMarket, MarketSteps, ExecutedMarket> => ({
  connect: CONNECT_TO_TRADE_NFTS,
  done: (outcome, asked) => marketDoneToast(asked, outcome),
  failed: (failure, asked) => marketFailedToast(asked, failure, walletStore.state.wallets),
  keeps: () => true,
  stale: () => [
    { queryKey: keyOf('user', 'nfts') },
    { queryKey: keyOf('collections', id) },
    ...nftKeys(id).map((queryKey) => ({ queryKey })),
    { queryKey: keyOf('nfts-featured') },
    { queryKey: keyOf('marketplace') },
    { queryKey: keyOf('market-listings-of') },
    { queryKey: keyOf('market-offers-of') },
    { queryKey: keyOf('nfts-held-by') },
  ],
})
