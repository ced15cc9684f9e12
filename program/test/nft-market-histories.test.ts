/* oxlint-disable vitest/valid-expect, vitest/no-standalone-expect -- the model compares as it goes */
// Random histories of the NFT market: several coins, sellers, buyers and bidders, transactions of one instruction or several,
// captures, releases and trades in between, many in one slot, against a model (nft-market-model.ts). Between them time passes over ends, it
// is paused, coins graduate, the rent and the terms of coins to come change, wallets are emptied, and lamports are sent unasked.

import type { Address } from '@solana/kit'
import { quoteBuy, quoteSell } from '@twinmint/sdk/core/curve'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { decodeListing, decodeOffer } from '@twinmint/sdk/program/accounts'
import { deriveListingAddresses, deriveOfferAddress } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import { CONFIG_BYTES, MARKET_BYTES } from '@twinmint/sdk/program/sizes'
import { Rent } from 'litesvm'
import { expect, test } from 'vitest'
import { size } from '../../tests/soak.ts'
import { Chain, type Coin, NFT_PRICE, SOL, SUPPLY, TERMS, type Wallet, wallet } from './harness.ts'
import { NftMarketModel, type NftPlaces, type Terms } from './nft-market-model.ts'
import { Random, withSeed } from './random.ts'
import { createAssociated, sendLamports, setCloseAuthority, transferNft } from './tokens.ts'

const HISTORIES = size(2, 20)
const STEPS = size(160, 1_000)
const RENT = /rent/i
const U64 = 2n ** 64n - 1n
/** Lamports a byte, and their factor. */
type Rate = readonly [bigint, number]
/** Today's first. */
const RENTS: readonly [Rate, ...Rate[]] = [
  [6_960n, 1],
  [3_480n, 2],
  [3_480n, 1],
  [6_960n, 1.25],
]
/** Who trades; the first three have launched the coins. */
const USERS = [wallet(1), wallet(2), wallet(3), wallet(31), wallet(32)] as const
const COINS = 3
const NONCES = 3
/** Numbers up to which NFTs are minted here, so that there are always some to meet at. */
const NUMBERS = 10
const NFT_MINT_BYTES = 166 + 68 + 68 + 76 + 84
const DAY = 86_400n
/** Of a transaction to which another instruction is still added. */
const BYTES_MAX = 1_232 - 400

/** As `expect(found).toBe(wanted)`, which takes its time where there are this many. */
function same(found: unknown, wanted: unknown, what: string): void {
  if (found !== wanted) expect(found, what).toBe(wanted)
}

/** The slot in which the coin's reserves last changed, and those with which it began. */
function startOf(chain: Chain, coin: Coin) {
  const { buffer, byteOffset } = chain.data(coin.addresses.market)
  const view = new DataView(buffer, byteOffset)
  const [slot, sol, coins] = [264, 272, 280].map((at) => view.getBigUint64(at, true)) as [
    bigint,
    bigint,
    bigint,
  ]
  return { slot, curve: { reserveLamports: lamports(sol), reserveBaseUnits: baseUnits(coins) } }
}

class History {
  readonly chain: Chain
  readonly random: Random
  readonly model: NftMarketModel
  readonly coins: Coin[] = []
  readonly count: Record<string, number> = {}
  readonly payer = wallet(9)
  private readonly places = new Map<string, NftPlaces>()
  private readonly offers: Address[][] = []
  /** Coin accounts, by coin and user. */
  private readonly purses: Address[][] = []
  private instructions: Instruction[] = []
  private signers = new Set<Wallet>()
  private kinds: string[] = []
  private refusal: string | undefined
  private isShort = true
  private whole = 0n

  private constructor(chain: Chain, random: Random) {
    this.chain = chain
    this.random = random
    const people = USERS.map((one) => one.address)
    this.model = new NftMarketModel(
      {
        purses: people.map((one) => chain.lamportsOf(one)),
        config: 0n,
        books: [],
        lamports: new Map(),
        bytes: new Map(),
        kept: new Set(),
        listings: new Map(),
        offers: new Map(),
      },
      people,
      (bytes) => chain.rent(bytes),
    )
  }

  static async open(random: Random): Promise<History> {
    const chain = await Chain.open()
    chain.fund(wallet(9).address, 1_000n * SOL)
    for (const one of USERS) chain.fund(one.address, random.between(30n, 200n) * SOL)
    const history = new History(chain, random)
    for (const one of USERS)
      history.offers.push(
        await Promise.all(
          Array.from({ length: NONCES }, (_, i) => deriveOfferAddress(chain.program, one.address, BigInt(i))),
        ),
      )
    await history.launch()
    await history.launch()
    history.check(true)
    return history
  }

  /** One coin more, by terms that are set for it; what that costs the creator is not of interest here. */
  private async launch(): Promise<void> {
    const { chain, random, model } = this
    const creator = USERS[this.coins.length]
    if (!creator || this.coins.length === COINS || model.paused) return
    const rates = { royaltyBps: random.pick([0, 500, 1_000]), marketFeeBps: random.pick([0, 100, 500]) }
    const graduationMarketCapLamports = lamports(random.pick([20n, 20n, 60n, 420n]) * SOL)
    const values = { ...TERMS, ...rates, graduationMarketCapLamports }
    chain.must(chain.updateConfig(chain.authority, values), this.payer, chain.authority)
    for (const one of USERS) chain.fund(one.address, SOL)
    const coin = await chain.launched(
      creator,
      { openingReserveLamports: lamports(random.pick([1n, 5n]) * SOL) },
      1,
    )
    const held = 20n * NFT_PRICE
    for (const one of USERS) {
      const bought = await chain.buyExactOut(one, coin, held, 10n * SOL)
      chain.must([await chain.createCoinAccount(one, coin), bought], this.payer, one)
    }
    this.purses.push(await Promise.all(USERS.map((one) => chain.coinAccount(one, coin))))
    const { curve, sequence } = chain.market(coin)
    const all = BigInt(USERS.length) * held
    model.state.books.push({
      curve,
      start: startOf(chain, coin),
      royaltyBps: BigInt(rates.royaltyBps),
      marketFeeBps: BigInt(rates.marketFeeBps),
      mint: coin.addresses.mint,
      owed: 0n,
      treasuryOwed: 0n,
      surplus: chain.rent(MARKET_BYTES),
      vault: SUPPLY - all,
      supply: SUPPLY,
      sequence,
      holdings: USERS.map(() => held),
      nfts: new Map(),
    })
    this.coins.push(coin)
    model.state.purses = USERS.map((one) => chain.lamportsOf(one.address))
    model.state.config = chain.lamportsOf(chain.config)
    this.whole = model.total()
    this.tally('launch')
  }

  private coin(at: number): Coin {
    const coin = this.coins[at]
    if (!coin) throw new Error(`there is no coin ${at}`)
    return coin
  }

  private user(at: number): Wallet {
    const one = USERS[at]
    if (!one) throw new Error(`there is no user ${at}`)
    return one
  }

  private async at(coin: number, edition: number): Promise<NftPlaces> {
    const key = `${coin} ${edition}`
    const known = this.places.get(key)
    if (known) return known
    const { chain } = this
    const nfts = await Promise.all(USERS.map((one) => chain.nft(one, this.coin(coin), edition)))
    const [first] = nfts
    const { nftMint: mint, escrowNft } = first as NonNullable<typeof first>
    const listing = await deriveListingAddresses(chain.program, mint)
    const found = { mint, escrowNft, ...listing, accounts: nfts.map((nft) => nft.userNft) }
    this.places.set(key, found)
    return found
  }

  private tally(key: string): void {
    this.count[key] = (this.count[key] ?? 0) + 1
  }

  async step(): Promise<void> {
    const { chain, random, model } = this
    const between = random.below(100)
    if (between < 6) chain.setTime(chain.now() + random.between(0n, 3n))
    else if (between < 10) chain.setTime(chain.now() + random.pick([3_600n, DAY, 20n * DAY]))
    else if (between < 13) this.chain.svm.setRent(new Rent(...random.pick(RENTS), 50))
    else if (between < 15) {
      chain.setPausedUntil(random.pick([0n, chain.now() + 1n, chain.now() + DAY]))
      this.tally('pause')
    } else if (between < 17) await this.launch()
    // A third of all transactions go into the slot of the one before.
    chain.keepsSlot = random.below(3) === 0
    model.now = chain.now()
    model.paused = chain.now() < chain.configuration().pausedUntilSeconds

    model.slot = chain.svm.getClock().slot + (chain.keepsSlot ? 0n : 1n)
    const most = random.below(3) === 0 ? 2 + random.below(3) : 1
    this.isShort = most === 1
    Object.assign(this, { instructions: [], signers: new Set(), kinds: [], refusal: undefined })
    model.events = []
    const [saved, before] = [structuredClone(model.state), this.ledger()]
    for (let i = 0; i < most && this.refusal === undefined && this.hasRoom(); i++) await this.act()
    if (this.instructions.length > 0) this.send(saved, before)
    this.check()
  }

  /** Whether another instruction, whatever it is, still fits the transaction's bytes. */
  private hasRoom(): boolean {
    const named = this.instructions.flatMap(({ accounts }) => accounts.map(({ address }) => address))
    const parts = this.instructions.map(({ accounts, data }) => 4 + accounts.length + data.length)
    const bytes = 64 * (1 + this.signers.size) + 32 * (new Set(named).size + 3)
    return parts.reduce((sum, part) => sum + part, bytes) <= BYTES_MAX
  }

  private send(saved: NftMarketModel['state'], before: ReturnType<History['ledger']>): void {
    const { model, kinds } = this
    const expected = this.refusal ?? (this.lacksRent(before) ? RENT : undefined)
    const sent = this.chain.send(this.instructions, this.payer, ...this.signers)
    const what = `${kinds.join(', ')}\n${sent.logs.join('\n')}`
    if (expected instanceof RegExp) expect(sent.failure, what).toMatch(expected)
    else expect(sent.failure, what).toBe(expected)
    if (expected === undefined) {
      expect(sent.events, what).toMatchObject(model.events)
      for (const kind of kinds) this.tally(kind)
      if (kinds.length > 1) this.tally('several')
    } else {
      // All or nothing.
      model.state = saved
      this.tally(`${kinds.at(-1)} ${String(expected)}`)
      if (kinds.length > 1) this.tally('several, refused')
    }
  }

  private ledger(): ReadonlyMap<Address, readonly [lamports: bigint, bytes: number]> {
    const { state } = this.model
    return new Map<Address, readonly [bigint, number]>([
      ...USERS.map((one, i) => [one.address, [this.model.purse(i), 0]] as const),
      [this.chain.config, [state.config, CONFIG_BYTES]],
      ...state.books.map(
        (book, i) =>
          [this.coin(i).addresses.market, [this.model.marketLamports(book), MARKET_BYTES]] as const,
      ),
      ...[...state.lamports].map(([at, held]) => [at, [held, state.bytes.get(at) ?? 0]] as const),
    ])
  }

  /** Whether the runtime refuses that: an account holds nothing, or its rent; only what had less may stay at less. */
  private lacksRent(before: ReturnType<History['ledger']>): boolean {
    const lacks = (held: bigint, bytes: number) => held > 0n && held < this.chain.rent(bytes)
    return [...this.ledger()].some(([address, [held, bytes]]) => {
      const [had, hadBytes] = before.get(address) ?? [0n, 0]
      return lacks(held, bytes) && !(lacks(had, hadBytes) && bytes === hadBytes && held <= had)
    })
  }

  /**
   * Puts an instruction into the transaction. `apply` tells the model, which says why it is refused. Of several, mostly
   * those that go through.
   */
  private add(kind: string, user: number, instruction: Instruction, apply: () => string | undefined): void {
    const saved = this.isShort ? undefined : structuredClone(this.model.state)
    const told = this.model.events.length
    const refusal = apply()
    if (saved !== undefined && refusal !== undefined && this.random.below(5) > 0) {
      this.model.state = saved
      this.model.events.length = told
      return
    }
    this.instructions.push(instruction)
    this.signers.add(this.user(user))
    this.kinds.push(kind)
    this.refusal = refusal
  }

  private async act(): Promise<void> {
    const { random } = this
    const coin = random.below(this.coins.length)
    const user = random.below(USERS.length)
    const dice = random.below(172)
    if (dice < 22) await this.list(coin, user)
    else if (dice < 30) await this.update(user)
    else if (dice < 38) await this.cancelListing(user)
    else if (dice < 58) await this.buyListing(user)
    else if (dice < 74) this.offer(coin, user)
    else if (dice < 80) this.cancelOffer(coin, user)
    else if (dice < 98) await this.accept(coin, user)
    else if (dice < 114) await this.capture(coin, user)
    else if (dice < 120) await this.release(coin, user)
    else if (dice < 126) await this.buy(coin, user)
    else if (dice < 130) await this.sell(coin, user)
    else if (dice < 138) await this.dust(coin, user)
    else if (dice < 142) await this.move(coin)
    else if (dice < 144) await this.keep(coin)
    else if (dice < 148) this.empty(user)
    else if (dice < 152) this.claim(coin)
    else await this.lower(user)
  }

  private anyTerms(coin: number, purse: bigint): Terms {
    const { random, model } = this
    const coins = model.coinsValue(coin)
    const now = this.chain.now()
    return {
      price: random.pick([
        coins,
        coins + 1n,
        2n * coins,
        3n * coins,
        1n,
        random.amount(purse),
        random.pick([0n, U64]),
      ]),
      expiresAt:
        now + random.pick([DAY, DAY, 30n * DAY, 366n * DAY, 5n, 1n, random.pick([0n, -1n, 366n * DAY + 1n])]),
    }
  }

  /** A number of each kind; `fitting` is what it mostly should be. */
  private anyIndex(fitting: readonly number[]): number {
    const [first, ...rest] = fitting
    if (first === undefined || this.random.below(8) === 0)
      return this.random.pick([1, 2, 3, 4, 5, 1_000, 1_001, 0, 1 + this.random.below(NUMBERS)])
    return this.random.pick([first, ...rest])
  }

  /** Somebody who holds an NFT, and which; rarely any user and any number. */
  private held(coin: number, user: number): { readonly user: number; readonly edition: number } {
    const all = [...this.model.book(coin).nfts].flatMap(([edition, holder]) =>
      typeof holder === 'number' ? [{ edition, user: holder }] : [],
    )
    const found = all[this.random.below(all.length || 1)]
    if (!found || this.random.below(12) === 0) return { user, edition: this.anyIndex([]) }
    return this.random.below(20) === 0 ? { user, edition: found.edition } : found
  }

  private async list(coin: number, anyUser: number): Promise<void> {
    const { user, edition } = this.held(coin, anyUser)
    const [at, terms] = [await this.at(coin, edition), this.anyTerms(coin, 100n * SOL)]
    const { address: seller } = this.user(user)
    const instruction = buildInstruction(
      this.chain.program,
      'list',
      {
        seller,
        market: this.coin(coin).addresses.market,
        config: this.chain.config,
        listing: at.listing,
        listedNft: at.listedNft,
        nftMint: at.mint,
        sellerNft: at.accounts[user] as Address,
      },
      { edition, priceLamports: lamports(terms.price), expiresAtSeconds: terms.expiresAt },
    )
    this.add('list', user, instruction, () => this.model.list(coin, edition, user, terms, at))
  }

  /** A listing, or rarely a number that is not listed; mostly by its seller where `own`. */
  private async listed(user: number, own: boolean) {
    const { random, model } = this
    const all = [...model.state.listings.values()]
    const found = all[random.below(all.length || 1)]
    if (!found || random.below(12) === 0) {
      const coin = random.below(this.coins.length)
      return { coin, edition: 1 + random.below(NUMBERS), seller: user, who: user }
    }
    return { ...found, who: own && random.below(6) > 0 ? found.seller : user }
  }

  private async update(user: number): Promise<void> {
    const { coin, edition, who } = await this.listed(user, true)
    const [at, terms] = [await this.at(coin, edition), this.anyTerms(coin, 100n * SOL)]
    const instruction = buildInstruction(
      this.chain.program,
      'updateListing',
      { seller: this.user(who).address, market: this.coin(coin).addresses.market, listing: at.listing },
      { priceLamports: lamports(terms.price), expiresAtSeconds: terms.expiresAt },
    )
    this.add('updateListing', who, instruction, () => this.model.update(who, terms, at))
  }

  private async cancelListing(user: number): Promise<void> {
    const { coin, edition, who } = await this.listed(user, true)
    const at = await this.at(coin, edition)
    const instruction = buildInstruction(this.chain.program, 'cancelListing', {
      seller: this.user(who).address,
      market: this.coin(coin).addresses.market,
      listing: at.listing,
      listedNft: at.listedNft,
      nftMint: at.mint,
      sellerNft: at.accounts[who] as Address,
    })
    this.add('cancelListing', who, instruction, () => this.model.cancelListing(who, at))
  }

  /** Sells coins, and buys what is listed below what they brought. */
  private async lower(user: number): Promise<void> {
    const { model, random } = this
    const below = [...model.state.listings.values()].filter(
      ({ coin, price }) => price < model.coinsValue(coin),
    )
    const found = below[random.below(below.length || 1)]
    if (!found || this.instructions.length > 0) return
    await this.sell(found.coin, user)
    if (this.refusal === undefined) await this.buyListing(user, { ...found, who: user })
  }

  private async buyListing(user: number, found?: Awaited<ReturnType<History['listed']>>): Promise<void> {
    const { random } = this
    const { coin, edition, who, seller } = found ?? (await this.listed(user, false))
    const at = await this.at(coin, edition)
    const price = this.model.state.listings.get(at.listing)?.price ?? 1n
    const [coins, now] = [this.model.leastDue(coin), this.model.coinsValue(coin)]
    const due = price > coins ? price : coins
    const max = random.pick([due, due, U64, due + 1n > U64 ? U64 : due + 1n, due - 1n])
    const named = random.below(15) === 0 ? random.below(USERS.length) : seller
    const instruction = buildInstruction(
      this.chain.program,
      'buyListing',
      {
        buyer: this.user(who).address,
        market: this.coin(coin).addresses.market,
        config: this.chain.config,
        listing: at.listing,
        listedNft: at.listedNft,
        nftMint: at.mint,
        buyerNft: at.accounts[who] as Address,
        seller: this.user(named).address,
      },
      { lamportsMax: lamports(max) },
    )
    this.add('buyListing', who, instruction, () => {
      const refusal = this.model.buyListing(who, { max, named }, at)
      if (refusal === undefined && due > price && coins > now)
        this.kinds.push('buyListing at the slot’s start')
      return refusal
    })
  }

  private offerAt(user: number, nonce: number): Address {
    return this.offers[user]?.[nonce] as Address
  }

  private offer(coin: number, user: number): void {
    const { random, chain } = this
    const nonce = random.below(NONCES)
    const at = this.offerAt(user, nonce)
    const editions = Array.from({ length: random.below(12) }, () => 1 + random.below(NUMBERS))
    if (random.below(4) === 0) editions.push(1_000)
    if (editions.length > 0 && random.below(2) === 0) editions.push(this.held(coin, user).edition)
    const input = {
      ...this.anyTerms(coin, this.model.purse(user)),
      nonce: BigInt(nonce),
      editions: [...new Set(editions)].filter((n) => n >= 1 && n <= 1_000).sort((a, b) => a - b),
    }
    const instruction = buildInstruction(
      chain.program,
      'offer',
      {
        bidder: this.user(user).address,
        market: this.coin(coin).addresses.market,
        config: chain.config,
        offer: at,
      },
      {
        nonce: input.nonce,
        priceLamports: lamports(input.price),
        expiresAtSeconds: input.expiresAt,
        editions: input.editions,
      },
    )
    this.add('offer', user, instruction, () => this.model.offer(coin, user, input, at))
  }

  /** An offer, or rarely a number under which there is none. */
  private offered(coin: number): { readonly coin: number; readonly bidder: number; readonly nonce: bigint } {
    const { random, model } = this
    const all = [...model.state.offers.values()]
    const found = all[random.below(all.length || 1)]
    const none = { coin, bidder: random.below(USERS.length), nonce: BigInt(random.below(NONCES)) }
    return found && random.below(12) > 0 ? found : none
  }

  private cancelOffer(anyCoin: number, user: number): void {
    const { random } = this
    const { coin: own, bidder, nonce } = this.offered(anyCoin)
    const coin = random.below(10) === 0 ? anyCoin : own
    const who = random.below(6) > 0 ? bidder : user
    const at = this.offerAt(bidder, Number(nonce))
    const instruction = buildInstruction(this.chain.program, 'cancelOffer', {
      bidder: this.user(who).address,
      market: this.coin(coin).addresses.market,
      offer: at,
    })
    this.add('cancelOffer', who, instruction, () => this.model.cancelOffer(coin, who, at))
  }

  /** What could be accepted by somebody now. */
  private acceptable(): { readonly offerAt: Address; readonly edition: number }[] {
    const { state, now } = this.model
    return [...state.offers].flatMap(([offerAt, { coin, editions, expiresAt }]) =>
      editions.flatMap((edition) => {
        const isHeld = typeof this.model.holder(coin, edition) === 'number'
        return isHeld && now < expiresAt ? [{ offerAt, edition }] : []
      }),
    )
  }

  private async accept(anyCoin: number, anyUser: number): Promise<void> {
    const { random, model } = this
    const known = this.acceptable()
    const chosen = random.below(4) > 0 ? known[random.below(known.length || 1)] : undefined
    const {
      coin: own,
      bidder,
      nonce,
    } = (chosen && model.state.offers.get(chosen.offerAt)) ?? this.offered(anyCoin)
    const coin = random.below(10) === 0 ? anyCoin : own
    const offerAt = this.offerAt(bidder, Number(nonce))
    const offer = model.state.offers.get(offerAt)
    const edition = chosen?.edition ?? this.anyIndex(offer?.editions ?? [])
    const holder = model.holder(coin, edition)
    const user = typeof holder === 'number' && random.below(8) > 0 ? holder : anyUser
    const at = await this.at(coin, edition)
    const { net } = model.sale(coin, offer?.price ?? 1n)
    const input = { edition, offerAt, min: random.pick([0n, net, net, net + 1n]) }
    const instruction = buildInstruction(
      this.chain.program,
      'acceptOffer',
      {
        seller: this.user(user).address,
        market: this.coin(coin).addresses.market,
        offer: offerAt,
        bidder: this.user(bidder).address,
        nftMint: at.mint,
        sellerNft: at.accounts[user] as Address,
        bidderNft: at.accounts[bidder] as Address,
      },
      { edition, lamportsMin: lamports(input.min) },
    )
    this.add('acceptOffer', user, instruction, () => model.accept(coin, user, input, at))
  }

  private async capture(coin: number, user: number): Promise<void> {
    const { random, model, chain } = this
    const book = model.book(coin)
    const inEscrow = [...book.nfts].flatMap(([edition, holder]) => (holder === 'escrow' ? [edition] : []))
    const mints = inEscrow.length === 0 || random.below(2) === 0
    const free = Array.from({ length: NUMBERS }, (_, i) => i + 1).filter((edition) => !book.nfts.has(edition))
    const edition = this.anyIndex(mints ? free : inEscrow)
    const at = await this.at(coin, edition)
    const { texts, addresses } = this.coin(coin)
    const bytes = `${texts.collectionName} #${edition}${texts.symbol}${texts.uri}/${edition}`.length
    const mintBytes = mints ? NFT_MINT_BYTES + bytes : undefined
    const input = { edition, mintBytes, escrowVault: addresses.escrowVault }
    const source = mints ? 'mint' : 'escrow'
    const instruction = await chain.capture(this.user(user), this.coin(coin), edition, source)
    this.add('capture', user, instruction, () => model.capture(coin, user, input, at))
  }

  private async release(coin: number, anyUser: number): Promise<void> {
    const { user, edition } = this.held(coin, anyUser)
    const at = await this.at(coin, edition)
    const instruction = await this.chain.release(this.user(user), this.coin(coin), edition)
    this.add('release', user, instruction, () => this.model.release(coin, user, edition, at))
  }

  private async buy(coin: number, user: number): Promise<void> {
    const { model } = this
    const paid = this.random.between(1n, SOL * 8n)
    const instruction = await this.chain.buy(this.user(user), this.coin(coin), paid)
    this.add('buy', user, instruction, () => {
      const book = model.book(coin)
      if (model.paused) return 'paused'
      if (model.purse(user) < paid) return 'insufficientLamports'
      const quote = quoteBuy(book.curve, lamports(paid), { nowSeconds: model.now })
      if (quote.kind === 'refused') return quote.code
      model.pay(user, -paid)
      book.holdings[user] = (book.holdings[user] ?? 0n) + quote.baseUnitsOut
      book.vault -= quote.baseUnitsOut
      model.trade(coin, quote.after)
      if (quote.graduates) {
        book.supply -= book.vault - quote.after.reserveBaseUnits
        book.vault = quote.after.reserveBaseUnits
        this.kinds.push('graduation')
      }
      model.count(coin, 'buy')
      return undefined
    })
  }

  private async sell(coin: number, user: number): Promise<void> {
    const { model } = this
    const given = this.random.between(1n, 1n + (model.book(coin).holdings[user] ?? 0n) / 2n)
    const instruction = await this.chain.sell(this.user(user), this.coin(coin), given)
    this.add('sell', user, instruction, () => {
      const book = model.book(coin)
      if ((book.holdings[user] ?? 0n) < given) return 'insufficientBaseUnits'
      const quote = quoteSell(book.curve, baseUnits(given))
      if (quote.kind === 'refused') return quote.code
      model.pay(user, quote.lamportsOut)
      book.holdings[user] = (book.holdings[user] ?? 0n) - given
      book.vault += given
      model.trade(coin, quote.after)
      book.owed += quote.creatorFeeLamports
      book.treasuryOwed += quote.feeLamports - quote.creatorFeeLamports
      model.count(coin, 'sell')
      return undefined
    })
  }

  /** Lamports to wherever something of the market is, or will be. */
  private async dust(coin: number, user: number): Promise<void> {
    const { random, model } = this
    const at = await this.at(coin, 1 + random.below(NUMBERS))
    const offer = this.offerAt(random.below(USERS.length), random.below(NONCES))
    const account = at.accounts[random.below(USERS.length)] as Address
    const { market } = this.coin(coin).addresses
    const to = random.pick([at.listing, at.listedNft, account, offer, offer, at.escrowNft, market])
    const given = random.pick([1n, 890_880n, 890_881n, 1_500_000n, 2_074_080n, 9_000_000n])
    if (model.purse(user) < given) return
    this.add('dust', user, sendLamports(this.user(user).address, to, given), () => {
      model.pay(user, -given)
      if (to === market) model.book(coin).surplus += given
      else model.give(to, given)
      return undefined
    })
  }

  /** To another user, beside the market: it hears nothing of it. */
  private async move(coin: number): Promise<void> {
    const { model } = this
    const { edition, user: holder } = this.held(coin, 0)
    if (model.holder(coin, edition) !== holder) return
    const to = (holder + 1) % USERS.length
    const at = await this.at(coin, edition)
    const target = at.accounts[to] as Address
    const authority = this.user(holder).address
    const missing = model.missing(target)
    if (model.purse(holder) < missing) return
    if (!model.isThere(target)) {
      const { instruction } = await createAssociated(authority, this.user(to).address, at.mint)
      this.add('NFT account', holder, instruction, () => {
        model.pay(holder, -model.associate(target))
        return undefined
      })
    }
    const moved = transferNft({ from: at.accounts[holder] as Address, to: target, mint: at.mint, authority })
    this.add('NFT moved', holder, moved, () => {
      model.book(coin).nfts.set(edition, to)
      return undefined
    })
  }

  /** From now on somebody else closes the account, so it stays when the NFT leaves. */
  private async keep(coin: number): Promise<void> {
    const { model } = this
    const { user, edition } = this.held(coin, 0)
    if (model.holder(coin, edition) !== user) return
    const account = (await this.at(coin, edition)).accounts[user] as Address
    if (model.state.kept.has(account)) return
    const instruction = setCloseAuthority(account, this.user(user).address, this.payer.address)
    this.add('close authority', user, instruction, () => {
      model.state.kept.add(account)
      return undefined
    })
  }

  /** Nearly all of a wallet, often of one that has something listed, to another one. */
  private empty(any: number): void {
    const { random, model } = this
    const sellers = [...model.state.listings.values()].map(({ seller }) => seller)
    const user = (random.below(2) === 0 ? sellers[random.below(sellers.length || 1)] : undefined) ?? any
    const purse = model.purse(user)
    const left = random.pick([0n, 0n, 890_880n, 2_000_000n, 5_000_000n, purse / 2n])
    if (purse <= left) return
    const to = (user + 1 + random.below(USERS.length - 1)) % USERS.length
    const sent = sendLamports(this.user(user).address, this.user(to).address, purse - left)
    this.add('lamports', user, sent, () => {
      model.pay(user, left - purse)
      model.pay(to, purse - left)
      return undefined
    })
  }

  private claim(coin: number): void {
    const { model, chain } = this
    const isTreasury = this.random.below(2) === 0
    const instruction = isTreasury
      ? chain.collect(this.coin(coin))
      : chain.claimCreatorFees(this.user(coin), this.coin(coin))
    this.add(isTreasury ? 'collect' : 'claim', coin, instruction, () => {
      const book = model.book(coin)
      if ((isTreasury ? book.treasuryOwed : book.owed) === 0n) return 'nothingToClaim'
      if (isTreasury) {
        model.state.config += book.treasuryOwed
        book.treasuryOwed = 0n
      } else {
        model.pay(coin, book.owed)
        book.owed = 0n
      }
      model.count(coin, isTreasury ? 'collect' : 'claimCreatorFees')
      return undefined
    })
  }

  /** What the transaction has named, and now and then all there is. */
  check(all = false): void {
    const { chain, model } = this
    const { state } = model
    const named = new Set(this.instructions.flatMap(({ accounts }) => accounts.map(({ address }) => address)))
    const isNamed = (addresses: readonly Address[]) => all || addresses.some((at) => named.has(at))
    for (const [i, one] of USERS.entries()) same(chain.lamportsOf(one.address), model.purse(i), `purse ${i}`)
    same(chain.lamportsOf(chain.config), state.config, 'config')
    for (const at of state.books.keys()) this.checkCoin(at)
    for (const [key, at] of this.places)
      if (isNamed([at.mint, at.listing, at.listedNft, ...at.accounts])) this.checkNft(key, at)
    for (const [user, addresses] of this.offers.entries())
      for (const [nonce, at] of addresses.entries()) if (isNamed([at])) this.checkOffer(user, nonce, at)
    // Nothing is created and nothing lost: whoever loses a lamport, somebody of the others has it.
    same(model.total(), this.whole, 'all lamports')
  }

  private checkCoin(at: number): void {
    const { chain, model } = this
    const [coin, book] = [this.coin(at), model.book(at)]
    const { market, vault, escrowVault } = coin.addresses
    const on = chain.market(coin)
    const holders = [...book.nfts.values()]
    const inEscrow = holders.filter((holder) => holder === 'escrow').length
    const listed = holders.filter((holder) => holder === 'listed').length
    const inWallets = holders.filter((holder) => typeof holder === 'number').length
    expect(on.curve).toEqual(book.curve)
    expect(startOf(chain, coin)).toMatchObject({
      slot: book.start.slot,
      curve: {
        reserveLamports: book.start.curve.reserveLamports,
        reserveBaseUnits: book.start.curve.reserveBaseUnits,
      },
    })
    expect(on).toMatchObject({
      creatorFeesOwedLamports: book.owed,
      treasuryFeesOwedLamports: book.treasuryOwed,
      sequence: book.sequence,
      nftsMinted: inEscrow + listed + inWallets,
      nftsInCirculation: listed + inWallets,
    })
    expect(listed).toBe([...model.state.listings.values()].filter((one) => one.coin === at).length)
    expect(chain.lamportsOf(market)).toBe(model.marketLamports(book))
    expect(book.surplus).toBeGreaterThanOrEqual(chain.rent(0) / 2n)
    expect(chain.baseUnitsOf(vault)).toBe(book.vault)
    const escrowed = BigInt(listed + inWallets) * NFT_PRICE
    expect(chain.baseUnitsOf(escrowVault)).toBe(escrowed)
    expect(book.vault).toBe(book.curve.reserveBaseUnits)
    expect(book.vault + escrowed + book.holdings.reduce((a, b) => a + b, 0n)).toBe(book.supply)
    for (const [i, account] of (this.purses[at] ?? []).entries())
      same(chain.baseUnitsOf(account), book.holdings[i], `coins of ${i}`)
    // What an NFT's coins bring is there to be paid, whoever comes first.
    if (listed + inWallets > 0) expect(model.coinsValue(at)).toBeLessThanOrEqual(book.curve.realLamports)
  }

  /** The lamports and bytes at an address of ours; an account that has ended is nobody's but for what strangers sent. */
  private checkPlace(at: Address): Uint8Array | undefined {
    const { chain, model } = this
    const account = chain.svm.getAccount(at)
    const bytes = account.exists ? account.data.length : 0
    same(account.exists ? account.lamports : 0n, model.lamportsAt(at), `lamports at ${at}`)
    same(bytes, model.state.bytes.get(at) ?? 0, `bytes at ${at}`)
    return account.exists && bytes > 0 ? account.data : undefined
  }

  private checkNft(key: string, at: NftPlaces): void {
    const { chain, model } = this
    const [coin = 0, edition = 0] = key.split(' ').map(Number)
    const holder = model.holder(coin, edition)
    for (const [i, account] of at.accounts.entries()) {
      this.checkPlace(account)
      same(chain.baseUnitsOf(account), holder === i ? 1n : 0n, `NFT ${key}`)
    }
    for (const [account, name] of [
      [at.escrowNft, 'escrow'],
      [at.listedNft, 'listed'],
    ] as const) {
      this.checkPlace(account)
      same(chain.baseUnitsOf(account), holder === name ? 1n : 0n, `NFT ${key}`)
    }
    this.checkPlace(at.mint)
    const data = this.checkPlace(at.listing)
    const listing = model.state.listings.get(at.listing)
    expect(listing !== undefined).toBe(holder === 'listed')
    if (!listing) return expect(data, `listing of NFT ${key}`).toBeUndefined()
    expect(decodeListing(data ?? new Uint8Array())).toEqual({
      edition,
      mint: model.book(coin).mint,
      nftMint: at.mint,
      seller: this.user(listing.seller).address,
      priceLamports: listing.price,
      expiresAtSeconds: listing.expiresAt,
      createdAtSeconds: listing.createdAt,
    })
  }

  private checkOffer(user: number, nonce: number, at: Address): void {
    const { model } = this
    const data = this.checkPlace(at)
    const offer = model.state.offers.get(at)
    if (!offer) return expect(data, `offer ${nonce} of ${user}`).toBeUndefined()
    expect(decodeOffer(data ?? new Uint8Array())).toEqual({
      mint: model.book(offer.coin).mint,
      bidder: this.user(offer.bidder).address,
      nonce: BigInt(nonce),
      priceLamports: offer.price,
      expiresAtSeconds: offer.expiresAt,
      createdAtSeconds: offer.createdAt,
      editions: offer.editions,
      nftRentLamports: offer.nftRent,
    })
    // Rent, price and the rent of the NFT's account are all there, however the rent has changed.
    expect(model.lamportsAt(at)).toBeGreaterThanOrEqual(offer.rent + offer.price + offer.nftRent)
  }
}

/** What has to be among the steps. */
const COMMON = [
  'list',
  'updateListing',
  'cancelListing',
  'buyListing',
  'buyListing at the slot’s start',
  'offer',
  'cancelOffer',
  'acceptOffer',
  'capture',
  'release',
  'buy',
  'sell',
  'graduation',
  'dust',
  'NFT moved',
  'close authority',
  'lamports',
  'claim',
  'collect',
  'pause',
  'launch',
  'several',
  'several, refused',
]
const RARE = [
  'acceptOffer offerTooLow',
  'buyListing priceTooHigh',
  'acceptOffer offerExpired',
  'buyListing listingExpired',
  'list paused',
  'buyListing paused',
  'offer paused',
  'list nftNotHeld',
  'list expiryOutOfRange',
  'updateListing notSeller',
  'cancelListing notSeller',
  'buyListing insufficientLamports',
  'buyListing wrongAddress',
  'offer offerExists',
  'offer offerEmpty',
  'offer insufficientLamports',
  'cancelOffer notBidder',
  'acceptOffer nftNotInOffer',
  'acceptOffer offerClosed',
  'acceptOffer nftNotHeld',
  'acceptOffer wrongTokenAccount',
  'acceptOffer wrongAddress',
  'offer overflow',
  'list insufficientLamports',
]
const SEEN = size(COMMON, [...COMMON, ...RARE])

test(`${HISTORIES * STEPS} random steps of the NFT market equal the model to the lamport, and every promise holds`, async () => {
  await withSeed(async (seed) => {
    const seen: Record<string, number> = {}
    for (let number = 0; number < HISTORIES; number++) {
      const history = await History.open(new Random(`${seed} NFT market ${number}`))
      for (let step = 0; step < STEPS; step++) {
        try {
          await history.step()
          if (step % 50 === 49) history.check(true)
        } catch (error) {
          throw new Error(`history ${number}, step ${step}: ${(error as Error).message}`, { cause: error })
        }
      }
      for (const [key, count] of Object.entries(history.count)) seen[key] = (seen[key] ?? 0) + count
    }
    if (process.env['TWINMINT_TALLY']) console.log(seen)
    expect(SEEN.filter((key) => seen[key] === undefined)).toEqual([])
  })
})
