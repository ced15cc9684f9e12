// The dialog while a launch is under way: how much of the picture has gone, the wallet's question with the exact cost, then four
// steps as they are done. Loaded before it is needed, and not with the form.

import type { Step as FlowStep } from '@twinmint/sdk/actions/signing/flow'
import type { PreparedLaunch } from '@twinmint/sdk/api/launch/contract'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import type { Sent } from '../data/upload.ts'
import { Sol } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { fileSizeText, groupThousands } from '../ui/format.ts'
import { Spinner } from '../ui/Logo.tsx'
import { ChoiceLines } from './ChoiceLines.tsx'
import { CostLines } from './CostLines.tsx'
import type { LaunchShown } from './flow.ts'
import { networkText } from './launch-texts.ts'
import { useObjectUrl } from './picture/object-url.ts'

/** What the dialog shows: first the wait for the wallet with the exact cost, then the steps that are done. */
export interface LaunchView {
  /** How much of the form and its picture has gone; undefined before it begins. */
  readonly sent: Sent | undefined
  readonly cost: PreparedLaunch['estimatedFees'] | undefined
  /** What is about to be signed; undefined of a launch that was signed before. */
  readonly shown: LaunchShown | undefined
  /** The step being worked on, 1 to 4; 5 when all are done. */
  readonly step: 1 | 2 | 3 | 4 | 5
  readonly metadata: { readonly created: number; readonly total: number }
  /** 0 to 100; only ever what the server reported. */
  readonly progress: number
}

const STEPS = [
  'Creating Memecoin',
  'Creating NFT Collection',
  'Setting up Escrow for NFT/Memecoin swapping',
  'Setting up Candy Machine for lazy minting',
] as const

export default function ProgressDialog({
  step,
  view,
  network,
  onCancel,
}: {
  readonly step: FlowStep<unknown, unknown>['name']
  readonly view: LaunchView
  readonly network: SiteConfig['network'] | undefined
  /** Until it is sent. */
  readonly onCancel: () => void
}) {
  useLeaveGuard()
  return (
    <Dialog
      open
      onClose={() => undefined}
      dismissable={false}
      title="Curating Memetic Collection..."
      description="Please HODL"
      className="max-w-lg!"
    >
      {step === 'sending' ? (
        <Steps view={view} network={network} />
      ) : step === 'preparing' ? (
        <Preparing sent={view.sent} onCancel={onCancel} />
      ) : (
        <div className="flex flex-col gap-4">
          <Waiting text="Checked. Confirm it in your wallet: one signature launches everything." />
          {view.shown !== undefined && <SignedPicture picture={view.shown.picture} />}
          {view.shown !== undefined && <OtherHost publicUrl={view.shown.publicUrl} />}
          {view.cost !== undefined && (
            <div className="flex flex-col gap-3 rounded-input border border-line bg-ink p-4">
              {view.shown !== undefined && <ChoiceLines {...view.shown} />}
              <CostLines exact {...view.cost} />
            </div>
          )}
          <NothingPaid onCancel={onCancel} />
        </div>
      )}
    </Dialog>
  )
}

function Waiting({ text }: { readonly text: string }) {
  return (
    <p role="status" className="flex items-center gap-3 text-14">
      <Spinner size={20} className="text-violet" />
      {text}
    </p>
  )
}

/** The bytes that the folder is made of, not the file that was chosen: a server could have stored another picture. */
function SignedPicture({ picture }: { readonly picture: Blob }) {
  return (
    <div className="flex items-center gap-4">
      <img
        src={useObjectUrl(picture)}
        alt="As the server stored it"
        width={112}
        height={112}
        className="size-28 shrink-0 rounded-input border border-line bg-ink object-contain"
      />
      <p className="text-13">
        <span className="font-semibold">Signing fixes this picture forever.</span>{' '}
        <span className="text-muted">
          It is the one that the server stored. Decline in your wallet if it is not yours.
        </span>
      </p>
    </div>
  )
}

/** Where picture and texts will be asked for, unless it is where this page came from. */
function OtherHost({ publicUrl }: { readonly publicUrl: string }) {
  const { host } = new URL(publicUrl)
  return (
    host !== location.host && (
      <p className="text-13 text-gold [overflow-wrap:anywhere]">
        Wallets will ask{' '}
        <span translate="no" className="figures font-medium">
          {host}
        </span>{' '}
        for picture and texts, forever. You are on{' '}
        <span translate="no" className="figures font-medium">
          {location.host}
        </span>
        .
      </p>
    )
  )
}

/** The picture on its way, then what the server makes of it. */
function Preparing({ sent, onCancel }: { readonly sent: Sent | undefined; readonly onCancel: () => void }) {
  const { sentBytes, totalBytes } = sent ?? { sentBytes: 0, totalBytes: 0 }
  const percent = totalBytes === 0 ? 0 : Math.floor((100 * sentBytes) / totalBytes)
  return (
    <div className="flex flex-col gap-4">
      <Waiting
        text={
          percent < 100
            ? 'Sending the picture'
            : 'Making the folder of picture and metadata, and preparing your transaction'
        }
      />
      <div>
        <Bar label="Picture sent" percent={percent} />
        <p translate="no" className="figures mt-2 flex justify-between gap-4 text-12 text-muted">
          <span>{totalBytes > 0 && `${fileSizeText(sentBytes)} of ${fileSizeText(totalBytes)}`}</span>
          <span>{percent}%</span>
        </p>
      </div>
      <NothingPaid onCancel={onCancel} />
    </div>
  )
}

function NothingPaid({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <p className="text-13 text-muted">Nothing is paid before you sign.</p>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function Bar({ label, percent }: { readonly label: string; readonly percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full w-full rounded-full bg-violet transition-transform"
        style={{ transform: `translateX(${percent - 100}%)` }}
      />
    </div>
  )
}

function Steps({
  view,
  network,
}: {
  readonly view: LaunchView
  readonly network: SiteConfig['network'] | undefined
}) {
  return (
    <div className="flex flex-col gap-5">
      <ol className="flex flex-col gap-3">
        {STEPS.map((text, index) => (
          <Step key={text} number={index + 1} current={view.step} text={text}>
            {index === 3 && view.step === 4 && (
              <span translate="no" className="figures text-12 text-muted">
                {groupThousands(String(view.metadata.created))}/{view.metadata.total} metadata
              </span>
            )}
          </Step>
        ))}
      </ol>
      <Bar label="Launch progress" percent={view.progress} />
      <div className="text-13">
        {view.cost !== undefined && (
          <p className="mb-2 flex justify-between gap-4">
            <span className="text-muted">Cost in all</span>
            <Sol lamports={view.cost.totalLamports} />
          </p>
        )}
        <p className="text-muted">Creating your collection on {networkText(network)}</p>
        <p className="mt-2 font-medium text-gold">Do not close this window or refresh the page</p>
        <p className="mt-1 text-12 text-faint">
          If it happens anyway, the launch is not lost: this page goes on with it when you come back.
        </p>
      </div>
    </div>
  )
}

function Step({
  number,
  current,
  text,
  children,
}: {
  readonly number: number
  readonly current: number
  readonly text: string
  readonly children: React.ReactNode
}) {
  const done = number < current
  const active = number === current
  return (
    <li aria-current={active ? 'step' : undefined} className="flex min-h-7 items-center gap-3 text-14">
      <span
        className={classNames(
          'flex size-7 shrink-0 items-center justify-center rounded-full border',
          done ? 'border-up bg-up text-ink' : active ? 'border-violet text-violet' : 'border-line text-faint',
        )}
      >
        {done ? (
          <Check size={16} aria-label="Done" />
        ) : active ? (
          <Spinner size={16} />
        ) : (
          <span translate="no" className="figures text-12">
            {number}
          </span>
        )}
      </span>
      <span className={classNames('flex-1', done || active ? 'text-text' : 'text-faint')}>{text}</span>
      {children}
    </li>
  )
}

/** The browser asks before it closes or reloads a page that is launching. */
function useLeaveGuard() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
