// Figures on screen: each shows the short form and says the whole one, on hover and to screen readers.
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import {
  formatAge,
  formatCoins,
  formatCoinsExact,
  formatExactTime,
  formatMoney,
  formatMoneyExact,
  formatPercent,
  formatSol,
  formatSolExact,
  type PriceParts,
  priceParts,
} from './format.ts'
import { nowMs } from './hydration/hydration.ts'
import { createListeners } from './store.ts'
import { showToast } from './toasts/toast.ts'

export interface Styled {
  readonly className?: string | undefined
}

/**
 * A shortened text, in a positioned parent (`relative`). The whole text lies over it, transparent: screen readers read it, and only it
 * is selected and copied.
 */
export function Shortened({ whole, children }: { readonly whole: string; readonly children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="select-none">
        {children}
      </span>
      <span className="whole">{whole}</span>
    </>
  )
}

function Figure({
  title,
  spoken,
  className,
  children,
}: Styled & { readonly title: string; readonly spoken?: string; readonly children: ReactNode }) {
  return (
    <span
      title={title}
      translate="no"
      className={classNames('figures relative whitespace-nowrap', className)}
    >
      {spoken === undefined ? children : <Shortened whole={spoken}>{children}</Shortened>}
    </span>
  )
}

function Parts({ head, zeros, digits }: PriceParts) {
  return (
    <>
      {head}
      {zeros !== undefined && (
        <>
          <sub className="relative -bottom-[0.25em] align-baseline text-[0.7em] leading-none">{zeros}</sub>
          {digits}
        </>
      )}
    </>
  )
}

/** A price in SOL, as decimal text. */
export function Price({
  sol,
  unit = true,
  title = `${sol} SOL`,
  className,
}: Styled & { readonly sol: string; readonly unit?: boolean; readonly title?: string }) {
  const suffix = unit ? ' SOL' : ''
  return (
    <Figure title={title} spoken={`${sol}${suffix}`} className={className}>
      <Parts {...priceParts(sol)} />
      {suffix}
    </Figure>
  )
}

/** A price in SOL, as decimal text, in dollars at a rate. For reading only; the SOL stand in the title. */
export function PriceInDollars({
  sol,
  solUsd,
  className,
}: Styled & { readonly sol: string; readonly solUsd: number }) {
  const usd = (Number(sol) * solUsd).toFixed(18).replace(/\.?0+$/, '')
  return (
    <Figure title={`${sol} SOL`} spoken={`$${usd}`} className={className}>
      $<Parts {...priceParts(usd)} />
    </Figure>
  )
}

/** Dollars: $12.3K, $1.25M. */
export function Money({ usd, className }: Styled & { readonly usd: string | number }) {
  return (
    <Figure title={formatMoneyExact(usd)} className={className}>
      {formatMoney(usd)}
    </Figure>
  )
}

/** `change` colours it by its direction; the sign says it too. */
export function Percent({
  value,
  change = false,
  className,
}: Styled & { readonly value: number; readonly change?: boolean }) {
  const text = formatPercent(value, { signed: change })
  const tone = !change || text === '0.0%' ? undefined : value < 0 ? 'text-down' : 'text-up'
  return (
    <span translate="no" className={classNames('figures whitespace-nowrap', tone, className)}>
      {text}
    </span>
  )
}

/** Lamports, shown in SOL. */
export function Sol({
  lamports,
  unit = true,
  className,
}: Styled & { readonly lamports: string; readonly unit?: boolean }) {
  const exact = formatSolExact(lamports)
  const suffix = unit ? ' SOL' : ''
  return (
    <Figure title={`${exact} SOL`} spoken={`${exact}${suffix}`} className={className}>
      {formatSol(lamports)}
      {suffix}
    </Figure>
  )
}

/** Base units, shown in coins. */
export function Coins({
  baseUnits,
  symbol,
  className,
}: Styled & { readonly baseUnits: string; readonly symbol?: string }) {
  const suffix = symbol === undefined ? '' : ` ${symbol}`
  return (
    <Figure title={`${formatCoinsExact(baseUnits)}${suffix}`} className={className}>
      {formatCoins(baseUnits)}
      {suffix}
    </Figure>
  )
}

/** One timer for every clock on the page. */
const clock = createListeners(() => {
  const timer = setInterval(clock.tell, 1000)
  return () => clearInterval(timer)
})

/** A text that follows the clock; the component redraws only when the text changes. */
export function useClockText(textAt: (nowMs: number) => string): string {
  return useSyncExternalStore(
    clock.subscribe,
    () => textAt(nowMs()),
    () => textAt(nowMs()),
  )
}

/** "12s", living; the exact time on hover. `ago` adds the word. */
export function RelativeTime({
  iso,
  ago = false,
  className,
}: Styled & { readonly iso: string; readonly ago?: boolean }) {
  const text = useClockText((nowMs) => formatAge(iso, nowMs))
  // The exact time when somebody points at it: writing the first one costs a page a frame or two.
  const [pointedIso, setPointedIso] = useState<string>()
  return (
    <time
      dateTime={iso}
      title={pointedIso === iso ? formatExactTime(iso) : undefined}
      onPointerEnter={() => setPointedIso(iso)}
      translate="no"
      className={classNames('figures whitespace-nowrap', className)}
    >
      {ago && text !== 'now' ? `${text} ago` : text}
    </time>
  )
}

export const ICON_BUTTON =
  'inline-flex size-7 items-center justify-center rounded-input text-faint transition-colors hover:bg-raised hover:text-text pointer-coarse:size-11'

export function CopyButton({
  text,
  label,
  copiedText,
}: {
  readonly text: string
  readonly label: string
  readonly copiedText: string
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const done = await writeToClipboard(text)
    setCopied(done)
    if (done) showToast({ title: 'Copied!', description: copiedText, tone: 'success' })
    else
      showToast({
        title: 'Not copied',
        description: `Your browser keeps the clipboard closed. ${text}`,
        tone: 'destructive',
      })
  }
  return (
    <button type="button" aria-label={label} onClick={() => void copy()} className={ICON_BUTTON}>
      {copied ? (
        <Check size={14} aria-hidden="true" className="text-up" />
      ) : (
        <Copy size={14} aria-hidden="true" />
      )}
    </button>
  )
}

/** Pages on plain http other than localhost have no clipboard; the answer is then false. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

const FLASH_MS = 300

/**
 * Flashes green or red when `value` rises or falls. The figure inside still says its own sign. Two changes of style: an
 * animation of a colour has the page's thread draw every frame, and where a coin is busy there is always one that flashes.
 */
export function Flash({
  value,
  className,
  children,
}: Styled & { readonly value: number | string; readonly children: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null)
  const before = useRef(Number(value))
  useEffect(() => {
    const now = Number(value)
    const direction = Math.sign(now - before.current)
    before.current = now
    const { current: span } = element
    if (span === null || (direction !== 1 && direction !== -1)) return undefined
    const end = () => span.style.removeProperty('color')
    span.style.color = direction === 1 ? 'var(--color-up)' : 'var(--color-down)'
    const timer = setTimeout(end, FLASH_MS)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [value])
  return (
    <span ref={element} translate="no" className={className}>
      {children}
    </span>
  )
}

/** Digits of one width, excluded from the browser's translation. */
export function Digits({ children }: { readonly children: ReactNode }) {
  return (
    <span translate="no" className="figures">
      {children}
    </span>
  )
}
