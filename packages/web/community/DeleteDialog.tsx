// Asks once more before a text of one's own is gone for good.

import { errorMessage } from '../data/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { type MessagePlace, useDeleteMessage } from './queries.ts'

export default function DeleteDialog({
  place,
  noun,
  onClose,
}: {
  readonly place: MessagePlace
  readonly noun: string
  readonly onClose: () => void
}) {
  const { mutate, isPending, error } = useDeleteMessage()
  return (
    <Dialog open onClose={onClose} title={`Delete your ${noun}?`} description="It can't be brought back.">
      {error !== null && (
        <p role="alert" className="mb-3 text-13 text-down">
          {errorMessage(error, 'It was not deleted. Try again.')}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" pending={isPending} onClick={() => mutate(place, { onSuccess: onClose })}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
