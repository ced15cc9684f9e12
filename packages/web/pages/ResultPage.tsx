// What a shared result leads to: the picture, whose result it is, and the coin. All figures are the server's own.

import { sentAwayText, sharedPercent } from '@twinmint/sdk/api/positions/results'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { isAddress } from '@twinmint/sdk/core/address'
import { AMOUNTS_HIDDEN, resultCardPath } from '@twinmint/sdk/internal/api/platform/share-links'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import { resultText } from '../people/profile/figures.ts'
import { usePosition } from '../people/profile/position-queries.ts'
import { SolResult } from '../people/profile/SolResult.tsx'
import { isNotFound, useCollection } from '../shared/coin-queries.ts'
import { HistorySince } from '../shared/history/HistorySince.tsx'
import { Loaded } from '../shared/Loaded.tsx'
import { LoadFailure } from '../shared/LoadFailure.tsx'
import { WalletLink } from '../shared/WalletLink.tsx'
import { Percent } from '../ui/amounts.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { PageLoading } from './PageLoading.tsx'

const FAILED = 'The result could not be loaded'

export default function ResultPage({ id, wallet }: { readonly id: string; readonly wallet: string }) {
  const query = useCollection(id)
  if (!isAddress(wallet) || isNotFound(query.error))
    return <Nothing title="No such result">There is no such coin or wallet.</Nothing>
  return (
    <Loaded query={query} skeleton={<PageLoading />} failedTitle={FAILED}>
      {(collection) => <Result collection={collection} wallet={wallet} />}
    </Loaded>
  )
}

function Result({ collection, wallet }: { readonly collection: Collection; readonly wallet: string }) {
  const { id, name, symbol } = collection
  const query = usePosition(id, wallet)
  const { data, error } = query
  const hidesAmounts = useSearch().split('&').includes(AMOUNTS_HIDDEN)
  if (data === undefined)
    return error === null ? <PageLoading /> : <LoadFailure title={FAILED} query={query} />
  if (data.tradeCount === 0)
    return (
      <Nothing title="No result yet">
        This wallet has not traded <span translate="no">{symbol}</span>.
      </Nothing>
    )
  const sentAway = sentAwayText(data, hidesAmounts)
  const { resultLamports } = data
  const resultPercent = sharedPercent(data, data.resultPercent)
  const result = { resultLamports: BigInt(resultLamports), resultPercent }
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5 py-6 md:py-10">
      <h1 className="font-display text-20 font-semibold md:text-28">Result in {name}</h1>
      <img
        src={resultCardPath(data, { hidesAmounts, version: data.sequence })}
        width={1200}
        height={630}
        alt={`Card: ${resultText(symbol, result, hidesAmounts)}`}
        className="h-auto w-full rounded-panel border border-line bg-raised"
      />
      {(resultPercent !== null || !hidesAmounts) && (
        <p className="flex flex-wrap items-baseline gap-x-4 text-20 font-semibold">
          {resultPercent !== null && <Percent value={resultPercent} change />}
          {!hidesAmounts && <SolResult lamports={resultLamports} solUsd={undefined} />}
        </p>
      )}
      {sentAway !== undefined && <p className="text-14 text-muted">{sentAway}. So there is no percent.</p>}
      <HistorySince since={collection.historySince} className="text-14!">
        Earlier trades are not in the result.
      </HistorySince>
      <p className="text-14">
        <span className="text-muted">Of the wallet</span> <WalletLink address={wallet} />
      </p>
      <p className="text-14 text-pretty text-muted">
        Counted from its trades on the chain, first in, first out, and what selling the rest now would bring,
        after the fee.{' '}
        <Link
          href="/docs/core/my-trading"
          className="underline decoration-line underline-offset-4 hover:decoration-current"
        >
          How it is counted
        </Link>
      </p>
      <div className="flex flex-wrap gap-2">
        <Link href={`/trade/${id}`} className={buttonClass('primary')}>
          Open <span translate="no">{symbol}</span>
        </Link>
        <Link href="/portfolio" className={buttonClass('secondary')}>
          My trading
        </Link>
      </div>
    </div>
  )
}

function Nothing({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="py-16">
      <Message
        icon={<SearchX size={32} aria-hidden="true" className="text-muted" />}
        title={title}
        action={
          <Link href="/trade" className={buttonClass('primary')}>
            Browse markets
          </Link>
        }
      >
        {children}
      </Message>
    </div>
  )
}
