// What happened, row by row: a table where there is room for one, else cards.
import {
  ArrowDownRight,
  ArrowDownToLine,
  ArrowUpFromLine,
  ArrowUpRight,
  Coins as CoinsIcon,
  Crown,
  Rocket,
} from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { TransactionLink } from '../site/TransactionLink.tsx'
import { Coins, Price, RelativeTime, Sol } from '../ui/amounts.tsx'
import { useIsRoomy } from '../ui/media.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { Activity } from '../wire/records/trade.ts'
import { useWalletMarks, type WalletMarks, WhoButton } from './Who.tsx'

export interface ActivityRowsProps {
  readonly collection: Collection
  readonly activity: readonly Activity[]
  readonly transactionUrl: string | null
  readonly onWallet: (address: string) => void
}

export function ActivityRows({ collection, activity, transactionUrl, onWallet }: ActivityRowsProps) {
  const marksOf = useWalletMarks(collection.creatorAddress)
  const isRoomy = useIsRoomy()
  const propsOf = (one: Activity): RowProps => ({
    activity: one,
    symbol: collection.symbol,
    transactionUrl,
    onWallet,
    ...marksOf(one.walletAddress ?? ''),
  })
  const name = `Activity of ${collection.name}, newest first`
  if (!isRoomy)
    return (
      <ul aria-label={name}>
        {activity.map((one) => (
          <ActivityCard key={one.id} {...propsOf(one)} />
        ))}
      </ul>
    )
  return (
    <table className="w-full text-13">
      <caption className="sr-only">{name}</caption>
      <thead className="text-12 text-faint">
        <tr className="border-b border-line text-left">
          <Head>Type</Head>
          <Head>Who</Head>
          <Head end>SOL</Head>
          <Head end>{collection.symbol}</Head>
          <Head end>NFT</Head>
          <Head end>Price</Head>
          <Head end>Age</Head>
          <Head end>Tx</Head>
        </tr>
      </thead>
      <tbody>
        {activity.map((one) => (
          <ActivityTableRow key={one.id} {...propsOf(one)} />
        ))}
      </tbody>
    </table>
  )
}

const KINDS = {
  BUY: { text: 'Buy', tone: 'text-up', Icon: ArrowUpRight },
  SELL: { text: 'Sell', tone: 'text-down', Icon: ArrowDownRight },
  SWAP_TO_NFT: { text: 'Captured', tone: 'text-violet', Icon: ArrowDownToLine },
  SWAP_TO_TOKEN: { text: 'Released', tone: 'text-violet', Icon: ArrowUpFromLine },
  BOOST: { text: 'Boosted', tone: 'text-gold', Icon: Rocket },
  CLAIM: { text: 'Claimed fees', tone: 'text-gold', Icon: CoinsIcon },
  GRADUATION: { text: 'Migrated', tone: 'text-gold', Icon: Crown },
} as const

interface RowProps extends WalletMarks {
  readonly activity: Activity
  readonly symbol: string
  readonly transactionUrl: string | null
  readonly onWallet: (address: string) => void
}

function Kind({ kind }: { readonly kind: Activity['kind'] }) {
  const { text, tone, Icon } = KINDS[kind]
  return (
    <span className={`inline-flex items-center gap-1 align-middle font-medium whitespace-nowrap ${tone}`}>
      <Icon size={14} aria-hidden="true" />
      {text}
    </span>
  )
}

function NftLink({ activity }: { readonly activity: Activity }) {
  if (activity.nftTokenId === null) return <Dash />
  return (
    <Link
      href={`/nft/${activity.collectionId}/${activity.nftTokenId}`}
      className="figures inline-flex h-7 items-center text-violet underline decoration-current/40 underline-offset-4 transition-colors hover:decoration-current pointer-coarse:h-11"
    >
      #{activity.nftTokenId}
    </Link>
  )
}

const Dash = () => <span className="text-faint">–</span>

const ActivityTableRow = memo(function ActivityTableRow(props: RowProps) {
  const { activity, transactionUrl, onWallet, isYou, isCreator, isBot } = props
  return (
    <tr className="border-b border-line/60 last:border-0 hover:bg-raised">
      <td className="h-11 pl-4">
        <Kind kind={activity.kind} />
      </td>
      <td className="px-2">
        {activity.walletAddress === null ? (
          <Dash />
        ) : (
          <WhoButton
            address={activity.walletAddress}
            marks={{ isYou, isCreator, isBot }}
            onChoose={onWallet}
          />
        )}
      </td>
      <td className="px-2 text-right">
        {activity.lamports === '0' ? <Dash /> : <Sol lamports={activity.lamports} unit={false} />}
      </td>
      <td className="px-2 text-right">
        {activity.baseUnits === '0' ? <Dash /> : <Coins baseUnits={activity.baseUnits} />}
      </td>
      <td className="px-2 text-right">
        <NftLink activity={activity} />
      </td>
      <td className="px-2 text-right text-muted">
        {activity.price === null ? <Dash /> : <Price sol={activity.price} unit={false} />}
      </td>
      <td className="px-2 text-right text-muted">
        <RelativeTime iso={activity.createdAt} />
      </td>
      <td className="pr-2 text-right">
        {activity.txSignature !== null && (
          <TransactionLink signature={activity.txSignature} explorerUrl={transactionUrl} />
        )}
      </td>
    </tr>
  )
})

const ActivityCard = memo(function ActivityCard(props: RowProps) {
  const { activity, symbol, transactionUrl, onWallet, isYou, isCreator, isBot } = props
  return (
    <li className="flex flex-col gap-1 border-b border-line/60 px-4 py-2 text-13 last:border-0">
      <div className="flex min-h-7 items-center justify-between gap-3 pointer-coarse:min-h-11">
        <span className="inline-flex items-center gap-2">
          <Kind kind={activity.kind} />
          {activity.nftTokenId !== null && <NftLink activity={activity} />}
        </span>
        <span className="inline-flex items-center text-muted">
          <RelativeTime iso={activity.createdAt} />
          {activity.txSignature !== null && (
            <span className="-mr-3">
              <TransactionLink signature={activity.txSignature} explorerUrl={transactionUrl} />
            </span>
          )}
        </span>
      </div>
      {(activity.lamports !== '0' || activity.baseUnits !== '0') && (
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {activity.lamports !== '0' && <Sol lamports={activity.lamports} className="font-semibold" />}
          {activity.baseUnits !== '0' && <Coins baseUnits={activity.baseUnits} symbol={symbol} />}
          {activity.price !== null && (
            <span className="text-muted">
              at <Price sol={activity.price} />
            </span>
          )}
        </div>
      )}
      {activity.walletAddress !== null && (
        <WhoButton address={activity.walletAddress} marks={{ isYou, isCreator, isBot }} onChoose={onWallet} />
      )}
    </li>
  )
})

function Head({ end = false, children }: { readonly end?: boolean; readonly children: React.ReactNode }) {
  return (
    <th
      scope="col"
      className={`h-9 max-w-24 truncate px-2 font-medium first:pl-4 last:pr-4 ${end ? 'text-right' : ''}`}
    >
      {children}
    </th>
  )
}
