// What a wallet holds: coins and the NFTs of the same picture with the result of each, by worth or by result, then SOL.

import type { Portfolio } from '@twinmint/sdk/api/people/contract'
import {
  DUST_LAMPORTS,
  HOLDING_NFTS_MAX,
  HOLDING_SORTS,
  HOLDINGS_MAX,
  type HoldingSort,
  isDust,
  type ShownHolding,
  shownHoldings,
} from '@twinmint/sdk/api/positions/holdings-rules'
import { Lock, Wallet } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { LoadFailure } from '../../shared/LoadFailure.tsx'
import { useSiteConfig } from '../../shared/queries.ts'
import { Money, Sol } from '../../ui/amounts.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { formatSol } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { Message } from '../../ui/Message.tsx'
import { useIsDesk } from '../../ui/media.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { RowsSkeleton } from '../../ui/Skeleton.tsx'
import { usdOf } from './figures.ts'
import { HoldingRow } from './HoldingRow.tsx'
import { PortfolioTotals } from './PortfolioTotals.tsx'
import { usePortfolio } from './user-queries.ts'

const ResultDialog = lazyPart(() => import('./ResultDialog.tsx'))

export default function HoldingsTab({
  address,
  isOwn,
  hasTotals = false,
}: {
  readonly address: string
  readonly isOwn: boolean
  /** Where nothing else on the page says what it all comes to. */
  readonly hasTotals?: boolean
}) {
  const query = usePortfolio(address)
  const { data, isPending } = query
  const { data: site } = useSiteConfig()
  const [sharedId, setSharedId] = useState<string>()
  if (isPending) return <RowsSkeleton label="Loading holdings" rows={4} />
  if (data === undefined) return <LoadFailure title="The holdings could not be loaded" query={query} />
  const table = (
    <>
      {hasTotals && <PortfolioTotals portfolio={data} solUsd={site?.solUsd} />}
      <HoldingsTable portfolio={data} isOwn={isOwn} solUsd={site?.solUsd} onShare={setSharedId} />
    </>
  )
  const shared = data.holdings.find(({ collection }) => collection.id === sharedId)
  return (
    <div className="flex flex-col gap-4">
      {(data.holdings.length > 0 || data.lamports !== '0') && table}
      {data.holdings.length === 0 && (
        <Message
          icon={<Wallet size={32} aria-hidden="true" className="text-violet" />}
          title={isOwn ? 'You hold no coins' : 'No coins'}
          action={
            <Link href="/trade" className={buttonClass('primary')}>
              Browse markets
            </Link>
          }
        >
          {isOwn
            ? 'What you buy, launch or capture stands here with what it is worth.'
            : 'This wallet holds no coins and no NFTs of Twinmint.'}
        </Message>
      )}
      {shared !== undefined && (
        <Suspense>
          <ResultDialog
            collection={shared.collection}
            position={shared.position}
            onClose={() => setSharedId(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What the address says of the list; what it leaves out is by worth, with dust. */
function useListChoice() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return {
    sort: HOLDING_SORTS.find((each) => each === params.get('sort')) ?? 'worth',
    hidesDust: params.get('dust') === 'hidden',
    setSort: (sort: HoldingSort) => set('sort', sort === 'worth' ? undefined : sort),
    setHidesDust: (hides: boolean) => set('dust', hides ? 'hidden' : undefined),
  }
}

const SORT_LABELS: Record<HoldingSort, string> = { worth: 'By worth', result: 'By result' }

function HoldingsTable({
  portfolio,
  isOwn,
  solUsd,
  onShare,
}: {
  readonly portfolio: Portfolio
  readonly isOwn: boolean
  readonly solUsd: number | undefined
  readonly onShare: (collectionId: string) => void
}) {
  const { sort, hidesDust, setSort, setHidesDust } = useListChoice()
  const isWide = useIsDesk() === true
  const all = shownHoldings(portfolio.holdings, sort)
  const dustCount = all.filter(isDust).length
  const shown = hidesDust ? all.filter((holding) => !isDust(holding)) : all
  return (
    <>
      {(all.length > 1 || dustCount > 0) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {all.length > 1 && (
            <Segmented
              label="Sort by"
              tone="raised"
              segments={HOLDING_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
              value={sort}
              onChange={setSort}
              className="w-56"
            />
          )}
          {dustCount > 0 && (
            <label className="flex h-11 cursor-pointer items-center gap-2 text-13 text-muted hover:text-text">
              <input
                type="checkbox"
                checked={hidesDust}
                onChange={(event) => setHidesDust(event.target.checked)}
                className="size-4 accent-violet"
              />
              Hide dust ({dustCount} below {formatSol(DUST_LAMPORTS.toString())} SOL)
            </label>
          )}
        </div>
      )}
      <div className="overflow-hidden rounded-panel border border-line bg-panel">
        <table className="w-full table-fixed text-13">
          <caption className="sr-only">Coins and NFTs with the result of each, and SOL</caption>
          <TableHead isOwn={isOwn} isWide={isWide} />
          <tbody>
            {shown.map((holding: ShownHolding) => (
              <HoldingRow
                key={holding.collection.id}
                holding={holding}
                isOwn={isOwn}
                isWide={isWide}
                solUsd={solUsd}
                onShare={() => onShare(holding.collection.id)}
              />
            ))}
            {portfolio.lockedLamports !== '0' && (
              <SolRow
                lamports={portfolio.lockedLamports}
                isLocked
                isOwn={isOwn}
                isWide={isWide}
                solUsd={solUsd}
              />
            )}
            <SolRow lamports={portfolio.lamports} isOwn={isOwn} isWide={isWide} solUsd={solUsd} />
          </tbody>
        </table>
        <p className="border-t border-line px-4 py-3 text-12 text-faint">
          Worth is what selling all of it now would bring, after the fee; NFTs are released first.
          {portfolio.isPartial &&
            ` Only the latest ${HOLDINGS_MAX} coins and ${HOLDING_NFTS_MAX} NFTs are counted.`}
          {all.some(({ collection }) => collection.historySince !== null) &&
            ' Where a mark says that this server’s history of a coin begins later than the coin, earlier trades are in no result.'}
        </p>
      </div>
    </>
  )
}

interface Layout {
  readonly isOwn: boolean
  readonly isWide: boolean
}

const HEAD = 'h-9 px-2 text-right font-medium'

function TableHead({ isOwn, isWide }: Layout) {
  return (
    <thead className="text-12 text-faint">
      <tr className="border-b border-line text-left">
        <th scope="col" className={`h-9 pl-4 font-medium ${isWide ? 'w-[22%]' : 'w-[56%]'}`}>
          Coin
        </th>
        {isWide ? (
          <>
            <th scope="col" className={HEAD}>
              Holds
            </th>
            <th scope="col" className={HEAD}>
              Average cost
            </th>
            <th scope="col" className={`${HEAD} w-[13%]`}>
              Worth
            </th>
            <th scope="col" className={`${HEAD} w-[17%] pr-4`}>
              Result
            </th>
            {isOwn && (
              <th scope="col" className="h-9 w-66 pr-4 text-right font-medium">
                Sell
              </th>
            )}
          </>
        ) : (
          <th scope="col" className={`${HEAD} pr-4`}>
            Worth and result
          </th>
        )}
      </tr>
    </thead>
  )
}

/** What is not in coins; with it the rows come to what it is all worth. */
function SolRow({
  lamports,
  isLocked = false,
  isOwn,
  isWide,
  solUsd,
}: Layout & {
  readonly lamports: string
  /** In offers for NFTs. */
  readonly isLocked?: boolean
  readonly solUsd: number | undefined
}) {
  const Icon = isLocked ? Lock : Wallet
  return (
    <tr className="border-b border-line/60 last:border-0 hover:bg-raised">
      <td className="py-2 pl-4">
        <span className="flex items-center gap-3 text-14 font-semibold">
          <Icon
            aria-hidden="true"
            className="size-10 shrink-0 rounded-input border border-line bg-ink p-2.5 text-violet"
          />
          {isLocked ? (
            <span className="min-w-0">
              {isOwn ? (
                <Link href="/portfolio?tab=market" className="hover:underline">
                  SOL in offers
                </Link>
              ) : (
                'SOL in offers'
              )}
              <span className="block text-12 font-normal text-muted">locked for NFTs</span>
            </span>
          ) : (
            'SOL'
          )}
        </span>
      </td>
      {isWide && (
        <>
          <td className="px-2 text-right text-faint">–</td>
          <td className="px-2 text-right text-faint">–</td>
        </>
      )}
      <td className={`text-right ${isWide ? 'px-2' : 'pr-4 pl-2'}`}>
        <Sol lamports={lamports} className="block font-medium" />
        {solUsd !== undefined && <Money usd={usdOf(lamports, solUsd)} className="text-12 text-muted" />}
      </td>
      {isWide && <td className="pr-4 pl-2 text-right text-faint">–</td>}
      {isWide && isOwn && <td className="pr-4 pl-2 text-right text-faint">–</td>}
    </tr>
  )
}
