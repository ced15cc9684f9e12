// One line of what a search found.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import type { Person as PersonFound } from '@twinmint/sdk/api/records/person'
import { BadgeCheck, LayoutGrid } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Money, Percent } from '../../ui/amounts.tsx'
import { shortAddress } from '../../ui/format.ts'
import { Picture } from '../../ui/Picture.tsx'
import type { Found } from './list-queries.ts'

export function SearchResult({
  found: { what },
  wanted,
}: {
  readonly found: Found
  readonly wanted: string
}) {
  switch (what.kind) {
    case 'coin':
      return <Coin collection={what.collection} wanted={wanted} />
    case 'person':
      return <Person person={what.person} />
    case 'all':
      return (
        <>
          <span className="flex size-9 shrink-0 items-center justify-center text-muted">
            <LayoutGrid size={18} aria-hidden="true" />
          </span>
          <span className="min-w-0 truncate text-14">Show all coins with “{what.text}”</span>
        </>
      )
  }
}

function Person({ person: { walletAddress, username, thumbnailUrl } }: { readonly person: PersonFound }) {
  return (
    <>
      <Avatar src={thumbnailUrl} size={36} className="size-9 bg-line!" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-medium">{username}</span>
        <span translate="no" className="figures block truncate text-12 text-muted">
          person · {shortAddress(walletAddress, '6-4')}
        </span>
      </span>
    </>
  )
}

function Coin({ collection, wanted }: { readonly collection: ListedCoin; readonly wanted: string }) {
  const { name, symbol, collectionName, mintAddress, creatorAddress } = collection
  const has = (text: string) => text.toLowerCase().includes(wanted.toLowerCase())
  const address = (beginning: string) => wanted.length >= 4 && beginning.startsWith(wanted)
  return (
    <>
      <Picture
        src={collection.thumbnailUrl ?? collection.imageUrl}
        name={name}
        symbol={symbol}
        size={36}
        className="size-9 shrink-0 rounded-input"
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1 text-14 font-medium">
          <span className="truncate">{name}</span>
          {collection.isVerified && (
            <BadgeCheck size={14} aria-label="Verified" className="shrink-0 text-violet" />
          )}
        </span>
        <span translate="no" className="figures block truncate text-12 text-muted">
          {symbol}
          {wanted !== '' && !has(name) && !has(symbol) && has(collectionName) && ` · ${collectionName}`}
          {address(mintAddress) && ` · contract ${shortAddress(mintAddress)}`}
          {address(creatorAddress) && ` · creator ${shortAddress(creatorAddress, '6-4')}`}
        </span>
      </span>
      <span className="shrink-0 text-right text-13">
        <Money
          usd={collection.marketCap}
          className={collection.graduationStands ? 'text-gold' : 'text-violet-bright'}
        />
        <Percent value={collection.change24hPercent} change className="block text-12" />
      </span>
    </>
  )
}
