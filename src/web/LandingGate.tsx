// The whole site, or the landing in its place.
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useLanding } from '../waitlist/queries.ts'
import { PageLoading } from './router.tsx'

const LandingPage = lazy(() => import('../waitlist/LandingPage.tsx'))

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
