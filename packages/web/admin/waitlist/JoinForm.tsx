// Joining the waitlist: one field, what is known of the name in it, and the thanks.

import { readUsername, USERNAME_RULE, withoutAt } from '@twinmint/sdk/internal/api/waitlist/rules'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { errorMessage } from '../../data/api.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useDebounced } from '../../ui/steady.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { useAvailability, useJoin } from './join-queries.ts'

const CHECK_AFTER_MS = 500

export function JoinForm({ followUrl }: { readonly followUrl: string | null }) {
  const join = useJoin()
  if (join.isSuccess) return <Joined followUrl={followUrl} />
  return <Form join={join} />
}

function Form({ join }: { readonly join: ReturnType<typeof useJoin> }) {
  const id = useId()
  const [text, setText] = useState('')
  const username = readUsername(text)
  const settled = useDebounced(username, CHECK_AFTER_MS)
  const check = useAvailability(settled)
  const isChecked = username === settled && check.data !== undefined
  const isTaken = isChecked && !check.data.available
  const hint = hintOf()

  function hintOf(): { readonly text: string; readonly tone: string } | undefined {
    if (join.isError) return { text: errorMessage(join.error, 'Joining failed.'), tone: 'text-down' }
    if (text.trim() === '') return undefined
    if (username === undefined) return { text: USERNAME_RULE, tone: 'text-down' }
    if (username !== settled || check.isFetching) return { text: 'Checking...', tone: 'text-muted' }
    if (check.isError)
      return { text: errorMessage(check.error, 'The name could not be checked.'), tone: 'text-down' }
    return isTaken
      ? { text: '✗ Already joined', tone: 'text-down' }
      : { text: '✓ Available', tone: 'text-up' }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (username !== undefined && !isTaken && !join.isPending) join.mutate(username)
  }
  return (
    <form onSubmit={submit} noValidate className="mt-10 w-full">
      <div className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Join waitlist via X username
        </label>
        <TextInput
          id={id}
          name="username"
          value={text}
          onChange={({ target }) => {
            join.reset()
            setText(withoutAt(target.value))
          }}
          placeholder="Join waitlist via X username"
          disabled={join.isPending}
          aria-describedby={`${id}-hint`}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={120}
          className="min-w-0 flex-1"
        />
        <Button
          type="submit"
          aria-label={join.isPending ? 'Joining' : undefined}
          disabled={join.isPending || username === undefined || isTaken}
          className="h-11 min-w-20 rounded-input!"
        >
          {join.isPending ? '...' : 'Join'}
        </Button>
      </div>
      <p
        id={`${id}-hint`}
        role="status"
        className={classNames('mt-2 min-h-5 text-left text-13 text-pretty', hint?.tone)}
      >
        {hint?.text}
      </p>
    </form>
  )
}

function Joined({ followUrl }: { readonly followUrl: string | null }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The field that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mt-10 flex min-h-18 animate-rise flex-col items-center gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-none">
        You've joined the waitlist!
      </h2>
      {followUrl !== null && (
        <a
          href={followUrl}
          target="_blank"
          rel="noreferrer"
          aria-label="Follow on X"
          className="inline-flex h-11 items-center gap-2 text-14 text-muted underline-offset-4 transition-colors hover:text-text hover:underline"
        >
          Follow on
          <XIcon />
        </a>
      )}
    </div>
  )
}

function XIcon() {
  return (
    <svg viewBox="0 0 24 24" width={16} height={16} fill="currentColor" aria-hidden="true">
      <path d="M18.2 2.3h3.3l-7.2 8.2 8.5 11.2h-6.7l-5.2-6.8-6 6.8H1.6l7.7-8.8L1.2 2.3H8l4.7 6.2zm-1.2 17.5h1.9L7.1 4.1H5.1z" />
    </svg>
  )
}
