// Sets the amounts of quick buy and which of them a click spends. Loaded when it is opened.

import { typedPlain } from '@twinmint/sdk/core/input-amount'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DIALOG_END, Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { submitOnEnter, TextInput } from '../../ui/TextInput.tsx'
import { parseQuickBuy } from './amounts.ts'
import {
  closeQuickSetting,
  QUICK_AMOUNTS_MAX,
  setQuickBuy,
  useQuickAmounts,
  useQuickBuy,
} from './requests.ts'

export default function QuickBuyDialog() {
  const setting = useQuickBuy()
  const amounts = useQuickAmounts()
  const [typed, setTyped] = useState<readonly string[]>(
    Array.from({ length: QUICK_AMOUNTS_MAX }, (_, at) => typedPlain(amounts[at] ?? '')),
  )
  const [spentAt, setSpentAt] = useState(setting === undefined ? 0 : amounts.indexOf(setting.chosen))
  const [problems, setProblems] = useState<readonly (string | undefined)[]>([])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const read = parseQuickBuy(typed, spentAt)
    if (read.setting === undefined) return setProblems(read.problems)
    setQuickBuy(read.setting)
    closeQuickSetting()
  }
  return (
    <Dialog
      open
      onClose={closeQuickSetting}
      title="Quick buy"
      description="One click on a card or a row buys for a fixed amount, after your wallet’s signature. Price impact, balance and slippage are checked as ever, and a trade that moves the price far, or pays a surcharge above 1 %, asks first."
    >
      <form onSubmit={save} noValidate className="flex flex-col gap-4">
        <fieldset className="flex flex-col gap-3">
          <legend className="sr-only">Up to four amounts in SOL, and the one that a click spends</legend>
          {typed.map((text, at) => (
            <div key={at} className="flex items-end gap-3">
              <Field label={`Amount ${at + 1}`} error={problems[at]} className="min-w-0 flex-1">
                <TextInput
                  figures
                  inputMode="decimal"
                  placeholder="none"
                  maxLength={24}
                  value={text}
                  suffix="SOL"
                  onKeyDown={submitOnEnter}
                  onChange={(event) => {
                    const { value } = event.target
                    setTyped((before) => before.map((each, place) => (place === at ? value : each)))
                    setProblems([])
                  }}
                />
              </Field>
              <label
                className={`flex h-11 shrink-0 cursor-pointer items-center gap-2 text-13 text-muted ${problems[at] === undefined ? '' : 'mb-6'}`}
              >
                <input
                  type="radio"
                  name="spent"
                  aria-label={`A click spends amount ${at + 1}`}
                  checked={spentAt === at}
                  onChange={() => {
                    setSpentAt(at)
                    setProblems([])
                  }}
                  className="size-5 accent-violet"
                />
                On click
              </label>
            </div>
          ))}
        </fieldset>
        <p className="text-12 text-muted">
          “On click” is what the button of a card or a row spends. The trade card of every coin offers all the
          amounts. Kept in this browser.
        </p>
        <div className={`flex flex-wrap gap-2 ${DIALOG_END}`}>
          <Button type="submit">{setting === undefined ? 'Turn on' : 'Save'}</Button>
          {setting !== undefined && (
            <Button
              variant="secondary"
              onClick={() => {
                setQuickBuy(undefined)
                closeQuickSetting()
              }}
            >
              Turn off
            </Button>
          )}
          <Button variant="ghost" onClick={closeQuickSetting}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
