// The switch between the site and its landing.

import type { LandingSwitchState } from '@twinmint/sdk/internal/api/admin/contract'
import { useState } from 'react'
import { errorMessage } from '../data/api.ts'
import { RetryButton } from '../shared/RetryButton.tsx'
import { Digits, RelativeTime } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { shortAddress } from '../ui/format.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useLandingSwitch, useSetLanding } from './queries.ts'

export function LandingTab() {
  const query = useLandingSwitch()
  const { data: state, error } = query
  return (
    <section aria-labelledby="landing-title" className="max-w-2xl">
      <h1 id="landing-title" className="font-display text-20 font-semibold md:text-28">
        Landing
      </h1>
      <p className="mt-2 text-14 text-pretty text-muted">
        While the landing is up, visitors see the waitlist on every page, and the server refuses all other
        calls. Admins who are signed in see the site as it is. Open tabs follow within 30 seconds.
      </p>
      <div className="mt-6 rounded-panel border border-line bg-panel p-4">
        {state !== undefined ? (
          <Switch state={state} />
        ) : error !== null ? (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-14 text-down">{errorMessage(error, 'The switch could not be read.')}</p>
            <RetryButton query={query} size="sm" />
          </div>
        ) : (
          <Skeleton className="h-11" />
        )}
      </div>
    </section>
  )
}

const OPEN = {
  button: 'Open the site',
  title: 'Open the site?',
  text: 'Everybody can trade, launch and look at coins from then on, and the waitlist is gone from the pages. Who has joined it stays on your list.',
  yes: 'Open it',
  variant: 'primary',
} as const

const CLOSE = {
  button: 'Put the landing up',
  title: 'Put the landing up?',
  text: 'Nobody but admins can trade, launch or look at coins on this site until it is opened again. Coins and SOL stay where they are.',
  yes: 'Put it up',
  variant: 'danger',
} as const

function Switch({ state: { landingEnabled, updatedBy, updatedAt } }: { readonly state: LandingSwitchState }) {
  const setLanding = useSetLanding()
  const [isAsking, setAsking] = useState(false)
  const question = landingEnabled ? OPEN : CLOSE
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div role="status">
          <p className="text-16 font-semibold">{landingEnabled ? 'The landing is up' : 'The site is open'}</p>
          <p className="mt-1 text-13 text-muted">
            {updatedBy === null || updatedAt === null ? (
              'As the configuration says.'
            ) : (
              <>
                Set by <Digits>{shortAddress(updatedBy)}</Digits> <RelativeTime iso={updatedAt} ago />
              </>
            )}
          </p>
        </div>
        <Button variant={question.variant} pending={setLanding.isPending} onClick={() => setAsking(true)}>
          {question.button}
        </Button>
      </div>
      {setLanding.isError && (
        <p role="alert" className="mt-3 text-13 text-down">
          {errorMessage(setLanding.error, 'Nothing was changed.')}
        </p>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={question.title}
        description={question.text}
      >
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            variant={question.variant}
            onClick={() => {
              setAsking(false)
              setLanding.mutate(!landingEnabled)
            }}
          >
            {question.yes}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
