// Top Holders: who has how much of the supply, the curve and the escrow named for what they are.
import { useBotAddresses } from '../discover/queries.ts'
import { Coins, CopyButton, Percent } from '../ui/amounts.tsx'
import { BotChip } from '../ui/BotChip.tsx'
import { shortAddress } from '../ui/format.ts'
import { errorMessage } from '../wire/api.ts'
import { TableSkeleton } from './ActivityTab.tsx'
import type { Collection, Holder } from './contract.ts'
import { useHolders } from './queries.ts'
import { TabMessage } from './TabMessage.tsx'

export default function HoldersTab({
  collection,
  explorerAddressUrl,
}: {
  readonly collection: Collection
  readonly explorerAddressUrl: string | null
}) {
  const { data, isPending, isError, error, refetch } = useHolders(collection.id)
  const bots = useBotAddresses()
  if (isPending) return <TableSkeleton label="Loading holders" />
  if (isError)
    return (
      <TabMessage title="Failed to load holders" onRetry={() => void refetch()}>
        {errorMessage(error, 'The server did not say why.')}
      </TabMessage>
    )
  if (data.holders.length === 0)
    return (
      <TabMessage title="No holders yet">All coins are in the bonding curve. Be the first to buy.</TabMessage>
    )
  return (
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
            <span className="inline-block truncate align-bottom max-sm:max-w-16">{collection.symbol}</span>
          </th>
          <th scope="col" className="pr-4 pl-2 text-right font-medium">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {data.holders.map((holder, index) => (
          <HolderRow
            key={`${holder.kind}:${holder.ownerAddress}`}
            holder={holder}
            isBot={bots.has(holder.ownerAddress)}
            isGraduated={collection.isGraduated}
            rank={index + 1}
            explorerAddressUrl={explorerAddressUrl}
          />
        ))}
      </tbody>
    </table>
  )
}

const KIND_LABELS = { curve: 'Bonding curve', escrow: 'NFT swap escrow', wallet: undefined } as const
/** After graduation the same vault is the coin's open pool. */
const POOL_LABEL = 'Liquidity pool'

function HolderRow({
  holder,
  isBot,
  isGraduated,
  rank,
  explorerAddressUrl,
}: {
  readonly holder: Holder
  readonly isBot: boolean
  readonly isGraduated: boolean
  readonly rank: number
  readonly explorerAddressUrl: string | null
}) {
  const label =
    holder.kind === 'curve' && isGraduated
      ? POOL_LABEL
      : (KIND_LABELS[holder.kind] ?? (holder.isCreator ? 'Creator' : undefined))
  return (
    <tr className="border-b border-line/60 last:border-0 hover:bg-raised">
      <td className="figures h-11 pl-4 text-faint">{rank}</td>
      <td className="px-2">
        <span className="flex flex-wrap items-center gap-x-2 pb-1">
          <HolderAddress address={holder.ownerAddress} explorerUrl={explorerAddressUrl} />
          {label !== undefined && (
            <span className="rounded-full border border-line px-2 py-px text-12 text-muted">{label}</span>
          )}
          {isBot && <BotChip />}
        </span>
      </td>
      <td className="px-2 text-right">
        <Coins baseUnits={holder.baseUnits} />
      </td>
      <td className="w-24 pr-4 pl-2 text-right">
        <Percent value={holder.sharePercent} />
        <span aria-hidden="true" className="mt-1 block h-1 overflow-hidden rounded-full bg-line">
          <span
            className="block h-full origin-left bg-violet"
            style={{ transform: `scaleX(${Math.min(1, holder.sharePercent / 100)})` }}
          />
        </span>
      </td>
    </tr>
  )
}

/** The address itself is the link: a phone has no room for another button. */
function HolderAddress({
  address,
  explorerUrl,
}: {
  readonly address: string
  readonly explorerUrl: string | null
}) {
  const short = (
    <span title={address} className="figures whitespace-nowrap">
      {shortAddress(address)}
    </span>
  )
  return (
    <span className="inline-flex items-center">
      {explorerUrl === null ? (
        short
      ) : (
        <a
          href={explorerUrl.replace('{address}', address)}
          target="_blank"
          rel="noreferrer"
          className="underline decoration-line underline-offset-4 transition-colors hover:decoration-text"
        >
          {short}
        </a>
      )}
      <CopyButton
        text={address}
        label="Copy holder address"
        copiedText="Holder address copied to clipboard"
      />
    </span>
  )
}
