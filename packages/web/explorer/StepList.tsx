// Every instruction of a transaction, in its order.
import {
  ArrowDownRight,
  ArrowDownToLine,
  ArrowUpFromLine,
  ArrowUpRight,
  ChevronRight,
  Coins,
  HandCoins,
  Rocket,
  Send,
  Settings,
  ShoppingBag,
  Tag,
  Zap,
} from 'lucide-react'
import { classNames } from '../ui/class-names.ts'
import { Panel } from '../ui/Panel.tsx'
import type { Step, StepKind } from './explain.ts'

const KINDS = {
  launch: { Icon: Rocket, tone: 'text-violet' },
  buy: { Icon: ArrowUpRight, tone: 'text-up' },
  sell: { Icon: ArrowDownRight, tone: 'text-down' },
  capture: { Icon: ArrowDownToLine, tone: 'text-violet' },
  release: { Icon: ArrowUpFromLine, tone: 'text-violet' },
  boost: { Icon: Zap, tone: 'text-gold' },
  listing: { Icon: Tag, tone: 'text-violet' },
  offer: { Icon: HandCoins, tone: 'text-violet' },
  sale: { Icon: ShoppingBag, tone: 'text-up' },
  claim: { Icon: Coins, tone: 'text-gold' },
  send: { Icon: Send, tone: 'text-violet' },
  settings: { Icon: Settings, tone: 'text-muted' },
  other: { Icon: ChevronRight, tone: 'text-faint' },
} as const satisfies Record<StepKind, unknown>

const STATES = {
  done: undefined,
  failed: 'failed here',
  undone: 'ran, and was undone',
  skipped: 'did not run',
} as const

export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  const isDone = steps.every(({ state }) => state === 'done')
  return (
    <Panel title={isDone ? 'What it did' : 'What it was to do'} flush>
      <ol>
        {steps.map((step, index) => {
          const { Icon, tone } = KINDS[step.kind]
          const state = STATES[step.state]
          return (
            // oxlint-disable-next-line react/no-array-index-key -- instructions have nothing but their order
            <li key={index} className="flex gap-3 border-b border-line/60 px-4 py-3 last:border-0">
              <Icon size={18} aria-hidden="true" className={classNames('mt-px shrink-0', tone)} />
              <div className="min-w-0 flex-1">
                <p
                  className={classNames(
                    'text-14 [overflow-wrap:anywhere]',
                    step.kind === 'other' ? 'text-muted' : 'font-medium',
                  )}
                >
                  {step.title}
                  {state !== undefined && (
                    <span
                      className={classNames(
                        'ml-2 rounded-full border px-2 py-px text-12 font-normal whitespace-nowrap',
                        step.state === 'failed' ? 'border-down/60 text-down' : 'border-line text-muted',
                      )}
                    >
                      {state}
                    </span>
                  )}
                </p>
                {step.details.length > 0 && (
                  <dl className="mt-1.5 flex flex-col gap-0.5 text-13">
                    {step.details.map(([term, text]) => (
                      <div key={term} className="flex flex-wrap gap-x-2">
                        <dt className="text-muted">{term}</dt>
                        <dd translate="no" className="figures min-w-0 [overflow-wrap:anywhere]">
                          {text}
                        </dd>
                      </div>
                    ))}
                  </dl>
                )}
                <p className="mt-1 text-12 text-faint" title={step.programAddress}>
                  {step.programName}
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
