// Histories of coins at random, of all kinds of events, with each event's record as the program would write it; a history can be
// continued in two ways. Without the program.
import type { Address } from '@solana/kit'
import { type CurveState, launchState, NFT_BASE_UNITS, quoteBuy, quoteSell } from '@twinmint/sdk/core/curve'
import { baseUnits, type Lamports, lamports } from '@twinmint/sdk/core/money'
import { Writer } from '@twinmint/sdk/program/bytes'
import { decodeEvent, type ProgramEvent } from '@twinmint/sdk/program/events'
import { FEE_SHARES_TAGS, type FeeSharesState } from '@twinmint/sdk/program/fee-shares'
import { TAGS } from '@twinmint/sdk/program/instructions'
import { editionSet, NFT_MARKET_TAGS } from '@twinmint/sdk/program/nft-market'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { STANDARD_CHOICES, STANDARD_TERMS, writeChoices, writeTerms } from '@twinmint/sdk/program/terms'
import { createKeypair } from '../packages/localnet/keypair.ts'
import type { Random } from '../program/test/random.ts'

const KIND_TAGS: Readonly<Record<string, number>> = { ...TAGS, ...FEE_SHARES_TAGS, ...NFT_MARKET_TAGS }
const RECEIVERS_MAX = 4

/** What stands in a record's fixed part for this kind. */
function headOf(event: ProgramEvent) {
  const head = { flags: 0, edition: 0, moved: 0n, coins: 0n, fee: 0n, creatorFee: 0n, burned: 0n }
  const edition = 'edition' in event ? event.edition : 0
  switch (event.kind) {
    case 'buy':
      return {
        ...head,
        flags: event.graduated ? 1 : 0,
        moved: event.lamportsIn,
        coins: event.baseUnitsOut,
        fee: event.surchargeLamports,
        burned: event.burnedBaseUnits,
      }
    case 'sell':
      return {
        ...head,
        moved: event.lamportsOut,
        coins: event.baseUnitsIn,
        fee: event.feeLamports,
        creatorFee: event.creatorFeeLamports,
      }
    case 'capture':
      return { ...head, edition, flags: event.minted ? 2 : 0, coins: event.baseUnits }
    case 'release':
      return { ...head, edition, coins: event.baseUnits }
    case 'boost':
      return { ...head, moved: event.lamportsIn }
    case 'launch':
    case 'offerFeeShares':
      return head
    case 'buyListing':
    case 'acceptOffer': {
      const fee = event.royaltyLamports + event.platformFeeLamports
      return { ...head, edition, moved: event.dueLamports, fee, creatorFee: event.royaltyLamports }
    }
    case 'list':
    case 'updateListing':
    case 'cancelListing':
    case 'offer':
    case 'cancelOffer':
    case 'claimCreatorFees':
    case 'collect':
    case 'setFeeShares':
    case 'drawFeeShare':
    case 'acceptFeeShares':
      return { ...head, edition, moved: 'priceLamports' in event ? event.priceLamports : event.lamportsOut }
  }
}

function writeShares(writer: Writer, { authority, pendingAuthority, receivers }: FeeSharesState): Writer {
  writer
    .address(authority)
    .address(pendingAuthority ?? SYSTEM_PROGRAM)
    .u8(receivers.length)
  for (let place = 0; place < RECEIVERS_MAX; place++) {
    const receiver = receivers[place]
    writer.address(receiver?.address ?? SYSTEM_PROGRAM).u64(receiver?.drawnLamports ?? 0n)
    writer.u16(receiver?.bps ?? 0).u8(receiver?.isConfirmed ? 1 : 0)
  }
  return writer
}

function writeTail(writer: Writer, event: ProgramEvent): Writer {
  switch (event.kind) {
    case 'launch': {
      const { name, symbol, collectionName, uri } = event.texts
      writeChoices(writeTerms(writer, event.terms), event.choices)
      return writer.text(name).text(symbol).text(collectionName).text(uri)
    }
    case 'boost':
      return writer.u64(event.boostedUntilSeconds)
    case 'list':
    case 'updateListing':
      return writer.u64(event.expiresAtSeconds)
    case 'buyListing':
      return writer.address(event.seller)
    case 'offer':
      writer.address(event.offer).u64(event.nonce).u64(event.expiresAtSeconds)
      return writer.bytes(editionSet(event.editions))
    case 'cancelOffer':
      return writer.address(event.offer)
    case 'acceptOffer':
      return writer.address(event.offer).address(event.bidder)
    case 'setFeeShares':
    case 'acceptFeeShares':
      writeShares(writer, event.feeShares)
      for (const paid of event.paidLamports) writer.u64(paid)
      return writer
    case 'drawFeeShare':
    case 'offerFeeShares':
      return writeShares(writer, event.feeShares)
    case 'buy':
    case 'sell':
    case 'capture':
    case 'release':
    case 'claimCreatorFees':
    case 'collect':
    case 'cancelListing':
      return writer
  }
}

/** An event's bytes, as docs/program.md has them. */
export function recordOf(event: ProgramEvent): Uint8Array {
  const head = headOf(event)
  const writer = new Writer()
    .u8(KIND_TAGS[event.kind] ?? 0)
    .u8(2)
    .u8(head.flags)
    .u8(0)
    .u32(head.edition)
  writer.u64(event.sequence).address(event.mint).address(event.who)
  for (const value of [head.moved, head.coins, head.fee, head.creatorFee]) writer.u64(value)
  for (const value of [event.reserveLamports, event.reserveBaseUnits, event.realLamports]) writer.u64(value)
  return writeTail(writer.u64(head.burned).u64(event.unixSeconds), event).finish()
}

type Fields = 'sequence' | 'mint' | 'unixSeconds' | 'reserveLamports' | 'reserveBaseUnits' | 'realLamports'
type EventDraft = ProgramEvent extends infer One
  ? One extends ProgramEvent
    ? Omit<One, Fields>
    : never
  : never

interface Coin {
  readonly mint: Address
  sequence: number
  curve: CurveState
  owed: bigint
  locked: bigint
  minted: number
  readonly coins: Map<Address, bigint>
  /** Of NFTs that are out. */
  readonly owners: Map<number, Address>
  readonly inEscrow: Set<number>
  readonly listed: Set<number>
  /** Where offers for its NFTs may lie. */
  readonly places: readonly [Address, ...Address[]]
  readonly offers: Map<
    Address,
    { readonly bidder: Address; readonly edition: number; readonly price: bigint }
  >
  shares: FeeSharesState | undefined
  boostedUntil: bigint
}

export interface Story {
  seconds: bigint
  readonly coins: Coin[]
}

/** The wallets that take part. */
export type Cast = readonly [Address, ...Address[]]

/** The same up to now, to be continued in another way. */
export const copyOf = (story: Story): Story => structuredClone(story)

export function launch(story: Story, random: Random, cast: Cast, mint: Address): ProgramEvent {
  const curve = launchState({
    ...STANDARD_TERMS,
    ...STANDARD_CHOICES,
    sellFeeBps: 100n,
    creatorShareBps: 5_000n,
  })
  const coin: Coin = {
    mint,
    sequence: 0,
    curve,
    owed: 0n,
    locked: 0n,
    minted: 0,
    coins: new Map(),
    owners: new Map(),
    inEscrow: new Set(),
    listed: new Set(),
    places: [createKeypair().address, createKeypair().address],
    offers: new Map(),
    shares: undefined,
    boostedUntil: 0n,
  }
  story.coins.push(coin)
  const texts = { name: 'Coin', symbol: 'COIN', collectionName: 'Coins', uri: 'http://x/1' }
  return happen(story, random, coin, {
    kind: 'launch',
    who: random.pick(cast),
    texts,
    terms: STANDARD_TERMS,
    choices: STANDARD_CHOICES,
  })
}

/** Adds to the coin's history whatever may happen next. */
export function goOn(story: Story, random: Random, cast: Cast, coin: Coin): ProgramEvent {
  const who = random.pick(cast)
  for (;;) {
    const draft = random.pick(ACTIONS)(coin, who, { random, cast, seconds: story.seconds })
    if (draft) return happen(story, random, coin, draft)
  }
}

function happen(story: Story, random: Random, coin: Coin, draft: EventDraft): ProgramEvent {
  // A few events an hour.
  story.seconds += random.between(0n, 2_500n)
  const { reserveLamports, reserveBaseUnits, realLamports } = coin.curve
  return {
    sequence: BigInt(++coin.sequence),
    mint: coin.mint,
    unixSeconds: story.seconds,
    reserveLamports,
    reserveBaseUnits,
    realLamports,
    ...draft,
  }
}

interface Moment {
  readonly random: Random
  readonly cast: Cast
  readonly seconds: bigint
}
type Doing = (coin: Coin, who: Address, moment: Moment) => EventDraft | undefined

const SOL = 1_000_000_000n
const LATER = 4_000_000_000n
const heldOf = (coin: Coin, who: Address): bigint => coin.coins.get(who) ?? 0n
const some = <T>(random: Random, of: Iterable<T>): T | undefined => {
  const all = [...of]
  return all.length === 0 ? undefined : all[random.below(all.length)]
}

const buy: Doing = (coin, who, { random }) => {
  const lamportsIn = lamports(random.pick([random.between(1n, SOL), random.between(1n, 3n * SOL), 8n * SOL]))
  const quote = quoteBuy(coin.curve, lamportsIn, { nowSeconds: 0n })
  if (quote.kind === 'refused') return undefined
  coin.curve = quote.after
  coin.coins.set(who, heldOf(coin, who) + quote.baseUnitsOut)
  const { baseUnitsOut, graduates: graduated } = quote
  const surchargeLamports = lamports(random.below(3) === 0 ? lamportsIn / 7n : 0n)
  coin.locked += surchargeLamports
  const burnedBaseUnits = baseUnits(graduated ? 1_000n : 0n)
  return { kind: 'buy', who, lamportsIn, surchargeLamports, baseUnitsOut, graduated, burnedBaseUnits }
}

const sell: Doing = (coin, who, { random }) => {
  const baseUnitsIn = baseUnits(heldOf(coin, who) / random.between(1n, 4n))
  const quote = quoteSell(coin.curve, baseUnitsIn)
  if (quote.kind === 'refused') return undefined
  coin.curve = quote.after
  coin.coins.set(who, heldOf(coin, who) - baseUnitsIn)
  const { lamportsOut, feeLamports, creatorFeeLamports } = quote
  coin.owed += creatorFeeLamports
  return { kind: 'sell', who, baseUnitsIn, lamportsOut, feeLamports, creatorFeeLamports }
}

const capture: Doing = (coin, who, { random }) => {
  if (heldOf(coin, who) < NFT_BASE_UNITS) return undefined
  const taken = some(random, coin.inEscrow)
  const minted = taken === undefined || random.below(2) === 0
  const edition = minted ? ++coin.minted : taken
  coin.inEscrow.delete(edition)
  coin.owners.set(edition, who)
  coin.coins.set(who, heldOf(coin, who) - NFT_BASE_UNITS)
  return { kind: 'capture', who, edition, minted, baseUnits: NFT_BASE_UNITS }
}

const freeNftOf = (coin: Coin, who: Address, random: Random): number | undefined =>
  some(
    random,
    [...coin.owners].flatMap(([edition, owner]) =>
      owner === who && !coin.listed.has(edition) ? [edition] : [],
    ),
  )

const release: Doing = (coin, who, { random }) => {
  const edition = freeNftOf(coin, who, random)
  if (edition === undefined) return undefined
  coin.owners.delete(edition)
  coin.inEscrow.add(edition)
  coin.coins.set(who, heldOf(coin, who) + NFT_BASE_UNITS)
  return { kind: 'release', who, edition, baseUnits: NFT_BASE_UNITS }
}

const boost: Doing = (coin, who, { random, seconds }) => {
  if (random.below(3) > 0) return undefined
  const from = coin.boostedUntil > seconds ? coin.boostedUntil : seconds
  coin.boostedUntil = from + 86_400n
  return { kind: 'boost', who, lamportsIn: lamports(SOL), boostedUntilSeconds: coin.boostedUntil }
}

const collect: Doing = (_coin, who, { random }) =>
  random.below(3) > 0 ? undefined : { kind: 'collect', who, lamportsOut: lamports(7n) }

const claim: Doing = (coin, who) => {
  if (coin.shares || coin.owed === 0n) return undefined
  const lamportsOut = lamports(coin.owed)
  coin.owed = 0n
  return { kind: 'claimCreatorFees', who, lamportsOut }
}

const share: Doing = (coin, who, { random, cast }) => {
  const paid = coin.owed
  const count = BigInt(Math.max(1, coin.shares?.receivers.length ?? 1))
  const paidLamports = Array.from({ length: RECEIVERS_MAX }, (_, place) =>
    lamports(place < Number(count) ? paid / count : 0n),
  )
  const lamportsOut = lamports(paidLamports.reduce((sum, each) => sum + each, 0n))
  coin.owed -= lamportsOut
  const addresses = [...new Set([random.pick(cast), random.pick(cast)])]
  const authority = coin.shares?.pendingAuthority ?? coin.shares?.authority ?? who
  const kind = coin.shares?.pendingAuthority ? 'acceptFeeShares' : 'setFeeShares'
  coin.shares = {
    authority,
    pendingAuthority: undefined,
    receivers: addresses.map((address) => ({
      address,
      bps: 10_000 / addresses.length,
      isConfirmed: false,
      drawnLamports: lamports(0n),
    })),
  }
  return { kind, who: authority, lamportsOut, paidLamports, feeShares: coin.shares }
}

const draw: Doing = (coin, _who, { random }) => {
  const receiver = some(random, coin.shares?.receivers ?? [])
  if (!coin.shares || !receiver) return undefined
  const lamportsOut = lamports(coin.owed / 2n)
  coin.owed -= lamportsOut
  const receivers = coin.shares.receivers.map((each) =>
    each === receiver
      ? { ...each, isConfirmed: true, drawnLamports: lamports(each.drawnLamports + lamportsOut) }
      : each,
  )
  coin.shares = { ...coin.shares, receivers }
  return { kind: 'drawFeeShare', who: receiver.address, lamportsOut, feeShares: coin.shares }
}

const offerShares: Doing = (coin, who) => {
  if (!coin.shares) return undefined
  const { authority } = coin.shares
  coin.shares = { ...coin.shares, pendingAuthority: who }
  return { kind: 'offerFeeShares', who: authority, feeShares: coin.shares }
}

const list: Doing = (coin, who, { random }) => {
  const edition = freeNftOf(coin, who, random)
  if (edition === undefined) return undefined
  coin.listed.add(edition)
  const priceLamports = lamports(random.between(1n, SOL))
  return { kind: 'list', who, edition, priceLamports, expiresAtSeconds: LATER }
}

const relist: Doing = (coin, _who, { random }) => {
  const edition = some(random, coin.listed)
  const seller = edition === undefined ? undefined : coin.owners.get(edition)
  if (edition === undefined || seller === undefined) return undefined
  const priceLamports = lamports(random.between(1n, SOL))
  if (random.below(2) === 0)
    return { kind: 'updateListing', who: seller, edition, priceLamports, expiresAtSeconds: LATER }
  coin.listed.delete(edition)
  return { kind: 'cancelListing', who: seller, edition, priceLamports }
}

/** The coins' own worth is above any fee. */
function saleAt(coin: Coin, dueLamports: Lamports) {
  const royaltyLamports = lamports(dueLamports / 20n)
  coin.owed += royaltyLamports
  return { dueLamports, royaltyLamports, platformFeeLamports: lamports(dueLamports / 100n) }
}

const buyListing: Doing = (coin, who, { random }) => {
  const edition = some(random, coin.listed)
  const seller = edition === undefined ? undefined : coin.owners.get(edition)
  if (edition === undefined || seller === undefined) return undefined
  coin.listed.delete(edition)
  coin.owners.set(edition, who)
  return {
    kind: 'buyListing',
    who,
    seller,
    edition,
    ...saleAt(coin, lamports(random.between(SOL, 2n * SOL))),
  }
}

const bid: Doing = (coin, who, { random }) => {
  const address = random.pick(coin.places)
  const placed = coin.offers.get(address)
  if (placed) {
    coin.offers.delete(address)
    const { bidder, edition, price } = placed
    const owner = coin.owners.get(edition)
    if (owner === undefined || coin.listed.has(edition))
      return { kind: 'cancelOffer', who: bidder, offer: address, priceLamports: lamports(price) }
    coin.owners.set(edition, bidder)
    const sale = saleAt(coin, lamports(price))
    return { kind: 'acceptOffer', who: owner, bidder, offer: address, edition, ...sale }
  }
  const edition = some(random, coin.owners.keys()) ?? 1
  const price = random.between(SOL, 2n * SOL)
  coin.offers.set(address, { bidder: who, edition, price })
  return {
    kind: 'offer',
    who,
    offer: address,
    nonce: 7n,
    priceLamports: lamports(price),
    expiresAtSeconds: LATER,
    editions: [edition],
  }
}

const ACTIONS: readonly [Doing, ...Doing[]] = [
  ...([buy, buy, buy, sell, sell, capture, capture, release, boost, collect, claim] as const),
  ...([share, draw, offerShares, list, list, relist, buyListing, bid] as const),
]

/** As a node's answer says it. */
export const asRead = (event: ProgramEvent) => {
  const record = recordOf(event)
  return { event: decodeEvent(record), record }
}
