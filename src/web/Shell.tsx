// Around every page.
import type { ReactNode } from 'react'
import { Toaster } from '../ui/toast.tsx'

export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <main id="main">{children}</main>
      <Toaster />
    </>
  )
}
