// The list of sections and pages beside the text: sections open and close, the one that is read is open.

import { type DocPlace, SECTIONS } from '@twinmint/sdk/internal/api/platform/docs-contents'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { DocsSearch } from './DocsSearch.tsx'
import type { Facts } from './facts.ts'

export interface SectionState {
  /** By slug; the section that is read counts as open unless it says otherwise. */
  readonly openBySlug: Readonly<Record<string, boolean>>
  readonly onToggle: (slug: string, isOpen: boolean) => void
}

export function DocsSidebar({
  place,
  facts,
  openBySlug,
  onToggle,
  onFollow = () => undefined,
}: SectionState & {
  readonly place: DocPlace | undefined
  readonly facts: Facts
  readonly onFollow?: () => void
}) {
  return (
    <>
      <DocsSearch facts={facts} onFollow={onFollow} />
      <nav aria-label="Documentation" className="mt-4">
        {SECTIONS.map((section) => {
          const isOpen = openBySlug[section.slug] ?? (place === undefined || place.section === section)
          const id = `docs-${section.slug}`
          return (
            <div key={section.slug} className="border-b border-line/60 py-1 last:border-0">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => onToggle(section.slug, !isOpen)}
                className="flex h-11 w-full items-center justify-between rounded-input px-3 text-left text-14 font-semibold transition-colors hover:bg-raised"
              >
                {section.title}
                <ChevronRight
                  size={16}
                  aria-hidden="true"
                  className={
                    isOpen ? 'rotate-90 text-muted transition-transform' : 'text-muted transition-transform'
                  }
                />
              </button>
              <ul id={id} hidden={!isOpen} className="pb-2">
                {section.items.map((item) => (
                  <li key={item.slug}>
                    <Link
                      href={`/docs/${section.slug}/${item.slug}`}
                      onClick={onFollow}
                      aria-current={place?.item === item ? 'page' : undefined}
                      className="flex min-h-9 items-center rounded-input px-3 py-1 text-14 text-muted transition-colors hover:text-text aria-[current=page]:bg-violet/15 aria-[current=page]:text-text pointer-coarse:min-h-11"
                    >
                      {item.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </nav>
    </>
  )
}
