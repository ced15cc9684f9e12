// What happened, row by row; the narrower its place, the fewer columns.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Activity, ActivityKind } from '@twinmint/sdk/api/records/trade'
import { EDITIONS } from '@twinmint/sdk/core/rarity'
import { surchargePaidText } from '@twinmint/sdk/core/surcharge'
import {
  ArrowDownRight,
  ArrowDownToLine,
  ArrowUpFromLine,
  ArrowUpRight,
  Coins as CoinsIcon,
  Crown,
  HandCoins,
  Lock,
  type LucideIcon,
  Rocket,
  ShoppingBag,
  Tag,
  Undo2,
} from 'lucide-react'
import { memo, useRef } from 'react'
import { Link } from 'wouter'
import { PersonName } from '../../shared/PersonName.tsx'
import { TransactionLink } from '../../shared/TransactionLink.tsx'
import { Coins, Price, RelativeTime, Sol } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatSolExact } from '../../ui/format.ts'
import { RARITY_WORDS } from '../../ui/RarityChip.tsx'
import { useSlide } from './animate-inserts.ts'
import { useWalletMarks, type WalletMarks, WhoButton } from './Who.tsx'

interface ActivityRowsProps {
  readonly collection: Collection
  /** Another one is another list. */
  readonly listKey: string
  /** The latest. */
  readonly activity: readonly Activity[]
  /** Of which there are so many. */
  readonly count: number
  readonly transactionUrl: string | null
  readonly onWallet: (address: string) => void
  /** All are of followed wallets, so that none is marked as one. */
  readonly isOfFollowed: boolean
}

export function ActivityRows(props: ActivityRowsProps) {
  const { collection, listKey, activity, count, transactionUrl, onWallet, isOfFollowed } = props
  const marksOf = useWalletMarks(collection.creatorAddress)
  const body = useRef<HTMLTableSectionElement>(null)
  useSlide(body, listKey, activity[0]?.id)
  return (
    <table aria-rowcount={count + 1} className="w-full border-separate border-spacing-0 text-12 @md:text-13">
      <caption className="sr-only">{`Activity of ${collection.name}, newest first`}</caption>
      <thead className="text-12 text-faint">
        <tr className="text-left">
          <Head>Type</Head>
          <Head end>SOL</Head>
          <Head end className={COINS}>
            <span translate="no">{collection.symbol}</span>
          </Head>
          <Head end className={PRICE}>
            Price
          </Head>
          <Head>Who</Head>
          <Head end>Age</Head>
          <Head end className={TX}>
            Tx
          </Head>
        </tr>
      </thead>
      <tbody ref={body} className="isolate">
        {activity.map((one) => (
          <ActivityRow
            key={one.id}
            activity={one}
            transactionUrl={transactionUrl}
            onWallet={onWallet}
            {...marksOf(one.walletAddress ?? '')}
            {...(isOfFollowed ? { isFollowed: false } : {})}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Where the panel has room for them. */
const COINS = 'hidden @md:table-cell'
const TX = 'hidden @md:table-cell'
const PRICE = 'hidden @2xl:table-cell'

const KINDS = {
  BUY: { text: 'Buy', tone: 'text-up', Icon: ArrowUpRight },
  SELL: { text: 'Sell', tone: 'text-down', Icon: ArrowDownRight },
  SWAP_TO_NFT: { text: 'Captured', tone: 'text-violet', Icon: ArrowDownToLine },
  SWAP_TO_TOKEN: { text: 'Released', tone: 'text-violet', Icon: ArrowUpFromLine },
  BOOST: { text: 'Boosted', tone: 'text-gold', Icon: Rocket },
  CLAIM: { text: 'Claimed fees', tone: 'text-gold', Icon: CoinsIcon },
  GRADUATION: { text: 'Migrated', tone: 'text-gold', Icon: Crown },
  SALE: { text: 'NFT sale', tone: 'text-up', Icon: ShoppingBag },
  LIST: { text: 'Listed', tone: 'text-muted', Icon: Tag },
  UNLIST: { text: 'Took back', tone: 'text-muted', Icon: Undo2 },
  OFFER: { text: 'Offer', tone: 'text-muted', Icon: HandCoins },
  OFFER_WITHDRAWN: { text: 'Withdrew', tone: 'text-muted', Icon: Undo2 },
} as const satisfies Record<ActivityKind, { text: string; tone: string; Icon: LucideIcon }>

/** Nothing was paid: what is asked or offered. */
const ASKED: Partial<Record<ActivityKind, string>> = {
  LIST: 'asked',
  UNLIST: 'was asked',
  OFFER: 'offered',
  OFFER_WITHDRAWN: 'was offered',
}

interface RowProps extends WalletMarks {
  readonly activity: Activity
  readonly transactionUrl: string | null
  readonly onWallet: (address: string) => void
}

function Kind({ kind }: { readonly kind: Activity['kind'] }) {
  const { text, tone, Icon } = KINDS[kind]
  return (
    <span className={`inline-flex items-center gap-1 align-middle font-medium whitespace-nowrap ${tone}`}>
      <Icon size={14} aria-hidden="true" className="hidden @md:block" />
      {text}
    </span>
  )
}

function NftLink({ activity }: { readonly activity: Activity }) {
  return (
    <Link
      href={`/nft/${activity.collectionId}/${activity.nftTokenId}`}
      translate="no"
      className="figures inline-flex h-7 items-center text-violet underline decoration-current/40 underline-offset-4 transition-colors hover:decoration-current pointer-coarse:h-11"
    >
      #{activity.nftTokenId}
    </Link>
  )
}

/** It leads to the transaction, too: where there is room, a sign beside it says so. */
function Age({ activity: { createdAt, txSignature } }: { readonly activity: Activity }) {
  const time = <RelativeTime iso={createdAt} />
  if (txSignature === null) return time
  return (
    <Link
      href={`/tx/${txSignature}`}
      className="inline-flex h-7 min-w-6 items-center justify-end underline decoration-line underline-offset-4 transition-colors hover:decoration-text pointer-coarse:h-11 pointer-coarse:min-w-8"
    >
      {time}
    </Link>
  )
}

/** What of the payment the launch guard locked: the price beside it is without it. */
function Surcharge({ lamports }: { readonly lamports: string }) {
  const text = surchargePaidText(formatSolExact(lamports))
  return (
    <span title={text} className="mr-1 inline-block align-[-2px] text-gold">
      <Lock size={12} aria-hidden="true" />
      <span className="sr-only">{text}: </span>
    </span>
  )
}

/** Of which NFTs of the coin an offer takes any. */
function OfferedFor({ activity: { editionCount, rarity } }: { readonly activity: Activity }) {
  if (editionCount === null) return null
  return (
    <span translate="no" className="figures whitespace-nowrap text-muted">
      {rarity !== null
        ? `any ${RARITY_WORDS[rarity].toLowerCase()}`
        : editionCount === EDITIONS
          ? 'any number'
          : `any of ${editionCount}`}
    </span>
  )
}

function Amount({ activity: { kind, lamports } }: { readonly activity: Activity }) {
  const word = ASKED[kind]
  if (word === undefined) return <Sol lamports={lamports} unit={false} />
  return (
    <span className="text-muted">
      <span className="mr-1 hidden text-12 text-faint @2xl:inline">{word}</span>
      <span className="sr-only @2xl:hidden">{word} </span>
      <Sol lamports={lamports} unit={false} />
    </span>
  )
}

/** Beside the buyer, where there is room. */
function Seller({
  address,
  onWallet,
}: {
  readonly address: string
  readonly onWallet: (address: string) => void
}) {
  return (
    <span className="ml-1.5 hidden items-center gap-1 text-12 text-faint @2xl:inline-flex">
      from
      <button
        type="button"
        onClick={() => onWallet(address)}
        className="underline decoration-line underline-offset-4 hover:text-text"
      >
        <PersonName address={address} />
      </button>
    </span>
  )
}

const Dash = () => <span className="text-faint">–</span>

const ActivityRow = memo(function ActivityRow(props: RowProps) {
  const { activity, transactionUrl, onWallet, isYou, isCreator, isBot, isFollowed } = props
  return (
    <tr className="*:border-b *:border-line/60 hover:bg-raised">
      <td className="h-9 pl-3 @md:pl-4">
        <span className="inline-flex items-center gap-x-1.5">
          <Kind kind={activity.kind} />
          {activity.nftTokenId === null ? (
            <OfferedFor activity={activity} />
          ) : (
            <NftLink activity={activity} />
          )}
        </span>
      </td>
      <td className="px-1 text-right whitespace-nowrap @md:px-2">
        {activity.surchargeLamports !== '0' && <Surcharge lamports={activity.surchargeLamports} />}
        {activity.lamports === '0' ? <Dash /> : <Amount activity={activity} />}
      </td>
      <td className={`px-2 text-right text-muted ${COINS}`}>
        {activity.baseUnits === '0' ? <Dash /> : <Coins baseUnits={activity.baseUnits} />}
      </td>
      <td className={`px-2 text-right text-muted ${PRICE}`}>
        {activity.price === null ? <Dash /> : <Price sol={activity.price} unit={false} />}
      </td>
      <td className="px-1 @md:px-2">
        {activity.walletAddress === null ? (
          <Dash />
        ) : (
          <WhoButton
            address={activity.walletAddress}
            marks={{ isYou, isCreator, isBot, isFollowed }}
            onChoose={onWallet}
          />
        )}
        {activity.sellerAddress !== null && <Seller address={activity.sellerAddress} onWallet={onWallet} />}
      </td>
      <td className="pr-3 pl-1 text-right text-muted @md:px-1">
        <Age activity={activity} />
      </td>
      <td className={`pr-2 text-right ${TX}`}>
        {activity.txSignature !== null && (
          <TransactionLink signature={activity.txSignature} explorerUrl={transactionUrl} />
        )}
      </td>
    </tr>
  )
})

function Head({
  end = false,
  className,
  children,
}: {
  readonly end?: boolean
  readonly className?: string
  readonly children: React.ReactNode
}) {
  return (
    <th
      scope="col"
      className={classNames(
        'sticky top-0 z-10 h-8 max-w-18 truncate border-b border-line/60 bg-panel px-2 font-medium first:pl-3 last:pr-3 @md:first:pl-4',
        end && 'text-right',
        className,
      )}
    >
      {children}
    </th>
  )
}
