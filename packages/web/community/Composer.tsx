// Where a text is written: Enter sends it, Shift and Enter begin a new line. Who is not signed in is asked to.

import { cleanMessage, MESSAGE_CHARS_MAX } from '@twinmint/sdk/api/community/rules'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { errorMessage } from '../data/api.ts'
import { useSession, useSignIn } from '../people/session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TextArea } from '../ui/TextInput.tsx'

export interface ComposerProps {
  /** What the field is called. */
  readonly label: string
  readonly placeholder: string
  readonly sendText: string
  /** On the button of who is not signed in: "Sign in to comment". */
  readonly signInText: string
  /** What stands in it at first. */
  readonly text?: string
  /** The field has the focus as soon as it is there. */
  readonly takesFocus?: boolean
  readonly onSend: (text: string) => Promise<unknown>
  readonly onCancel?: () => void
}

export function Composer(props: ComposerProps) {
  const { walletAddress, isKnown } = useSession()
  if (walletAddress !== undefined) return <Writing {...props} />
  return isKnown ? <SignIn text={props.signInText} /> : <Skeleton className="h-11 w-full" />
}

function SignIn({ text }: { readonly text: string }) {
  const { signIn, isPending } = useSignIn()
  return (
    <Button variant="secondary" className="w-full" pending={isPending} onClick={() => void signIn()}>
      {text}
    </Button>
  )
}

function Writing({
  label,
  placeholder,
  sendText,
  takesFocus = false,
  onSend,
  onCancel,
  text: first = '',
}: ComposerProps) {
  const counterId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(first)
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const isBlank = cleanMessage(text) === ''

  const send = async () => {
    if (isBlank || isSending) return
    setSending(true)
    setError(undefined)
    try {
      await onSend(text)
      setText('')
      // One that can be cancelled is closed by whoever opened it.
      if (onCancel === undefined) field.current?.focus()
    } catch (cause) {
      setError(errorMessage(cause, 'It was not sent. Try again.'))
      field.current?.focus()
    } finally {
      setSending(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && onCancel !== undefined) {
      event.stopPropagation()
      onCancel()
    }
    // Enter also ends the composing of a letter, in scripts that need several keys for one.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="flex flex-col gap-2"
    >
      <TextArea
        ref={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where pressing a button opened it
        autoFocus={takesFocus}
        rows={1}
        aria-label={label}
        aria-describedby={counterId}
        placeholder={placeholder}
        maxLength={MESSAGE_CHARS_MAX}
        enterKeyHint="send"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-40 min-h-11 resize-none!"
      />
      {error !== undefined && (
        <p role="alert" className="text-13 text-down">
          {error}
        </p>
      )}
      <div className="flex items-center justify-between gap-3">
        <Counter id={counterId} length={text.length} />
        <span className="flex gap-2">
          {onCancel !== undefined && (
            <Button variant="ghost" size="sm" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" size="sm" disabled={isBlank} pending={isSending}>
            {!isSending && <SendHorizontal size={14} aria-hidden="true" />}
            {sendText}
          </Button>
        </span>
      </div>
    </form>
  )
}

function Counter({ id, length }: { readonly id: string; readonly length: number }) {
  return (
    <span
      id={id}
      translate="no"
      className={classNames('figures text-12', length === MESSAGE_CHARS_MAX ? 'text-gold' : 'text-faint')}
    >
      {length}/{MESSAGE_CHARS_MAX}
      <span className="sr-only"> characters</span>
    </span>
  )
}
