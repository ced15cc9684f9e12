// The model of those who hold the program's keys, for the random histories: who may do what, and until when it is paused.
import type { Address } from '@solana/kit'
import type { Instruction } from '@twinmint/sdk/program/message'
import { type Chain, type Wallet, wallet } from './harness.ts'
import type { Random } from './random.ts'

const PAUSE = 259_200n

/** What somebody asks for, and what should come of it. */
export interface KeysAct {
  readonly kind: string
  readonly instruction: Instruction
  readonly signer: Wallet
  readonly refusal: string | undefined
  /** What it changes where it goes through. */
  readonly apply: () => void
}

export class KeysModel {
  readonly chain: Chain
  readonly random: Random
  /** Those who hold keys, or would like to. */
  readonly people: readonly [Wallet, ...Wallet[]]
  admin: Wallet
  pending: Wallet | undefined
  pauseKey: Wallet | undefined
  pausedUntil: bigint
  sequence: bigint

  /** Goes on from what the chain has: several histories share one. */
  constructor(chain: Chain, random: Random) {
    this.chain = chain
    this.random = random
    this.people = [chain.authority, wallet(900_011), wallet(900_012)]
    const { admin, pendingAdmin, pauseKey, pausedUntilSeconds, sequence } = chain.configuration()
    this.admin = this.personAt(admin) ?? chain.authority
    this.pending = this.personAt(pendingAdmin)
    this.pauseKey = this.personAt(pauseKey)
    this.pausedUntil = pausedUntilSeconds
    this.sequence = sequence
  }

  private personAt(address: Address | undefined): Wallet | undefined {
    return this.people.find((person) => person.address === address)
  }

  get paused(): boolean {
    return this.chain.now() < this.pausedUntil
  }

  /** Mostly the one who may. */
  private by(holder: Wallet | undefined): Wallet {
    return holder === undefined || this.random.below(4) === 0 ? this.random.pick(this.people) : holder
  }

  anybody(): Wallet | undefined {
    return this.random.below(4) === 0 ? undefined : this.random.pick(this.people)
  }

  act(): KeysAct {
    const dice = this.random.below(10)
    if (dice < 2) return this.offer()
    if (dice < 5) return this.accept()
    return dice < 8 ? this.pause() : this.unpause()
  }

  private offer(): KeysAct {
    const [signer, to] = [this.by(this.admin), this.anybody()]
    return {
      kind: 'offerAdmin',
      instruction: this.chain.offerAdmin(signer, to?.address),
      signer,
      refusal: signer === this.admin ? undefined : 'notAdmin',
      apply: () => {
        this.pending = to
      },
    }
  }

  private accept(): KeysAct {
    const signer = this.by(this.pending)
    return {
      kind: 'acceptAdmin',
      instruction: this.chain.acceptAdmin(signer),
      signer,
      refusal: signer === this.pending ? undefined : 'notOffered',
      apply: () => {
        this.admin = signer
        this.pending = undefined
      },
    }
  }

  private pause(): KeysAct {
    const signer = this.by(this.pauseKey)
    const now = this.chain.now()
    const isTooSoon = this.pausedUntil !== 0n && now < this.pausedUntil + PAUSE
    return {
      kind: 'pause',
      instruction: this.chain.pause(signer),
      signer,
      refusal: signer !== this.pauseKey ? 'notPauseKey' : isTooSoon ? 'pauseTooSoon' : undefined,
      apply: () => {
        this.pausedUntil = now + PAUSE
      },
    }
  }

  unpause(): KeysAct {
    const signer = this.by(this.random.below(2) === 0 ? this.pauseKey : this.admin)
    const may = signer === this.pauseKey || signer === this.admin
    const now = this.chain.now()
    return {
      kind: 'unpause',
      instruction: this.chain.unpause(signer),
      signer,
      refusal: may ? (now < this.pausedUntil ? undefined : 'notPaused') : 'notPauseKey',
      apply: () => {
        this.pausedUntil = now
      },
    }
  }

  update(values: Parameters<Chain['updateConfig']>[1]): Pick<KeysAct, 'instruction' | 'signer' | 'refusal'> {
    const signer = this.by(this.admin)
    const refusal = signer === this.admin ? undefined : 'notAdmin'
    return { instruction: this.chain.updateConfig(signer, values), signer, refusal }
  }

  /** What the chain's Config should say. */
  expected() {
    const { admin, pending, pauseKey, pausedUntil, sequence } = this
    return {
      admin: admin.address,
      pendingAdmin: pending?.address,
      pauseKey: pauseKey?.address,
      pausedUntilSeconds: pausedUntil,
      sequence,
    }
  }
}
