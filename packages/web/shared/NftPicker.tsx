// The wallet's own NFTs to choose from, several at once: checkboxes with pictures.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import { commonestFirst } from '@twinmint/sdk/core/rarity'
import { Check } from 'lucide-react'
import { Digits } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Picture } from '../ui/Picture.tsx'
import { RarityChip } from '../ui/RarityChip.tsx'

const TILE_PIXELS = 96

export function NftPicker({
  nfts,
  chosen,
  onChange,
  countMax,
  label,
  disabled = false,
}: {
  readonly nfts: readonly Nft[]
  /** Their numbers. */
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
  readonly countMax: number
  readonly label: string
  readonly disabled?: boolean
}) {
  const isFull = chosen.length >= countMax
  const most = Math.min(countMax, nfts.length)
  const commonest = commonestFirst(nfts.map(({ tokenId }) => tokenId))
  const toggle = (tokenId: number) =>
    onChange(chosen.includes(tokenId) ? chosen.filter((each) => each !== tokenId) : [...chosen, tokenId])
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex min-h-8 items-center justify-between gap-2">
        <p className="text-13 font-medium" aria-live="polite">
          <Digits>{chosen.length}</Digits> of <Digits>{nfts.length}</Digits> chosen
          {isFull && nfts.length > countMax && (
            <span className="font-normal text-muted">, the most at once</span>
          )}
        </p>
        {nfts.length > 1 && (
          <Button
            size="sm"
            variant="ghost"
            className="-mr-3"
            onClick={() => onChange(chosen.length === most ? [] : commonest.slice(0, most))}
          >
            {chosen.length === most
              ? 'Choose none'
              : most < nfts.length
                ? `Choose the ${most} commonest`
                : 'Choose all'}
          </Button>
        )}
      </div>
      <div className="-mx-1 max-h-[16.5rem] overflow-y-auto overscroll-contain px-1 pb-1">
        <ul className="grid grid-cols-3 gap-2">
          {nfts.map((nft) => (
            <li key={nft.id} className="min-w-0">
              <Tile
                nft={nft}
                checked={chosen.includes(nft.tokenId)}
                disabled={isFull && !chosen.includes(nft.tokenId)}
                onToggle={() => toggle(nft.tokenId)}
              />
            </li>
          ))}
        </ul>
      </div>
    </fieldset>
  )
}

function Tile({
  nft,
  checked,
  disabled,
  onToggle,
}: {
  readonly nft: Nft
  readonly checked: boolean
  readonly disabled: boolean
  readonly onToggle: () => void
}) {
  return (
    <label
      className={classNames(
        'relative block overflow-hidden rounded-input border bg-ink transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-violet',
        checked ? 'border-violet' : 'border-line',
        disabled ? 'cursor-not-allowed' : 'cursor-pointer hover:border-violet',
      )}
    >
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={onToggle}
        className="absolute inset-0 z-10 m-0 size-full cursor-[inherit] appearance-none outline-none"
      />
      <Picture
        src={nft.imageUrl}
        name={nft.collectionName}
        symbol={nft.symbol}
        size={TILE_PIXELS}
        lazy
        className={classNames('w-full transition-opacity', disabled && 'opacity-40')}
      />
      <span
        aria-hidden="true"
        className={classNames(
          'absolute top-1 right-1 flex size-5 items-center justify-center rounded-full border',
          checked ? 'border-violet bg-violet text-ink' : 'border-faint bg-ink/80',
        )}
      >
        {checked && <Check size={14} strokeWidth={3} />}
      </span>
      <span className="flex flex-col gap-1 px-1 py-1.5">
        <span translate="no" className="figures text-13 font-semibold">
          #{nft.tokenId}
        </span>
        <RarityChip rarity={nft.rarity} className="self-start px-1!" />
      </span>
    </label>
  )
}
