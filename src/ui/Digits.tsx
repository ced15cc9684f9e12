// Digits of one width, which a browser that translates the page leaves as they are.
import type { ReactNode } from 'react'

export function Digits({ children }: { readonly children: ReactNode }) {
  return (
    <span translate="no" className="figures">
      {children}
    </span>
  )
}
