// Why the embedded chain does not take a transaction. A refused transaction leaves nothing behind.
import type { TransactionError } from './transaction-error.ts'
import { sentenceOf } from './transaction-error.ts'

export type RefusalCode =
  /** The bytes are not one whole transaction, or more than 1,232. */
  | 'malformed'
  /** Lookup tables: their accounts are not in the bytes, and nothing here uses them. */
  | 'lookupTables'
  /** The chain itself would not record it: bad signature, old blockhash, seen before, payer without funds. */
  | 'notProcessed'
  /** Too many transactions wait for the disk. */
  | 'busy'
  /** The writer's daily limit is reached, or the disk is nearly full. The cause is a Refusal. */
  | 'limited'
  /** The wallet has already received its airdrop. */
  | 'hadAirdrop'
  /** The chain is closed, or its store failed: nothing is acknowledged any more. */
  | 'stopped'
  /** It was being written when the store failed. */
  | 'lost'

export class ChainRefusal extends Error {
  override readonly name = 'ChainRefusal'
  readonly code: RefusalCode
  /** Solana's own error, where it has one. */
  readonly err: TransactionError | null
  readonly logs: readonly string[]
  /** Compute units used before the failure. */
  readonly computeUnits: number
  constructor(
    code: RefusalCode,
    message: string,
    {
      err = null,
      logs = [],
      computeUnits = 0,
      ...options
    }: Partial<Pick<ChainRefusal, 'err' | 'logs' | 'computeUnits'>> & ErrorOptions = {},
  ) {
    super(message, options)
    this.code = code
    this.err = err
    this.logs = logs
    this.computeUnits = computeUnits
  }
}

export function notProcessed(
  err: TransactionError,
  logs: readonly string[] = [],
  computeUnits = 0,
): ChainRefusal {
  return new ChainRefusal('notProcessed', sentenceOf(err), { err, logs, computeUnits })
}
