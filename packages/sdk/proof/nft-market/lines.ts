// The lines of a proof that are about listings and offers: that every listed NFT lies where only the program moves it, and
// that every offer holds the SOL that it promises. Only where the node lists them. Pure.

import { groupThousands } from '../../core/figures.ts'
import { rentLamports } from '../../core/rent.ts'
import { decodeTokenAccount } from '../../program/mint.ts'
import { TOKEN_2022_PROGRAM } from '../../program/programs.ts'
import { OFFER_BYTES } from '../../program/sizes.ts'
import type { ProofLine, Sum } from '../lines.ts'
import { amountText, sumSaid } from '../sums.ts'
import type { NftMarketReading, ReadListing } from './reading.ts'

/** How many NFTs a site says are for sale, after which event of the coin it says so, and when by the chain's clock. */
export interface ShownListed {
  readonly listed: number
  readonly sequence: number
  readonly unixSeconds: bigint
}

/** Nothing is said to hold that was not looked at. */
const NOT_COUNTED: ProofLine = {
  id: 'notCounted',
  title: 'Listings and offers',
  verdict: 'trust',
  explanation:
    'Listed NFTs and offers are found by asking a node for all accounts of the program that are about this coin. Not every node answers that. Where one does, every one of them is looked up.',
  finding: 'This node does not list listings and offers, so they were not counted.',
}

/** `shownListed` only where it was read after the same event as the chain. */
export function nftMarketLines(
  reading: NftMarketReading | undefined,
  shownListed: ShownListed | undefined,
): readonly ProofLine[] {
  return reading === undefined ? [NOT_COUNTED] : [listedLine(reading, shownListed), offersLine(reading)]
}

/** The site's clock and the chain's may differ by this much: what ends within it may count there and not here. */
const CLOCK_SECONDS = 60n

/** How many are for sale at that moment; undefined where clocks decide it. */
function forSaleAt(listings: readonly ReadListing[], unixSeconds: bigint): number | undefined {
  const ends = listings.flatMap(({ listing }) => (listing === undefined ? [] : [listing.expiresAtSeconds]))
  const isClose = (end: bigint) => end > unixSeconds - CLOCK_SECONDS && end < unixSeconds + CLOCK_SECONDS
  return ends.some(isClose) ? undefined : ends.filter((end) => end > unixSeconds).length
}

function listedLine({ listings }: NftMarketReading, shownListed: ShownListed | undefined): ProofLine {
  const head = {
    id: 'listed',
    title: 'Every listed NFT is there',
    explanation:
      'An NFT that is for sale lies in an account of the program, at an address that is computed from the NFT. It leaves that account when somebody buys it, when its owner takes it back, and in no other way. Every one was looked up.',
  }
  const wrong = listings.flatMap((each) => {
    const problem = problemOf(each)
    return problem === undefined ? [] : [`${nameOf(each)} ${problem}`]
  })
  const sum: Sum = {
    unit: 'NFTs',
    whole: { label: 'Listed', amount: BigInt(listings.length) },
    parts: [{ label: 'In accounts of the program', amount: BigInt(listings.length - wrong.length) }],
  }
  if (wrong.length > 0) return { ...head, verdict: 'broken', finding: `${wrong.join('; ')}.`, sum }
  const forSale = shownListed && forSaleAt(listings, shownListed.unixSeconds)
  if (forSale === undefined)
    return { ...head, verdict: 'holds', finding: `${countText(listings.length)}.`, sum }
  const ended = listings.length - forSale
  const words = `${countText(listings.length)}${ended === 0 ? '' : `, ${groupThousands(ended)} of them past their end`}`
  return shownListed?.listed === forSale
    ? { ...head, verdict: 'holds', finding: `${words}. This site says the same.`, sum }
    : {
        ...head,
        verdict: 'broken',
        finding: `${words}; this site says that ${groupThousands(shownListed?.listed ?? 0)} are for sale.`,
        sum,
      }
}

const countText = (count: number): string =>
  count === 0
    ? 'No NFT is listed'
    : count === 1
      ? '1 NFT is listed'
      : `${groupThousands(count)} NFTs are listed`

const nameOf = ({ listing, address }: ReadListing): string =>
  listing === undefined ? `The account ${address}` : `NFT #${listing.edition}`

/** Why a listing does not hold; undefined where it does. */
function problemOf({ address, listing, expected, listedNft }: ReadListing): string | undefined {
  if (listing === undefined) return 'is no listing that can be read'
  if (listing.nftMint !== expected.nftMint) return 'is listed by the name of another NFT'
  if (address !== expected.listing) return 'is listed at an address that is not its own'
  if (listedNft === undefined || listedNft.owner !== TOKEN_2022_PROGRAM)
    return 'is listed, and its account is not there'
  try {
    const held = decodeTokenAccount(listedNft.data)
    if (held.mint !== listing.nftMint || held.baseUnits !== 1n) return 'is listed, and not in its account'
    if (held.owner !== address) return 'lies in an account of somebody else'
    if (held.delegate !== undefined || held.closeAuthority !== undefined || held.isFrozen)
      return 'lies in an account over which somebody else has power'
  } catch {
    return 'lies in an account that can’t be read'
  }
  return undefined
}

function offersLine({ offers }: NftMarketReading): ProofLine {
  const head = {
    id: 'offers',
    title: 'Every offer holds its SOL',
    explanation:
      'Whoever makes an offer locks its SOL in an account of its own, with the rent of the account in which the NFT would be held. It goes to the seller who accepts, or back to the bidder, who can take it back at any time, and nowhere else. Every offer was looked up; one that holds less than it promises would show here.',
  }
  const rent = rentLamports(OFFER_BYTES)
  const add = (of: (offer: NftMarketReading['offers'][number]) => bigint) =>
    offers.reduce((total, offer) => total + of(offer), 0n)
  const unasked = offers.map(
    ({ lamports, priceLamports, nftRentLamports }) => lamports - priceLamports - nftRentLamports - rent,
  )
  const short = unasked.filter((lamports) => lamports < 0n)
  const sum: Sum = {
    unit: 'SOL',
    whole: { label: `Held by ${offersText(offers.length)}`, amount: add(({ lamports }) => lamports) },
    parts: [
      { label: 'Prices offered', amount: add(({ priceLamports }) => priceLamports) },
      { label: 'For the bidders’ NFT accounts', amount: add(({ nftRentLamports }) => nftRentLamports) },
      { label: 'Rent of the offers’ accounts', amount: rent * BigInt(offers.length) },
    ],
  }
  // What one has too much says nothing of what another lacks.
  if (short.length > 0) {
    const missing = short.reduce((total, lamports) => total - lamports, 0n)
    const where = short.length === 1 ? '1 offer' : `${groupThousands(short.length)} offers`
    return {
      ...head,
      verdict: 'broken',
      finding: `${amountText('SOL', missing)} are missing in ${where}.`,
      sum,
    }
  }
  const surplus = unasked.reduce((total, lamports) => total + lamports, 0n)
  const locked = amountText(
    'SOL',
    add(({ priceLamports }) => priceLamports),
  )
  return {
    ...head,
    ...sumSaid(
      sum,
      surplus,
      offers.length === 0 ? 'There is no offer.' : `${locked} are locked in ${offersText(offers.length)}.`,
    ),
  }
}

const offersText = (count: number): string => (count === 1 ? '1 offer' : `${groupThousands(count)} offers`)
