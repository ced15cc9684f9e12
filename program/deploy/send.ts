// What `npm run program:deploy` needs to speak to a cluster: its keypair files, and sending until it is confirmed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import {
  type Address,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED as ALREADY_PROCESSED,
  type Base64EncodedWireTransaction,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE as PREFLIGHT_FAILURE,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
} from '@solana/kit'
import { addressBytes, addressOf } from '@twinmint/sdk/core/address'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import type { Send } from '@twinmint/sdk/internal/program/loader'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { createKeypair, type Keypair, signTransaction } from '../../packages/localnet/keypair.ts'

const CONFIRM_MS = 90_000

/** What this process sent: the same instructions under the same blockhash are the same transaction, which a chain runs once. */
const sent = new Set<Signature>()

/** Reads a keypair file, or makes one when `create` is set. */
export function loadKeypair(path: string, create: boolean): Keypair {
  if (!existsSync(path)) {
    if (!create) throw new Error(`There is no keypair file at ${path}.`)
    const { seed, address } = createKeypair()
    const bytes = [...seed, ...addressBytes(address)]
    writeFileSync(path, JSON.stringify(bytes), { mode: 0o600, flag: 'wx' })
  }
  const bytes: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(bytes) || bytes.length !== 64)
    throw new Error(`${path} is not a keypair file: it should hold 64 numbers.`)
  const all = Uint8Array.from(bytes, Number)
  const keypair = createKeypair(all.subarray(0, 32))
  if (keypair.address !== addressOf(all.subarray(32)))
    throw new Error(`The two halves of ${path} do not belong together.`)
  return keypair
}

/** Sends through the cluster and resolves when confirmed; an expired transaction is signed anew, three times. */
export function sender(
  rpc: Rpc<SolanaRpcApi>,
  keypairs: readonly [Keypair, ...Keypair[]],
  pollMs: number,
): Send {
  const [payer] = keypairs
  const keys = new Map(keypairs.map((pair) => [pair.address, pair]))
  const signed = async (...[instructions, signers]: Parameters<Send>) => {
    const { value: latest } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const wire = encodeTransaction({
      feePayer: payer.address,
      recentBlockhash: latest.blockhash,
      instructions,
    })
    const signing = [...new Set([payer.address, ...signers])].map((address) => {
      const keypair = keys.get(address)
      if (!keypair) throw new Error(`Nobody here can sign for ${address}.`)
      return keypair
    })
    signTransaction(wire, signing)
    return { wire, latest, signature: encodeBase58(wire.subarray(1, 65)) as Signature }
  }
  const once = async (...asked: Parameters<Send>): Promise<boolean> => {
    let { wire, latest, signature } = await signed(...asked)
    // Asked for once more, as an offer that was withdrawn: the next blockhash makes another transaction of it.
    for (const until = Date.now() + CONFIRM_MS; sent.has(signature) && Date.now() < until; ) {
      await new Promise((wake) => setTimeout(wake, pollMs))
      ;({ wire, latest, signature } = await signed(...asked))
    }
    sent.add(signature)
    const base64 = Buffer.from(wire).toString('base64') as Base64EncodedWireTransaction
    const deadline = Date.now() + CONFIRM_MS
    for (let round = 0; Date.now() < deadline; round++) {
      if (round % 4 === 0)
        await rpc
          .sendTransaction(base64, { encoding: 'base64', preflightCommitment: 'confirmed' })
          .send()
          .catch((error: unknown) => {
            // Sent again, and it had arrived.
            if (!isSolanaError((error as Error).cause, ALREADY_PROCESSED)) throw error
          })
      await new Promise((wake) => setTimeout(wake, pollMs))
      const [status] = (await rpc.getSignatureStatuses([signature]).send()).value
      if (status?.err) throw new Error(`Transaction ${signature} failed: ${JSON.stringify(status.err)}`)
      if (status && status.confirmationStatus !== 'processed') return true
      const { value: valid } = await rpc
        .isBlockhashValid(latest.blockhash, { commitment: 'confirmed' })
        .send()
      if (!valid && !status) return false
    }
    return false
  }
  return async (instructions, signers) => {
    for (let attempt = 0; attempt < 3; attempt++) if (await once(instructions, signers)) return
    throw new Error(
      'The cluster did not confirm a transaction. Run the command again: it goes on where it ended.',
    )
  }
}

export async function loadAccount(rpc: Rpc<SolanaRpcApi>, address: Address): Promise<Uint8Array | undefined> {
  const { value } = await rpc.getAccountInfo(address, { encoding: 'base64', commitment: 'confirmed' }).send()
  return value ? Buffer.from(value.data[0], 'base64') : undefined
}

/** What the node said, where it refused; the last lines of the log usually say most. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!isSolanaError(error, PREFLIGHT_FAILURE)) return error.message
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  const log = (error.context.logs ?? []).slice(-3).map((line) => `\n  ${line}`)
  return `The node refuses a transaction: ${cause}${log.join('')}`
}
