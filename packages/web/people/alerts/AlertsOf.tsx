// Who the alerts are of: asked for where nobody is signed in.
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { SignedIn } from '../session/SignedIn.tsx'

/** Draws `children` for the wallet that is signed in. */
export function AlertsOf({ children }: { readonly children: (wallet: string) => ReactNode }) {
  return (
    <SignedIn
      icon={<BellRing size={32} aria-hidden="true" className="text-violet" />}
      title="Sign in for alerts"
      note="Alerts are kept for your wallet, on the server."
      loading={
        <SkeletonGroup label="Loading alerts">
          <Skeleton className="h-24 w-full" />
        </SkeletonGroup>
      }
    >
      {children}
    </SignedIn>
  )
}
