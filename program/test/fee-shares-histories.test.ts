/* oxlint-disable vitest/valid-expect, vitest/no-standalone-expect -- the model compares as it goes */
// Random histories of fee shares against a model that is written here, in plain BigInt, from docs/program.md: whatever the
// chain holds after a step must equal the model, and every promise must hold. Between steps wallets are emptied and filled,
// lamports are sent unasked, and the rent changes.

import type { Address } from '@solana/kit'
import { feeShareDueLamports } from '@twinmint/sdk/core/fee-shares'
import { lamports } from '@twinmint/sdk/core/money'
import { Rent } from 'litesvm'
import { expect, test } from 'vitest'
import { size } from '../../tests/soak.ts'
import { ann, bob, cat, creator, dan, eve, payer, Shared, share } from './fee-shares-scene.ts'
import { SOL, type Wallet } from './harness.ts'
import { Random, withSeed } from './random.ts'

interface Entry {
  readonly who: number
  readonly bps: number
  drawn: bigint
  confirmed: boolean
}

const WALLETS = [creator, ann, bob, cat, dan, eve] as const
const STEPS = size(250, 2_000)
const RENTS = [3_480n, 6_960n, 5_081n] as const

/** What the chain should hold, and the next thing that somebody tries. */
class History {
  readonly shared: Shared
  readonly random: Random
  purses: bigint[] = []
  owed = 0n
  authority: number | undefined
  pending: number | undefined
  entries: Entry[] = []
  sequence = 1n
  /** Lamports that the market has beside what it owes. */
  rest = 0n
  account = 0n
  readonly seen: Record<string, number> = {}

  constructor(shared: Shared, random: Random) {
    this.shared = shared
    this.random = random
    this.purses = WALLETS.map((one) => shared.chain.lamportsOf(one.address))
    this.rest = shared.chain.lamportsOf(shared.at.market)
  }

  private minimum = () => this.shared.chain.rent(0)
  private due = (at: number) =>
    feeShareDueLamports(
      this.entries.map(({ bps, drawn }) => ({ bps, drawnLamports: lamports(drawn) })),
      at,
      this.owed,
    )

  private pay(who: number, amount: bigint): bigint {
    const after = (this.purses[who] ?? 0n) + amount
    if (after < this.minimum()) return 0n
    this.purses[who] = after
    this.owed -= amount
    return amount
  }

  /** 1 to 4 of the wallets with shares of 10,000 altogether; sometimes wrong. */
  private any(): { readonly entries: Entry[]; readonly fits: boolean } {
    const { random } = this
    const count = 1 + random.below(4)
    const from = random.below(WALLETS.length)
    const entries: Entry[] = []
    let left = 10_000
    for (let at = 0; at < count; at++) {
      const isLast = at === count - 1
      const most = left - (count - at - 1)
      const bps = isLast ? left : random.pick([1, most, 1 + random.below(most), 1 + random.below(most)])
      left -= bps
      entries.push({ who: (from + at) % WALLETS.length, bps, drawn: 0n, confirmed: false })
    }
    if (random.below(10) > 0) return { entries, fits: this.areFunded(entries) }
    const [first] = entries
    if (first === undefined) throw new Error('one at least')
    const wrong = random.pick([
      [...entries.slice(1), { ...first, bps: first.bps + 1 }],
      [...entries.slice(1), { ...first, bps: first.bps - 1 }],
      [...entries.slice(0, 3), first],
    ])
    const sum = wrong.reduce((total, { bps }) => total + bps, 0)
    const whos = new Set(wrong.map(({ who }) => who))
    const fits = sum === 10_000 && whos.size === wrong.length && wrong.every(({ bps }) => bps > 0)
    return { entries: wrong, fits: fits && this.areFunded(wrong) }
  }

  /** Only a wallet with its rent may be named. */
  private areFunded = (entries: readonly Entry[]) =>
    entries.every(({ who }) => (this.purses[who] ?? 0n) >= this.minimum())

  private named(entries: readonly Entry[], signer: number) {
    this.entries = entries.map((entry) => ({ ...entry, confirmed: entry.who === signer }))
  }

  private shares(entries: readonly Entry[]) {
    return entries.map(({ who, bps }) => share(this.wallet(who), bps))
  }

  private wallet(who: number): Wallet {
    return WALLETS[who] ?? creator
  }

  private settle(): bigint[] {
    const paid = [0n, 0n, 0n, 0n]
    for (const [at, { who }] of this.entries.entries()) {
      const amount = this.pay(who, this.due(at))
      paid[at] = amount
      const entry = this.entries[at]
      if (entry) entry.drawn += amount
    }
    return paid
  }

  private expectSent(kind: string, instruction: ReturnType<Shared['set']>, signer: number, refusal?: string) {
    const { chain } = this.shared
    const sent = chain.send([instruction], payer, this.wallet(signer))
    const what = `${kind} by ${signer}`
    if (refusal === undefined) this.sequence++
    expect(sent.failure, `${what}\n${sent.logs.join('\n')}`).toBe(refusal)
    const key = `${kind} ${refusal ?? 'went through'}`
    this.seen[key] = (this.seen[key] ?? 0) + 1
    return sent.events
  }

  private set(): void {
    const signer = this.random.below(3) > 0 ? (this.authority ?? 0) : this.random.below(WALLETS.length)
    const { entries, fits } = this.any()
    const instruction = this.shared.set(this.wallet(signer), this.shares(entries))
    if (this.authority === undefined) {
      const rent = this.shared.chain.rent(312)
      const refusal =
        signer !== 0
          ? 'notCreator'
          : !fits
            ? 'feeSharesOutOfRange'
            : (this.purses[0] ?? 0n) < rent
              ? 'insufficientLamports'
              : undefined
      this.expectSent('first', instruction, signer, refusal)
      if (refusal !== undefined) return
      this.purses[0] = (this.purses[0] ?? 0n) - rent + this.owed
      this.owed = 0n
      this.account = rent
      this.authority = 0
    } else {
      const refusal = signer !== this.authority ? 'notFeeShares' : !fits ? 'feeSharesOutOfRange' : undefined
      const events = this.expectSent('set', instruction, signer, refusal)
      if (refusal !== undefined) return
      const paidLamports = this.settle()
      expect(events).toMatchObject([{ paidLamports, lamportsOut: paidLamports.reduce((a, b) => a + b) }])
    }
    this.named(entries, signer)
  }

  private draw(): void {
    const signer = this.random.below(WALLETS.length)
    const at = this.entries.findIndex(({ who }) => who === signer)
    const entry = this.entries[at]
    const due = entry ? this.due(at) : 0n
    const takes = (this.purses[signer] ?? 0n) + due >= this.minimum()
    const amount = takes ? due : 0n
    const refusal =
      this.authority === undefined
        ? 'wrongAccountOwner'
        : !entry
          ? 'notFeeShares'
          : amount === 0n && entry.confirmed
            ? 'nothingToClaim'
            : undefined
    const events = this.expectSent('draw', this.shared.draw(this.wallet(signer)), signer, refusal)
    if (refusal !== undefined || !entry) return
    expect(this.pay(signer, amount)).toBe(amount)
    entry.drawn += amount
    entry.confirmed = true
    expect(events).toMatchObject([{ lamportsOut: amount }])
  }

  private offer(): void {
    const signer = this.random.below(4) > 0 ? (this.authority ?? 0) : this.random.below(WALLETS.length)
    const to = this.random.below(4) > 0 ? this.random.below(WALLETS.length) : undefined
    const pending = to === undefined ? undefined : this.wallet(to).address
    const refusal =
      this.authority === undefined
        ? 'wrongAccountOwner'
        : signer === this.authority
          ? undefined
          : 'notFeeShares'
    this.expectSent('offer', this.shared.offer(this.wallet(signer), pending), signer, refusal)
    if (refusal === undefined) this.pending = to
  }

  private accept(): void {
    const signer =
      this.random.below(3) > 0 && this.pending !== undefined
        ? this.pending
        : this.random.below(WALLETS.length)
    const { entries, fits } = this.any()
    const refusal =
      this.authority === undefined
        ? 'wrongAccountOwner'
        : signer !== this.pending
          ? 'notOffered'
          : fits
            ? undefined
            : 'feeSharesOutOfRange'
    this.expectSent('accept', this.shared.accept(this.wallet(signer), this.shares(entries)), signer, refusal)
    if (refusal !== undefined) return
    this.settle()
    this.authority = signer
    this.pending = undefined
    this.named(entries, signer)
  }

  private owe(): void {
    const amount = this.random.pick([
      1n,
      2n,
      9_999n,
      this.random.amount(50n * SOL),
      this.random.amount(3_000_000n),
    ])
    this.shared.owe(amount)
    this.owed += amount
  }

  /** Wallets that are emptied, and filled again. */
  private purse(): void {
    const who = this.random.below(WALLETS.length)
    const amount = this.random.pick([0n, 1n, this.minimum() - 1n, this.minimum(), SOL, 10n * SOL])
    this.shared.leave(this.wallet(who).address, amount)
    this.purses[who] = amount
  }

  private gift(): void {
    if (this.authority === undefined) return
    this.shared.chain.fund(this.shared.at.feeShares, 77n)
    this.account += 77n
  }

  step(): void {
    const { random } = this
    const tried = random.below(20)
    if (tried < 5) this.owe()
    else if (tried < 11) this.draw()
    else if (tried < 13) this.set()
    else if (tried < 14) this.offer()
    else if (tried < 16) this.accept()
    else if (tried < 18) this.purse()
    else if (tried < 19) this.gift()
    else this.shared.chain.svm.setRent(new Rent(random.pick(RENTS), 1, 50))
    this.check()
  }

  private check(): void {
    const { shared } = this
    const { chain } = shared
    const addressOf = (who: number | undefined): Address | undefined =>
      who === undefined ? undefined : this.wallet(who).address
    expect(WALLETS.map((one) => chain.lamportsOf(one.address))).toEqual(this.purses)
    expect(shared.owed).toBe(this.owed)
    expect(chain.lamportsOf(shared.at.market)).toBe(this.rest + this.owed)
    expect(chain.lamportsOf(shared.at.feeShares)).toBe(this.account)
    expect(chain.market(shared.coin).sequence).toBe(this.sequence)
    if (this.authority === undefined) return
    expect(shared.account).toEqual({
      mint: shared.coin.addresses.mint,
      authority: addressOf(this.authority),
      pendingAuthority: addressOf(this.pending),
      receivers: this.entries.map(({ who, bps, drawn, confirmed }) => ({
        address: addressOf(who),
        bps,
        isConfirmed: confirmed,
        drawnLamports: drawn,
      })),
    })
    // The promises: nobody has drawn above its share, and all that is due is there.
    const received = this.entries.reduce((sum, { drawn }) => sum + drawn, this.owed)
    for (const { bps, drawn } of this.entries) expect(drawn * 10_000n <= received * BigInt(bps)).toBe(true)
    const due = this.entries.reduce((sum, _, at) => sum + this.due(at), 0n)
    expect(due <= this.owed && this.owed - due < BigInt(this.entries.length)).toBe(true)
  }
}

test('random histories equal the model', async () => {
  await withSeed(async (seed) => {
    const seen: Record<string, number> = {}
    for (let number = 0; number < size(3, 20); number++) {
      const history = new History(await Shared.open(), new Random(`${seed} fee shares ${number}`))
      for (let step = 0; step < STEPS; step++) history.step()
      for (const [key, count] of Object.entries(history.seen)) seen[key] = (seen[key] ?? 0) + count
    }
    const all = [
      'first went through',
      'set went through',
      'set notFeeShares',
      'draw went through',
      'draw nothingToClaim',
      'draw notFeeShares',
      'offer went through',
      'accept went through',
      'accept notOffered',
    ]
    expect(all.filter((key) => seen[key] === undefined)).toEqual([])
  })
})
