// A coin that has migrated: what that means, when it was, and what its pool holds for ever. Loaded where it is needed.
import { ExternalLink, Lock, Sparkles } from 'lucide-react'
import { useSiteConfig } from '../site/queries.ts'
import { SignatureLink } from '../site/TransactionLink.tsx'
import { Coins, RelativeTime, Sol } from '../ui/amounts.tsx'
import type { Collection } from '../wire/records/coin.ts'

export default function GraduationBanner({
  collection: {
    symbol,
    graduatedAt,
    graduationSignature,
    reserveLamports,
    reserveBaseUnits,
    burnedBaseUnits,
    marketAddress,
  },
  explorerAddressUrl,
}: {
  readonly collection: Collection
  readonly explorerAddressUrl: string | null
}) {
  const { data: site } = useSiteConfig()
  return (
    <section
      role="status"
      aria-label="Migrated"
      className="flex min-h-20 animate-rise flex-wrap items-center gap-x-8 gap-y-3 rounded-panel border border-gold/50 bg-gold/10 px-4 py-3 text-13"
    >
      <div className="flex min-w-0 flex-[1_1_320px] items-center gap-3">
        <Sparkles size={20} aria-hidden="true" className="shrink-0 text-gold" />
        <div>
          <p className="text-16 font-semibold text-gold">This token has migrated.</p>
          <p className="text-muted">
            Its bonding curve became an open pool
            {graduatedAt !== null && (
              <>
                {' '}
                <RelativeTime iso={graduatedAt} ago className="text-text" />
              </>
            )}
            . You buy, sell and swap as before.
          </p>
        </div>
      </div>
      <dl className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div>
          <dt className="flex items-center gap-1 text-12 text-muted">
            <Lock size={12} aria-hidden="true" />
            Locked for ever
          </dt>
          <dd className="font-semibold">
            <Sol lamports={reserveLamports} /> + <Coins baseUnits={reserveBaseUnits} symbol={symbol} />
          </dd>
        </div>
        <div>
          <dt className="text-12 text-muted">Burned with it</dt>
          <dd className="font-semibold">
            <Coins baseUnits={burnedBaseUnits} symbol={symbol} />
          </dd>
        </div>
        {graduationSignature !== null && (
          <div>
            <dt className="text-12 text-muted">Transaction</dt>
            <dd className="-my-1">
              <SignatureLink signature={graduationSignature} explorerUrl={site?.explorerTransactionUrl} />
            </dd>
          </div>
        )}
      </dl>
      {explorerAddressUrl !== null && (
        <a
          href={explorerAddressUrl.replace('{address}', marketAddress)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-8 items-center gap-1 text-text underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          The pool in the explorer
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      )}
    </section>
  )
}
