/* oxlint-disable vitest/valid-expect, vitest/no-standalone-expect -- the model compares as it goes */
// Random histories of several users and coins against a model that is written here, in plain BigInt, from
// docs/program.md: whatever the chain holds after a step must equal the model, and every promise must hold.

import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import type { NftAddresses } from '../src/chain/program/addresses.ts'
import type { Instruction } from '../src/chain/program/message.ts'
import { lamports } from '../src/core/money.ts'
import { size } from '../tests/soak.ts'
import { Chain, type Coin, NFT_PRICE, type Sent, SOL, SUPPLY, TERMS, type Wallet, wallet } from './harness.ts'
import { decodeMint } from './mints.ts'
import { Random, withSeed } from './random.ts'
import { burnNft, createAssociated, sendLamports, transferNft, transferTokens } from './tokens.ts'

const HISTORIES = size(2, 30)
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
  /** Who has each NFT that was minted: a user's number, the escrow, or nobody any more. */
  readonly nfts: Map<number, number | 'escrow' | 'nobody'>
  /** Coins that people sent to the escrow's vault. */
  escrowGifts: bigint
  /** Lamports at addresses of NFTs: what strangers sent there, or the rent of what was made there. */
  readonly balances: Map<Address, bigint>
  /** NFT accounts of users that exist, empty ones included. */
  readonly accounts: Set<Address>
  hasEscrowVault: boolean
}

/** A mint with metadata pointer, member pointer, member and metadata, before its texts. */
const NFT_MINT_BYTES = 166 + 68 + 68 + 76 + 84
const WINDOW = 64

const circulating = (book: Book) => [...book.nfts.values()].filter((holder) => holder !== 'escrow').length
const bytesOf = (text: string) => Buffer.byteLength(text)

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
        nfts: new Map(),
        escrowGifts: 0n,
        balances: new Map(),
        accounts: new Set(),
        hasEscrowVault: false,
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
    const dice = random.below(150)
    if (this.paused && random.below(4) === 0) return this.togglePause()
    // Mostly a seller who has something to sell.
    if (dice >= 40 && dice < 80 && book.holdings[user] === 0n && random.below(5) > 0)
      user = Math.max(
        0,
        book.holdings.findIndex((held) => held > 0n),
      )
    if (dice < 28) await this.buy(book, user)
    else if (dice < 40) await this.buyExactOut(book, user)
    else if (dice < 80) await this.sell(book, user)
    else if (dice < 84) this.boost(book, user)
    else if (dice < 88) this.claimCreatorFees(book)
    else if (dice < 91) this.claimTreasuryFees()
    else if (dice < 93) await this.giveCoins(book, user)
    else if (dice < 95) this.giveLamports(book, user)
    else if (dice < 97) this.chain.setTime(this.chain.now() + random.between(0n, 200_000n))
    else if (dice < 98) this.togglePause()
    else if (dice < 100) await this.moveCoins(book, user)
    else if (dice < 122) await this.capture(book, user)
    else if (dice < 138) await this.release(book, user)
    else if (dice < 141) await this.moveNft(book)
    else if (dice < 142) await this.loseNft(book)
    else if (dice < 145) await this.giveCoinsToEscrow(book, user)
    else await this.dust(book, user)
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
    if (expected === undefined) this.settleBuy(book, user, { rs, rt, sent })
  }

  private async buyExactOut(book: Book, user: number): Promise<void> {
    const { random } = this
    const purse = this.purses[user]!
    const affordable = book.rt - ceil(book.rs * book.rt, book.rs + purse)
    const out = random.pick([
      random.amount(affordable),
      random.amount(affordable),
      NFT_PRICE,
      random.amount(book.rt),
      U64,
    ])
    const rt = book.rt - out
    const rs = rt > 0n ? ceil(book.rs * book.rt, rt) : 0n
    const paid = rs - book.rs
    const most = random.pick(
      [U64, U64, paid, paid > 0n ? paid - 1n : 0n].filter((each) => each <= U64) as [bigint],
    )
    const expected = this.paused
      ? 'paused'
      : out === 0n
        ? 'amountZero'
        : rt <= 0n
          ? 'reserveExceeded'
          : rs > U64
            ? 'overflow'
            : paid > most
              ? 'slippageExceeded'
              : paid > purse
                ? 'insufficientLamports'
                : tooPoor(purse - paid)
                  ? RENT
                  : undefined
    const instruction = await this.chain.buyExactOut(this.users[user]!, book.coin, out, most < 0n ? 0n : most)
    const sent = this.send(instruction, user, expected)
    this.tally('buyExactOut', expected)
    if (expected !== undefined) return
    expect(paid).toBeGreaterThan(0n)
    // One lamport less would not have bought as much.
    expect(book.rt - ceil(book.rs * book.rt, rs - 1n)).toBeLessThan(out)
    this.settleBuy(book, user, { rs, rt, sent })
  }

  /** What both kinds of buy do to the books once the reserves after them are known. */
  private settleBuy(
    book: Book,
    user: number,
    { rs, rt, sent }: { readonly rs: bigint; readonly rt: bigint; readonly sent: Sent },
  ): void {
    const [paid, out] = [rs - book.rs, book.rt - rt]
    expect(rs * rt).toBeGreaterThanOrEqual(book.rs * book.rt)
    Object.assign(book, { rs, rt, real: book.real + paid, vault: book.vault - out })
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
    const from = await this.chain.coinAccount(this.users[user]!, book.coin)
    const { mint } = book.coin.addresses
    const authority = this.users[user]!.address
    this.send(transferTokens({ from, to, mint, authority, amount }), user, undefined)
  }

  private giveLamports(book: Book, user: number): void {
    const given = this.random.between(0n, 1_000_000n)
    if (this.purses[user]! - given < RENT_FLOOR) return
    this.send(sendLamports(this.users[user]!.address, book.coin.addresses.market, given), user, undefined)
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
  private missing(book: Book, address: Address, size: number, isMade: boolean): bigint {
    const rent = this.chain.rent(size) - (book.balances.get(address) ?? 0n)
    return isMade || rent < 0n ? 0n : rent
  }

  private async capture(book: Book, user: number): Promise<void> {
    const { chain, random } = this
    const inEscrow = [...book.nfts].flatMap(([index, holder]) => (holder === 'escrow' ? [index] : []))
    const mints = random.below(2) === 0 || inEscrow.length === 0
    const index =
      mints || random.below(5) === 0 ? this.anyIndex(book) : inEscrow[random.below(inEscrow.length)]!
    const nft = await chain.nft(this.users[user]!, book.coin, index)
    const purse = this.purses[user]!
    const { collectionName, symbol, uri } = book.coin.texts
    const texts = bytesOf(`${collectionName} #${index}`) + bytesOf(symbol) + bytesOf(`${uri}/${index}`)
    const mintRent = mints ? chain.rent(NFT_MINT_BYTES + texts) : 0n
    const { escrowVault } = book.coin.addresses
    const accounts =
      this.missing(book, nft.userNft, 170, book.accounts.has(nft.userNft)) +
      this.missing(book, escrowVault, 170, book.hasEscrowVault)
    const gained = mints ? (book.balances.get(nft.mint) ?? 0n) : 0n
    const back = mints ? 0n : (book.balances.get(nft.escrowNft) ?? 0n)
    const left = purse + gained - mintRent - accounts + back
    const expected =
      index < 1 || index > 1_000 || (mints && index > book.nfts.size + WINDOW)
        ? 'nftIndexOutOfRange'
        : mints && book.nfts.has(index)
          ? 'nftTaken'
          : !mints && book.nfts.get(index) !== 'escrow'
            ? 'nftNotInEscrow'
            : book.holdings[user]! < NFT_PRICE
              ? 'insufficientBaseUnits'
              : left - back < 0n
                ? 'insufficientLamports'
                : tooPoor(left)
                  ? RENT
                  : undefined
    const source = mints ? 'mint' : 'escrow'
    const instruction = await chain.capture(this.users[user]!, book.coin, index, source)
    const sent = this.send(instruction, user, expected)
    this.tally(`capture ${source}`, expected)
    if (expected !== undefined) return
    const made = (address: Address) => {
      const had = book.balances.get(address) ?? 0n
      book.balances.set(address, had > chain.rent(170) ? had : chain.rent(170))
    }
    if (!book.accounts.has(nft.userNft)) made(nft.userNft)
    if (!book.hasEscrowVault) made(escrowVault)
    if (mints) book.balances.set(nft.mint, mintRent)
    else book.balances.delete(nft.escrowNft)
    book.accounts.add(nft.userNft)
    book.hasEscrowVault = true
    book.nfts.set(index, user)
    book.holdings[user]! -= NFT_PRICE
    book.sequence++
    this.purses[user] = left
    expect(sent.events).toEqual([
      {
        ...this.eventOf(book, user),
        kind: 'capture',
        nftIndex: index,
        minted: mints,
        baseUnits: NFT_PRICE,
      },
    ])
    await this.checkNft(book, index)
  }

  private async release(book: Book, user: number): Promise<void> {
    const { chain, random } = this
    const own = [...book.nfts].flatMap(([index, holder]) => (holder === user ? [index] : []))
    const index = own.length > 0 && random.below(6) > 0 ? own[random.below(own.length)]! : this.anyIndex(book)
    const nft = await chain.nft(this.users[user]!, book.coin, index)
    const rent = chain.rent(165)
    const gained = book.balances.get(nft.escrowNft) ?? 0n
    const paid = this.purses[user]! + gained - rent
    const left = paid + (book.balances.get(nft.userNft) ?? 0n)
    const expected = !book.accounts.has(nft.userNft)
      ? 'wrongTokenAccount'
      : book.nfts.get(index) !== user
        ? 'nftNotHeld'
        : paid < 0n
          ? 'insufficientLamports'
          : tooPoor(left)
            ? RENT
            : undefined
    const sent = this.send(await chain.release(this.users[user]!, book.coin, index), user, expected)
    this.tally('release', expected)
    if (expected !== undefined) return
    book.balances.set(nft.escrowNft, rent)
    book.balances.delete(nft.userNft)
    book.accounts.delete(nft.userNft)
    book.nfts.set(index, 'escrow')
    book.holdings[user]! += NFT_PRICE
    book.sequence++
    this.purses[user] = left
    expect(sent.events).toEqual([
      { ...this.eventOf(book, user), kind: 'release', nftIndex: index, baseUnits: NFT_PRICE },
    ])
    await this.checkNft(book, index)
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
    if (!book.accounts.has(target.userNft)) await this.createNftAccount(book, this.users[to]!.address, target)
    const authority = this.users[found.holder]!.address
    const { mint, userNft: from } = found.nft
    this.send(transferNft({ from, to: target.userNft, mint, authority }), found.holder, undefined)
    book.nfts.set(found.index, to)
    await this.checkNft(book, found.index)
    this.tally('NFT moved', undefined)
  }

  private async createNftAccount(book: Book, holder: Address, nft: NftAddresses): Promise<void> {
    const { address, instruction } = await createAssociated(this.payer.address, holder, nft.mint)
    this.send(instruction, undefined, undefined)
    const had = book.balances.get(address) ?? 0n
    book.balances.set(address, had > this.chain.rent(170) ? had : this.chain.rent(170))
    book.accounts.add(address)
  }

  /** Burned, or sent to the escrow as a gift: its coins stay locked for ever. */
  private async loseNft(book: Book): Promise<void> {
    const found = await this.held(book)
    if (!found) return
    const authority = this.users[found.holder]!.address
    const { mint, userNft: from } = found.nft
    if (this.random.below(2) === 0) this.send(burnNft(from, mint, authority), found.holder, undefined)
    else {
      const { escrow } = book.coin.addresses
      const { address: to, instruction } = await createAssociated(this.payer.address, escrow, mint)
      this.send(instruction, undefined, undefined)
      this.send(transferNft({ from, to, mint, authority }), found.holder, undefined)
    }
    book.nfts.set(found.index, 'nobody')
    this.tally('NFT lost', undefined)
  }

  private async giveCoinsToEscrow(book: Book, user: number): Promise<void> {
    if (!book.hasEscrowVault) return
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
    // Less than 890,880 the network lets nobody send to an address that has nothing.
    const given = this.random.pick([890_880n, 890_881n, 2_039_280n, 2_074_080n, 9_000_000n])
    if (this.purses[user]! - given < RENT_FLOOR) return
    this.send(sendLamports(this.users[user]!.address, to, given), user, undefined)
    this.purses[user]! -= given
    book.balances.set(to, (book.balances.get(to) ?? 0n) + given)
    this.tally('dust', undefined)
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
      })
      expect(on).toMatchObject({
        mint,
        vault,
        creator: this.users[0]!.address,
        creatorFeesOwedLamports: book.owed,
        boostedUntilSeconds: book.boostedUntil,
        sequence: book.sequence,
        nftsMinted: book.nfts.size,
        nftsInCirculation: circulating(book),
      })
      expect(chain.lamportsOf(market)).toBe(book.surplus + book.real + book.owed)
      expect(chain.baseUnitsOf(vault)).toBe(book.vault)
      const escrowed = BigInt(circulating(book)) * NFT_PRICE + book.escrowGifts
      expect(chain.baseUnitsOf(escrowVault)).toBe(escrowed)
      const supply = new DataView(chain.data(mint).slice(36, 44).buffer).getBigUint64(0, true)
      expect(supply).toBe(book.supply)
      for (const [i, user] of this.users.entries())
        expect(chain.baseUnitsOf(await chain.coinAccount(user, book.coin))).toBe(book.holdings[i])
      // The promises.
      expect(chain.lamportsOf(market)).toBeGreaterThanOrEqual(rentOfMarket + book.real + book.owed)
      expect(book.vault).toBeGreaterThanOrEqual(book.rt)
      expect(book.vault + escrowed + book.holdings.reduce((a, b) => a + b, 0n)).toBe(book.supply)
      expect(on.nftsInCirculation).toBeLessThanOrEqual(on.nftsMinted)
      expect(on.nftsMinted).toBeLessThanOrEqual(1_000)
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
          if (step % 50 === 49) await history.checkNfts()
        } catch (error) {
          throw new Error(`history ${number}, step ${step}: ${(error as Error).message}`, { cause: error })
        }
      }
      if (history.paused) chain.must(chain.updateConfig(chain.authority, TERMS, false), chain.authority)
      for (const [key, value] of Object.entries(history.count)) total[key] = (total[key] ?? 0) + value
    }
    const kinds = [
      'buy',
      'buyExactOut',
      'sell',
      'boost',
      'claimCreatorFees',
      'claimTreasuryFees',
      'graduation',
    ]
    for (const key of [...kinds, 'capture mint', 'capture escrow', 'release', 'NFT moved'])
      expect(total[key], `no ${key} among the steps`).toBeGreaterThan(0)
    if (process.env['TWINMINT_TALLY']) console.log(total)
  })
})
