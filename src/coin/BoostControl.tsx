// "Boost", or how long the boost still runs. The dialog that says what it is, and pays it, comes when it is asked for.
import { Rocket } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useClockText } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { hoursLeft } from '../ui/format.ts'
import { later } from '../ui/later.tsx'
import type { Collection } from '../wire/records/coin.ts'

const loadDialog = () => import('./BoostDialog.tsx')
const BoostDialog = later(loadDialog)
/** A head start when a finger or a pointer comes near; a failure shows when it is opened. */
const soon = () => void loadDialog().catch(() => undefined)

export function BoostControl({ collection }: { readonly collection: Collection }) {
  const [open, setOpen] = useState(false)
  const left = useClockText((nowMs) => String(hoursLeft(collection.boostedUntil, nowMs)))
  const boosted = left !== '0'
  return (
    <>
      <Button
        variant="secondary"
        className={boosted ? 'border-gold/50! text-gold!' : undefined}
        onPointerEnter={soon}
        onFocus={soon}
        onClick={() => setOpen(true)}
      >
        <Rocket size={16} aria-hidden="true" />
        {boosted ? `Boosted (${left} h left)` : 'Boost'}
      </Button>
      {open && (
        <Suspense>
          <BoostDialog collection={collection} boosted={boosted} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
