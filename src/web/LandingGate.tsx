// The whole site, or the landing in its place.
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { later } from '../ui/later.tsx'
import { useLanding } from '../waitlist/queries.ts'
import { PageLoading } from './router.tsx'

const LandingPage = later(() => import('../waitlist/LandingPage.tsx'))

export function LandingGate({ children }: { readonly children: ReactNode }) {
  const status = useLanding()
  const [path] = useLocation()
  if (status.mayEnter || /^\/admin(\/|$)/.test(path)) return children
  return (
    <Suspense fallback={<PageLoading />}>
      <LandingPage status={status} />
    </Suspense>
  )
}
