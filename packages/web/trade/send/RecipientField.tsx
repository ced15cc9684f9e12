// Who receives it: an address or a username is typed, and whoever was meant stands there with the whole address, since two
// addresses, and two names, may begin and end alike.

import { cleanAddress } from '@twinmint/sdk/actions/send/rules'
import type { Person } from '@twinmint/sdk/api/records/person'
import { isAddress } from '@twinmint/sdk/core/address'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { errorMessage } from '../../data/api.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { isFocusLost } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { shortAddress } from '../../ui/format.ts'
import { Checkbox, TextInput } from '../../ui/TextInput.tsx'
import { useNotePerson, usePeople, usePerson } from './queries.ts'

interface RecipientFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** Somebody was meant before, and is to be exchanged: the focus stays where it is. */
  readonly isFocused: boolean
  readonly onChoose: (address: string) => void
}

/** As long as addresses are: a name is not taken for a mistyped one. */
const ADDRESS_LIKE = /^[0-9A-Za-z]{30,}$/
/** After the field is left: whatever was pressed meanwhile is still where it was. */
const LEFT_MS = 200

/** Whether letters came together, as what is pasted does: most addresses without their last letter are addresses, too. */
function isInOnePiece(before: string, after: string): boolean {
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  let sameEnd = 0
  while (sameEnd < before.length - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd++
  return after.length - same - sameEnd > 1
}

export function RecipientField({ text, onText, isFocused, onChoose }: RecipientFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const cleaned = cleanAddress(text)
  const isWhole = isAddress(cleaned)
  const isMistyped = ADDRESS_LIKE.test(cleaned) && !isWhole
  const name = isMistyped || isWhole ? '' : text.trim()
  const { people, isKnown, error } = usePeople(name)
  const notePerson = useNotePerson()
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  const [isLeft, setLeft] = useState(false)
  const left = useEffectEvent(() => {
    // Where the whole window is left, the field keeps the focus: the rest may be looked up there.
    if (isWhole && document.activeElement !== input.current) onChoose(cleaned)
  })
  useEffect(() => {
    if (!isLeft) return undefined
    const timer = setTimeout(left, LEFT_MS)
    return () => clearTimeout(timer)
  }, [isLeft])
  return (
    <div className="flex flex-col gap-1">
      <Field
        label="To"
        error={
          isMistyped
            ? 'That is not a Solana address: a letter is missing or wrong. Copy it again.'
            : undefined
        }
      >
        <TextInput
          ref={input}
          value={text}
          placeholder="Address or username"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={200}
          onChange={(event) => {
            onText(event.target.value)
            const after = cleanAddress(event.target.value)
            if (isAddress(after) && isInOnePiece(cleaned, after)) onChoose(after)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !isWhole) return
            event.preventDefault()
            onChoose(cleaned)
          }}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
        />
      </Field>
      <p role="status" className="px-1 text-12 text-muted empty:hidden">
        {isWhole
          ? 'Press Enter when the whole address is there.'
          : saidOf({ name, isKnown, error, count: people.length })}
      </p>
      {people.length > 0 && (
        <ul aria-label="People with that name" className="flex flex-col">
          {people.map((person) => (
            <li key={person.walletAddress}>
              <button
                type="button"
                onClick={() => {
                  notePerson(person)
                  onChoose(person.walletAddress)
                }}
                className="flex w-full items-center gap-3 rounded-input px-2 py-1.5 text-left transition-colors hover:bg-raised pointer-coarse:min-h-11"
              >
                <Avatar src={person.thumbnailUrl} size={32} className="size-8 bg-line!" />
                <bdi className="min-w-0 flex-1 truncate text-14 font-medium">{person.username}</bdi>
                <span translate="no" className="figures shrink-0 text-12 text-muted">
                  {shortAddress(person.walletAddress, '6-4')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function saidOf({
  name,
  isKnown,
  error,
  count,
}: {
  readonly name: string
  readonly isKnown: boolean
  readonly error: unknown
  readonly count: number
}): string {
  if (name === '') return ''
  if (error !== null) return errorMessage(error, 'The server did not answer.')
  if (!isKnown) return count > 0 ? '' : 'Searching…'
  return count === 0 ? 'Nobody has that name. Paste the whole address instead.' : 'Who is meant?'
}

/** The one who was meant, and what is known of the address. */
export function ChosenRecipient({
  address,
  isDisabled,
  onChange,
  children,
}: {
  readonly address: string
  readonly isDisabled: boolean
  readonly onChange: () => void
  readonly children: ReactNode
}) {
  const id = useId()
  const change = useRef<HTMLButtonElement>(null)
  const person: Person | undefined = usePerson(address)
  // The field that it was typed into is gone; who left it before is somewhere else.
  useEffect(() => {
    if (isFocusLost()) change.current?.focus()
  }, [])
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="text-13 font-medium">
        To
      </h3>
      <div className="flex flex-col gap-2 rounded-input border border-line bg-ink p-3">
        <div className="flex items-center gap-3">
          <Avatar src={person?.thumbnailUrl ?? null} size={36} className="size-9 bg-line!" />
          <span className="min-w-0 flex-1 text-14">
            {person === undefined ? (
              <span className="text-muted">A wallet without a name here</span>
            ) : (
              <bdi className="block truncate font-semibold">{person.username}</bdi>
            )}
          </span>
          <Button ref={change} variant="secondary" size="sm" disabled={isDisabled} onClick={onChange}>
            Change
          </Button>
        </div>
        <p
          translate="no"
          className="figures text-13 leading-relaxed break-all text-muted"
          title="The whole address"
        >
          <WholeAddress address={address} />
        </p>
        {children}
      </div>
    </section>
  )
}

/** Beginning and end are what people compare; what differs of a look-alike stands between. */
export function WholeAddress({ address }: { readonly address: string }) {
  return (
    <>
      <span className="font-semibold text-text">{address.slice(0, 4)}</span>
      {address.slice(4, -4)}
      <span className="font-semibold text-text">{address.slice(-4)}</span>
    </>
  )
}

/** Nothing says that anybody has the key of this address: whoever sends there says so. */
export function UnusedAddress({
  isAccepted,
  isDisabled,
  onAccept,
}: {
  readonly isAccepted: boolean
  readonly isDisabled: boolean
  readonly onAccept: (isAccepted: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2 rounded-input border border-gold/50 bg-gold/10 p-3 text-13">
      <p id={id} className="flex gap-2">
        <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-gold" />
        This address holds no SOL: it is new, or mistyped. What is sent to an address that nobody has the key
        of is lost.
      </p>
      <label
        htmlFor={`${id}-box`}
        className="flex min-h-8 cursor-pointer items-center gap-3 font-medium pointer-coarse:min-h-11"
      >
        <Checkbox
          id={`${id}-box`}
          checked={isAccepted}
          disabled={isDisabled}
          aria-describedby={id}
          onChange={(event) => onAccept(event.target.checked)}
        />
        I have compared the whole address
      </label>
    </div>
  )
}
