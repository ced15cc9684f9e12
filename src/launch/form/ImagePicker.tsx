// The picture of a launch: chosen by click, dropped or pasted, shown square and as sharp as it is, taken away again.
import { ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'

export interface ImagePickerProps {
  readonly file: File | undefined
  readonly previewUrl: string | undefined
  readonly error: string | undefined
  readonly onPick: (file: File | undefined) => void
  /** The browser could not draw the file. */
  readonly onUnreadable: () => void
}

export function ImagePicker({ file, previewUrl, error, onPick, onUnreadable }: ImagePickerProps) {
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
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={classNames(
          'relative flex items-center gap-4 rounded-panel border border-dashed bg-ink p-4 transition-colors',
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
        <Preview file={file} previewUrl={previewUrl} onUnreadable={onUnreadable} />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
              aria-labelledby={`${id}-button ${id}-label`}
              data-invalid={error === undefined ? undefined : true}
              onClick={() => input.current?.click()}
            >
              <span id={`${id}-button`}>{file === undefined ? 'Choose image' : 'Change image'}</span>
            </Button>
            {file !== undefined && (
              <Button variant="ghost" aria-label="Remove image" onClick={() => onPick(undefined)}>
                <Trash2 size={16} aria-hidden="true" />
                Remove
              </Button>
            )}
          </div>
          <p
            className="line-clamp-2 max-w-full text-12 [overflow-wrap:anywhere] text-muted"
            id={`${id}-hint`}
          >
            {file === undefined ? (
              <>
                PNG, JPG up to 10MB{' '}
                <span className="hidden text-faint sm:inline">· drop or paste it here</span>
              </>
            ) : (
              `${file.name} · ${fileSizeText(file.size)}`
            )}
          </p>
          <p className="text-12 text-faint">Used for all 1,000 NFTs and for the coin.</p>
        </div>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-12 font-medium text-down">
          {error}
        </p>
      )}
    </div>
  )
}

function Preview({
  file,
  previewUrl,
  onUnreadable,
}: Pick<ImagePickerProps, 'file' | 'previewUrl' | 'onUnreadable'>) {
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
      alt={`Preview of ${file?.name ?? 'the picture'}`}
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
      if (!picture) return
      event.preventDefault()
      onPick(picture)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [onPick])
}

function fileSizeText(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
}
