// Runs a flow: prepares, compares with what was shown, asks the wallet to sign, compares again, and hands the transactions
// to the server one after another. Knows no screen, and nothing of what they do.

import {
  type FailureCode,
  type Flow,
  type Outcome,
  type Patience,
  type Signer,
  SigningFailure,
  type Step,
  type Wires,
} from '@twinmint/sdk/actions/signing/flow'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { encodeBase64 } from '@twinmint/sdk/core/base64'
import { type ErrorCode, errorRecord } from '@twinmint/sdk/core/errors'
import { lamports, solText } from '@twinmint/sdk/core/money'
import { WALLET_FEE_LAMPORTS_MAX } from '@twinmint/sdk/core/priority-fee'
import { decodeTransaction } from '@twinmint/sdk/program/message'
import {
  bytesOfBase64,
  isSigned,
  mustMatch,
  readSignable,
  signatureBytes,
  TransactionMismatch,
} from '@twinmint/sdk/program/signable'
import { ApiRequestError, errorMessage, isOwnAnswer } from '../data/api.ts'
import { NotSigned } from './signing/not-signed.ts'
import { orCancelled, orExpired } from './signing/wait-limit.ts'

/** What is offered is worse than what was shown: nothing was signed, and the person is to be asked. */
export interface Moved<Shown> {
  readonly offered: Shown
}

/** Nothing of what was signed went through, since the chain refused its first transaction. */
interface Refused<Said> {
  readonly said: Said
  readonly failure: SigningFailure
}

/** Rejects with SigningFailure where nothing went through. */
export async function run<Shown, Prepared, Said, Answer>(
  flow: Flow<Shown, Prepared, Said, Answer>,
  shown: Shown,
  by: Signer,
  on: (step: Step<Said, Answer>) => void,
): Promise<Moved<Shown> | Outcome<Said, Answer>> {
  on({ name: 'preparing' })
  const begun = await orCancelled(prepareVerified(flow, shown, by), by.signal).catch(asPrepareFailure)
  if ('offered' in begun) return begun
  const ended = await signAndSend(flow, shown, begun, by, on)
  if (!('failure' in ended)) return ended
  if (flow.repeat?.wanted(ended.failure, shown) !== true) throw ended.failure
  return runAgain(flow, shown, ended, by, on)
}

/** Once, and only where not both can go through. What keeps it from being signed leaves the first refusal as it was. */
async function runAgain<Shown, Prepared, Said, Answer>(
  flow: Flow<Shown, Prepared, Said, Answer>,
  shown: Shown,
  refused: Refused<Said>,
  by: Signer,
  on: (step: Step<Said, Answer>) => void,
): Promise<Outcome<Said, Answer>> {
  const because = refused.failure
  on({ name: 'preparing', because })
  const begun = await orCancelled(prepareVerified(flow, shown, by), by.signal).catch(() => undefined)
  if (begun === undefined || 'offered' in begun) throw because
  const isExcluded = await flow.repeat?.excludes(refused.said, begun.said, by).catch(() => false)
  if (isExcluded !== true) throw because
  const ended = await signAndSend(flow, shown, begun, by, on, because).catch((cause: unknown) => {
    // Report the outcome of the first attempt.
    throw cause instanceof SigningFailure && NOT_ANSWERED.has(cause.code) ? because : cause
  })
  if ('failure' in ended) throw ended.failure
  return ended
}

/** The user declined, cancelled, or did not sign in time. */
const NOT_ANSWERED: ReadonlySet<FailureCode | undefined> = new Set([
  'rejected',
  'cancelled',
  'transactionExpired',
])

interface Begun<Prepared, Said> {
  readonly prepared: Prepared
  readonly wires: Wires
  readonly said: Said
}

async function signAndSend<Shown, Prepared, Said, Answer>(
  flow: Flow<Shown, Prepared, Said, Answer>,
  shown: Shown,
  { prepared, wires, said }: Begun<Prepared, Said>,
  by: Signer,
  on: (step: Step<Said, Answer>) => void,
  because?: SigningFailure,
): Promise<Outcome<Said, Answer> | Refused<Said>> {
  on({ name: 'signing', ...(because && { because }) })
  const signed = await signInTime(wires, by).catch(asSignFailure)
  try {
    mustMatch(signed.length === wires.length && signed.every(isSigned), 'the wallet left one unsigned')
    // Wallets may add what is on the list of allowed.ts; what they return must do the same all the same.
    const returned = flow.verify(signed, shown, prepared, by)
    mustMatch(JSON.stringify(returned) === JSON.stringify(said), 'the wallet returned other transactions')
  } catch (cause) {
    const message = 'What the wallet returned is not what you asked for. Nothing was sent.'
    throw new SigningFailure('sign', message, { code: 'changed', cause })
  }
  const paid = (of: Wires) => paidBeside(of, { ...by, isSend: flow.isSend })
  await orCancelled(agreeToFee(paid(signed) - paid(wires), by), by.signal).catch(asSignFailure)
  const answers: Answer[] = []
  for (const [at, wire] of signed.entries()) {
    const signature = encodeBase58(signatureBytes(wire))
    const submit = () => flow.submit(encodeBase64(wire), shown, prepared, by)
    const sendIt = () => send(signature, submit, flow.patience)
    const again = async () => ({ said, answers: [await sendIt()], stopped: undefined })
    if (at > 0 && by.signal?.aborted === true) return { said, answers, stopped: restCancelled() }
    on({ name: 'sending', at: at + 1, of: signed.length, signature, again })
    try {
      answers.push(await sendIt())
    } catch (cause) {
      if (!(cause instanceof SigningFailure)) throw cause
      if (answers.length > 0) return { said, answers, stopped: cause }
      if (cause.moved === 'unknown') throw cause
      return { said, failure: cause }
    }
  }
  return { said, answers, stopped: undefined }
}

/** Waits for the signature until the transaction expires. */
function signInTime(wires: Wires, by: Signer): Promise<Wires> {
  const { isExpired } = by
  const [first] = wires
  const signed = orCancelled(by.sign(wires), by.signal)
  if (isExpired === undefined || first === undefined) return signed
  const { recentBlockhash } = decodeTransaction(first)
  return orExpired(signed, () => isExpired(recentBlockhash))
}

const restCancelled = () =>
  new SigningFailure('send', 'You cancelled: the rest was not sent.', { code: 'cancelled' })

async function prepareVerified<Shown, Prepared, Said, Answer>(
  flow: Flow<Shown, Prepared, Said, Answer>,
  shown: Shown,
  by: Signer,
): Promise<Moved<Shown> | Begun<Prepared, Said>> {
  let prepared = await flow.prepare(shown, by)
  const worse = flow.worse?.(prepared, shown)
  if (worse !== undefined) {
    // Where the price moved within what was allowed, it is asked once more with what is left of that.
    if (worse.again === undefined) return worse
    prepared = await flow.prepare(worse.again, by)
    if (flow.worse?.(prepared, shown) !== undefined) return worse
  }
  const wires = flow.wiresOf(prepared).map(bytesOfBase64)
  mustMatch(wires.length > 0, 'there is no transaction')
  const feeMax = flow.priorityFeeLamports?.(shown) ?? 0n
  for (const wire of wires) {
    const { priorityFeeLamports, walletInstructions } = readSignable(wire, { ...by, isSend: flow.isSend })
    mustMatch(priorityFeeLamports <= feeMax, `it pays a priority fee of ${priorityFeeLamports} lamports`)
    mustMatch(walletInstructions === 0, 'it has what only wallets add')
  }
  return { prepared, wires, said: flow.verify(wires, shown, prepared, by) }
}

/** What transactions pay beside the network's fee and what our program moves. */
const paidBeside = (wires: Wires, asked: Parameters<typeof readSignable>[1]): bigint =>
  wires.reduce((sum, wire) => {
    const { priorityFeeLamports, sentLamports } = readSignable(wire, asked)
    return sum + priorityFeeLamports + sentLamports
  }, 0n)

/** More lamports than there are: whatever a transaction says to pay. */
const SOL_THERE_IS = 10n ** 18n

/** Wallets add a fee of their own. One that is above what is usual is the user's to agree to, and nothing was sent so far. */
async function agreeToFee(addedLamports: bigint, by: Signer): Promise<void> {
  if (addedLamports <= WALLET_FEE_LAMPORTS_MAX) return
  if ((await by.agreesToFee?.(addedLamports)) === true) return
  const shown = addedLamports < SOL_THERE_IS ? addedLamports : SOL_THERE_IS
  const message = `Your wallet added a fee of ${solText(lamports(shown))} SOL. Nothing was sent.`
  throw new SigningFailure('sign', message, { code: 'walletFee' })
}

function asPrepareFailure(cause: unknown): never {
  const isMismatch = cause instanceof TransactionMismatch
  if (isMismatch) console.error('The prepared transaction does not match:', cause.reason)
  const code = isMismatch ? 'mismatch' : cause instanceof NotSigned ? cause.code : codeOf(cause)
  throw new SigningFailure('prepare', isOwnAnswer(cause) ? errorMessage(cause, '') : '', { code, cause })
}

function asSignFailure(cause: unknown): never {
  if (cause instanceof SigningFailure) throw cause
  const code = cause instanceof NotSigned ? cause.code : undefined
  const message = errorMessage(cause, 'The wallet did not say what went wrong.')
  throw new SigningFailure('sign', message, { code, cause })
}

/** Hands a signed transaction in. While its answer is lost, or the server is busy, it does so again, if it has patience. */
export async function send<Answer>(
  signature: string,
  submit: () => Promise<Answer>,
  patience: Patience | undefined,
): Promise<Answer> {
  if (patience === undefined)
    return submit().catch((cause: unknown) => {
      throw sendFailure(signature, cause)
    })
  const { againMs, giveUpMs } = patience
  const beganMs = performance.now()
  const leftMs = () => giveUpMs - (performance.now() - beganMs)
  let mayHaveArrived = false
  for (;;)
    try {
      return await inTime(submit(), leftMs())
    } catch (cause) {
      const failure = sendFailure(signature, cause)
      if (isFinal(failure, cause, mayHaveArrived)) throw failure
      mayHaveArrived ||= failure.moved === 'unknown'
      // That it went through and is not in the index yet says more than that nobody knows.
      const isKnown = !mayHaveArrived || failure.code === 'indexBehind'
      if (leftMs() <= againMs) throw isKnown ? failure : unconfirmed(signature, cause)
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
}

/** Whether asking again would not say more. Of what may have arrived a refusal may come from its own effect. */
function isFinal({ code, moved }: SigningFailure, cause: unknown, mayHaveArrived: boolean): boolean {
  if (moved === 'fee') return true
  if (!isRefused(cause)) return false
  // With its blockhash gone it can't be executed any more.
  return mayHaveArrived ? code === 'transactionExpired' : !NOT_TAKEN.has(code ?? '')
}

function sendFailure(signature: string, cause: unknown): SigningFailure {
  const isCharged = cause instanceof ApiRequestError && cause.feeCharged
  const moved = isCharged ? 'fee' : isRefused(cause) ? 'nothing' : 'unknown'
  return new SigningFailure('send', errorMessage(cause, ''), { code: codeOf(cause), moved, signature, cause })
}

function unconfirmed(signature: string, cause: unknown): SigningFailure {
  const code = 'transactionUnconfirmed'
  return new SigningFailure('send', errorRecord[code].sentence, { code, moved: 'unknown', signature, cause })
}

/** The server, or the node behind it, had no time for it: nothing was sent, and asking again may do. */
const NOT_TAKEN: ReadonlySet<string> = new Set<ErrorCode>(['rateLimited', 'chainUnavailable'])

/** A refusal says that nothing moved; silence, or trouble of the server's own, says nothing at all. */
const isRefused = (cause: unknown): boolean =>
  cause instanceof ApiRequestError &&
  ((cause.status >= 400 && cause.status < 500) || NOT_TAKEN.has(cause.code))

const codeOf = (cause: unknown): ErrorCode | undefined =>
  cause instanceof ApiRequestError && Object.hasOwn(errorRecord, cause.code)
    ? (cause.code as ErrorCode)
    : undefined

/** An answer that does not come in time is as good as lost. */
function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The answer did not come in time.')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
