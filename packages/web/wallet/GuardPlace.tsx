// What a card says of the launch guard: how much of the payment is surcharge at this second, that it is locked for ever, and
// until when. As high in its first second as in its last, and after it, so that nothing on the card moves.

import { EXEMPT_BASE_UNITS_MAX, guardBpsAt } from '@twinmint/sdk/core/curve'
import { supplyPercentText } from '@twinmint/sdk/core/opening'
import {
  GUARD_EXPLAINED,
  guardOf,
  guardSecondsLeft,
  guardTimeText,
  SURCHARGE_REST,
  surchargePercentText,
} from '@twinmint/sdk/core/surcharge'
import { ShieldHalf } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useGuardSecond } from '../shared/guard-clock.ts'
import { Sol } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import type { Guarded } from './use-buy-moment.ts'

const EXEMPT_PERCENT = supplyPercentText(EXEMPT_BASE_UNITS_MAX)

export function GuardPlace({
  coin,
  surchargeLamports,
  isExempt = false,
}: {
  readonly coin: Guarded
  /** Of the amount that is typed; undefined while there is none. */
  readonly surchargeLamports: bigint | undefined
  /** It is the creator's first buy, and small enough. */
  readonly isExempt?: boolean
}) {
  const second = useGuardSecond(coin)
  // It stays when the guard has ended, for those who saw it run.
  const [wasOn, setWasOn] = useState(second !== undefined)
  if (second !== undefined && !wasOn) setWasOn(true)
  if (!wasOn) return null
  const guard = guardOf(coin)
  const bps = second === undefined ? 0n : guardBpsAt(guard, second)
  const isOn = second !== undefined
  return (
    <section
      aria-label="Launch guard"
      className={classNames(
        'rounded-input border px-3 py-2 text-12',
        isOn ? 'border-gold/50 bg-gold/10' : 'border-line',
      )}
    >
      <p className="flex items-baseline justify-between gap-3 text-13">
        <span className="inline-flex items-center gap-1.5 font-semibold">
          <ShieldHalf size={14} aria-hidden="true" className={isOn ? 'text-gold' : 'text-faint'} />
          <Tooltip tap text={GUARD_EXPLAINED}>
            <button
              type="button"
              aria-label="What the launch guard is"
              className="relative cursor-help underline decoration-faint decoration-dotted underline-offset-4 pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
            >
              Surcharge now
            </button>
          </Tooltip>
        </span>
        <span translate="no" className="figures font-semibold">
          {surchargeLamports === undefined ? (
            <span className="font-normal text-faint">–</span>
          ) : (
            <Sol lamports={surchargeLamports.toString()} />
          )}
        </span>
      </p>
      <p className="mt-1 grid">
        <Layer>
          <Said percentText="99.9" payment="this payment" />
        </Layer>
        <span className="col-start-1 row-start-1">
          {isExempt && isOn ? (
            `Your first buy as the creator, of at most ${EXEMPT_PERCENT}% of the supply, pays no surcharge.`
          ) : isOn ? (
            <Said
              percentText={surchargePercentText(bps)}
              payment={surchargeLamports === undefined ? 'a payment' : 'this payment'}
            />
          ) : (
            'The launch guard has ended: buys pay no surcharge.'
          )}
        </span>
      </p>
      <p className="mt-1 text-muted">
        {isOn ? (
          <>
            The guard ends in{' '}
            <span translate="no" className="figures text-text">
              {guardTimeText(guardSecondsLeft(guard, second))}
            </span>
          </>
        ) : (
          'Sells never paid one.'
        )}
      </p>
    </section>
  )
}

/** Takes the room of the longest words and is not seen. */
function Layer({ children }: { readonly children: ReactNode }) {
  return (
    <span aria-hidden="true" className="invisible col-start-1 row-start-1">
      {children}
    </span>
  )
}

function Said({ percentText, payment }: { readonly percentText: string; readonly payment: string }) {
  return (
    <>
      <span translate="no" className="figures inline-block min-w-[6ch] font-semibold">
        {percentText}%
      </span>{' '}
      of {payment} is surcharge now, {SURCHARGE_REST}
    </>
  )
}
