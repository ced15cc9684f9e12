// Coins to verify, to hide from lists and searches, and to read again from the chain.

import type { AdminCollection, CollectionMarkFilter, Marks } from '@twinmint/sdk/internal/api/admin/contract'
import { BadgeCheck, EyeOff, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../data/api.ts'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { Digits, RelativeTime } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { useDebounced } from '../ui/steady.ts'
import { TextInput } from '../ui/TextInput.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import { PagedList } from './PagedList.tsx'
import { useAdminCollections, useMark, useReread } from './queries.ts'

const SEARCH_DEBOUNCE_MS = 250
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'verified', label: 'Verified' },
  { value: 'hidden', label: 'Hidden' },
] as const

export function CollectionsTab() {
  const [text, setText] = useState('')
  const [marked, setMarked] = useState<CollectionMarkFilter>('all')
  const search = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const pages = useAdminCollections(search, marked)
  return (
    <section aria-labelledby="collections-title">
      <h1 id="collections-title" className="font-display text-20 font-semibold md:text-28">
        Collections
      </h1>
      <p className="mt-2 max-w-2xl text-14 text-pretty text-muted">
        A verified coin carries the badge wherever it is named. A hidden one leaves lists and searches; its
        page and its trading stay. A coin that shows something else than the chain corrects itself; to read it
        again at once does no harm.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <TextInput
          type="search"
          aria-label="Search collections"
          placeholder="Name, symbol or address"
          icon={<Search size={16} />}
          value={text}
          maxLength={100}
          onChange={({ target }) => setText(target.value)}
          className="min-w-60 flex-1"
        />
        <Segmented label="Which collections" segments={FILTERS} value={marked} onChange={setMarked} />
      </div>
      <div className="mt-4">
        <PagedList
          pages={pages}
          loadingText="Loading collections..."
          errorTitle="Error loading collections"
          empty={
            <Message
              icon={<SearchX size={32} aria-hidden="true" className="text-faint" />}
              title="No collections found"
            >
              {search === '' ? 'None is marked like that.' : 'Look for another name, symbol or address.'}
            </Message>
          }
          className="flex flex-col gap-2"
          skeletonClassName="h-18 rounded-panel"
        >
          {(collection) => <Row key={collection.id} collection={collection} />}
        </PagedList>
      </div>
    </section>
  )
}

function Row({ collection }: { readonly collection: AdminCollection }) {
  const { id, name, symbol, mintAddress, thumbnailUrl, createdAt, isVerified, isHidden } = collection
  const mark = useMark()
  const reread = useReread()
  const readAgain = () =>
    reread.mutate(id, {
      onSuccess: () => showToast({ title: `${name} was read again from the chain` }),
      onError: (error) =>
        showToast({
          title: 'The coin was not read again',
          description: errorMessage(error, 'The server did not answer.'),
          tone: 'destructive',
        }),
    })
  const set = (marks: Marks) =>
    mark.mutate(
      { id, ...marks },
      {
        onError: (error) =>
          showToast({
            title: 'Nothing was changed',
            description: errorMessage(error, 'The server did not answer.'),
            tone: 'destructive',
          }),
      },
    )
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-3 rounded-panel border border-line bg-panel p-3">
      <Picture
        src={thumbnailUrl}
        name={name}
        symbol={symbol}
        size={48}
        className="size-12 shrink-0 rounded-input"
      />
      <div className="min-w-40 flex-1">
        <p className="flex min-w-0 items-center gap-1 text-14 font-semibold">
          <Link href={`/trade/${id}`} className="truncate underline-offset-4 hover:underline">
            {name}
          </Link>
          {isVerified && <BadgeCheck size={16} aria-label="Verified" className="shrink-0 text-violet" />}
          {isHidden && <EyeOff size={16} aria-label="Hidden" className="shrink-0 text-gold" />}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-muted">
          <Digits>{symbol}</Digits>
          <ShortAddress address={mintAddress} />
          <RelativeTime iso={createdAt} ago />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          disabled={reread.isPending}
          aria-label={`Read again: ${name}`}
          onClick={readAgain}
        >
          Read again
        </Button>
        <Button
          size="sm"
          variant="secondary"
          disabled={mark.isPending}
          aria-label={`${isVerified ? 'Take badge away' : 'Verify'}: ${name}`}
          onClick={() => set({ isVerified: !isVerified })}
        >
          {isVerified ? 'Take badge away' : 'Verify'}
        </Button>
        <Button
          size="sm"
          variant={isHidden ? 'secondary' : 'danger'}
          disabled={mark.isPending}
          aria-label={`${isHidden ? 'Show again' : 'Hide'}: ${name}`}
          onClick={() => set({ isHidden: !isHidden })}
        >
          {isHidden ? 'Show again' : 'Hide'}
        </Button>
      </div>
    </li>
  )
}
