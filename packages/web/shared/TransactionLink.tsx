// The way to a transaction from wherever one is named: to our own page, which says in words what it did, and beside it to
// the network's explorer where there is one.
import { ExternalLink, ReceiptText } from 'lucide-react'
import { Link } from 'wouter'
import { CopyButton } from '../ui/amounts.tsx'
import { shortAddress } from '../ui/format.ts'

export interface TransactionLinkProps {
  readonly signature: string
  /** As the site's configuration has it, with `{signature}`; our own page (it begins with `/`) is linked in any case. */
  readonly explorerUrl?: string | null | undefined
}

const ICON =
  'inline-flex size-7 items-center justify-center rounded-input text-faint transition-colors hover:bg-raised hover:text-text pointer-coarse:size-11'

export function TransactionLink({ signature, explorerUrl }: TransactionLinkProps) {
  return (
    <span className="inline-flex items-center">
      <Link
        href={`/tx/${signature}`}
        aria-label={`What transaction ${shortAddress(signature)} did`}
        className={ICON}
      >
        <ReceiptText size={14} aria-hidden="true" />
      </Link>
      <Explorer signature={signature} explorerUrl={explorerUrl} />
    </span>
  )
}

/** With the signature itself, short, and to copy. `isHere`: on the transaction's own page, which need not lead to itself. */
export function SignatureLink({
  signature,
  explorerUrl,
  isHere = false,
}: TransactionLinkProps & { readonly isHere?: boolean }) {
  const text = shortAddress(signature)
  return (
    <span className="inline-flex items-center gap-0.5">
      {isHere ? (
        <span title={signature} translate="no" className="figures">
          {text}
        </span>
      ) : (
        <Link
          href={`/tx/${signature}`}
          title={signature}
          translate="no"
          className="figures inline-flex items-center underline decoration-current/40 underline-offset-4 transition-colors hover:decoration-current pointer-coarse:min-h-11"
        >
          {text}
        </Link>
      )}
      <CopyButton
        text={signature}
        label="Copy transaction signature"
        copiedText="Transaction signature copied to clipboard"
      />
      <Explorer signature={signature} explorerUrl={explorerUrl} />
    </span>
  )
}

function Explorer({ signature, explorerUrl }: TransactionLinkProps) {
  if (typeof explorerUrl !== 'string' || explorerUrl.startsWith('/')) return null
  return (
    <a
      href={explorerUrl.replace('{signature}', signature)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open transaction ${shortAddress(signature)} in the explorer`}
      className={ICON}
    >
      <ExternalLink size={14} aria-hidden="true" />
    </a>
  )
}
