// Who a wallet is, in the one way that the whole site says it: by its username where it has one, else by its short address.
// A username is somebody's own text. So it stands in the face of texts, never in that of addresses, is kept from turning the
// text beside it around, and has the address on hover, for screen readers and on the page that it leads to. Where it is so
// long that it may be cut, the address's end stands beside it: two names that begin alike would look the same.
import { Shortened } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { shortAddress } from '../ui/format.ts'
import { useName } from './names.ts'

/** Of a username, in letters of Latin width, that fit beside anything. */
const SHORT_MAX = 12
/** Letters of twice that width, and emoji. */
const WIDE = /[\u1100-\u{10ffff}]/gu
const mayBeCut = (name: string) => name.replace(WIDE, '00').length > SHORT_MAX

export interface PersonNameProps {
  readonly address: string
  /** A creator's is 6-4, all others 4-4. */
  readonly variant?: '4-4' | '6-4' | undefined
  readonly className?: string | undefined
}

export function PersonName({ address, variant = '4-4', className }: PersonNameProps) {
  const name = useName(address)
  const short = shortAddress(address, variant)
  if (name === undefined)
    return (
      <span
        title={address}
        translate="no"
        className={classNames('figures relative whitespace-nowrap', className)}
      >
        <Shortened whole={address}>{short}</Shortened>
      </span>
    )
  return (
    <span
      title={`${name}, ${address}`}
      className={classNames(
        'inline-flex min-w-0 max-w-[13ch] items-baseline gap-1 sm:max-w-[20ch]',
        className,
      )}
    >
      <bdi className="truncate font-sans">{name}</bdi>
      {mayBeCut(name) && (
        <span
          aria-hidden="true"
          translate="no"
          className="figures shrink-0 text-12 leading-none text-faint select-none"
        >
          {address.slice(-4)}
        </span>
      )}
      <span translate="no" className="sr-only select-none">
        , {short}
      </span>
    </span>
  )
}
