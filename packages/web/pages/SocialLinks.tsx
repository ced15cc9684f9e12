// Where the project is found elsewhere: only what this site has set.
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { XIcon } from '../shared/links/XIcon.tsx'
import { useSiteConfig } from '../shared/queries.ts'

const glyph = (path: string) => (
  <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
)

const PLACES: readonly {
  readonly key: 'github' | 'discord' | 'x' | 'telegram' | 'medium'
  readonly name: string
  readonly icon: ReactNode
}[] = [
  {
    key: 'github',
    name: 'GitHub',
    icon: (
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M15 22v-4a4.8 4.8 0 0 0-1-3.5c3 0 6-2 6-5.5.08-1.25-.27-2.48-1-3.5.28-1.15.28-2.35 0-3.5 0 0-1 0-3 1.5-2.64-.5-5.36-.5-8 0C6 2 5 2 5 2c-.3 1.15-.3 2.35 0 3.5A5.4 5.4 0 0 0 4 9c0 3.5 3 5.5 6 5.5-.39.49-.68 1.05-.85 1.65-.17.6-.22 1.23-.15 1.85v4" />
        <path d="M9 18c-4.51 2-5-2-7-2" />
      </svg>
    ),
  },
  {
    key: 'discord',
    name: 'Discord',
    icon: glyph(
      'M20.3 4.4a19.8 19.8 0 0 0-4.9-1.5l-.7 1.2a18.3 18.3 0 0 0-5.5 0l-.6-1.2a19.7 19.7 0 0 0-4.9 1.5C.5 9-.3 13.6.1 18.1a19.9 19.9 0 0 0 6 3l1.2-2a13 13 0 0 1-1.9-.9l.4-.3a14.2 14.2 0 0 0 12.2 0l.4.3a12 12 0 0 1-2 .9l1.3 2a19.8 19.8 0 0 0 6-3c.5-5.2-.8-9.7-3.4-13.7zM8 15.3c-1.2 0-2.2-1.1-2.2-2.4s1-2.4 2.2-2.4 2.2 1.1 2.2 2.4-1 2.4-2.2 2.4zm8 0c-1.2 0-2.2-1.1-2.2-2.4s1-2.4 2.2-2.4 2.2 1.1 2.2 2.4-1 2.4-2.2 2.4z',
    ),
  },
  { key: 'x', name: 'X', icon: <XIcon size={18} /> },
  { key: 'telegram', name: 'Telegram', icon: <Send size={18} aria-hidden="true" /> },
  {
    key: 'medium',
    name: 'Medium',
    icon: glyph(
      'M13.54 12a6.8 6.8 0 0 1-6.77 6.82A6.8 6.8 0 0 1 0 12a6.8 6.8 0 0 1 6.77-6.82A6.8 6.8 0 0 1 13.54 12zm7.42 0c0 3.54-1.51 6.42-3.38 6.42S14.19 15.54 14.19 12s1.52-6.42 3.39-6.42S20.96 8.46 20.96 12M24 12c0 3.17-.53 5.75-1.19 5.75S21.62 15.17 21.62 12s.53-5.75 1.19-5.75S24 8.83 24 12z',
    ),
  },
]

export function SocialLinks({ className }: { readonly className?: string }) {
  const { data: site } = useSiteConfig()
  const known = PLACES.flatMap((place) => {
    const url = site?.links[place.key]
    return typeof url === 'string' ? [{ ...place, url }] : []
  })
  if (known.length === 0) return null
  return (
    <ul className={`flex items-center gap-1 ${className ?? ''}`}>
      {known.map(({ key, name, icon, url }) => (
        <li key={key}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={name}
            className="flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text"
          >
            {icon}
          </a>
        </li>
      ))}
    </ul>
  )
}
