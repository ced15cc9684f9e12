// The swap card: coins for NFTs and back, and NFTs for SOL. Holds which way, and what its forms share.

import {
  type AskedSwap,
  countText,
  decideSwap,
  swapEnd,
  type WantedSwap,
} from '@twinmint/sdk/actions/swap/quote-changes'
import type { SwapKind } from '@twinmint/sdk/actions/swap/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Coins as CoinsIcon, Images } from 'lucide-react'
import { type Dispatch, type ReactNode, type SetStateAction, useRef } from 'react'
import { useSiteConfig } from '../../shared/queries.ts'
import { Coins, Digits } from '../../ui/amounts.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { showToast } from '../../ui/toasts/toast.ts'
import { useHoldings } from '../../wallet/balance.ts'
import { usePriorityFee } from '../../wallet/fee/use-priority-fee.ts'
import { rememberSlippage, useSlippageText } from '../../wallet/slippage-preference.ts'
import { useBuyMoment } from '../../wallet/use-buy-moment.ts'
import { useWallet } from '../../wallet/wallet.ts'
import { CaptureForm } from './CaptureForm.tsx'
import { BuyForm, SellForm } from './NftTradePanel.tsx'
import { useSwap, useUserNfts } from './queries.ts'
import { ReleaseForm } from './ReleaseForm.tsx'
import { SwapNotice } from './SwapNotice.tsx'
import type { SwapContext } from './swap-context.ts'
import { refusalToast } from './swap-texts.ts'

/** What of the card the page around it decides too: NFTs are chosen below, in its list of them. */
export interface SwapChoice {
  readonly kind: SwapKind
  /** Numbers out of the escrow to capture; none means that the card's own number holds. */
  readonly capture: readonly number[]
  /** Numbers of the wallet's own to give back or sell. */
  readonly release: readonly number[]
}

export interface SwapPanelProps {
  readonly collection: Collection
  readonly choice: SwapChoice
  readonly onChoice: Dispatch<SetStateAction<SwapChoice>>
  /** Leads to the NFTs that the escrow holds. */
  readonly onBrowse: () => void
}

const WITH_SOL = { capture: 'buy', release: 'sell', buy: 'buy', sell: 'sell' } as const
const WITH_COINS = { capture: 'capture', release: 'release', buy: 'capture', sell: 'release' } as const

export default function SwapPanel(props: SwapPanelProps) {
  const { collection, choice, onChoice } = props
  const place = useRef<HTMLDivElement>(null)
  const { context: card, nftCount, swap, again, transactionUrl } = useSwapCard(props)
  const { kind } = choice
  const withSol = kind === 'buy' || kind === 'sell'
  const setKind = (next: SwapKind) => onChoice((before) => ({ ...before, kind: next }))
  /** The buttons of a notice leave with it; the focus stays in the card. */
  const focusing =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      place.current?.focus({ preventScroll: true })
      act(...args)
    }
  const context: SwapContext = {
    ...card,
    said: swap.status && (
      <SwapNotice
        status={swap.status}
        transactionUrl={transactionUrl}
        symbol={collection.symbol}
        onStart={focusing(card.start)}
        onAgain={focusing(again)}
        onDismiss={focusing(swap.dismiss)}
      />
    ),
  }
  const framed = (form: ReactNode) => (
    <div className="flex flex-col gap-3 pt-3">
      <Holdings context={context} count={nftCount} />
      {form}
    </div>
  )
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <div className="pb-1">
        <Segmented
          label="Swap with coins or with SOL"
          tone="raised"
          segments={[
            { value: 'coins', label: 'With coins' },
            { value: 'sol', label: 'With SOL' },
          ]}
          value={withSol ? 'sol' : 'coins'}
          onChange={(value) => setKind((value === 'sol' ? WITH_SOL : WITH_COINS)[kind])}
        />
      </div>
      <SwapTabs {...props} context={context} setKind={setKind} framed={framed} />
    </div>
  )
}

/** The swap that runs, and what the forms share. */
function useSwapCard({ collection, onChoice }: SwapPanelProps) {
  const { data: config } = useSiteConfig()
  const { status, address } = useWallet()
  const isConnected = status === 'connected'
  const holdings = useHoldings(collection.id)
  const nfts = useUserNfts(collection.id, isConnected ? address : undefined)
  const slippageText = useSlippageText()
  const priority = usePriorityFee(config, collection.id, 'swap')
  const priorityFeeLamports = priority.lamports
  const { isGuarded: _isGuarded, ...moment } = useBuyMoment(collection, address)
  const swap = useSwap(collection, config)

  const start = (asked: AskedSwap, onSwapped?: () => void) => {
    if (asked.slippageBps > 0n) rememberSlippage(slippageText)
    swap.start(asked, (outcome) => {
      const { swapped } = swapEnd(outcome)
      const left = (numbers: readonly number[]) =>
        numbers.filter((number) => !swapped.some(({ edition }) => edition === number))
      onChoice((before) => ({ ...before, capture: left(before.capture), release: left(before.release) }))
      onSwapped?.()
    })
  }
  const again = (wanted: WantedSwap) => {
    const { asked, refusal } = decideSwap(wanted, {
      collection,
      holdings,
      slippageText,
      moment,
      priorityFeeLamports,
    })
    if (refusal) showToast(refusalToast(refusal, holdings))
    else if (asked) start(asked)
  }
  const context = {
    collection,
    holdings,
    slippageText,
    priority,
    moment,
    isConnected,
    walletAddress: address,
    start,
    isPaused: config?.paused === true,
    // What is listed lies with the program: it is taken back first.
    nfts: nfts.data?.nfts.filter(({ listing }) => listing === null),
    nftsFailed: nfts.data === undefined && nfts.isError ? nfts : undefined,
    status: swap.status,
    card: swap.card,
  }
  const transactionUrl = config?.explorerTransactionUrl ?? null
  return { context, nftCount: nfts.data?.nftCount, swap, again, transactionUrl }
}

function SwapTabs({
  choice,
  onChoice,
  onBrowse,
  context,
  setKind,
  framed,
}: SwapPanelProps & {
  readonly context: SwapContext
  readonly setKind: (kind: SwapKind) => void
  readonly framed: (form: ReactNode) => ReactNode
}) {
  const { kind } = choice
  const setChosen = (field: 'capture' | 'release') => (numbers: readonly number[]) =>
    onChoice((before) => ({ ...before, [field]: numbers }))
  const capture = { context, chosen: choice.capture, onChosen: setChosen('capture'), onBrowse }
  const release = { context, chosen: choice.release, onChosen: setChosen('release') }
  if (kind === 'buy' || kind === 'sell')
    return (
      <Tabs<'buy' | 'sell'>
        key="sol"
        label="Buy or sell NFTs"
        value={kind}
        onChange={setKind}
        items={[
          { id: 'buy', label: 'Buy NFTs', content: framed(<BuyForm {...capture} />) },
          {
            id: 'sell',
            label: 'Sell NFTs',
            content: framed(<SellForm {...release} onGet={() => setKind('buy')} />),
          },
        ]}
      />
    )
  return (
    <Tabs<'capture' | 'release'>
      key="coins"
      label="Which way to swap"
      value={kind}
      onChange={setKind}
      items={[
        { id: 'capture', label: 'Tokens → NFT', content: framed(<CaptureForm {...capture} />) },
        {
          id: 'release',
          label: 'NFT → Tokens',
          content: framed(<ReleaseForm {...release} onGet={() => setKind('capture')} />),
        },
      ]}
    />
  )
}

const BADGE =
  'inline-flex h-7 min-w-0 items-center gap-1.5 rounded-full border border-line bg-ink px-2.5 text-13'

/** What the wallet has to swap. */
function Holdings({ context, count }: { readonly context: SwapContext; readonly count: number | undefined }) {
  const { isConnected, holdings, collection } = context
  if (!isConnected)
    return (
      <p className="flex min-h-7 items-center text-13 text-muted">
        Connect your wallet to use MPL-404 swapping
      </p>
    )
  return (
    <p className="flex flex-wrap gap-2">
      {holdings === undefined ? (
        <Skeleton className="h-7 w-28 rounded-full!" />
      ) : (
        <span className={BADGE}>
          <CoinsIcon size={14} aria-hidden="true" className="shrink-0 text-violet" />
          <span className="sr-only">You have </span>
          <Coins baseUnits={holdings.baseUnits.toString()} symbol={collection.symbol} className="truncate" />
        </span>
      )}
      {count === undefined ? (
        <Skeleton className="h-7 w-20 rounded-full!" />
      ) : (
        <span className={BADGE}>
          <Images size={14} aria-hidden="true" className="shrink-0 text-violet" />
          <span className="sr-only">and </span>
          <Digits>{countText(count)}</Digits>
        </span>
      )}
    </p>
  )
}
