// The picture of a profile: what it is, chosen anew, or taken away.

import { fileProblem } from '@twinmint/sdk/core/picture-bytes'
import { Trash2 } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'

const BYTES_MAX = 10 * 1024 * 1024

async function problemOf(file: File): Promise<string | undefined> {
  if (!file.type.startsWith('image/')) return 'Choose a PNG, JPEG, WebP, GIF or AVIF picture.'
  return file.size > BYTES_MAX ? 'The picture is larger than 10 MB.' : fileProblem(file)
}

export function PictureChooser({
  currentUrl,
  picture,
  onChange,
}: {
  readonly currentUrl: string | null
  /** A new one; null where the old one goes. */
  readonly picture: File | null | undefined
  readonly onChange: (picture: File | null | undefined) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const preview = useMemo(() => (picture ? URL.createObjectURL(picture) : undefined), [picture])
  useEffect(() => () => (preview === undefined ? undefined : URL.revokeObjectURL(preview)), [preview])
  const shown = preview ?? (picture === null ? null : currentUrl)

  const chosen = useRef<File>(undefined)
  const take = async (file: File | undefined) => {
    if (!file) return
    chosen.current = file
    const problem = await problemOf(file)
    // Another one was chosen meanwhile.
    if (chosen.current !== file) return
    setError(problem)
    if (problem === undefined) onChange(file)
  }

  return (
    <div className="flex items-center gap-4">
      <Avatar src={shown} size={80} alt="Profile picture" className="size-20" />
      <input
        ref={input}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onClick={() => input.current?.click()}
          >
            {shown === null ? 'Choose picture' : 'Change picture'}
          </Button>
          {shown !== null && (
            <Button
              variant="ghost"
              aria-label="Remove picture"
              onClick={() => onChange(currentUrl === null ? undefined : null)}
            >
              <Trash2 size={16} aria-hidden="true" />
            </Button>
          )}
        </div>
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className="mt-1 text-12 font-medium text-down">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
