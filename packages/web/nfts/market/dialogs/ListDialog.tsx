// Puts own NFTs up for sale, one or several at once, or gives what is listed another price; what a sale would bring and what
// releasing and selling would bring stand beside each other before anything is signed.

import { marketNetLamports } from '@twinmint/sdk/actions/nft-market/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { numbersText } from '@twinmint/sdk/core/figures'
import type { Lamports } from '@twinmint/sdk/core/money'
import { LISTINGS_AT_ONCE_MAX } from '@twinmint/sdk/core/nft-sale'
import { useState } from 'react'
import { NftPicker } from '../../../shared/NftPicker.tsx'
import { coinsValueOf } from '../../../shared/nft-price.ts'
import { RetryButton } from '../../../shared/RetryButton.tsx'
import { Sol } from '../../../ui/amounts.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { NftMarketRequest } from '../../../wallet/nft-market/requests.ts'
import { useUnlisted } from '../queries.ts'
import { type NftMarketActionState, useList, useUpdateListing } from '../use-market.ts'
import {
  CostLines,
  ExpiryField,
  FeeLines,
  Figures,
  NftLine,
  PriceField,
  SolLine,
  useExpiry,
  usePriceText,
} from './DialogFields.tsx'
import { ListPrices, useListPrices } from './ListPrices.tsx'
import { NftMarketDialog } from './NftMarketDialog.tsx'

interface ListDialogProps {
  readonly collection: Collection
  /** Chosen as it opens. */
  readonly editions: readonly number[]
  readonly onClose: () => void
}

export function ListDialog({ collection, editions, onClose }: ListDialogProps) {
  const [chosen, setChosen] = useState(editions)
  const prices = useListPrices(chosen)
  const expiry = useExpiry()
  const action = useList(collection, {
    nfts: prices.nfts,
    expiresAtSeconds: expiry.expiresAtSeconds,
  })
  const { walletAddress } = action
  const own = useUnlisted(collection.id, walletAddress)
  const count = chosen.length
  return (
    <NftMarketDialog
      title={`List ${collection.collectionName}`}
      description="The program keeps it until somebody pays the price. You take it back at any time."
      action={action}
      onClose={onClose}
      label={count > 1 ? `List ${count} NFTs` : count === 1 ? `List #${chosen[0]}` : 'List'}
      missing={
        walletAddress === undefined
          ? 'Connect the wallet that holds them.'
          : count === 0
            ? 'Choose what is for sale.'
            : prices.missing
      }
      next={{
        label: 'Take back',
        request: takeBackOf(collection, chosen),
      }}
    >
      <Chosen
        collection={collection}
        own={own}
        chosen={chosen}
        onChosen={setChosen}
        isDisabled={action.isRunning}
      />
      <ListPrices prices={prices} coinsLamports={coinsValueOf(collection)} isDisabled={action.isRunning} />
      <BelowCoins collection={collection} nfts={prices.nfts} />
      <ExpiryField expiry={expiry} isDisabled={action.isRunning} />
      <ListFigures collection={collection} action={action} kind="list" count={count} />
    </NftMarketDialog>
  )
}

const takeBackOf = ({ id }: Collection, editions: readonly number[]): NftMarketRequest => ({
  kind: 'takeBack',
  collectionId: id,
  editions,
  andRelease: false,
})

function Chosen({
  collection,
  own,
  chosen,
  onChosen,
  isDisabled,
}: {
  readonly collection: Collection
  readonly own: ReturnType<typeof useUnlisted>
  readonly chosen: readonly number[]
  readonly onChosen: (chosen: readonly number[]) => void
  readonly isDisabled: boolean
}) {
  const [isWhole, setWhole] = useState(chosen.length !== 1)
  const { nfts } = own
  if (own.isError && nfts === undefined)
    return (
      <div role="alert" className="flex items-center justify-between gap-3 text-13">
        Your NFTs could not be loaded.
        <RetryButton query={own} size="sm" />
      </div>
    )
  if (nfts === undefined)
    return own.isPending && own.fetchStatus !== 'idle' ? <Skeleton className="h-20 w-full" /> : null
  const only = nfts.find(({ tokenId }) => tokenId === chosen[0])
  if (!isWhole && only !== undefined)
    return (
      <div className="flex flex-col items-start gap-1">
        <div className="w-full">
          <NftLine nft={only} />
        </div>
        {nfts.length > 1 && (
          <Button size="sm" variant="ghost" className="-ml-3" onClick={() => setWhole(true)}>
            List more of the {nfts.length} that you hold
          </Button>
        )}
      </div>
    )
  if (nfts.length === 0)
    return (
      <p className="rounded-input border border-dashed border-line px-4 py-6 text-center text-13 text-muted">
        You hold no {collection.collectionName} NFT that is not listed already.
      </p>
    )
  return (
    <NftPicker
      nfts={nfts}
      chosen={chosen}
      onChange={onChosen}
      countMax={LISTINGS_AT_ONCE_MAX}
      label={`Your ${collection.collectionName} NFTs`}
      disabled={isDisabled}
    />
  )
}

/** Another price or expiry of what is listed. */
export function ChangeDialog({
  collection,
  nft,
  onClose,
}: {
  readonly collection: Collection
  readonly nft: Nft
  readonly onClose: () => void
}) {
  const price = usePriceText(nft.listing?.priceLamports)
  const expiry = useExpiry(nft.listing?.expiresAt)
  const { priceLamports } = price
  const action = useUpdateListing(collection, {
    nfts: [{ edition: nft.tokenId, priceLamports }],
    expiresAtSeconds: expiry.expiresAtSeconds,
  })
  return (
    <NftMarketDialog
      title={`Change the price of #${nft.tokenId}`}
      description="The new price and time hold from the moment the transaction goes through."
      action={action}
      onClose={onClose}
      label={`Change #${nft.tokenId}`}
      missing={
        nft.listing === null && action.status === undefined
          ? 'It is not listed any more.'
          : (price.error ?? (priceLamports === undefined ? 'Enter what you ask for it.' : undefined))
      }
      next={{ label: 'Take back', request: takeBackOf(collection, [nft.tokenId]) }}
    >
      <NftLine nft={nft} />
      <PriceField
        label="Price"
        price={price}
        coinsLamports={coinsValueOf(collection)}
        isDisabled={action.isRunning}
      />
      <BelowCoins collection={collection} nfts={[{ edition: nft.tokenId, priceLamports }]} />
      <ExpiryField expiry={expiry} isDisabled={action.isRunning} />
      <ListFigures collection={collection} action={action} kind="update" count={1} />
    </NftMarketDialog>
  )
}

function ListFigures({
  collection,
  action: { quote },
  kind,
  count,
}: {
  readonly collection: Collection
  readonly action: NftMarketActionState
  readonly kind: 'list' | 'update'
  readonly count: number
}) {
  const net = quote && marketNetLamports(kind, quote)
  const release = quote && quote.releaseAndSellLamports * BigInt(Math.max(1, count))
  return (
    <>
      <Figures>
        <SolLine
          term={count > 1 ? `A buyer pays now, ${count} NFTs` : 'A buyer pays now'}
          lamports={quote?.dueLamports}
        />
        <FeeLines quote={quote} collection={collection} />
        <SolLine term="You get" lamports={quote?.sellerLamports} strong />
        <SolLine term="Release and sell would bring" lamports={release} />
      </Figures>
      <Figures>
        <CostLines quote={quote} />
        <SolLine term="You pay now" lamports={net === undefined ? undefined : net > 0n ? net : 0n} strong />
      </Figures>
      {kind === 'list' && (
        <p className="-mt-2 text-12 text-muted">
          The listing’s rent comes back when it is sold or taken back.
        </p>
      )}
    </>
  )
}

function BelowCoins({
  collection,
  nfts,
}: {
  readonly collection: Collection
  readonly nfts: readonly { readonly edition: number; readonly priceLamports: Lamports | undefined }[]
}) {
  const coins = coinsValueOf(collection)
  const below = nfts.filter(({ priceLamports }) => priceLamports !== undefined && priceLamports < coins)
  if (below.length === 0) return null
  return (
    <p role="status" className="text-13 text-gold">
      {below.length < nfts.length && `${numbersText(below.map(({ edition }) => edition))}: `}
      {below.length < nfts.length ? 'below' : 'Below'} what {below.length > 1 ? 'their' : 'its'} coins bring
      now. {below.length > 1 ? 'Each sells' : 'It sells'} at <Sol lamports={coins.toString()} />, which is
      what they bring: nothing sells below its coins.
    </p>
  )
}
