// The picture of a launch: chosen by click, dropped or pasted, cropped, shown square and as sharp as it is, taken away again.
import { Crop, ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { fileSizeText } from '../../ui/format.ts'
import { Spinner } from '../../ui/Logo.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import type { usePicture } from './use-picture.ts'

const loadCrop = () => import('./CropDialog.tsx')
const CropDialog = lazyPart(loadCrop)
/** A head start when a finger or a pointer comes near; a failure shows when it is opened. */
const soon = () => void loadCrop().catch(() => undefined)

type Chosen = ReturnType<typeof usePicture>

export interface ImagePickerProps {
  readonly picture: Chosen
  /** Where it is time to say it. */
  readonly error: string | undefined
}

export function ImagePicker({ picture, error }: ImagePickerProps) {
  const { file, url, pick: onPick, cropAgain } = picture
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  usePastedImage(onPick)

  const take = (files: FileList | null | undefined) => {
    const first = files?.[0]
    if (first) onPick(first)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  return (
    <div className="flex flex-col gap-2">
      <span id={`${id}-label`} className="text-13 font-medium">
        Image
        <span aria-hidden="true" className="text-muted">
          {' '}
          *
        </span>
      </span>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
          soon()
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={classNames(
          'relative flex flex-wrap items-center gap-4 rounded-panel border border-dashed bg-ink p-4 transition-colors',
          over ? 'border-violet bg-raised' : error === undefined ? 'border-line' : 'border-down',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onChange={(event) => {
            take(event.target.files)
            // The same file may be chosen again after it was removed.
            event.target.value = ''
          }}
        />
        <Preview name={picture.source?.name} previewUrl={url} onUnreadable={picture.markUnreadable} />
        <div className="flex min-w-36 flex-1 flex-col items-start gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
              aria-labelledby={`${id}-button ${id}-label`}
              data-invalid={error === undefined ? undefined : true}
              onPointerEnter={soon}
              onFocus={soon}
              onClick={() => input.current?.click()}
            >
              <span id={`${id}-button`}>{file === undefined ? 'Choose image' : 'Change image'}</span>
            </Button>
            {cropAgain !== undefined && (
              <Button variant="secondary" aria-haspopup="dialog" onPointerEnter={soon} onClick={cropAgain}>
                <Crop size={16} aria-hidden="true" />
                Crop again
              </Button>
            )}
            {file !== undefined && (
              <Button variant="ghost" aria-label="Remove image" onClick={() => onPick(undefined)}>
                <Trash2 size={16} aria-hidden="true" />
                Remove
              </Button>
            )}
          </div>
          <Said picture={picture} id={`${id}-hint`} isRefused={file !== undefined && error !== undefined} />
        </div>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-12 font-medium text-down">
          {error}
        </p>
      )}
      <Opened picture={picture} />
    </div>
  )
}

/** What may be chosen; then what was. */
function Said({
  picture,
  id,
  isRefused,
}: {
  readonly picture: Chosen
  readonly id: string
  readonly isRefused: boolean
}) {
  const { file, source, motion, url } = picture
  return (
    <>
      <p className="line-clamp-2 max-w-full text-12 [overflow-wrap:anywhere] text-muted" id={id}>
        {file === undefined ? (
          <>
            PNG, JPG up to 10MB <span className="hidden text-faint sm:inline">· drop or paste it here</span>
          </>
        ) : (
          `${source?.name ?? file.name} · ${fileSizeText(file.size)}`
        )}
      </p>
      {isRefused || (
        <p className="text-12 text-faint">
          {motion === 'moves' && url !== undefined
            ? 'It moves, so it is kept whole: a crop would stop it. Pages show its middle square, lists its first frame.'
            : 'Used for all 1,000 NFTs and for the coin.'}
        </p>
      )}
    </>
  )
}

/** The picture that is being cropped. */
function Opened({ picture: { opened, keep, cancel, refuse } }: { readonly picture: Chosen }) {
  if (opened === undefined) return null
  return (
    <Suspense
      fallback={
        <p role="status" className="flex items-center gap-2 text-12 text-muted">
          <Spinner size={16} />
          Opening {opened.source.name}
        </p>
      }
    >
      <CropDialog {...opened} onDone={keep} onCancel={cancel} onUnreadable={refuse} />
    </Suspense>
  )
}

function Preview({
  name = 'the picture',
  previewUrl,
  onUnreadable,
}: {
  readonly name: string | undefined
  readonly previewUrl: string | undefined
  /** The browser could not draw the file. */
  readonly onUnreadable: () => void
}) {
  return previewUrl === undefined ? (
    <span
      aria-hidden="true"
      className="flex size-24 shrink-0 items-center justify-center rounded-input bg-raised text-faint sm:size-32"
    >
      <ImageUp size={32} />
    </span>
  ) : (
    <img
      src={previewUrl}
      alt={`Preview of ${name}`}
      onError={onUnreadable}
      className="size-24 shrink-0 rounded-input object-cover sm:size-32"
    />
  )
}

/** Takes a picture that is pasted anywhere on the page; pasted text goes where it always goes. */
function usePastedImage(onPick: (file: File) => void) {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const picture = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith('image/'))
      // A dialog holds the page still: also while a launch is under way.
      if (!picture || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      onPick(picture)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [onPick])
}
