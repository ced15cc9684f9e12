// Histories of the NFTs' market, made by hand and at random: events as the program would write them, without the program.
import type { Address } from '@solana/kit'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { coinsValueLamports, saleOf } from '@twinmint/sdk/core/nft-sale'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import { STANDARD_CHOICES, STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { collectionIdOf, type LoggedEvent } from '../packages/server/index/event-rows.ts'
import type { Random } from '../program/test/random.ts'

export const mint = createKeypair().address
export const [ann, ben, cat] = [createKeypair().address, createKeypair().address, createKeypair().address]
export const id = collectionIdOf(mint)

/** 2027, and long after it. */
export const BEGIN = 1_800_000_000n
export const LATER = 4_000_000_000n
export const NFT_UNITS = baseUnits(1_000_000_000_000n)
export const RESERVES = {
  reserveLamports: lamports(30_000_000_000n),
  reserveBaseUnits: baseUnits(1_000_000_000_000_000n),
  realLamports: lamports(0n),
}
/** What an NFT's coins bring: 29,970,029 lamports. */
export const F = coinsValueLamports(RESERVES)
export const SALE_TERMS = { royaltyBps: 500n, marketFeeBps: 100n }

export type EventDraft = ProgramEvent extends infer One
  ? One extends ProgramEvent
    ? Omit<One, 'sequence' | 'mint' | 'unixSeconds' | keyof typeof RESERVES>
    : never
  : never

/** The events of a coin from its launch on. */
export function historyOf(drafts: readonly EventDraft[], mintAddress: Address = mint): LoggedEvent[] {
  const launch: EventDraft = {
    kind: 'launch',
    who: ann,
    terms: STANDARD_TERMS,
    choices: STANDARD_CHOICES,
    texts: { name: 'Coin', symbol: 'COIN', collectionName: 'Coins', uri: 'http://x/1' },
  }
  return [launch, ...drafts].map((draft, at) => {
    const fields = {
      sequence: BigInt(at + 1),
      mint: mintAddress,
      unixSeconds: BEGIN + BigInt(at),
      ...RESERVES,
    }
    const event = { ...fields, ...draft } as ProgramEvent
    return { event, signature: `${mintAddress} ${event.sequence}`, slot: 400n + event.sequence }
  })
}

export const capture = (who: Address, edition: number): EventDraft => {
  return { kind: 'capture', who, edition, minted: true, baseUnits: NFT_UNITS }
}
export const list = (who: Address, edition: number, price: bigint, expiresAtSeconds = LATER): EventDraft => {
  return { kind: 'list', who, edition, priceLamports: lamports(price), expiresAtSeconds }
}
export const cancel = (who: Address, edition: number, price: bigint): EventDraft => {
  return { kind: 'cancelListing', who, edition, priceLamports: lamports(price) }
}
export const saleFields = (edition: number, due: bigint) => {
  const { royaltyLamports, platformFeeLamports } = saleOf(lamports(due), F, SALE_TERMS)
  return { edition, dueLamports: lamports(due), royaltyLamports, platformFeeLamports }
}
export const buy = (who: Address, seller: Address, edition: number, due: bigint): EventDraft => {
  return { kind: 'buyListing', who, seller, ...saleFields(edition, due) }
}
export const offer = (
  who: Address,
  address: Address,
  price: bigint,
  editions: readonly number[],
  expiresAtSeconds = LATER,
): EventDraft => {
  const priceLamports = lamports(price)
  return { kind: 'offer', who, offer: address, nonce: 7n, priceLamports, expiresAtSeconds, editions }
}
export const accept = (
  who: Address,
  bidder: Address,
  address: Address,
  edition: number,
  price: bigint,
): EventDraft => {
  return { kind: 'acceptOffer', who, bidder, offer: address, ...saleFields(edition, price) }
}

export const SOL = 1_000_000_000n

/** Swaps, listings, offers and sales of several wallets, as the program would let them through. */
export function crowd(random: Random, steps: number): LoggedEvent[] {
  const wallets = [ann, ben, cat]
  const some = <T>(of: readonly T[]) => (of.length === 0 ? undefined : of[random.below(of.length)])
  const owners = new Map<number, Address>()
  const listed = new Set<number>()
  const offers = new Map<Address, { bidder: Address; editions: readonly number[]; price: bigint }>()
  const known = [createKeypair().address, createKeypair().address, createKeypair().address]
  let minted = 0
  const draft = (): EventDraft => {
    const who = some(wallets)!
    const price = random.between(1n, 3n * SOL)
    const [edition, owner] = some([...owners]) ?? []
    const bid = some(known)!
    const placed = offers.get(bid)
    switch (random.below(7)) {
      case 0:
        if (edition !== undefined && !listed.has(edition)) {
          listed.add(edition)
          return list(owner!, edition, price)
        }
        break
      case 1:
        if (edition !== undefined && listed.has(edition))
          return { ...list(owner!, edition, price), kind: 'updateListing' } as EventDraft
        break
      case 2:
        if (edition !== undefined && listed.delete(edition)) return cancel(owner!, edition, price)
        break
      case 3:
        if (edition !== undefined && listed.delete(edition)) {
          owners.set(edition, who)
          return buy(who, owner!, edition, price > F ? price : F)
        }
        break
      case 4:
        if (!placed) {
          const editions = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(6))
          offers.set(bid, { bidder: who, editions, price })
          return offer(
            who,
            bid,
            price,
            [...new Set(editions)].sort((a, b) => a - b),
          )
        }
        break
      case 5:
        if (placed) {
          const taken = placed.editions.find((one) => owners.has(one) && !listed.has(one))
          offers.delete(bid)
          if (taken === undefined)
            return {
              kind: 'cancelOffer',
              who: placed.bidder,
              offer: bid,
              priceLamports: lamports(placed.price),
            }
          const seller = owners.get(taken)!
          owners.set(taken, placed.bidder)
          return accept(seller, placed.bidder, bid, taken, placed.price)
        }
        break
    }
    if (edition !== undefined && !listed.has(edition) && random.below(2) === 0) {
      owners.delete(edition)
      return { kind: 'release', who: owner!, edition, baseUnits: NFT_UNITS }
    }
    owners.set(++minted, who)
    return capture(who, minted)
  }
  return historyOf(Array.from({ length: steps }, draft))
}
