// What a wallet did in a market of NFTs, in a list of all that it did: the word for it, and what was asked, offered or paid.
import { Sol } from '../ui/amounts.tsx'
import { RARITY_WORDS } from '../ui/RarityChip.tsx'
import type { MarketActivity } from '../wire/records/trade.ts'
import { Deed } from './Deed.tsx'

type Entry = Pick<
  MarketActivity,
  'kind' | 'walletAddress' | 'sellerAddress' | 'lamports' | 'nftTokenId' | 'editionCount' | 'rarity'
>

/** Whose doing it is, of those that `isOf` names: of a sale the buyer, else the seller. */
export const doerOf = ({ walletAddress, sellerAddress }: Entry, isOf: (wallet: string) => boolean): string =>
  walletAddress !== null && (sellerAddress === null || isOf(walletAddress))
    ? walletAddress
    : (sellerAddress ?? walletAddress ?? '')

export function MarketDeed({ entry, doer }: { readonly entry: Entry; readonly doer: string }) {
  return <Deed type={entry.kind === 'SALE' && doer !== entry.walletAddress ? 'SOLD' : entry.kind} />
}

const MEANINGS = {
  SALE: 'paid',
  LIST: 'asked',
  UNLIST: 'was asked',
  OFFER: 'offered',
  OFFER_WITHDRAWN: 'was offered',
} as const

/** The SOL, and below it what it is: paid, or asked or offered for what. */
export function MarketAmount({
  entry: { kind, lamports, nftTokenId, editionCount, rarity },
}: {
  readonly entry: Entry
}) {
  const wanted =
    nftTokenId !== null || editionCount === null
      ? ''
      : rarity === null
        ? ` for any of ${editionCount}`
        : ` for any ${RARITY_WORDS[rarity].toLowerCase()}`
  return (
    <>
      <Sol lamports={lamports} className={kind === 'SALE' ? 'block font-semibold' : 'block text-muted'} />
      <span className="text-12 text-muted">
        {MEANINGS[kind]}
        {wanted}
      </span>
    </>
  )
}
