// A wallet that stands for a person: its name or short address, leading to who that is.
import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import { PersonName, type PersonNameProps } from './PersonName.tsx'

export const profilePath = (address: string): string => `/profile/${address}`

export function WalletLink({ address, variant, className }: PersonNameProps) {
  return (
    <Link
      href={profilePath(address)}
      className={classNames(
        'inline-flex min-w-0 items-center underline decoration-line underline-offset-4 transition-colors hover:decoration-current pointer-coarse:min-h-11',
        className,
      )}
    >
      <PersonName address={address} variant={variant} />
    </Link>
  )
}
