// Reads a closed chain's folder from outside the chain and checks that its parts agree with each other.

import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { decodeTransaction } from '@twinmint/sdk/program/message'
import { openStore } from '../../packages/localnet/store.ts'
import { openVm } from '../../packages/localnet/vm.ts'

export interface Audit {
  /** Lamports in accounts and fees, less those that the chain began with: anything but 0 is a fault. */
  readonly difference: bigint
  /** How often each signature is recorded. */
  readonly recorded: ReadonlyMap<string, number>
}

/** Throws when a transaction, its signature, its block or its mentions disagree, or a sequence is missing. */
export async function auditFolder(folder: string): Promise<Audit> {
  const store = openStore(folder)
  try {
    const recorded = new Map<string, number>()
    const mentioned = new Map<string, number[]>()
    let fees = 0n
    for (let sequence = 1; sequence <= store.sequenceLast; sequence++) {
      const record = store.findTransactionAt(sequence)
      if (record?.sequence !== sequence) throw new Error(`transaction ${sequence} is missing`)
      const decoded = decodeTransaction(record.wire)
      const signature = encodeBase58(decoded.signatures[0] ?? new Uint8Array(0))
      if (signature !== record.signature || store.findTransaction(signature)?.sequence !== sequence)
        throw new Error(`transaction ${sequence} is not found by its signature`)
      const block = store.findBlock(record.slot)
      if (!block || sequence < block.first || sequence >= block.first + block.count)
        throw new Error(`transaction ${sequence} is not in the block of its slot`)
      recorded.set(signature, (recorded.get(signature) ?? 0) + 1)
      fees += record.feeLamports
      for (const address of decoded.addresses)
        mentioned.set(address, [sequence, ...(mentioned.get(address) ?? []).slice(0, 99)])
    }
    if (store.findTransactionAt(store.sequenceLast + 1)) throw new Error('a transaction beyond the last')
    for (const [address, newest] of mentioned) {
      const listed = store.sequencesOf(address as never, {
        before: store.sequenceLast + 1,
        until: 0,
        limit: 100,
      })
      if (listed.join() !== newest.join())
        throw new Error(`the transactions of ${address} are not all listed`)
    }
    const vm = openVm()
    let difference = fees - 500_000_000n * 1_000_000_000n
    for (const [address, account] of store.accounts()) {
      difference += account.lamports
      if (vm.nativeAddresses.has(address)) difference -= vm.getAccount(address)?.lamports ?? 0n
    }
    return { difference, recorded }
  } finally {
    await store.close()
  }
}
