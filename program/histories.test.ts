/* oxlint-disable vitest/valid-expect, vitest/no-standalone-expect -- the model compares as it goes */
// Random histories of several users and coins against a model that is written here, in plain BigInt, from
// docs/program.md: whatever the chain holds after a step must equal the model, and every promise must hold.

import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import { TOKEN_2022_PROGRAM } from '../src/chain/program/addresses.ts'
import type { Instruction } from '../src/chain/program/message.ts'
import { lamports } from '../src/core/money.ts'
import { Chain, type Coin, type Sent, SOL, SUPPLY, TERMS, type Wallet, wallet } from './harness.ts'
import { Random, withSeed } from './random.ts'

const HISTORIES = 9
const STEPS = 300
const USERS = 3
const U64 = (1n << 64n) - 1n
const RENT_FLOOR = 890_880n // the runtime lets an account keep nothing, or at least this
const RENT = /rent/i

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
  /** Market lamports that are nobody's: rent and gifts. */
  surplus: bigint
  vault: bigint
  supply: bigint
  graduated: boolean
  boostedUntil: bigint
  sequence: bigint
  holdings: bigint[]
}

/** Whether the runtime refuses to leave a wallet with so little. */
const tooPoor = (left: bigint) => left > 0n && left < RENT_FLOOR

const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b

class History {
  readonly chain: Chain
  readonly random: Random
  readonly payer = wallet(500)
  readonly users: Wallet[]
  readonly books: Book[] = []
  readonly count: Record<string, number> = {}
  purses: bigint[] = []
  config = 0n
  treasury = 0n
  paused = false

  constructor(chain: Chain, random: Random, number: number) {
    this.chain = chain
    this.random = random
    this.users = Array.from({ length: USERS }, (_, i) => wallet(1_000 + number * 10 + i))
  }

  async start(number: number): Promise<void> {
    const { chain, random } = this
    chain.fund(this.payer.address, 1_000n * SOL)
    for (const user of this.users) chain.fund(user.address, random.between(20n, 400n) * SOL)
    const coins = 1 + random.below(2)
    for (let i = 0; i < coins; i++) {
      const terms = {
        graduationMarketCapLamports: lamports(random.pick([2n, 3n, 20n, 420n, 2_000n]) * SOL),
        boostPriceLamports: lamports(random.pick([1n, 5_000n, SOL / 100n, SOL])),
        boostSeconds: random.pick([60, 86_400, 2_592_000]),
        sellFeeBps: random.pick([0, 1, 100, 333, 500]),
        creatorShareBps: random.pick([0, 1, 5_000, 9_999, 10_000]),
      }
      chain.must(chain.updateConfig(chain.authority, terms), chain.authority)
      const coin = await chain.launched(this.users[0]!, {}, number * 10 + i)
      for (const user of this.users) chain.must(await chain.createCoinAccount(user, coin), user)
      this.books.push({
        coin,
        threshold: terms.graduationMarketCapLamports,
        feeBps: BigInt(terms.sellFeeBps),
        shareBps: BigInt(terms.creatorShareBps),
        boostPrice: terms.boostPriceLamports,
        boostSeconds: BigInt(terms.boostSeconds),
        rs: SOL,
        rt: SUPPLY,
        real: 0n,
        owed: 0n,
        surplus: chain.rent(224),
        vault: SUPPLY,
        supply: SUPPLY,
        graduated: false,
        boostedUntil: 0n,
        sequence: 1n,
        holdings: this.users.map(() => 0n),
      })
    }
    this.purses = this.users.map((user) => chain.lamportsOf(user.address))
    this.config = chain.lamportsOf(chain.config)
    this.treasury = chain.lamportsOf(chain.treasury)
    await this.check()
  }

  async step(): Promise<void> {
    const { random } = this
    const book = this.books[random.below(this.books.length)]!
    let user = random.below(USERS)
    const dice = random.below(100)
    if (this.paused && random.below(4) === 0) return this.togglePause()
    // Mostly a seller who has something to sell.
    if (dice >= 40 && book.holdings[user] === 0n && random.below(5) > 0)
      user = Math.max(
        0,
        book.holdings.findIndex((held) => held > 0n),
      )
    if (dice < 40) await this.buy(book, user)
    else if (dice < 80) await this.sell(book, user)
    else if (dice < 84) this.boost(book, user)
    else if (dice < 88) this.claimCreatorFees(book)
    else if (dice < 91) this.claimTreasuryFees()
    else if (dice < 93) await this.giveCoins(book, user)
    else if (dice < 95) this.giveLamports(book, user)
    else if (dice < 97) this.chain.setTime(this.chain.now() + random.between(0n, 200_000n))
    else if (dice < 98) this.togglePause()
    else await this.moveCoins(book, user)
    await this.check()
  }

  private async buy(book: Book, user: number): Promise<void> {
    const { random } = this
    const purse = this.purses[user]!
    const paid = random.below(50) === 0 ? random.pick([U64, U64 - 1n]) : random.amount(purse)
    const rs = book.rs + paid
    const rt = ceil(book.rs * book.rt, rs)
    const out = book.rt - rt
    const least = random.pick([0n, 0n, out, out > 0n ? out - 1n : 0n, out + 1n])
    const left = purse - paid
    const expected = this.paused
      ? 'paused'
      : paid === 0n
        ? 'amountZero'
        : paid > purse
          ? 'insufficientLamports'
          : out === 0n
            ? 'amountTooSmall'
            : out < least
              ? 'slippageExceeded'
              : tooPoor(left)
                ? RENT
                : undefined
    const sent = this.send(await this.chain.buy(this.users[user]!, book.coin, paid, least), user, expected)
    this.tally('buy', expected)
    if (expected !== undefined) return
    expect(rs * rt).toBeGreaterThanOrEqual(book.rs * book.rt)
    Object.assign(book, { rs, rt, real: book.real + paid, vault: book.vault - out })
    this.purses[user] = left
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
      this.tally('graduation', undefined)
    }
    expect(sent.events).toEqual([
      {
        ...this.eventOf(book, user),
        kind: 'buy',
        lamportsIn: paid,
        baseUnitsOut: out,
        graduated: graduates,
        burnedBaseUnits: burned,
      },
    ])
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
    const expected =
      given === 0n
        ? 'amountZero'
        : given > held
          ? 'insufficientBaseUnits'
          : net === 0n
            ? 'amountTooSmall'
            : net < least
              ? 'slippageExceeded'
              : tooPoor(this.purses[user]! + net)
                ? RENT
                : undefined
    const sent = this.send(await this.chain.sell(this.users[user]!, book.coin, given, least), user, expected)
    this.tally('sell', expected)
    if (expected !== undefined) return
    expect((book.rs - gross) * (book.rt + given)).toBeGreaterThanOrEqual(book.rs * book.rt)
    Object.assign(book, { rs: book.rs - gross, rt: book.rt + given, real: book.real - gross })
    book.vault += given
    book.owed += creatorPart
    book.holdings[user]! -= given
    book.sequence++
    this.purses[user]! += net
    this.config += fee - creatorPart
    expect(sent.events).toEqual([
      {
        ...this.eventOf(book, user),
        kind: 'sell',
        baseUnitsIn: given,
        lamportsOut: net,
        feeLamports: fee,
        creatorFeeLamports: creatorPart,
      },
    ])
  }

  private boost(book: Book, user: number): void {
    const purse = this.purses[user]!
    const left = purse - book.boostPrice
    const expected = left < 0n ? 'insufficientLamports' : tooPoor(left) ? RENT : undefined
    const sent = this.send(this.chain.boost(this.users[user]!, book.coin), user, expected)
    this.tally('boost', expected)
    if (expected !== undefined) return
    const now = this.chain.now()
    book.boostedUntil = (now > book.boostedUntil ? now : book.boostedUntil) + book.boostSeconds
    book.sequence++
    this.purses[user] = left
    this.config += book.boostPrice
    expect(sent.events).toEqual([
      {
        ...this.eventOf(book, user),
        kind: 'boost',
        lamportsIn: book.boostPrice,
        boostedUntilSeconds: book.boostedUntil,
      },
    ])
  }

  private claimCreatorFees(book: Book): void {
    const expected =
      book.owed === 0n ? 'nothingToClaim' : tooPoor(this.purses[0]! + book.owed) ? RENT : undefined
    const sent = this.send(this.chain.claimCreatorFees(this.users[0]!, book.coin), 0, expected)
    this.tally('claimCreatorFees', expected)
    if (expected !== undefined) return
    const owed = book.owed
    this.purses[0]! += owed
    book.owed = 0n
    book.sequence++
    expect(sent.events).toEqual([{ ...this.eventOf(book, 0), kind: 'claimCreatorFees', lamportsOut: owed }])
  }

  private claimTreasuryFees(): void {
    const gathered = this.config - this.chain.rent(128)
    const left = this.treasury + gathered
    const expected = gathered === 0n ? 'nothingToClaim' : tooPoor(left) ? RENT : undefined
    this.send(this.chain.claimTreasuryFees(), undefined, expected)
    this.tally('claimTreasuryFees', expected)
    if (expected !== undefined) return
    this.config -= gathered
    this.treasury = left
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
    const data = new Uint8Array(10)
    data[0] = 12
    new DataView(data.buffer).setBigUint64(1, amount, true)
    data[9] = 6
    const from = await this.chain.coinAccount(this.users[user]!, book.coin)
    const accounts = [
      { address: from, signer: false, writable: true },
      { address: book.coin.addresses.mint, signer: false, writable: false },
      { address: to, signer: false, writable: true },
      { address: this.users[user]!.address, signer: true, writable: false },
    ]
    this.send({ programAddress: TOKEN_2022_PROGRAM, accounts, data }, user, undefined)
  }

  private giveLamports(book: Book, user: number): void {
    const given = this.random.between(0n, 1_000_000n)
    if (this.purses[user]! - given < RENT_FLOOR) return
    const data = new Uint8Array(12)
    data[0] = 2
    new DataView(data.buffer).setBigUint64(4, given, true)
    const accounts = [
      { address: this.users[user]!.address, signer: true, writable: true },
      { address: book.coin.addresses.market, signer: false, writable: true },
    ]
    const programAddress = '11111111111111111111111111111111' as Address
    this.send({ programAddress, accounts, data }, user, undefined)
    this.purses[user]! -= given
    book.surplus += given
  }

  private togglePause(): void {
    this.paused = !this.paused
    this.chain.must(this.chain.updateConfig(this.chain.authority, TERMS, this.paused), this.chain.authority)
  }

  private send(
    instruction: Instruction,
    user: number | undefined,
    expected: string | RegExp | undefined,
  ): Sent {
    const signers = user === undefined ? [] : [this.users[user]!]
    const sent = this.chain.send([instruction], this.payer, ...signers)
    if (expected instanceof RegExp) expect(sent.failure).toMatch(expected)
    else expect(sent.failure, sent.logs.join('\n')).toBe(expected)
    return sent
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

  private tally(what: string, expected: string | RegExp | undefined): void {
    const key = expected === undefined ? what : `${what} ${String(expected)}`
    this.count[key] = (this.count[key] ?? 0) + 1
  }

  private async check(): Promise<void> {
    const { chain } = this
    const rentOfMarket = chain.rent(224)
    for (const book of this.books) {
      const { market, vault, mint } = book.coin.addresses
      const on = chain.market(book.coin)
      expect(on.curve).toEqual({
        reserveLamports: book.rs,
        reserveBaseUnits: book.rt,
        realLamports: book.real,
        graduationMarketCapLamports: book.threshold,
        sellFeeBps: book.feeBps,
        creatorShareBps: book.shareBps,
        graduated: book.graduated,
      })
      expect(on).toMatchObject({
        mint,
        vault,
        creator: this.users[0]!.address,
        creatorFeesOwedLamports: book.owed,
        boostedUntilSeconds: book.boostedUntil,
        sequence: book.sequence,
        nftsMinted: 0,
        nftsInCirculation: 0,
      })
      expect(chain.lamportsOf(market)).toBe(book.surplus + book.real + book.owed)
      expect(chain.baseUnitsOf(vault)).toBe(book.vault)
      const supply = new DataView(chain.data(mint).slice(36, 44).buffer).getBigUint64(0, true)
      expect(supply).toBe(book.supply)
      for (const [i, user] of this.users.entries())
        expect(chain.baseUnitsOf(await chain.coinAccount(user, book.coin))).toBe(book.holdings[i])
      // The promises.
      expect(chain.lamportsOf(market)).toBeGreaterThanOrEqual(rentOfMarket + book.real + book.owed)
      expect(book.vault).toBeGreaterThanOrEqual(book.rt)
      expect(book.vault + book.holdings.reduce((a, b) => a + b, 0n)).toBe(book.supply)
      expect(book.rs - book.real).toBe(book.graduated ? 0n : SOL)
    }
    for (const [i, user] of this.users.entries()) expect(chain.lamportsOf(user.address)).toBe(this.purses[i])
    expect(chain.lamportsOf(chain.config)).toBe(this.config)
    expect(chain.lamportsOf(chain.treasury)).toBe(this.treasury)
  }
}

test(`${HISTORIES * STEPS} random steps equal the model to the unit, and every promise holds after each`, async () => {
  await withSeed(async (seed) => {
    const chain = await Chain.open()
    const total: Record<string, number> = {}
    for (let number = 0; number < HISTORIES; number++) {
      const history = new History(chain, new Random(`${seed} ${number}`), number)
      await history.start(number)
      for (let step = 0; step < STEPS; step++) {
        try {
          await history.step()
        } catch (error) {
          throw new Error(`history ${number}, step ${step}: ${(error as Error).message}`, { cause: error })
        }
      }
      if (history.paused) chain.must(chain.updateConfig(chain.authority, TERMS, false), chain.authority)
      for (const [key, value] of Object.entries(history.count)) total[key] = (total[key] ?? 0) + value
    }
    for (const key of ['buy', 'sell', 'boost', 'claimCreatorFees', 'claimTreasuryFees', 'graduation'])
      expect(total[key], `no ${key} among the steps`).toBeGreaterThan(0)
    if (process.env['TWINMINT_TALLY']) console.log(total)
  })
})
