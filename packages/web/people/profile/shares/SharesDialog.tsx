// Names the receivers of a coin's fees, up to four with shares of 100 % altogether; or offers the right to do so to a wallet.

import { decideShares, PROBLEM_TEXTS, problemOfAddress } from '@twinmint/sdk/actions/fee-shares/rules'
import type { SharesChange } from '@twinmint/sdk/actions/fee-shares/verify'
import type { FeeShares } from '@twinmint/sdk/api/fee-shares/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { FEE_SHARES_BPS } from '@twinmint/sdk/core/fee-shares'
import { bpsPercentText } from '@twinmint/sdk/core/figures'
import { NETWORK_FEE, rentLamports } from '@twinmint/sdk/core/rent'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { FEE_SHARES_BYTES } from '@twinmint/sdk/program/sizes'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Digits, Sol } from '../../../ui/amounts.tsx'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Line, Lines } from '../../../ui/Lines.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useHoldings } from '../../../wallet/balance.ts'
import { PriorityFeeRow } from '../../../wallet/fee/PriorityFeeRow.tsx'
import { type PriorityFee, usePriorityFee } from '../../../wallet/fee/use-priority-fee.ts'
import { StepLine } from '../../../wallet/signing/StepLine.tsx'
import { useFlow } from '../../../wallet/use-flow.ts'
import { UpgradeLine } from '../fees/UpgradeLine.tsx'
import { failedText, SHARES_TEXTS, type SharesStatus, sharesFlow } from './flow.ts'
import { ReceiverFields, type ReceiverRow, rowsOf } from './ReceiverFields.tsx'

export type SharesDialogMode = 'set' | 'accept' | 'offer'

interface SharesDialogProps {
  readonly mode: SharesDialogMode
  readonly collection: Collection
  readonly shares: FeeShares | null
  readonly site: SiteConfig | undefined
  readonly onClose: () => void
}

const TITLES = { set: 'Receivers of the fees', accept: 'Take the fees over', offer: 'Hand the fees over' }

const DESCRIPTIONS = {
  set: 'Up to four wallets. Each claims its share when it likes, whatever the others do.',
  accept:
    'You decide from now on who receives. The receivers so far are paid what is theirs, and yours follow them.',
  offer: 'The wallet that accepts says who receives from then on. Until it does, nothing changes.',
}

export function SharesDialog({ mode, collection, shares, site, onClose }: SharesDialogProps) {
  const flow = useFlow({ site, load: async () => sharesFlow, ...SHARES_TEXTS })
  const fee = usePriorityFee(site, collection.id, 'claim')
  const migrationLamports = useHoldings(collection.id)?.migrationLamports ?? 0n
  const start = (change: SharesChange) =>
    flow.start({ collection, change, migrationLamports, priorityFeeLamports: fee.lamports }, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!flow.isRunning}
      title={TITLES[mode]}
      description={DESCRIPTIONS[mode]}
    >
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-4"
        inert={flow.isRunning}
      >
        {mode === 'offer' ? (
          <OfferForm pendingAddress={shares?.pendingAddress ?? null} flow={flow} onStart={start}>
            <Costs collection={collection} makesAccount={false} fee={fee} />
          </OfferForm>
        ) : (
          <NameForm mode={mode} collection={collection} shares={shares} flow={flow} onStart={start}>
            <Costs collection={collection} makesAccount={shares === null} fee={fee} />
          </NameForm>
        )}
      </form>
      <Told status={flow.status} />
    </Dialog>
  )
}

/** What the wallet pays beside nothing else: the fees stay where they are. */
function Costs({
  collection,
  makesAccount,
  fee,
}: {
  readonly collection: Collection
  readonly makesAccount: boolean
  readonly fee: PriorityFee
}) {
  const migrationLamports = useHoldings(collection.id)?.migrationLamports ?? 0n
  return (
    <>
      {fee.isOffered && <PriorityFeeRow fee={fee} />}
      <Lines>
        {makesAccount && (
          <Line term="Account, once">
            <Sol lamports={rentLamports(FEE_SHARES_BYTES).toString()} />
          </Line>
        )}
        <UpgradeLine lamports={migrationLamports} />
        <Line term={fee.lamports > 0n ? 'Network and priority fee' : 'Network fee'}>
          <Sol lamports={(NETWORK_FEE + fee.lamports).toString()} />
        </Line>
      </Lines>
    </>
  )
}

interface FormProps {
  readonly flow: { readonly isRunning: boolean }
  readonly onStart: (change: SharesChange) => void
  /** What it costs. */
  readonly children: ReactNode
}

/** What is wrong is said once somebody has tried, and the first field of it gets the focus. */
function useTries() {
  const [tries, setTries] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  return { place, isTried: tries > 0, tried: () => setTries(tries + 1) }
}

function NameForm({
  mode,
  collection,
  shares,
  flow,
  onStart,
  children,
}: FormProps & {
  readonly mode: 'set' | 'accept'
  readonly collection: Collection
  readonly shares: FeeShares | null
}) {
  const [rows, setRows] = useState<readonly ReceiverRow[]>(() =>
    // Nobody shares all of it away by leaving themselves out: the creator stands first.
    mode === 'set' ? rowsOf(shares, collection.creatorAddress) : rowsOf(null),
  )
  const { place, isTried, tried } = useTries()
  const decided = decideShares(rows)
  const press = () => {
    tried()
    if (decided.kind === 'shares') onStart({ action: mode, next: decided.next })
  }
  return (
    <div ref={place} className="flex flex-col gap-4">
      <ReceiverFields
        rows={rows}
        onRows={setRows}
        problems={isTried && decided.kind === 'refused' ? decided.problems : []}
      />
      <Together missingBps={decided.kind === 'refused' ? decided.missingBps : 0} isTried={isTried} />
      {children}
      <SubmitEnd isRunning={flow.isRunning} isUnready={decided.kind === 'refused'} onPress={press}>
        {mode === 'accept' ? 'Accept and name them' : 'Name receivers'}
      </SubmitEnd>
    </div>
  )
}

/** The button of a form, in view at the dialog's lower edge. */
function SubmitEnd({
  isRunning,
  isUnready,
  onPress,
  children,
}: {
  readonly isRunning: boolean
  readonly isUnready: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <div className="sticky bottom-0 z-10 -my-1 bg-panel py-1">
      <Button
        type="submit"
        size="lg"
        className="w-full"
        pending={isRunning}
        unready={isUnready}
        onClick={onPress}
      >
        {isRunning ? 'Processing...' : children}
      </Button>
    </div>
  )
}

/** How far the shares are from 100%; its place stays, so that it is heard and moves nothing. No fault until somebody tried. */
function Together({ missingBps, isTried }: { readonly missingBps: number; readonly isTried: boolean }) {
  return (
    <p role="status" className={classNames('min-h-5 text-13', isTried ? 'text-down' : 'text-muted')}>
      {missingBps !== 0 && (
        <>
          The shares add up to <Digits>{bpsPercentText(FEE_SHARES_BPS - missingBps)}</Digits>:{' '}
          <Digits>{bpsPercentText(Math.abs(missingBps))}</Digits>{' '}
          {missingBps > 0 ? 'are missing.' : 'too much.'}
        </>
      )}
    </p>
  )
}

function OfferForm({
  pendingAddress,
  flow,
  onStart,
  children,
}: FormProps & { readonly pendingAddress: string | null }) {
  const [text, setText] = useState('')
  const { place, isTried, tried } = useTries()
  const toAddress = text.trim()
  const problem = problemOfAddress(toAddress)
  const press = () => {
    tried()
    if (problem === undefined) onStart({ action: 'offer', toAddress })
  }
  return (
    <div ref={place} className="flex flex-col gap-4">
      {pendingAddress !== null && (
        <div className="flex flex-col items-start gap-2 rounded-input border border-line bg-ink p-3 text-13">
          <p>
            Offered to{' '}
            <span translate="no" className="figures break-all">
              {pendingAddress}
            </span>
            . A new offer replaces it.
          </p>
          <Button
            variant="secondary"
            size="sm"
            disabled={flow.isRunning}
            onClick={() => onStart({ action: 'offer', toAddress: undefined })}
          >
            Withdraw the offer
          </Button>
        </div>
      )}
      <Field
        label="Wallet"
        required
        error={isTried && problem !== undefined ? PROBLEM_TEXTS[problem] : undefined}
      >
        <TextInput
          figures
          value={text}
          spellCheck={false}
          placeholder="Address"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {children}
      <SubmitEnd isRunning={flow.isRunning} isUnready={problem !== undefined} onPress={press}>
        Offer the right
      </SubmitEnd>
    </div>
  )
}

/** What it waits for, and what came of it. */
function Told({ status }: { readonly status: SharesStatus }) {
  if (status?.phase === 'running') return <StepLine status={status} />
  if (status?.phase !== 'failed') return null
  return (
    <p role="alert" className="mt-2 text-12 font-medium text-down">
      {failedText(status.failure)}
    </p>
  )
}
