// What bots do in a coin's NFT market, by the calls that pages use: they list, buy, make offers, accept them, and take back what
// they listed or offered. What is refused is dropped by the market that runs them.

import type { MarketNftsPage, OffersPage, WalletOffersPage } from '@twinmint/sdk/api/nft-market/contract'
import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { coinsValueLamports } from '@twinmint/sdk/core/nft-sale'
import { EDITIONS, type Rarity, rarityOf } from '@twinmint/sdk/core/rarity'
import type { Bot } from './bot.ts'
import {
  askedSol,
  bidSol,
  decideNftMarketAction,
  LISTED_DAYS,
  LISTED_MAX,
  lamportsText,
  mayList,
  OFFERED_DAYS,
  OFFERS_MAX,
  pickListing,
} from './nft-market-rules.ts'
import { type Chance, pickWeighted } from './rules.ts'

/** Looked at of what a list has more of. */
const LOOKED_AT = 20
const DAY_MS = 86_400_000
/** A buyer allows this much more than the listing costs now, a seller takes this much less than the offer brings. */
const SLACK = 0.1

/** One action of one bot in the NFT market of a coin, or none where none is possible. */
export async function tradeNfts(collection: Collection, bots: readonly Bot[], chance: Chance): Promise<void> {
  const bot = pickWeighted(bots, () => 1, chance)
  if (!bot) return
  const { id } = collection
  const coinsSol = coinsSolOf(collection)
  const { listed } = await bot.get<NftStats>(`/api/collections/${id}/nft-figures`)
  const action = decideNftMarketAction({ coinsSol, listed }, chance)
  // Who has enough of its own open does what empties the market.
  if (action === 'buy' || (action === 'list' && !(await list(id, bots, coinsSol, chance))))
    await buy(id, bot, coinsSol, chance)
  else if (action === 'accept' || (action === 'offer' && !(await offer(id, bot, coinsSol, chance))))
    await accept(id, bots, chance)
  else if (action === 'takeBack') await takeBack(id, bots, chance)
}

const coinsSolOf = ({ reserveLamports, reserveBaseUnits }: Collection): number =>
  Number(
    coinsValueLamports({
      reserveLamports: lamports(BigInt(reserveLamports)),
      reserveBaseUnits: baseUnits(BigInt(reserveBaseUnits)),
    }),
  ) / 1e9

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

/** In a random order: who can do it is found by asking one after the other. */
function shuffled(bots: readonly Bot[], chance: Chance): readonly Bot[] {
  const first = Math.floor(chance() * bots.length)
  return [...bots.slice(first), ...bots.slice(0, first)]
}

/** NFTs of wallets, listed or not; with `owner` those of one. */
async function held(id: string, bot: Bot, owner?: string) {
  const of = owner === undefined ? '' : `&owner=${owner}`
  const { nfts } = await bot.get<NftsPage>(`/api/collections/${id}/nfts?state=wallet${of}&limit=${LOOKED_AT}`)
  return nfts.flatMap(({ mintAddress, listing, tokenId, rarity, ownerAddress }) =>
    mintAddress === null ? [] : [{ mintAddress, tokenId, rarity, ownerAddress, isListed: listing !== null }],
  )
}

/** False where no bot may list one more. */
async function list(id: string, bots: readonly Bot[], coinsSol: number, chance: Chance): Promise<boolean> {
  for (const bot of shuffled(bots, chance)) {
    const own = await held(id, bot, bot.address)
    const listed = await bot.get<NftsPage>(
      `/api/collections/${id}/nfts?state=listed&owner=${bot.address}&limit=${LISTED_MAX}`,
    )
    if (!mayList({ held: own.length, listed: listed.nfts.length })) continue
    const unlisted = own.filter(({ isListed }) => !isListed)
    const nft = pickWeighted(unlisted, () => 1, chance)
    if (nft === undefined) continue
    await bot.fund(0)
    const priceLamports = lamportsText(askedSol(nft.rarity, coinsSol, chance))
    await bot.nftMarket('list', id, {
      nfts: [{ nftMint: nft.mintAddress, priceLamports }],
      expiresAt: inDays(LISTED_DAYS),
    })
    return true
  }
  return false
}

/** Whoever listed it: a bot, or a visitor who asks what a bot would. */
async function buy(id: string, bot: Bot, coinsSol: number, chance: Chance): Promise<void> {
  const { nfts } = await bot.get<NftsPage>(
    `/api/collections/${id}/nfts?state=listed&sort=priceLow&limit=${LOOKED_AT}`,
  )
  const listings = nfts.flatMap(({ mintAddress, listing, rarity }) =>
    mintAddress === null || listing === null || listing.sellerAddress === bot.address
      ? []
      : [{ mintAddress, rarity, dueSol: Math.max(Number(listing.priceLamports) / 1e9, coinsSol) }],
  )
  const listing = pickListing(listings, coinsSol, chance)
  if (listing === undefined) return
  const most = listing.dueSol * (1 + SLACK)
  await bot.fund(most)
  await bot.nftMarket('buy', id, { nftMint: listing.mintAddress, lamportsMax: lamportsText(most) })
}

/** For a number that somebody else has, or for all of its rarity where that is no common one; false where it makes none. */
async function offer(id: string, bot: Bot, coinsSol: number, chance: Chance): Promise<boolean> {
  const own = await bot.get<OffersPage>(
    `/api/collections/${id}/offers?bidder=${bot.address}&limit=${OFFERS_MAX}`,
  )
  if (own.offers.length >= OFFERS_MAX) return false
  const others = (await held(id, bot)).filter(({ ownerAddress }) => ownerAddress !== bot.address)
  const wanted = pickWeighted(others, () => 1, chance)
  if (wanted === undefined) return false
  const { rarity, tokenId } = wanted
  const editions = rarity !== 'common' && chance() < 0.5 ? editionsOf(rarity) : [tokenId]
  const sol = bidSol(rarity, coinsSol, chance)
  await bot.fund(sol)
  await bot.nftMarket('offer', id, {
    priceLamports: lamportsText(sol),
    editions,
    expiresAt: inDays(OFFERED_DAYS),
  })
  return true
}

const editionsOf = (rarity: Rarity): readonly number[] =>
  Array.from({ length: EDITIONS }, (_, at) => at + 1).filter((edition) => rarityOf(edition).rarity === rarity)

async function accept(id: string, bots: readonly Bot[], chance: Chance): Promise<void> {
  for (const bot of shuffled(bots, chance)) {
    const { offers } = await bot.get<WalletOffersPage>(
      `/api/marketplace/offers/${bot.address}?side=received&limit=${LOOKED_AT}`,
    )
    const [best] = offers.filter(({ collectionId }) => collectionId === id)
    if (best === undefined) continue
    const mine = await held(id, bot, bot.address)
    const nft = mine.find(({ tokenId }) => best.heldEditions.includes(tokenId))
    if (nft === undefined) continue
    await bot.fund(0)
    await bot.nftMarket('accept', id, {
      offer: best.address,
      nftMint: nft.mintAddress,
      lamportsMin: lamportsText((Number(best.priceLamports) / 1e9) * (1 - SLACK)),
    })
    return
  }
}

/** What has expired first, of whatever coin; else something in this one, so that what is shown changes. */
async function takeBack(id: string, bots: readonly Bot[], chance: Chance): Promise<void> {
  const isOver = ({ expiresAt }: { readonly expiresAt: string }) => Date.parse(expiresAt) <= Date.now()
  for (const bot of shuffled(bots, chance)) {
    const { offers } = await bot.get<WalletOffersPage>(
      `/api/marketplace/offers/${bot.address}?side=made&limit=${LOOKED_AT}`,
    )
    const { nfts } = await bot.get<MarketNftsPage>(
      `/api/marketplace/listings/${bot.address}?limit=${LOOKED_AT}`,
    )
    const ended = offers.find(isOver)
    if (ended !== undefined)
      return bot.nftMarket('cancel-offer', ended.collectionId, { offers: [ended.address] })
    const listed = nfts.filter(({ listing, collectionId }) =>
      listing === null ? false : isOver(listing) || collectionId === id,
    )
    const back = listed.find(({ listing }) => listing !== null && isOver(listing)) ?? listed.at(-1)
    if (back?.mintAddress === null || back?.mintAddress === undefined) continue
    await bot.fund(0)
    return bot.nftMarket('cancel', back.collectionId, {
      nftMints: [back.mintAddress],
      andRelease: chance() < 0.3,
    })
  }
}
