// "How Twinmint works": the four steps of a launch, and the numbers that never change.

import { COIN_SUPPLY, COINS_PER_NFT, NFT_SUPPLY } from '@twinmint/sdk/actions/launch/rules'
import { ArrowLeftRight, ImageUp, PencilLine, TrendingUp, Wallet } from 'lucide-react'
import { Link } from 'wouter'
import { Digits } from '../ui/amounts.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatMoney, formatSol, groupThousands } from '../ui/format.ts'

const STEPS = [
  {
    Icon: Wallet,
    title: 'Connect a wallet',
    text: 'Any Solana wallet. It signs; Twinmint never holds your keys, your coins or your SOL.',
  },
  {
    Icon: ImageUp,
    title: 'Upload an image',
    text: 'One picture becomes the face of the coin and of every NFT.',
  },
  {
    Icon: PencilLine,
    title: 'Fill in name, symbol and description',
    text: 'One signature mints the twins: the coin and its NFT collection.',
  },
  {
    Icon: TrendingUp,
    title: 'Trade immediately',
    text: 'A bonding curve on the chain sets the price: every buy lifts it, every sell lowers it.',
  },
]

export interface HowItWorksProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The market cap of graduation; left out while the site's figures are not there yet. */
  readonly graduation: { readonly lamports: string; readonly usd: number } | undefined
}

export default function HowItWorks({ open, onClose, graduation }: HowItWorksProps) {
  const facts = [
    { figure: groupThousands(String(COIN_SUPPLY)), label: 'coins in every launch' },
    { figure: groupThousands(String(NFT_SUPPLY)), label: 'NFTs of the one picture' },
    {
      figure: graduation === undefined ? '–' : `${formatSol(graduation.lamports)} SOL`,
      label:
        graduation === undefined
          ? 'market cap of graduation'
          : `market cap of graduation, ${formatMoney(graduation.usd)} at the current rate`,
    },
  ]
  return (
    <Dialog open={open} onClose={onClose} title="How Twinmint works" className="max-w-xl">
      <ol className="flex flex-col gap-4">
        {STEPS.map(({ Icon, title, text }, at) => (
          <li key={title} className="flex gap-4">
            <span className="flex size-10 shrink-0 items-center justify-center rounded-full border border-line bg-raised text-violet">
              <Icon size={18} aria-hidden="true" />
            </span>
            <div>
              <h3 className="text-14 font-semibold">
                <span translate="no" className="figures mr-2 text-faint">
                  {at + 1}
                </span>
                {title}
              </h3>
              <p className="mt-0.5 text-14 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-panel border border-violet/50 bg-violet/10 px-4 py-3 text-center font-semibold">
        <Digits>{groupThousands(String(COINS_PER_NFT))} coins</Digits>
        <ArrowLeftRight size={16} role="img" aria-label="swap both ways for" className="text-violet" />
        <Digits>1 NFT</Digits>
        <span className="text-13 font-normal text-muted">always, in both directions</span>
      </p>
      <dl className="mt-3 grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-3">
        {facts.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end bg-panel px-4 py-3">
            <dt className="text-12 text-muted">{label}</dt>
            <dd translate="no" className="figures text-16 font-semibold">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-13 text-muted">
        At graduation the unsold coins are burned, the liquidity is locked for ever and the price does not
        jump: trading goes on against the coin’s own open pool.{' '}
        <Link href="/docs" onClick={onClose} className="text-violet-bright underline underline-offset-2">
          Read it all
        </Link>
      </p>
      <Link href="/hybrid-launch" onClick={onClose} className={buttonClass('primary', 'lg', 'mt-5 w-full')}>
        Launch Token
      </Link>
    </Dialog>
  )
}
