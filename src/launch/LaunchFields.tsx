// The typed fields of the launch form, with their counters, limits and help texts.
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Field } from '../ui/Field.tsx'
import { TextArea, TextInput } from '../ui/TextInput.tsx'
import { counterText } from './cost.ts'
import {
  characterCount,
  DESCRIPTION_CHARACTERS_MAX,
  type LaunchField,
  NAME_CHARACTERS_MAX,
  SYMBOL_CHARACTERS_MAX,
} from './rules.ts'

export interface LaunchFieldValues {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  readonly devBuyAmount: string
  readonly boostLaunch: boolean
}

export interface LaunchFieldsProps {
  readonly values: LaunchFieldValues
  readonly errorOf: (field: LaunchField) => string | undefined
  readonly boostPriceText: string
  readonly onChange: (change: Partial<LaunchFieldValues>) => void
  /** The field was left: from now on its error is shown. */
  readonly onLeave: (field: LaunchField) => void
}

export function LaunchFields({ values, errorOf, boostPriceText, onChange, onLeave }: LaunchFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_160px]">
        <Field
          label="Meme Name"
          required
          error={errorOf('name')}
          aside={<Counter text={values.name} max={NAME_CHARACTERS_MAX} />}
        >
          <TextInput
            onKeyDown={submitOnEnter}
            value={values.name}
            placeholder="Doge of the Mint"
            onChange={(event) => onChange({ name: event.target.value })}
            onBlur={() => onLeave('name')}
          />
        </Field>
        <Field
          label="Token Symbol"
          required
          error={errorOf('symbol')}
          aside={<Counter text={values.symbol} max={SYMBOL_CHARACTERS_MAX} />}
        >
          <TextInput
            onKeyDown={submitOnEnter}
            figures
            value={values.symbol}
            placeholder="DOGEM"
            autoCapitalize="characters"
            onChange={(event) => onChange({ symbol: event.target.value.toUpperCase() })}
            onBlur={() => onLeave('symbol')}
          />
        </Field>
      </div>
      <Field
        label="NFT Collection Name"
        required
        hint="Each NFT is called by it and its number, like “Doges #1”."
        error={errorOf('collectionName')}
        aside={<Counter text={values.collectionName} max={NAME_CHARACTERS_MAX} />}
      >
        <TextInput
          onKeyDown={submitOnEnter}
          value={values.collectionName}
          placeholder="Doges"
          onChange={(event) => onChange({ collectionName: event.target.value })}
          onBlur={() => onLeave('collectionName')}
        />
      </Field>
      <Field
        label="Description"
        hint="Optional"
        error={errorOf('description')}
        aside={<Counter text={values.description} max={DESCRIPTION_CHARACTERS_MAX} />}
      >
        <TextArea
          value={values.description}
          placeholder="What is the joke?"
          onChange={(event) => onChange({ description: event.target.value })}
          onBlur={() => onLeave('description')}
        />
      </Field>
      <Field
        label="Dev Buy"
        hint="SOL amount to buy immediately after launch"
        error={errorOf('devBuyAmount')}
        aside="Optional"
      >
        <TextInput
          onKeyDown={submitOnEnter}
          figures
          type="number"
          inputMode="decimal"
          step={0.1}
          min={0}
          value={values.devBuyAmount}
          onChange={(event) => onChange({ devBuyAmount: event.target.value })}
          onBlur={() => onLeave('devBuyAmount')}
          suffix="SOL"
        />
      </Field>
      <BoostChoice
        checked={values.boostLaunch}
        priceText={boostPriceText}
        onChange={(boostLaunch) => onChange({ boostLaunch })}
      />
    </>
  )
}

function Counter({ text, max }: { readonly text: string; readonly max: number }): ReactNode {
  const over = characterCount(text.trim()) > max
  return (
    <span className={over ? 'figures font-semibold text-down' : 'figures'}>{counterText(text, max)}</span>
  )
}

function BoostChoice({
  checked,
  priceText,
  onChange,
}: {
  readonly checked: boolean
  readonly priceText: string
  readonly onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="relative flex min-h-11 items-start gap-3 rounded-input border border-line bg-ink p-3 transition-colors hover:border-faint has-focus-visible:border-violet">
      <span className="relative mt-0.5 flex size-5 shrink-0">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-5 appearance-none rounded-small border border-faint bg-panel checked:border-violet checked:bg-violet"
        />
        <Check
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute top-0.5 left-0.5 text-ink opacity-0 peer-checked:opacity-100"
        />
      </span>
      <div>
        {/* The whole box is the label's to click. */}
        <label htmlFor={id} className="cursor-pointer text-14 font-medium after:absolute after:inset-0">
          Boost your launch: {priceText} SOL
        </label>
        <p id={`${id}-hint`} className="text-12 text-muted">
          Adds your project to the boost banner at the top of the home page for 24 hours
        </p>
      </div>
    </div>
  )
}

/** Browsers ignore Enter while there is no submit button; the form itself says what is missing. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
