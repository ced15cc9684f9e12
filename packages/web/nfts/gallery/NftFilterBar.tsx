// What narrows the list of NFTs: where they are, how rare, which number; and the order.

import type { Rarity } from '@twinmint/sdk/core/rarity'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { TextInput } from '../../ui/TextInput.tsx'
import { Chips, type Choice, RarityChips } from './Chips.tsx'
import type { Floors } from './figures.ts'
import { MARKET_SORT_TEXTS, type NftFilters, type NftSort, type NftView, parseEdition } from './filters.ts'
import { SortSelect } from './SortSelect.tsx'

const VIEWS: readonly Choice<NftView>[] = [
  { value: 'minted', label: 'All minted' },
  { value: 'listed', label: 'Listed' },
  { value: 'wallet', label: 'In wallets' },
  { value: 'escrow', label: 'Up for capture' },
  { value: 'unminted', label: 'Not minted yet' },
  { value: 'all', label: 'All 1,000' },
]
const MINE: Choice<NftView> = { value: 'mine', label: 'Mine' }

const SORTS: Record<NftSort, string> = {
  edition: 'By number',
  ...MARKET_SORT_TEXTS,
  recent: 'Recently swapped',
}

export function NftFilterBar({
  filters,
  onChange,
  hasWallet,
  counts,
  floors,
}: {
  readonly filters: NftFilters
  readonly onChange: (filters: NftFilters) => void
  readonly hasWallet: boolean
  /** How many of each rarity are minted. */
  readonly counts: Readonly<Record<Rarity, number>> | 'awaited'
  /** What one of each rarity costs at least, in lamports; null where none is listed. */
  readonly floors: Floors | 'awaited'
}) {
  const finds = filters.edition !== undefined
  const views = hasWallet || filters.view === 'mine' ? [...VIEWS, MINE] : VIEWS
  return (
    <div className="flex flex-col gap-2">
      <Chips
        label="Where the NFTs are"
        choices={views}
        chosen={finds ? 'none' : filters.view}
        onChoose={(view) => onChange({ ...filters, view, edition: undefined })}
      />
      <div className="flex min-w-0 flex-col gap-2 @4xl:flex-row @4xl:items-start @4xl:justify-between">
        <RarityChips
          chosen={finds ? 'none' : filters.rarity}
          counts={counts}
          floors={floors}
          onChoose={(rarity) => onChange({ ...filters, rarity, edition: undefined })}
        />
        <div className="flex shrink-0 gap-2">
          <EditionSearch
            edition={filters.edition}
            onChange={(edition) => onChange({ ...filters, edition })}
          />
          <SortSelect
            label="Order of the NFTs"
            sorts={SORTS}
            sort={filters.sort}
            onChange={(sort) => onChange({ ...filters, sort })}
          />
        </div>
      </div>
    </div>
  )
}

/** Only a number of the collection reaches the address; what else is typed stays here and is told what is wrong with it. */
function EditionSearch({
  edition,
  onChange,
}: {
  readonly edition: number | undefined
  readonly onChange: (edition: number | undefined) => void
}) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const text = draft ?? edition?.toString() ?? ''
  const isWrong = draft !== undefined && draft.trim() !== '' && draft.trim() !== '#'
  const type = (typed: string) => {
    const found = parseEdition(typed)
    setDraft(found === undefined && typed !== '' ? typed : undefined)
    if (found !== edition) onChange(found)
  }
  return (
    <div className="min-w-0 flex-1 sm:w-40 sm:flex-none">
      <TextInput
        type="search"
        inputMode="numeric"
        enterKeyHint="search"
        aria-label="Find an NFT by its number, 1 to 1,000"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        placeholder="Number"
        maxLength={6}
        figures
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') type('')
        }}
        icon={<Search size={16} />}
      />
      {isWrong && (
        <p id={id} role="alert" className="mt-1 text-12 font-medium text-down">
          A number from 1 to 1,000.
        </p>
      )}
    </div>
  )
}
