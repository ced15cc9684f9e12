// When an alert fires, what may be asked for, what is said of it, and which addresses a push may go to. Pure: page and server
// decide by the same lines.
import { marketCapLamports } from '../../core/curve.ts'
import { formatMoney, formatPrice, shortAddress } from '../../core/figures.ts'
import { DOLLARS, readTyped, type TypedUnit } from '../../core/input-amount.ts'
import {
  amountSentence,
  type BaseUnits,
  decimalText,
  divideFloor,
  LAMPORTS_PER_SOL,
  type Lamports,
  lamports,
  type ParsedAmount,
  parseDecimal,
  solText,
} from '../../core/money.ts'
import { SOL_HAS_STAYED } from '../../core/sustained.ts'
import type { Alert, Notification } from './contract.ts'

export type Direction = NonNullable<Alert['direction']>

/** An alert fires once: it becomes a notification and is gone. */
export const FIRES_ONCE = 'An alert fires once. Set it again if you want to hear again.'

/** Decimals of a target: attoSOL, since prices have 18; cents, since market caps are shown in dollars. */
const UNITS: Readonly<Record<Figure, TypedUnit>> = {
  price: { decimals: 18, words: ['SOL', '◎'] },
  marketCap: DOLLARS,
}
type Figure = 'price' | 'marketCap'

/** A coin's reserves after an event. */
export interface MarketPoint {
  readonly reserveLamports: Lamports
  readonly reserveBaseUnits: BaseUnits
}

/** What an alert waits for; a graduation has neither direction nor target. */
export interface AlertTerms {
  readonly kind: Alert['kind']
  readonly direction: Direction | null
  readonly targetUnits: bigint | null
}

/** Dollars of one SOL, as every figure in dollars takes it, in whole cents. */
const centsPerSol = (solUsd: number): bigint => BigInt(Math.round(solUsd * 100))

/** The figure at a point in its units, rounded down: attoSOL of one coin, or cents of the market cap at `solUsd`. */
export function figureAt(
  kind: Figure,
  { reserveLamports, reserveBaseUnits }: MarketPoint,
  solUsd: number,
): bigint {
  // lamports/1e9 over base units/1e6, times 1e18
  if (kind === 'price') return divideFloor(reserveLamports * 10n ** 15n, reserveBaseUnits)
  const cap = marketCapLamports({ reserveLamports, reserveBaseUnits })
  return divideFloor(cap * centsPerSol(solUsd), LAMPORTS_PER_SOL)
}

/** Whether a figure is where the alert waits for it; reaching the target counts. */
const isBeyond = (direction: Direction | null, units: bigint, target: bigint): boolean =>
  direction === 'above' ? units >= target : units <= target

/**
 * What made the alert fire: the first point at or beyond its target, as its figure in its units. An alert is only taken while
 * the figure is short of its target (`refusalOf`), so that the first point beyond it is the crossing, however the points are
 * cut into batches. Undefined where it goes on waiting.
 */
export function firedBy(
  { kind, direction, targetUnits }: AlertTerms,
  { points, isGraduated }: { readonly points: readonly MarketPoint[]; readonly isGraduated: boolean },
  solUsd: number,
): { readonly valueUnits: bigint | null } | undefined {
  if (kind === 'graduation') return isGraduated ? { valueUnits: null } : undefined
  if (targetUnits === null) return undefined
  for (const point of points) {
    const valueUnits = figureAt(kind, point, solUsd)
    if (isBeyond(direction, valueUnits, targetUnits)) return { valueUnits }
  }
  return undefined
}

/** A typed target in its units, or what is wrong with it, in a sentence. */
export const readTarget = (kind: Figure, text: string): Target => targetOf(kind, readTyped(text, UNITS[kind]))

/** A target of a request, in plain decimal text. */
export const parseTarget = (kind: Figure, text: string): Target =>
  targetOf(kind, parseDecimal(text, UNITS[kind].decimals))

type Target = { readonly units: bigint } | { readonly problem: string }

function targetOf(kind: Figure, parsed: ParsedAmount<bigint>): Target {
  if (parsed.kind === 'amount')
    return parsed.units > 0n ? { units: parsed.units } : { problem: 'Enter a figure above zero.' }
  switch (parsed.reason) {
    case 'tooManyDecimals':
      return {
        problem: kind === 'price' ? 'A price has at most 18 decimals.' : 'Dollars have at most two decimals.',
      }
    case 'ambiguous':
      return { problem: amountSentence(parsed, 'SOL') }
    case 'tooLarge':
      return { problem: 'That is more than any coin can reach.' }
    case 'empty':
    case 'notANumber':
      return { problem: 'Enter a number.' }
  }
}

/** Units as plain decimal text of SOL or dollars. */
export const targetText = (kind: Figure, units: bigint): string => decimalText(units, UNITS[kind].decimals)

/** Why an alert would never fire, or fire at once; undefined where it may be set. */
export function refusalOf(
  { kind, direction, targetUnits }: AlertTerms,
  { point, isGraduated }: { readonly point: MarketPoint; readonly isGraduated: boolean },
  solUsd: number,
): string | undefined {
  if (kind === 'graduation') return isGraduated ? 'This coin has graduated already.' : undefined
  const units = figureAt(kind, point, solUsd)
  if (targetUnits === null || !isBeyond(direction, units, targetUnits)) return undefined
  const figure = kind === 'price' ? 'price' : 'market cap'
  return `The ${figure} is ${figureText(kind, targetText(kind, units))} now: choose one ${direction} that.`
}

/** A figure for people, of plain decimal text. */
export const figureText = (kind: Figure, text: string): string =>
  kind === 'price' ? `${formatPrice(text)} SOL` : formatMoney(text)

/** "Price above 0.0₅2 SOL" */
export function alertText({ kind, direction, target }: Pick<Alert, 'kind' | 'direction' | 'target'>): string {
  if (kind === 'graduation') return 'Graduation'
  return `${kind === 'price' ? 'Price' : 'Market cap'} ${direction} ${figureText(kind, target ?? '0')}`
}

const DID = {
  BUY: 'bought',
  SELL: 'sold',
  SWAP_TO_NFT: 'swapped into an NFT of',
  SWAP_TO_TOKEN: 'swapped an NFT into',
} as const

export interface Words {
  readonly title: string
  readonly body: string
  /** Where it leads, on this site. */
  readonly path: string
}

/** Where offers for a wallet's NFTs are accepted. */
const OFFERS_PATH = '/portfolio?tab=market'

/** What is said of an offer or a sale of an NFT; undefined for anything else. */
function nftNewsText(
  kind: Notification['kind'],
  { tokenId, lamports: paid, sellerLamports, offerCount }: NonNullable<Notification['nft']>,
  { collectionId, symbol, name }: Pick<Notification, 'collectionId' | 'symbol' | 'name'>,
): Words | undefined {
  const sol = (text: string) => `${formatPrice(solText(lamports(BigInt(text))))} SOL`
  const numbered = `${name} #${tokenId}`
  const path = `/nft/${collectionId}/${tokenId}`
  if (kind === 'sold')
    return {
      title: `Your ${symbol} #${tokenId} was sold`,
      body: `${numbered} went for ${sol(paid)}; you got ${sol(sellerLamports)}.`,
      path,
    }
  if (kind === 'accepted')
    return {
      title: `Your offer for ${symbol} was accepted`,
      body: `${numbered} is yours for ${sol(paid)}.`,
      path,
    }
  if (kind !== 'offer') return undefined
  const what = tokenId === null ? `one of your ${symbol} NFTs` : `${symbol} #${tokenId}`
  const get = `You would get ${sol(sellerLamports)}, at least what release and sell bring.`
  return {
    title: `${sol(paid)} offered for ${what}`,
    body: offerCount > 1 ? `The best of ${offerCount} offers. ${get}` : get,
    path: OFFERS_PATH,
  }
}

/** What a notification says, in the page and in a push. */
export function notificationText(
  notification: Pick<
    Notification,
    'kind' | 'collectionId' | 'symbol' | 'name' | 'direction' | 'target' | 'value' | 'followed' | 'nft'
  >,
): Words {
  const { kind, collectionId, symbol, name, direction, target, value, followed, nft } = notification
  const path = `/trade/${collectionId}`
  if (nft !== null) {
    const words = nftNewsText(kind, nft, notification)
    if (words !== undefined) return words
  }
  if (kind === 'follow' && followed !== null) {
    const who = followed.username ?? shortAddress(followed.walletAddress)
    const more = followed.tradeCount - 1
    const sol =
      followed.lamports === '0' ? name : `${solText(lamports(BigInt(followed.lamports)))} SOL of ${name}`
    return {
      title: `${who} ${DID[followed.type]} ${symbol}`,
      body: more > 0 ? `${sol}, and ${more} more ${more === 1 ? 'trade' : 'trades'} in that minute` : sol,
      path,
    }
  }
  if (kind === 'price' || kind === 'marketCap')
    return {
      title: `${symbol}: ${kind === 'price' ? 'price' : 'market cap'} ${direction} ${figureText(kind, target ?? '0')}`,
      body: `${name} reached ${figureText(kind, value ?? '0')}.`,
      path,
    }
  return {
    title: `${symbol} has graduated`,
    body: `${name} reached its market cap of graduation, and ${SOL_HAS_STAYED}.`,
    path,
  }
}

/** Hosts of the browsers' push services; `*.` stands for any name below. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
] as const

/**
 * Where a push may go. Endpoints come from strangers, who would have the server ask whatever they name: so https, no name or
 * password in it, and a known push service or one of `pushHosts` (as PUSH_HOSTS), which alone may name a port and be of a
 * private network. Undefined where it may not.
 */
export function pushTarget(
  endpoint: string,
  pushHosts: readonly string[],
): { readonly url: URL; readonly mayBePrivate: boolean } | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  const isOf = (hosts: readonly string[]) =>
    hosts.some((host) => (host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host))
  if (isOf(pushHosts)) return { url, mayBePrivate: true }
  return isOf(PUSH_SERVICES) ? { url, mayBePrivate: false } : undefined
}

/** The first time a push is tried again after so long, then four times as long each; seconds. */
const RETRY_SECONDS = 30
export const PUSH_ATTEMPTS_MAX = 5
/** Older news is not pushed any more. */
export const PUSH_SECONDS_MAX = 3_600

/** What becomes of a push after the push service's answer; `status` is undefined where none came. */
export function afterPush(
  status: number | undefined,
  attempts: number,
  retryAfterSeconds = 0,
): { readonly kind: 'sent' | 'gone' | 'givenUp' } | { readonly kind: 'again'; readonly inSeconds: number } {
  if (status !== undefined && status >= 200 && status < 300) return { kind: 'sent' }
  // The browser has unsubscribed, or its subscription has expired.
  if (status === 404 || status === 410) return { kind: 'gone' }
  const mayPass = status === undefined || status === 408 || status === 429 || status >= 500
  if (!mayPass || attempts >= PUSH_ATTEMPTS_MAX) return { kind: 'givenUp' }
  const inSeconds = Math.max(RETRY_SECONDS * 4 ** (attempts - 1), retryAfterSeconds)
  return inSeconds > PUSH_SECONDS_MAX ? { kind: 'givenUp' } : { kind: 'again', inSeconds }
}

/** What the button that tries a browser sends. */
export const TEST_WORDS: Words & { readonly id: string } = {
  id: 'test',
  title: 'Notifications are on',
  body: 'Your alerts show like this.',
  path: '/portfolio?tab=alerts',
}
