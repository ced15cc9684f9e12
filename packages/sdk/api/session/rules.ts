// What a sign-in must say to be believed, and where a request may come from. No clock, no network.
import { isAddress } from '../../core/address.ts'
import { readSignInText, type SignInFields } from '../../core/sign-in.ts'

export const SIGN_IN_STATEMENT =
  'Sign in to Twinmint. This costs nothing and lets nobody move your SOL, coins or NFTs.'
export const SIGN_IN_MS = 10 * 60_000
/** Servers that share a database may differ by so much. */
const CLOCKS_DIFFER_MS = 60_000

export interface SignInExpected {
  readonly walletAddress: string
  /** The host that this server is known by; undefined where it does not know. */
  readonly domain: string | undefined
  readonly chainId: string
  readonly nowMs: number
}

export type SignInDecision =
  | { readonly kind: 'signIn'; readonly fields: SignInFields }
  | { readonly kind: 'refused'; readonly reason: string }

/** Everything about the text but its nonce and its signature, which are not for pure code to know. */
export function decideSignIn(text: string, expected: SignInExpected): SignInDecision {
  const refused = (reason: string): SignInDecision => ({ kind: 'refused', reason })
  const fields = readSignInText(text)
  if (!fields) return refused('The signed text is not a sign-in.')
  const { domain, uri, version, chainId, statement, address } = fields
  if (domain !== expected.domain) return refused(`The signature is for ${domain}, not for this site.`)
  if (uri !== `https://${domain}` && uri !== `http://${domain}`)
    return refused('The signature is for another address of this site.')
  if (version !== '1' || statement !== SIGN_IN_STATEMENT)
    return refused('The signed text is not the one that this site asks for.')
  if (chainId !== expected.chainId) return refused(`The signature is for the network ${chainId}.`)
  if (address !== expected.walletAddress || !isAddress(address))
    return refused('The signature is for another wallet.')
  const issuedMs = Date.parse(fields.issuedAt)
  const expiresMs = Date.parse(fields.expirationTime)
  // NaN fails every comparison, so what must hold is asked, not what must not.
  if (!(issuedMs <= expected.nowMs + CLOCKS_DIFFER_MS)) return refused('The signature is of the future.')
  if (!(expiresMs > expected.nowMs && issuedMs > expected.nowMs - SIGN_IN_MS - CLOCKS_DIFFER_MS))
    return refused('The sign-in has expired.')
  return { kind: 'signIn', fields }
}

export interface ChangeRequest {
  readonly method: string
  readonly path: string
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  readonly hasCookie: boolean
  /** The host that the request was sent to. */
  readonly host: string
  readonly publicUrl: string | undefined
}

/**
 * Whether a request may change something, so that no other site can use a visitor's cookie. Browsers name the page's
 * origin with everything but GET and HEAD, and scripts cannot alter it. The origin must have the host that the request was
 * sent to (a name that an attacker points here has no cookie of ours), or be the public address. Where there is a public
 * address, nobody signs in or is signed in under another. Programs name none, and pass as long as they carry no cookie; one
 * that signs in sends its own `Origin`, as a browser would. The chain's own `/rpc` takes signed transactions only and stays
 * open to every site.
 */
export function mayChange(request: ChangeRequest): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || !request.path.startsWith('/api/')) return true
  if (request.origin !== undefined) {
    if (!URL.canParse(request.origin)) return false // "null" of a sandbox, too
    const { host, origin } = new URL(request.origin)
    const { publicUrl } = request
    const isAnyNameGood = publicUrl === undefined || !(request.hasCookie || isOfSessions(request.path))
    return (
      (host === request.host && isAnyNameGood) ||
      (publicUrl !== undefined && new URL(publicUrl).origin === origin)
    )
  }
  if (request.fetchSite !== undefined) return request.fetchSite === 'same-origin'
  return !request.hasCookie
}

const isOfSessions = (path: string): boolean => /^\/api\/session(\/|$)/.test(path)

/** "Chrome on Android": enough to know one's own devices by, and no more is kept. */
export function deviceOf(userAgent: string): string {
  const named = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named([
    [/Edg(e|A|iOS)?\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/SamsungBrowser\//, 'Samsung Internet'],
    [/(Firefox|FxiOS)\//, 'Firefox'],
    [/(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ])
  const system = named([
    [/iPhone|iPad|iPod/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Macintosh|Mac OS X/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux|X11/, 'Linux'],
  ])
  if (browser === undefined) return system === undefined ? 'A program' : `A program on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
