// The trade card: buy or sell, amount, slippage, what it would do, and the button.
import { ArrowUpDown } from 'lucide-react'
import { type RefObject, Suspense, useRef } from 'react'
import { errorRecord } from '../core/errors.ts'
import { lacksSol } from '../core/rent.ts'
import { SLIPPAGE_PERCENT_DEFAULT, slippageBpsOf } from '../core/slippage.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { later } from '../ui/later.tsx'
import { submitOnEnter, TextInput } from '../ui/TextInput.tsx'
import { usePlayMoney } from '../wallet/balance.ts'
import { PriorityFeeRow } from '../wallet/fee/PriorityFeeRow.tsx'
import { PlayMoneyButton } from '../wallet/PlayMoneyButton.tsx'
import { SlippageField } from '../wallet/SlippageField.tsx'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { QuickAmounts } from './QuickAmounts.tsx'
import { QuoteLines } from './QuoteLines.tsx'
import { outText, type TradeDecision } from './rules.ts'
import { Balance, PoolNote, Shares, SideToggle, Worth } from './TradeInputs.tsx'
import {
  isPaused,
  loadNotice,
  loadQuestion,
  type TradeCard,
  type TradePanelProps,
  useTradeCard,
} from './use-trade-card.ts'

const TradeNotice = later(loadNotice)
const ImpactQuestion = later(loadQuestion)

export function TradePanel(props: TradePanelProps) {
  const { collection } = props
  const form = useRef<HTMLFormElement>(null)
  const card = useTradeCard(props)
  const { side, quote, decision, trade, holdings, isConnected, isAsking, slippageText } = card
  const playMoney = usePlayMoney()
  const { symbol } = collection
  return (
    <form
      ref={form}
      tabIndex={-1}
      onSubmit={card.onSubmit}
      noValidate
      className="flex flex-col gap-3 outline-none"
    >
      <SideToggle
        side={side}
        onChange={(next) => {
          if (next !== side) card.change({ side: next, amountText: '' })
        }}
        disabled={trade.isRunning}
      />
      {collection.isGraduated && <PoolNote collection={collection} />}
      <AmountField card={card} symbol={symbol} />
      {decision.kind === 'refused' && lacksSol(decision.code) && <PlayMoneyButton offer={playMoney} />}
      <div className="-mt-1 flex items-center justify-between gap-2">
        <Worth quote={quote} solUsd={card.config?.solUsd} />
        <Button
          size="sm"
          variant="ghost"
          disabled={trade.isRunning}
          onClick={() =>
            card.change({
              side: side === 'BUY' ? 'SELL' : 'BUY',
              amountText: quote === undefined ? '' : outText(quote),
            })
          }
        >
          <ArrowUpDown size={14} aria-hidden="true" />
          {side === 'BUY' ? `Flip to selling ${symbol}` : 'Flip to spending SOL'}
        </Button>
      </div>
      {side === 'BUY' && <QuickAmounts onChoose={(text) => card.change({ amountText: text })} />}
      <Shares
        side={side}
        holdings={holdings}
        priorityFeeLamports={card.priority.lamports}
        isKnown={!isConnected || holdings !== undefined}
        onChoose={(text) => card.change({ amountText: text })}
      />
      <SlippageField />
      <PriorityFeeRow fee={card.priority} />
      <QuoteLines
        quote={quote}
        typedQuote={card.typedQuote}
        side={side}
        symbol={symbol}
        slippageText={
          slippageBpsOf(slippageText) === undefined ? String(SLIPPAGE_PERCENT_DEFAULT) : slippageText
        }
        sellFeeBps={collection.sellFeeBps}
        isAsked={isAsking}
      />
      {isPaused(decision) && (
        <p role="status" className="rounded-input border border-gold/50 bg-gold/10 px-3 py-2 text-13">
          {errorRecord.paused.sentence}
        </p>
      )}
      <Answers card={card} symbol={symbol} form={form} onTraded={props.onTraded} />
      {!isConnected ? (
        <WalletButton size="lg" className="w-full" />
      ) : (
        !(isAsking && quote !== undefined) && <SubmitButton card={card} symbol={symbol} />
      )}
    </form>
  )
}

interface PartProps {
  readonly card: TradeCard
  readonly symbol: string
}

function AmountField({ card, symbol }: PartProps) {
  const { side, decision, isEmpty } = card
  const isShown = !isEmpty && !isPaused(decision) && slippageBpsOf(card.slippageText) !== undefined
  return (
    <Field
      label={side === 'BUY' ? 'Amount in SOL' : `Amount in ${symbol}`}
      aside={<Balance side={side} holdings={card.holdings} symbol={symbol} />}
      error={isShown && decision.kind === 'refused' ? refusalText(decision) : undefined}
    >
      <TextInput
        figures
        inputMode="decimal"
        placeholder="0.0"
        value={card.amountText}
        onChange={(event) => card.change({ amountText: event.target.value })}
        onKeyDown={submitOnEnter}
        suffix={
          <span className="inline-block max-w-12 truncate align-bottom">
            {side === 'BUY' ? 'SOL' : symbol}
          </span>
        }
      />
    </Field>
  )
}

/** What came of the latest trade, and what is asked about the next. */
function Answers({
  card,
  symbol,
  form,
  onTraded,
}: PartProps & {
  readonly form: RefObject<HTMLFormElement | null>
  readonly onTraded: (() => void) | undefined
}) {
  const { quote, trade, isAsking, run, setAsking } = card
  /** The buttons of a notice leave with it; the focus stays in the card. */
  const focusing =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      form.current?.focus({ preventScroll: true })
      act(...args)
    }
  return (
    <>
      {trade.status !== undefined && (
        <Suspense>
          <TradeNotice
            status={trade.status}
            now={card.now}
            symbol={symbol}
            transactionUrl={card.config?.explorerTransactionUrl ?? null}
            onStart={focusing(run)}
            onCheck={focusing((shown) => trade.checkAgain(shown, onTraded))}
            onDismiss={focusing(trade.dismiss)}
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
    </>
  )
}

function SubmitButton({ card: { side, quote, decision, trade, isEmpty }, symbol }: PartProps) {
  const ready = isPaused(decision)
    ? 'Buys are paused'
    : isEmpty
      ? 'Enter an amount'
      : `${side === 'BUY' ? 'Buy' : 'Sell'} ${symbol}`
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

/** Why the button is disabled, and what to do about it. */
function refusalText(decision: TradeDecision & { readonly kind: 'refused' }): string {
  const { sentence, remedy } = errorRecord[decision.code]
  return decision.detail ?? `${sentence} ${remedy}`
}
