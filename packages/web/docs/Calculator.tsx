// The curve to play with: what a trade would do, by the code that prices trades.

import { FORM_OPENING_LAMPORTS, STANDARD_OPENING_LAMPORTS } from '@twinmint/sdk/core/curve'
import { type Lamports, lamports, solText } from '@twinmint/sdk/core/money'
import { useMemo, useState } from 'react'
import { useSiteConfig } from '../shared/queries.ts'
import { Field } from '../ui/Field.tsx'
import { formatMoney, formatPrice, groupThousands } from '../ui/format.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { SiteTerms } from './calculate.ts'
import { type Answer, calculate, capSol, curvePoints, priceText } from './calculate.ts'

const OPENINGS = [FORM_OPENING_LAMPORTS, lamports(10_000_000_000n), STANDARD_OPENING_LAMPORTS].map(
  (opening) => ({ value: opening.toString(), label: `${solText(opening)} SOL` }),
)
const SIDES = [
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
] as const

export default function Calculator() {
  const { data: site } = useSiteConfig()
  return (
    <section
      aria-label="Curve calculator"
      className="my-6 rounded-panel border border-line bg-panel p-4 sm:p-5"
    >
      {site === undefined ? (
        <SkeletonGroup label="Loading the calculator">
          <Skeleton className="h-80 w-full" />
        </SkeletonGroup>
      ) : (
        <Calculation site={site} />
      )}
    </section>
  )
}

function Calculation({ site }: { readonly site: SiteTerms }) {
  const [openingText, setOpening] = useState(FORM_OPENING_LAMPORTS.toString())
  const opening = lamports(BigInt(openingText))
  const [paidSolText, setPaid] = useState('2')
  const [side, setSide] = useState<'BUY' | 'SELL'>('BUY')
  const [amountText, setAmount] = useState('0.5')
  const result = useMemo(
    () => calculate(site, { opening: lamports(BigInt(openingText)), paidSolText, side, amountText }),
    [site, openingText, paidSolText, side, amountText],
  )
  return (
    <>
      <p className="mb-2 text-13 font-medium">Opening reserve</p>
      <Segmented
        label="Opening reserve"
        tone="raised"
        className="mb-4 sm:w-72"
        segments={OPENINGS}
        value={openingText}
        onChange={setOpening}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Paid in by others before">
          <TextInput
            figures
            inputMode="decimal"
            value={paidSolText}
            suffix="SOL"
            onChange={({ target }) => setPaid(target.value)}
          />
        </Field>
        <Field label={side === 'BUY' ? 'You pay' : 'You sell'}>
          <TextInput
            figures
            inputMode="decimal"
            value={amountText}
            suffix={side === 'BUY' ? 'SOL' : 'coins'}
            onChange={({ target }) => setAmount(target.value)}
          />
        </Field>
      </div>
      <Segmented
        label="Buy or sell"
        className="mt-4 sm:w-60"
        segments={SIDES}
        value={side}
        onChange={(next) => {
          setSide(next)
          setAmount(next === 'BUY' ? '0.5' : '1000000')
        }}
      />
      <div role="status" className="mt-5">
        {result.kind === 'refused' ? (
          <p className="rounded-input border border-line px-4 py-3 text-14 text-muted">{result.sentence}</p>
        ) : (
          <Result answer={result} side={side} site={site} />
        )}
      </div>
      <Drawing site={site} opening={opening} answer={result.kind === 'answer' ? result : undefined} />
    </>
  )
}

function Result({
  answer,
  side,
  site,
}: {
  readonly answer: Answer
  readonly side: 'BUY' | 'SELL'
  readonly site: SiteTerms
}) {
  const { before, after, outText, feeText, nftsText, graduates } = answer
  const [whole = '', fraction] = outText.split('.')
  const cap = capSol(after)
  const lines = [
    ['Fee', side === 'BUY' ? 'none' : `${feeText} SOL`],
    [side === 'BUY' ? 'As NFTs' : 'Were NFTs', nftsText],
    ['Price before', `${formatPrice(priceText(before))} SOL`],
    ['Price after', `${formatPrice(priceText(after))} SOL`],
    ['Market cap after', `${cap.toFixed(2)} SOL, ${formatMoney(cap * site.solUsd)}`],
    ['State after', graduates ? 'graduates by this buy' : after.graduated ? 'graduated' : 'on the curve'],
  ] as const
  return (
    <>
      <p className="text-13 text-muted">You get</p>
      <p translate="no" className="figures text-20 font-semibold break-all" data-testid="calculated">
        {groupThousands(whole)}
        {fraction === undefined ? '' : `.${fraction}`} {side === 'BUY' ? 'coins' : 'SOL'}
      </p>
      <dl className="mt-3 grid gap-x-8 gap-y-1.5 text-13 sm:grid-cols-2">
        {lines.map(([label, text]) => (
          <div key={label} className="flex justify-between gap-3 border-b border-line/60 py-1">
            <dt className="text-muted">{label}</dt>
            <dd translate="no" className="figures text-right">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const WIDTH = 600
const HEIGHT = 180

function Drawing({
  site,
  opening,
  answer,
}: {
  readonly site: SiteTerms
  readonly opening: Lamports
  readonly answer: Answer | undefined
}) {
  const points = curvePoints(site, opening, 60)
  const last = points.at(-1)
  if (last === undefined) return null
  const threshold = Number(BigInt(site.graduationMarketCapLamports)) / 1e9
  const x = (paidSol: number) => Math.min(WIDTH, (paidSol / last.paidSol) * WIDTH)
  const y = (cap: number) => Math.max(0, HEIGHT - (cap / last.capSol) * HEIGHT)
  const dot = (state: Answer['before']) => ({
    cx: x(Number(state.realLamports) / 1e9),
    cy: y(capSol(state)),
  })
  return (
    <figure className="mt-5">
      <svg
        viewBox={`-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`}
        className="h-auto w-full"
        role="img"
        aria-label={`Market cap against SOL paid in: it grows with the square, to ${threshold} SOL at graduation`}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="stroke-line" />
        <line
          x1="0"
          x2={WIDTH}
          y1={y(threshold)}
          y2={y(threshold)}
          strokeDasharray="6 6"
          className="stroke-gold"
        />
        <polyline
          fill="none"
          strokeWidth="2.5"
          className="stroke-violet"
          points={points.map(({ paidSol, capSol: cap }) => `${x(paidSol)},${y(cap)}`).join(' ')}
        />
        {answer !== undefined && (
          <>
            <circle {...dot(answer.before)} r="5" className="fill-panel stroke-text" strokeWidth="2" />
            <circle {...dot(answer.after)} r="6" className="fill-violet stroke-text" strokeWidth="2" />
          </>
        )}
      </svg>
      <figcaption className="mt-1 text-12 text-muted">
        Market cap (up) by SOL paid in (right). The dashed line is graduation; the ring is the market before
        your trade, the disc after it.
      </figcaption>
    </figure>
  )
}
