// Asks the worker thread for the seed of a new coin's address, before it is needed where that is known. The base is the creator's own and only the
// program signs for it, so nobody else can take it.
import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '@twinmint/sdk/core/address'
import { assert } from '@twinmint/sdk/core/assert'

const TOKEN_2022 = addressBytes('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

export interface CoinAddress {
  readonly mintAddress: Address
  readonly seed: string
  /** How many seeds were tried; 195,112 on average. */
  readonly tries: number
}

export interface AddressFinder {
  /** Finds a mint address from this base that ends in "jpg": 0.2 s on average, none where one is kept. Requests queue. */
  find(mintBaseAddress: Address): Promise<CoinAddress>
  /** Keeps an address for whoever is about to ask for one of this base: found when nobody else waits, if there is room. */
  expect(mintBaseAddress: Address): void
  close(): Promise<void>
}

/** Addresses that are kept, or are to be found, for people who fill in the form. */
const EXPECTED_MAX = 500

interface Found {
  readonly seed: string
  readonly tries: number
}
interface Search {
  readonly base: Uint8Array
  readonly found: Promise<Found>
  readonly resolve: (found: Found) => void
  readonly reject: (error: Error) => void
  isBegun: boolean
}

/** `workerUrl` is the built address-worker, whose thread starts with the first search. */
export function startAddressFinder(
  workerUrl = new URL('./address-worker.js', import.meta.url),
): AddressFinder {
  let worker: Worker | undefined
  /** Of those who wait, first come first served. */
  const wanted: Search[] = []
  /** Of those who may come, found or not. */
  const expected = new Map<Address, Search>()
  let searching: Search | undefined

  function start(): Worker {
    const started = new Worker(workerUrl)
    started.unref()
    let failure = new Error('The thread that finds addresses ended')
    const end = (settle: (search: Search) => void): void => {
      if (searching) settle(searching)
      searching = undefined
      next()
    }
    started.on('message', (found: Found) => end(({ resolve }) => resolve(found)))
    started.on('error', (error) => {
      failure = error
    })
    started.on('exit', () => {
      worker = undefined
      end(({ reject }) => reject(failure))
    })
    return started
  }

  function next(): void {
    if (searching !== undefined) return
    searching = wanted.shift() ?? [...expected.values()].find(({ isBegun }) => !isBegun)
    if (searching === undefined) return
    searching.isBegun = true
    worker ??= start()
    worker.postMessage(searching.base)
  }

  return {
    async find(mintBaseAddress) {
      const base = addressBytes(mintBaseAddress)
      const kept = expected.get(mintBaseAddress)
      expected.delete(mintBaseAddress)
      const search = kept ?? newSearch(base)
      if (!search.isBegun) wanted.push(search)
      next()
      const { seed, tries } = await search.found
      const mintAddress = addressWithSeed(base, seed)
      assert(mintAddress.endsWith('jpg'), `found ${mintAddress}`)
      return { mintAddress, seed, tries }
    },
    expect(mintBaseAddress) {
      if (expected.has(mintBaseAddress)) return
      const [oldest] = expected.keys()
      if (expected.size >= EXPECTED_MAX && oldest !== undefined) expected.delete(oldest)
      expected.set(mintBaseAddress, newSearch(addressBytes(mintBaseAddress)))
      next()
    },
    close: async () => {
      for (const { reject } of wanted.splice(0)) reject(new Error('The search for addresses was closed'))
      expected.clear()
      await worker?.terminate()
    },
  }
}

function newSearch(base: Uint8Array): Search {
  let resolve: Search['resolve'] = () => undefined
  let reject: Search['reject'] = () => undefined
  const found = new Promise<Found>((...both) => {
    ;[resolve, reject] = both
  })
  // Of one that nobody waits for nobody hears.
  found.catch(() => undefined)
  return { base, found, resolve, reject, isBegun: false }
}

/** The system program's createWithSeed, owned by Token-2022. */
export function addressWithSeed(base: Uint8Array, seed: string): Address {
  return addressOf(hash('sha256', Buffer.concat([base, Buffer.from(seed), TOKEN_2022]), 'buffer'))
}
