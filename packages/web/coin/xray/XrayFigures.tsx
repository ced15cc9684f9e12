// The figures of a Launch X-ray, each with what it means and who and what is behind it.

import type { XrayWarning } from '@twinmint/sdk/api/records/xray'
import type { Xray, XrayBuy, XrayBuys, XrayWallet } from '@twinmint/sdk/api/xray/contract'
import { surchargePaidText } from '@twinmint/sdk/core/surcharge'
import { ChevronDown, Lock, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { BotChip } from '../../shared/BotChip.tsx'
import { useBotAddresses, useSiteConfig } from '../../shared/queries.ts'
import { ShortAddress } from '../../shared/ShortAddress.tsx'
import { TransactionLink } from '../../shared/TransactionLink.tsx'
import { WalletLink } from '../../shared/WalletLink.tsx'
import { Coins, Digits, Percent, Sol } from '../../ui/amounts.tsx'
import { formatSolExact, groupThousands } from '../../ui/format.ts'
import { groupsText, readingText } from './words.ts'

/** Drawn again when the X-ray is another one, not with every trade. */
export const XrayFigures = memo(function XrayFigures({
  xray,
  symbol,
  isGraduated,
}: {
  readonly xray: Xray
  readonly symbol: string
  readonly isGraduated: boolean
}) {
  const { creator, holders, nfts, pool } = xray
  const { data: config } = useSiteConfig()
  const addressUrl = config?.explorerAddressUrl ?? null
  const isUnusual = (warning: XrayWarning) => xray.warnings.includes(warning)
  return (
    <ul className="grid items-start text-13 @min-[40rem]:grid-cols-2 @min-[40rem]:gap-x-6">
      <Figure
        title="Creator, with wallets it funded"
        percent={creator.percent}
        unusual={isUnusual('creator')}
      >
        <Note>
          Coins that the creator holds now, and wallets to which it sent coins, or SOL before they bought. An
          NFT counts as its 1,000,000 coins.
        </Note>
        <WalletRows wallets={creator.wallets} symbol={symbol} />
        <More count={creator.fundedCount + 1 - creator.wallets.length} of="wallets" />
        <Note>{readingText(xray)}</Note>
      </Figure>
      <LaunchFigures xray={xray} />
      <Figure title="Ten largest holders" percent={holders.percent} unusual={isUnusual('holders')}>
        <Note>
          Of the coins that exist, as the chain has them at this moment, the creator among them. The curve and
          the escrow are no holders.
        </Note>
        <WalletRows
          wallets={holders.wallets.map((wallet) => ({ ...wallet, funding: null }))}
          symbol={symbol}
        />
      </Figure>
      <Figure title="Locked in NFTs" percent={nfts.percent}>
        <Note>
          {groupThousands(String(nfts.count))} {nfts.count === 1 ? 'NFT is' : 'NFTs are'} out; the escrow
          keeps 1,000,000 coins for each until it is swapped back.
        </Note>
        <p>
          <ShortAddress address={nfts.escrowAddress} label="escrow" explorerUrl={addressUrl} />
        </p>
      </Figure>
      <Figure title={isGraduated ? 'In the pool' : 'On the curve'} percent={pool.percent}>
        <Note>
          <Coins baseUnits={pool.baseUnits} symbol={symbol} />{' '}
          {isGraduated
            ? 'in the pool, where everybody trades with them.'
            : 'unsold, which anybody can buy at the curve’s price.'}
        </Note>
        <p>
          <ShortAddress address={pool.marketAddress} label="market" explorerUrl={addressUrl} />
        </p>
      </Figure>
    </ul>
  )
})

/** Who bought first. */
function LaunchFigures({ xray }: { readonly xray: Xray }) {
  const { launchSlot, opening, sameSlot, warnings, historySince } = xray
  const isCut = historySince !== null
  return (
    <>
      <Figure
        title="Bought in the launch’s slot"
        percent={isCut || launchSlot.slot === null ? null : launchSlot.percent}
        unusual={warnings.includes('launchSlot')}
      >
        <Note>
          {isCut
            ? BEFORE_HISTORY
            : launchSlot.slot === null
              ? 'The node has forgotten in which slot the launch was.'
              : `In slot ${groupThousands(String(launchSlot.slot))}, which lasts 0.4 seconds: nobody reads a page so fast.`}
        </Note>
        {!isCut && <Buys buys={launchSlot} />}
      </Figure>
      <Figure
        title="Bought in the first ten seconds"
        percent={isCut ? null : opening.percent}
        unusual={warnings.includes('opening')}
      >
        <Note>
          {isCut
            ? BEFORE_HISTORY
            : 'By the chain’s clock, which has whole seconds. The launch’s slot is part of it.'}
        </Note>
        {!isCut && <Buys buys={opening} />}
      </Figure>
      <Figure
        title="Same-slot groups"
        percent={isCut ? null : sameSlot.percent}
        unusual={warnings.includes('sameSlot')}
      >
        <Note>
          {isCut ? BEFORE_HISTORY : `${groupsText(sameSlot)} among the first 200 trades.`} A group is three or
          more wallets, the creator not counted, that bought in one slot of 0.4 seconds.
        </Note>
        {sameSlot.groups.map((group) => (
          <div key={group.slot}>
            <h4 className="flex justify-between gap-3 pt-1 text-12 text-muted">
              <span>
                Slot <Digits>{groupThousands(String(group.slot))}</Digits>, {group.walletCount} wallets
              </span>
              <Percent value={group.percent} />
            </h4>
            <BuyRows buys={group.buys} />
          </div>
        ))}
        <More count={sameSlot.groupCount - sameSlot.groups.length} of="groups" />
      </Figure>
    </>
  )
}

const BEFORE_HISTORY = 'The coin’s first trades were before this server’s history of it begins.'

function Figure({
  title,
  percent,
  unusual = false,
  children,
}: {
  readonly title: string
  /** Null where it can't be known. */
  readonly percent: number | null
  readonly unusual?: boolean
  readonly children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="min-w-0 border-b border-line/60">
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 py-1.5 transition-colors hover:bg-raised [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">{title}</span>
          {unusual && (
            <span className="inline-flex shrink-0 items-center text-down">
              <TriangleAlert size={14} aria-hidden="true" />
              <span className="sr-only">unusual</span>
            </span>
          )}
          {percent === null ? (
            <span className="text-faint">not known</span>
          ) : (
            <Percent value={percent} className={unusual ? 'font-semibold text-down' : 'font-semibold'} />
          )}
          <ChevronDown
            size={14}
            aria-hidden="true"
            className="shrink-0 text-faint transition-transform group-open:rotate-180"
          />
        </summary>
        {/* Up to hundreds of wallets and transactions, of which few are looked at. */}
        {isOpen && <div className="flex flex-col gap-2 pb-3">{children}</div>}
      </details>
    </li>
  )
}

const Note = ({ children }: { readonly children: ReactNode }) => <p className="text-muted">{children}</p>

function More({ count, of }: { readonly count: number; readonly of: string }) {
  return count > 0 ? (
    <Note>
      and {groupThousands(String(count))} more {of}
    </Note>
  ) : null
}

function Buys({ buys: { buys, buyCount, percent, othersPercent, isWhole } }: { readonly buys: XrayBuys }) {
  if (buyCount === 0) return <Note>Nobody bought then.</Note>
  return (
    <>
      {othersPercent !== percent && (
        <Note>
          <Percent value={othersPercent} className="text-text" /> by others than the creator, which is what
          the warning counts.
        </Note>
      )}
      <BuyRows buys={buys} />
      <More count={buyCount - buys.length} of="buys" />
      {!isWhole && <Note>At least: the coin’s first 200 trades, which are looked at, end within it.</Note>}
    </>
  )
}

function BuyRows({ buys }: { readonly buys: readonly XrayBuy[] }) {
  const { data: config } = useSiteConfig()
  return (
    <ul>
      {buys.map((buy) => (
        <Row key={`${buy.txSignature} ${buy.walletAddress} ${buy.baseUnits}`} address={buy.walletAddress}>
          {buy.isCreator && <Mark>creator</Mark>}
          <span className="ml-auto flex items-center">
            <span
              title={
                buy.surchargeLamports === '0'
                  ? undefined
                  : surchargePaidText(formatSolExact(buy.surchargeLamports))
              }
              className="mr-2 text-12 text-muted"
            >
              for <Sol lamports={buy.lamports} />
              {buy.surchargeLamports !== '0' && (
                <Lock size={12} aria-label="with a surcharge" className="ml-1 inline-block text-gold" />
              )}
            </span>
            <Percent value={buy.percent} />
            <TransactionLink signature={buy.txSignature} explorerUrl={config?.explorerTransactionUrl} />
          </span>
        </Row>
      ))}
    </ul>
  )
}

function WalletRows({
  wallets,
  symbol,
}: {
  readonly wallets: readonly XrayWallet[]
  readonly symbol: string
}) {
  const { data: config } = useSiteConfig()
  return (
    <ul>
      {wallets.map(({ walletAddress, isCreator, nftCount, percent, funding }) => (
        <Row key={walletAddress} address={walletAddress}>
          {isCreator && <Mark>creator</Mark>}
          {funding !== null && (
            <span className="flex items-center text-12 text-muted">
              sent{' '}
              {funding.lamports === '0' ? (
                <Coins baseUnits={funding.baseUnits} symbol={symbol} className="ml-1" />
              ) : (
                <Sol lamports={funding.lamports} className="ml-1" />
              )}
              <TransactionLink signature={funding.txSignature} explorerUrl={config?.explorerTransactionUrl} />
            </span>
          )}
          <span className="ml-auto flex items-center gap-2">
            {nftCount > 0 && (
              <span className="text-12 text-muted">
                with {nftCount} {nftCount === 1 ? 'NFT' : 'NFTs'}
              </span>
            )}
            <Percent value={percent} />
          </span>
        </Row>
      ))}
    </ul>
  )
}

function Row({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const bots = useBotAddresses()
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-2">
      <WalletLink address={address} />
      {bots.has(address) && <BotChip />}
      {children}
    </li>
  )
}

const Mark = ({ children }: { readonly children: ReactNode }) => (
  <span className="rounded-full border border-violet/60 px-1.5 py-px text-12 text-violet">{children}</span>
)
