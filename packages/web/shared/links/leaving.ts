// Where a coin's link leads, as it is said before somebody follows it; and the sites of which this browser asks no more. Links
// are strangers' texts: what is no plain https address is no link.
import { keptText } from '../../data/browser-storage.ts'

/** For every link that leads away: the other page learns nothing of this one and has no hold on it. */
export const LEAVES = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const

export interface Way {
  /** The whole address, as the browser goes to it. */
  readonly href: string
  /** Letters beyond plain Latin are written as punycode, so that none looks like another. */
  readonly host: string
  /** What comes after the host; empty where that is "/". */
  readonly rest: string
  /** The host has such letters. */
  readonly isPunycode: boolean
}

/** Undefined of what is not followed. */
export function wayOf(link: string | undefined): Way | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined
  const { protocol, host, username, password, pathname, search, hash, href } = new URL(link)
  if (protocol !== 'https:' || username !== '' || password !== '' || host === '') return undefined
  const rest = `${pathname}${search}${hash}`
  const isPunycode = host.split('.').some((label) => label.startsWith('xn--'))
  return { href, host, rest: rest === '/' ? '' : rest, isPunycode }
}

const KEY = 'twinmint.known-sites'
const SITES_MAX = 50
const kept = keptText(KEY)

function knownSites(): readonly string[] {
  try {
    const value: unknown = JSON.parse(kept.read() ?? '[]')
    return Array.isArray(value) ? value.filter((host): host is string => typeof host === 'string') : []
  } catch {
    return []
  }
}

/** Whether the person wants no question before this site. */
export const isKnownSite = (host: string): boolean => knownSites().includes(host)

/** The latest so many; the oldest are asked about again. */
export function rememberSite(host: string): void {
  const others = knownSites().filter((known) => known !== host)
  kept.write(JSON.stringify([host, ...others].slice(0, SITES_MAX)))
}
