// How far the price may move against a trade: a few usual values, or one's own; one value for every card on the page.
import { errorRecord } from '@twinmint/sdk/core/errors'
import { slippageBpsOf } from '@twinmint/sdk/core/input-settings'
import { SLIPPAGE_PERCENT_DEFAULT } from '@twinmint/sdk/core/slippage'
import { classNames } from '../ui/class-names.ts'
import { Field } from '../ui/Field.tsx'
import { submitOnEnter, TextInput } from '../ui/TextInput.tsx'
import { setSlippageText, useSlippageText } from './slippage-preference.ts'

const PRESETS = ['1', '5', '10']

export function SlippageField() {
  const text = useSlippageText()
  const isInvalid = slippageBpsOf(text) === undefined
  return (
    <Field
      label="Slippage"
      error={isInvalid ? errorRecord.invalidSlippage.sentence : undefined}
      className="[&>div:first-child]:sr-only"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span aria-hidden="true" className="text-13 text-muted">
          Slippage
        </span>
        <div className="flex items-center gap-1">
          <div role="group" aria-label="How far the price may move" className="flex gap-1">
            {PRESETS.map((preset) => (
              <button
                key={preset}
                type="button"
                aria-pressed={text === preset}
                onClick={() => setSlippageText(preset)}
                translate="no"
                className={classNames(
                  'figures h-8 min-w-9 rounded-full px-2 text-12 transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11',
                  text === preset ? 'bg-raised font-semibold text-text' : 'text-muted hover:text-text',
                )}
              >
                {preset}%
              </button>
            ))}
          </div>
          <TextInput
            figures
            inputMode="decimal"
            className="w-20 [&>input]:pr-7"
            value={text}
            onChange={(event) => setSlippageText(event.target.value)}
            onKeyDown={submitOnEnter}
            onBlur={() => isInvalid && setSlippageText(String(SLIPPAGE_PERCENT_DEFAULT))}
            suffix="%"
          />
        </div>
      </div>
    </Field>
  )
}
