// Reporting a text: one of a few reasons, and a word more if the reporter wants to add one.

import { REASON_CHARS_MAX } from '@twinmint/sdk/api/community/rules'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../data/api.ts'
import { Button } from '../ui/Button.tsx'
import { DIALOG_END, Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextInput.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import { type MessagePlace, useReport } from './queries.ts'

const REASONS = ['Scam or phishing', 'Spam', 'Hate or harassment', 'Something else']
/** What is left of a reason's room beside the longest of them. */
const DETAILS_CHARS_MAX = REASON_CHARS_MAX - 20

export default function ReportDialog({
  place,
  noun,
  onClose,
}: {
  readonly place: MessagePlace
  readonly noun: string
  readonly onClose: () => void
}) {
  const [reason, setReason] = useState<string>()
  const [details, setDetails] = useState('')
  const { mutate, isPending, error } = useReport()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined) return
    const kind = place.collectionId === undefined ? 'chat' : 'comment'
    const said = details.trim() === '' ? reason : `${reason}: ${details.trim()}`
    mutate(
      { kind, id: place.id, reason: said },
      {
        onSuccess: () => {
          showToast({
            title: 'Reported',
            description: `A moderator will look at the ${noun}.`,
            tone: 'success',
          })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} title={`Report this ${noun}`}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <fieldset>
          <legend className="text-13 font-medium">What is wrong with it?</legend>
          <div className="mt-1 flex flex-col">
            {REASONS.map((each) => (
              <label key={each} className="flex h-11 cursor-pointer items-center gap-3 text-14">
                <input
                  type="radio"
                  name="reason"
                  value={each}
                  checked={reason === each}
                  onChange={() => setReason(each)}
                  className="size-4 accent-violet"
                />
                {each}
              </label>
            ))}
          </div>
        </fieldset>
        <Field
          label="Anything else the moderator should know"
          aside={`${details.length}/${DETAILS_CHARS_MAX}`}
        >
          <TextArea
            rows={2}
            maxLength={DETAILS_CHARS_MAX}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
          />
        </Field>
        {error !== null && (
          <p role="alert" className="text-13 text-down">
            {errorMessage(error, 'It was not reported. Try again.')}
          </p>
        )}
        <div className={DIALOG_END}>
          <Button type="submit" className="w-full" disabled={reason === undefined} pending={isPending}>
            Report
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
