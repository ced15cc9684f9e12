// Why the chain refused a transaction, from its own words to ours. Pure.
import { type ErrorCode, programErrorName, Refusal } from '../core/errors.ts'

/** The JSON of a TransactionError as every Solana node writes it: a name, or a name with what goes with it. */
export type TransactionFailure = string | { readonly [name: string]: unknown }

/** Failures of the whole transaction that have a code of their own. */
const CODE_OF: Record<string, ErrorCode> = {
  BlockhashNotFound: 'transactionExpired',
  SignatureFailure: 'signatureInvalid',
  MissingSignatureForFee: 'signatureInvalid',
  AccountNotFound: 'insufficientLamports',
  InsufficientFundsForFee: 'insufficientLamports',
  InsufficientFundsForRent: 'insufficientRent',
  InvalidAccountForFee: 'insufficientLamports',
}

const SYSTEM_OR_TOKEN_INSUFFICIENT_FUNDS = 1
/** Token-2022’s alone. Where a memo is due to somebody else’s account, the program writes it (acceptOffer). */
const TOKEN_NO_MEMO = 36

/** The refusal that says what `failure` means; `logs` tell whose custom error code it is. */
export function refusalOf(failure: TransactionFailure, logs: readonly string[]): Refusal {
  const name = typeof failure === 'string' ? failure : (Object.keys(failure)[0] ?? 'Unknown')
  const code = CODE_OF[name]
  if (code) return new Refusal(code)
  const instructionError = typeof failure === 'string' ? undefined : failure['InstructionError']
  if (Array.isArray(instructionError)) {
    const reason: unknown = instructionError[1]
    if (reason === 'MaxInstructionTraceLengthExceeded') return new Refusal('tooManySteps')
    if (typeof reason === 'object' && reason !== null && 'Custom' in reason) {
      const custom = Number(reason.Custom)
      const programError = programErrorName(custom)
      if (programError) return new Refusal(programError)
      if (custom === TOKEN_NO_MEMO) return new Refusal('ownAccountNeedsMemo')
      if (custom === SYSTEM_OR_TOKEN_INSUFFICIENT_FUNDS)
        return new Refusal(
          logs.some((line) => line.includes('insufficient lamports'))
            ? 'insufficientLamports'
            : 'insufficientBaseUnits',
        )
    }
    return new Refusal(
      'transactionFailed',
      `The network refused the transaction: ${JSON.stringify(reason, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))}.`,
    )
  }
  return new Refusal('transactionFailed', `The network refused the transaction: ${name}.`)
}

/** The same of a transaction that is on the chain and has failed there: the fee was charged. */
export function refusalOfFailed(failure: TransactionFailure, logs: readonly string[]): Refusal {
  const { code, message } = refusalOf(failure, logs)
  return new Refusal(code, message, { feeCharged: true })
}

/** A node's error to sendTransaction, as JSON-RPC writes it. */
export interface SendError {
  readonly code: number | bigint
  readonly message: string
  readonly data?: unknown
}

const RPC_SIMULATION_FAILED = -32_002
const RPC_SIGNATURE_INVALID = -32_003
const RPC_INVALID_PARAMS = -32_602

/** `taken`: the network has it already. `busy`: the node did not take it, and may later. */
export function meaningOfSendError({
  code,
  message,
  data,
}: SendError): { readonly kind: 'taken' } | { readonly kind: 'refused' | 'busy'; readonly refusal: Refusal } {
  const { err, logs } = (typeof data === 'object' && data !== null ? data : {}) as {
    readonly err?: TransactionFailure | null
    readonly logs?: readonly string[] | null
  }
  if (err === 'AlreadyProcessed') return { kind: 'taken' }
  if (Number(code) === RPC_SIMULATION_FAILED && err !== undefined && err !== null)
    return { kind: 'refused', refusal: refusalOf(err, logs ?? []) }
  if (Number(code) === RPC_SIGNATURE_INVALID)
    return { kind: 'refused', refusal: new Refusal('signatureInvalid') }
  if (Number(code) === RPC_INVALID_PARAMS)
    return { kind: 'refused', refusal: new Refusal('invalidTransaction', message) }
  return { kind: 'busy', refusal: new Refusal('chainUnavailable', message) }
}
