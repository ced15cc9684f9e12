// A wallet that stands for a person: its short address, leading to who that is.
import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import { shortAddress } from '../ui/format.ts'

export const profilePath = (address: string): string => `/profile/${address}`

export function WalletLink({
  address,
  variant = '4-4',
  className,
}: {
  readonly address: string
  /** A creator's is 6-4, all others 4-4. */
  readonly variant?: '4-4' | '6-4'
  readonly className?: string
}) {
  return (
    <Link
      href={profilePath(address)}
      title={address}
      className={classNames(
        'figures inline-flex items-center underline decoration-line underline-offset-4 transition-colors hover:decoration-current pointer-coarse:min-h-11',
        className,
      )}
    >
      <span aria-hidden="true">{shortAddress(address, variant)}</span>
      <span className="sr-only">{address}</span>
    </Link>
  )
}
