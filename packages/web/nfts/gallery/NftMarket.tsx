// NFTs of all coins as a market: what is for sale and at what price, in four orders, and the market's figures.
import { Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { Paged } from '../../shared/Loaded.tsx'
import { Sol } from '../../ui/amounts.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { countText, groupThousands } from '../../ui/format.ts'
import { Message } from '../../ui/Message.tsx'
import { RARITY_WORDS } from '../../ui/RarityChip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Chips, RarityChips } from './Chips.tsx'
import {
  MARKET_SORT_TEXTS,
  type MarketFilters,
  marketFiltersOf,
  marketQueryOf,
  withMarketFilters,
} from './filters.ts'
import { NftGrid, NftGridSkeleton } from './NftGrid.tsx'
import { useMarketNfts, useMarketStats } from './queries.ts'
import { SortSelect } from './SortSelect.tsx'

const EXPECTED = 12

const STATES = [
  { value: 'listed', label: 'Listed' },
  { value: 'minted', label: 'All NFTs' },
] as const

interface OfWallet {
  readonly walletAddress: string | undefined
}

export default function NftMarket({ walletAddress }: OfWallet) {
  const [params, setParams] = useSearchParams()
  const filters = marketFiltersOf(params)
  const setFilters = (next: MarketFilters) =>
    setParams((before) => withMarketFilters(before, next), { replace: true })
  return (
    <section aria-labelledby="nft-market" className="mt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="nft-market" className="text-20 font-semibold tracking-tight">
            NFT market
          </h2>
          <p className="mt-1 text-13 text-muted">
            Every price is the one that is paid, and never below what the NFT’s coins bring.
          </p>
        </div>
        <Stats />
      </div>
      <div className="mt-3 flex flex-col gap-2 lg:flex-row lg:items-center lg:justify-between">
        <div className="flex min-w-0 flex-col lg:flex-row lg:gap-6">
          <Chips
            label="Which NFTs"
            choices={STATES}
            chosen={filters.state}
            onChoose={(state) => setFilters({ ...filters, state })}
          />
          <RarityChips chosen={filters.rarity} onChoose={(rarity) => setFilters({ ...filters, rarity })} />
        </div>
        <div className="flex">
          <SortSelect
            label="Order of the market"
            sorts={MARKET_SORT_TEXTS}
            sort={filters.sort}
            onChange={(sort) => setFilters({ ...filters, sort })}
          />
        </div>
      </div>
      <div className="mt-3">
        <MarketList filters={filters} onFilters={setFilters} walletAddress={walletAddress} />
      </div>
    </section>
  )
}

function Stats() {
  const { data, isError } = useMarketStats()
  const figure = (shown: ReactNode) =>
    data !== undefined ? (
      shown
    ) : isError ? (
      <span title="Not available at the moment">–</span>
    ) : (
      <Skeleton className="my-0.5 h-5 w-14" />
    )
  return (
    <dl className="flex gap-6">
      <Stat label="Items">{figure(groupThousands(String(data?.items)))}</Stat>
      <Stat label="Listed">{figure(groupThousands(String(data?.listed)))}</Stat>
      <Stat label="SOL volume">{figure(<Sol lamports={data?.salesLamports ?? '0'} />)}</Stat>
    </dl>
  )
}

function Stat({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-faint">{label}</dt>
      <dd translate="no" className="figures min-h-6 text-16 font-semibold whitespace-nowrap">
        {children}
      </dd>
    </div>
  )
}

function MarketList({
  filters,
  onFilters,
  walletAddress,
}: OfWallet & {
  readonly filters: MarketFilters
  readonly onFilters: (filters: MarketFilters) => void
}) {
  const wanted = marketQueryOf(filters)
  const list = useMarketNfts(wanted)
  return (
    <Paged
      list={list}
      skeleton={<NftGridSkeleton label="Loading the market" count={EXPECTED} named />}
      failedTitle="The market could not be loaded"
      level="h3"
      empty={<NothingForSale filters={filters} onFilters={onFilters} />}
      endText={`${countText(list.items.length, 'NFT')} shown`}
    >
      {(nfts) => (
        <NftGrid
          nfts={nfts}
          listKey={wanted}
          label="NFTs of the market"
          walletAddress={walletAddress}
          named
          coinOf={list.coinOf}
          isStale={list.isPlaceholderData}
        />
      )}
    </Paged>
  )
}

function NothingForSale({
  filters,
  onFilters,
}: {
  readonly filters: MarketFilters
  readonly onFilters: (filters: MarketFilters) => void
}) {
  const { rarity, state } = filters
  const icon = <Store size={32} aria-hidden="true" className="text-violet" />
  if (state === 'minted' && rarity === undefined)
    return (
      <Message
        level="h3"
        icon={icon}
        title="No NFT has been captured yet"
        action={
          <Link href="/" className={buttonClass()}>
            Find a coin
          </Link>
        }
      >
        1,000,000 coins of a collection make one of its NFTs, and its owner may list it here.
      </Message>
    )
  return (
    <Message
      level="h3"
      icon={icon}
      title={
        rarity === undefined
          ? 'Nothing is for sale now'
          : `No ${RARITY_WORDS[rarity].toLowerCase()} NFT ${state === 'listed' ? 'is for sale now' : 'has been captured yet'}`
      }
      action={
        <Button
          variant="secondary"
          onClick={() =>
            onFilters({ ...filters, rarity: undefined, state: rarity === undefined ? 'minted' : state })
          }
        >
          {rarity === undefined ? 'Show all NFTs, and make an offer' : 'Show all rarities'}
        </Button>
      }
    >
      {state === 'listed'
        ? 'Make an offer for a number that somebody holds: it waits with your SOL until its owner takes it.'
        : 'Rarity follows from the number alone: each collection has some of every class.'}
    </Message>
  )
}
