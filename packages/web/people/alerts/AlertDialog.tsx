// Sets an alert of one coin, and lists those that wait. Loaded when somebody opens it.

import type { Alert } from '@twinmint/sdk/api/alerts/contract'
import {
  type Direction,
  FIRES_ONCE,
  figureText,
  readTarget,
  refusalOf,
  targetText,
} from '@twinmint/sdk/api/alerts/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { typedPlain } from '@twinmint/sdk/core/input-amount'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { SOL_HAS_STAYED } from '@twinmint/sdk/core/sustained'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../../data/api.ts'
import { useSiteConfig } from '../../shared/queries.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { submitOnEnter, TextInput } from '../../ui/TextInput.tsx'
import { AlertList } from './AlertList.tsx'
import { AlertsOf } from './AlertsOf.tsx'
import { useAddAlert, useAlerts } from './queries.ts'
import { suggestedTarget } from './suggestion.ts'

export default function AlertDialog({
  collection,
  onClose,
}: {
  readonly collection: Collection
  readonly onClose: () => void
}) {
  return (
    <Dialog open onClose={onClose} title={`Alerts for ${collection.name}`} description={FIRES_ONCE}>
      <AlertsOf>
        {(wallet) => (
          <div className="flex flex-col gap-5">
            <AlertForm wallet={wallet} collection={collection} />
            <OwnAlerts wallet={wallet} collectionId={collection.id} onLeave={onClose} />
          </div>
        )}
      </AlertsOf>
    </Dialog>
  )
}

const DIRECTIONS = [
  { value: 'above', label: 'Above' },
  { value: 'below', label: 'Below' },
] as const

/** What is typed, or what is suggested until somebody types. */
function useTerms(collection: Collection) {
  const [kind, setKind] = useState<Alert['kind']>('price')
  const [direction, setDirection] = useState<Direction>('above')
  const [typed, setTyped] = useState<string>()
  // Of when the dialog was opened: a suggestion must not change under the hand that is about to take it.
  const [begun] = useState(collection)
  const now = kind === 'price' ? collection.currentPrice : collection.marketCap
  const suggested =
    kind === 'graduation'
      ? ''
      : typedPlain(suggestedTarget(kind, direction, kind === 'price' ? begun.currentPrice : begun.marketCap))
  return {
    kind,
    direction,
    now,
    text: typed ?? suggested,
    setTyped,
    choose: (next: Alert['kind']) => {
      setKind(next)
      setTyped(undefined)
    },
    turn: (next: Direction) => {
      setDirection(next)
      setTyped(undefined)
    },
    reset: () => setTyped(undefined),
  }
}

function AlertForm({ wallet, collection }: { readonly wallet: string; readonly collection: Collection }) {
  const { data: site } = useSiteConfig()
  const { kind, direction, now, text, setTyped, choose, turn } = useTerms(collection)
  const { mutate, isPending, error, isSuccess, reset } = useAddAlert(wallet)
  const [isChecked, setChecked] = useState(false)
  const change = (apply: () => void) => {
    apply()
    setChecked(false)
    reset()
  }
  const read = kind === 'graduation' ? undefined : readTarget(kind, text)
  const problem = problemOf()
  function problemOf(): string | undefined {
    if (kind === 'graduation' || read === undefined || site === undefined) return undefined
    if ('problem' in read) return read.problem
    const point = {
      reserveLamports: lamports(BigInt(collection.reserveLamports)),
      reserveBaseUnits: baseUnits(BigInt(collection.reserveBaseUnits)),
    }
    const isGraduated = collection.graduationStands
    return refusalOf({ kind, direction, targetUnits: read.units }, { point, isGraduated }, site.solUsd)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem !== undefined) return
    const collectionId = collection.id
    if (kind === 'graduation') mutate({ kind, collectionId })
    else if (read !== undefined && 'units' in read)
      mutate({ kind, collectionId, direction, target: targetText(kind, read.units) })
  }
  const segments = [
    { value: 'price', label: 'Price' },
    { value: 'marketCap', label: 'Market cap' },
    ...(collection.graduationStands ? [] : [{ value: 'graduation', label: 'Graduation' } as const]),
  ] as const
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Segmented
        label="Alert me about"
        segments={segments}
        value={kind}
        onChange={(next) => change(() => choose(next))}
      />
      {kind === 'graduation' ? (
        <p className="text-13 text-muted">
          When {collection.name} has graduated and {SOL_HAS_STAYED} (now{' '}
          {collection.bondingProgress.toFixed(1)}% of the way).
        </p>
      ) : (
        <>
          <Segmented
            label="Above or below"
            segments={DIRECTIONS}
            value={direction}
            onChange={(next) => change(() => turn(next))}
            tone="raised"
          />
          <Field
            label={kind === 'price' ? 'Price of one coin' : 'Market cap'}
            hint={`Now ${figureText(kind, now)}`}
            error={isChecked ? problem : undefined}
          >
            <TextInput
              figures
              inputMode="decimal"
              maxLength={40}
              value={text}
              suffix={kind === 'price' ? 'SOL' : 'USD'}
              onKeyDown={submitOnEnter}
              onChange={(event) => {
                const { value } = event.target
                change(() => setTyped(value))
              }}
            />
          </Field>
        </>
      )}
      <div className="sticky bottom-0 z-10 -my-1 bg-panel py-1">
        <Button type="submit" className="w-full" pending={isPending}>
          Set alert
        </Button>
      </div>
      {/* A place that is kept, so that what is said moves nothing. */}
      <p role="status" className="-mt-2 min-h-5 text-12">
        {error !== null ? (
          <span className="font-medium text-down">{errorMessage(error, 'The server did not answer.')}</span>
        ) : (
          isSuccess && <span className="font-medium text-up">The alert is set.</span>
        )}
      </p>
    </form>
  )
}

function OwnAlerts({
  wallet,
  collectionId,
  onLeave,
}: {
  readonly wallet: string
  readonly collectionId: string
  readonly onLeave: () => void
}) {
  const { data, isPending, refetch } = useAlerts(wallet)
  const own = data?.alerts.filter((alert) => alert.collectionId === collectionId) ?? []
  return (
    <section aria-label="Alerts of this coin" className="flex flex-col gap-3">
      {data === undefined && !isPending && (
        <p role="alert" className="text-13 text-muted">
          Your alerts could not be loaded.{' '}
          <button type="button" onClick={() => void refetch()} className="text-violet underline">
            Retry
          </button>
        </p>
      )}
      {own.length > 0 && <AlertList wallet={wallet} alerts={own} showsCoin={false} />}
      <Link
        href="/portfolio?tab=alerts"
        onClick={onLeave}
        className={buttonClass('ghost', 'sm', 'self-start')}
      >
        All alerts and notifications
      </Link>
    </section>
  )
}
