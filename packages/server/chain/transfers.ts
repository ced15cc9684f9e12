// What a wallet sent: its transactions by address, and the transfers of SOL and of Token-2022 tokens in one. Must not know
// what a coin or a creator is.
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Address,
  isSolanaError,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION as UNSUPPORTED_VERSION,
} from '@solana/kit'
import { decodeBase58 } from '@twinmint/sdk/core/base58'
import { Refusal } from '@twinmint/sdk/core/errors'
import { decodeTransaction, TransactionFormatError } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import type { Chain, NamedTransaction } from './chain.ts'

/** From wallet to wallet: of lamports, or of a mint's base units. */
export interface Transfer {
  readonly from: string
  readonly to: string
  readonly mintAddress: string | null
  readonly units: bigint
}

export interface SentTransaction {
  readonly signature: string
  readonly slot: bigint
  readonly blockTimeSeconds: number
  /** In the order in which they were called. */
  readonly transfers: readonly Transfer[]
}

export interface SignaturesPage {
  readonly succeeded: readonly { readonly signature: string; readonly blockTimeSeconds: number }[]
  /** There are no others in the range. */
  readonly isLast: boolean
  /** The last one, whether or not it succeeded. */
  readonly last: string | undefined
}

/**
 * Signatures of the transactions that succeeded and name an address, newest first, as a node lists them: at most `limit` of
 * all, those that failed counted. Refuses chainUnavailable.
 */
export async function listSignaturesOf(
  rpc: Rpc<SolanaRpcApi>,
  address: string,
  range: {
    readonly before?: string | undefined
    readonly until?: string | undefined
    readonly limit: number
  },
): Promise<SignaturesPage> {
  const { before, until, limit } = range
  const found = await rpc
    .getSignaturesForAddress(address as Address, {
      commitment: 'confirmed',
      limit,
      ...(before === undefined ? {} : { before: before as Signature }),
      ...(until === undefined ? {} : { until: until as Signature }),
    })
    .send()
    .catch(unavailable)
  return {
    succeeded: found.flatMap(({ signature, err, blockTime }) =>
      err === null ? [{ signature, blockTimeSeconds: Number(blockTime ?? 0) }] : [],
    ),
    isLast: found.length < limit,
    last: found.at(-1)?.signature,
  }
}

function unavailable(cause: unknown): never {
  throw new Refusal('chainUnavailable', undefined, { cause })
}

/**
 * The transfers in a transaction, those that programs called among them; undefined while the node does not know it, null
 * for one of a later version, which nobody here can read. Refuses chainUnavailable.
 */
export async function findTransfers(
  { rpc, findNamed }: Pick<Chain, 'rpc' | 'findNamed'>,
  signature: string,
): Promise<SentTransaction | undefined | null> {
  if (findNamed) {
    // What reads a hundred of them leaves each a turn of its own.
    await nextTurn()
    const named = findNamed(signature)
    return named && transfersIn(signature, named)
  }
  const found = await rpc
    .getTransaction(signature as Signature, {
      commitment: 'confirmed',
      encoding: 'base64',
      maxSupportedTransactionVersion: 0,
    })
    .send()
    .catch((cause: unknown) => (isSolanaError(cause, UNSUPPORTED_VERSION) ? undefined : unavailable(cause)))
  if (found === null) return undefined
  const wire = found && readable(Buffer.from(found.transaction[0], 'base64'))
  if (!wire || !found.meta) return null
  const { meta } = found
  const loaded = meta.loadedAddresses
  const named = [...wire.addresses, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])]
  return transfersIn(signature, {
    slot: found.slot,
    blockTimeSeconds: Number(found.blockTime ?? 0),
    named,
    instructions: wire.instructions,
    inner: (meta.innerInstructions ?? []).map(({ index, instructions }) => ({
      index,
      instructions: instructions.map(({ programIdIndex, accounts, data }) => ({
        programIndex: programIdIndex,
        accountIndexes: accounts,
        data: readDataOf(named[programIdIndex], data),
      })),
    })),
    tokens: [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])],
  })
}

function transfersIn(
  signature: string,
  { slot, blockTimeSeconds, named, instructions, inner, tokens }: NamedTransaction,
): SentTransaction {
  const holdings = new Map<string, Holding>()
  for (const { accountIndex, mint, owner } of tokens) {
    const account = named[accountIndex]
    if (account !== undefined && owner !== undefined) holdings.set(account, { owner, mintAddress: mint })
  }
  const innerOf = new Map(inner.map((group) => [group.index, group.instructions]))
  const calls = instructions.flatMap((instruction, at) => [instruction, ...(innerOf.get(at) ?? [])])
  return {
    signature,
    slot,
    blockTimeSeconds,
    transfers: calls.flatMap(({ programIndex, accountIndexes, data }) => {
      const transfer = transferOf({
        program: named[programIndex],
        accounts: Array.from(accountIndexes, (index) => named[index]),
        data,
        holdings,
      })
      return transfer === undefined ? [] : [transfer]
    }),
  }
}

/** The longest data that is read has 52 bytes, which are 71 digits at most. */
const READ_DIGITS_MAX = 100

/** Decoding is quadratic, and anybody's program may be called with 10 KB: only what can be a transfer is decoded. */
function readDataOf(program: string | undefined, data: string): Uint8Array {
  const isRead =
    (program === SYSTEM_PROGRAM || program === TOKEN_2022_PROGRAM) && data.length <= READ_DIGITS_MAX
  return (isRead ? decodeBase58(data) : undefined) ?? new Uint8Array()
}

function readable(wire: Uint8Array): ReturnType<typeof decodeTransaction> | undefined {
  try {
    return decodeTransaction(wire)
  } catch (error) {
    if (error instanceof TransactionFormatError) return undefined
    throw error
  }
}

interface Holding {
  readonly owner: string
  readonly mintAddress: string
}

interface Call {
  readonly program: string | undefined
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
  /** Token accounts of the transaction, by their addresses. */
  readonly holdings: ReadonlyMap<string, Holding>
}

const SYSTEM_CREATE = 0
const SYSTEM_TRANSFER = 2
const TOKEN_TRANSFER = 3
const TOKEN_TRANSFER_CHECKED = 12
/** A transfer of Token-2022's fee extension; its first own instruction. */
const TOKEN_FEE_EXTENSION = 26
const TRANSFER_CHECKED_WITH_FEE = 1

/** The transfer that a call is; undefined for any other, and for one whose bytes are not whole. */
export function transferOf({ program, accounts, data, holdings }: Call): Transfer | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  if (program === SYSTEM_PROGRAM) {
    const [from, to] = accounts
    if (data.length < 12 || from === undefined || to === undefined) return undefined
    const tag = view.getUint32(0, true)
    // What is made for a program is no wallet.
    const isWallet =
      tag === SYSTEM_CREATE && data.length === 52 && data.subarray(20).every((byte) => byte === 0)
    if (tag !== SYSTEM_TRANSFER && !isWallet) return undefined
    return { from, to, mintAddress: null, units: view.getBigUint64(4, true) }
  }
  if (program !== TOKEN_2022_PROGRAM) return undefined
  const isChecked = data[0] === TOKEN_TRANSFER_CHECKED
  const hasFee = data[0] === TOKEN_FEE_EXTENSION && data[1] === TRANSFER_CHECKED_WITH_FEE
  if (data[0] !== TOKEN_TRANSFER && !isChecked && !hasFee) return undefined
  const unitsAt = hasFee ? 2 : 1
  if (data.length < unitsAt + 8) return undefined
  const source = holdings.get(accounts[0] ?? '')
  const destination = holdings.get(accounts[isChecked || hasFee ? 2 : 1] ?? '')
  if (source === undefined || destination === undefined) return undefined
  return {
    from: source.owner,
    to: destination.owner,
    mintAddress: source.mintAddress,
    units: view.getBigUint64(unitsAt, true),
  }
}
