// The trade card: buy or sell, amount, slippage, what it would do, and the button. Holds the form and one mutation.
import { type FormEvent, useState } from 'react'
import type { Collection } from '../collection/contract.ts'
import { curveStateOf } from '../core/curve.ts'
import { errorRecord } from '../core/errors.ts'
import { baseUnits, coinText, lamports, solText } from '../core/money.ts'
import { SLIPPAGE_PERCENT_DEFAULT, slippageBpsOf } from '../core/slippage.ts'
import { useSiteConfig } from '../discover/queries.ts'
import { useHoldings } from '../profile/queries.ts'
import { Coins, Sol } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field } from '../ui/Field.tsx'
import { formatCoins, formatSol } from '../ui/format.ts'
import { SlippageField } from '../ui/SlippageField.tsx'
import { rememberSlippage, useSlippageText } from '../ui/slippage-memory.ts'
import { submitOnEnter, TextInput } from '../ui/TextInput.tsx'
import { showToast } from '../ui/toast.tsx'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { errorMessage } from '../wire/api.ts'
import { QuoteLines } from './QuoteLines.tsx'
import { type ExecutedTrade, isRetryable, QuoteMoved, type ShownQuote, useTrade } from './queries.ts'
import {
  decideTrade,
  shareOfBalance,
  type TradeDecision,
  type TraderHoldings,
  type TradeSide,
} from './rules.ts'

export interface TradePanelProps {
  readonly collection: Collection
  readonly initialSide?: TradeSide
  readonly onTraded?: () => void
}

const SHARES = [
  [25, '25%'],
  [50, '50%'],
  [100, 'Max'],
] as const

export function TradePanel({ collection, initialSide = 'BUY', onTraded }: TradePanelProps) {
  const [side, setSide] = useState<TradeSide>(initialSide)
  const [amountText, setAmountText] = useState('')
  const slippageText = useSlippageText()
  const { data: config } = useSiteConfig()
  const { status, wallets } = useWallet()
  const holdings = useHoldings(collection.id)
  const trade = useTrade(collection, config?.programAddress)

  const decision = decideTrade({
    side,
    amountText,
    slippagePercentText: slippageText,
    curve: curveStateOf(collection),
    holdings,
  })
  const isEmpty = !hasAmount(amountText)
  const isConnected = status === 'connected'

  const change = (next: { readonly side?: TradeSide; readonly amountText?: string }) => {
    // An answer to the trade before is not about this one.
    if (!trade.isPending) trade.reset()
    if (next.side !== undefined && next.side !== side) {
      setSide(next.side)
      setAmountText('')
    }
    if (next.amountText !== undefined) setAmountText(next.amountText)
  }
  const run = (shown: ShownQuote) => {
    rememberSlippage(slippageText)
    trade.mutate(shown, {
      onSuccess: (executed) => {
        setAmountText('')
        toastSuccess(side, collection.symbol, executed, config?.explorerTransactionUrl ?? null)
        onTraded?.()
      },
      onError: (error) => {
        if (error instanceof QuoteMoved) return
        showToast({
          title: 'Trade Failed',
          description: errorMessage(error, 'Failed to execute trade'),
          tone: 'destructive',
        })
      },
    })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (trade.isPending) return
    if (!isConnected) {
      showToast(
        wallets.some((wallet) => wallet.state === 'detected')
          ? {
              title: 'Wallet Required',
              description: 'Please connect your Phantom wallet to start trading',
              tone: 'destructive',
            }
          : {
              title: 'Phantom Wallet Required',
              description: 'Phantom wallet not found. Please install Phantom wallet.',
              tone: 'destructive',
            },
      )
    } else if (decision.kind === 'quote') run(decision.quote)
    else if (isEmpty || decision.code === 'amountZero') {
      showToast({ title: 'Invalid Amount', description: 'Please enter a valid amount', tone: 'destructive' })
    }
  }

  const refusal = !isEmpty && decision.kind === 'refused' ? refusalText(decision) : undefined
  const slippageInvalid = slippageBpsOf(slippageText) === undefined
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <SideToggle side={side} onChange={(next) => change({ side: next })} disabled={trade.isPending} />
      <Field
        label={side === 'BUY' ? 'Amount in SOL' : `Amount in ${collection.symbol}`}
        aside={<Balance side={side} holdings={holdings} symbol={collection.symbol} />}
        error={slippageInvalid ? undefined : refusal}
      >
        <TextInput
          figures
          inputMode="decimal"
          placeholder="0.0"
          value={amountText}
          onChange={(event) => change({ amountText: event.target.value })}
          onKeyDown={submitOnEnter}
          suffix={
            <span className="inline-block max-w-12 truncate align-bottom">
              {side === 'BUY' ? 'SOL' : collection.symbol}
            </span>
          }
        />
      </Field>
      <div className="-mt-1 grid grid-cols-3 gap-2">
        {SHARES.map(([percent, label]) => {
          const share = shareOfBalance(side, percent, holdings)
          return (
            <Button
              key={label}
              variant="secondary"
              size="sm"
              disabled={share === 0n || (isConnected && holdings === undefined)}
              onClick={() =>
                change({ amountText: side === 'BUY' ? solText(lamports(share)) : coinText(baseUnits(share)) })
              }
            >
              {label}
            </Button>
          )
        })}
      </div>
      <SlippageField />
      <QuoteLines
        quote={decision.kind === 'quote' ? decision.quote : undefined}
        side={side}
        symbol={collection.symbol}
        slippageText={slippageInvalid ? String(SLIPPAGE_PERCENT_DEFAULT) : slippageText}
      />
      <TradeProblem
        error={trade.error}
        symbol={collection.symbol}
        onAgain={(shown) => {
          const again = shown ?? (decision.kind === 'quote' ? decision.quote : undefined)
          if (again) run(again)
        }}
        onDismiss={() => trade.reset()}
      />
      {isConnected ? (
        <Button
          type="submit"
          size="lg"
          variant={side === 'BUY' ? 'buy' : 'sell'}
          className="w-full"
          disabled={decision.kind !== 'quote'}
          pending={trade.isPending}
        >
          {trade.isPending
            ? 'Processing...'
            : isEmpty
              ? 'Enter an amount'
              : `${side === 'BUY' ? 'Buy' : 'Sell'} ${collection.symbol}`}
        </Button>
      ) : (
        <WalletButton size="lg" className="w-full" />
      )}
    </form>
  )
}

function hasAmount(text: string): boolean {
  return /[1-9]/.test(text) || /[^\d.,_\s]/.test(text)
}

/** Why the button is disabled, and what to do about it. */
function refusalText(decision: TradeDecision & { readonly kind: 'refused' }): string {
  const { sentence, remedy } = errorRecord[decision.code]
  return decision.detail ?? `${sentence} ${remedy}`
}

function toastSuccess(side: TradeSide, symbol: string, executed: ExecutedTrade, url: string | null) {
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

/** A price that moved is asked about again; what may go through at a second try says so. */
function TradeProblem({
  error,
  symbol,
  onAgain,
  onDismiss,
}: {
  readonly error: Error | null
  readonly symbol: string
  readonly onAgain: (shown?: ShownQuote) => void
  readonly onDismiss: () => void
}) {
  if (error === null || !(error instanceof QuoteMoved || isRetryable(error))) return null
  const moved = error instanceof QuoteMoved ? error.quote : undefined
  const amount = (value: bigint) =>
    moved?.side === 'BUY' ? (
      <Coins baseUnits={value.toString()} symbol={symbol} />
    ) : (
      <Sol lamports={value.toString()} />
    )
  return (
    <div
      role="alert"
      className="flex flex-col gap-3 rounded-input border border-gold/50 bg-gold/10 p-3 text-13"
    >
      {moved === undefined ? (
        <p>{error.message}</p>
      ) : (
        <p>
          The price moved while you were deciding, and nothing was signed. You would now receive about{' '}
          {amount(moved.amountOut)}, at least {amount(moved.amountOutMin)}.
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" onClick={() => onAgain(moved)}>
          {moved === undefined ? 'Try again' : 'Trade at the new price'}
        </Button>
        <Button size="sm" variant="ghost" onClick={onDismiss}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
