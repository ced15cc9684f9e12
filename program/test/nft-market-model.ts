// What the chain should hold of the NFT market, in plain BigInt, from docs/program.md: who has which NFT and how many
// lamports, what is listed and offered, and why something is refused. Knows nothing of the chain but the rent. Tests only.
import type { Address } from '@solana/kit'
import type { CurveState } from '@twinmint/sdk/core/curve'
import { NFT_PRICE } from './harness.ts'

const U64 = (1n << 64n) - 1n
const EXPIRY_MAX = 366n * 86_400n
const WINDOW = 64
export const LISTING = 160
export const OFFER = 256
const ACCOUNT = 165
const ASSOCIATED = 170

/** Where an NFT is or may be. `accounts`: each user's associated one. */
export interface NftPlaces {
  readonly mint: Address
  readonly listing: Address
  readonly listedNft: Address
  readonly escrowNft: Address
  readonly accounts: readonly Address[]
}

/** Who has an NFT: a user's number, the escrow, or the listing. */
export type Holder = number | 'escrow' | 'listed'

export interface Book {
  curve: CurveState
  /** The slot in which the reserves last changed, and those with which it began. */
  start: { readonly slot: bigint; readonly curve: Pick<CurveState, 'reserveLamports' | 'reserveBaseUnits'> }
  readonly royaltyBps: bigint
  readonly marketFeeBps: bigint
  readonly mint: Address
  owed: bigint
  treasuryOwed: bigint
  /** Lamports that are nobody's: the rent at the launch, and gifts. */
  surplus: bigint
  vault: bigint
  supply: bigint
  sequence: bigint
  readonly holdings: bigint[]
  readonly nfts: Map<number, Holder>
}

export interface ListingEntry {
  readonly coin: number
  readonly edition: number
  readonly seller: number
  price: bigint
  expiresAt: bigint
  readonly createdAt: bigint
}

export interface OfferEntry {
  readonly coin: number
  readonly bidder: number
  readonly nonce: bigint
  readonly price: bigint
  readonly expiresAt: bigint
  readonly createdAt: bigint
  readonly editions: readonly number[]
  readonly nftRent: bigint
  /** Its own, when it was made. */
  readonly rent: bigint
}

export interface State {
  purses: bigint[]
  config: bigint
  books: Book[]
  /** At addresses of NFTs, listings and offers: what was paid for them, and what strangers sent. */
  lamports: Map<Address, bigint>
  /** Of those that are accounts by now. */
  bytes: Map<Address, number>
  /** Token accounts that somebody other than their holder is to close. */
  kept: Set<Address>
  listings: Map<Address, ListingEntry>
  offers: Map<Address, OfferEntry>
}

export interface Terms {
  readonly price: bigint
  readonly expiresAt: bigint
}

type Refusal = string | undefined

const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b

const coinsValueOf = ({ reserveLamports, reserveBaseUnits }: Book['start']['curve']): bigint =>
  (NFT_PRICE * reserveLamports) / (reserveBaseUnits + NFT_PRICE)

export class NftMarketModel {
  state: State
  now = 0n
  /** Of the transaction that goes on. */
  slot = 0n
  paused = false
  /** Of the transaction that goes on. */
  events: object[] = []
  readonly people: readonly Address[]
  readonly rent: (bytes: number) => bigint

  constructor(state: State, people: readonly Address[], rent: (bytes: number) => bigint) {
    this.state = state
    this.people = people
    this.rent = rent
  }

  coinsValue(coin: number): bigint {
    return coinsValueOf(this.book(coin).curve)
  }

  /** What a listing never sells below: what its coins bring now, or brought when the slot began. */
  leastDue(coin: number): bigint {
    const { curve, start } = this.book(coin)
    const [now, then] = [coinsValueOf(curve), start.slot === this.slot ? coinsValueOf(start.curve) : 0n]
    return then > now ? then : now
  }

  /** A trade's reserves, in the place of those until now. */
  trade(coin: number, after: CurveState): void {
    const book = this.book(coin)
    if (book.start.slot !== this.slot) book.start = { slot: this.slot, curve: book.curve }
    book.curve = after
  }

  /** Who gets what where so much is paid for an NFT whose coins bring `coins`. */
  sale(
    coin: number,
    due: bigint,
    coins = this.coinsValue(coin),
  ): { readonly royalty: bigint; readonly fee: bigint; readonly net: bigint } {
    const { royaltyBps, marketFeeBps } = this.book(coin)
    const premium = due - coins
    const royalty = premium > 0n ? (premium * royaltyBps) / 10_000n : 0n
    const fee = ceil(due * marketFeeBps, 10_000n)
    return { royalty, fee, net: due - royalty - fee }
  }

  book(coin: number): Book {
    const book = this.state.books[coin]
    if (!book) throw new Error(`there is no coin ${coin}`)
    return book
  }

  purse(user: number): bigint {
    return this.state.purses[user] ?? 0n
  }

  lamportsAt(address: Address): bigint {
    return this.state.lamports.get(address) ?? 0n
  }

  isThere(address: Address): boolean {
    return this.state.bytes.has(address)
  }

  holder(coin: number, index: number): Holder | undefined {
    return this.book(coin).nfts.get(index)
  }

  pay(user: number, lamports: bigint): void {
    this.state.purses[user] = this.purse(user) + lamports
  }

  give(address: Address, lamports: bigint): void {
    this.state.lamports.set(address, this.lamportsAt(address) + lamports)
  }

  /** Whatever lies there goes to the user, and nothing is left. */
  private end(address: Address, user: number): void {
    this.pay(user, this.lamportsAt(address))
    this.state.lamports.delete(address)
    this.state.bytes.delete(address)
    this.state.kept.delete(address)
  }

  /** Made anew by the user, who gets what was sent there before. */
  private make(address: Address, user: number, bytes: number, lamports: bigint): void {
    this.pay(user, this.lamportsAt(address) - lamports)
    this.state.lamports.set(address, lamports)
    this.state.bytes.set(address, bytes)
  }

  /** By how much an associated account that has to be made falls short of its rent. */
  missing(address: Address): bigint {
    const missing = this.rent(ASSOCIATED) - this.lamportsAt(address)
    return this.isThere(address) || missing < 0n ? 0n : missing
  }

  /** As the associated token program makes it; returns what it costs. */
  associate(address: Address): bigint {
    const missing = this.missing(address)
    if (this.isThere(address)) return 0n
    this.give(address, missing)
    this.state.bytes.set(address, ASSOCIATED)
    return missing
  }

  /** The account from which the user's NFT went: closed, unless somebody else is to do that. */
  private leave(address: Address, user: number): void {
    if (!this.state.kept.has(address)) this.end(address, user)
  }

  private expiryRefusal(expiresAt: bigint): Refusal {
    const ahead = expiresAt - this.now
    return ahead < 1n || ahead > EXPIRY_MAX ? 'expiryOutOfRange' : undefined
  }

  private tell(coin: number, kind: string, user: number, more: object): void {
    const book = this.book(coin)
    book.sequence++
    const { reserveLamports, reserveBaseUnits, realLamports } = book.curve
    const reserves = { reserveLamports, reserveBaseUnits, realLamports }
    const common = { kind, sequence: book.sequence, mint: book.mint, unixSeconds: this.now, ...reserves }
    this.events.push({ ...common, who: this.people[user], ...more })
  }

  /** The event of something that the other model has: its kind is enough. */
  count(coin: number, kind: string): void {
    const book = this.book(coin)
    book.sequence++
    this.events.push({ kind, sequence: book.sequence })
  }

  list(coin: number, edition: number, user: number, terms: Terms, at: NftPlaces): Refusal {
    const from = at.accounts[user] as Address
    const [listingRent, nftRent] = [this.rent(LISTING), this.rent(ACCOUNT)]
    if (!this.isThere(from)) return 'wrongTokenAccount'
    if (this.paused) return 'paused'
    if (this.holder(coin, edition) !== user) return 'nftNotHeld'
    if (terms.price === 0n) return 'amountZero'
    const expiry = this.expiryRefusal(terms.expiresAt)
    if (expiry !== undefined) return expiry
    // What lies at the listed NFT's address comes to the seller only when the listing has been paid.
    const atFirst = this.purse(user) + this.lamportsAt(at.listing)
    if (atFirst < listingRent || atFirst + this.lamportsAt(at.listedNft) < listingRent + nftRent)
      return 'insufficientLamports'
    this.make(at.listing, user, LISTING, listingRent)
    this.make(at.listedNft, user, ACCOUNT, nftRent)
    this.leave(from, user)
    this.book(coin).nfts.set(edition, 'listed')
    this.state.listings.set(at.listing, { coin, edition, seller: user, createdAt: this.now, ...terms })
    this.tellListing('list', at.listing)
    return undefined
  }

  private tellListing(kind: string, at: Address): void {
    const listing = this.state.listings.get(at)
    if (!listing) throw new Error('not listed')
    const { coin, seller, edition, price, expiresAt } = listing
    const asked = { edition, priceLamports: price, expiresAtSeconds: expiresAt }
    this.tell(coin, kind, seller, asked)
  }

  update(user: number, terms: Terms, at: NftPlaces): Refusal {
    const listing = this.state.listings.get(at.listing)
    if (!listing) return 'notListed'
    if (listing.seller !== user) return 'notSeller'
    if (terms.price === 0n) return 'amountZero'
    const expiry = this.expiryRefusal(terms.expiresAt)
    if (expiry !== undefined) return expiry
    Object.assign(listing, terms)
    this.tellListing('updateListing', at.listing)
    return undefined
  }

  cancelListing(user: number, at: NftPlaces): Refusal {
    const listing = this.state.listings.get(at.listing)
    const to = at.accounts[user] as Address
    if (!listing) return 'notListed'
    if (listing.seller !== user) return 'notSeller'
    if (this.purse(user) + this.lamportsAt(at.listing) < this.missing(to)) return 'insufficientLamports'
    const { coin, edition, price } = listing
    this.pay(user, -this.associate(to))
    this.handOver(at, user, user)
    this.tell(coin, 'cancelListing', user, { edition, priceLamports: price })
    return undefined
  }

  /** The NFT to whoever has its account by now; the rents to the seller. */
  private handOver(at: NftPlaces, to: number, seller: number): void {
    const listing = this.state.listings.get(at.listing)
    if (!listing) throw new Error('not listed')
    this.book(listing.coin).nfts.set(listing.edition, to)
    this.state.listings.delete(at.listing)
    this.end(at.listedNft, seller)
    this.end(at.listing, seller)
  }

  /** `named` is the seller whom the buyer's transaction names. */
  buyListing(user: number, input: { readonly max: bigint; readonly named: number }, at: NftPlaces): Refusal {
    const listing = this.state.listings.get(at.listing)
    const to = at.accounts[user] as Address
    if (!listing) return 'notListed'
    const { coin, edition, seller, price, expiresAt } = listing
    if (seller !== input.named) return 'wrongAddress'
    if (this.paused) return 'paused'
    if (this.now >= expiresAt) return 'listingExpired'
    const coins = this.leastDue(coin)
    const due = price > coins ? price : coins
    if (due > input.max) return 'priceTooHigh'
    const needed = due + this.missing(to)
    if (needed > U64) return 'overflow'
    if (this.purse(user) < needed) return 'insufficientLamports'
    const { net } = this.settle(coin, due, coins)
    this.pay(user, -due - this.associate(to))
    this.pay(seller, net)
    const told = this.told(coin, due, coins)
    this.handOver(at, user, seller)
    this.tell(coin, 'buyListing', user, { ...told, edition, seller: this.people[seller] })
    return undefined
  }

  private told(coin: number, due: bigint, coins?: bigint): object {
    const { royalty, fee } = this.sale(coin, due, coins)
    return { dueLamports: due, royaltyLamports: royalty, platformFeeLamports: fee }
  }

  private settle(coin: number, due: bigint, coins?: bigint): { readonly net: bigint } {
    const { royalty, fee, net } = this.sale(coin, due, coins)
    const book = this.book(coin)
    book.owed += royalty
    book.treasuryOwed += fee
    return { net }
  }

  offer(
    coin: number,
    user: number,
    { nonce, editions, ...terms }: Terms & { readonly nonce: bigint; readonly editions: readonly number[] },
    at: Address,
  ): Refusal {
    const [rent, nftRent] = [this.rent(OFFER), this.rent(ASSOCIATED)]
    const needed = terms.price + rent + nftRent
    if (this.paused) return 'paused'
    if (this.isThere(at)) return 'offerExists'
    if (terms.price === 0n) return 'amountZero'
    const expiry = this.expiryRefusal(terms.expiresAt)
    if (expiry !== undefined) return expiry
    if (editions.length === 0) return 'offerEmpty'
    if (needed > U64) return 'overflow'
    if (this.purse(user) + this.lamportsAt(at) < needed) return 'insufficientLamports'
    this.make(at, user, OFFER, needed)
    const entry = { coin, bidder: user, nonce, editions, createdAt: this.now, nftRent, rent, ...terms }
    this.state.offers.set(at, entry)
    const asked = { priceLamports: terms.price, expiresAtSeconds: terms.expiresAt }
    this.tell(coin, 'offer', user, { ...asked, offer: at, nonce, editions })
    return undefined
  }

  cancelOffer(coin: number, user: number, at: Address): Refusal {
    const offer = this.state.offers.get(at)
    if (!offer) return 'offerClosed'
    if (offer.coin !== coin) return 'wrongAddress'
    if (offer.bidder !== user) return 'notBidder'
    this.state.offers.delete(at)
    this.end(at, user)
    this.tell(coin, 'cancelOffer', user, { offer: at, priceLamports: offer.price })
    return undefined
  }

  accept(
    coin: number,
    user: number,
    input: { readonly edition: number; readonly min: bigint; readonly offerAt: Address },
    at: NftPlaces,
  ): Refusal {
    const { edition, min, offerAt } = input
    const offer = this.state.offers.get(offerAt)
    const from = at.accounts[user] as Address
    if (!offer) return 'offerClosed'
    if (offer.coin !== coin) return 'wrongAddress'
    const to = at.accounts[offer.bidder] as Address
    if (!this.isThere(from)) return 'wrongTokenAccount'
    if (this.now >= offer.expiresAt) return 'offerExpired'
    if (!offer.editions.includes(edition)) return 'nftNotInOffer'
    if (this.holder(coin, edition) !== user) return 'nftNotHeld'
    const { net, royalty, fee } = this.sale(coin, offer.price)
    if (net < min) return 'offerTooLow'
    if (this.lamportsAt(offerAt) - offer.price < this.missing(to)) return 'insufficientLamports'
    const told = this.told(coin, offer.price)
    this.settle(coin, offer.price)
    this.give(offerAt, -royalty - fee - net)
    this.give(offerAt, -this.associate(to))
    this.pay(user, net)
    if (from !== to) this.leave(from, user)
    this.book(coin).nfts.set(edition, offer.bidder)
    this.state.offers.delete(offerAt)
    this.end(offerAt, offer.bidder)
    const more = { edition, offer: offerAt, bidder: this.people[offer.bidder] }
    this.tell(coin, 'acceptOffer', user, { ...told, ...more })
    return undefined
  }

  /** `mintBytes` where the NFT is minted; undefined where it comes from the escrow. */
  capture(
    coin: number,
    user: number,
    input: {
      readonly edition: number
      readonly mintBytes: number | undefined
      readonly escrowVault: Address
    },
    at: NftPlaces,
  ): Refusal {
    const { edition, mintBytes, escrowVault } = input
    const book = this.book(coin)
    const account = at.accounts[user] as Address
    const mintRent = mintBytes === undefined ? 0n : this.rent(mintBytes)
    const needed = mintRent + this.missing(account) + this.missing(escrowVault)
    const found = mintBytes === undefined ? 0n : this.lamportsAt(at.mint)
    if (edition < 1 || edition > 1_000) return 'nftIndexOutOfRange'
    if (mintBytes !== undefined && edition > book.nfts.size + WINDOW) return 'nftIndexOutOfRange'
    if (mintBytes !== undefined && book.nfts.has(edition)) return 'nftTaken'
    if (mintBytes === undefined && book.nfts.get(edition) !== 'escrow') return 'nftNotInEscrow'
    if ((book.holdings[user] ?? 0n) < NFT_PRICE) return 'insufficientBaseUnits'
    if (this.purse(user) + found < needed) return 'insufficientLamports'
    if (mintBytes === undefined) this.end(at.escrowNft, user)
    else this.make(at.mint, user, mintBytes, mintRent)
    this.pay(user, -this.associate(account) - this.associate(escrowVault))
    book.nfts.set(edition, user)
    book.holdings[user] = (book.holdings[user] ?? 0n) - NFT_PRICE
    this.count(coin, 'capture')
    return undefined
  }

  release(coin: number, user: number, index: number, at: NftPlaces): Refusal {
    const book = this.book(coin)
    const from = at.accounts[user] as Address
    const rent = this.rent(ACCOUNT)
    if (!this.isThere(from)) return 'wrongTokenAccount'
    if (book.nfts.get(index) !== user) return 'nftNotHeld'
    if (this.purse(user) + this.lamportsAt(at.escrowNft) < rent) return 'insufficientLamports'
    this.make(at.escrowNft, user, ACCOUNT, rent)
    this.leave(from, user)
    book.nfts.set(index, 'escrow')
    book.holdings[user] = (book.holdings[user] ?? 0n) + NFT_PRICE
    this.count(coin, 'release')
    return undefined
  }

  /** Lamports of a Market. */
  marketLamports({ surplus, curve, owed, treasuryOwed }: Book): bigint {
    return surplus + curve.realLamports + owed + treasuryOwed
  }

  /** All lamports there are, wherever they lie. */
  total(): bigint {
    const { purses, config, books, lamports } = this.state
    const all = [...purses, config, ...books.map((book) => this.marketLamports(book)), ...lamports.values()]
    return all.reduce((sum, one) => sum + one, 0n)
  }
}
