// The form that buys or sells: amount, slippage, what it would do, the button, and what came of it.

import { outText } from '@twinmint/sdk/actions/trade/rules'
import { typedPlain } from '@twinmint/sdk/core/input-amount'
import { slippageBpsOf } from '@twinmint/sdk/core/input-settings'
import { lacksSol } from '@twinmint/sdk/core/rent'
import { SLIPPAGE_PERCENT_DEFAULT } from '@twinmint/sdk/core/slippage'
import { ArrowUpDown } from 'lucide-react'
import { Suspense, useRef } from 'react'
import PausedNote from '../shared/PausedNote.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { lazyPart } from '../ui/lazy.tsx'
import { submitOnEnter, TextInput } from '../ui/TextInput.tsx'
import { usePlayMoney } from '../wallet/balance.ts'
import { CardEnd, SAID_PLACE } from '../wallet/CardEnd.tsx'
import { PriorityFeeRow } from '../wallet/fee/PriorityFeeRow.tsx'
import { GuardPlace } from '../wallet/GuardPlace.tsx'
import { PlayMoneyButton } from '../wallet/PlayMoneyButton.tsx'
import { useReadQuote } from '../wallet/quote/read-quote.ts'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { QuickAmounts } from './QuickAmounts.tsx'
import { QuoteLines } from './QuoteLines.tsx'
import { Balance, PoolNote, Worth } from './TradeInputs.tsx'
import {
  isPaused,
  loadNotice,
  loadQuestion,
  type TradeCard,
  type TradePanelProps,
  useTradeCard,
} from './use-trade-card.ts'
import { refusalText } from './words.ts'

const TradeNotice = lazyPart(loadNotice)
const ImpactQuestion = lazyPart(loadQuestion)

export function TradePanel(props: TradePanelProps) {
  const { collection } = props
  const form = useRef<HTMLFormElement>(null)
  const card = useTradeCard(props)
  const { side, quote, decision, trade, holdings, isConnected, isAsking, slippageText } = card
  const playMoney = usePlayMoney()
  const readQuote = useReadQuote(collection.id)
  const { symbol } = collection
  /** The buttons of a notice leave with it; the focus stays in the card. */
  const focusing: Focusing =
    (act) =>
    (...args) => {
      form.current?.focus({ preventScroll: true })
      act(...args)
    }
  return (
    <form
      ref={(element) => {
        form.current = element
        return trade.card(element)
      }}
      tabIndex={-1}
      onSubmit={card.onSubmit}
      noValidate
      className="flex flex-col gap-2.5 outline-none"
    >
      {collection.isGraduated && <PoolNote collection={collection} />}
      <AmountField card={card} symbol={symbol} onFocus={readQuote} />
      {decision.kind === 'refused' && lacksSol(decision.code) && <PlayMoneyButton offer={playMoney} />}
      <QuickAmounts
        side={side}
        holdings={holdings}
        priorityFeeLamports={card.priority.lamports}
        isKnown={!isConnected || holdings !== undefined}
        onChoose={(text) => card.change({ amountText: text })}
      />
      <PriorityFeeRow fee={card.priority} />
      {side === 'BUY' && (
        <GuardPlace
          coin={collection}
          surchargeLamports={quote?.surchargeLamports}
          isExempt={
            card.now.moment.isExempt === true && (quote === undefined || quote.surchargeLamports === 0n)
          }
        />
      )}
      <QuoteLines
        quote={quote}
        typedQuote={card.typedQuote}
        isGuarded={card.isGuarded}
        side={side}
        symbol={symbol}
        slippageText={
          slippageBpsOf(slippageText) === undefined ? String(SLIPPAGE_PERCENT_DEFAULT) : slippageText
        }
        sellFeeBps={collection.sellFeeBps}
        isAsked={isAsking}
      />
      {isPaused(decision) && <PausedNote pausedUntil={card.config?.pausedUntil} />}
      <CardEnd
        button={<Submit card={card} symbol={symbol} focusing={focusing} />}
        said={
          trade.status && (
            <Suspense fallback={<div className={SAID_PLACE} />}>
              <TradeNotice
                status={trade.status}
                now={card.now}
                symbol={symbol}
                transactionUrl={card.config?.explorerTransactionUrl ?? null}
                onStart={focusing(card.run)}
                onCheck={focusing((shown) => trade.checkAgain(shown, () => card.clear(shown.side)))}
                onDismiss={focusing(trade.dismiss)}
              />
            </Suspense>
          )
        }
      />
    </form>
  )
}

type Focusing = <Args extends readonly unknown[]>(act: (...args: Args) => void) => (...args: Args) => void

interface PartProps {
  readonly card: TradeCard
  readonly symbol: string
}

function AmountField({ card, symbol, onFocus }: PartProps & { readonly onFocus: () => void }) {
  const { side, decision, quote, isEmpty } = card
  const isShown = !isEmpty && !isPaused(decision) && slippageBpsOf(card.slippageText) !== undefined
  return (
    <Field
      label={side === 'BUY' ? 'Amount in SOL' : `Amount in ${symbol}`}
      aside={
        <>
          <Worth quote={quote} solUsd={card.config?.solUsd} />
          <Balance side={side} holdings={card.holdings} />
        </>
      }
      error={isShown && decision.kind === 'refused' ? refusalText(decision) : undefined}
      className="gap-1.5!"
    >
      <TextInput
        figures
        inputMode="decimal"
        placeholder="0.0"
        className="[&>input]:pr-24 [&>input]:text-16"
        value={card.amountText}
        onFocus={onFocus}
        onChange={(event) => card.change({ amountText: event.target.value })}
        onKeyDown={submitOnEnter}
        suffix={
          <button
            type="button"
            aria-label={side === 'BUY' ? `Flip to selling ${symbol}` : 'Flip to spending SOL'}
            title={side === 'BUY' ? `Flip to selling ${symbol}` : 'Flip to spending SOL'}
            disabled={card.trade.isRunning}
            onClick={() =>
              card.change({
                side: side === 'BUY' ? 'SELL' : 'BUY',
                amountText: quote === undefined ? '' : typedPlain(outText(quote)),
              })
            }
            className="-mr-2 flex h-9 items-center gap-1 rounded-input px-2 transition-colors hover:bg-raised hover:text-text pointer-coarse:h-11"
          >
            <span translate="no" className="inline-block max-w-12 truncate">
              {side === 'BUY' ? 'SOL' : symbol}
            </span>
            <ArrowUpDown size={14} aria-hidden="true" />
          </button>
        }
      />
    </Field>
  )
}

/** The button, or what stands in its place: connecting, and the question about a large trade. */
function Submit({ card, symbol, focusing }: PartProps & { readonly focusing: Focusing }) {
  const { quote, isAsking, run, setAsking } = card
  if (!card.isConnected) return <WalletButton size="lg" className="w-full" isConnecting={card.isWaiting} />
  if (!isAsking || quote === undefined) return <SubmitButton card={card} symbol={symbol} />
  return (
    <Suspense fallback={<SubmitButton card={card} symbol={symbol} />}>
      <ImpactQuestion
        quote={quote}
        symbol={symbol}
        onYes={focusing(() => run(quote))}
        onNo={focusing(() => setAsking(false))}
      />
    </Suspense>
  )
}

function SubmitButton({ card: { side, quote, decision, trade, isEmpty }, symbol }: PartProps) {
  const ready = isPaused(decision) ? (
    'Buys are paused'
  ) : isEmpty ? (
    'Enter an amount'
  ) : (
    <span>
      {side === 'BUY' ? 'Buy' : 'Sell'} <span translate="no">{symbol}</span>
    </span>
  )
  return (
    <Button
      type="submit"
      size="lg"
      variant={side === 'BUY' ? 'buy' : 'sell'}
      className="w-full"
      disabled={quote === undefined}
      pending={trade.isRunning}
    >
      {trade.isRunning ? 'Processing...' : ready}
    </Button>
  )
}
