// What one NFT was sold for: its course as a small chart, and each sale, the latest first.

import { Paged } from '../../../shared/Loaded.tsx'
import { useSiteConfig } from '../../../shared/queries.ts'
import { TransactionLink } from '../../../shared/TransactionLink.tsx'
import { WalletLink } from '../../../shared/WalletLink.tsx'
import { RelativeTime, Sol } from '../../../ui/amounts.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/Skeleton.tsx'
import { Sparkline } from '../../../ui/Sparkline.tsx'
import { useSales } from '../queries.ts'
import type { NftPartProps } from './BestOffer.tsx'

export default function PriceHistory({ nft, walletAddress }: NftPartProps) {
  const list = useSales(nft.collectionId, nft.tokenId)
  const { data: config } = useSiteConfig()
  const who = (address: string) =>
    address === walletAddress ? <span className="text-violet">you</span> : <WalletLink address={address} />
  return (
    <Panel title="Price history" flush>
      <Paged
        list={list}
        failedTitle="The sales could not be loaded"
        level="h3"
        isSmall
        textClassName="p-4"
        empty={<p className="text-14 text-muted">It has not been sold yet.</p>}
        endClassName="pb-4"
        skeleton={
          <SkeletonGroup label="Loading sales" className="p-4">
            <Skeleton className="h-10 w-full" />
          </SkeletonGroup>
        }
      >
        {(sales) => (
          <>
            {sales.length > 1 && (
              <div className="border-b border-line p-4">
                <Sparkline
                  values={sales.map(({ dueLamports }) => Number(dueLamports)).reverse()}
                  className="h-16! w-full"
                />
              </div>
            )}
            <ol>
              {sales.map((sale) => (
                <li
                  key={sale.sequence}
                  className="flex min-h-14 items-center gap-3 border-b border-line/60 py-2 pr-3 pl-4 last:border-0"
                >
                  <div className="min-w-0 flex-1">
                    <p className="text-14 font-medium">
                      <Sol lamports={sale.dueLamports} />
                      {sale.kind === 'offer' && <span className="font-normal text-muted">, an offer</span>}
                    </p>
                    <p className="text-13 text-muted">
                      {who(sale.sellerAddress)} to {who(sale.buyerAddress)}
                    </p>
                  </div>
                  <RelativeTime iso={sale.createdAt} ago className="text-13 text-muted" />
                  <TransactionLink
                    signature={sale.txSignature}
                    explorerUrl={config?.explorerTransactionUrl ?? null}
                  />
                </li>
              ))}
            </ol>
          </>
        )}
      </Paged>
    </Panel>
  )
}
