// Who a wallet is and what it has: the page that everybody sees, and for oneself the watchlist and the sessions.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { isAddress } from '@twinmint/sdk/core/address'
import { Pencil, Star, UserX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import CollectionCard from '../markets/discover/CollectionCard.tsx'
import { CollectionCardSkeleton } from '../markets/discover/card-parts.tsx'
import { useWatchedCollections } from '../markets/discover/list-queries.ts'
import HoldingsTab from '../people/profile/HoldingsTab.tsx'
import ProfileDialog from '../people/profile/ProfileDialog.tsx'
import { ProfileHead } from '../people/profile/ProfileHead.tsx'
import TradesTab from '../people/profile/TradesTab.tsx'
import { useLaunches, useLiveWallet } from '../people/profile/user-queries.ts'
import { FollowButton } from '../people/session/FollowButton.tsx'
import { SessionsPanel } from '../people/session/SessionsPanel.tsx'
import { useWatched } from '../people/session/watchlist-storage.ts'
import { Paged } from '../shared/Loaded.tsx'
import { LoadFailure } from '../shared/LoadFailure.tsx'
import { useBotAddresses, useSiteConfig } from '../shared/queries.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { countText } from '../ui/format.ts'
import { Message } from '../ui/Message.tsx'
import { SkeletonGroup } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { NftsTab } from './NftsTab.tsx'

export default function ProfilePage({ address }: { readonly address: string }) {
  if (!isAddress(address))
    return (
      <div className="py-16">
        <Message
          icon={<UserX size={32} aria-hidden="true" className="text-muted" />}
          title="Profile Not Found"
          action={
            <Link href="/" className={buttonClass('primary')}>
              Back to Home
            </Link>
          }
        >
          This is not the address of a Solana wallet.
        </Message>
      </div>
    )
  return <WalletPage address={address} />
}

const TABS = ['holdings', 'nfts', 'activity', 'launches', 'watchlist', 'sessions'] as const
type Tab = (typeof TABS)[number]

function WalletPage({ address }: { readonly address: string }) {
  const { address: ownAddress } = useWallet()
  const isOwn = address === ownAddress
  const [isEditing, setEditing] = useState(false)
  const [params, setParams] = useSearchParams()
  const bots = useBotAddresses()
  const { data: site } = useSiteConfig()
  useLiveWallet(address)

  const contents: Record<Tab, { readonly label: string; readonly content: ReactNode; readonly own?: true }> =
    {
      holdings: { label: 'Holdings', content: <HoldingsTab address={address} isOwn={isOwn} /> },
      nfts: { label: 'NFTs', content: <NftsTab address={address} ownAddress={ownAddress} /> },
      activity: { label: 'Activity', content: <TradesTab address={address} isOwn={isOwn} /> },
      launches: { label: 'Launches', content: <LaunchesTab address={address} isOwn={isOwn} /> },
      watchlist: { label: 'Watchlist', content: <WatchlistTab />, own: true },
      sessions: { label: 'Sessions', content: <SessionsPanel />, own: true },
    }
  const shown = TABS.filter((tab) => isOwn || contents[tab].own === undefined)
  const asked = params.get('tab')
  const current = shown.find((tab) => tab === asked) ?? 'holdings'
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 py-6 md:py-10">
      <ProfileHead
        address={address}
        isBot={bots.has(address)}
        explorerUrl={site?.explorerAddressUrl ?? null}
        solUsd={site?.solUsd}
        action={
          isOwn ? (
            <Button variant="secondary" onClick={() => setEditing(true)}>
              <Pencil size={16} aria-hidden="true" />
              Edit profile
            </Button>
          ) : (
            <FollowButton address={address} />
          )
        }
      />
      <Tabs
        label="What this wallet has and did"
        value={current}
        onChange={(tab) =>
          setParams(
            (before) => {
              const next = new URLSearchParams(before)
              if (tab === 'holdings') next.delete('tab')
              else next.set('tab', tab)
              return next
            },
            { replace: true },
          )
        }
        items={shown.map((id) => ({
          id,
          label: contents[id].label,
          content: <div className="pt-4">{contents[id].content}</div>,
        }))}
      />
      {isEditing && isOwn && <ProfileDialog address={address} onClose={() => setEditing(false)} />}
    </div>
  )
}

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4'

function CoinGrid({ collections, label }: { readonly collections: readonly Collection[]; label: string }) {
  return (
    <ul aria-label={label} className={GRID}>
      {collections.map((collection) => (
        <li key={collection.id} className="flex min-w-0 flex-col [&>*]:flex-1">
          <CollectionCard collection={collection} isTop={false} />
        </li>
      ))}
    </ul>
  )
}

function CoinGridSkeleton({ label }: { readonly label: string }) {
  return (
    <SkeletonGroup label={label} className={GRID}>
      {['a', 'b', 'c', 'd'].map((card) => (
        <CollectionCardSkeleton key={card} />
      ))}
    </SkeletonGroup>
  )
}

function LaunchesTab({ address, isOwn }: { readonly address: string; readonly isOwn: boolean }) {
  const list = useLaunches(address)
  return (
    <Paged
      list={list}
      skeleton={<CoinGridSkeleton label="Loading launches" />}
      failedTitle="The launches could not be loaded"
      endText={`${countText(list.items.length, 'launch', 'launches')} shown`}
      empty={
        <Message
          icon={<Star size={32} aria-hidden="true" className="text-violet" />}
          title="No launches yet"
          action={
            isOwn && (
              <Link href="/launch" className={buttonClass('primary')}>
                Launch Token
              </Link>
            )
          }
        >
          {isOwn
            ? 'A picture and a name are all that it takes.'
            : 'This wallet has not launched a coin on Twinmint.'}
        </Message>
      }
    >
      {(launches) => <CoinGrid collections={launches} label="Launched coins" />}
    </Paged>
  )
}

function WatchlistTab() {
  const ids = useWatched()
  const query = useWatchedCollections(ids)
  const { data, isPending } = query
  if (ids.length > 0 && isPending) return <CoinGridSkeleton label="Loading the watchlist" />
  if (ids.length > 0 && data === undefined)
    return <LoadFailure title="The watchlist could not be loaded" query={query} />
  const watched = ids.flatMap((id) => data?.find((each) => each.id === id) ?? [])
  if (watched.length === 0)
    return (
      <Message
        icon={<Star size={32} aria-hidden="true" className="text-gold" />}
        title="Nothing watched yet"
        action={
          <Link href="/" className={buttonClass('primary')}>
            Browse all tokens
          </Link>
        }
      >
        Press the star on a coin to keep it here. Signed in, the list follows you to every browser.
      </Message>
    )
  return <CoinGrid collections={watched} label="Watched coins" />
}
