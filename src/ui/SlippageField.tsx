// How far the price may move against a trade: one value for every card on the page.
import { errorRecord } from '../core/errors.ts'
import { SLIPPAGE_PERCENT_DEFAULT, slippageBpsOf } from '../core/slippage.ts'
import { Field } from './Field.tsx'
import { setSlippageText, useSlippageText } from './slippage-memory.ts'
import { submitOnEnter, TextInput } from './TextInput.tsx'

export function SlippageField() {
  const text = useSlippageText()
  const isInvalid = slippageBpsOf(text) === undefined
  return (
    <Field
      label="Slippage"
      error={isInvalid ? errorRecord.invalidSlippage.sentence : undefined}
      className="[&>div:first-child]:sr-only"
    >
      <div className="flex items-center justify-between gap-4">
        <span aria-hidden="true" className="text-13 text-muted">
          Slippage
        </span>
        <TextInput
          figures
          inputMode="decimal"
          className="w-24"
          value={text}
          onChange={(event) => setSlippageText(event.target.value)}
          onKeyDown={submitOnEnter}
          onBlur={() => isInvalid && setSlippageText(String(SLIPPAGE_PERCENT_DEFAULT))}
          suffix="%"
        />
      </div>
    </Field>
  )
}
