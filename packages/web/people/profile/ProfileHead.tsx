// Who it is: picture, name, bio, address, since when; and what it is all worth.

import { portfolioTotals } from '@twinmint/sdk/api/positions/holdings-rules'
import type { ReactNode } from 'react'
import { BotChip } from '../../shared/BotChip.tsx'
import { ShortAddress } from '../../shared/ShortAddress.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Money, Sol } from '../../ui/amounts.tsx'
import { formatExactTime, shortAddress } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usdOf } from './figures.ts'
import { joinedText } from './joined.ts'
import { SolResult } from './SolResult.tsx'
import { usePortfolio, useProfile } from './user-queries.ts'

export function ProfileHead({
  address,
  isBot,
  explorerUrl,
  solUsd,
  action,
}: {
  readonly address: string
  readonly isBot: boolean
  readonly explorerUrl: string | null
  readonly solUsd: number | undefined
  readonly action: ReactNode
}) {
  const { data: profile, isPending } = useProfile(address)
  const name = profile?.username ?? shortAddress(address, '6-4')
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-4 md:items-start">
      <Avatar
        src={profile?.profileImageUrl ?? null}
        size={112}
        alt={`Picture of ${name}`}
        className="size-20 md:size-28"
      />
      <div className="min-w-0 flex-[1_1_12.5rem]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {isPending ? (
            <Skeleton className="h-9 w-48" />
          ) : (
            <h1
              translate="no"
              className="min-w-0 font-display text-20 font-semibold [overflow-wrap:anywhere] md:text-28"
            >
              {name}
            </h1>
          )}
          {isBot && <BotChip />}
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 text-13 text-muted">
          <ShortAddress address={address} variant="6-4" label="wallet" explorerUrl={explorerUrl} />
          {profile && (
            <span>
              Joined{' '}
              <time dateTime={profile.createdAt} title={formatExactTime(profile.createdAt)}>
                {joinedText(profile.createdAt)}
              </time>
            </span>
          )}
        </p>
        {profile && profile.bio !== '' && (
          <p className="mt-3 hidden max-w-prose text-14 whitespace-pre-line [overflow-wrap:anywhere] md:block">
            {profile.bio}
          </p>
        )}
      </div>
      {profile && profile.bio !== '' && (
        <p className="basis-full text-14 whitespace-pre-line [overflow-wrap:anywhere] md:hidden">
          {profile.bio}
        </p>
      )}
      <div className="flex basis-full flex-wrap items-end justify-between gap-4 md:basis-auto md:flex-col">
        <Worth address={address} solUsd={solUsd} />
        {action}
      </div>
    </header>
  )
}

function Worth({ address, solUsd }: { readonly address: string; readonly solUsd: number | undefined }) {
  const { data } = usePortfolio(address)
  const totals = data && portfolioTotals(data)
  const result = totals?.resultLamports ?? null
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3 sm:justify-end sm:text-right">
      {result !== null && data !== undefined && BigInt(data.boughtLamports) > 0n && (
        <div>
          <dt
            className="text-12 text-muted"
            title="Realised and unrealised, of all its coins, if they were sold now. Network fees and launches are not counted."
          >
            Result
          </dt>
          <dd className="text-20 font-semibold">
            <SolResult lamports={result.toString()} solUsd={undefined} />
          </dd>
        </div>
      )}
      {data !== undefined && data.nftRealisedLamports !== '0' && (
        <div>
          <dt
            className="text-12 text-muted"
            title="What NFTs were sold for beyond their coins, less what was paid for them so. It is in no other result."
          >
            NFTs, beyond their coins
          </dt>
          <dd className="text-20 font-semibold">
            <SolResult lamports={data.nftRealisedLamports} solUsd={undefined} />
          </dd>
        </div>
      )}
      <div>
        <dt className="text-12 text-muted" title="Selling all coins now, after fees, and the SOL">
          Worth if sold
        </dt>
        <dd>
          {totals === undefined ? (
            <Skeleton className="h-13 w-32" />
          ) : (
            <>
              <Sol lamports={totals.worthLamports.toString()} className="block text-20 font-semibold" />
              {solUsd !== undefined && (
                <Money usd={usdOf(totals.worthLamports.toString(), solUsd)} className="text-13 text-muted" />
              )}
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}
