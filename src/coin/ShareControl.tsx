// "Share" in the coin's header; what it opens is loaded when somebody wants it.
import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { later } from '../ui/later.tsx'
import type { Collection } from '../wire/records/coin.ts'

const ShareDialog = later(() => import('./ShareDialog.tsx'))

export function ShareControl({ collection }: { readonly collection: Collection }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        className="max-sm:w-11 max-sm:px-0!"
        onClick={() => setOpen(true)}
      >
        <Share2 size={16} aria-hidden="true" className="shrink-0" />
        <span className="max-sm:sr-only">Share</span>
      </Button>
      {open && (
        <Suspense>
          <ShareDialog collection={collection} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
