// The links that a coin is launched with: website, X and Telegram. They are in its metadata, so nobody changes them later.
// Decided here for the form, the server and whoever reads metadata back. Pure, and of no package, since the form loads it.

export interface CoinLinks {
  /** An https address. */
  readonly website?: string | undefined
  /** `https://x.com/{handle}` */
  readonly x?: string | undefined
  /** `https://t.me/{name}` */
  readonly telegram?: string | undefined
}
export const LINK_KINDS = ['website', 'x', 'telegram'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const LINK_BYTES_MAX = 200

/** What an address may have (RFC 3986): servers and browsers then agree on it, and so on the coin's content address. */
const ADDRESS = /^https:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]+$/
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
/** Two parts or more, the last of which is a name and no number. */
const HOST = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+$/
const X_HANDLE = /^@?([A-Za-z0-9_]{1,15})$/
const X_ADDRESS =
  /^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/@?([A-Za-z0-9_]{1,15})\/?(?:[?#].*)?$/i
/** Pages of X's own. */
const X_PAGES = [
  'home',
  'explore',
  'search',
  'intent',
  'share',
  'i',
  'hashtag',
  'settings',
  'login',
  'messages',
]
const TELEGRAM_NAME = /^@?([A-Za-z]\w{3,31})$/
const TELEGRAM_ADDRESS =
  /^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/(?:s\/)?@?([A-Za-z]\w{3,31})\/?(?:[?#].*)?$/i
/** Followed by an invitation or something else that is no name. */
const TELEGRAM_PAGES = ['joinchat', 'share', 'addstickers', 'addemoji', 'proxy', 'socks', 'iv', 'login']

const SENTENCES: Readonly<Record<LinkKind, string>> = {
  website: `The website is an https address, like https://frog.example, of at most ${LINK_BYTES_MAX} bytes`,
  x: 'The X account is a name of 1 to 15 letters, digits and _, or its address, like https://x.com/frog',
  telegram:
    'The Telegram group is a name of 4 to 32 letters, digits and _, a letter first, or its address, like https://t.me/frog',
}

/**
 * Links as they were typed, as they are stored: full addresses, left out where nothing was typed; and a sentence for each that
 * is none. What it gives it leaves as it is.
 */
export function decideLinks(typed: CoinLinks): {
  readonly links: CoinLinks
  readonly errors: Partial<Record<LinkKind, string>>
} {
  const links: { -readonly [Kind in LinkKind]?: string } = {}
  const errors: Partial<Record<LinkKind, string>> = {}
  for (const kind of LINK_KINDS) {
    const text = typed[kind]?.trim() ?? ''
    if (text === '') continue
    const link = READERS[kind](text)
    if (link === undefined) errors[kind] = SENTENCES[kind]
    else links[kind] = link
  }
  return { links, errors }
}

const READERS: Readonly<Record<LinkKind, (text: string) => string | undefined>> = {
  website: websiteOf,
  x: (text) => {
    const handle = (X_HANDLE.exec(text) ?? X_ADDRESS.exec(text))?.[1]
    return handle === undefined || X_PAGES.includes(handle.toLowerCase())
      ? undefined
      : `https://x.com/${handle}`
  },
  telegram: (text) => {
    const name = (TELEGRAM_NAME.exec(text) ?? TELEGRAM_ADDRESS.exec(text))?.[1]
    return name === undefined || TELEGRAM_PAGES.includes(name.toLowerCase())
      ? undefined
      : `https://t.me/${name}`
  },
}

function websiteOf(text: string): string | undefined {
  const whole = SCHEME.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole)) return undefined
  const { protocol, username, password, hostname, href } = new URL(whole)
  const isOne = protocol === 'https:' && username === '' && password === '' && HOST.test(hostname)
  return isOne && href.length <= LINK_BYTES_MAX && ADDRESS.test(href) ? href : undefined
}
