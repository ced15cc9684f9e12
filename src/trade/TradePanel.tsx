// The trade card: buy or sell, amount, slippage, what it would do, and the button. Holds the form; the trade itself is
// followed in queries.ts.
import { ArrowUpDown } from 'lucide-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { Collection } from '../collection/contract.ts'
import { curveStateOf } from '../core/curve.ts'
import { errorRecord } from '../core/errors.ts'
import { baseUnits, coinText, lamports, solText } from '../core/money.ts'
import { lacksSol } from '../core/rent.ts'
import { SLIPPAGE_PERCENT_DEFAULT, slippageBpsOf } from '../core/slippage.ts'
import { useSiteConfig } from '../discover/queries.ts'
import { useHoldings, usePlayMoney } from '../profile/queries.ts'
import { Coins, Sol } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field } from '../ui/Field.tsx'
import { formatMoney } from '../ui/format.ts'
import { later } from '../ui/later.tsx'
import { PlayMoneyButton } from '../ui/PlayMoneyButton.tsx'
import { SlippageField } from '../ui/SlippageField.tsx'
import { rememberSlippage, useSlippageText } from '../ui/slippage-memory.ts'
import { submitOnEnter, TextInput } from '../ui/TextInput.tsx'
import { showToast } from '../ui/toast.tsx'
import { type WalletOption, withDemoWallet } from '../wallet/store.ts'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { QuoteLines } from './QuoteLines.tsx'
import { prepareToTrade, useTrade } from './queries.ts'
import {
  decideTrade,
  flippedAmountText,
  impactLevel,
  shareOfBalance,
  type TradeDecision,
  type TradeQuote,
  type TraderHoldings,
  type TradeSide,
} from './rules.ts'
import type { ShownQuote } from './run.ts'

const loadNotice = () => import('./TradeNotice.tsx')
const loadQuestion = () => import('./ImpactQuestion.tsx')
const TradeNotice = later(loadNotice)
const ImpactQuestion = later(loadQuestion)

export interface TradePanelProps {
  readonly collection: Collection
  readonly initialSide?: TradeSide
  readonly onTraded?: () => void
}

export function TradePanel({ collection, initialSide = 'BUY', onTraded }: TradePanelProps) {
  const [side, setSide] = useState<TradeSide>(initialSide)
  const [amountText, setAmountText] = useState('')
  const [isAsking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const slippageText = useSlippageText()
  const { data: config } = useSiteConfig()
  const { status: walletStatus, wallets } = useWallet()
  const holdings = useHoldings(collection.id)
  const playMoney = usePlayMoney()
  const { status, start, checkAgain, dismiss } = useTrade(collection, config)

  const { symbol } = collection
  const now = { curve: curveStateOf(collection), holdings, paused: config?.paused === true }
  const decision = decideTrade({ side, amountText, slippagePercentText: slippageText, ...now })
  const quote = decision.kind === 'quote' ? decision.quote : undefined
  const typedQuote = useTypedQuote(`${side} ${amountText}`, quote)
  const isEmpty = !hasAmount(amountText)
  const isConnected = walletStatus === 'connected'
  const isRunning = status?.phase === 'running'
  // All of the card, before a trade begins: so that a server that goes away meanwhile is told of, and breaks nothing.
  useEffect(() => {
    if (!isConnected) return
    prepareToTrade()
    for (const load of [loadNotice, loadQuestion]) load().catch(() => undefined)
  }, [isConnected])

  const change = (next: { readonly side?: TradeSide; readonly amountText: string }) => {
    prepareToTrade()
    // An answer to the trade before is not about this one.
    dismiss()
    setAsking(false)
    if (next.side !== undefined) setSide(next.side)
    setAmountText(next.amountText)
  }
  const run = (shown: ShownQuote) => {
    rememberSlippage(slippageText)
    setAsking(false)
    start(shown, () => {
      setAmountText('')
      onTraded?.()
    })
  }
  /** The buttons of a notice leave with it; the focus stays in the card. */
  const focusing =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      form.current?.focus({ preventScroll: true })
      act(...args)
    }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isRunning) return
    if (!isConnected) showToast(walletToast(wallets))
    else if (quote === undefined) {
      if (isEmpty || (decision.kind === 'refused' && decision.code === 'amountZero'))
        showToast({
          title: 'Invalid Amount',
          description: 'Please enter a valid amount',
          tone: 'destructive',
        })
    } else if (impactLevel(quote.priceImpactBps) === 'confirmed') setAsking(true)
    else run(quote)
  }

  const isPaused = decision.kind === 'refused' && decision.code === 'paused'
  const refusal = !isEmpty && !isPaused && decision.kind === 'refused' ? refusalText(decision) : undefined
  const slippageInvalid = slippageBpsOf(slippageText) === undefined
  const verb = side === 'BUY' ? 'Buy' : 'Sell'
  return (
    <form
      ref={form}
      tabIndex={-1}
      onSubmit={onSubmit}
      noValidate
      className="flex flex-col gap-3 outline-none"
    >
      <SideToggle
        side={side}
        onChange={(next) => {
          if (next !== side) change({ side: next, amountText: '' })
        }}
        disabled={isRunning}
      />
      {collection.isGraduated && <PoolNote collection={collection} />}
      <Field
        label={side === 'BUY' ? 'Amount in SOL' : `Amount in ${symbol}`}
        aside={<Balance side={side} holdings={holdings} symbol={symbol} />}
        error={slippageInvalid ? undefined : refusal}
      >
        <TextInput
          figures
          inputMode="decimal"
          placeholder="0.0"
          value={amountText}
          onFocus={prepareToTrade}
          onChange={(event) => change({ amountText: event.target.value })}
          onKeyDown={submitOnEnter}
          suffix={
            <span className="inline-block max-w-12 truncate align-bottom">
              {side === 'BUY' ? 'SOL' : symbol}
            </span>
          }
        />
      </Field>
      {decision.kind === 'refused' && lacksSol(decision.code) && <PlayMoneyButton offer={playMoney} />}
      <div className="-mt-1 flex items-center justify-between gap-2">
        <Worth quote={quote} solUsd={config?.solUsd} />
        <Button
          size="sm"
          variant="ghost"
          disabled={isRunning}
          onClick={() =>
            change({
              side: side === 'BUY' ? 'SELL' : 'BUY',
              amountText: quote === undefined ? '' : flippedAmountText(quote),
            })
          }
        >
          <ArrowUpDown size={14} aria-hidden="true" />
          {side === 'BUY' ? `Flip to selling ${symbol}` : 'Flip to spending SOL'}
        </Button>
      </div>
      <Shares
        side={side}
        holdings={holdings}
        isKnown={!isConnected || holdings !== undefined}
        onChoose={(text) => change({ amountText: text })}
      />
      <SlippageField />
      <QuoteLines
        quote={quote}
        typedQuote={typedQuote}
        side={side}
        symbol={symbol}
        slippageText={slippageInvalid ? String(SLIPPAGE_PERCENT_DEFAULT) : slippageText}
        sellFeeBps={collection.sellFeeBps}
        isAsked={isAsking}
      />
      {isPaused && (
        <p role="status" className="rounded-input border border-gold/50 bg-gold/10 px-3 py-2 text-13">
          {errorRecord.paused.sentence}
        </p>
      )}
      {status !== undefined && (
        <Suspense>
          <TradeNotice
            status={status}
            now={now}
            symbol={symbol}
            transactionUrl={config?.explorerTransactionUrl ?? null}
            onStart={focusing(run)}
            onCheck={focusing(() => checkAgain(onTraded))}
            onDismiss={focusing(dismiss)}
          />
        </Suspense>
      )}
      {isAsking && quote !== undefined && (
        <Suspense>
          <ImpactQuestion
            quote={quote}
            symbol={symbol}
            onYes={focusing(() => run(quote))}
            onNo={focusing(() => setAsking(false))}
          />
        </Suspense>
      )}
      {!isConnected ? (
        <WalletButton size="lg" className="w-full" />
      ) : (
        !(isAsking && quote !== undefined) && (
          <Button
            type="submit"
            size="lg"
            variant={side === 'BUY' ? 'buy' : 'sell'}
            className="w-full"
            disabled={quote === undefined}
            pending={isRunning}
          >
            {isRunning
              ? 'Processing...'
              : isPaused
                ? 'Buys are paused'
                : isEmpty
                  ? 'Enter an amount'
                  : `${verb} ${symbol}`}
          </Button>
        )
      )}
    </form>
  )
}

/** The quote as it was when the amount was typed, until another one is. */
function useTypedQuote(key: string, quote: TradeQuote | undefined): TradeQuote | undefined {
  const [typed, setTyped] = useState<{ readonly key: string; readonly quote: TradeQuote | undefined }>({
    key,
    quote,
  })
  if (typed.key === key && (typed.quote !== undefined || quote === undefined)) return typed.quote
  setTyped({ key, quote })
  return quote
}

function hasAmount(text: string): boolean {
  return /[1-9]/.test(text) || /[^\d.,_\s]/.test(text)
}

function walletToast(wallets: readonly WalletOption[]) {
  return wallets.some(({ state }) => state === 'detected')
    ? ({
        title: 'Wallet Required',
        description: withDemoWallet('Please connect your Phantom wallet to start trading', wallets),
        tone: 'destructive',
      } as const)
    : ({
        title: 'Phantom Wallet Required',
        description: 'Phantom wallet not found. Please install Phantom wallet.',
        tone: 'destructive',
      } as const)
}

/** Why the button is disabled, and what to do about it. */
function refusalText(decision: TradeDecision & { readonly kind: 'refused' }): string {
  const { sentence, remedy } = errorRecord[decision.code]
  return decision.detail ?? `${sentence} ${remedy}`
}

/** After graduation the same card trades the coin's pool. */
function PoolNote({
  collection: { reserveLamports, reserveBaseUnits, symbol },
}: {
  readonly collection: Collection
}) {
  return (
    <p className="text-12 text-muted">
      <span className="font-semibold text-gold">Open pool.</span> You trade with{' '}
      <Sol lamports={reserveLamports} className="text-text" /> and{' '}
      <Coins baseUnits={reserveBaseUnits} symbol={symbol} className="text-text" />, locked for ever.
    </p>
  )
}

/** What the SOL of the trade is in dollars. */
function Worth({
  quote,
  solUsd,
}: {
  readonly quote: TradeQuote | undefined
  readonly solUsd: number | undefined
}) {
  if (quote === undefined || solUsd === undefined) return <span />
  const sol = solText(lamports(quote.side === 'BUY' ? quote.amountIn : quote.amountOut))
  const usd = formatMoney(Number(sol) * solUsd)
  return <span className="figures text-13 text-muted">≈ {usd}</span>
}

const SHARES = [
  [25, '25%'],
  [50, '50%'],
  [100, 'Max'],
] as const

function Shares({
  side,
  holdings,
  isKnown,
  onChoose,
}: {
  readonly side: TradeSide
  readonly holdings: TraderHoldings | undefined
  readonly isKnown: boolean
  readonly onChoose: (amountText: string) => void
}) {
  return (
    <div className="grid grid-cols-3 gap-2">
      {SHARES.map(([percent, label]) => {
        const share = shareOfBalance(side, percent, holdings)
        return (
          <Button
            key={label}
            variant="secondary"
            size="sm"
            disabled={share === 0n || !isKnown}
            onClick={() => onChoose(side === 'BUY' ? solText(lamports(share)) : coinText(baseUnits(share)))}
          >
            {label}
          </Button>
        )
      })}
    </div>
  )
}

function SideToggle({
  side,
  onChange,
  disabled,
}: {
  readonly side: TradeSide
  readonly onChange: (side: TradeSide) => void
  readonly disabled: boolean
}) {
  return (
    <div role="group" aria-label="Buy or sell" className="grid grid-cols-2 gap-1 rounded-full bg-ink p-1">
      {(['BUY', 'SELL'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={side === each}
          disabled={disabled}
          onClick={() => onChange(each)}
          className={classNames(
            'h-10 rounded-full text-14 font-semibold transition-colors pointer-coarse:h-11',
            side !== each && 'text-muted hover:text-text',
            side === each && (each === 'BUY' ? 'bg-up text-ink' : 'bg-down text-ink'),
          )}
        >
          {each === 'BUY' ? 'Buy' : 'Sell'}
        </button>
      ))}
    </div>
  )
}

function Balance({
  side,
  holdings,
  symbol,
}: {
  readonly side: TradeSide
  readonly holdings: TraderHoldings | undefined
  readonly symbol: string
}) {
  if (holdings === undefined) return null
  return (
    <>
      Balance{' '}
      <span className="text-muted">
        {side === 'BUY' ? (
          <Sol lamports={holdings.lamports.toString()} />
        ) : (
          <Coins baseUnits={holdings.baseUnits.toString()} symbol={symbol} />
        )}
      </span>
    </>
  )
}
