// An address, short and to copy: of a person, or of an account with its explorer.
import { ExternalLink } from 'lucide-react'
import { memo } from 'react'
import { CopyButton, ICON_BUTTON, Shortened, type Styled } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { shortAddress } from '../ui/format.ts'
import { WalletLink } from './WalletLink.tsx'

export interface ShortAddressProps extends Styled {
  readonly address: string
  /** A creator's is 6-4, all others 4-4. */
  readonly variant?: '4-4' | '6-4' | undefined
  /** With `{address}` in it, or ready. Nothing is linked where no explorer knows the network. */
  readonly explorerUrl?: string | null | undefined
  /** It stands for a person: the text leads to the profile. */
  readonly isPerson?: boolean | undefined
  /** What it is the address of: "contract", "creator". */
  readonly label?: string | undefined
  readonly copiedText?: string | undefined
}

export const ShortAddress = memo(function ShortAddress({
  address,
  variant = '4-4',
  explorerUrl,
  isPerson = false,
  label = 'contract',
  copiedText = `${label.slice(0, 1).toUpperCase()}${label.slice(1)} address copied to clipboard`,
  className,
}: ShortAddressProps) {
  return (
    <span className={classNames('inline-flex items-center gap-0.5', className)}>
      {isPerson ? (
        <WalletLink address={address} variant={variant} />
      ) : (
        <span title={address} translate="no" className="figures relative">
          <Shortened whole={address}>{shortAddress(address, variant)}</Shortened>
        </span>
      )}
      <CopyButton text={address} label={`Copy ${label} address`} copiedText={copiedText} />
      {typeof explorerUrl === 'string' && (
        <a
          href={explorerUrl.replace('{address}', address)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${label} address in the explorer`}
          className={ICON_BUTTON}
        >
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      )}
    </span>
  )
})
