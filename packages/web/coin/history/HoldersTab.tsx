// Top Holders: which wallets have how much of the supply; what no wallet has (curve, escrow, burned) is shown apart.

import type { Holder, Holders } from '@twinmint/sdk/api/history/activity-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { useState } from 'react'
import { errorMessage } from '../../data/api.ts'
import { FollowIcon } from '../../people/session/FollowButton.tsx'
import { useSiteConfig } from '../../shared/queries.ts'
import { ShortAddress } from '../../shared/ShortAddress.tsx'
import { Coins, Percent, RelativeTime } from '../../ui/amounts.tsx'
import { Button } from '../../ui/Button.tsx'
import { useIsWide } from '../../ui/media.ts'
import { useHolders } from './activity-queries.ts'
import { TableSkeleton } from './LiveTrades.tsx'
import { TabMessage } from './TabMessage.tsx'
import { useWalletMarks, type WalletMarks, WhoMarks } from './Who.tsx'

const FIRST = 20
const MOST = 100

export default function HoldersTab({ collection }: { readonly collection: Collection }) {
  const { data: site } = useSiteConfig()
  const [limit, setLimit] = useState(FIRST)
  const query = useHolders(collection.id, limit)
  const { data, isPending, isError, error, isPlaceholderData } = query
  const marksOf = useWalletMarks(collection.creatorAddress)
  const isWide = useIsWide() === true
  if (isPending) return <TableSkeleton label="Loading holders" />
  if (isError)
    return (
      <TabMessage title="Failed to load holders" failed={query}>
        {errorMessage(error, 'The server did not say why.')}
      </TabMessage>
    )
  return (
    <>
      <Apart holders={data} isGraduated={collection.isGraduated} />
      {data.holders.length === 0 ? (
        <TabMessage title="No holders yet">
          All coins are in the bonding curve. Be the first to buy.
        </TabMessage>
      ) : (
        <table className="w-full text-13">
          <caption className="sr-only">Largest holders of {collection.name}</caption>
          <thead className="text-12 text-faint">
            <tr className="border-b border-line text-left">
              <th scope="col" className="h-9 pl-4 font-medium">
                #
              </th>
              <th scope="col" className="px-2 font-medium">
                Holder
              </th>
              <th scope="col" className="px-2 text-right font-medium">
                <span translate="no" className="inline-block truncate align-bottom max-sm:max-w-16">
                  {collection.symbol}
                </span>
              </th>
              <th scope="col" className="px-2 text-right font-medium">
                NFTs
              </th>
              <th scope="col" className="hidden px-2 text-right font-medium sm:table-cell">
                Since
              </th>
              <th scope="col" className="pr-4 pl-2 text-right font-medium">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {data.holders.map((holder) => (
              <HolderRow
                key={holder.ownerAddress}
                holder={holder}
                marks={marksOf(holder.ownerAddress)}
                explorerUrl={site?.explorerAddressUrl ?? null}
                isWide={isWide}
              />
            ))}
          </tbody>
        </table>
      )}
      {limit === FIRST && data.holders.length === FIRST && (
        <div className="flex justify-center p-4">
          <Button variant="secondary" onClick={() => setLimit(MOST)}>
            Show {MOST}
          </Button>
        </div>
      )}
      {isPlaceholderData && (
        <p role="status" className="pb-4 text-center text-13 text-muted">
          Loading…
        </p>
      )}
    </>
  )
}

/** How concentrated it is, and where the coins are that no wallet has. After graduation the curve's vault is the pool. */
function Apart({ holders, isGraduated }: { readonly holders: Holders; readonly isGraduated: boolean }) {
  const figures = [
    ['First ten hold', holders.firstTenPercent, undefined],
    [isGraduated ? 'Liquidity pool' : 'Bonding curve', holders.curve.sharePercent, holders.curve.baseUnits],
    ['Behind NFTs', holders.escrow.sharePercent, holders.escrow.baseUnits],
    ['Burned', holders.burned.sharePercent, holders.burned.baseUnits],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-b border-line p-4 text-13 sm:grid-cols-4">
      {figures.map(([term, percent, baseUnits]) => (
        <div key={term} className="flex flex-col">
          <dt className="text-12 text-muted">{term}</dt>
          <dd className="font-semibold">
            <Percent value={percent} />
          </dd>
          {baseUnits !== undefined && (
            <dd className="text-12 text-faint">
              <Coins baseUnits={baseUnits} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function HolderRow({
  holder,
  marks,
  explorerUrl,
  isWide,
}: {
  readonly holder: Holder
  readonly marks: WalletMarks
  readonly explorerUrl: string | null
  /** A phone has no room for these buttons: there they are on the profile, where the name leads. */
  readonly isWide: boolean
}) {
  return (
    <tr className="border-b border-line/60 last:border-0 hover:bg-raised">
      <td translate="no" className="figures h-11 pl-4 text-faint">
        {holder.rank}
      </td>
      {/* On a phone a name has as much room as an address. */}
      <td className="px-2 max-sm:[&_bdi]:max-w-[9ch]">
        <span className="flex flex-wrap items-center gap-x-2 pb-1">
          <ShortAddress
            address={holder.ownerAddress}
            label="holder"
            isPerson
            explorerUrl={isWide ? explorerUrl : null}
          />
          <WhoMarks {...marks} isFollowed={marks.isFollowed && !isWide} />
          {isWide && <FollowIcon address={holder.ownerAddress} />}
        </span>
      </td>
      <td className="px-2 text-right">
        <Coins baseUnits={holder.baseUnits} />
      </td>
      <td translate="no" className="figures px-2 text-right">
        {holder.nftCount === 0 ? <span className="text-faint">–</span> : holder.nftCount}
      </td>
      <td className="hidden px-2 text-right text-muted sm:table-cell">
        {holder.since === null ? (
          <span title="What it has was sent to it" className="text-faint">
            –
          </span>
        ) : (
          <RelativeTime iso={holder.since} />
        )}
      </td>
      <td className="w-20 pr-4 pl-2 text-right sm:w-24">
        <Percent value={holder.sharePercent} />
        <span
          aria-hidden="true"
          className="mt-1 block h-1 overflow-hidden rounded-full bg-line forced-color-adjust-none"
        >
          <span
            className="block h-full origin-left bg-violet"
            style={{ transform: `scaleX(${Math.min(1, holder.sharePercent / 100)})` }}
          />
        </span>
      </td>
    </tr>
  )
}
