// Asks the worker thread for the seed of a new coin's address. The base is the creator's own and only the
// program signs for it, so nobody else can take it.
import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '../core/address.ts'
import { assert } from '../core/assert.ts'

const TOKEN_2022 = addressBytes('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

export interface CoinAddress {
  readonly mintAddress: Address
  readonly seed: string
  /** How many seeds were tried; 195,112 on average. */
  readonly tries: number
}

export interface AddressFinder {
  /** Finds a mint address from this base that ends in "jpg": 0.2 s on average. Requests queue. */
  find(mintBaseAddress: Address): Promise<CoinAddress>
  close(): Promise<void>
}

/** Starts the thread; `workerUrl` is the built address-worker. */
export function startAddressFinder(
  workerUrl = new URL('./address-worker.js', import.meta.url),
): AddressFinder {
  const worker = new Worker(workerUrl)
  worker.unref()
  const waiting = new Map<
    number,
    { resolve: (found: { seed: string; tries: number }) => void; reject: (e: Error) => void }
  >()
  worker.on('message', (found: { id: number; seed: string; tries: number }) => {
    waiting.get(found.id)?.resolve(found)
    waiting.delete(found.id)
  })
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  })
  let lastId = 0
  return {
    async find(mintBaseAddress) {
      const base = addressBytes(mintBaseAddress)
      const { seed, tries } = await new Promise<{ seed: string; tries: number }>((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, base })
      })
      const mintAddress = addressWithSeed(base, seed)
      assert(mintAddress.endsWith('jpg'), `found ${mintAddress}`)
      return { mintAddress, seed, tries }
    },
    close: async () => void (await worker.terminate()),
  }
}

/** The system program's createWithSeed, owned by Token-2022. */
export function addressWithSeed(base: Uint8Array, seed: string): Address {
  return addressOf(hash('sha256', Buffer.concat([base, Buffer.from(seed), TOKEN_2022]), 'buffer'))
}
