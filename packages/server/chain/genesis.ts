// Checks that the nodes still belong to the network that the index was built from. After a cluster is reset, or when an address
// leads to another network, nodes answer as if nothing had happened.
import { setTimeout as sleep } from 'node:timers/promises'
import { getAbortablePromise, type RpcTransport } from '@solana/kit'
import { Refusal } from '@twinmint/sdk/core/errors'

/** Between two looks at a node that may be of another network. */
const LOOK_MS = 3_000

export interface GenesisGuard {
  /** Refuses every call with chainUnavailable while the nodes are of another network. */
  readonly transport: RpcTransport
  /** The genesis of this network, in base58; undefined before a node has said it. */
  readonly expected: string | undefined
  /** The other network's genesis. */
  readonly other: string | undefined
  /** Names the genesis that the index was made of. Rejects where the nodes have another one. */
  expect(genesis: string): Promise<void>
  /** Call after a lost connection: the genesis is compared before the next call is sent. */
  recheck(): void
}

export function guardGenesis(ask: RpcTransport): GenesisGuard {
  let expected: string | undefined
  let other: string | undefined
  let isKnown = false
  let looking: Promise<void> | undefined
  let isLookingAgain = false

  async function lookNow(): Promise<void> {
    const payload = { jsonrpc: '2.0', id: 'genesis', method: 'getGenesisHash', params: [] }
    const { result } = await ask<{ readonly result?: string }>({ payload })
    if (typeof result !== 'string') throw new Refusal('chainUnavailable')
    expected ??= result
    other = result === expected ? undefined : result
    isKnown = other === undefined
    if (other !== undefined && !isLookingAgain) void lookAgain()
  }
  /** Looks every LOOK_MS until the nodes are of the expected network again. */
  async function lookAgain(): Promise<void> {
    isLookingAgain = true
    while (other !== undefined) {
      await sleep(LOOK_MS, undefined, { ref: false })
      await look().catch(() => {})
    }
    isLookingAgain = false
  }
  const look = (): Promise<void> =>
    (looking ??= lookNow().finally(() => {
      looking = undefined
    }))

  return {
    async transport<T>(call: Parameters<RpcTransport>[0]): Promise<T> {
      if (!isKnown && other === undefined)
        await getAbortablePromise(look(), call.signal).catch((cause: unknown) => {
          // The call itself was not sent.
          throw new Refusal('chainUnavailable', undefined, { cause })
        })
      if (other !== undefined) throw new Refusal('chainUnavailable', otherNetwork(other, expected))
      try {
        return await ask<T>(call)
      } catch (error) {
        isKnown = false
        throw error
      }
    },
    get expected() {
      return expected
    },
    get other() {
      return other
    },
    async expect(genesis) {
      expected = genesis
      await look()
      if (other !== undefined) throw new Error(otherNetwork(other, expected))
    },
    recheck() {
      isKnown = false
      void look().catch(() => {})
    },
  }
}

const otherNetwork = (other: string, expected = '') =>
  `The node is of another network than the index: its genesis is ${other}, not ${expected}.`
