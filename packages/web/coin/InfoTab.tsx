// Coin Info: the description, who launched it, its figures, and every fact that can be looked up on the chain.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { bpsPercentText } from '@twinmint/sdk/core/figures'
import {
  guardEndsAtSeconds,
  guardOf,
  guardSecondsLeft,
  guardSummary,
  guardTimeText,
} from '@twinmint/sdk/core/surcharge'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useGuardSecond } from '../shared/guard-clock.ts'
import { isDayCut } from '../shared/history/words.ts'
import { CoinLinks } from '../shared/links/CoinLinks.tsx'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { SignatureLink } from '../shared/TransactionLink.tsx'
import { Coins, Digits, Flash, Percent, Price, Sol } from '../ui/amounts.tsx'
import { formatExactTime, formatMoneyExact, groupThousands } from '../ui/format.ts'
import { nowMs } from '../ui/hydration/hydration.ts'
import { useIsWide } from '../ui/media.ts'
import { dollarsOf, graduationFigures, hoursText, wholeCoinsText } from './figures.ts'

export default function InfoTab({
  collection,
  config,
  pinned,
  xray,
  creator,
  content,
}: {
  readonly collection: Collection
  readonly config: SiteConfig | undefined
  /** What the creator wants to be read first. */
  readonly pinned: ReactNode
  /** What is unusual about the launch. */
  readonly xray: ReactNode
  readonly creator: ReactNode
  /** Where picture and texts lie. */
  readonly content: ReactNode
}) {
  const isWide = useIsWide()
  return (
    <div className="@container flex flex-col gap-4 p-4">
      {pinned}
      {collection.isHidden && (
        <p role="note" className="text-13 text-muted">
          A moderator has taken this coin out of lists and searches. Its page, its trading and its proof are
          as before.
        </p>
      )}
      {xray}
      {collection.description.trim() === '' ? (
        <p className="text-muted">No description available.</p>
      ) : (
        <p className="max-w-prose text-14 whitespace-pre-line text-text">{collection.description}</p>
      )}
      <CoinLinks collection={collection} kind="words" />
      {creator}
      {content}
      {collection.isGraduated && <MigrationFacts collection={collection} config={config} />}
      {/* On a phone folded: they are to be looked up, not read. */}
      <details open={isWide} className="group">
        <summary className="flex min-h-9 items-center gap-2 text-14 font-semibold pointer-coarse:min-h-11">
          <ChevronDown
            size={16}
            aria-hidden="true"
            className="-rotate-90 text-muted transition-transform group-open:rotate-0"
          />
          Figures and addresses
        </summary>
        <Facts collection={collection} config={config} />
      </details>
    </div>
  )
}

interface FactsProps {
  readonly collection: Collection
  readonly config: SiteConfig | undefined
}

const GRID = 'grid gap-x-8 text-13 @xl:grid-cols-2'

function Facts({ collection, config }: FactsProps) {
  const explorerUrl = config?.explorerAddressUrl ?? null
  const addresses = [
    ['Contract (mint)', collection.mintAddress, 'contract'],
    ['NFT collection', collection.collectionAddress, 'collection'],
    ['Market', collection.marketAddress, 'market'],
    ['Curve vault', collection.vaultAddress, 'vault'],
    ['Swap escrow', collection.escrowAddress, 'escrow'],
  ] as const
  const { thresholdSolText, percent } = graduationFigures(collection)
  return (
    <dl className={GRID}>
      <Fact term="Price">
        <Flash value={collection.currentPrice}>
          <Price sol={collection.currentPrice} />
        </Flash>
      </Fact>
      <Fact term="Market Cap">
        <Digits>{formatMoneyExact(collection.marketCap)}</Digits>
      </Fact>
      <Fact term="Migration Threshold">
        <Digits>
          {config !== undefined &&
            `${formatMoneyExact(dollarsOf(collection.graduationMarketCapLamports, config.solUsd))}, `}
          {thresholdSolText} SOL
        </Digits>
      </Fact>
      <Fact term={collection.isGraduated ? 'Threshold' : 'Of the threshold'}>
        {collection.isGraduated ? 'reached' : <Percent value={percent} />}
      </Fact>
      <Fact term="24h volume">
        <Volume collection={collection} />
      </Fact>
      <Fact term="Total Supply">
        <Digits>{wholeCoinsText(collection.totalSupply)}</Digits>
      </Fact>
      <Fact term="Current Supply">
        <Digits>{wholeCoinsText(collection.currentSupply)}</Digits>
      </Fact>
      <Fact term="Swap rate">
        <Digits>1,000,000 {collection.symbol} = 1 NFT</Digits>
      </Fact>
      <Fact term="Opening reserve">
        <Sol lamports={collection.openingReserveLamports} />
      </Fact>
      <GuardFact collection={collection} />
      {collection.guardBps > 0 && (
        <Fact term="Locked by the guard">
          {collection.lockedLamports === '0' ? (
            'nothing'
          ) : (
            <span>
              <Sol lamports={collection.lockedLamports} />, for ever
            </span>
          )}
        </Fact>
      )}
      {addresses.map(([term, address, label]) => (
        <Fact key={term} term={term}>
          <ShortAddress address={address} label={label} explorerUrl={explorerUrl} />
        </Fact>
      ))}
      <Fact term="Launch transaction">
        <LaunchLink collection={collection} config={config} />
      </Fact>
      <Fact term="Launched">
        <time dateTime={collection.createdAt}>{formatExactTime(collection.createdAt)}</time>
      </Fact>
      <Fact term="NFTs minted">
        <Digits>
          {groupThousands(String(collection.mintedNFTCount))} of{' '}
          {groupThousands(String(collection.maxNFTSupply))}
        </Digits>
      </Fact>
      <Fact term="NFTs with holders">
        <Digits>{groupThousands(String(collection.circulatingNFTCount))}</Digits>
      </Fact>
      <Fact term="Boost">
        <span>
          <Sol lamports={collection.boostPriceLamports} /> for {hoursText(collection.boostSeconds)}
        </span>
      </Fact>
      <Fact term="Trading fee">
        <span>
          buy none, sell <Digits>{bpsPercentText(collection.sellFeeBps)}</Digits> (
          <Digits>{bpsPercentText(collection.creatorShareBps)}</Digits> of it to the creator)
        </span>
      </Fact>
      <Fact term="NFT sales">
        <span>
          fee <Digits>{bpsPercentText(collection.marketFeeBps)}</Digits>, royalty{' '}
          <Digits>{bpsPercentText(collection.royaltyBps)}</Digits> of what is above the coins
        </span>
      </Fact>
      <Fact term="Mint and freeze authority">
        <span>none</span>
      </Fact>
    </dl>
  )
}

function Volume({ collection }: { readonly collection: Collection }) {
  const { historySince, tradingVolume } = collection
  return (
    <span>
      <Price sol={tradingVolume} />
      {historySince !== null && isDayCut(collection, nowMs()) && <> since {formatExactTime(historySince)}</>}
    </span>
  )
}

function LaunchLink({ collection: { launchSignature }, config }: FactsProps) {
  return launchSignature === '' ? (
    'no longer kept by the network’s node'
  ) : (
    <SignatureLink signature={launchSignature} explorerUrl={config?.explorerTransactionUrl} />
  )
}

/** What the launch chose; until when, while it runs. */
function GuardFact({ collection }: { readonly collection: Collection }) {
  const second = useGuardSecond(collection)
  const guard = guardOf(collection)
  const endsAt = guardEndsAtSeconds(guard)
  if (endsAt === undefined) return <Fact term="Launch guard">off</Fact>
  const iso = new Date(Number(endsAt) * 1_000).toISOString()
  return (
    <Fact term="Launch guard">
      <span>
        {guardSummary(collection)};{' '}
        {second === undefined ? (
          <>
            ended <time dateTime={iso}>{formatExactTime(iso)}</time>
          </>
        ) : (
          <>
            on, ends in <Digits>{guardTimeText(guardSecondsLeft(guard, second))}</Digits>
          </>
        )}
      </span>
    </Fact>
  )
}

/** When the curve became a pool, by which transaction, and what that locked and burned. */
function MigrationFacts({ collection, config }: FactsProps) {
  const { symbol, graduatedAt, graduationSignature, reserveLamports, reserveBaseUnits, burnedBaseUnits } =
    collection
  const { graduationStands, graduationStandsAt } = collection
  return (
    <section aria-label="Migration">
      <h3 className="text-14 font-semibold text-gold">This token has migrated.</h3>
      <dl className={GRID}>
        {graduatedAt !== null && (
          <Fact term="Migrated">
            <time dateTime={graduatedAt}>{formatExactTime(graduatedAt)}</time>
          </Fact>
        )}
        <Fact term="Counted in lists">
          {graduationStandsAt === null ? (
            'no: its market cap is below half of the threshold'
          ) : (
            <>
              {!graduationStands && 'if it stays, '}from{' '}
              <time dateTime={graduationStandsAt}>{formatExactTime(graduationStandsAt)}</time>
            </>
          )}
        </Fact>
        <Fact term="In the pool">
          <Sol lamports={reserveLamports} /> + <Coins baseUnits={reserveBaseUnits} symbol={symbol} />
        </Fact>
        <Fact term="Burned with it">
          <Coins baseUnits={burnedBaseUnits} symbol={symbol} />
        </Fact>
        {graduationSignature !== null && (
          <Fact term="Transaction">
            <SignatureLink signature={graduationSignature} explorerUrl={config?.explorerTransactionUrl} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex min-h-8.5 items-center justify-between gap-4 border-b border-line py-1">
      <dt className="text-muted">{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}
