/* oxlint-disable vitest/valid-expect, vitest/no-standalone-expect -- the model compares as it goes */
// Random histories of several users and coins against a model that is written here, in plain BigInt, from
// docs/program.md: whatever the chain holds after a step must equal the model, and every promise must hold. A step is a
// transaction of one instruction or several; between steps pass time, pauses, and changes of the rent and of the terms.

import type { Address } from '@solana/kit'
import { lamports } from '@twinmint/sdk/core/money'
import { isPausedAt } from '@twinmint/sdk/program/accounts'
import type { NftAddresses } from '@twinmint/sdk/program/addresses'
import type { Instruction } from '@twinmint/sdk/program/message'
import { type LaunchChoices, STANDARD_CHOICES } from '@twinmint/sdk/program/terms'
import { Rent } from 'litesvm'
import { expect, test } from 'vitest'
import { size } from '../../tests/soak.ts'
import {
  Chain,
  type Coin,
  makeMarketBefore,
  NFT_PRICE,
  SOL,
  SUPPLY,
  TERMS,
  type Wallet,
  wallet,
} from './harness.ts'
import { type KeysAct, KeysModel } from './histories-keys.ts'
import { decodeMint } from './mints.ts'
import { Random, withSeed } from './random.ts'
import { burnNft, createAssociated, sendLamports, transferNft, transferTokens } from './tokens.ts'

const HISTORIES = size(3, 40)
/** The others are of the version after this one, with a coin to migrate. */
const HISTORIES_NOW = size(2, 30)
const STEPS = size(220, 300)
const USERS = 3
const U64 = (1n << 64n) - 1n
const RENT = /rent/i
const COINS = 2
/** Accounts of a transaction to which another instruction is still added: whatever it is, it fits. */
const ACCOUNTS_MAX = 15
/** Lamports a byte, and their factor. */
type Rate = readonly [bigint, number]
/** Today's first. Where the rent rises, what is there has too little of it. */
const RENTS: readonly [Rate, ...Rate[]] = [
  [6_960n, 1],
  [3_480n, 2],
  [3_480n, 1],
  [5_081n, 0.5],
  [6_960n, 1.25],
]

interface Book {
  readonly coin: Coin
  readonly threshold: bigint
  readonly feeBps: bigint
  readonly shareBps: bigint
  readonly boostPrice: bigint
  readonly boostSeconds: bigint
  rs: bigint
  rt: bigint
  real: bigint
  owed: bigint
  /** The treasury's, until it is collected. */
  treasuryOwed: bigint
  /** Surcharges, for ever. */
  locked: bigint
  readonly opening: bigint
  readonly guardBps: bigint
  readonly guardSeconds: bigint
  readonly createdAt: bigint
  /** Of the version before until somebody migrates it. */
  old: boolean
  /** Market lamports that are nobody's: the rent at its launch, and gifts. */
  surplus: bigint
  readonly rent: bigint
  vault: bigint
  supply: bigint
  graduated: boolean
  boostedUntil: bigint
  sequence: bigint
  holdings: bigint[]
  /** Who has each NFT that was minted: a user's number, the escrow, or nobody any more. */
  readonly nfts: Map<number, number | 'escrow' | 'nobody'>
  /** Coins that people sent to the escrow's vault. */
  escrowGifts: bigint
  /** Lamports at addresses of NFTs: what strangers sent there, or the rent of what was made there. */
  readonly balances: Map<Address, bigint>
  /** Bytes of those that are there by now, empty NFT accounts of users included. */
  readonly sizes: Map<Address, number>
}

/** A transaction that is being put together, and what it should do. */
interface Pending {
  /** Instructions, or nearly: an NFT's account comes with its NFT. */
  readonly most: number
  readonly instructions: Instruction[]
  readonly signers: Set<Wallet>
  readonly kinds: string[]
  readonly events: unknown[]
  readonly configEvents: object[]
  readonly nfts: (readonly [Book, number])[]
  /** Of its last instruction. */
  refusal: string | undefined
}

/** A mint with metadata pointer, member pointer, member and metadata, before its texts. */
const NFT_MINT_BYTES = 166 + 68 + 68 + 76 + 84
const WINDOW = 64

const circulating = (book: Book) => [...book.nfts.values()].filter((holder) => holder !== 'escrow').length
const bytesOf = (text: string) => Buffer.byteLength(text)

const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b

const heldBy = ({ surplus, real, owed, treasuryOwed, locked }: Book) =>
  surplus + real + owed + treasuryOwed + locked

class History {
  readonly chain: Chain
  readonly random: Random
  readonly payer = wallet(500)
  readonly users: Wallet[]
  readonly books: Book[] = []
  readonly count: Record<string, number> = {}
  readonly number: number
  readonly treasuries: readonly [Address, Address]
  purses: bigint[] = []
  config = 0n
  /** What the treasuries hold, and which of them it is now. */
  treasury: [bigint, bigint] = [0n, 0n]
  current: 0 | 1 = 0
  terms = TERMS as typeof TERMS | ReturnType<History['anyTerms']>
  readonly keys: KeysModel
  private pending = this.nothing(1)

  constructor(chain: Chain, random: Random, number: number) {
    this.chain = chain
    this.random = random
    this.number = number
    this.treasuries = [chain.treasury, wallet(900_010).address]
    this.current = chain.configuration().treasury === this.treasuries[0] ? 0 : 1
    this.keys = new KeysModel(chain, random)
    this.users = Array.from({ length: USERS }, (_, i) => wallet(1_000 + number * 10 + i))
  }

  async start(): Promise<void> {
    const { chain, random } = this
    chain.fund(this.payer.address, 1_000n * SOL)
    for (const user of this.users) chain.fund(user.address, random.between(20n, 400n) * SOL)
    this.config = chain.lamportsOf(chain.config)
    this.treasury = [chain.lamportsOf(this.treasuries[0]), chain.lamportsOf(this.treasuries[1])]
    this.changeTerms()
    await this.launch()
    await this.check()
  }

  /** Puts the chain back as it was. */
  end(): void {
    this.chain.svm.setRent(new Rent(...RENTS[0], 50))
    const { admin } = this.keys
    this.chain.must(this.chain.updateConfig(admin, TERMS), this.payer, admin)
  }

  private anyTerms() {
    const { random } = this
    return {
      graduationMarketCapLamports: lamports(random.pick([4n, 5n, 20n, 420n, 2_000n]) * SOL),
      boostPriceLamports: lamports(random.pick([1n, 5_000n, SOL / 100n, SOL])),
      boostSeconds: random.pick([60, 86_400, 2_592_000]),
      sellFeeBps: random.pick([0, 1, 100, 333, 500]),
      creatorShareBps: random.pick([0, 1, 5_000, 9_999, 10_000]),
      royaltyBps: random.pick([0, 500, 1_000]),
      marketFeeBps: random.pick([0, 100, 500]),
    }
  }

  /** Of each kind that the terms allow. */
  private anyChoices(): LaunchChoices {
    const { random, terms } = this
    const most = terms.graduationMarketCapLamports / 4n
    const openings = [SOL, 10n * SOL, 30n * SOL, 100n * SOL, most].filter(
      (each) => each <= most && each <= 100n * SOL,
    )
    const guardSeconds = random.pick([120, 600])
    return {
      openingReserveLamports: lamports(random.pick(openings as [bigint])),
      guardBps: random.pick([1, 3_333, 5_000]),
      guardSeconds,
    }
  }

  private get paused(): boolean {
    return this.keys.paused
  }

  /** For coins to come, and treasury and pause key for all. A treasury that leaves is paid what has gathered. */
  private changeTerms(): void {
    const { keys, random } = this
    const terms = this.anyTerms()
    const next = random.pick([0, 1] as const)
    const pauseKey = keys.anybody()
    const values = { ...terms, treasury: this.treasuries[next], pauseKey: pauseKey?.address }
    const act = { kind: 'terms', ...keys.update(values) }
    const gathered = this.config - this.chain.rent(this.chain.kinds.config.bytes)
    // A treasury that would then hold less than its rent is not paid.
    const takes = this.treasury[this.current] + gathered >= this.chain.rent(0)
    const paid = next === this.current || gathered < 0n || !takes ? 0n : gathered
    const apply = () => {
      this.config -= paid
      this.treasury[this.current] += paid
      this.current = next
      this.terms = terms
      keys.pauseKey = pauseKey
      if (paid > 0n) this.tally('treasury paid')
    }
    this.useKey({ ...act, apply }, paid)
  }

  /** One act of those who hold keys, or would like to, in a transaction of its own. */
  private useKey({ kind, instruction, signer, refusal, apply }: KeysAct, paid = 0n): void {
    const { keys } = this
    const [saved, ledger] = [this.save(), this.ledger()]
    const before = { pauseKey: keys.pauseKey, treasury: this.current, terms: this.terms }
    if (refusal === undefined) apply()
    const expected = refusal ?? (this.lacksRent(ledger) ? RENT : undefined)
    const sent = this.chain.send([instruction], this.payer, signer)
    const what = `${kind}\n${sent.logs.join('\n')}`
    if (expected instanceof RegExp) expect(sent.failure, what).toMatch(expected)
    else expect(sent.failure, what).toBe(expected)
    this.tally(expected === undefined ? kind : `${kind} ${String(expected)}`)
    if (expected !== undefined) {
      Object.assign(this, { config: saved.config, treasury: saved.treasury })
      Object.assign(this, { current: before.treasury, terms: before.terms })
      keys.pauseKey = before.pauseKey
      return
    }
    keys.sequence++
    const { sequence, pausedUntilSeconds, pendingAdmin, pauseKey, admin } = keys.expected()
    const after = {
      admin,
      pendingAdmin,
      pauseKey,
      pausedUntilSeconds,
      treasury: this.treasuries[this.current],
    }
    expect(sent.configEvents, what).toMatchObject([
      {
        kind: kind === 'terms' ? 'updateConfig' : kind,
        sequence,
        who: signer.address,
        lamports: paid,
        unixSeconds: this.chain.now(),
        after: { ...after, terms: this.terms },
      },
    ])
  }

  private changeRent(): void {
    this.chain.svm.setRent(new Rent(...this.random.pick(RENTS), 50))
    this.tally('rent')
  }

  /** One coin more, by the terms and the rent of now. */
  private async launch(): Promise<void> {
    const { chain, terms } = this
    for (const user of this.users) chain.fund(user.address, SOL)
    // Of two coins the first may have a guard; where there is a version before, the second is of it.
    const isFirst = this.books.length === 0
    const old = !isFirst && chain.kinds.market.before !== undefined
    const choices = isFirst ? this.anyChoices() : STANDARD_CHOICES
    const coin = await chain.coin(this.users[0]!, choices, this.number * 10 + this.books.length)
    const { failure } = chain.send([chain.launch(coin)], this.users[0]!)
    expect(failure).toBe(this.paused ? 'paused' : undefined)
    if (!this.paused) {
      for (const user of this.users) chain.must(await chain.createCoinAccount(user, coin), user)
      if (old) makeMarketBefore(chain, coin)
      const rent = chain.rent(this.marketBytes(old))
      this.books.push({
        coin,
        threshold: terms.graduationMarketCapLamports,
        feeBps: BigInt(terms.sellFeeBps),
        shareBps: BigInt(terms.creatorShareBps),
        boostPrice: terms.boostPriceLamports,
        boostSeconds: BigInt(terms.boostSeconds),
        rs: choices.openingReserveLamports,
        rt: SUPPLY,
        real: 0n,
        owed: 0n,
        treasuryOwed: 0n,
        locked: 0n,
        opening: choices.openingReserveLamports,
        guardBps: BigInt(choices.guardBps),
        guardSeconds: BigInt(choices.guardSeconds),
        createdAt: chain.now(),
        old,
        surplus: rent,
        rent,
        vault: SUPPLY,
        supply: SUPPLY,
        graduated: false,
        boostedUntil: 0n,
        sequence: 1n,
        holdings: this.users.map(() => 0n),
        nfts: new Map(),
        escrowGifts: 0n,
        balances: new Map(),
        sizes: new Map(),
      })
    }
    this.purses = this.users.map((user) => chain.lamportsOf(user.address))
  }

  async step(): Promise<void> {
    const { random } = this
    if (this.paused && random.below(4) === 0) this.useKey(this.keys.unpause())
    const between = random.below(100)
    if (between < 2) this.chain.setTime(this.chain.now() + random.between(0n, 200_000n))
    else if (between > 91) this.chain.setTime(this.chain.now() + random.between(0n, 40n))
    else if (between < 5) this.changeTerms()
    else if (between < 8) this.changeRent()
    else if (between < 10 && this.books.length < COINS) await this.launch()
    else if (between < 16) this.useKey(this.keys.act())

    // A history that began in the pause of the one before has no coin yet.
    if (this.books.length === 0) await this.launch()
    if (this.books.length === 0) return this.check()
    const most = random.below(4) === 0 ? 2 + random.below(3) : 1
    this.pending = this.nothing(most)
    const [saved, ledger] = [this.save(), this.ledger()]
    for (let i = 0; i < most && this.pending.refusal === undefined && this.hasRoom(); i++) await this.act()
    if (this.pending.instructions.length > 0) await this.send(saved, ledger)
    await this.check()
  }

  private async act(): Promise<void> {
    const { random } = this
    const book = this.books[random.below(this.books.length)]!
    const user = random.below(USERS)
    const dice = random.below(156)
    const holds = (least: bigint) => this.someone(user, (one) => book.holdings[one]! >= least)
    const hasNft = () => this.someone(user, (one) => [...book.nfts.values()].includes(one))
    if (dice < 28) await this.buy(book, user)
    else if (dice < 40) await this.buyExactOut(book, user)
    else if (dice < 80) await this.sell(book, holds(1n))
    else if (dice < 84) this.boost(book, user)
    else if (dice < 88) this.claimCreatorFees(book)
    else if (dice < 91) this.claimTreasuryFees()
    else if (dice < 93) await this.giveCoins(book, user)
    else if (dice < 95) this.giveLamports(book, user)
    else if (dice < 97) await this.moveCoins(book, user)
    else if (dice < 119) await this.capture(book, holds(NFT_PRICE))
    else if (dice < 135) await this.release(book, hasNft())
    else if (dice < 138) await this.moveNft(book)
    else if (dice < 139) await this.loseNft(book)
    else if (dice < 142) await this.giveCoinsToEscrow(book, user)
    else if (dice < 147) await this.dust(book, user)
    else if (dice < 152) this.collect(book)
    else this.migrate(book, user)
  }

  /** The user, or mostly another one who has what it takes. */
  private someone(user: number, has: (user: number) => boolean): number {
    if (has(user) || this.random.below(5) === 0) return user
    return Math.max(
      0,
      this.users.findIndex((_, i) => has(i)),
    )
  }

  private nothing(most: number): Pending {
    return {
      most,
      instructions: [],
      signers: new Set(),
      kinds: [],
      events: [],
      configEvents: [],
      nfts: [],
      refusal: undefined,
    }
  }

  private hasRoom(): boolean {
    const named = this.pending.instructions.flatMap(({ accounts }) => accounts.map(({ address }) => address))
    return new Set(named).size <= ACCOUNTS_MAX
  }

  /** Puts an instruction into the transaction; returns whether it should go through, so that the books go on. */
  private add(kind: string, instruction: Instruction, user?: number, refusal?: string): boolean {
    const { pending, random } = this
    // Of several, mostly those that go through.
    if (refusal !== undefined && pending.most > 1 && random.below(5) > 0) return false
    pending.instructions.push(instruction)
    if (user !== undefined) pending.signers.add(this.users[user]!)
    pending.kinds.push(kind)
    pending.refusal = refusal
    return refusal === undefined
  }

  /** All that changes in the model. */
  private save() {
    const { purses, config, treasury } = this
    const books = this.books.map((book) => {
      const { coin: _, ...rest } = book
      return rest
    })
    return structuredClone({ books, purses, config, treasury, sequence: this.keys.sequence })
  }

  /** Lamports and bytes of every account that an instruction may pay or make. */
  private ledger(): ReadonlyMap<Address, readonly [lamports: bigint, bytes: number]> {
    return new Map<Address, readonly [bigint, number]>([
      ...this.users.map((user, i) => [user.address, [this.purses[i]!, 0]] as const),
      ...this.treasuries.map((address, i) => [address, [this.treasury[i]!, 0]] as const),
      [this.chain.config, [this.config, this.chain.kinds.config.bytes]],
      ...this.books.flatMap((book) => [
        [book.coin.addresses.market, [heldBy(book), this.marketBytes(book.old)]] as const,
        ...[...book.balances].map(([at, held]) => [at, [held, book.sizes.get(at) ?? 0]] as const),
      ]),
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

  private async send(
    saved: ReturnType<History['save']>,
    before: ReturnType<History['ledger']>,
  ): Promise<void> {
    const { instructions, signers, kinds, events, configEvents, nfts, refusal } = this.pending
    const expected = refusal ?? (this.lacksRent(before) ? RENT : undefined)
    const sent = this.chain.send(instructions, this.payer, ...signers)
    const what = `${kinds.join(', ')}\n${sent.logs.join('\n')}`
    if (expected instanceof RegExp) expect(sent.failure, what).toMatch(expected)
    else expect(sent.failure, what).toBe(expected)
    if (expected !== undefined) {
      // All or nothing.
      for (const [i, book] of saved.books.entries()) Object.assign(this.books[i]!, book)
      Object.assign(this, { purses: saved.purses, config: saved.config, treasury: saved.treasury })
      this.keys.sequence = saved.sequence
      this.tally(`${kinds.at(-1)} ${String(expected)}`)
    } else {
      expect(sent.events, what).toEqual(events)
      expect(sent.configEvents, what).toMatchObject(configEvents)
      for (const kind of kinds) this.tally(kind)
    }
    if (instructions.length > 1) this.tally(expected === undefined ? 'several' : 'several, refused')
    for (const [book, index] of nfts) if (book.nfts.has(index)) await this.checkNft(book, index)
  }

  private async buy(book: Book, user: number): Promise<void> {
    const { random } = this
    const purse = this.purses[user]!
    const paid = random.below(50) === 0 ? random.pick([U64, U64 - 1n]) : random.amount(purse)
    const unguarded = book.rt - ceil(book.rs * book.rt, book.rs + paid)
    const effective = (paid * (10_000n - this.guardOf(book, user, unguarded))) / 10_000n
    const rs = book.rs + effective
    const rt = ceil(book.rs * book.rt, rs)
    const out = book.rt - rt
    const least = random.pick([0n, 0n, out, out > 0n ? out - 1n : 0n, out + 1n])
    const refusal = this.paused
      ? 'paused'
      : paid === 0n
        ? 'amountZero'
        : paid > purse
          ? 'insufficientLamports'
          : out === 0n
            ? 'amountTooSmall'
            : out < least
              ? 'slippageExceeded'
              : undefined
    const instruction = await this.chain.buy(this.users[user]!, book.coin, paid, least)
    if (this.add('buy', instruction, user, book.old ? 'needsMigration' : refusal))
      this.settleBuy(book, user, { rs, rt, paid })
  }

  private async buyExactOut(book: Book, user: number): Promise<void> {
    const { random } = this
    const purse = this.purses[user]!
    const affordable = book.rt - ceil(book.rs * book.rt, book.rs + purse / 2n)
    const out = random.pick([
      random.amount(affordable),
      random.amount(affordable),
      NFT_PRICE,
      random.amount(book.rt),
      U64,
    ])
    const rt = book.rt - out
    const rs = rt > 0n ? ceil(book.rs * book.rt, rt) : 0n
    const guard = this.guardOf(book, user, out)
    const paid = ceil((rs - book.rs) * 10_000n, 10_000n - guard)
    const most = random.pick(
      [U64, U64, paid, paid > 0n ? paid - 1n : 0n].filter((each) => each <= U64) as [bigint],
    )
    const refusal = this.paused
      ? 'paused'
      : out === 0n
        ? 'amountZero'
        : rt <= 0n
          ? 'reserveExceeded'
          : rs > U64 || paid > U64
            ? 'overflow'
            : paid > most
              ? 'slippageExceeded'
              : paid > purse
                ? 'insufficientLamports'
                : undefined
    const instruction = await this.chain.buyExactOut(this.users[user]!, book.coin, out, most < 0n ? 0n : most)
    if (!this.add('buyExactOut', instruction, user, book.old ? 'needsMigration' : refusal)) return
    expect(paid).toBeGreaterThan(0n)
    // One lamport less would not have bought as much.
    const less = ((paid - 1n) * (10_000n - guard)) / 10_000n
    expect(book.rt - ceil(book.rs * book.rt, book.rs + less)).toBeLessThan(out)
    this.settleBuy(book, user, { rs, rt, paid })
  }

  /** The surcharge of now, of 10,000; `unguarded` is what the buy gets without one. */
  private guardOf(book: Book, user: number, unguarded: bigint): bigint {
    const passed = this.chain.now() - book.createdAt
    if (book.guardSeconds <= passed) return 0n
    if (book.sequence === 1n && user === 0 && unguarded <= SUPPLY / 20n) return 0n
    return ceil(book.guardBps * (book.guardSeconds - passed), book.guardSeconds)
  }

  /** What both kinds of buy do to the books once the reserves after them are known. */
  private settleBuy(
    book: Book,
    user: number,
    { rs, rt, paid }: { readonly rs: bigint; readonly rt: bigint; readonly paid: bigint },
  ): void {
    const [effective, out] = [rs - book.rs, book.rt - rt]
    if (book.sequence === 1n && user === 0 && book.guardBps > 0n)
      this.pending.kinds.push('first of the creator')
    expect(rs * rt).toBeGreaterThanOrEqual(book.rs * book.rt)
    Object.assign(book, { rs, rt, real: book.real + effective, vault: book.vault - out })
    book.locked += paid - effective
    if (paid > effective) this.pending.kinds.push('surcharge')
    this.purses[user]! -= paid
    book.holdings[user]! += out
    book.sequence++
    const graduates = !book.graduated && (rs * SUPPLY) / rt >= book.threshold
    let burned = 0n
    if (graduates) {
      const reserve = (rt * book.real) / rs
      // The price stays: a whole base unit more in the reserve would make it fall.
      expect(book.real * rt).toBeGreaterThanOrEqual(rs * reserve)
      expect(book.real * rt).toBeLessThan(rs * (reserve + 1n))
      burned = book.vault - reserve
      Object.assign(book, { graduated: true, rs: book.real, rt: reserve, vault: reserve })
      book.supply -= burned
      this.pending.kinds.push('graduation')
    }
    this.pending.events.push({
      ...this.eventOf(book, user),
      kind: 'buy',
      lamportsIn: paid,
      surchargeLamports: paid - effective,
      baseUnitsOut: out,
      graduated: graduates,
      burnedBaseUnits: burned,
    })
  }

  private async sell(book: Book, user: number): Promise<void> {
    const { random } = this
    const held = book.holdings[user]!
    const given = random.below(50) === 0 ? random.pick([U64, SUPPLY]) : random.amount(held)
    const gross = (given * book.rs) / (book.rt + given)
    const fee = ceil(gross * book.feeBps, 10_000n)
    const creatorPart = (fee * book.shareBps) / 10_000n
    const net = gross - fee
    const least = random.pick([0n, 0n, net, net > 0n ? net - 1n : 0n, net + 1n])
    const refusal =
      given === 0n
        ? 'amountZero'
        : given > held
          ? 'insufficientBaseUnits'
          : net === 0n
            ? 'amountTooSmall'
            : net < least
              ? 'slippageExceeded'
              : undefined
    const instruction = await this.chain.sell(this.users[user]!, book.coin, given, least)
    if (!this.add('sell', instruction, user, book.old ? 'needsMigration' : refusal)) return
    expect((book.rs - gross) * (book.rt + given)).toBeGreaterThanOrEqual(book.rs * book.rt)
    Object.assign(book, { rs: book.rs - gross, rt: book.rt + given, real: book.real - gross })
    book.vault += given
    book.owed += creatorPart
    book.holdings[user]! -= given
    book.sequence++
    this.purses[user]! += net
    book.treasuryOwed += fee - creatorPart
    this.pending.events.push({
      ...this.eventOf(book, user),
      kind: 'sell',
      baseUnitsIn: given,
      lamportsOut: net,
      feeLamports: fee,
      creatorFeeLamports: creatorPart,
    })
  }

  private boost(book: Book, user: number): void {
    const purse = this.purses[user]!
    const left = purse - book.boostPrice
    const refusal = left < 0n ? 'insufficientLamports' : undefined
    if (
      !this.add(
        'boost',
        this.chain.boost(this.users[user]!, book.coin),
        user,
        book.old ? 'needsMigration' : refusal,
      )
    )
      return
    const now = this.chain.now()
    book.boostedUntil = (now > book.boostedUntil ? now : book.boostedUntil) + book.boostSeconds
    book.sequence++
    this.purses[user] = left
    book.treasuryOwed += book.boostPrice
    this.pending.events.push({
      ...this.eventOf(book, user),
      kind: 'boost',
      lamportsIn: book.boostPrice,
      boostedUntilSeconds: book.boostedUntil,
    })
  }

  private claimCreatorFees(book: Book): void {
    const { owed } = book
    const refusal = book.old ? 'needsMigration' : owed === 0n ? 'nothingToClaim' : undefined
    const instruction = this.chain.claimCreatorFees(this.users[0]!, book.coin)
    if (!this.add('claimCreatorFees', instruction, 0, refusal)) return
    this.purses[0]! += owed
    book.owed = 0n
    book.sequence++
    this.pending.events.push({ ...this.eventOf(book, 0), kind: 'claimCreatorFees', lamportsOut: owed })
  }

  /** Anybody may: the payer. */
  private collect(book: Book): void {
    const owed = book.treasuryOwed
    const refusal = book.old ? 'needsMigration' : owed === 0n ? 'nothingToClaim' : undefined
    if (!this.add('collect', this.chain.collect(book.coin), undefined, refusal)) return
    this.config += owed
    book.treasuryOwed = 0n
    book.sequence++
    const who = this.chain.config
    this.pending.events.push({ ...this.eventOf(book, 0), who, kind: 'collect', lamportsOut: owed })
  }

  private marketBytes(old: boolean): number {
    const { bytes, before } = this.chain.kinds.market
    return old && before ? before.bytes : bytes
  }

  private migrate(book: Book, user: number): void {
    const { chain } = this
    const rent = chain.rent(this.marketBytes(false))
    const growth = rent - chain.rent(this.marketBytes(true))
    const shortfall = rent - book.surplus
    const paid = shortfall > growth ? shortfall : growth
    const left = this.purses[user]! - paid
    const refusal = book.old && left < 0n ? 'insufficientLamports' : undefined
    const instruction = chain.migrate(this.users[user]!, book.coin.addresses.market)
    if (!this.add('migrate', instruction, user, refusal) || !book.old) return
    this.pending.kinds.push('migrate what is old')
    this.purses[user] = left
    book.surplus += paid
    book.old = false
  }

  private claimTreasuryFees(): void {
    const asked = this.random.below(5) === 0 ? this.random.pick([0, 1] as const) : this.current
    const gathered = this.config - this.chain.rent(this.chain.kinds.config.bytes)
    const refusal = asked !== this.current ? 'wrongAddress' : gathered <= 0n ? 'nothingToClaim' : undefined
    const instruction = this.chain.claimTreasuryFees(this.treasuries[asked])
    if (!this.add('claimTreasuryFees', instruction, undefined, refusal)) return
    this.config -= gathered
    this.treasury[asked] += gathered
    const sequence = ++this.keys.sequence
    const told = { kind: 'claimTreasuryFees', sequence, who: this.treasuries[asked], lamports: gathered }
    this.pending.configEvents.push(told)
  }

  /** A gift to the vault: the curve must not mind, and a graduation burns it. */
  private async giveCoins(book: Book, user: number): Promise<void> {
    const given = this.random.between(0n, book.holdings[user]!)
    await this.transferCoins(book, user, book.coin.addresses.vault, given)
    book.holdings[user]! -= given
    book.vault += given
  }

  private async moveCoins(book: Book, from: number): Promise<void> {
    const to = (from + 1) % USERS
    const moved = this.random.between(0n, book.holdings[from]!)
    await this.transferCoins(book, from, await this.chain.coinAccount(this.users[to]!, book.coin), moved)
    book.holdings[from]! -= moved
    book.holdings[to]! += moved
  }

  private async transferCoins(book: Book, user: number, to: Address, amount: bigint): Promise<void> {
    const from = await this.chain.coinAccount(this.users[user]!, book.coin)
    const { mint } = book.coin.addresses
    const authority = this.users[user]!.address
    this.add('coins moved', transferTokens({ from, to, mint, authority, amount }), user)
  }

  private giveLamports(book: Book, user: number): void {
    const given = this.random.between(0n, 1_000_000n)
    if (this.purses[user]! < given) return
    this.add('lamports', sendLamports(this.users[user]!.address, book.coin.addresses.market, given), user)
    this.purses[user]! -= given
    book.surplus += given
  }

  /** An index of each kind there is to ask for. */
  private anyIndex(book: Book): number {
    const { random } = this
    const minted = book.nfts.size
    let next = 1
    while (book.nfts.has(next)) next++
    const within = 1 + random.below(Math.min(1_000, minted + WINDOW))
    const known = [...book.nfts.keys()]
    const taken = known[random.below(known.length || 1)] ?? 1
    return random.pick([
      next,
      next,
      next,
      within,
      within,
      taken,
      minted + WINDOW,
      minted + WINDOW + 1,
      0,
      1_001,
    ])
  }

  /** What the account lacks of the rent that it needs, if it has to be made. */
  private missing(book: Book, address: Address): bigint {
    const rent = this.chain.rent(170) - (book.balances.get(address) ?? 0n)
    return book.sizes.has(address) || rent < 0n ? 0n : rent
  }

  /** As the associated token program makes it. */
  private make(book: Book, address: Address): void {
    if (book.sizes.has(address)) return
    const [had, rent] = [book.balances.get(address) ?? 0n, this.chain.rent(170)]
    book.balances.set(address, had > rent ? had : rent)
    book.sizes.set(address, 170)
  }

  private async capture(book: Book, user: number): Promise<void> {
    const { chain, random } = this
    const inEscrow = [...book.nfts].flatMap(([index, holder]) => (holder === 'escrow' ? [index] : []))
    const mints = random.below(2) === 0 || inEscrow.length === 0
    const edition =
      mints || random.below(5) === 0 ? this.anyIndex(book) : inEscrow[random.below(inEscrow.length)]!
    const nft = await chain.nft(this.users[user]!, book.coin, edition)
    const purse = this.purses[user]!
    const { collectionName, symbol, uri } = book.coin.texts
    const texts = bytesOf(`${collectionName} #${edition}`) + bytesOf(symbol) + bytesOf(`${uri}/${edition}`)
    const mintBytes = NFT_MINT_BYTES + texts
    const mintRent = mints ? chain.rent(mintBytes) : 0n
    const { escrowVault } = book.coin.addresses
    const accounts = this.missing(book, nft.userNft) + this.missing(book, escrowVault)
    const gained = mints ? (book.balances.get(nft.mint) ?? 0n) : 0n
    const back = mints ? 0n : (book.balances.get(nft.escrowNft) ?? 0n)
    const left = purse + gained - mintRent - accounts + back
    const refusal =
      edition < 1 || edition > 1_000 || (mints && edition > book.nfts.size + WINDOW)
        ? 'nftIndexOutOfRange'
        : mints && book.nfts.has(edition)
          ? 'nftTaken'
          : !mints && book.nfts.get(edition) !== 'escrow'
            ? 'nftNotInEscrow'
            : book.holdings[user]! < NFT_PRICE
              ? 'insufficientBaseUnits'
              : left - back < 0n
                ? 'insufficientLamports'
                : undefined
    const source = mints ? 'mint' : 'escrow'
    const instruction = await chain.capture(this.users[user]!, book.coin, edition, source)
    if (!this.add(`capture ${source}`, instruction, user, book.old ? 'needsMigration' : refusal)) return
    this.make(book, nft.userNft)
    this.make(book, escrowVault)
    if (mints) {
      book.balances.set(nft.mint, mintRent)
      book.sizes.set(nft.mint, mintBytes)
    } else {
      book.balances.delete(nft.escrowNft)
      book.sizes.delete(nft.escrowNft)
    }
    book.nfts.set(edition, user)
    book.holdings[user]! -= NFT_PRICE
    book.sequence++
    this.purses[user] = left
    this.pending.events.push({
      ...this.eventOf(book, user),
      kind: 'capture',
      edition,
      minted: mints,
      baseUnits: NFT_PRICE,
    })
    this.pending.nfts.push([book, edition])
  }

  private async release(book: Book, user: number): Promise<void> {
    const { chain, random } = this
    const own = [...book.nfts].flatMap(([index, holder]) => (holder === user ? [index] : []))
    const edition =
      own.length > 0 && random.below(6) > 0 ? own[random.below(own.length)]! : this.anyIndex(book)
    const nft = await chain.nft(this.users[user]!, book.coin, edition)
    const rent = chain.rent(165)
    const gained = book.balances.get(nft.escrowNft) ?? 0n
    const paid = this.purses[user]! + gained - rent
    const left = paid + (book.balances.get(nft.userNft) ?? 0n)
    const refusal = !book.sizes.has(nft.userNft)
      ? 'wrongTokenAccount'
      : book.nfts.get(edition) !== user
        ? 'nftNotHeld'
        : paid < 0n
          ? 'insufficientLamports'
          : undefined
    const instruction = await chain.release(this.users[user]!, book.coin, edition)
    if (!this.add('release', instruction, user, book.old ? 'needsMigration' : refusal)) return
    book.balances.set(nft.escrowNft, rent)
    book.sizes.set(nft.escrowNft, 165)
    book.balances.delete(nft.userNft)
    book.sizes.delete(nft.userNft)
    book.nfts.set(edition, 'escrow')
    book.holdings[user]! += NFT_PRICE
    book.sequence++
    this.purses[user] = left
    const event = { kind: 'release', edition, baseUnits: NFT_PRICE }
    this.pending.events.push({ ...this.eventOf(book, user), ...event })
    this.pending.nfts.push([book, edition])
  }

  private async held(book: Book): Promise<{ index: number; holder: number; nft: NftAddresses } | undefined> {
    const all = [...book.nfts].flatMap(([index, holder]) =>
      typeof holder === 'number' ? [{ index, holder }] : [],
    )
    const found = all[this.random.below(all.length || 1)]
    if (!found) return undefined
    return { ...found, nft: await this.chain.nft(this.users[found.holder]!, book.coin, found.index) }
  }

  /** Sold elsewhere: the program hears nothing of it. */
  private async moveNft(book: Book): Promise<void> {
    const found = await this.held(book)
    if (!found) return
    const to = (found.holder + 1) % USERS
    const target = await this.chain.nft(this.users[to]!, book.coin, found.index)
    if (!book.sizes.has(target.userNft)) await this.createNftAccount(book, this.users[to]!.address, target)
    const authority = this.users[found.holder]!.address
    const { mint, userNft: from } = found.nft
    this.add('NFT moved', transferNft({ from, to: target.userNft, mint, authority }), found.holder)
    book.nfts.set(found.index, to)
    this.pending.nfts.push([book, found.index])
  }

  private async createNftAccount(book: Book, holder: Address, nft: NftAddresses): Promise<void> {
    const { address, instruction } = await createAssociated(this.payer.address, holder, nft.mint)
    this.add('NFT account', instruction)
    this.make(book, address)
  }

  /** Burned, or sent to the escrow as a gift: its coins stay locked for ever. */
  private async loseNft(book: Book): Promise<void> {
    const found = await this.held(book)
    if (!found) return
    const authority = this.users[found.holder]!.address
    const { mint, userNft: from } = found.nft
    if (this.random.below(2) === 0) this.add('NFT burned', burnNft(from, mint, authority), found.holder)
    else {
      const { escrow } = book.coin.addresses
      const { address: to, instruction } = await createAssociated(this.payer.address, escrow, mint)
      this.add('NFT account', instruction)
      this.add('NFT lost', transferNft({ from, to, mint, authority }), found.holder)
    }
    book.nfts.set(found.index, 'nobody')
  }

  private async giveCoinsToEscrow(book: Book, user: number): Promise<void> {
    if (!book.sizes.has(book.coin.addresses.escrowVault)) return
    const given = this.random.between(0n, book.holdings[user]! / 4n)
    await this.transferCoins(book, user, book.coin.addresses.escrowVault, given)
    book.holdings[user]! -= given
    book.escrowGifts += given
  }

  /** Lamports to wherever something of an NFT is, or will be. */
  private async dust(book: Book, user: number): Promise<void> {
    const index = Math.min(Math.max(this.anyIndex(book), 1), 1_000)
    const nft = await this.chain.nft(this.users[user]!, book.coin, index)
    const { escrowVault } = book.coin.addresses
    const to = this.random.pick([nft.mint, nft.userNft, nft.escrowNft, escrowVault])
    const given = this.random.pick([1n, 890_880n, 890_881n, 2_039_280n, 2_074_080n, 9_000_000n])
    if (this.purses[user]! < given) return
    this.add('dust', sendLamports(this.users[user]!.address, to, given), user)
    this.purses[user]! -= given
    book.balances.set(to, (book.balances.get(to) ?? 0n) + given)
  }

  /** That exactly one of the accounts in which the NFT could be holds it. */
  private async checkNft(book: Book, index: number): Promise<void> {
    const { chain } = this
    const holder = book.nfts.get(index)
    for (const [i, user] of this.users.entries()) {
      const nft = await chain.nft(user, book.coin, index)
      expect(chain.baseUnitsOf(nft.userNft)).toBe(holder === i ? 1n : 0n)
      expect(chain.baseUnitsOf(nft.escrowNft)).toBe(holder === 'escrow' ? 1n : 0n)
      for (const address of [nft.mint, nft.userNft, nft.escrowNft])
        expect(chain.lamportsOf(address)).toBe(book.balances.get(address) ?? 0n)
      const mint = decodeMint(chain.data(nft.mint))
      expect(mint).toMatchObject({ hasMintAuthority: false, decimals: 0 })
      if (holder !== 'nobody') expect(mint.supply).toBe(1n)
    }
  }

  async checkNfts(): Promise<void> {
    for (const book of this.books) for (const index of book.nfts.keys()) await this.checkNft(book, index)
  }

  private eventOf(book: Book, user: number) {
    return {
      sequence: book.sequence,
      mint: book.coin.addresses.mint,
      who: this.users[user]!.address,
      reserveLamports: book.rs,
      reserveBaseUnits: book.rt,
      realLamports: book.real,
      unixSeconds: this.chain.now(),
    }
  }

  private tally(key: string): void {
    this.count[key] = (this.count[key] ?? 0) + 1
  }

  private async check(): Promise<void> {
    const { chain } = this
    for (const book of this.books) {
      const { market, vault, mint, escrowVault } = book.coin.addresses
      const on = chain.market(book.coin)
      expect(on.curve).toEqual({
        reserveLamports: book.rs,
        reserveBaseUnits: book.rt,
        realLamports: book.real,
        graduationMarketCapLamports: book.threshold,
        sellFeeBps: book.feeBps,
        creatorShareBps: book.shareBps,
        graduated: book.graduated,
        openingReserveLamports: book.opening,
        guard: {
          guardBps: Number(book.guardBps),
          guardSeconds: Number(book.guardSeconds),
          createdAtSeconds: book.createdAt,
        },
      })
      expect(on).toMatchObject({
        mint,
        vault,
        creator: this.users[0]!.address,
        creatorFeesOwedLamports: book.owed,
        treasuryFeesOwedLamports: book.treasuryOwed,
        lockedLamports: book.locked,
        boostedUntilSeconds: book.boostedUntil,
        sequence: book.sequence,
        nftsMinted: book.nfts.size,
        nftsInCirculation: circulating(book),
      })
      expect(chain.data(market)[1]).toBe(chain.kinds.market.version - (book.old ? 1 : 0))
      expect(chain.lamportsOf(market)).toBe(heldBy(book))
      expect(chain.baseUnitsOf(vault)).toBe(book.vault)
      const escrowed = BigInt(circulating(book)) * NFT_PRICE + book.escrowGifts
      expect(chain.baseUnitsOf(escrowVault)).toBe(escrowed)
      const supply = new DataView(chain.data(mint).slice(36, 44).buffer).getBigUint64(0, true)
      expect(supply).toBe(book.supply)
      for (const [i, user] of this.users.entries())
        expect(chain.baseUnitsOf(await chain.coinAccount(user, book.coin))).toBe(book.holdings[i])
      // The promises.
      expect(chain.lamportsOf(market)).toBeGreaterThanOrEqual(
        book.rent + book.real + book.owed + book.treasuryOwed + book.locked,
      )
      expect(book.vault).toBeGreaterThanOrEqual(book.rt)
      expect(book.vault + escrowed + book.holdings.reduce((a, b) => a + b, 0n)).toBe(book.supply)
      expect(on.nftsInCirculation).toBeLessThanOrEqual(on.nftsMinted)
      expect(on.nftsMinted).toBeLessThanOrEqual(1_000)
      expect(book.rs - book.real).toBe(book.graduated ? 0n : book.opening)
    }
    for (const [i, user] of this.users.entries()) expect(chain.lamportsOf(user.address)).toBe(this.purses[i])
    expect(chain.lamportsOf(chain.config)).toBe(this.config)
    for (const i of [0, 1] as const) expect(chain.lamportsOf(this.treasuries[i])).toBe(this.treasury[i])
    expect(chain.configuration()).toMatchObject({
      ...this.terms,
      ...this.keys.expected(),
      treasury: this.treasuries[this.current],
    })
    expect(isPausedAt(chain.configuration(), chain.now())).toBe(this.paused)
  }
}

test(`${HISTORIES * STEPS} random steps equal the model to the unit, and every promise holds after each`, async () => {
  await withSeed(async (seed) => {
    const [now, next] = [await Chain.open(), await Chain.open({ isNext: true })]
    const total: Record<string, number> = {}
    for (let number = 0; number < HISTORIES; number++) {
      const chain = number < HISTORIES_NOW ? now : next
      const history = new History(chain, new Random(`${seed} ${number}`), number)
      await history.start()
      for (let step = 0; step < STEPS; step++) {
        try {
          await history.step()
          if (step % 50 === 49) await history.checkNfts()
        } catch (error) {
          throw new Error(`history ${number}, step ${step}: ${(error as Error).message}`, { cause: error })
        }
      }
      history.end()
      for (const [key, value] of Object.entries(history.count)) total[key] = (total[key] ?? 0) + value
    }
    if (process.env['TWINMINT_TALLY']) console.log(total)
    const kinds = [
      'buy',
      'buyExactOut',
      'sell',
      'boost',
      'claimCreatorFees',
      'claimTreasuryFees',
      'graduation',
      'surcharge',
      'collect',
      'migrate',
      'migrate what is old',
    ]
    const keys = ['offerAdmin', 'acceptAdmin', 'pause', 'unpause', 'pause pauseTooSoon', 'treasury paid']
    const others = ['capture mint', 'capture escrow', 'release', 'NFT moved', 'several', 'terms', 'rent']
    for (const key of [...kinds, ...keys, ...others])
      expect(total[key], `no ${key} among the steps`).toBeGreaterThan(0)
  })
})
