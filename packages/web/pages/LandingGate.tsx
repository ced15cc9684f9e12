// The whole site, or the landing in its place.

import { findPage } from '@twinmint/sdk/internal/api/platform/pages'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useLanding } from '../shared/landing-queries.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { PageLoading } from './PageLoading.tsx'

const LandingPage = lazyPart(() => import('../admin/waitlist/LandingPage.tsx'))

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
