// An offer: for which numbers, at which price, for how long; what is locked, what it costs, and when it can be filled.

import { marketNetLamports } from '@twinmint/sdk/actions/nft-market/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { RARITIES, RARITY_COUNTS, type Rarity } from '@twinmint/sdk/core/rarity'
import { useState } from 'react'
import { chainSeconds } from '../../../data/chain-time.ts'
import { coinsValueOf } from '../../../shared/nft-price.ts'
import { Sol } from '../../../ui/amounts.tsx'
import { Field } from '../../../ui/Field.tsx'
import { RARITY_WORDS } from '../../../ui/RarityChip.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { submitOnEnter, TextInput } from '../../../ui/TextInput.tsx'
import { NftMarketButton } from '../../../wallet/nft-market/NftMarketButton.tsx'
import type { NftMarketRequest } from '../../../wallet/nft-market/requests.ts'
import { useBuyMoment } from '../../../wallet/use-buy-moment.ts'
import { buyableInstead, offeredText } from '../offers.ts'
import { useForSale } from '../queries.ts'
import { useOffer } from '../use-market.ts'
import { captureCostLamports, hasCapturable } from './capture-now.ts'
import {
  CostLines,
  ExpiryField,
  FeeLines,
  Figures,
  PriceField,
  SolLine,
  useExpiry,
  usePriceText,
} from './DialogFields.tsx'
import { editionsOf, parseEditions } from './editions.ts'
import { NftMarketDialog } from './NftMarketDialog.tsx'

type Target = 'numbers' | 'rarity' | 'any'

interface OfferDialogProps {
  readonly collection: Collection
  readonly asked: Extract<NftMarketRequest, { kind: 'offer' }>
  readonly onClose: () => void
}

/** Which numbers an offer is for, as the fields say. */
function useTarget({ edition, rarity: asked }: OfferDialogProps['asked']) {
  const [target, setTarget] = useState<Target>(
    edition !== undefined ? 'numbers' : asked !== undefined ? 'rarity' : 'any',
  )
  const [text, setText] = useState(edition === undefined ? '' : String(edition))
  const [rarity, setRarity] = useState<Rarity>(asked ?? 'mythic')
  const parsed = parseEditions(text)
  const editions =
    target === 'any'
      ? editionsOf(undefined)
      : target === 'rarity'
        ? editionsOf(rarity)
        : parsed.kind === 'editions'
          ? parsed.editions
          : []
  return {
    target,
    setTarget,
    text,
    setText,
    rarity,
    setRarity,
    editions,
    error: parsed.kind === 'wrong' ? `“${parsed.part}” is no number from 1 to 1,000.` : undefined,
    said: offeredText({
      editionCount: editions.length,
      editions,
      rarity: target === 'rarity' ? rarity : null,
    }),
  }
}

export function OfferDialog({ collection, asked, onClose }: OfferDialogProps) {
  const chosen = useTarget(asked)
  const price = usePriceText()
  const expiry = useExpiry()
  const { editions, said } = chosen
  const { priceLamports } = price
  const action = useOffer(collection, {
    priceLamports,
    editions,
    expiresAtSeconds: expiry.expiresAtSeconds,
  })
  const { quote, status } = action
  const coins = coinsValueOf(collection)
  const { isGuarded: _isGuarded, ...moment } = useBuyMoment(collection, action.walletAddress)
  const captureLamports = hasCapturable(editions, collection)
    ? captureCostLamports(collection, moment, action.priority.lamports)
    : undefined
  const made = status?.phase === 'done' ? status.outcome.answers[0]?.done[0]?.offerAddress : undefined
  return (
    <NftMarketDialog
      title={`Offer for ${collection.collectionName}`}
      description="Your SOL waits with the program until an owner takes it. You cancel at any time."
      action={action}
      onClose={onClose}
      label={
        <>
          Offer
          {priceLamports !== undefined && (
            <>
              {' '}
              <Sol lamports={priceLamports.toString()} />
            </>
          )}
        </>
      }
      missing={
        editions.length === 0
          ? (chosen.error ?? 'Say which numbers it is for.')
          : (price.error ?? (priceLamports === undefined ? 'Enter what you offer.' : undefined))
      }
      next={
        made == null || priceLamports === undefined
          ? undefined
          : {
              label: 'Cancel offer',
              request: {
                kind: 'cancelOffer',
                collectionId: collection.id,
                offer: {
                  address: made,
                  priceLamports: priceLamports.toString(),
                  editionCount: editions.length,
                  editions,
                  rarity: chosen.target === 'rarity' ? chosen.rarity : null,
                },
              },
            }
      }
    >
      <TargetFields chosen={chosen} isDisabled={action.isRunning} />
      <PriceField label="Price" price={price} coinsLamports={coins} isDisabled={action.isRunning} />
      <BuyInstead
        collection={collection}
        editions={editions}
        priceLamports={priceLamports}
        walletAddress={action.walletAddress}
        isHidden={action.isRunning}
      />
      <WhenFilled coins={coins} priceLamports={priceLamports} said={said} hasNumbers={editions.length > 0} />
      {captureLamports !== undefined && priceLamports !== undefined && priceLamports > captureLamports && (
        <p role="status" className="text-13 text-gold">
          You could capture one now for about <Sol lamports={captureLamports.toString()} />, rents and fees
          included. So can anybody else, and take this offer with it at once.
        </p>
      )}
      <ExpiryField expiry={expiry} isDisabled={action.isRunning} />
      <Figures>
        <SolLine term="Your price, locked meanwhile" lamports={priceLamports} strong />
        <SolLine
          term={
            <span title="Solana’s deposit for the account in which the NFT would come to you.">
              Rent locked with it
            </span>
          }
          lamports={quote && priceLamports && quote.lockedLamports - priceLamports}
        />
        <CostLines quote={quote} rentNote="comes back when it is accepted or you cancel" />
        <SolLine term="Leaves your wallet" lamports={quote && marketNetLamports('offer', quote)} strong />
        <FeeLines quote={quote} isIncluded collection={collection} />
        <SolLine term="The seller would get" lamports={quote?.sellerLamports} />
      </Figures>
    </NftMarketDialog>
  )
}

function BuyInstead({
  collection,
  editions,
  priceLamports,
  walletAddress,
  isHidden,
}: {
  readonly collection: Collection
  readonly editions: readonly number[]
  readonly priceLamports: bigint | undefined
  readonly walletAddress: string | undefined
  readonly isHidden: boolean
}) {
  const collectionId = collection.id
  const forSale = useForSale(collectionId, editions.length === 1 ? editions[0] : undefined)
  const found =
    priceLamports === undefined || isHidden
      ? undefined
      : buyableInstead(forSale, {
          editions,
          priceLamports,
          coin: collection,
          bidderAddress: walletAddress,
          nowMs: Number(chainSeconds()) * 1_000,
        })
  return (
    <div role="status" className="empty:-mt-4">
      {found && (
        <div className="flex items-center justify-between gap-3 rounded-input border border-gold/50 bg-gold/10 py-1.5 pr-2 pl-3 text-13">
          <p className="min-w-0 text-gold">
            <span translate="no" className="figures font-semibold">
              #{found.edition}
            </span>{' '}
            is for sale at <Sol lamports={found.dueLamports.toString()} className="font-semibold" />
          </p>
          <NftMarketButton
            size="sm"
            request={{ kind: 'buy', collectionId, edition: found.edition }}
            what={`#${found.edition}`}
          >
            Buy
          </NftMarketButton>
        </div>
      )}
    </div>
  )
}

function WhenFilled({
  coins,
  priceLamports,
  said,
  hasNumbers,
}: {
  readonly coins: bigint
  readonly priceLamports: bigint | undefined
  readonly said: string
  readonly hasNumbers: boolean
}) {
  if (priceLamports !== undefined && priceLamports < coins)
    return (
      <p role="status" className="text-13 text-gold">
        Below <Sol lamports={coins.toString()} />, what the coins bring now: owners get more by releasing and
        selling, so it is not shown to them until the coins bring less.
      </p>
    )
  return (
    <p className="text-12 text-muted">
      {hasNumbers ? `Whoever holds ${said} can take it` : 'Its holders can take it'} at once and until it
      expires. What is locked comes back to you when you cancel it.
    </p>
  )
}

function TargetFields({
  chosen,
  isDisabled,
}: {
  readonly chosen: ReturnType<typeof useTarget>
  readonly isDisabled: boolean
}) {
  const { target, setTarget, text, setText, rarity, setRarity, error, editions } = chosen
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label="Which NFTs"
        segments={[
          { value: 'numbers', label: 'Numbers' },
          { value: 'rarity', label: 'A rarity' },
          { value: 'any', label: 'Any' },
        ]}
        value={target}
        onChange={setTarget}
        tone="raised"
        disabled={isDisabled}
      />
      {target === 'numbers' && (
        <Field
          label="Numbers"
          hint={error === undefined && <span className="block min-h-4">One or several: 7, 12, 30-40</span>}
          error={error}
          aside={editions.length > 1 && `${editions.length} numbers`}
        >
          <TextInput
            figures
            placeholder="7"
            maxLength={400}
            disabled={isDisabled}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={submitOnEnter}
          />
        </Field>
      )}
      {target === 'rarity' && (
        <div role="group" aria-label="Rarity" className="flex flex-wrap gap-2">
          {RARITIES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === rarity}
              disabled={isDisabled}
              onClick={() => setRarity(each)}
              className="h-9 rounded-full border border-line px-3 text-13 text-muted transition-colors hover:border-faint hover:text-text aria-pressed:border-violet aria-pressed:bg-violet/15 aria-pressed:text-text pointer-coarse:h-11"
            >
              {RARITY_WORDS[each]}{' '}
              <span translate="no" className="figures text-12 text-muted">
                {RARITY_COUNTS[each]}
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
