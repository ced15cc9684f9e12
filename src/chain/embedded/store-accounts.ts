// Reads accounts from the store: whole, or as much of them as is asked for. A large one that is only looked at is never taken out
// of the store's own buffer: 10 µs for half a megabyte, where a copy of its own takes fifty and is garbage afterwards.
import type { Address } from '@solana/kit'
import type { Database } from 'lmdb'
import { addressBytes } from '../../core/address.ts'
import { unpackAccount, unpackHead, unpackPart } from './store-rows.ts'
import { type AccountView, asView, type ChainAccount } from './vm.ts'

/** Whoever prepares a trade reads the same few accounts, which the trade before has written: the small ones are kept. */
const KEPT_MAX = 5_000
const KEPT_DATA_BYTES_MAX = 1_024

export type AccountTable = Database<Buffer, Uint8Array>

/** What is under a key, in a buffer that the next read uses again. */
export function peek(table: AccountTable, key: Uint8Array): Buffer | undefined {
  const found = table.getBinaryFast(key)
  // The buffer itself is longer than it says.
  return found?.subarray(0, found.length)
}

export interface AccountReader {
  readonly find: (address: Address) => ChainAccount | undefined
  readonly lookAt: (address: Address) => AccountView | undefined
  /** Says what has come to disk. */
  readonly written: (accounts: ReadonlyMap<Address, ChainAccount | undefined>) => void
}

export function openAccountReader(table: AccountTable): AccountReader {
  /** As they are on disk. */
  const kept = new Map<Address, ChainAccount>()
  const keep = (address: Address, account: ChainAccount): void => {
    if (account.data.length > KEPT_DATA_BYTES_MAX) return
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(address, account)
  }
  const find = (address: Address): ChainAccount | undefined => {
    const known = kept.get(address)
    if (known) return known
    const packed = table.get(addressBytes(address))
    const account = packed && unpackAccount(packed)
    if (account) keep(address, account)
    return account
  }
  return {
    find,
    lookAt: (address) => {
      const known = kept.get(address)
      if (known) return asView(known)
      const key = addressBytes(address)
      const packed = peek(table, key)
      if (!packed) return undefined
      const head = unpackHead(packed)
      if (head.bytes <= KEPT_DATA_BYTES_MAX) {
        const account = find(address)
        return account && asView(account)
      }
      return {
        ...head,
        read: (offset, length) => {
          const now = length > 0 ? peek(table, key) : undefined
          return now ? unpackPart(now, offset, length) : new Uint8Array(0)
        },
      }
    },
    written: (accounts) => {
      for (const [address, account] of accounts) {
        kept.delete(address)
        if (account) keep(address, account)
      }
    },
  }
}
