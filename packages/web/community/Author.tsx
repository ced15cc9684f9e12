// Who wrote a text: picture, name, address, and what else is known of the wallet.

import type { ChatMessage } from '@twinmint/sdk/api/records/message'
import { Link } from 'wouter'
import { BotChip } from '../shared/BotChip.tsx'
import { useBotAddresses } from '../shared/queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classNames } from '../ui/class-names.ts'
import { shortAddress } from '../ui/format.ts'
import { Mark as LogoMark } from '../ui/Logo.tsx'

type Speaker = Pick<ChatMessage, 'username' | 'walletAddress' | 'profileImageUrl' | 'isSystem'>

/** The name stands beside it, so it says nothing itself. */
export function AuthorPicture({
  author,
  className,
}: {
  readonly author: Speaker
  readonly className: string
}) {
  if (!author.isSystem) return <Avatar src={author.profileImageUrl} size={32} className={className} />
  return (
    <span
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-full bg-raised text-violet',
        className,
      )}
    >
      <LogoMark size={18} />
    </span>
  )
}

export function AuthorName({
  author,
  creatorAddress,
  ownAddress,
}: {
  readonly author: Speaker
  /** Of the coin that is talked about. */
  readonly creatorAddress?: string
  readonly ownAddress: string | undefined
}) {
  const bots = useBotAddresses()
  const { walletAddress, username } = author
  if (walletAddress === null)
    return (
      <>
        <span className="font-semibold">{username}</span>
        {author.isSystem && <Tag>system</Tag>}
      </>
    )
  const short = shortAddress(walletAddress)
  const hasName = username !== short
  return (
    <>
      <Link
        href={`/profile/${walletAddress}`}
        title={walletAddress}
        dir="auto"
        translate="no"
        className={classNames(
          'min-w-0 truncate rounded-small font-semibold hover:underline hover:underline-offset-4',
          !hasName && 'figures font-medium',
        )}
      >
        {username}
      </Link>
      {hasName && (
        <span translate="no" className="figures text-12 text-faint">
          {short}
        </span>
      )}
      {walletAddress === ownAddress && <Tag>you</Tag>}
      {walletAddress === creatorAddress && <Tag>creator</Tag>}
      {bots.has(walletAddress) && <BotChip />}
    </>
  )
}

function Tag({ children }: { readonly children: string }) {
  return (
    <span className="rounded-full border border-violet-dim px-1.5 py-px text-12 whitespace-nowrap text-violet">
      {children}
    </span>
  )
}

/** The text itself: nothing in it is a link, or anything else than text. */
export function MessageText({ children }: { readonly children: string }) {
  return (
    <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-line text-text">
      {children}
    </p>
  )
}
