// The seven instructions of the market for NFTs, in words: what happened, and what is asked for. Pure.

import { coinsValueLamports } from '@twinmint/sdk/core/nft-sale'
import { RARITY_COUNTS, rarityOf } from '@twinmint/sdk/core/rarity'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import type { DecodedInstruction } from '@twinmint/sdk/program/instructions'
import type { NftMarketInstructionName } from '@twinmint/sdk/program/nft-market'
import { formatExactTime, formatSolExact, shortAddress } from '../../ui/format.ts'

type Detail = readonly [term: string, text: string]
interface Told {
  readonly kind: 'listing' | 'offer' | 'sale'
  readonly title: string
  readonly details: readonly Detail[]
}
type Asked = Extract<DecodedInstruction, { readonly name: NftMarketInstructionName }>
type Happened = Extract<ProgramEvent, { readonly kind: NftMarketInstructionName }>

/** Lamports that the transaction as a whole put into an account, or took out of it. */
export type ChangeOf = (address: string) => bigint

const sol = (lamports: bigint): string => `${formatSolExact(lamports.toString())} SOL`
const until = (seconds: bigint): string => formatExactTime(new Date(Number(seconds) * 1000).toISOString())

/** How many runs of numbers are named. */
const RUNS_MAX = 12

/** Edition numbers, upwards, as a person says them: "NFT #7", "any of the 10 mythic NFTs", "any of 4 NFTs: #1–3, #9". */
export function editionsText(editions: readonly number[]): string {
  const [first] = editions
  if (first === undefined) return 'no NFT'
  if (editions.length === 1) return `NFT #${first}`
  const { rarity } = rarityOf(first)
  if (
    editions.length === RARITY_COUNTS[rarity] &&
    editions.every((edition) => rarityOf(edition).rarity === rarity)
  )
    return `any of the ${editions.length} ${rarity} NFTs`
  const runs: [from: number, to: number][] = []
  for (const edition of editions) {
    const last = runs.at(-1)
    if (last && last[1] === edition - 1) last[1] = edition
    else runs.push([edition, edition])
  }
  if (runs.length === 1 && editions.length === 1_000) return 'any of the 1,000 NFTs'
  const shown = runs.slice(0, RUNS_MAX).map(([from, to]) => (from === to ? `#${from}` : `#${from}–${to}`))
  const named = runs.slice(0, RUNS_MAX).reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const rest = editions.length - named
  return `any of ${editions.length} NFTs: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** A rent that came or went; nothing where nothing did. */
const rent = (term: string, lamports: bigint): readonly Detail[] =>
  lamports > 0n ? [[term, sol(lamports)]] : []

/** Told by the event; `own` says which accounts it was about, where a transaction named the instruction itself. */
export function explainNftMarketEvent(event: Happened, own: Asked | undefined, changeOf: ChangeOf): Told {
  switch (event.kind) {
    case 'list':
      return {
        kind: 'listing',
        title: `Listed NFT #${event.edition} for ${sol(event.priceLamports)}`,
        details: [
          ['For sale until', until(event.expiresAtSeconds)],
          ...(own?.name === 'list'
            ? ([
                ['Where the NFT lies', own.addresses.listedNft],
                ...rent(
                  'Rent, which comes back with the listing’s end',
                  changeOf(own.addresses.listing) + changeOf(own.addresses.listedNft),
                ),
                ...rent('Rent of the seller’s NFT account, back', -changeOf(own.addresses.sellerNft)),
              ] as const)
            : []),
        ],
      }
    case 'updateListing':
      return {
        kind: 'listing',
        title: `Changed the listing of NFT #${event.edition} to ${sol(event.priceLamports)}`,
        details: [['For sale until', until(event.expiresAtSeconds)]],
      }
    case 'cancelListing':
      return {
        kind: 'listing',
        title: `Took NFT #${event.edition} back, which was listed for ${sol(event.priceLamports)}`,
        details:
          own?.name === 'cancelListing'
            ? rent(
                'Rent of the listing, back',
                -(changeOf(own.addresses.listing) + changeOf(own.addresses.listedNft)),
              )
            : [],
      }
    case 'buyListing':
      return {
        kind: 'sale',
        title: `Bought NFT #${event.edition} from ${shortAddress(event.seller)} for ${sol(event.dueLamports)}`,
        details: [
          ...saleDetails(event),
          ...(own?.name === 'buyListing'
            ? rent(
                'Rent of the listing, back to the seller',
                -(changeOf(own.addresses.listing) + changeOf(own.addresses.listedNft)),
              )
            : []),
        ],
      }
    case 'offer':
      return {
        kind: 'offer',
        title: `Offered ${sol(event.priceLamports)} for ${editionsText(event.editions)}`,
        details: [
          ['Open until', until(event.expiresAtSeconds)],
          ['Where the SOL lies', event.offer],
          ...rent(
            'Rents locked with it, which come back with the offer’s end',
            changeOf(event.offer) - event.priceLamports,
          ),
        ],
      }
    case 'cancelOffer':
      return {
        kind: 'offer',
        title: `Took back the offer of ${sol(event.priceLamports)}`,
        details: [
          ['Offer', event.offer],
          ...rent('Back to the bidder, rents included', -changeOf(event.offer)),
        ],
      }
    case 'acceptOffer':
      return {
        kind: 'sale',
        title: `Sold NFT #${event.edition} to ${shortAddress(event.bidder)}, who had offered ${sol(event.dueLamports)}`,
        details: [...saleDetails(event), ['Offer', event.offer]],
      }
  }
}

type Sale = Extract<Happened, { readonly kind: 'buyListing' | 'acceptOffer' }>

/**
 * A sale leaves the reserves as they are, so what its coins bring after it follows from those of its event. Of a listing it may
 * have had to cost more: the program takes the price with which the slot began where that was higher, which no event says.
 */
const saleDetails = (event: Sale): readonly Detail[] => [
  ['What its coins brought right after it', sol(coinsValueLamports(event))],
  ['Royalty of the creator', sol(event.royaltyLamports)],
  ['Platform fee', sol(event.platformFeeLamports)],
  ['The seller got', sol(event.dueLamports - event.royaltyLamports - event.platformFeeLamports)],
]

/** Where nothing happened: the instruction's own words. */
export function explainNftMarket(own: Asked): Told {
  switch (own.name) {
    case 'list':
      return {
        kind: 'listing',
        title: `List NFT #${own.edition} for ${sol(own.priceLamports)}`,
        details: [['For sale until', until(own.expiresAtSeconds)]],
      }
    case 'updateListing':
      return {
        kind: 'listing',
        title: `Change a listing to ${sol(own.priceLamports)}`,
        details: [['For sale until', until(own.expiresAtSeconds)]],
      }
    case 'cancelListing':
      return { kind: 'listing', title: 'Take back a listed NFT', details: [] }
    case 'buyListing':
      return {
        kind: 'sale',
        title: 'Buy a listed NFT',
        details: [['Willing to pay at most', sol(own.lamportsMax)]],
      }
    case 'offer':
      return {
        kind: 'offer',
        title: `Offer ${sol(own.priceLamports)} for ${editionsText(own.editions)}`,
        details: [['Open until', until(own.expiresAtSeconds)]],
      }
    case 'cancelOffer':
      return { kind: 'offer', title: 'Take back an offer', details: [['Offer', own.addresses.offer]] }
    case 'acceptOffer':
      return {
        kind: 'sale',
        title: `Accept an offer for NFT #${own.edition}`,
        details: [
          ['Asked for at least', `${sol(own.lamportsMin)}, royalty and fee taken off`],
          ['Offer', own.addresses.offer],
        ],
      }
  }
}
