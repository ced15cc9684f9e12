// What is asked of a wallet, from the button to the chain: launch, trade, swap, boost, claim and send are each a Flow, which
// says what is particular to it. run.ts runs them, use-flow.ts follows them on the page. Types, one class, one line: loaded
// early.
import type { ErrorCode } from '../../core/errors.ts'

/** Transactions as the wire carries them, in the order in which they are sent. */
export type Wires = readonly Uint8Array[]

/** Whose signature is asked for, and of which program. */
export interface Signer {
  readonly walletAddress: string
  readonly programAddress: string
  /** With one question for all of them; throws a NotSigned when the user says no. */
  sign(wires: Wires): Promise<Wires>
  /** Whether the user agrees to what the wallet added by itself, which is more than wallets do; without it nobody does. */
  readonly agreesToFee?: (addedLamports: bigint) => Promise<boolean>
  /** Aborted when the user cancels on the page. Nothing is sent afterwards. */
  readonly signal?: AbortSignal
  /** True when transactions with this blockhash have expired. Without it the wait for the wallet has no limit. */
  readonly isExpired?: (blockhash: string) => Promise<boolean>
}

export interface Flow<Shown, Prepared, Said, Answer> {
  /** Its transactions send coins or an NFT to another wallet; without it they are our program's. */
  readonly isSend?: true
  /** Asks the server for the transactions. */
  prepare(shown: Shown, by: Signer): Promise<Prepared>
  /** Base64. */
  wiresOf(prepared: Prepared): readonly string[]
  /** The most that each transaction was shown to pay to be first; without it nothing. */
  priorityFeeLamports?(shown: Shown): bigint
  /**
   * Throws a TransactionMismatch unless these transactions do what was shown and nothing beside it; returns what they do,
   * as JSON can write it. Asked of what was prepared, and again of what the wallet returned, which must do the same.
   */
  verify(wires: Wires, shown: Shown, prepared: Prepared, by: Signer): Said
  /** What was prepared instead, where it is worse for the person than what was shown. */
  worse?(prepared: Prepared, shown: Shown): Worse<Shown> | undefined
  /** Hands a signed transaction, in base64, to the server, which sends it. Doing it twice is answered as doing it once. */
  submit(signed: string, shown: Shown, prepared: Prepared, by: Signer): Promise<Answer>
  /** How long one whose answer is lost is handed in again; without it the person is asked. */
  readonly patience?: Patience
  /** Of which refusals the wallet is asked once more by itself; without it of none. */
  readonly repeat?: Repeat<Shown, Said>
}

/** A first transaction that the chain refused, prepared anew and signed in its place (docs/decisions/0012). */
export interface Repeat<Shown, Said> {
  /** Whether it may come out otherwise. */
  wanted(failure: SigningFailure, shown: Shown): boolean
  /** Whether at most one of both can ever go through, whoever sends them: only then is the second signed. */
  excludes(refused: Said, next: Said, by: Signer): Promise<boolean>
}

/** What is asked for of a coin, and what it pays to be first. */
export type WithFee<T> = T & { readonly priorityFeeLamports?: bigint }

/** What the body of a call says of it; nothing where nothing is paid to be first. */
export const askedFee = ({
  priorityFeeLamports = 0n,
}: {
  readonly priorityFeeLamports?: bigint | undefined
}) => (priorityFeeLamports > 0n ? { priorityFeeLamports: priorityFeeLamports.toString() } : {})

export interface Worse<Shown> {
  readonly offered: Shown
  /** What to prepare instead, which may come out as it was shown. */
  readonly again?: Shown | undefined
}

export interface Patience {
  readonly againMs: number
  readonly giveUpMs: number
}

export type Step<Said, Answer> =
  /** `because`: the wallet was asked before, and is once more. */
  | { readonly name: 'preparing'; readonly because?: SigningFailure }
  | { readonly name: 'signing'; readonly because?: SigningFailure }
  | {
      readonly name: 'sending'
      /** The transaction that is under way, from 1, of how many. */
      readonly at: number
      readonly of: number
      readonly signature: string
      /** Asks what became of it, by handing it in once more. */
      readonly again: () => Promise<Outcome<Said, Answer>>
    }

/** True once the last transaction is sent: nothing can be cancelled. */
export const isLastSent = (step: Step<unknown, unknown>): boolean =>
  step.name === 'sending' && step.at === step.of

/** At least one transaction went through. */
export interface Outcome<Said, Answer> {
  readonly said: Said
  /** Of those that went through, in their order. */
  readonly answers: readonly Answer[]
  /** Why it went no further; what came after it was not sent. */
  readonly stopped: SigningFailure | undefined
}

export type FailureCode =
  | ErrorCode
  /** The code that does it did not come. */
  | 'notLoaded'
  | 'notConnected'
  /** The server has not said which program it is about. */
  | 'networkUnknown'
  /** The user said no. */
  | 'rejected'
  /** The user cancelled on the page; what was sent before is in the outcome. */
  | 'cancelled'
  /** What the server prepared is not what was shown. */
  | 'mismatch'
  /** What the wallet returned is not what was shown. */
  | 'changed'
  /** The wallet added a fee that the user does not want. */
  | 'walletFee'

/** It did not go through, as far as anybody knows. */
export class SigningFailure extends Error {
  override readonly name = 'SigningFailure'
  readonly stage: 'prepare' | 'sign' | 'send'
  /** Undefined where there is none: for an answer that did not come, and for a wallet's own trouble. */
  readonly code: FailureCode | undefined
  /** What may have moved: nothing, the network fee of a failed transaction, or nobody knows yet. */
  readonly moved: 'nothing' | 'fee' | 'unknown'
  /** Of a transaction that was sent. */
  readonly signature: string | undefined
  constructor(
    stage: SigningFailure['stage'],
    message: string,
    more: {
      readonly code?: FailureCode | undefined
      readonly moved?: SigningFailure['moved']
      readonly signature?: string
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.stage = stage
    this.code = more.code
    this.moved = more.moved ?? 'nothing'
    this.signature = more.signature
  }
}
