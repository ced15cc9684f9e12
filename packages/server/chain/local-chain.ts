// What the server asks of its own chain with every trade, without the way through JSON-RPC and kit: that took half of the
// processor time of a trade (docs/decisions/0004). Everything else goes through kit, as on a cluster.

import type { Address, RpcTransport } from '@solana/kit'
import type { EmbeddedChain, RecordedTransaction } from '@twinmint/localnet/chain'
import type { ConfirmedTransaction as EmbeddedTransaction } from '@twinmint/localnet/commit-queue'
import { ChainRefusal } from '@twinmint/localnet/refusal'
import { answer } from '@twinmint/localnet/rpc/rpc'
import { pauseByStep } from '@twinmint/localnet/slow-calls'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { Refusal } from '@twinmint/sdk/core/errors'
import { decodeTransaction, indexInMessage } from '@twinmint/sdk/program/message'
import { refusalOf, refusalOfFailed } from '@twinmint/sdk/program/transaction-failure'
import { ACCOUNT_BYTES_READ, type Chain } from './chain.ts'
import type { ConfirmedTransaction } from './submit.ts'

/** The first of two equal submissions is on its way to the disk; so often the second looks whether it is there. */
const LOOK_AGAIN_MS = 5
const LOOK_MAX = 2_000

function confirmedOf(
  programAddress: Address,
  /** Where the message lists the program; -1 where it does not. */
  programIndex: number,
  transaction: Pick<
    EmbeddedTransaction,
    'signature' | 'slot' | 'blockTimeSeconds' | 'innerInstructions' | 'logs' | 'err'
  >,
): ConfirmedTransaction {
  const inner: ConfirmedTransaction['inner'][number][] = []
  for (const { instructions } of transaction.innerInstructions)
    for (const called of instructions)
      if (called.programIndex === programIndex) inner.push({ programAddress, data: called.data })
  return {
    signature: transaction.signature,
    slot: BigInt(transaction.slot),
    blockTimeSeconds: transaction.blockTimeSeconds,
    inner,
    logs: transaction.logs,
    failure: transaction.err,
  }
}

/** Why the chain takes a transaction not at all; before it is executed, or when the disk fails. */
export function refusalOfChain(error: ChainRefusal): Refusal {
  if (error.err !== null) return refusalOf(error.err, error.logs)
  if (error.code === 'malformed') return new Refusal('invalidTransaction', error.message)
  if (error.code === 'lookupTables') return new Refusal('wrongTransaction', error.message)
  if (error.code === 'hadAirdrop') return new Refusal('faucetUsed')
  if (error.code === 'limited' && error.cause instanceof Refusal) return error.cause
  // The store failed while it was written: it may be there when the chain is opened again.
  const code = error.code === 'lost' ? 'transactionUnconfirmed' : 'chainUnavailable'
  return new Refusal(code, error.message, { cause: error })
}

/** Reads, tries, submits and watches, straight. */
export function embeddedDoor(
  chain: EmbeddedChain,
  programAddress: Address,
): Pick<
  Chain,
  'loadAccounts' | 'simulateCost' | 'submit' | 'findTransaction' | 'findNamed' | 'listAfter' | 'watch'
> {
  function confirmed(record: RecordedTransaction): ConfirmedTransaction {
    const { signature, slot, err, logs, innerInstructions, wire } = record
    return confirmedOf(programAddress, indexInMessage(wire, programAddress), {
      signature,
      slot,
      blockTimeSeconds: chain.slots.secondsOf(slot),
      err,
      logs,
      innerInstructions,
    })
  }
  function find(signature: string): ConfirmedTransaction | undefined {
    const found = chain.getTransaction(signature)
    return found && confirmed(found)
  }

  async function findEqual(signature: string): Promise<ConfirmedTransaction> {
    for (let look = 0; look < LOOK_MAX; look++) {
      const found = find(signature)
      if (found?.failure) throw refusalOfFailed(found.failure, found.logs)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
    throw new Refusal('transactionUnconfirmed')
  }

  return {
    findTransaction: async (signature) => find(signature),
    findNamed: (signature) => {
      const found = chain.getTransaction(signature)
      if (!found) return undefined
      const { addresses, instructions } = decodeTransaction(found.wire)
      return {
        slot: BigInt(found.slot),
        blockTimeSeconds: chain.slots.secondsOf(found.slot),
        named: addresses,
        instructions,
        inner: found.innerInstructions,
        tokens: [...found.tokensBefore, ...found.tokensAfter],
      }
    },
    *listAfter(signature, limit) {
      for (const record of chain.recordsAfter(programAddress, signature, limit)) yield confirmed(record)
    },
    loadAccounts: async (addresses, { bytesMax = ACCOUNT_BYTES_READ } = {}) =>
      addresses.map((address) => {
        const account = chain.lookAt(address)
        if (!account) return undefined
        const { lamports, owner } = account
        return { lamports, owner, data: account.read(0, bytesMax) }
      }),

    async simulateCost(wire, payer) {
      const before: bigint = chain.getBalance(payer)
      try {
        const simulated = chain.simulateTransaction(wire, { verifySignatures: false })
        if (simulated.err !== null) throw refusalOf(simulated.err, simulated.logs)
        return before - (simulated.accountAfter(payer)?.lamports ?? 0n)
      } catch (error) {
        throw error instanceof ChainRefusal ? refusalOfChain(error) : error
      }
    },

    async submit({ wire, signatures }, writer) {
      try {
        const sent = await chain.sendTransaction(wire, { refuseFailing: true, writer })
        if (sent.err !== null) throw refusalOfFailed(sent.err, sent.logs)
        return confirmedOf(programAddress, sent.addresses.indexOf(programAddress), sent)
      } catch (error) {
        if (!(error instanceof ChainRefusal)) throw error
        if (error.err === 'AlreadyProcessed')
          return findEqual(encodeBase58(signatures[0] ?? new Uint8Array()))
        if (error.err !== null) {
          // One that is there already can't be run again, for reasons that are not its own.
          const landed = find(encodeBase58(signatures[0] ?? new Uint8Array()))
          if (landed?.failure === null) return landed
        }
        throw refusalOfChain(error)
      }
    },

    watch: (listener) =>
      chain.onTransaction((transaction) => {
        const programIndex = transaction.addresses.indexOf(programAddress)
        if (programIndex >= 0) listener(confirmedOf(programAddress, programIndex, transaction))
      }),
  }
}

/** For kit's createSolanaRpcFromTransport: the methods of the HTTP endpoint without encoding JSON text. */
export function embeddedTransport(chain: EmbeddedChain): RpcTransport {
  return async <TResponse>(config: Parameters<RpcTransport>[0]): Promise<TResponse> => {
    config.signal?.throwIfAborted()
    const { payload } = config
    // kit numbers its requests as text; the answer goes back to the caller, so any id will do.
    const response = await answer(chain, payload, { pause: pauseByStep() })
    config.signal?.throwIfAborted()
    return response as TResponse
  }
}
