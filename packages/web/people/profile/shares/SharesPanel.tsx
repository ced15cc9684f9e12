// Who receives a coin's creator fees, each with the share and whether the wallet has signed; what the connected wallet may do
// about it: claim, change the receivers, offer that right, accept it.

import { dueOf } from '@twinmint/sdk/actions/fee-shares/rules'
import type { FeeShares } from '@twinmint/sdk/api/fee-shares/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { bpsPercentText } from '@twinmint/sdk/core/figures'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { useState } from 'react'
import { ShortAddress } from '../../../shared/ShortAddress.tsx'
import { Digits } from '../../../ui/amounts.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Line, Lines } from '../../../ui/Lines.tsx'
import { useWallet } from '../../../wallet/wallet.ts'
import { ClaimControl } from '../fees/ClaimControl.tsx'
import { SharesDialog, type SharesDialogMode } from './SharesDialog.tsx'

interface SharesProps {
  readonly collection: Collection
  /** Null where the creator alone receives. */
  readonly shares: FeeShares | null
  readonly site: SiteConfig | undefined
}

export function SharesPanel({ collection, shares, site }: SharesProps) {
  const { status, address } = useWallet()
  const wallet = status === 'connected' ? address : undefined
  const [mode, setMode] = useState<SharesDialogMode>()
  const decides = wallet !== undefined && wallet === (shares?.authorityAddress ?? collection.creatorAddress)
  const isOffered = wallet !== undefined && wallet === shares?.pendingAddress
  return (
    <>
      {shares !== null && <Receivers shares={shares} wallet={wallet} site={site} />}
      {wallet !== undefined && (
        <OwnClaim collection={collection} shares={shares} wallet={wallet} site={site} />
      )}
      {isOffered && (
        <div className="flex flex-col items-start gap-2 rounded-input border border-line bg-raised p-3">
          <p className="text-13">
            You are offered the right to say who receives these fees. Accepting pays the receivers so far what
            is theirs, and you name those who follow them.
          </p>
          <Button size="sm" onClick={() => setMode('accept')}>
            Accept and name receivers
          </Button>
        </div>
      )}
      {decides && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setMode('set')}>
            {shares === null ? 'Share these fees' : 'Change receivers'}
          </Button>
          {shares !== null && (
            <Button variant="secondary" size="sm" onClick={() => setMode('offer')}>
              {shares.pendingAddress === null ? 'Hand over' : 'Change the offer'}
            </Button>
          )}
        </div>
      )}
      {mode !== undefined && (
        <SharesDialog
          mode={mode}
          collection={collection}
          shares={shares}
          site={site}
          onClose={() => setMode(undefined)}
        />
      )}
    </>
  )
}

/** Of the creator alone, or of a receiver. */
function OwnClaim({ collection, shares, wallet, site }: SharesProps & { readonly wallet: string }) {
  const owed = collection.creatorFeesOwedLamports
  if (shares === null)
    return wallet === collection.creatorAddress ? (
      <ClaimControl collection={collection} dueLamports={owed} isConfirmed site={site} />
    ) : null
  const receiver = shares.receivers.find(({ walletAddress }) => walletAddress === wallet)
  if (receiver === undefined) return null
  const due = dueOf(shares, wallet, owed).toString()
  return (
    <ClaimControl collection={collection} dueLamports={due} isConfirmed={receiver.isConfirmed} site={site} />
  )
}

function Receivers({
  shares,
  wallet,
  site,
}: {
  readonly shares: FeeShares
  readonly wallet: string | undefined
  readonly site: SiteConfig | undefined
}) {
  const explorerUrl = site?.explorerAddressUrl ?? null
  return (
    <section aria-label="Receivers of the fees">
      <h4 className="text-12 text-muted">Receivers of the fees</h4>
      <ul className="mt-1">
        {shares.receivers.map(({ walletAddress, bps, isConfirmed }) => (
          <li
            key={walletAddress}
            className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 text-14 pointer-coarse:min-h-11"
          >
            <span className="inline-flex items-center gap-2">
              <ShortAddress address={walletAddress} label="receiver" isPerson explorerUrl={explorerUrl} />
              {walletAddress === wallet && <span className="text-12 text-violet">you</span>}
            </span>
            <span className="inline-flex items-baseline gap-2">
              {!isConfirmed && <span className="text-12 text-muted">not confirmed</span>}
              <Digits>{bpsPercentText(bps)}</Digits>
            </span>
          </li>
        ))}
      </ul>
      <Lines>
        <Line term="Decided by">
          <ShortAddress
            address={shares.authorityAddress}
            label="decider"
            isPerson
            explorerUrl={explorerUrl}
            className="-my-1"
          />
        </Line>
        {shares.pendingAddress !== null && (
          <Line term="Offered to">
            <ShortAddress
              address={shares.pendingAddress}
              label="offered"
              isPerson
              explorerUrl={explorerUrl}
              className="-my-1"
            />
          </Line>
        )}
      </Lines>
    </section>
  )
}
