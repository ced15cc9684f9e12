// Who holds the program's keys, read from the chain by the visitor's own browser.

import { holderText, type KeyHolder } from '@twinmint/sdk/program/key-holder'
import { type ProgramKeys, sharedKeyText } from '@twinmint/sdk/proof/keys'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../data/api.ts'
import { useSiteConfig } from '../shared/queries.ts'
import { RetryButton } from '../shared/RetryButton.tsx'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { useClockText } from '../ui/amounts.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { KeysLog } from './KeysLog.tsx'
import { pauseText } from './keys-log.ts'
import { useProgramKeys } from './proof-queries.ts'

export function KeysPanel() {
  const { data: site } = useSiteConfig()
  const query = useProgramKeys(site)
  const { data, error } = query
  return (
    <Panel title="Who holds the program’s keys">
      {data !== undefined ? (
        <Holders keys={data} explorerUrl={site?.explorerAddressUrl} />
      ) : error !== null ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-14">
          <p>
            Who holds them can’t be read from the chain.{' '}
            <span className="text-muted">{errorMessage(error, 'The node did not say why.')}</span>
          </p>
          <RetryButton query={query} size="sm" />
        </div>
      ) : (
        <SkeletonGroup label="Reading who holds the keys" className="grid gap-4 md:grid-cols-2">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </SkeletonGroup>
      )}
      {/* From the index, so it needs no node that answers. */}
      <KeysLog transactionUrl={site?.explorerTransactionUrl} />
    </Panel>
  )
}

function Holders({
  keys,
  explorerUrl,
}: {
  readonly keys: ProgramKeys
  readonly explorerUrl: string | null | undefined
}) {
  const { upgradeAuthority, admin, offeredTo, treasury, pauseKey } = keys
  const shared = sharedKeyText({
    upgradeAuthority: upgradeAuthority?.address,
    admin: admin.address,
    treasury: treasury.address,
    pauseKey: pauseKey?.address,
  })
  const pause = useClockText((nowMs) => pauseText(keys, nowMs))
  const holder = (who: KeyHolder, label: string) => (
    <>
      <ShortAddress address={who.address} label={label} explorerUrl={explorerUrl} />
      <span className="block text-13 text-muted">{holderText(who)}</span>
    </>
  )
  return (
    <>
      <dl className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <Role name="Upgrade authority" power="Can put another program in this one’s place">
          {upgradeAuthority === null ? (
            <span className="text-up">Nobody: the program is final</span>
          ) : (
            holder(upgradeAuthority, 'upgrade authority')
          )}
        </Role>
        <Role
          name="Admin"
          power="Can set the terms of later launches, name treasury and pause key, end a pause"
        >
          {holder(admin, 'admin')}
          {offeredTo !== null && (
            <div className="mt-2">
              <span className="block text-13">Offered to somebody who has not accepted yet:</span>
              {holder(offeredTo, 'admin to be')}
            </div>
          )}
        </Role>
        <Role name="Treasury" power="Gets the platform’s part of fees, and what boosts cost">
          {holder(treasury, 'treasury')}
        </Role>
        <Role
          name="Pause key"
          power="Can pause launches, buys of coins and NFTs, and new listings and offers for 72 hours, and end the pause"
        >
          {pauseKey === null ? (
            <span className="text-up">Nobody: launches, buys, listings and offers can’t be paused</span>
          ) : (
            holder(pauseKey, 'pause key')
          )}
        </Role>
      </dl>
      <p className="mt-4 text-13">{pause}</p>
      <p className="mt-4 flex items-start gap-2 border-t border-line/60 pt-3 text-13 text-muted">
        <KeyRound size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-gold" />
        <span>
          {shared ?? 'Each of these is another address.'} Your browser read them from the chain. None of them
          can stop sells or swaps as long as the program stays as it is.
        </span>
      </p>
    </>
  )
}

function Role({
  name,
  power,
  children,
}: {
  readonly name: string
  readonly power: string
  readonly children: ReactNode
}) {
  return (
    <div className="min-w-0 text-14">
      <dt>
        <span className="font-semibold">{name}</span>
        <span className="block text-13 text-muted">{power}</span>
      </dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}
