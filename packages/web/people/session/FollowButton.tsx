// Follows a wallet and unfollows it; and the bell of one that is followed.
import { Bell, BellOff, UserCheck, UserPlus } from 'lucide-react'
import { useName } from '../../shared/names.ts'
import { ICON_BUTTON } from '../../ui/amounts.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { shortAddress } from '../../ui/format.ts'
import { useFollow } from './follow-change.ts'

interface FollowProps {
  readonly address: string
}

/** Who it is, for those who do not see where the button is. */
const useNameOf = (address: string): string => useName(address) ?? shortAddress(address)

/** With its word. Nothing for one's own wallet. */
export function FollowButton({ address, size }: FollowProps & { readonly size?: 'sm' | 'md' }) {
  const { follow, isOwn, isSigningIn, change } = useFollow(address)
  const name = useNameOf(address)
  if (isOwn) return null
  const isFollowed = follow !== undefined
  const Icon = isFollowed ? UserCheck : UserPlus
  return (
    <Button
      variant="secondary"
      size={size}
      pending={isSigningIn}
      aria-label={isFollowed ? `Following ${name}: unfollow` : `Follow ${name}`}
      title={isFollowed ? 'You follow this wallet. Press to unfollow.' : 'See its trades in My trading'}
      onClick={() => void change(isFollowed ? undefined : {})}
      className="min-w-28"
    >
      {!isSigningIn && (
        <Icon size={16} aria-hidden="true" className={isFollowed ? 'text-violet' : undefined} />
      )}
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  )
}

/** A sign alone, for a row. Nothing for one's own wallet. */
export function FollowIcon({ address }: FollowProps) {
  const { follow, isOwn, isSigningIn, change } = useFollow(address)
  const name = useNameOf(address)
  if (isOwn) return null
  const isFollowed = follow !== undefined
  const Icon = isFollowed ? UserCheck : UserPlus
  return (
    <button
      type="button"
      disabled={isSigningIn}
      aria-pressed={isFollowed}
      aria-label={`Follow ${name}`}
      title={isFollowed ? 'You follow this wallet. Press to unfollow.' : 'Follow this wallet'}
      onClick={() => void change(isFollowed ? undefined : {})}
      className={classNames(ICON_BUTTON, isFollowed && 'text-violet')}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  )
}

const WHERE_TOLD = 'at most once a minute, in My trading › Alerts and on browsers that you switched on there'

/** Whether to be told when a followed wallet trades. */
export function FollowBell({ address }: FollowProps) {
  const { follow, change } = useFollow(address)
  const name = useNameOf(address)
  const isOn = follow?.notify ?? false
  const Icon = isOn ? Bell : BellOff
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`Alert me when ${name} trades`}
      title={`${isOn ? 'You are told when it trades' : 'Be told when it trades'}: ${WHERE_TOLD}`}
      onClick={() => void change({ notify: !isOn })}
      className={classNames(ICON_BUTTON, isOn && 'text-gold')}
    >
      <Icon size={16} aria-hidden="true" className={isOn ? 'fill-current' : undefined} />
    </button>
  )
}
