// What the tests of fee shares build with: instructions by wallet, a market's debt as no history could leave it, and the
// account read. Tests only.

import type { Address } from '@solana/kit'
import { decodeFeeShares, type FeeShares } from '@twinmint/sdk/program/accounts'
import { deriveFeeSharesAddress } from '@twinmint/sdk/program/addresses'
import { type FeeShare, sharesChange } from '@twinmint/sdk/program/fee-shares'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { Chain, type Coin, SOL, type Wallet, wallet } from './harness.ts'

export const creator = wallet(1)
/** Pays the fees of transactions, so that the others' balances change by what the program does alone. */
export const payer = wallet(9)
export const [ann, bob, cat, dan, eve] = [wallet(21), wallet(22), wallet(23), wallet(24), wallet(25)]
/** Where `Market` counts what it owes. */
const OWED_AT = 128

export class Shared {
  readonly chain: Chain
  readonly coin: Coin
  readonly at: { readonly market: Address; readonly feeShares: Address }

  private constructor(chain: Chain, coin: Coin, feeShares: Address) {
    this.chain = chain
    this.coin = coin
    this.at = { market: coin.addresses.market, feeShares }
  }

  static async open(chain?: Chain, index = 1): Promise<Shared> {
    const on = chain ?? (await Chain.open())
    for (const one of [creator, payer, ann, bob, cat, dan, eve]) on.fund(one.address, 10n * SOL)
    const coin = await on.launched(creator, {}, index)
    return new Shared(on, coin, await deriveFeeSharesAddress(on.program, coin.addresses.mint))
  }

  /** The account, or undefined before there is one. */
  get account(): FeeShares | undefined {
    const found = this.chain.svm.getAccount(this.at.feeShares)
    return found.exists && found.programAddress === this.chain.program
      ? decodeFeeShares(found.data)
      : undefined
  }

  get present(): readonly Address[] {
    return this.account?.receivers.map(({ address }) => address) ?? []
  }

  get owed(): bigint {
    return this.chain.market(this.coin).creatorFeesOwedLamports
  }

  /** As if sells had set so much aside. */
  owe(lamports: bigint): void {
    const { market } = this.at
    const data = this.chain.data(market).slice()
    const view = new DataView(data.buffer)
    view.setBigUint64(OWED_AT, view.getBigUint64(OWED_AT, true) + lamports, true)
    this.chain.setAccount(market, this.chain.program, data, this.chain.lamportsOf(market) + lamports)
  }

  /** Leaves a wallet exactly so much. */
  leave(one: Address, lamports: bigint): void {
    this.chain.setAccount(one, SYSTEM_PROGRAM, new Uint8Array(), lamports)
  }

  set(authority: Wallet, next: readonly FeeShare[], present = this.present): Instruction {
    return buildInstruction(
      this.chain.program,
      'setFeeShares',
      { ...this.at, authority: authority.address },
      ...sharesChange(present, next),
    )
  }

  draw(receiver: Wallet): Instruction {
    return buildInstruction(this.chain.program, 'drawFeeShare', { ...this.at, receiver: receiver.address })
  }

  offer(authority: Wallet, pendingAuthority: Address | undefined): Instruction {
    return buildInstruction(
      this.chain.program,
      'offerFeeShares',
      { ...this.at, authority: authority.address },
      { pendingAuthority },
    )
  }

  accept(pending: Wallet, next: readonly FeeShare[], present = this.present): Instruction {
    return buildInstruction(
      this.chain.program,
      'acceptFeeShares',
      { ...this.at, pendingAuthority: pending.address },
      ...sharesChange(present, next),
    )
  }
}

export const share = (one: Wallet | Address, bps: number): FeeShare => ({
  address: typeof one === 'string' ? one : one.address,
  bps,
})
