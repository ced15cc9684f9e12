// What an NFT is, who holds it, and what the swap does with it.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { floorLamports } from '@twinmint/sdk/core/curve'
import { RARITY_COUNTS } from '@twinmint/sdk/core/rarity'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { Vault } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ShortAddress } from '../../shared/ShortAddress.tsx'
import { Digits, Sol } from '../../ui/amounts.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { groupThousands } from '../../ui/format.ts'
import { RARITY_WORDS, RarityChip } from '../../ui/RarityChip.tsx'
import { SendButton } from '../../wallet/send/SendButton.tsx'
import { holdingOf, mintsBefore, rarityShareText } from './figures.ts'

export interface NftStateProps {
  readonly nft: Nft
  readonly collection: Collection
  readonly walletAddress: string | undefined
  readonly config: SiteConfig | undefined
}

export function NftHead({ nft }: Pick<NftStateProps, 'nft'>) {
  const { rarity, rarityReason, rarityRank } = nft
  return (
    <div className="flex flex-col gap-3">
      <RarityChip rarity={rarity} reason={rarityReason} className="self-start" />
      <h1 className="font-display text-28 font-semibold text-balance wrap-anywhere lg:text-40">{nft.name}</h1>
      <p className="text-14 text-pretty text-muted">
        Rarity rank{' '}
        <span translate="no" className="figures text-text">
          {groupThousands(String(rarityRank))}
        </span>{' '}
        of 1,000. Of every 1,000,{' '}
        <span translate="no" className="figures text-text">
          {RARITY_COUNTS[rarity]}
        </span>{' '}
        are {RARITY_WORDS[rarity].toLowerCase()} (<Digits>{rarityShareText(rarity)}%</Digits>
        ).
      </p>
    </div>
  )
}

export function NftState({ nft, collection, walletAddress, config }: NftStateProps) {
  return (
    <div className="rounded-panel border border-line bg-panel p-4">
      <Standing nft={nft} collection={collection} walletAddress={walletAddress} config={config} />
      <p className="mt-4 border-t border-line pt-3 text-13 text-muted">
        Floor <Sol lamports={floorLamports(collection).toString()} className="text-text" />: what 1,000,000{' '}
        <span translate="no">{collection.symbol}</span> are worth at the spot price.
      </p>
    </div>
  )
}

function Standing({ nft, collection, walletAddress, config }: NftStateProps) {
  const { symbol, mintedNFTCount } = collection
  const trade = `/trade/${collection.id}`
  switch (holdingOf(nft, walletAddress)) {
    case 'escrow':
      return (
        <Block
          label="Held by"
          owner={
            <>
              <Vault size={20} aria-hidden="true" className="shrink-0 text-violet" /> The escrow
            </>
          }
          text={`Up for capture: anybody may take this very one for 1,000,000 ${symbol}.`}
        >
          <Link href={`${trade}?capture=${nft.tokenId}`} className={buttonClass()}>
            Capture this one
          </Link>
        </Block>
      )
    case 'mine':
      if (nft.listing !== null)
        return (
          <Block
            label="Listed by"
            owner={<span className="text-violet">you</span>}
            text="It lies with the program until somebody buys it, and is yours until then: take it back whenever you like."
          />
        )
      return (
        <Block
          label="Held by"
          owner={<span className="text-violet">you</span>}
          text={`Give it back for 1,000,000 ${symbol} whenever you like. Then anybody may capture it.`}
        >
          <Link href={`${trade}?release=${nft.tokenId}`} className={buttonClass('secondary')}>
            Release
          </Link>
          <SendButton collectionId={collection.id} edition={nft.tokenId} what={nft.name} />
        </Block>
      )
    case 'wallet':
      return (
        <Block
          label={nft.listing === null ? 'Held by' : 'Listed by'}
          owner={
            <ShortAddress
              address={nft.ownerAddress ?? ''}
              label="owner"
              isPerson
              explorerUrl={config?.explorerAddressUrl ?? null}
            />
          }
          text={
            nft.listing === null
              ? `It can be captured when its holder releases it. Another of the same picture is 1,000,000 ${symbol} away.`
              : 'Buy it above, or make an offer.'
          }
        >
          <Link href={trade} className={buttonClass('secondary')}>
            Capture another
          </Link>
        </Block>
      )
    case 'burned':
      return (
        <Block
          label="Burned"
          owner="Nobody"
          text={`Its holder has burned it. The 1,000,000 ${symbol} behind it are locked for ever, and its number is never minted again.`}
        >
          <Link href={trade} className={buttonClass('secondary')}>
            Capture another
          </Link>
        </Block>
      )
    case 'unminted': {
      const before = mintsBefore(nft, collection)
      return (
        <Block
          label="Not minted yet"
          owner={
            before === 0
              ? 'Next in line'
              : `${groupThousands(String(before))} ${before === 1 ? 'comes' : 'come'} before it`
          }
          text={`NFTs are minted about in the order of their numbers, and ${groupThousands(String(mintedNFTCount))} of 1,000 are. ${
            before === 0
              ? `Swap 1,000,000 ${symbol} and it is most likely yours.`
              : `Each capture, for 1,000,000 ${symbol}, mints one more.`
          }`}
        >
          <Link href={trade} className={buttonClass(before === 0 ? 'primary' : 'secondary')}>
            {before === 0 ? 'Mint it' : 'Capture the next one'}
          </Link>
        </Block>
      )
    }
  }
}

function Block({
  label,
  owner,
  text,
  children,
}: {
  readonly label: string
  readonly owner: ReactNode
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-12 text-faint">{label}</p>
        <p className="flex min-h-8 flex-wrap items-center gap-2 text-20 font-semibold">{owner}</p>
        <p className="mt-1 text-14 text-pretty text-muted">{text}</p>
      </div>
      {children !== undefined && <div className="flex flex-wrap gap-3">{children}</div>}
    </div>
  )
}
