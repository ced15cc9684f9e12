// The lines of a proof: each with its verdict, and behind it the sum, what was found, and what it means; and all of them in one.

import type { ProofLine, Sum, Verdict } from '@twinmint/sdk/proof/lines'
import { amountText } from '@twinmint/sdk/proof/sums'
import {
  Check,
  ChevronDown,
  CircleDashed,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
  TriangleAlert,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

const VERDICTS = {
  holds: { Icon: Check, tone: 'text-up', word: 'Holds' },
  trust: { Icon: TriangleAlert, tone: 'text-gold', word: 'To trust' },
  broken: { Icon: X, tone: 'text-down', word: 'Does not hold' },
  unread: { Icon: CircleDashed, tone: 'text-gold', word: 'Not checked' },
} as const satisfies Record<Verdict, unknown>

export function ProofLines({ lines }: { readonly lines: readonly ProofLine[] }) {
  const sums = lines.filter(({ sum, id }) => sum !== undefined || id === 'product')
  const powers = lines.filter((line) => !sums.includes(line))
  return (
    <div className="grid items-start border-t border-line/60 @min-[40rem]:grid-cols-2">
      <Group title="What adds up" lines={sums} />
      <Group title="Who could do what" lines={powers} />
    </div>
  )
}

const STATES = {
  holds: { Icon: ShieldCheck, box: 'border-up/50 bg-up/10', tone: 'text-up' },
  broken: { Icon: ShieldAlert, box: 'border-down/60 bg-down/10', tone: 'text-down' },
  unsure: { Icon: ShieldQuestion, box: 'border-gold/50 bg-gold/10', tone: 'text-gold' },
} as const

/** What comes of all lines. */
export function ProofSummary({
  state,
  title,
  children,
}: {
  readonly state: keyof typeof STATES
  readonly title: string
  readonly children: ReactNode
}) {
  const { Icon, box, tone } = STATES[state]
  return (
    <div className={classNames('flex min-w-0 flex-1 gap-3 rounded-input border p-3', box)}>
      <Icon size={24} aria-hidden="true" className={classNames('mt-0.5 shrink-0', tone)} />
      <div className="min-w-0 text-13">
        <p role="status" className="text-14 font-semibold">
          {title}
        </p>
        {children}
      </div>
    </div>
  )
}

function Group({ title, lines }: { readonly title: string; readonly lines: readonly ProofLine[] }) {
  const [first] = lines
  return (
    <section
      aria-label={title}
      className="min-w-0 @min-[40rem]:first:border-r @min-[40rem]:first:border-line/60"
    >
      <h3 className="px-4 pt-3 pb-1 text-12 text-muted">{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line.id} className="border-b border-line/60 last:border-0">
            {/* One sum stands open, so that it is plain what the others are. */}
            <ProofLineItem
              line={line}
              isOpen={line.verdict === 'broken' || (line === first && line.sum !== undefined)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ProofLineItem({ line, isOpen }: { readonly line: ProofLine; readonly isOpen: boolean }) {
  const { Icon, tone, word } = VERDICTS[line.verdict]
  return (
    <details open={isOpen} className="group">
      <summary
        title={line.explanation}
        className="flex min-h-10 cursor-pointer list-none items-center gap-2.5 px-4 py-1.5 text-13 transition-colors hover:bg-raised pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden"
      >
        <Icon size={16} aria-hidden="true" className={classNames('shrink-0', tone)} />
        <span className="min-w-0 flex-1">
          <span className="sr-only">{word}: </span>
          {line.title}
        </span>
        <ChevronDown
          size={14}
          aria-hidden="true"
          className="shrink-0 text-faint transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-2 pr-4 pb-3 pl-10.5 text-13">
        {line.sum !== undefined && <SumTable sum={line.sum} />}
        <p
          className={classNames(
            '[overflow-wrap:anywhere]',
            line.verdict === 'broken' ? 'font-semibold text-down' : 'text-text',
          )}
        >
          {line.finding}
        </p>
        <p className="text-muted">{line.explanation}</p>
      </div>
    </details>
  )
}

/** The whole, and what makes it up; as one adds on paper. */
function SumTable({ sum: { unit, whole, parts } }: { readonly sum: Sum }) {
  const isEqual = parts.reduce((total, { amount }) => total + amount, 0n) === whole.amount
  return (
    <dl className="rounded-input border border-line bg-ink px-3 py-2">
      {parts.map(({ label, amount }, index) => (
        <div key={label} className="flex items-baseline justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd translate="no" className="figures shrink-0 text-right whitespace-nowrap">
            {index > 0 && (
              <span className="text-faint">
                + <span className="sr-only">and </span>
              </span>
            )}
            {amountText(unit, amount).replace(/ \D+$/, '')}
          </dd>
        </div>
      ))}
      <div className="mt-1 flex items-baseline justify-between gap-3 border-t border-line pt-1 font-semibold">
        <dt>{whole.label}</dt>
        <dd translate="no" className="figures shrink-0 text-right whitespace-nowrap">
          <span className={isEqual ? 'font-normal text-faint' : 'text-down'}>{isEqual ? '=' : '≠'} </span>
          {amountText(unit, whole.amount)}
        </dd>
      </div>
    </dl>
  )
}
