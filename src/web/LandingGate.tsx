// The whole site, or the landing in its place.
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useLanding } from '../site/landing-queries.ts'
import { findPage } from '../site/pages.ts'
import { later } from '../ui/later.tsx'
import { PageLoading } from './PageLoading.tsx'

const LandingPage = later(() => import('../waitlist/LandingPage.tsx'))

export function LandingGate({ children }: { readonly children: ReactNode }) {
  const status = useLanding()
  const [path] = useLocation()
  if (status.mayEnter || findPage(path)?.page.of === 'admin') return children
  return (
    <Suspense fallback={<PageLoading />}>
      <LandingPage status={status} />
    </Suspense>
  )
}
