// A table that scrolls inside itself where it is wider than the page, by finger and by keyboard.
import type { ReactNode } from 'react'

export function ScrollTable({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="my-5 overflow-x-auto rounded-panel border border-line"
    >
      <table className="docs-table">{children}</table>
    </section>
  )
}
